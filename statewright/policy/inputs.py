"""Roads by which a line's own text becomes the input of a shell that has no redirect of its own: ``exec <<< TEXT``, what a function is
called with, a coprocess, a named pipe. bash(1), REDIRECTION, Coprocesses; zshbuiltins(1), print -p. Loaded for such lines alone.
"""

from statewright.policy.output import directed, fed, printed
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.resolve import Names

DESCRIPTORS = ("/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/dev/./")
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
        elif part[:9] == "function " and depth < 4:
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
