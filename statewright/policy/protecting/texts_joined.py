"""Paths that a program puts together: a folder of a harness's or of git's, and apart from it the last part of a protected file below it.

``path.join(".claude", "settings.json")``, ``d = ".claude"; open(d + "/settings.json", "w")``, ``os.chdir(".claude")``,
``Path(".claude").glob("*.json")``.
A folder's name that a program only compares with, or has in a list of what it leaves out, is none of these.
Loaded for the programs alone that name such a folder.
"""

from statewright.policy.protecting.texts_filled import QUOTES, _called, _identifier
from statewright.policy.texts.recipes import in_quotes
from statewright.policy.words.patterns import _glob
from statewright.policy.words.protected import GIT, TAILS, names_one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

LAUNCHER = ".local"
_PARTS = [tail.partition("/") for tail, _ in (*TAILS, *GIT) if "/" in tail]
# Below which folder which names are protected.
FOLDERS: "dict[str, tuple[str, ...]]" = {
    LAUNCHER: ("statewright", "statewright-hook"),
    **{folder: tuple(part for other, _, part in _PARTS if other == folder) for folder, _, _ in _PARTS},
}
# Calls that take a folder to go on from it.
_TAKING = """
    join path purepath posixpath windowspath pureposixpath joinpath resolve chdir pathname new catfile catdir file expand_path expanduser expanduser
    abspath realpath glob iglob sprintf format concat implode str copy copy2 copyfile move absolute cwd cd dir set-current-directory
"""
_LISTING = """
    listdir scandir readdirsync readdir iterdir glob iglob rglob walk opendir each_child children entries foreach listfiles find wildcard
    directoryiterator globsync ls
"""
LISTING = frozenset(_LISTING.split())
_TREES = "copytree cpsync cp_r cp extractall unpack_archive emptydirsync ncp copydirsync copysync extractalltosync"
TREES = frozenset(_TREES.split())
READ_FIRST = frozenset(("copytree", "cpsync", "cp_r", "cp", "ncp", "copydirsync", "copysync"))  # what a tree is copied from stays as it is
TAKING = frozenset((*_TAKING.split(), *LISTING, *TREES))
# What tells that a program changes files, in lower case.
_CHANGES = """
    write unlink remove( os.remove rename rmtree rmsync fs.rm rmdir delete move( .move copy cpsync truncate touch( chmod symlink appendfile
    'w' "w" 'w+ "w+ 'wb "wb 'a' "a" 'x' "x" 'r+ "r+ 'ab "ab ">" '>' ">> '>> subprocess system spawn exec popen output .once .save( w! extractall
    unpack_archive file.write put_contents outputfile rm_ hardlink
"""
CHANGES = tuple(_CHANGES.split())
NAMED = ("with_name(", "with_stem(", ".parent", "dirname(")  # they go on from a file beside
MOVES = ("cd ", "chdir ", "lcd ", "d=", "dir=", "directory=")


def put_together(call: "Call", scene: "Scene", kind: str) -> str:
    """A protected path that the words of a call, its program among them, put together from a folder and a name."""
    from statewright.policy.protecting.names import AWKS
    from statewright.policy.protecting.texts import LANGUAGES, reads, texts_of

    texts = texts_of(call, scene)
    text = "\n".join(dict.fromkeys(texts))
    if kind == "interpreter" and call.name in LANGUAGES and all(reads(call, one) for one in texts if len(one) > 3):
        return ""
    if made(text):
        return ".statewright"
    return apart(text) if call.name in AWKS or changes(text) else ""


def changes(text: str) -> bool:
    """Whether a program may change files, as far as its words tell."""
    low = text.lower()
    return any(word in low for word in CHANGES)


def apart(text: str) -> str:
    """The protected path that a program's text puts together from a folder and a name, "" when none."""
    low = _merged(text.lower())
    if names_one(low):
        return next(line for line in low.split("\n") if names_one(line))[:80]
    for folder, parts in FOLDERS.items():
        if folder not in low:
            continue
        spots = [at for at in _found(low, folder) if _taken(low, at, folder, parts)]
        if folder == LAUNCHER and not any(one.strip("/").endswith("bin") for one in in_quotes(low)):
            continue
        if not spots:
            continue
        part = next((part for part in parts if _named(low, part)), "") or _listed(low, parts)
        if part or any(_whole(low, at) for at in spots):
            return folder + "/" + part
    return ""


def _merged(text: str) -> str:
    """A text with literals that stand side by side made one: ``".cl" + "aude"``."""
    for one in "'\"":
        for sign in (one + "+" + one, one + " + " + one, one + one + " ", one + "." + one, one + " . " + one, one + ".." + one, one + "||" + one):
            text = text.replace(sign, "")
    return text


def _found(low: str, folder: str) -> "list[int]":
    out, at = [], low.find(folder)
    while at >= 0:
        before = low[at - 1 : at]
        if not (before.isalnum() or before in ("_", "-", ")", "]")) or not before:
            out.append(at)
        at = low.find(folder, at + 1)
    return out


