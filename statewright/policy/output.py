"""What commands print, as far as the line tells: for substitutions, pipes into xargs, ``while read``.

Lines are path patterns (see patterns.py). HOLE: not known. HIDDEN: made by a program whose work is to hide what it is given.
"""

from statewright.policy.calls import Call, program
from statewright.policy.patterns import HIDDEN, _glob, glob, literal, most, plain
from statewright.policy.values import formatted, joined, unescaped
from statewright.shell.model import HOLE
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.resolve import Names
    from statewright.shell.model import Redirect, Word

LONGEST = 1 << 16  # characters of a file whose lines are looked at
PASSING = frozenset((
    "cat", "grep", "egrep", "fgrep", "sort", "uniq", "head", "tail", "tac", "tee", "nl", "xargs", "shuf", "column", "sponge", "pv",
    "less", "more", "most", "bat", "batcat", "strings", "dd", "pr", "expand", "unexpand", "iconv", "zless", "look",
))
CHANGING = frozenset((
    "comm", "join", "diff", "sed", "awk", "gawk", "mawk", "cut", "tr", "paste", "perl", "jq", "rev", "fmt", "fold", "python",
    "python3",
))
DECODING = ("base64", "base32", "xxd", "openssl", "uudecode", "basenc", "gunzip", "zcat", "gzip", "rot13", "caesar")
REALPATHS = ("realpath", "readlink", "cygpath")


def printed_by(text: str, names: "Names", depth: int = 0) -> "list[str]":
    """What a script prints, a value a word."""
    reads = text.lstrip()[:1] == "<" and text.lstrip()[1:2] not in "<("  # $(< file)
    script = read("cat " + text if reads else text)
    if script.opaque or depth > 4:
        return [HOLE]
    found = []
    for command in script.commands:
        words = command.words
        found.append(Call(command, program(words[0].text, names.event.project) if words and words[0].plain else "", 0))
    out = []
    for call in found:
        if call.words and not call.command.wrapper and _last(call.command.place):
            out += [literal_word(word) for line in printed(call, found, names) for word in (line, *line.split())]
    return most(out) or [HOLE]


def literal_word(line: str) -> str:
    return line.strip("\n")


def _last(place: "tuple[str, ...]") -> bool:
    """Whether what stands there prints to the script's own output."""
    for part in place:
        if part[:5] == "pipe:":
            at, _, of = part[5:].partition("/")
            if at != of:
                return False
        elif part in ("subst", "process"):
            return False
    return True


def fed(call: Call, found: "list[Call]", names: "Names", depth: int = 0) -> "list[str]":
    """The lines that may reach a command's input."""
    command = call.command
    lines = _redirected(command.redirects, names, found)
    if lines is not None:
        return lines
    if call.parent is not None and call.parent.command.wrapper and call.parent.command.stdin and not command.stdin:
        return fed(call.parent, found, names, depth + 1)
    if command.stdin in ("heredoc", "file"):
        for other in found[_at(call, found) + 1 :]:
            if not other.words and other.command.redirects and command.place[: len(other.command.place)] == other.command.place:
                lines = _redirected(other.command.redirects, names, found)
                if lines is not None:
                    return lines
        return [HOLE]
    if command.stdin == "pipe" and depth < 12:
        stage = _before(call, found)
        return most([line for other in stage for line in printed(other, found, names, depth + 1)]) or [HOLE]
    return [HOLE]


def _at(call: Call, found: "list[Call]") -> int:
    for i, other in enumerate(found):
        if other is call:
            return i
    return len(found)


def _redirected(redirects: "list[Redirect]", names: "Names", found: "list[Call]") -> "list[str] | None":
    for redirect in redirects:
        if redirect.heredoc is not None:
            return [line.strip() for line in redirect.heredoc.text.split("\n") if line.strip()] or [HOLE]
        if redirect.target is None:
            continue
        if redirect.op == "<<<":
            return [line for text in names.patterns(redirect.target) for line in text.split("\n")]
        if redirect.op == "<":
            raw = redirect.target.raw
            return printed_by(raw[2:-1], names, 1) if raw[:2] == "<(" else lines_of(redirect.target.text, names)
    return None


