"""Protection against what an archive unpacks: where it lies on the disk its members are looked at, one that cannot be looked into is refused.

Only where the folder it goes to holds protected files. An archive that the same line makes or fetches cannot be looked into yet: it
unpacks into a folder of its own, or in a call of its own.
"""

from statewright.policy.protecting.arrivals import open_to
from statewright.policy.protecting.sources import STDINS, TARS, ZIPS, elsewhere, files, made_before, packed_names, there
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import LITERAL, plain
from statewright.policy.words.protected import DOTS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

    Members = list[tuple[str, str]]

OTHERS = ("7z", "7za", "7zr", "7zz", "p7zip", "rar", "unrar", "cpio", "pax")
VALUED = {"tar": "fCbTXHVgKNLI", "gtar": "fCbTXHVgKNLI", "bsdtar": "fCbTXHsI", "jar": "fCe", "unzip": "dxP", "bsdunzip": "dxP"}
FOLDER = {"tar": "C", "gtar": "C", "bsdtar": "C", "jar": "C", "unzip": "d", "bsdunzip": "d"}
CLOSED = "!%s unpacks into %s, where the workflow's files are, and %s.|Unpack it into a folder of its own, or name the members."
LATER = "%s cannot be looked into before this line has run; unpack it in a call of its own"


class Unpacking:
    """One command that unpacks. archive: its file, None for the standard input; named: the members asked for; strip: folders taken off."""

    __slots__ = ("archive", "folders", "left", "named", "renames", "strip", "top")

    def __init__(self) -> None:
        self.archive: "Word | None" = None
        self.folders: "list[str]" = ["."]
        self.named: "list[str]" = []
        self.left: "list[str]" = []
        self.renames = False
        self.strip = 0
        self.top: "list[str]" = []


