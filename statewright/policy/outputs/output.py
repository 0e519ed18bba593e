"""What commands print, as far as the line tells: for substitutions, pipes into xargs, ``while read``.

Lines are path patterns (see words/patterns.py). HOLE: not known, but no protected path. UNTOLD: it may be any path.
"""

from statewright.policy.outputs.passing_names import CHANGING, PASSING
from statewright.policy.words.calls import Call, _parents, program
from statewright.policy.words.patterns import UNTOLD, literal, most_lines
from statewright.policy.words.printing import formatted, unescaped
from statewright.policy.words.values import joined
from statewright.shell.model import HOLE
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Redirect

# They leave a file of names as it is, or end with it.
KEEPING = ("xargs", "parallel", "rm", "tee", "mapfile", "readarray", "read", "tar", "rsync", "cpio", "git", "zip", "source", ".", "", "test", "[")
LONGEST = 1 << 16  # characters of a file whose lines are looked at
DECODING = ("base64", "base32", "xxd", "openssl", "uudecode", "basenc", "gunzip", "zcat", "gzip", "rot13", "caesar")
FINDING = ("which", "whence", "where")  # the path of a program: it ends in what was asked for


def printed_by(text: str, names: "Names", depth: int = 0) -> "list[str]":
    """What a script prints, a value a word."""
    reads = text.lstrip()[:1] == "<" and text.lstrip()[1:2] not in "<("  # $(< file)
    script = read("cat " + text if reads else text)
    if script.opaque or depth > 4:
        return [UNTOLD]
    found = []
    for command in script.commands:
        words = command.words
        found.append(Call(command, program(words[0].text, names.event.project) if words and words[0].plain else "", 0))
    _parents(found)
    names.among.update([(id(call), found) for call in found])
    lines = one_by_one([call for call in found if call.words and not call.command.wrapper and last(call.command.place)], found, names, 0)
    out = [word.strip("\n") for line in lines for word in (line, *line.split())]
    out += [UNTOLD] if any(":" + UNTOLD in line for line in lines) else []  # what a search found, word by word
    return most_lines(out) or [HOLE]


def one_by_one(calls: "list[Call]", found: "list[Call]", names: "Names", depth: int) -> "list[str]":
    """The lines that commands print one behind the other."""
    if not calls or (len(calls) == 1 and not calls[0].command.place):
        return printed(calls[0], found, names, depth) if calls else []
    from statewright.policy.words.pieces import told

    return told(calls, found, names, depth)


def last(place: "tuple[str, ...]") -> bool:
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
    lines = directed(command.redirects, names, found)
    if lines is not None:
        return lines
    front = call.parent
    while front is not None and front.name != "xargs":
        lines = directed(front.command.redirects, names, found)
        if lines is not None:
            return lines
        front = front.parent
    if call.parent is not None and call.parent.command.wrapper and call.parent.command.stdin and not command.stdin:
        return fed(call.parent, found, names, depth + 1)
    if command.stdin in ("heredoc", "file"):
        for other in found[_at(call, found) + 1 :]:
            if not other.words and other.command.redirects and command.place[: len(other.command.place)] == other.command.place:
                lines = directed(other.command.redirects, names, found)
                if lines is not None:
                    return lines
        return [HOLE]
    if command.stdin == "pipe" and depth < 12:
        stage = _before(call, found)
        return most_lines(one_by_one(stage, found, names, depth + 1)) or [HOLE]
    if command.program == "stdin" or within(command.place):
        from statewright.policy.words import inputs

        return inputs.lines(call, found, names, depth) or [HOLE]
    return [HOLE]


def within(place: "tuple[str, ...]") -> bool:
    """Whether a command has the input of what stands around it: of a function, of ``>( … )``."""
    return any(part[:9] == "function " or part == "process" for part in place)


def _at(call: Call, found: "list[Call]") -> int:
    return next((i for i, other in enumerate(found) if other is call), len(found))


def directed(redirects: "list[Redirect]", names: "Names", found: "list[Call]") -> "list[str] | None":
    """The lines that redirects of the input bring; None when there is none."""
    for redirect in redirects:
        if redirect.heredoc is not None:
            bodies = [redirect.heredoc.text] if redirect.heredoc.static else names.patterns(redirect.heredoc)
            return [line.strip() for body in bodies for line in body.split("\n") if line.strip()] or [HOLE]
        if redirect.target is None:
            continue
        if redirect.op == "<<<":
            return [line for text in names.patterns(redirect.target) for line in text.split("\n")]
        if redirect.op == "<&" and redirect.target.text not in ("0", "-"):
            from statewright.policy.words.inputs import opened

            return opened(redirect.target.text, names)
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
    if facts is None or not path:
        return [HOLE]
    if HOLE in path:
        return [UNTOLD]
    where = path if path[:1] == "/" else names.event.home + path[1:] if path[:2] == "~/" else names.cwd + "/" + path
    if not facts.kind(where) and names.event.script.text.count(path) < 2 and path[:5] != "/dev/":
        return [UNTOLD]  # neither there nor made by this line: nothing tells what it will hold
    if names.event.script.text.count(path) > 1 and _anew(path, names):
        return [UNTOLD]
    try:
        text = facts.text(where) if facts.kind(where) == "file" else None
    except ValueError:
        return [UNTOLD]
    if text is None or len(text) > LONGEST:
        return [HOLE] if where == "/dev/null" else [UNTOLD]
    return most_lines([literal(line.strip()) for line in text.replace("\0", "\n").split("\n") if line.strip()]) or [HOLE]


