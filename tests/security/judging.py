"""A judge for tests: the rules in their order, with a real project on disk behind them."""

import os
import shutil
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.model import ALLOW, EDIT_TOOLS, Event, Finding, new_snapshot
from statewright.policy import authority, commands, edits, environment, files, protection, tools
from statewright.policy.everyday import first as everyday
from statewright.policy.limits.changed import changed_files
from statewright.policy.words import own
from statewright.store.facts import Disk as Facts

RULES = (protection, authority, tools, commands, environment, edits, files)
CANONICAL = {"MultiEdit": "Edit", "Task": "Agent"}


class Disk:
    """The facts a rule may ask for, from the real disk."""

    real = staticmethod(fast.real)
    kind = staticmethod(fast.kind)
    inode = staticmethod(fast.inode)
    members = Facts("/").members
    links = staticmethod(fast.links)
    names = staticmethod(fast.names)
    entries = staticmethod(fast.entries)

    @staticmethod
    def cell(path: str, name: str) -> str | None:
        return Facts("/").cell(path, name)

    @staticmethod
    def text(path: str) -> str | None:
        data = fast.read_file(path)
        return None if data is None else data.decode("utf-8", "surrogateescape")


class Place:
    """A project and a home folder; corpus paths are put in their stead."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))
        self.project = str(self.root / "repo")
        self.home = str(self.root / "home" / "dev")
        self.reset()

    def reset(self) -> None:
        shutil.rmtree(self.project, ignore_errors=True)
        for folder in (self.project + "/.statewright/runs/r1", self.project + "/src", self.project + "/.claude/hooks", self.home + "/.claude"):
            os.makedirs(folder, exist_ok=True)
        for name, text in (
            (".statewright/workflow.json", "{}"),
            (".statewright/state.json", "{}"),
            (".statewright/runs/r1/state.json", "{}"),
            (".claude/settings.json", "{}"),
            ("src/app.py", "a = 1\nx\n"),
            ("f", "a\nb\n"),
        ):
            Path(self.project, name).write_text(text)

    def here(self, value: Any) -> Any:
        if isinstance(value, str):
            for old, new in (("/repo", self.project), ("/home/dev", self.home)):
                for before in (" ", "'", '"', "=", "\n", ":", "(", "//", "/", "/.", "root", "localhost"):
                    value = value.replace(before + old, before + new)
                if value.startswith(old):
                    value = new + value[len(old) :]
            return value
        if isinstance(value, list):
            return [self.here(item) for item in value]
        if isinstance(value, dict):
            return {self.here(key): self.here(item) for key, item in value.items()}
        return value

    def set_up(self, fs: dict[str, Any]) -> None:
        for name, text in fs.get("files", {}).items():
            path = Path(self.project, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for name, target in fs.get("links", {}).items():
            path = Path(self.project, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.symlink_to(target)
        for name, other in fs.get("hard", {}).items():
            path = Path(self.project, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            os.link(Path(self.project, other), path)


def compiled(state: dict[str, Any]) -> dict[str, Any]:
    """A state as the compiler would write it."""
    out = {"m": "main", "s": "work", **state}
    if "deny_env" in out:
        out["blocked_env"] = [*out.get("blocked_env", []), *out.pop("deny_env")]
    for key in ("allowed_tools", "disallowed_tools"):
        if key in out:
            out[key] = [CANONICAL.get(name, name) for name in out[key]]
    if "allowed_commands" in out:
        out["command_words"] = [entry.split() for entry in out["allowed_commands"] if entry.split()]
    allowed = out.get("allowed_tools")
    if allowed is not None and "Bash" in allowed and "Edit" not in allowed and "Write" not in allowed and "allowed_commands" not in out:
        out["read_only"] = True
    return out


def event_for(place: Place, tool: str, given: Any) -> Event:
    command = given.get("command") if isinstance(given, dict) and tool == "Bash" and isinstance(given.get("command"), str) else None
    parts = tool.split("__") if tool.startswith("mcp__") else []
    return Event(
        "pre",
        project=place.project,
        cwd=place.project,
        home=place.home,
        data=place.home + "/.local/share/statewright",
        tool=CANONICAL.get(tool, tool),
        raw_tool=tool,
        mcp_server=parts[1] if len(parts) > 2 else "",
        input=given,
        command=command,
        facts=Disk(),
        own=("statewright", place.home + "/.local/share/statewright/bin/statewright"),
    )


def rules(place: Place, state: dict[str, Any], tool: str, given: Any, edited: tuple[str, ...] = ()) -> Finding | None:
    """The first finding of all rules that refuses, None when the call passes."""
    from statewright.shell.reader import read

    event = event_for(place, tool, place.here(given))
    snap = new_snapshot("r1", "s", "claude-code", "p", 0.0)
    snap["files"] = [fast.real(place.project + "/" + name) for name in edited]
    full = compiled(state)
    if event.command is not None:
        event.script = read(event.command)
    event.extra["own"] = own.own_words(event)
    if event.extra["own"]:
        return None
    for rule in RULES:
        found = rule.check(full, snap, event)
        if found is not None and found.effect != ALLOW:
            return found
    event.extra["changed"] = changed_files(event) if event.command is not None or event.tool in EDIT_TOOLS else []
    return None


def cleared(place: Place, state: dict[str, Any], given: Any) -> bool | None:
    """What the quick look at a shell line says, see ``policy/everyday/first.py``."""
    return everyday.clears(compiled(state), new_snapshot("r1", "s", "claude-code", "p", 0.0), event_for(place, "Bash", place.here(given)))


def judge(place: Place, state: dict[str, Any], tool: str, given: Any, edited: tuple[str, ...] = ()) -> Finding | None:
    """The first finding that refuses, None when the call passes. Never may the quick look let pass what the rules refuse."""
    found = rules(place, state, tool, given, edited)
    if tool == "Bash" and found is not None and isinstance(given, dict) and isinstance(given.get("command"), str):
        allowed = compiled(state).get("allowed_tools")
        by_tool = allowed is not None and "Bash" not in allowed
        assert by_tool or cleared(place, state, given) is None, "cleared: %r, though %s" % (given, found.reason)
    return found
