"""Tell Claude Code of our MCP server, and take it out again byte for byte.

Where it keeps servers, measured on 2.1.332: of the user in ``~/.claude.json`` (in CLAUDE_CONFIG_DIR where that is set), of one
project for one user in the same file under that project's path, of a project for all in its ``.mcp.json``.
"""

import json
import os
from pathlib import Path
from typing import Any

from statewright.setup import jsontext, merged
from statewright.setup.launchers import SetupError
from statewright.setup.merged import Change

NAME = "statewright"
SERVER_FILES = (".mcp.json", ".claude.json")
NEEDED = "mcp>=2"  # the package behind the server
# Shared with others: no path of this machine may stand in it.
PORTABLE = (
    'b="${XDG_DATA_HOME:-$HOME/.local/share}/statewright/bin/statewright"; '
    '[ -x "$b" ] || b="$HOME/Library/Application Support/statewright/bin/statewright"; exec "$b" mcp'
)


def path_of(scope: str, project: Path) -> Path:
    """The file of a scope."""
    if scope == "project":
        return project / ".mcp.json"
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home()) / ".claude.json"


def entry(scope: str, data: Path) -> dict[str, Any]:
    """The server as the client starts it."""
    if scope == "project":
        return {"type": "stdio", "command": "sh", "args": ["-c", PORTABLE], "env": {}}
    return {"type": "stdio", "command": str(data / "bin" / "statewright"), "args": ["mcp"], "env": {}}


def ours(value: Any) -> bool:
    """Whether a server's entry starts our command; another server of that name is not ours."""
    if not isinstance(value, dict):
        return False
    words = [value.get("command"), *(value.get("args") or [])]
    return words[-1] == PORTABLE or (words[-1] == "mcp" and str(words[0]).replace("\\", "/").endswith("/statewright/bin/statewright"))


def install(scope: str, project: Path, data: Path, dry_run: bool = False) -> Change:
    """Add the server. SetupError where the file is not sound or another server has the name; nothing is changed then."""
    path, keys = path_of(scope, project), _keys(scope, project)
    strip = lambda text: _stripped(text, path, keys)  # noqa: E731 - the other scope of the same file stays
    return merged.install(scope, path, lambda text: _added(text, keys, entry(scope, data), path), strip, dry_run)


def uninstall(path: Path, dry_run: bool = False) -> Change:
    """Give the file back as it was; where the client or others changed it since, take out our server alone, in whichever of its scopes."""
    return merged.uninstall(path, lambda text: _stripped(text, path), dry_run)


def registered(path: Path) -> bool:
    """Whether a file names our server, for whichever project."""
    return bool(path.is_file() and _places(_sound(path.read_text(encoding="utf-8"), path)))


def _keys(scope: str, project: Path) -> list[str]:
    return ["projects", str(project), "mcpServers"] if scope == "local" else ["mcpServers"]


def _sound(text: str, path: Path) -> jsontext.Node:
    try:
        root = jsontext.parse(text)
    except jsontext.BadJson as error:
        raise SetupError("%s is not plain JSON (%s); mend it first, nothing was changed" % (path, error)) from None
    if not isinstance(root.value, dict):
        raise SetupError("%s does not hold a JSON object; mend it first, nothing was changed" % path)
    return root


def _added(text: str, keys: list[str], value: dict[str, Any], path: Path) -> str:
    """The text with our server under the keys, the objects on the way made where they are missing."""
    new: Any = {NAME: value}
    if not text.strip():
        for key in reversed(keys):
            new = {key: new}
        return json.dumps(new, indent=2, ensure_ascii=False) + "\n"
    style = jsontext.style_of(text)
    at = _sound(text, path)
    for depth, key in enumerate(keys):
        inner = at.get(key)
        if inner is None:
            for missing in reversed(keys[depth + 1 :]):
                new = {missing: new}
            return jsontext.put(text, at, "%s: %s" % (json.dumps(key, ensure_ascii=False), jsontext.dump(new, style, depth + 1)), style, depth + 1)
        if not isinstance(inner.value, dict):
            raise SetupError("%s of %s is no object; mend it first, nothing was changed" % (key, path))
        at = inner
    if at.get(NAME) is not None:
        raise SetupError("%s already names another MCP server %s; take that out first, nothing was changed" % (path, NAME))
    return jsontext.put(text, at, '"%s": %s' % (NAME, jsontext.dump(value, style, len(keys) + 1)), style, len(keys) + 1)


def _places(root: jsontext.Node, keys: list[str] | None = None) -> list[tuple[jsontext.Node, str, int, jsontext.Node]]:
    """Each of our entries, those under the keys alone where some are given: the object it is in, and its key, start and value."""
    projects = root.get("projects")
    owners: list[tuple[list[str], jsontext.Node]] = [([], root)]
    owners += [(["projects", key], node) for key, _, node in projects.members] if projects else []
    servers = [node.get("mcpServers") for way, node in owners if keys is None or way == keys[:-1]]
    return [(one, *member) for one in servers if one for member in one.members if member[0] == NAME and ours(member[2].value)]


def _stripped(text: str, path: Path, keys: list[str] | None = None) -> str:
    """The text without our servers, and without the objects that only they filled."""
    if not text.strip():
        return text
    while found := _places(_sound(text, path), keys):
        holder, _, start, node = found[0]
        alone = len(holder.members) == 1
        text = jsontext.take(text, start, node.end)
        if alone:
            text = _without(text, holder.start, path)
    return text


def _without(text: str, at: int, path: Path) -> str:
    """The text without the ``mcpServers`` that starts there and is empty now."""
    root = _sound(text, path)
    projects = root.get("projects")
    for owner in [root, *([node for _, _, node in projects.members] if projects else [])]:
        for _, start, node in owner.members:
            if node.start == at:
                return jsontext.take(text, start, node.end)
    return text
