"""Rarer forms of everyday lines: programs of awk, sed and jq, patterns for names, tests, words in front of a command."""

from statewright.policy.everyday.rows import BEGINNINGS, WILD, name
from statewright.policy.everyday.rows import text as text_
from statewright.policy.everyday.words import PATTERN, QUOTED, STATUS, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State

    Words = list[str]

# Variables that change what a program tells, not what runs. Values are plain names.
_SETTING = """
    CI NODE_ENV FORCE_COLOR NO_COLOR RUST_BACKTRACE RUST_LOG PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED TZ CARGO_TERM_COLOR DJANGO_SETTINGS_MODULE
    RAILS_ENV CGO_ENABLED GOOS GOARCH LOG_LEVEL DEBUG NODE_OPTIONS
"""
SETTING = frozenset(_SETTING.split())
MEMORY = "--max-old-space-size="  # the one of node's options that is fine
# What xargs may hand names to, and whose output it may take them from.
TAKING = frozenset(("wc", "grep", "head", "tail", "cat", "ls", "file", "stat", "du", "basename", "dirname", "sha256sum", "md5sum"))
LISTING = frozenset(("find", "ls", "fd", "cd"))
# Of what a list told, no file's text: the options that a number stands behind. A number elsewhere is the name of a file.
NUMBERED = {"sort": "k", "head": "nc", "tail": "nc", "uniq": "fsw"}
TESTS = frozenset(("-f", "-d", "-e", "-s", "-r", "-w", "-x", "-L", "-h", "-n", "-z"))
LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
REPORTING = ("test", "tests", "lint", "check")
VARIABLES = ("V", "VERBOSE", "ARGS", "TESTS", "JOBS", "PYTHON")
TEMPORARY = "/tmp/"  # noqa: S108  (read, never written)
DOTTED = (".", ".git", ".github", ".gitignore", ".bin", ".venv", ".env.example", ".gitlab-ci.yml", ".editorconfig", ".eslintrc.json", ".prettierrc")
BARE = ("src", "lib", "app", "test", "tests", "run", "false", "true")  # folders and the like, no programs
VALUE = LETTERS | frozenset("/.,-")
RUNNING = ("|", "@", "system", "getline", "environ", "argv", "procinfo", "symtab", "functab", "close", "fflush", "include", "load")  # of awk's
HERE = ("localhost", "127.0.0.1", "http://localhost", "http://127.0.0.1")


def unwrapped(words: "Words", state: "State", front: "list[Words]", piped: bool) -> "tuple[Words, bool] | None":
    """The command without what stands in front of it, and whether it takes names from a list; None where that is not known."""
    taken = False
    for _ in range(4):
        first = words[0]
        if "=" in first and first[0] != QUOTED:
            key, _, value = first.partition("=")
            if key not in SETTING or state.get("env_overrides") or state.get("blocked_env"):
                return None
            if key == "NODE_OPTIONS":
                if value[: len(MEMORY)] != MEMORY or not value[len(MEMORY) :].isdigit():
                    return None
            elif value and (value[0] in BEGINNINGS or not VALUE.issuperset(value)):
                return None
            words = words[1:]
        elif first == "time":
            words = words[1:]
        elif first == "timeout":
            if len(words) < 2 or not words[1].rstrip("smh").isdigit():
                return None
            words = words[2:]
        elif first == "nice":
            if words[1:2] != ["-n"] or len(words) < 3 or not words[2].isdigit():
                return None
            words = words[3:]
        elif first == "xargs" and piped and not taken:
            words = words[1:]
            while words and words[0] in ("-r", "-0", "-I{}", "-n1", "-n"):
                if words[0] == "-n" and not (len(words) > 1 and words[1].isdigit()):
                    return None
                words = words[2 if words[0] == "-n" else 1 :]
            if not words or words[0] not in TAKING or not all(lists(one) for one in front):
                return None
            taken = True
        elif first == "git" and words[1:2] == ["--no-pager"]:
            words = ["git", *words[2:]]
        else:
            return words, taken
        if not words:
            return None
    return None


def lists(words: "Words") -> bool:
    """Whether a command tells names of files that are there, and no file's text."""
    first, rest = words[0], words[1:]
    if first in NUMBERED:
        takes = NUMBERED[first]
        return all(word[0] == "-" or (word.isdigit() and last[0] == "-" and last[-1] in takes) for last, word in zip(words, rest, strict=False))
    if first == "git":
        return rest[:1] == ["ls-files"] or (rest[:1] == ["diff"] and "--name-only" in rest) or rest[:2] == ["grep", "-l"]
    if first in ("grep", "rg"):
        return rest[:1] in (["-l"], ["--files"])
    return first in LISTING


def condition(words: "Words", operands: "list[str]") -> bool:
    """Whether a command is a test of one file or one text."""
    first, last = words[0], words[-1]
    if first != "test":
        if last != ("]" if first == "[" else "]]"):
            return False
        words = words[:-1]
    return len(words) == 3 and words[1] in TESTS and name(words[2], True, operands)


def globbed(word: str, operands: "list[str]") -> bool:
    """Whether a pattern for names stays in plain sight: stars alone, in the last part or as whole folders, below a plain folder or here."""
    head, _, last = word.rpartition("/")
    front = head.partition("*")[0].rstrip("/")
    if word[0] in BEGINNINGS or "/." in word or ".." in word or "~" in word or ("*" in head and head not in (front + "/**", "**")):
        return False
    if front and not name(front, True, operands):
        return False
    operands.append(front or ".")
    return bool(last)


