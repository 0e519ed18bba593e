"""The files that a call changes, by their real paths."""

from statewright.model import EDIT_TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event


def changed_files(event: "Event") -> "list[str]":
    """The real paths a call changes, each once: an edit tool's files, a shell line's redirect targets and plain operands of writers."""
    if event.command is None and event.tool not in EDIT_TOOLS:
        return []
    from statewright.policy.words.paths import absolute, real

    out = [real(event, absolute(event, path)) for path in (_tool(event) if event.command is None else _shell(event))]
    return list(dict.fromkeys(out))


def _tool(event: "Event") -> "list[str]":
    if not isinstance(event.input, dict):
        return []
    if event.tool == "apply_patch":
        from statewright.policy.words.patches import patch_text, touched

        return touched(patch_text(event.input) or "")
    return [event.input[key] for key in ("file_path", "notebook_path", "path") if isinstance(event.input.get(key), str) and event.input[key]]


def _shell(event: "Event") -> "list[str]":
    if event.script is None:
        return []
    from statewright.policy.limits.targets import files

    return files(event)