def _taken(low: str, at: int, folder: str, parts: "tuple[str, ...]") -> bool:
    """Whether a program goes on from a folder that it names: by a join, a value, a change of folder, a list of it."""
    end = at + len(folder)
    start = at
    while start and (low[start - 1].isalnum() or low[start - 1] in "~/.${}%_-\\:#\0"):
        start -= 1
    after = low[end:]
    quoted = start > 0 and low[start - 1] in QUOTES
    if after[:1] in "/\\" and after[:1]:
        rest = after.lstrip("/\\")
        inside = rest[: next((i for i, c in enumerate(rest) if c in QUOTES + " \n"), len(rest))]
        if inside[:1] in ("$", "{", "%", "#") or (quoted and inside and "/" not in inside and any(word in low for word in NAMED)):
            return True
        if inside:
            return False
        after = rest
    if not quoted:
        front = low[:start].rstrip(" ") if low[:start].endswith(" ") else low[:start]
        return low[:start].endswith(MOVES) or front.endswith(("%w[", "%w(", "qw(", "qw/"))
    if after[:1] != low[start - 1]:
        return False
    return _used(low[: start - 1], after[1:], parts)


def _used(front: str, behind: str, parts: "tuple[str, ...]") -> bool:
    front, behind = front.rstrip(), behind.lstrip()
    if front[-1:] in "rbfu" and not front[-2:-1].isalnum() and front[-2:-1] != "_":
        front = front[:-1].rstrip()
    last = front[-1:]
    near = behind.lstrip(", ")
    if near[:1] in QUOTES and near[:1] and _begins(near[1:], parts):
        return True
    if last in QUOTES and last and any(front[:-1].endswith(part) for part in parts):
        return True  # the folder behind the name, as lisps and File.expand_path have it
    if last == "=":
        return front[-2:-1] not in ("=", "!", "<", ">", "~")
    if last in ("+", "/", ".", "<", "&", ":", "%") or behind[:1] in ("+", "/", "%") or behind[:2] in ("..", ". ", '."', ".'", ".$"):
        return not (last == "<" or (last == ":" and behind[:1] in ("]", "}")))
    if last in ("(", ",") or _identifier(front) in ("chdir", "cd", "opendir"):
        return last not in ("(", ",") or _called(front)[0] in TAKING
    return False


def _begins(text: str, parts: "tuple[str, ...]") -> bool:
    text = text.lstrip("./\\")
    return any(text.startswith(part) and _ends(text, len(part)) for part in parts)


def _ends(text: str, at: int) -> bool:
    """Whether a name ends there."""
    return not (text[at : at + 1].isalnum() or text[at : at + 1] in ("_", "-"))


def _named(low: str, part: str) -> bool:
    """Whether a name stands in a program, at the beginning of a text or of what is joined to a folder; ``settings`` for ``settings.json``."""
    stem = part.partition(".")[0]
    at = low.find(stem)
    while at >= 0:
        whole = low.startswith(part, at)
        end = at + len(part if whole else stem)
        if _ends(low, end) and low[end : end + 1] != "(":
            front = low[:at].rstrip("/\\")
            word = _identifier(front)
            variable = bool(word) and front[: len(front) - len(word)][-1:] == "$"
            joined = len(front) < at and (front[-1:] in ("}", ")") or front[-2:] == "%s" or variable)
            if joined or (front[-1:] in ("'", '"', "`") and (whole or stem == "settings") and _spoken(front[:-1].rstrip(), low[end:])):
                return True
            if whole and "." in part and low[at - 1 : at] in ("", " ", "\n", "\t"):
                return True  # a word of its own, as editors have it
        at = low.find(stem, at + 1)
    return False


def _spoken(front: str, behind: str) -> bool:
    """Whether a name in quotes is one of a path, not a key (``d["hooks"]``, ``"hooks": …``) or a word of a command (``["git", "config"]``)."""
    if behind[:1] == ".":
        return behind[1:2] in ("'", '"', "`", "$", "{", "%", "*") or behind[1:5] in ("json", "toml", "loca", "work")
    if behind[:1] in ("'", '"', "`") and behind[1:].lstrip()[:1] == ":":
        return False
    if front[-1:] not in ("[", "(", ",", "{"):
        return True
    return front[-1:] in ("(", ",") and _called(front)[0] in TAKING


def _listed(low: str, parts: "tuple[str, ...]") -> str:
    """A name that a program meets which lists the folder: by a pattern that it fits, or any where nothing chooses."""
    pieces = low.split("(")[:-1]
    if not any(_identifier(piece.rstrip()) in LISTING for piece in pieces) and "opendir" not in low:
        return ""
    texts = [one for one in in_quotes(low) if len(one) < 80 and " " not in one]
    shapes = [one.rpartition("/")[2] for one in texts if any(c in one for c in "*?[")]
    ends = [one for one in texts if one[:1] == "." and one[1:].isalnum() and len(one) < 7]
    for part in parts:
        met = any(_glob(shape, 0, part, 0, [2000]) for shape in shapes) if shapes else not ends or any(part.endswith(one) for one in ends)
        if met:
            return part
    return ""


def _whole(low: str, at: int) -> bool:
    """Whether a folder is what a tree is copied or unpacked into."""
    start = max(low.rfind(sign, 0, at) for sign in QUOTES)
    called, first = _called(low[:start].rstrip()) if start > 0 else ("", False)
    return called in TREES and not (first and called in READ_FIRST)


def made(text: str) -> bool:
    """Whether the name of our own folder is put together by a format, backwards or with a letter too many."""
    low = text.lower()
    return "thgirwetats" in low or ("wright" in low and "state" in low and _between(low))


def _between(low: str) -> bool:
    at = low.find("wright")
    while at >= 0:
        before = low[:at]
        if before[-5:] != "state":
            if before[-1:] in ("}", ")", "%") or before[-2:] in ("%s", "%d", "%r"):
                return True
            head = before[-9:].rpartition("state")
            if head[1] and len(head[2]) < 4:
                return True
        at = low.find("wright", at + 1)
    return False