def lines_of(path: str, names: "Names") -> "list[str]":
    """A file's lines, as the line itself writes them or as the disk has them."""
    written = names.written.get(path)
    if written:
        return written
    facts = names.event.facts
    if HOLE in path or facts is None or not path:
        return [HOLE]
    where = path if path[:1] == "/" else names.event.home + path[1:] if path[:2] == "~/" else names.cwd + "/" + path
    if not facts.kind(where) and names.event.script.text.count(path) < 2 and path[:5] != "/dev/":
        return [HIDDEN]  # neither there nor made by this line: nothing tells what it will hold
    try:
        text = facts.text(where) if facts.kind(where) == "file" else None
    except ValueError:
        return [HOLE]
    if text is None or len(text) > LONGEST:
        return [HOLE]
    return most([literal(line.strip()) for line in text.replace("\0", "\n").split("\n") if line.strip()]) or [HOLE]


def _before(call: Call, found: "list[Call]") -> "list[Call]":
    """The commands of the pipe's stage in front of this one."""
    place = call.command.place
    for i in range(len(place) - 1, -1, -1):
        at, _, of = place[i][5:].partition("/")
        if place[i][:5] != "pipe:" or at == "1":
            continue
        own, wanted, out = place[: i + 1], (*place[:i], "pipe:%d/%s" % (int(at) - 1, of)), []
        for other in reversed(found[: _at(call, found)]):
            there = other.command.place
            if there[: i + 1] == wanted:
                if not any(part in ("subst", "process") for part in there[i + 1 :]) and not other.command.wrapper:
                    out.append(other)
            elif out or there[: i + 1] != own:
                break
        return out[::-1]
    return []


def printed(call: Call, found: "list[Call]", names: "Names", depth: int = 0) -> "list[str]":
    """The lines a command prints."""
    name, texts = call.name, call.texts
    if name == "echo":
        words = call.words[1:]
        escapes = False
        while words and words[0].text[:1] == "-" and len(words[0].text) > 1 and set(words[0].text[1:]) <= set("neE"):
            escapes = escapes or "e" in words[0].text
            words = words[1:]
        made = joined([names.patterns(word) for word in words])
        return _split([unescaped(text) for text in made] if escapes or any("\\" in text for text in made) else made)
    if name == "printf" and len(texts) > 1 and texts[1][:2] != "-v":
        words = call.words[2:] if texts[1] == "--" else call.words[1:]
        choices = [names.patterns(word) for word in words[1:]]
        every = [[some[min(i, len(some) - 1)] for some in choices] for i in range(max([len(some) for some in choices] or [1]))]
        return _split([formatted(form, row) for form in names.patterns(words[0]) for row in every])
    if (name in PASSING or name in CHANGING) and not (name[-4:] == "grep" and _searches(call)):
        return _passed(call, found, names, depth)
    if name in DECODING:
        return [HIDDEN] if any(text[:2] in ("-d", "-D", "-r", "--") or name in ("zcat", "gunzip") for text in texts[1:] or [""]) else [HOLE]
    from statewright.policy.listings import listing

    return listing(call, names)