def _anew(path: str, names: "Names") -> bool:
    """Whether a command of the line may write a file by its words before it is read: ``curl -o FILE``, ``cp x FILE``, ``sort -o FILE``."""
    from statewright.policy.permitted.readonly import Context, refusal

    if names.naming is None:
        names.naming = {}
        for call in names.calls:
            for word in call.words[1:]:
                rest, sign = word.text, "="
                while sign:
                    names.naming.setdefault(rest, {})[call.number, id(call)] = call
                    _, sign, rest = rest.partition("=")
    for call in names.naming.get(path, {}).values():
        if call.name in KEEPING or call.command.wrapper:
            continue
        if refusal(call, Context(web=True)) is not None:
            return True
    return False


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
        made = _handing(call, found, names, joined([names.patterns(word) for word in words]))
        made += [text.partition("\\c")[0] for text in made if "\\c" in text]
        return _split([unescaped(text) for text in made] if escapes or any("\\" in text for text in made) else made)
    if name == "printf" and len(texts) > 1 and texts[1][:2] != "-v":
        words = call.words[2:] if texts[1] == "--" else call.words[1:]
        choices = [names.patterns(word) for word in words[1:]]
        every = [[some[min(i, len(some) - 1)] for some in choices] for i in range(max([len(some) for some in choices] or [1]))]
        lines = handed(call, found, names) if call.command.open else []
        every = [[*row, line] for row in every for line in lines] if lines else every
        from statewright.policy.words.pieces import rows

        every += rows(words, names, lines)
        made = [formatted(form, row) for form in names.patterns(words[0]) for row in every]
        made += [text.partition("\\c")[0] for text in made if "\\c" in text]
        return _split(_handing(call, found, names, made, False))
    if call.command.open and name in (*PASSING, *CHANGING) and name != "xargs" and not (name[-4:] == "grep" and _searches(call)):
        return [UNTOLD]  # what the files hold that it is handed
    if (name in PASSING or name in CHANGING) and not (name[-4:] == "grep" and _searches(call)):
        from statewright.policy.outputs.passing import passed

        return passed(call, found, names, depth)
    if name in DECODING:
        return [UNTOLD] if any(text[:2] in ("-d", "-D", "-r", "--") or name in ("zcat", "gunzip") for text in texts[1:] or [""]) else [HOLE]
    if name in FINDING or (name in ("type", "command") and texts[1:2] and texts[1][:2] in ("-p", "-P", "-v", "-V")):
        return ["/usr/local/bin/" + pattern for word in call.words[1:] if word.text[:1] != "-" for pattern in names.patterns(word)] or [HOLE]
    if name in (names.event.script.functions if names.event.script else ()):
        from statewright.policy.words import inputs

        return inputs.bodies(call, names, depth)
    from statewright.policy.outputs.listings import listing

    return listing(call, names)


def handed(call: Call, found: "list[Call]", names: "Names") -> "list[str]":
    """What xargs or parallel hands to a command that prints it again."""
    front = call.parent
    while front is not None and front.name not in ("xargs", "parallel", "env_parallel"):
        front = front.parent
    if front is None:
        return []
    from statewright.policy.words.composed import arguments

    return arguments(front, names.among.get(id(front), found), names)


def _handing(call: Call, found: "list[Call]", names: "Names", made: "list[str]", appended: bool = True) -> "list[str]":
    """Texts with what is handed to their command put in."""
    holed = any(HOLE in word.text and not word.vars and not word.subst for word in call.words)
    lines = handed(call, found, names) if holed or (call.command.open and appended) else []
    if not lines:
        return made
    return [text.replace(HOLE, line) if HOLE in text else text + " " + line for text in made for line in lines]


def _searches(call: Call) -> bool:
    """Whether grep tells of files: it goes through folders, or prints names alone."""
    short = "".join(text[1:] for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    return any(c in short for c in "rRlL") or any(text[:5] in ("--rec", "--der", "--fil", "--dir") for text in call.texts[1:])


def _split(texts: "list[str]") -> "list[str]":
    return most_lines([line.strip() for text in texts for line in text.split("\n") if line.strip()])
