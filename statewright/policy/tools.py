"""Tools: what ``allowed_tools`` and ``disallowed_tools`` permit."""

from statewright.model import ALWAYS_PASS, DENY, Finding
from statewright.policy.words.listed import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "tools"


def always_passes(tool: str) -> bool:
    """Whether the tool changes nothing outside the conversation."""
    return tool in ALWAYS_PASS


def needed(event: "Event") -> "tuple[str, ...]":
    """The canonical tools a call needs; a patch that adds, deletes or moves files needs Write as well."""
    if event.tool != "apply_patch":
        return (event.tool,)
    from statewright.policy.words.patches import patch_files, patch_text

    kinds = [kind for kind, _ in patch_files(patch_text(event.input) or "")]
    if not kinds:
        return ("Edit", "Write")
    return (("Edit",) if "update" in kinds else ()) + (("Write",) if any(kind != "update" for kind in kinds) else ())


def _shown(tool: str) -> str:
    """A tool's name as a refusal quotes it."""
    return tool if tool.isprintable() and len(tool) <= 120 else "".join(c if c.isprintable() else "?" for c in tool[:120])


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a tool that the state does not list."""
    if always_passes(event.tool):
        return None
    allowed = state.get("allowed_tools")
    refused = state.get("disallowed_tools", ())
    for tool in needed(event):
        banned = listed(refused, tool) or (event.tool == "apply_patch" and listed(refused, "apply_patch"))
        granted = allowed is None or listed(allowed, tool) or (event.tool == "apply_patch" and listed(allowed, "apply_patch"))
        if granted and not banned:
            continue
        if allowed is None:
            return Finding(DENY, RULE, "%s is not allowed in state %s." % (_shown(event.raw_tool or tool), state["s"]))
        names = ", ".join(name for name in allowed if not listed(refused, name)) or "none"
        return Finding(DENY, RULE, "%s is not allowed in state %s. Allowed tools: %s." % (_shown(event.raw_tool or tool), state["s"], names))
    return None