def unpacked(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a command unpacks over, or why that cannot be told; "" when it unpacks nothing of the kind."""
    found = _read(call, scene)
    if found is None or scene.event.facts is None:
        return ""
    if call.parent is not None and call.parent.name == "ssh" and elsewhere(call.parent):
        bases = [base for base in bases if base not in (scene.event.cwd, scene.event.project)]  # on another machine, in a home folder there
    for folder in found.folders:
        folder = "." if folder[:1] == HOLE else folder  # nobody knows: it may be the project
        fault = _into(call, found, folder, scene, bases)
        # a folder of its own may hold anything, but no repository whose settings somebody has written
        if fault and (any(open_to(folder, base, scene) for base in bases) or (fault[:1] != "!" and _within(folder, scene, bases))):
            return fault
    return ""


def _within(folder: str, scene: "Scene", bases: "list[str]") -> bool:
    from statewright.policy.words.places import outside

    return any(not outside(scene.guard.absolute(plain(folder) or ".", base), scene.event) for base in bases)


def _into(call: "Call", found: Unpacking, folder: str, scene: "Scene", bases: "list[str]") -> str:
    whole = [name for name in found.named if any(c in name for c in "*?[") or name.strip("./") == ""]
    if found.named and not whole:
        bad = next((name for name in found.named if scene.hit(folder + "/" + name, bases, "all")), "")
        if bad:
            return folder + "/" + bad
    if found.renames:
        return CLOSED % (call.name, folder, "an option renames what it holds")
    known = _members(call, found, scene, bases)
    if isinstance(known, str):
        return CLOSED % (call.name, folder, known) if known and not (found.named and not whole) else ""
    if not known and not found.named and scene.hit(folder, bases, "dots"):
        return folder  # nobody can tell what it holds
    for name, target in known:
        if found.named and not whole and not any(name.strip("/") == one.strip("/") or name.startswith(one.rstrip("/") + "/") for one in found.named):
            continue
        parts = [part for part in name.split("/") if part not in ("", ".")]
        if any(one and (one in parts or name.lstrip("./").startswith(one + "/")) for one in found.left):
            continue
        path = folder + "/" + "/".join(parts[found.strip :])
        if len(parts) > found.strip and scene.hit(path, bases):
            return path
        if name[-1:] != "/" and parts[-1:] and parts[-1].lower() == ".git" and len(parts) > found.strip:
            return path  # a file or a link that names another folder for a repository's settings and hooks
        if target[:2] == "//":  # another name for a file: told from where it is unpacked
            ends = [part for part in target.split("/") if part not in ("", ".")]
            where = next((one for one in ("/".join((folder, *ends[found.strip :])), "/".join((folder, *ends))) if scene.hit(one, bases)), target[1:])
        else:
            where = target if target[:1] == "/" else path.rpartition("/")[0] + "/" + target
        if target and scene.hit(where, bases, "all"):
            return CLOSED % (call.name, folder, "%s is a link to %s" % (name, target))
    return ""


def _members(call: "Call", found: Unpacking, scene: "Scene", bases: "list[str]") -> "Members | str":
    """The members of the archive; a text where they cannot be told: why, or "" where there is nothing to unpack."""
    found_in = files(call, found, scene)
    if isinstance(found_in, str):
        return found_in
    fresh = made_before(call, scene)
    out: "Members" = packed_names(call, scene) if found.archive is None or found.archive.text in STDINS else []
    for pattern in found_in:
        for base in bases:
            for where in there(pattern, base, call.name, scene):
                kind = scene.event.facts.kind(where)
                if fresh and kind != "dir":
                    return LATER % where.rpartition("/")[2]
                if kind == "dir":
                    out += [(name + "/", "") for name in (DOTS if fresh else scene.event.facts.names(where)) if name in DOTS]
                elif kind == "file":
                    held = scene.event.facts.members(where)
                    if held is None:
                        return "%s cannot be looked into" % (plain(pattern) or where.rpartition("/")[2])
                    out += held
                elif kind:
                    return "%s cannot be looked into" % where
                elif HOLE in where:
                    return "its name is not plain to see"
                elif fresh:
                    return LATER % where.rpartition("/")[2]
    return out


def _read(call: "Call", scene: "Scene") -> "Unpacking | None":
    """What a command unpacks and to where; None when it unpacks nothing."""
    name = call.name
    if name in TARS or name in ZIPS:
        return _options(call, scene)
    words = call.words[1:]
    texts = call.texts[1:]
    out = Unpacking()
    if name in OTHERS[:7]:
        if texts[:1] not in (["x"], ["e"]):
            return None
        plain_words = [word for word in words[1:] if word.text[:1] != "-"]
        out.archive = plain_words[0] if plain_words else None
        out.named = [word.text for word in plain_words[1:]] if name[:1] == "7" else []
        where = [word for word in words if word.text[:2] == "-o" and len(word.text) > 2]
        out.folders = [pattern[2:] for word in where for pattern in scene.names.patterns(word)] or ["."]
        if "rar" in name and len(plain_words) > 1 and plain_words[-1].text.endswith("/"):
            out.folders, out.named = scene.names.patterns(plain_words[-1]), []
        return out if out.archive is not None else None
    if name in ("cpio", "pax"):
        letters = "".join(text for text in texts if text[:1] == "-" and text[:2] != "--")
        if not ("i" in letters or "--extract" in texts) if name == "cpio" else ("r" not in letters or "w" in letters):
            return None
        if "t" in letters and name == "cpio":
            return None
        for i, word in enumerate(words):
            if word.text in ("-D", "--directory") and i + 1 < len(words):
                out.folders = scene.names.patterns(words[i + 1])
            if word.text in ("-F", "-I", "-f", "--file") and i + 1 < len(words):
                out.archive = words[i + 1]
        return out
    for i, text in enumerate(texts[:-3]):  # python -m zipfile -e FILE FOLDER
        if text == "-m" and texts[i + 1] in ("zipfile", "tarfile") and texts[i + 2] in ("-e", "--extract"):
            out.archive = words[i + 3]
            out.folders = scene.names.patterns(words[i + 4]) if len(words) > i + 4 else ["."]
            return out
    return None


def _options(call: "Call", scene: "Scene") -> "Unpacking | None":
    out, letters, letter_folder = Unpacking(), VALUED[call.name], FOLDER[call.name]
    words = call.words[1:]
    zips = call.name in ZIPS
    short = ""
    operands: "list[Word]" = []
    wanted: "list[str]" = []
    first = words[0].text if words else ""
    if first and first[:1] != "-" and not zips:
        short, wanted, words = first, [c for c in first if c in letters], words[1:]
    i = 0
    while i < len(words):
        word = words[i]
        text = word.text
        i += 1
        if wanted:
            _value(out, wanted.pop(0), word, 0, letter_folder, scene)
        elif text[:2] == "--" and len(text) > 2:
            name, sign, value = text.partition("=")
            short += "x" if any(abbreviates(name, one) for one in ("--extract", "--get")) else "t" if abbreviates(name, "--list") else ""
            out.renames = out.renames or any(abbreviates(name, one) for one in ("--transform", "--xform"))
            if len(name) > 4 and abbreviates(name, "--one-top-level"):
                out.top = [value] if value else ["?"]
            if name.startswith("--strip"):
                given = value if sign else words[i].text if i < len(words) else ""
                out.strip = int(given) if given.isdigit() else 0
                i += not sign
            for long, letter in (("--directory", letter_folder), ("--file", "f"), ("--exclude", "X")):
                if abbreviates(name, long) and (sign or i < len(words)):
                    _value(out, letter, word if sign else words[i], len(name) + 1 if sign else 0, letter_folder, scene)
                    i += not sign
                    break
        elif text[:1] == "-" and len(text) > 1:
            for k, c in enumerate(text[1:], 1):
                short += c
                if c in letters:
                    if k < len(text) - 1:
                        _value(out, c, word, k + 1, letter_folder, scene)
                    elif i < len(words):
                        _value(out, c, words[i], 0, letter_folder, scene)
                        i += 1
                    break
        else:
            operands.append(word)
    if zips:
        if any(c in short for c in "ltzZpvc") or not operands:
            return None
        out.archive, operands = operands[0], operands[1:]
    elif "x" not in short or "t" in short:
        return None
    out.named = [word.text for word in operands]
    if out.top:
        own = out.archive.text.rpartition("/")[2].partition(".tar")[0].partition(".t")[0] if out.archive is not None else ""
        out.folders = [folder.rstrip("/") + "/" + (own if top == "?" else top) for folder in out.folders for top in out.top]
    return out


def _value(out: Unpacking, letter: str, word: "Word", front: int, folder: str, scene: "Scene") -> None:
    patterns = [pattern[front:] for pattern in scene.names.patterns(word)]
    if letter == folder:
        out.folders = patterns
    elif letter == "f" and word.text[front:] != "-":
        from statewright.shell.model import Word

        out.archive = word if not front else Word(word.raw[front:], word.text[front:])
    elif letter in ("X", "x"):
        out.left += [pattern.replace(LITERAL, "").strip("/*") for pattern in patterns]
    elif letter == "s":
        out.renames = True
