"""What stands on a listing's line beside the name: whether a pattern of grep's may be met there, so that a line of ours is left.

``ls -la | grep ^d`` leaves every folder, whatever it is called. A pattern that no column can hold is one of names alone.
ls(1), find(1), du(1), git-status(1), git-ls-files(1), git-ls-tree(1), git-diff(1).
"""

from statewright.policy.outputs.passing_names import CHANGING, PASSING
from statewright.policy.words.calls import Call
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.resolve import Names

MODES = ("-dlcbpsD", "r-", "w-", "xsS-", "r-", "w-", "xsS-", "r-", "w-", "xtT-", "+@. ")
NUMBERS = frozenset("0123456789 :.,+-kmgtbKMGTB%\t")
HASHES = frozenset("0123456789abcdef :\t.")
MARKS = frozenset("MADRCTUXBHSK?! \t0123456789->")  # git's letters for what became of a file
# Words of columns: months, days, the owners of files, what git clean and ls say.
_WORDS = """
    jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun root staff wheel users admin daemon nobody www-data total would
    remove skipping repository blob tree commit directory
"""
WORDS = tuple(_WORDS.split())
# The letters of options that leave names alone on a line.
PLAIN = {"ls": "1aAdrtRUcuSXvBfLHNhG", "dir": "1aAdrtRUcuSXvBfLHNhG", "vdir": "", "exa": "1aAdrRsD", "eza": "1aAdrRsD", "lsd": "1aAdrRtS"}
BARE_TREE = frozenset("afidlnxvtUrLPI0123456789")  # tree draws no lines and prints paths alone
WHOLE = ("tree", "file", "stat", "column", "paste", "pr", "namei", "zipinfo", "getfacl", "lsattr", "df")  # anything may stand there


def met(call: "Call", names: "Names", found: "list[Call]", pattern: str, short: str) -> "bool | None":
    """Whether a plain pattern may be met beside the name; None for a list of names alone. short: grep's own letters."""
    kinds = set(origins(call, found, names, 0))
    if not kinds or (kinds == {"status"} and pattern == "^ D"):
        return None  # what lies there is not deleted
    if "v" in short:
        return pattern[:1] == "^" or "x" in short or (pattern[-1:] == "$" and bool(kinds & {"any", "marks"}))
    return any(_held(kind, pattern, names) for kind in kinds)


def origins(call: "Call", found: "list[Call]", names: "Names", depth: int) -> "list[str]":
    """What columns the lines have that reach a command: "any", "long", "hash", "status", "marks"; [] for none."""
    from statewright.policy.outputs.output import _before

    out: "list[str]" = []
    if call.command.stdin != "pipe" or depth > 12:
        return out if depth <= 12 else ["any"]
    for other in _before(call, found):
        name, texts = other.name, other.texts
        if _trims(name, texts):
            continue
        if name == "echo":
            out += _spread(other)
        elif name in PASSING or name in CHANGING:
            out += _added(name, texts) + origins(other, found, names, depth + 1)
        else:
            out += listed(name, texts, _sub(other) if name == "git" else [])
    return out


def _trims(name: str, texts: "list[str]") -> bool:
    """Whether a filter takes the columns off: ``cut -c4-``, ``awk '{print $9}'``, ``sed 's/^...//'``."""
    if name == "cut":
        return not any(text[-2:] == "1-" for text in texts)
    if name in ("awk", "gawk", "mawk"):
        return any("print $" in text and text.count("$") == 1 and "$0" not in text and "," not in text for text in texts)
    spots = [(text[i], text[i + 2 : i + 3]) for text in texts for i in range(1, len(text)) if text[i - 1] + text[i + 1 : i + 2] == "s^"]
    return name == "sed" and any(sign != behind != "" for sign, behind in spots)


def _spread(call: Call) -> "list[str]":
    """``echo $(ls -A)``, ``xargs echo``: many names become one line."""
    if any(kind in ("cmd", "var") and not quoted for word in call.words[1:] for kind, _, quoted in word.parts):
        return ["any"]
    front = call.parent.texts if call.command.open and call.parent is not None else []
    return [] if not front or any(text[:2] in ("-n", "-I", "-L", "-i", "-l") for text in front) else ["any"]


def _sub(call: "Call") -> "list[str]":
    from statewright.policy.texts.follow import subcommand

    return call.texts[subcommand(call.words)[0] :]


def _added(name: str, texts: "list[str]") -> "list[str]":
    """What a filter puts in front of the lines: ``nl``, ``cat -n``, ``uniq -c``, ``grep -n``."""
    short = _short(texts)
    if name in ("diff", "sdiff"):
        return ["any"]
    if name == "nl" or (name == "cat" and any(c in short for c in "nbAEevtT")) or (name == "uniq" and "c" in short):
        return ["long", *(["any"] if name == "cat" and any(c in short for c in "AEevtT") else [])]
    if (name == "xargs" and not any(c in short for c in "nILil")) or (name == "tr" and any("\\n" in text or "\n" in text for text in texts)):
        return ["any"]  # lines are joined
    return ["any"] if name in WHOLE or name == "fmt" or (name[-4:] == "grep" and any(c in short for c in "nbHT")) else []


