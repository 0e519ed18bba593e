"""What a person should hear when the settings hide our codes or switch hooks off."""

import json
from pathlib import Path
from typing import Any

from statewright.harness.claude_code_settings import OFF_SWITCHES
from statewright.setup import claude_code

SEEN = "the codes that answer a request are then seen with statewright approvals in a terminal"


def read(project: Path | None) -> list[tuple[Path, dict[str, Any]]]:
    """The settings files that are there and hold an object, the one that wins last."""
    found = []
    for scope in claude_code.SCOPES:
        path = claude_code.settings_path(scope, project)
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # told of elsewhere
        if isinstance(value, dict):
            found.append((path, value))
    return found


def hidden(project: Path | None) -> str:
    """Why no status line of ours shows, "" when one does."""
    lines = [(path, value["statusLine"]) for path, value in read(project) if value.get("statusLine") is not None]
    if not lines:
        return "no settings file has our status line: %s" % SEEN
    path, line = lines[-1]
    ours = isinstance(line, dict) and str(line.get("command", "")).endswith(claude_code.STATUS_LINE)
    return "" if ours else "%s keeps a status line that is not ours: %s" % (path, SEEN)


def remarks(project: Path | None) -> list[str]:
    """A line for each thing that makes an installation do less than it seems to."""
    off = ["%s sets %s: hooks are off until that is removed" % (path, key) for path, value in read(project) for key in OFF_SWITCHES if value.get(key)]
    why = hidden(project)
    return [*off, why] if why else off
