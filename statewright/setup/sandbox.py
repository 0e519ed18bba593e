"""Claude Code's sandbox for its shell: our own command does not work in it, as measured on 2.1.332.

The shell is in a process namespace of its own there, so nobody can tell what redeems a ticket, and our data folder is
read-only, so a new state's environment could not be made true. Two roads are open: an entry of ``excludedCommands``
(a Bash permission rule; it takes a call out only when every command in it matches), and the MCP server.
"""

import json
from pathlib import Path
from typing import Any

from statewright.setup import claude_code, claude_code_mcp
from statewright.setup.launchers import SetupError

MEND = 'statewright install claude-code --mcp, or "statewright *" in sandbox.excludedCommands of %s'


def shuts_out(project: Path | None) -> str:
    """The settings file that switches the sandbox on with no way out for our command, "" when none does."""
    found = [(claude_code.settings_path(scope, project), scope) for scope in claude_code.SCOPES]
    sections = [(str(path), _section(path)) for path, _ in found]
    on = next((path for path, section in sections if section.get("enabled") is True), "")
    entries = [entry for _, section in sections for entry in _list(section.get("excludedCommands"))]
    if not on or any(_ours(entry) for entry in entries) or any(map(_served, (scope for _, scope in found), [project] * len(found))):
        return ""
    return on


def _section(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}  # told of by itself
    section = value.get("sandbox") if isinstance(value, dict) else None
    return section if isinstance(section, dict) else {}


def _list(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _ours(entry: str) -> bool:
    """``statewright *`` or ``statewright:*``, by name or by path; the bare name would match the command without words alone."""
    name, _, rest = entry.replace(":", " ").partition(" ")
    return name.rpartition("/")[2] in ("statewright", "*", "statewright*") and (rest == "*" or name.endswith("*"))


def _served(scope: str, project: Path | None) -> bool:
    try:
        return bool(claude_code_mcp.registered(claude_code_mcp.path_of(scope, project or Path())))
    except (SetupError, OSError, UnicodeDecodeError):
        return False