def _short(texts: "list[str]") -> str:
    return "".join(text[1:] for text in texts[1:] if text[:1] == "-" and text[:2] != "--")


def listed(name: str, texts: "list[str]", rest: "list[str]") -> "list[str]":
    """The columns of what a program lists."""
    short = _short(texts)
    long = [text.partition("=")[0] for text in texts[1:] if text[:2] == "--" and len(text) > 2]
    if name == "tree" and "i" in short and not set(short) - BARE_TREE and not long:
        return []
    if name in WHOLE:
        return ["any"]
    if name in PLAIN:
        out = ["marks"] if "F" in short or "p" in short or any(text in ("--classify", "--indicator-style", "--file-type") for text in long) else []
        out += ["quotes"] if "Q" in short or "b" in short or any(text[:4] in ("--qu", "--es") for text in long) else []
        drawn = [text for text in texts[1:] if text[:5] in ("--col", "--for", "--hyp") and text not in ("--color=never", "--color=auto")]
        out += ["any"] if drawn or any(c in short for c in "Cxm") else []
        known = set(PLAIN[name]) | set("FpQbCxm")
        return out + (["long"] if set(short) - known or "--long" in long or "--inode" in long or "--size" in long or name == "vdir" else [])
    if name == "du":
        return ["long"]
    if name in ("wc", "cksum", "sum", "md5sum", "sha1sum", "sha256sum", "sha512sum", "b2sum", "shasum", "md5"):
        return ["hash"]
    if name == "find":
        if any(text in ("-exec", "-execdir", "-ok", "-okdir") for text in texts):
            return ["any"]
        forms = [texts[i + 1] for i, text in enumerate(texts[:-1]) if text == "-printf"]
        bare = [form.replace("\\n", "").replace("\\0", "").replace("%p", "").replace("%P", "").replace("%f", "") for form in forms]
        return (["long"] if "-ls" in texts else []) + (["any"] if any(bare) else [])
    if name in ("tar", "bsdtar", "gtar", "unzip"):
        return ["long"] if "v" in short + "".join(texts[1:2]) or (name == "unzip" and "Z1" not in short) else []
    return _git(rest) if name == "git" else ["any"] if name in ("fd", "fdfind") and ("l" in short or "--format" in long) else []


def _git(rest: "list[str]") -> "list[str]":
    sub, short = (rest[0] if rest else ""), _short(rest)
    if sub == "status":
        return ["status"] if "s" in short or any(text[:6] in ("--porc", "--shor") for text in rest) else ["any"]
    if sub == "clean":
        return ["long"]
    if sub == "ls-tree":
        return [] if any(text[:8] in ("--name-o", "--name-s") for text in rest) else ["hash", "long"]
    if sub == "ls-files":
        coded = "s" in short or "--stage" in rest or "--debug" in rest or "--eol" in rest or "u" in short
        return (["hash"] if coded else []) + (["any"] if "--debug" in rest or "--eol" in rest else []) + (
            ["status"] if any(c in short for c in "tvf") else []
        )
    if sub in ("diff", "show", "log", "diff-tree", "diff-index", "diff-files", "stash", "whatchanged"):
        if any(text[:6] in ("--stat", "--summ", "--comp", "--dirs") for text in rest):
            return ["any"]
        raw = "--raw" in rest or sub in ("diff-tree", "diff-index", "diff-files", "whatchanged")
        if "--name-only" in rest:
            return []
        return ["status"] if "--name-status" in rest else ["long"] if "--numstat" in rest else ["hash", "status"] if raw else ["any"]
    return ["any"] if sub in ("worktree", "check-attr") or (sub == "check-ignore" and "v" in short) else []


def _held(kind: str, pattern: str, names: "Names") -> bool:
    """Whether a column of a kind may hold what a plain pattern asks for, or the end of one with the beginning of a name of ours."""
    front = pattern[:1] == "^"
    text = pattern.lstrip("^").rstrip("$").replace("\\.", ".")
    if kind == "any" or not text.strip():
        return True
    if kind == "marks":
        return text in ("/", "*", "@", "=", "|")
    if kind == "quotes":
        return text in ('"', "'", "\\")
    if pattern[-1:] == "$" and len(text) > 0:
        return False  # the name stands last
    return any(_column(kind, text[:cut], front, names) and (cut == len(text) or text[cut] in "./") for cut in range(len(text), 0, -1))


def _column(kind: str, text: str, front: bool, names: "Names") -> bool:
    if kind == "status":
        return all(c in MARKS or c == HOLE for c in text)
    low = text.lower()
    if kind == "hash":
        return all(c in HASHES for c in low)
    if all(c in NUMBERS for c in text):
        return True
    pieces = text.split()
    user = names.event.home.rpartition("/")[2].lower()
    return bool(pieces) and all(_word(piece, front and not i, user) for i, piece in enumerate(pieces))


def _word(piece: str, front: bool, user: str) -> bool:
    if all(c in NUMBERS for c in piece):
        return True
    for at in range(1 if front else len(MODES)):
        if at + len(piece) <= len(MODES) and all(c in MODES[at + i] for i, c in enumerate(piece)):
            return True
    low = piece.lower()
    return any(low in word for word in (*WORDS, user) if word and len(low) <= len(word))
