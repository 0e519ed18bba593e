"""Small builders for the pure rooms: a workflow from a dict, a run in it, events, a disk that is a dict."""

from __future__ import annotations

import copy
import itertools
from typing import Any

from statewright import fast, kernel
from statewright.machine.runs import enter
from statewright.model import Event, Outcome, new_snapshot

Json = dict[str, Any]
PROJECT = "/p"
_calls = itertools.count(1)


class FakeFacts:
    """A disk without links: path to text."""

    def __init__(self, files: dict[str, str] | None = None) -> None:
        self.files = files or {}

    def _at(self, path: str) -> str:
        return fast.normal(path if path.startswith("/") else PROJECT + "/" + path)

    def real(self, path: str) -> str:
        return self._at(path)

    def text(self, path: str) -> str | None:
        return self.files.get(self._at(path))

    def cell(self, path: str, name: str) -> str | None:
        return None

    def kind(self, path: str) -> str:
        at = self._at(path)
        if at in self.files:
            return "file"
        return "dir" if at == PROJECT or any(name.startswith(at + "/") for name in self.files) else ""

    def inode(self, path: str) -> str:
        return self._at(path) if self.kind(path) else ""

    def links(self, path: str) -> int:
        return 1 if self.kind(path) else 0

    def entries(self, path: str) -> tuple[list[str], list[str]]:
        return [], []

    def names(self, path: str) -> list[str]:
        at = self._at(path) + "/"
        return sorted({name[len(at):].partition("/")[0] for name in self.files if name.startswith(at)})


def branch(given: Any) -> Json:
    """One compiled branch from what a workflow file says."""
    if isinstance(given, str):
        return {"target": given}
    made = {key: given[key] for key in ("target", "invoke", "on_complete", "on_fail", "input") if key in given}
    names = ([given["guard"]] if "guard" in given else []) + given.get("guards", [])
    if names:
        made["guards"] = names
    if given.get("requires_approval"):
        made["approval"] = True
    return made


class Flow:
    """A compiled workflow held in memory."""

    digest = "0" * 64

    def __init__(self, *machines: Json) -> None:
        self.id = machines[0]["id"]
        self.machines = {one["id"]: {"initial": one["initial"], "context": one.get("context", {})} for one in machines}
        self.states = {(one["id"], name): self._state(one, name, given) for one in machines for name, given in one["states"].items()}

    @staticmethod
    def _state(machine: Json, name: str, given: Json) -> Json:
        made = {key: value for key, value in given.items() if key not in ("type", "on")}
        made.update(m=machine["id"], s=name, config=machine.get("config", {}))
        if given.get("type") == "final":
            made["final"] = True
            made.setdefault("outcome", "failure" if name == "failed" else "success")
            if "allowed_tools" not in made:
                made.update(allowed_tools=["Read", "Grep", "Glob", "Bash"], read_only=True)
        if "on" in given:
            made["on"] = {event: [branch(one) for one in (way if isinstance(way, list) else [way])] for event, way in given["on"].items()}
        if "allowed_commands" in given:
            made["command_words"] = [entry.split() for entry in given["allowed_commands"] if entry.strip()]
        if machine.get("guards"):
            made["guards"] = machine["guards"]
        if machine.get("checks"):
            made["checks"] = machine["checks"]
        return made

    def state(self, machine: str, name: str) -> Json:
        return self.states[machine, name]

    def machine(self, name: str) -> Json:
        return self.machines[name]


def started(flow: Flow, now: float = 0.0) -> Json:
    """A run of the workflow in its initial state."""
    snap = new_snapshot("run-1", "session", "claude-code", flow.digest, now)
    head = flow.machines[flow.id]
    snap["context"] = copy.deepcopy(head["context"])
    enter(flow, snap, flow.id, head["initial"], now)
    return snap


def event(kind: str, time: float = 1.0, files: dict[str, str] | None = None, **fields: Any) -> Event:
    """Any event of the fake project; its facts come from ``files``."""
    made = Event(kind, time=time, project=PROJECT, cwd=PROJECT, home="/h", data="/h/.local/share/statewright")
    made.harness, made.session = "claude-code", "session"
    made.facts = FakeFacts(files)
    for key, value in fields.items():
        setattr(made, key, value)
    return made


def call(tool: str, given: Json | None = None, kind: str = "pre", **fields: Any) -> Event:
    """A tool call, with a call id of its own unless one is given."""
    given = given or {}
    fields.setdefault("call", "toolu_%d" % next(_calls))
    command = given.get("command") if tool == "Bash" and isinstance(given.get("command"), str) else None
    server = tool.split("__")[1] if tool.startswith("mcp__") else ""
    return event(kind, tool=tool, raw_tool=tool, mcp_server=server, input=given, command=command, **fields)


def bash(command: str, **fields: Any) -> Event:
    """A shell call."""
    return call("Bash", {"command": command}, **fields)


def edit(path: str, old: str = "a", new: str = "b", **fields: Any) -> Event:
    """An edit of a file in the project that holds the old text."""
    return call("Edit", {"file_path": PROJECT + "/" + path, "old_string": old, "new_string": new}, files={PROJECT + "/" + path: old}, **fields)


def ended(started_call: Event, size: int = 0, **fields: Any) -> Event:
    """The end of a call that was let through."""
    return event("post", tool=started_call.tool, raw_tool=started_call.tool, call=started_call.call, result_bytes=size, **fields)


def move(name: str, time: float = 1.0, **data: Any) -> Event:
    """A transition a person stands behind."""
    return event("transition", time, extra={"event": name, "data": data, "ticket": True, "nonce": "abc"})


def approve(approved: bool = True, time: float = 2.0, reason: str = "") -> Event:
    """A person's answer."""
    return event("approve", time, extra={"approved": approved, "road": "terminal", "reason": reason})


class Run:
    """A run that takes events one after the other, as the store would."""

    def __init__(self, *machines: Json) -> None:
        self.flow = Flow(*machines)
        self.snap = started(self.flow)
        self.entries: list[Json] = []

    def take(self, one: Event) -> Outcome:
        out = kernel.decide(self.flow, self.snap, one)
        if out.snapshot is not None:
            self.snap = out.snapshot
        self.entries.extend(out.entries)
        return out

    def passes(self, one: Event) -> bool:
        """Whether a call is let through."""
        return self.take(one).effect != "deny"

    @property
    def at(self) -> str:
        return "%s/%s" % (self.snap["machine"], self.snap["state"])

    def whats(self) -> list[str]:
        return [one["what"] for one in self.entries if one["kind"] == "step"]
