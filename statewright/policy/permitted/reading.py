"""The read-only shell: known to be reading passes, known to be writing is refused, unknown is refused with the advice to list it."""

from statewright.model import DENY, Finding
from statewright.policy.permitted.harmless import harmless
from statewright.policy.permitted.readonly import Context, refusal
from statewright.policy.permitted.refreshing import refreshed
from statewright.policy.words.calls import is_function, where
from statewright.policy.words.places import Place, git_leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

RULE = "commands"


def refused(event: "Event", call: "Call", context: Context, names: "Names", here: "list[str]") -> "Finding | None":
    """None when the command is known to read only."""
    if not call.name:
        return Finding(DENY, RULE, "The program of %s%s is not plain to see." % (call.show(), where(call, event)), "Write the command's name out.")
    if harmless(call, event) or is_function(call, event):
        return None
    if call.command.program and call.command.program != "file":
        return Finding(DENY, RULE, "%s%s takes its commands from a place that cannot be read here." % (call.show(), where(call, event)))
    no = refusal(call, context)
    if no is None:
        if git_leaves(call, event):
            return Finding(DENY, RULE, "%s%s works outside the project." % (call.show(), where(call, event)))
        if call.name[:2] == "py":
            from statewright.policy.permitted.trusted import beside

            fault = beside(call, event, here)
            if fault:
                return fault
        fresh = refreshed(call, event)
        if fresh:
            reason = "This state's shell is for reading: %s%s is refused, since %s rewrites what the tests expect."
            return Finding(DENY, RULE, reason % (call.show(), where(call, event), fresh), "Run it without %s." % fresh)
        return _fed_options(event, call) or _beyond(event, call, names, here)
    kind, why = no
    if kind == "unknown":
        return Finding(
            DENY,
            RULE,
            "This state's shell is for reading, and %s%s is not known to read only: %s." % (call.show(), where(call, event), why),
            "A person can list it in allowed_commands, or give its kind in meta.commands.",
        )
    return Finding(DENY, RULE, "This state's shell is for reading: %s%s is refused, since %s." % (call.show(), where(call, event), why))


def _beyond(event: "Event", call: "Call", names: "Names", here: "list[str]") -> "Finding | None":
    """Options that take code or configuration from outside the project."""
    if all(word.static and word.text[:1] not in "-+/~@" and "=" not in word.text and ".." not in word.text for word in call.words[1:]):
        return None
    from statewright.policy.permitted.beyond import fault

    one = fault(call, 1, Place(event, names, here), False)
    if one is None:
        return None
    reason = "This state's shell is for reading, and in %s%s %s of %s %s."
    return Finding(DENY, RULE, reason % (call.show(), where(call, event), one.option, one.program, one.what), "Run it without %s." % one.option)


def _fed_options(event: "Event", call: "Call") -> "Finding | None":
    """Arguments that xargs appends may be options: refused where the line itself writes such words."""
    if not call.command.open or call.name in ("echo", "cat", "ls", "wc", "stat", "file", "head", "grep", "du"):
        return None
    for other in event.extra.get("calls", ()):
        if other.name in ("echo", "printf") and any(
            part[:1] == "-" or part[:2] in ("w ", "e ") or "/w" in part or "/e" in part for text in other.texts[1:] for part in [text, *text.split()]
        ):
            return Finding(DENY, RULE, "%s%s would take options from its input." % (call.show(), where(call, event)))
        if call.name in ("sort", "uniq", "xxd", "sed", "awk", "find") and other.name in ("echo", "printf"):
            return Finding(DENY, RULE, "%s%s would take its operands from text in the same line." % (call.show(), where(call, event)))
    return None
