"""Claude Code's settings files: which of our hook entries they hold, and whether a change would switch us off.

At session start the entries found are written down outside the project; when the harness says that a
settings file changed, the file is compared with that. Loaded for those two events alone.
"""

from statewright import fast
from statewright.harness import claude_code
from statewright.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json

SOURCES = ("user_settings", "project_settings", "local_settings", "policy_settings", "managed_settings")
OFF_SWITCHES = ("disableAllHooks", "allowManagedHooksOnly", "strictPluginOnlyCustomization")


def files(event: "Event") -> "list[str]":
    """The settings files a session reads, whether they are there or not."""
    home = fast.getenv("CLAUDE_CONFIG_DIR") or event.home + "/.claude"
    base = (claude_code.project_dir() or event.project) + "/.claude"
    return [home + "/settings.json", base + "/settings.json", base + "/settings.local.json"]


def ours(settings: "Any") -> "list[str]":
    """``event command`` for each of our hook entries. ValueError when the hooks are not of a shape the harness takes."""
    hooks = settings.get("hooks", {}) if isinstance(settings, dict) else None
    if not isinstance(hooks, dict):
        raise ValueError("its hooks are no object")
    found = []
    for name, groups in hooks.items():
        if not isinstance(groups, list):
            raise ValueError("its %s hooks are no list" % name)
        for group in groups:
            entries = group.get("hooks") if isinstance(group, dict) else None
            if not isinstance(entries, list):
                raise ValueError("an entry of its %s hooks is not valid" % name)
            for entry in entries:
                if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
                    raise ValueError("an entry of its %s hooks is not valid" % name)
                command = entry.get("command")
                if isinstance(command, str) and is_ours(command):
                    found.append("%s %s" % (name, command))
    return sorted(found)


def is_ours(command: str) -> bool:
    """Whether a hook command starts one of our executables; somebody's script in a folder called statewright is not ours."""
    bare = command.rstrip("'\" ")
    portable = '/statewright/hooks"' in command and 'exec "$h/' in command
    return any(bare.endswith("/statewright/hooks/" + name) or (portable and bare.endswith("$h/" + name)) for name in claude_code.HOOKS)


def _look(path: str) -> "tuple[list[str], str]":
    """Our entries in a file, and what is wrong with it."""
    try:
        data = fast.read_file(path)
        settings = fast.loads(data) if data else {}
        found = ours(settings)
    except (OSError, ValueError) as error:
        return [], str(error)
    for key in OFF_SWITCHES:
        if settings.get(key):
            return found, "it sets %s" % key
    return found, ""


def _record(event: "Event") -> str:
    return "%s/sessions/%s.settings.json" % (event.data, layout.key_of(event.session))


def remember(event: "Event") -> None:
    """Write down which files hold which of our entries as the session starts."""
    fast.make_dirs(event.data + "/sessions")
    fast.replace(_record(event), fast.dumps({path: _look(path)[0] for path in files(event)}))


def fault(event: "Event") -> str:
    """What a settings change would switch off, "" when it leaves us alone."""
    if event.source not in SOURCES and not event.source.endswith("_settings"):
        return ""
    path = event.file
    found, wrong = _look(path)
    data = fast.read_file(_record(event))
    before: Json = fast.loads(data) if data else {}
    had: list[str] = (before.get(path) or before.get(fast.real(path)) or []) if path else []
    if wrong and (had or wrong.startswith("it sets")):
        return "%s would drop the hooks that hold this run: %s" % (_short(path, event), wrong)
    missing = [entry for entry in had if entry not in found]
    if missing:
        return "%s no longer holds %d of statewright's hook entries" % (_short(path, event), len(missing))
    return ""


def _short(path: str, event: "Event") -> str:
    return "~" + path[len(event.home) :] if event.home and path.startswith(event.home + "/") else path
