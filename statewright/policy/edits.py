"""Edits: how many lines one call may change.

A shell write counts if it can be counted, and is refused if it cannot, unless its command is listed. What counts stands in
``limits/edit_lines.py`` and ``shellwrites.py``, loaded where a state has the limit.
"""

from statewright.model import CLIENT_TOOLS, DENY, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "edits"


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a call that changes more lines than ``max_edit_lines``."""
    limit = state.get("max_edit_lines")
    if limit is None:
        return None
    if event.mcp_server or event.tool not in CLIENT_TOOLS:
        from statewright.policy.limits import served

        return served.edits(state, event, limit)
    from statewright.policy.limits import edit_lines

    try:
        if event.command is not None:
            from statewright.policy.limits import shellwrites

            fault, count = shellwrites.lines(state, event)
            if fault:
                return Finding(
                    DENY,
                    RULE,
                    "How many lines %s changes cannot be told, and this state limits a call to %d." % (fault, limit),
                    "Use the edit tools, or echo and a heredoc to a plain file.",
                )
        else:
            count = edit_lines.changed_lines(event)
    except edit_lines.Uncountable as error:
        return Finding(DENY, RULE, "The lines this call changes cannot be counted: %s." % error)
    if count > limit:
        return Finding(DENY, RULE, "The call changes %d lines; this state allows %d a call." % (count, limit), "Split it into smaller edits.")
    return None