def _searches(call: Call) -> bool:
    """Whether grep tells of files: it goes through folders, or prints names alone."""
    short = "".join(text[1:] for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    return any(c in short for c in "rRlL") or any(text[:5] in ("--rec", "--der", "--fil", "--dir") for text in call.texts[1:])


def _named(call: Call, operands: "list[Word]", names: "Names") -> "list[str] | None":
    """The lines of the files that a filter is told to read; None where it reads its input."""
    fed_text = call.command.stdin or call.command.redirects
    if call.name == "dd":
        wanted = [text[3:] for text in call.texts if text[:3] == "if="]
        return lines_of(wanted[0], names) if wanted else None
    if call.name == "perl" and not any(text[:1] == "-" and ("p" in text or "n" in text) for text in call.texts[1:]):
        return None
    files = [word for word in operands if word.static and (word.text in names.written or _file(word.text, names))]
    if not files and not fed_text and operands and call.name in ("sort", "head", "tail", "tac", "nl", "uniq", "rev", "shuf"):
        files = [word for word in operands[-1:] if word.text.strip("+0123456789kMG") and not word.glob]
    return most([line for word in files for line in lines_of(word.text, names)]) if files else None


def _file(path: str, names: "Names") -> bool:
    facts = names.event.facts
    where = path if path[:1] == "/" else names.event.home + path[1:] if path[:2] == "~/" else names.cwd + "/" + path
    return facts is not None and bool(path) and facts.kind(where) == "file"


def _split(texts: "list[str]") -> "list[str]":
    return most([line.strip() for text in texts for line in text.replace("\0", "\n").split("\n") if line.strip()])


def _passed(call: Call, found: "list[Call]", names: "Names", depth: int) -> "list[str]":
    """Filters hand on what they are given, changed or not."""
    name, texts = call.name, call.texts
    operands = [word for word in call.words[1:] if word.text[:1] != "-"]
    if name == "cat" and operands:
        return most([line for word in operands for line in lines_of(word.text, names)])
    inner = [word.raw[2:-1] for word in call.words[1:] if word.raw[:2] == "<("]
    files = _named(call, operands, names) if name not in ("xargs", "tee", "sponge", "python", "python3") else None
    if files is not None:
        lines = files
    elif inner:
        lines = most([line for text in inner for line in printed_by(text, names, depth + 1)])
    elif call.command.stdin or call.command.redirects:
        lines = fed(call, found, names, depth + 1)
    else:
        return [HOLE]
    if name in ("grep", "egrep", "fgrep") and operands and operands[0].static and (len(operands) == 1 or files is not None):
        return _grepped(lines, operands[0].text, "".join(text[1:] for text in texts[1:] if text[:1] == "-" and text[:2] != "--"))
    if name == "rev":
        return [literal((plain(line) or HOLE)[::-1]) for line in lines]
    if name == "tr" and len(texts) == 3 and len(texts[1]) == len(texts[2]) == 1:
        return [line.replace(texts[1], texts[2]) for line in lines]
    if name == "tr" and len(texts) == 3 and texts[1] == "-d":
        return ["".join(c for c in line if c not in texts[2]) for line in lines] + lines
    if name in CHANGING:
        return most([*lines, *(piece for line in lines for piece in line.split()), HOLE])
    return lines


def _grepped(lines: "list[str]", pattern: str, short: str) -> "list[str]":
    """The lines that a plain pattern leaves; one with more than letters in it leaves all."""
    inverted = "v" in short
    front = pattern[:1] == "^"
    shown = pattern.lstrip("^").replace("\\.", ".").rstrip("$")
    if not shown or any(c in shown for c in "*[]+?|(){}\\"):
        return lines if not inverted else [line for line in lines if HOLE in line or not glob("*" + shown.replace("\\", "") + "*", line)]
    kept = []
    body = pattern.lstrip("^").rstrip("$") if "F" not in short else pattern.replace(".", "\\.")
    whole = "x" in short
    shape = ("" if front or whole else "*") + body.replace("\\.", HOLE).replace(".", "?").replace(HOLE, ".").lower()
    shape += "" if whole or pattern[-1:] == "$" else "*"
    for line in lines:
        text = plain(line)
        hit = text is None or _glob(shape, 0, text.lower(), 0, [4000])
        if inverted and "w" in short and text is not None:
            hit = shown.lower() in text.lower().split("/")
        if text is None or hit != inverted:
            kept.append(line)
    return kept
