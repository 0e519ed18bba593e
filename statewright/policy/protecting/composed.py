"""Protection against commands whose words or program text come by another road: a text that cannot be read is refused."""

from statewright.policy.protecting.refused import RULE
from statewright.policy.words.calls import Call
from statewright.policy.words.composed import _held, _unread, events, text_of
from statewright.shell.model import HOLE
from statewright.shell.programs import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding
    from statewright.policy.words.resolve import Names

UNREAD = "What %s runs comes from a pipe or a descriptor and cannot be read, and so may change a protected file."
HINT = "Put it into a file of the project and name that."


def check(event: "Event", found: "list[Call]", names: "Names", places: "list[list[str]]") -> "Finding | None":
    """Protection: what such a call would run, where it can be read; a shell or make with a text that cannot is refused."""
    from statewright.model import DENY, Finding
    from statewright.policy.protecting import shell as protection_shell

    for call in found:
        shell = call.name in SHELLS or call.name in ("source", ".")
        if call.words and not call.name and not call.command.wrapper and _unread(call, found, names):
            return Finding(DENY, RULE, UNREAD % call.show(), HINT)
        fills = "process" in call.command.place  # >(sh)
        if (call.command.program in (("pipe",) if fills else ("pipe", "stdin")) and call.name in SHELLS) or call.name in ("make", "gmake"):
            text = text_of(call, found, names)
            if text is not None and HOLE in text:
                return Finding(DENY, RULE, UNREAD % call.show(), HINT)
        elif shell and ((call.command.program == "stdin" and fills) or _held(call, found, names)):
            return Finding(DENY, RULE, UNREAD % call.show(), HINT)
    for _, made in events(event, found, names, places):
        fault = protection_shell.check(made)
        if fault:
            return fault
    return None