def named(words: "Words", operands: "list[str]") -> bool:
    """Whether a word may be the name of a program, to be run by the one in front. The pieces of texts go to the names to be looked at."""
    for i, word in enumerate(words):
        if word == "." and (any(other[0] != "-" for other in words[i + 1 :]) or any(other[:2] == "./" for other in words)):
            return True  # a shell would take the next one's text for its own
        if " " in word:
            operands += [piece for piece in word.replace(QUOTED, "").split(" ") if piece]
    return any(len(word) > 1 and word.isidentifier() and word not in BARE for word in [word.replace(QUOTED, "") for word in words])


def shown(text: str, operands: "list[str]") -> bool:
    """Whether a path that a reader is given is a usual one with a dot in front, or one below /tmp."""
    operands.append(text)
    text = text.removeprefix(TEMPORARY)
    pieces = text.split("/")
    return text[:1] not in ("", "~", "-", "+", "@", "=", ":", "/", "$") and all(piece[:1] != "." or piece in DOTTED for piece in pieces)


def relative(commands: "list[tuple[Words, bool]]", state: "State", event: "Event") -> bool:
    """Write the project's own paths as seen from the project. False where an entry of the state may tell the difference."""
    if "allowed_commands" in state and any("." in word for words in state["command_words"] for word in words):
        return False
    for words, _ in commands:
        for i in range(1, len(words)):
            for mark in ("", QUOTED):
                if words[i].startswith(mark + event.project + "/"):
                    words[i] = mark + "./" + words[i][len(mark + event.project) + 1 :]
                elif words[i] == mark + event.project:
                    words[i] = "."
    return True


def fits(kind: str, word: str, operands: "list[str]") -> "str | None":
    """What the next operand is after this one, "" for a name; None when this is no program that only tells."""
    if STATUS in word and kind != "Q":
        return None
    quoted = word[0] == QUOTED
    text = word.replace(QUOTED, "").replace(TEXT, "").replace(PATTERN, "")
    if kind == "T":
        return "T" if text_(word, operands) else None
    if kind == "Q":
        return "Q" if text_(word.replace(STATUS, ""), operands) else None
    if kind == "P":  # %n sets a variable; a number's format is arithmetic in zsh
        return "Q" if text_(word, operands) and "%" not in word.replace("%%", "").replace("%s", "") else None
    if kind == "E":
        return "" if word.isdigit() else None
    if "\n" in text or not text.isascii() or (not quoted and "*" in text):
        return None
    operands.append(text)
    if kind == "N":
        return "" if text[:3] == "no:" else None
    if kind == "V":
        return "" if text[:4] == "term" else None
    if kind == "M" or kind == "K":
        return None if not _target(text, quoted) else kind if "=" in text else "K"  # a target must be among them
    if kind == "F":
        return "F" if ":" not in text and text != "." and WILD.isdisjoint(text) and name(word, True, operands) else None
    if kind == "D":
        return "" if text[:1] == "+" else None
    if kind == "A":
        return "" if quoted and _awk(text) else None
    if kind == "S":
        return "" if _sed(text) else None
    if kind == "J":
        return "" if _jq(text) else None
    if kind == "U":
        bare = next((text[len(one) :] for one in HERE if text.startswith(one)), "x")
        if text in HERE or bare[:1] in ("/", ":"):
            return "U" if name(word.replace(PATTERN, ""), False, operands) and "@" not in text else None
    return None


def _target(text: str, quoted: bool) -> bool:
    """A target of make's that reports, or a variable with a plain value."""
    key, sign, value = text.partition("=")
    if not sign:
        return text in REPORTING
    if key == "PYTHON":
        return value in ("python", "python3")
    return key in VARIABLES and LETTERS.issuperset(value.replace(" ", "") if quoted else value)


def _awk(text: str) -> bool:
    """A program of awk's that reads fields and prints: nothing piped, run, loaded or read by name, no ``>`` where it may be a redirect."""
    low = text.lower()
    if any(one in low for one in RUNNING):
        return False
    return ">" not in text.partition("{")[2] and "<" not in text and "\\" not in text.replace("\\t", "").replace("\\n", "")


def _jq(text: str) -> bool:
    """A filter of jq's that looks at its input alone."""
    low = text.lower()
    return not any(one in low for one in ("env", "$__", "import", "include", "input", "getpath", "debug", "stderr", "halt", "load", "eval"))


def _sed(text: str) -> bool:
    """A script of one command that prints, deletes or replaces: ``1,5p``, ``/x/,/y/d``, ``s/a/b/g``."""
    rest = text.strip(" ")
    if ";" in rest or "}" in rest or "\n" in rest:
        return False
    if rest[:1] == "s" and rest[1:2] in ("/", "#", "|", ","):
        return _replaces(rest[1:], rest[1])
    for _ in range(2):
        at = _address(rest)
        if at < 0:
            return False
        if rest[at : at + 1] != ",":
            return rest[at:] in ("p", "d", "q", "=")
        rest = rest[at + 1 :]
    return False


def _address(text: str) -> int:
    """Where an address ends that a script begins with, -1 for none that is plain."""
    if text[:1] == "$":
        return 1
    if text[:1] == "/":
        end = text.find("/", 1)
        return end + 1 if end > 1 and "\\" not in text[:end] and "[" not in text[:end] else -1
    at = 0
    while text[at : at + 1].isdigit():
        at += 1
    return at or -1


def _replaces(text: str, sign: str) -> bool:
    """``/a/b/g``: three signs that nothing escapes, and flags that only print."""
    places = []
    i = 0
    while i < len(text):
        if text[i] == "\\":
            i += 1
        elif text[i] == sign:
            places.append(i)
        i += 1
    return len(places) == 3 and not text[places[2] + 1 :].strip("gpI0123456789")
