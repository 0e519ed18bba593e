"""Arrivals by programs with words of their own: scaffolding, sftp's commands, ar's members, uudecode. See arrivals.py."""

from statewright.policy.protecting.arrivals import FLAT, INTO, into
from statewright.policy.protecting.arriving import CREATE_VERBS, CREATING
from statewright.policy.words.calls import Call
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN, LITERAL, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene

EMPTIES = "!%s would lay a template over %s, the workflow's files among what it replaces.|Let it make a folder of its own."


def run(call: "Call") -> "Call":
    """The program that a module option or a runner of tools names, as a call of its own; without its version."""
    texts = call.texts
    at = 0
    if call.name.startswith(("python", "pypy")) and "-m" in texts[1:-1]:
        at = texts.index("-m") + 1
    elif call.name in ("uvx", "pipx"):
        given = [i for i, text in enumerate(texts) if i and text[:1] != "-" and text != "run" and texts[i - 1] not in ("--from", "--with", "--spec")]
        at = given[0] if given else 0
    name = texts[at] if at else call.name
    bare = name[:1] + name[1:].partition("@")[0]
    if not at and bare == call.name:
        return call
    made = Call(call.command, bare, call.number)
    made.words, made.parent = call.words[at:], call.parent
    made.texts = [word.text for word in made.words]
    return made


def creates(name: str) -> bool:
    bare = name.rpartition("/")[2]
    return bare.startswith("create-") or (name[:1] == "@" and bare.startswith("create"))


def laid(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """``npm create x .``: a template over the folder, which many of them empty first. The others ask, or make a folder."""
    words = call.words[1:]
    if not creates(call.name):
        at = next((i for i, word in enumerate(words) if word.text[:1] != "-"), len(words))
        if at >= len(words) or words[at].text not in CREATE_VERBS:
            return ""
        words = words[at + 2 :]  # the verb, and the template
    for word in words:
        if word.text[:1] != "-":
            for pattern in scene.names.patterns(word):
                if plain(pattern) and any(scene.hit(pattern, [base], "all") for base in bases):
                    return EMPTIES % (call.show(), pattern)
    return ""


def decoded(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The text that uudecode is given names its file, with any path."""
    if any(text[:2] == "-o" or text in ("-p", "-c") or abbreviates(text.partition("=")[0], "--output-file") for text in call.texts[1:]):
        return ""
    return INTO % (call.show(), "whatever place the text names", "uudecode -o FILE")


def members(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """``ar x``: the members' names, those that are asked for when there are any."""
    operands = [word for word in call.words[1:] if word.text[:2] != "--"]
    if len(operands) < 2 or "x" not in operands[0].text.lstrip("-") or "p" in operands[0].text[:2]:
        return ""
    named = [plain(pattern) or "" for word in operands[2:] for pattern in scene.names.patterns(word)]
    return into(call, ".", named if named and all(named) else FLAT, "cd DIR && …", scene, bases)


def session(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """sftp, ftp and lftp by their operands, and by the commands that they are given to read."""
    local = "."
    for line in _commands(call, scene):
        words = line.replace(LITERAL, "").lstrip("-@ ").split()
        verb = words[0] if words else ""
        rest = [word.strip("'\"") for word in words[1:] if word[:1] != "-"]
        if verb == "lcd":
            local = rest[0] if rest else local
        elif (HOLE in line or HIDDEN in line) and call.name not in ("sftp", "lftp"):
            continue  # a script of the project's own that it reads
        elif HOLE in line or HIDDEN in line:
            return into(call, local, None, "lcd DIR", scene, bases)
        elif verb in ("get", "mget", "reget", "pget", "get1") or (verb == "mirror" and "-R" not in words and "--reverse" not in words):
            last = rest[0].rpartition("/")[2] if rest else ""
            whole = last in ("", ".", "..") or any(c in last for c in "*?[") or (verb == "mirror" and len(rest) > 1)
            named = verb == "mirror" or call.name != "lftp" or "-o" in words
            target = rest[-1] if len(rest) > 1 and named and verb != "mget" else "."
            target = target if target[:1] == "/" or local == "." else local + "/" + target
            fault = into(call, target, None if whole else [last], "lcd DIR", scene, bases) or (target if scene.hit(target, bases) else "")
            if fault:
                return fault
    return ""


def _commands(call: "Call", scene: "Scene") -> "list[str]":
    """The commands of a session, as far as the line tells; none where a person would type them."""
    from statewright.policy.outputs.output import fed, lines_of

    values = "bBcDFilJoPRsSX" if call.name == "sftp" else "cefups"
    operands = [word for i, word in enumerate(call.words[1:], 1) if word.text[:1] != "-" and call.texts[i - 1][-1:] not in values]
    lines: "list[str]" = []
    for i, word in enumerate(call.words[1:], 1):
        before = call.texts[i - 1]
        if before[:1] == "-" and before[-1:] == ("b" if call.name == "sftp" else "f"):
            lines += lines_of(word.text, scene.names)
        elif call.name == "lftp" and before in ("-c", "-e"):
            lines += [line for text in scene.names.patterns(word) for line in text.replace("&&", ";").replace("\n", ";").split(";")]
    if call.command.stdin:
        lines += fed(call, scene.found, scene.names)
    if call.name == "sftp" and operands and ":" in operands[0].text:
        source = scene.names.patterns(operands[0])[0].partition(":")[2]
        lines.append("get %s %s" % (source or ".", scene.names.patterns(operands[1])[0] if len(operands) > 1 else "."))
    return lines


FORMS = {
    **dict.fromkeys(CREATING, laid), **dict.fromkeys(("ar", "llvm-ar", "gcc-ar"), members), "uudecode": decoded,
    **dict.fromkeys(("sftp", "lftp", "ftp", "tnftp"), session),
}  # fmt: skip
