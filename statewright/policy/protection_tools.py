"""Protection for MCP and unknown tools: any argument that is a protected path; a patch or a program that names one."""

from statewright.policy import secrets
from statewright.policy.given import reads_by_name, strings
from statewright.policy.patches import patch_files
from statewright.policy.paths import Guard
from statewright.policy.protected import names_one
from statewright.policy.protection import no

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding


def check(event: "Event") -> "Finding | None":
    """Refuse a call of a tool that may write when one of its arguments is a protected path."""
    secret = secrets.tool(event)
    if secret is not None or reads_by_name(event.raw_tool or event.tool):
        return secret
    guard = Guard(event)
    for key, text in strings(event.input):
        name = key.lower()
        if name in ("title", "body", "description", "message", "prompt", "subject", "comment", "text", "query", "pattern"):
            continue
        if "*** Begin Patch" in text or name in ("patch", "diff"):
            for _, path in patch_files(text):
                if guard.protected(path):
                    return no(path)
        elif name in ("code", "script", "cmd", "command", "program", "source", "python", "javascript", "js", "expression"):
            if names_one(text):
                return no(text.strip().split("\n")[0])
        elif (
            len(text) < 1024
            and "\n" not in text
            and (
                guard.protected(text)
                or (("path" in name or name in ("dir", "folder", "file", "target", "source", "destination")) and guard.holds(text, "", False))
            )
        ):
            return no(text)
    return None
