"""Protection: our files and the harnesses' hook settings stay as people left them, in every state, on every road.

Reading them is free. The tools that name their file are judged here; a shell text in ``protecting/shell.py``, loaded when
there is one, and a tool of unknown kind in ``protecting/tools.py``.
"""

from statewright.model import DENY, EDIT_TOOLS, READING_TOOLS, Finding
from statewright.policy.protecting.refused import MADE, RULE, UNREAD, made, no

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

PATH_KEYS = ("file_path", "notebook_path", "path")


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a call that could change a protected path."""
    if event.command is not None:
        from statewright.policy.protecting import shell as protection_shell

        return protection_shell.check(event)
    if not isinstance(event.input, dict):
        return Finding(DENY, RULE, "The call's input is not an object.") if event.tool in EDIT_TOOLS or event.tool == "Bash" else None
    if event.tool == "Bash":
        return Finding(DENY, RULE, "The command is no text.")
    if event.tool in EDIT_TOOLS:
        return _edit(event)
    if event.tool in READING_TOOLS:
        for key in PATH_KEYS:
            if key in event.input and not _is_path(event.input[key], key):
                return Finding(DENY, RULE, UNREAD)
        if event.facts is None or event.facts.kind(event.data + "/secrets") != "dir":
            return None  # nobody was ever asked for an approval here
        from statewright.policy.protecting import secrets

        return secrets.tool(event)
    if event.tool == "Agent":
        return None
    from statewright.policy.protecting import tools as protection_tools

    return protection_tools.check(state, event)


def _is_path(value: object, key: str) -> bool:
    """Whether a path is a text, and one that a disk can hold; ``path`` may be left out."""
    return (isinstance(value, str) and "\0" not in value) or (value is None and key == "path")


def _edit(event: "Event") -> "Finding | None":
    from statewright.policy.words.patches import patch_files, patch_text
    from statewright.policy.words.paths import Guard

    guard = Guard(event)
    if event.tool == "apply_patch":
        text = patch_text(event.input)
        if text is None:
            return Finding(DENY, RULE, "The patch is no text.")
        named = patch_files(text)
        for _, path in named:
            if "\0" in path:
                return Finding(DENY, RULE, UNREAD)
            if guard.protected(path):
                return no(path)
            fault = made(path, guard)
            if fault:
                return Finding(DENY, RULE, fault, MADE)
        if not named and not any(key in event.input for key in PATH_KEYS):
            return Finding(DENY, RULE, "The patch names no file to change.")
    seen = False
    for key in PATH_KEYS:
        if key in event.input:
            path = event.input[key]
            if not path or not _is_path(path, ""):
                return Finding(DENY, RULE, UNREAD)
            seen = True
            if guard.protected(path):
                return no(path)
            fault = made(path, guard)
            if fault:
                return Finding(DENY, RULE, fault, MADE)
    if not seen and event.tool != "apply_patch":
        return Finding(DENY, RULE, "The call names no file to change.")
    return None
