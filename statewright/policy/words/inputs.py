"""Roads by which a line's own text becomes the input of a shell that has no redirect of its own: ``exec <<< TEXT``, what a function is
called with, a coprocess, a named pipe. bash(1), REDIRECTION, Coprocesses; zshbuiltins(1), print -p. Loaded for such lines alone.
"""

from statewright.policy.outputs.output import directed, fed, last, one_by_one, printed
from statewright.policy.words.patterns import UNTOLD, most_lines
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

DESCRIPTORS = ("/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/dev/./")
AROUND = "\0around"  # what is kept of all inputs, beside what substitutions print
PIPING = ("mkfifo", "mknod")


def lines(call: "Call", found: "list[Call]", names: "Names", depth: int = 0) -> "list[str] | None":
    """The lines that reach a program from what stands around it; None where the line says nothing of its input."""
    out: "list[str]" = []
    told = False
    for part in call.command.place:
        if part == "coproc":
            told = True
            for other in found:
                if _to_coproc(other):
                    out += printed(other, found, names)
        elif part == "process":
            made = _filling(found, names)
            told = told or made is not None
            out += made or ()
        elif part[:9] == "function " and depth < 9:
            for other in found:
                if other.name != part[9:] or other is call:
                    continue
                if other.command.stdin or other.command.redirects:
                    told = True
                    out += fed(other, found, names, depth + 1)
                else:  # within another function, whose input it has
                    made = lines(other, found, names, depth + 1)
                    told = told or made is not None
                    out += made or ()
    for other in found:
        if other.name == "exec" and len(other.words) == 1:
            made = directed([one for one in other.command.redirects if one.fd in ("", "0") and one.op[:1] == "<"], names, found)
            if made is not None:
                told = True
                out += made
    return (out or [HOLE]) if told else None


def _filling(found: "list[Call]", names: "Names") -> "list[str] | None":
    """What is printed into ``>( … )``: by the command whose output goes there, by all of them where ``exec`` or a group has it."""
    if ">(" not in (names.event.script.text if names.event.script else ""):
        return None
    out: "list[str]" = []
    outside = [other for other in found if other.words and not {"process", "subst"} & {*other.command.place} and not other.command.wrapper]
    for other in found:
        for redirect in other.command.redirects:
            if redirect.target is not None and redirect.target.raw[:2] == ">(" and redirect.fd != "2":
                for one in [other] if other.words and other.name != "exec" else outside:
                    out += printed(one, found, names, 1) if one.name != "exec" else []
        if other.name == "tee" and any(word.raw[:2] == ">(" for word in other.words):
            out += fed(other, found, names, 1)
    return out


def around(names: "Names") -> "list[str]":
    """What the commands of a line have for their input, all together: one of them may hold the substitution that reads it."""
    told = names.told.get(AROUND)
    if told is not None and told[0] == names.turn:
        return told[1]
    names.told[AROUND] = (names.turn, [HOLE])  # what it is made of may ask for it
    out: "list[str]" = []
    for call in names.calls:
        if (call.command.stdin or call.command.redirects) and call.words and "subst" not in call.command.place:
            out += fed(call, names.calls, names, 2)
    names.told[AROUND] = (names.turn, most_lines(out) or [HOLE])
    return names.told[AROUND][1]


def _to_coproc(call: "Call") -> bool:
    """Whether a command prints to a coprocess: to a descriptor that is not there to read, to zsh's ``p``, by ``print -p``."""
    if call.name == "print" and any(text[:1] == "-" and "p" in text for text in call.texts[1:3]):
        return True
    for redirect in call.command.redirects:
        target = redirect.target
        if target is not None and redirect.op == ">&" and (not target.static or target.text in ("p", "-p") or target.text not in ("1", "2", "-")):
            return True
    return False


def held(call: "Call", found: "list[Call]", names: "Names") -> bool:
    """Whether a shell takes its program from a descriptor that may have been opened before, or from a named pipe: anything may come from there."""
    if call.command.wrapper or call.command.program not in ("", "file"):
        return False
    if not call.command.program and any(text.startswith(DESCRIPTORS) or (text[:6] == "/proc/" and "/fd/" in text) for text in call.texts[1:]):
        return True
    facts = names.event.facts
    made = {text for other in found if other.name in PIPING for text in other.texts[1:]}
    taken = [redirect.target.text for redirect in call.command.redirects if redirect.target is not None and redirect.op in ("<", "<>")]
    for text in (*taken, *call.texts[1:2]):
        if text in made or (facts is not None and text[:5] != "/dev/" and HOLE not in text and facts.kind(text) == "other"):
            return True
    return False


def opened(number: str, names: "Names") -> "list[str]":
    """The lines that may be read from a descriptor that a command of the line has opened."""
    for call in names.calls:
        for redirect in call.command.redirects:
            if redirect.fd == number and redirect.op in ("<", "<<<", "<<", "<<-", "<>") and number.isdigit():
                return directed([redirect], names, names.calls) or [UNTOLD]
    return [UNTOLD]


def bodies(call: "Call", names: "Names", depth: int) -> "list[str]":
    """What a function of the line prints: all that its commands do."""
    inside = [other for other in names.calls if "function " + call.name in other.command.place and other.name != call.name]
    if depth > 6 or not inside:
        return [UNTOLD]
    inside = [other for other in inside if not other.command.wrapper and last(other.command.place)]
    return most_lines(one_by_one(inside, names.calls, names, depth + 2)) or [HOLE]
