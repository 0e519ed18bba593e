"""Put our hooks into Claude Code's settings, and take them out again byte for byte.

Which entries: measured on 2.1.332. ``onFailure: "block"`` stands where a hook that breaks must not let
something through; a prompt is a person's, so its hook never blocks.
"""

import json
import os
from pathlib import Path
from typing import Any

from statewright.harness.claude_code_settings import is_ours
from statewright.setup import jsontext, merged, slash
from statewright.setup.claude_code_mcp import SERVER_FILES
from statewright.setup.launchers import SetupError
from statewright.setup.merged import Change

# event, executable, seconds, whether a breakdown blocks
EVENTS = (
    ("PreToolUse", "pre-tool", 20, True),
    ("PostToolUse", "post-tool", 20, False),
    ("PostToolUseFailure", "post-tool", 20, False),
    ("PostToolBatch", "post-tool", 20, False),
    ("Stop", "stop", 20, False),
    ("SubagentStop", "stop", 20, False),
    ("SessionStart", "session-start", 30, False),
    ("SessionEnd", "session-end", 5, False),
    ("UserPromptSubmit", "user-prompt", 20, False),
    ("ConfigChange", "config-change", 20, True),
    ("PreSkillShellCommand", "skill-shell", 20, True),
)
# Measured on 2.1.332: a comment or a comma before a closing bracket is enough, and it says nothing.
IGNORED = "Claude Code ignores the whole of such a settings file, so neither its hooks nor ours would run"
SCOPES = ("user", "project", "local")
# Project settings are shared: no path of this machine may stand in them.
PORTABLE = (
    'h="${XDG_DATA_HOME:-$HOME/.local/share}/statewright/hooks"; [ -x "$h/%(name)s" ] || h="$HOME/Library/Application Support/statewright/hooks"; '
    '[ -x "$h/%(name)s" ] || { echo "statewright is not installed here: run the install.sh of its checkout" >&2; exit %(status)d; }; '
    'exec "$h/%(name)s"'
)


def settings_path(scope: str, project: Path | None = None) -> Path:
    """The settings file of a scope."""
    if scope == "user":
        return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude") / "settings.json"
    base = (project or Path.cwd()) / ".claude"
    return base / ("settings.json" if scope == "project" else "settings.local.json")


def entries(scope: str, hooks: Path) -> dict[str, dict[str, Any]]:
    """The group to add for each event."""
    found = {}
    for event, name, seconds, block in EVENTS:
        quoted = str(hooks / name).replace("'", "'\\''")
        command = "%s'%s'" % (RUN, quoted) if scope == "user" else PORTABLE % {"name": name, "status": 2 if block else 0}
        entry: dict[str, Any] = {"type": "command", "command": command, "timeout": seconds}
        if block:
            entry["onFailure"] = "block"
        found[event] = {"hooks": [entry]}
    return found


RUN = "" if os.name == "nt" else "exec "  # the shell becomes the hook: one process less at every call
STATUS_LINE = "/statewright/bin/statewright' statusline"


def install(scope: str, path: Path, hooks: Path, dry_run: bool = False) -> Change:
    """Merge our entries into a settings file. SetupError for a file that is not sound; nothing is changed then."""

    def added(text: str) -> str:
        text = _added(text, entries(scope, hooks), path)
        return _with_status_line(text, hooks, path) if scope == "user" else text

    change = merged.install(scope, path, added, lambda text: _stripped(text, path), dry_run)
    if not dry_run:
        slash.write()
    return change


def uninstall(path: Path, dry_run: bool = False) -> Change:
    """Give a settings file back as it was; where others changed it since, take out our entries alone."""
    change = merged.uninstall(path, lambda text: _stripped(text, path), dry_run)
    if not dry_run and not any(one.name not in SERVER_FILES for one in merged.remembered()):
        slash.remove()  # the slash commands answer by way of our hooks, so the MCP server's records keep none of them
    return change


