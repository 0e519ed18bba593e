"""Files: how many distinct files may be changed since the state was entered, by their real paths."""

from statewright.model import CLIENT_TOOLS, DENY, Finding
from statewright.policy.limits.changed import changed_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "files"


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a call that would bring the number of changed files over ``max_files_per_state``."""
    limit = state.get("max_files_per_state")
    if limit is None:
        return None
    if event.mcp_server or event.tool not in CLIENT_TOOLS:
        from statewright.policy.limits import served

        unknown = served.files(state, event, limit)
        if unknown:
            return unknown
    if event.command is not None:
        from statewright.policy.limits import shellwrites

        fault, _ = shellwrites.lines(state, event)
        if fault:
            return Finding(
                DENY,
                RULE,
                "Which files %s changes cannot be told, and this state limits them to %d." % (fault, limit),
                "Use the edit tools, or echo and a heredoc to a plain file.",
            )
    try:
        changed = event.extra.get("changed")  # worked out when the call was judged
        new = fresh(event, changed_files(event) if changed is None else changed, snap["files"])
    except ValueError as error:
        return Finding(DENY, RULE, "The files this call changes cannot be told: %s." % error)
    if new and len(snap["files"]) + len(new) > limit:
        return Finding(
            DENY,
            RULE,
            "The call would change %d further file%s; %d of %d are used in this state."
            % (len(new), "" if len(new) == 1 else "s", len(snap["files"]), limit),
            "Stay with the files already changed, or move on to another state.",
        )
    return None


def fresh(event: "Event", paths: "list[str]", known: "list[str]") -> "list[str]":
    """The paths that are none of the known files under another name: a hard link, or other case where the disk ignores it."""
    out: "list[str]" = []
    for path in paths:
        if path in known or path in out:
            continue
        inode = event.facts.inode(path) if event.facts is not None else ""
        if not inode or not any(event.facts.inode(other) == inode for other in (*known, *out)):
            out.append(path)
    return out
