"""Protection: our files and the harnesses' hook settings stay as people left them, in every state, on every road.

Reading them is free. The tools that name their file are judged here; a shell text in ``protection_shell.py``, loaded when
there is one, and a tool of unknown kind in ``protection_tools.py``.
"""

from statewright.model import DENY, EDIT_TOOLS, READING_TOOLS, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "protection"
PATH_KEYS = ("file_path", "notebook_path", "path")
REASON = "%s is protected: the workflow's files and the hook settings are changed by people, outside the agent."
HOLE = "\0"  # stands in a shell word for what only a running shell knows


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a call that could change a protected path."""
    if event.command is not None:
        from statewright.policy import protection_shell

        return protection_shell.check(event)
    if not isinstance(event.input, dict):
        return Finding(DENY, RULE, "The call's input is not an object.") if event.tool in EDIT_TOOLS or event.tool == "Bash" else None
    if event.tool == "Bash":
        return Finding(DENY, RULE, "The command is no text.")
    if event.tool in EDIT_TOOLS:
        return _edit(event)
    if event.tool in READING_TOOLS:
        if event.facts is None or event.facts.kind(event.data + "/secrets") != "dir":
            return None  # nobody was ever asked for an approval here
        from statewright.policy import secrets

        return secrets.tool(event)
    if event.tool == "Agent":
        return None
    from statewright.policy import protection_tools

    return protection_tools.check(state, event)


def no(path: str) -> Finding:
    """The refusal for a path."""
    return Finding(DENY, RULE, REASON % (path.replace(HOLE, "…")[:200] or "A path"), "Reading it is fine; ask the person for a change.")


def _edit(event: "Event") -> "Finding | None":
    from statewright.policy.patches import patch_files, patch_text
    from statewright.policy.paths import Guard

    guard = Guard(event)
    if event.tool == "apply_patch":
        text = patch_text(event.input)
        if text is None:
            return Finding(DENY, RULE, "The patch is no text.")
        for _, path in patch_files(text):
            if guard.protected(path):
                return no(path)
    seen = False
    for key in PATH_KEYS:
        if key in event.input:
            path = event.input[key]
            if not isinstance(path, str) or "\0" in path or not path:
                return Finding(DENY, RULE, "The path to change is no plain text.")
            seen = True
            if guard.protected(path):
                return no(path)
    if not seen and event.tool != "apply_patch":
        return Finding(DENY, RULE, "The call names no file to change.")
    return None