def _with_status_line(text: str, hooks: Path, path: Path) -> str:
    """Our status line, where there is none: it shows where a run stands, and a person the code that answers a request."""
    root = _sound(text, path)
    if root.get("statusLine") is not None:
        return text
    command = "'%s' statusline" % str(hooks.parent / "bin" / "statewright").replace("'", "'\\''")
    style = jsontext.style_of(text)
    return jsontext.put(text, root, '"statusLine": %s' % jsontext.dump({"type": "command", "command": command}, style, 1), style, 1)


def _sound(text: str, path: Path) -> jsontext.Node:
    """The parsed settings; SetupError when the harness would not take their hooks either."""
    try:
        root = jsontext.parse(text)
    except jsontext.BadJson as error:
        raise SetupError("%s is not plain JSON (%s); mend it first, nothing was changed%s" % (path, error, _ignored(text))) from None
    if not isinstance(root.value, dict):
        raise SetupError("%s does not hold a JSON object; mend it first, nothing was changed" % path)
    hooks = root.value.get("hooks", {})
    if not (isinstance(hooks, dict) and all(isinstance(groups, list) and all(map(_valid, groups)) for groups in hooks.values())):
        raise SetupError('the "hooks" of %s are not of the shape Claude Code takes; mend them first, nothing was changed' % path)
    return root


def _ignored(text: str) -> str:
    try:
        json.loads(text)
    except ValueError:
        return ". %s" % IGNORED
    return ""


def _valid(group: Any) -> bool:
    """One bad entry makes the harness drop every hook of the file, ours too."""
    return isinstance(group, dict) and isinstance(group.get("hooks"), list) and all(map(_valid_entry, group["hooks"]))


def _valid_entry(entry: Any) -> bool:
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
        return False
    return entry["type"] != "command" or isinstance(entry.get("command"), str)


def _ours(entry: Any) -> bool:
    return is_ours(str(entry.get("command", "")))


def _stripped(text: str, path: Path) -> str:
    """The text without our entries, and without lists and objects that only they filled."""
    if not text.strip():
        return text
    for key, start, node in _sound(text, path).members:
        if key == "statusLine" and isinstance(node.value, dict) and str(node.value.get("command", "")).endswith(STATUS_LINE):
            text = jsontext.take(text, start, node.end)
            break
    while True:
        hooks = _sound(text, path).get("hooks")
        spot = _next(hooks) if hooks else None
        if spot is None:
            return text
        text = jsontext.take(text, *spot)
        root = _sound(text, path)
        hooks = root.get("hooks")
        for key, start, node in hooks.members if hooks else ():
            if key in dict.fromkeys(event for event, *_ in EVENTS) and not node.elements:
                text = jsontext.take(text, start, node.end)
                break
        root = _sound(text, path)
        for key, start, node in root.members:
            if key == "hooks" and not node.members:
                text = jsontext.take(text, start, node.end)


def _next(hooks: jsontext.Node) -> tuple[int, int] | None:
    for _, _, groups in hooks.members:
        for group in groups.elements:
            inner = group.get("hooks")
            mine = [one for one in inner.elements if _ours(one.value)] if inner else []
            if mine and inner:  # a group that others share keeps their entries
                return (group.start, group.end) if len(mine) == len(inner.elements) else (mine[0].start, mine[0].end)
    return None


def _added(text: str, groups: dict[str, dict[str, Any]], path: Path) -> str:
    if not text.strip():
        return json.dumps({"hooks": {event: [group] for event, group in groups.items()}}, indent=2, ensure_ascii=False) + "\n"
    style = jsontext.style_of(text)
    for event, group in groups.items():
        root = _sound(text, path)
        hooks = root.get("hooks")
        if hooks is None:
            text = jsontext.put(text, root, '"hooks": %s' % jsontext.dump({event: [group]}, style, 1), style, 1)
        elif (there := hooks.get(event)) is not None:
            text = jsontext.put(text, there, jsontext.dump(group, style, 3), style, 3)
        else:
            text = jsontext.put(text, hooks, "%s: %s" % (json.dumps(event), jsontext.dump([group], style, 2)), style, 2)
    return text
