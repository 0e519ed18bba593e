"""What a tool of another server changes, for the limits: an edit known by its schema, or a terminal's text judged like the shell's own."""

from statewright.model import DENY, Finding
from statewright.policy.limits.edit_lines import Uncountable
from statewright.policy.limits.edit_schema import lines, paths
from statewright.policy.texts.terminals import events
from statewright.policy.words.given import reads_by_name
from statewright.policy.words.listed import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State


def reading(state: "State", event: "Event") -> bool:
    """Whether a tool only reads: by its name, or because a person named it so."""
    named = state.get("config", {}).get("trace", {}).get("reading_tools", ())
    return reads_by_name(event.raw_tool or event.tool) or any(matches(pattern, event.tool) for pattern in named)


def counted(state: "State", event: "Event") -> "tuple[str, int]":
    """``(what cannot be counted or "", lines)``."""
    if reading(state, event):
        return "", 0
    try:
        total = lines(event)
    except Uncountable as error:
        return "this call (%s)" % error, 0
    for made in events(event):
        from statewright.policy.limits import shellwrites

        fault, count = shellwrites.lines(state, made)
        if fault:
            return fault, 0
        total += count
    return "", total


def changed(state: "State", event: "Event") -> "list[str]":
    """The real paths that the call changes, each once."""
    if reading(state, event):
        return []
    from statewright.policy.limits.changed import changed_files
    from statewright.policy.words.paths import absolute, real

    out = [real(event, absolute(event, path)) for path in paths(event)]
    return list(dict.fromkeys([*out, *(path for made in events(event) for path in changed_files(made))]))


def edits(state: "State", event: "Event", limit: int) -> "Finding | None":
    """The limit on lines."""
    fault, count = counted(state, event)
    if fault:
        reason = "How many lines %s changes cannot be told, and this state limits a call to %d." % (fault, limit)
        return Finding(DENY, "edits", reason, "Use the edit tools.")
    if count > limit:
        reason = "The call changes %d lines; this state allows %d a call." % (count, limit)
        return Finding(DENY, "edits", reason, "Split it into smaller edits.")
    return None


def files(state: "State", event: "Event", limit: int) -> "Finding | None":
    """The part of the limit on files that says which they are: noted with the event, refused where they cannot be told."""
    fault = counted(state, event)[0]
    if fault:
        reason = "Which files %s changes cannot be told, and this state limits them to %d." % (fault, limit)
        return Finding(DENY, "files", reason, "Use the edit tools.")
    event.extra["changed"] = changed(state, event)
    return None
