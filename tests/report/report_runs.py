"""Runs for the report tests: a journal as the store writes it, beside the compiled workflow of a template or of a made-up one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from statewright.model import new_snapshot
from statewright.trace.journal import extend
from statewright.workflow.compiler import compile_project, write_plan

NOW = 1_767_262_320.0  # 2026-01-01T10:12:00Z
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
Json = dict[str, Any]


class Maker:
    """Writes a run, step by step, with a clock of its own."""

    def __init__(self, root: Path, workflow: Json | str, **more: Json) -> None:
        folder = root / ".statewright"
        (folder / "workflows").mkdir(parents=True)
        source = json.loads((TEMPLATES / workflow / "workflow.json").read_text()) if isinstance(workflow, str) else workflow
        (folder / "workflow.json").write_text(json.dumps(source))
        for name, machine in more.items():
            (folder / "workflows" / f"{name}.json").write_text(json.dumps(machine))
        compiled = compile_project(root)
        write_plan(root, compiled, str(root / "data"))
        self.head = compiled.head
        self.folder = folder / "runs" / "session-1"
        self.folder.mkdir()
        self.now = NOW
        self.calls = 0
        self.snap = new_snapshot("session-1", "5d0cb0aa-3c63-4a0e-9d43-2f6e3d4a7b10", "claude-code", compiled.digest, NOW)
        self.at(compiled.head["id"], compiled.head["machines"][compiled.head["id"]]["initial"])
        (self.folder / "trace.jsonl").write_bytes(b"")
        self.put([{"kind": "start", "run": "session-1", "session": self.snap["session"], "harness": "claude-code", "harness_version": "2.1.300",
                   "workflow": compiled.head["id"], "plan": compiled.digest, "version": "0.1.0"}])

    def at(self, machine: str, state: str) -> None:
        """Say where the run is now."""
        self.snap.update(machine=machine, state=state, slice=self.head["index"].get(f"{machine}/{state}"), entry=self.snap["entry"] + 1)

    def put(self, entries: list[Json]) -> Maker:
        """Append entries and replace the state, as the store does."""
        data = extend(self.snap, entries, self.now)
        with (self.folder / "trace.jsonl").open("ab") as file:
            file.write(data)
        (self.folder / "state.json").write_text(json.dumps(self.snap))
        return self

    def step(self, what: str, took: float = 0.0, **more: Any) -> Json:
        """An entry for something that takes a while from now on."""
        began, self.now = self.now, self.now + took
        here = {"machine": self.snap["machine"], "state": self.snap["state"]}
        return {"kind": "step", "what": what, **here, "started": began, "completed": self.now, **more}

    def call(self, tool: str, size: int = 900, code: int = 200, took: float = 0.4, **more: Any) -> Maker:
        """A tool call that ended."""
        self.calls += 1
        self.now += 2.5
        return self.put([self.step("call", took, tool=tool, call=f"toolu_{self.calls}", status_code=code, bytes=size, **more)])

    def refuse(self, tool: str, rule: str = "tools", **more: Any) -> Maker:
        """A call the workflow refused."""
        self.calls += 1
        self.now += 1.5
        return self.put([self.step("refusal", tool=tool, call=f"toolu_{self.calls}", rule=rule, rules=[rule], status_code=403, **more)])

    def go(self, event: str, target: str, machine: str = "", what: str = "transition", **more: Any) -> Maker:
        """A transition, and the agent's command that brought it about."""
        self.now += 1.0
        source, began = self.snap["state"], self.now
        self.now += 0.3
        self.at(machine or self.snap["machine"], target)
        self.put([self.step(what, event=event, source=source, target=target, guards=more.pop("guards", []), **more)])
        self.calls += 1
        self.now += 0.2
        if not more.get("road"):
            self.put([{**self.step("call", tool="Bash", call=f"toolu_{self.calls}", status_code=200, bytes=180), "started": began}])
        return self

    def say(self, message: str, calls: Iterable[str] = (), **more: Any) -> Maker:
        """A model message."""
        return self.put([{"kind": "llm", "message": message, "model": "claude-opus-9", "agent_name": "main", "calls": list(calls), "input_tokens": 40,
                          "output_tokens": 310, "cache_read_tokens": 18_000, "cache_write_tokens": 700, "latency_ms": 4200, **more}])

    def finish(self, **changes: Any) -> Path:
        """Set what else the state knows; gives the run's folder."""
        self.snap.update(changes)
        (self.folder / "state.json").write_text(json.dumps(self.snap))
        return self.folder


def bugfix(root: Path) -> Path:
    """A whole bug fix: reading, a refused edit, a failing and a passing check, a second round, the end."""
    run = Maker(root, "bugfix")
    for tool in ("Grep", "Read", "Read", "Glob", "Read", "Bash", "Read"):
        run.call(tool, 12_000)
    run.refuse("Edit").call("Read", 88_000).call("Agent", 4_000, took=95).refuse("Bash", "commands").call("Grep", 23_000)
    run.call("Read", 9_000, agent="a1b2c3d4e5f6", agent_type="explorer").call("Grep", 2_000, agent="a1b2c3d4e5f6", agent_type="explorer")
    run.go("READY", "implementing").call("Read", 6_000).call("Edit").refuse("Edit", "edits").call("Edit").call("Bash", 3_000, 500, 12.0)
    run.call("Edit").refuse("Bash", "environment").call("mcp__files__search", 1_400, mcp_server="files", reading=True)
    run.go("DONE", "testing").call("Bash", 9_400, 500, 31.0)
    run.put([run.step("check", 31, check="tests", result="failed", grade="measured")])
    run.put([run.step("transition_refused", event="TESTS_PASSED", rule="guard", guards=["tests_pass"], status_code=403)])
    run.go("TESTS_FAILED", "implementing").call("Read", 5_200).call("Edit").go("DONE", "testing").call("Bash", 2_200, 200, 29.0)
    run.put([run.step("check", 29, check="tests", result="passed", grade="observed")])
    run.say("msg_1", ["toolu_1", "toolu_2"]).say("msg_2", ["toolu_9"], output_tokens=900)
    run.go("TESTS_PASSED", "done", guards=["tests_pass"]).call("Read", 700)
    run.put([{"kind": "end", "outcome": "completed", "source": "final"}])
    return run.finish(final=True, ended=run.now, checks={"tests": {"status": "passed", "grade": "observed", "clock": 3}}, clock=3)


def release(root: Path) -> Path:
    """A release that waits for a person."""
    run = Maker(root, "release")
    states = run.head["index"]
    first = run.snap["state"]
    run.call("Read", 5_000).call("Bash", 900)
    machine = run.snap["machine"]
    others = [name.partition("/")[2] for name in states if name != f"{machine}/{first}"]
    run.go("NEXT", others[0]).call("Bash", 800)
    deadline = run.now + 86_400
    run.put([run.step("approval_request", event="SHIP", source=run.snap["state"], target=others[1],
                      escalation={"id": "esc_1", "trigger": "SHIP", "fields": ["event"], "deadline": deadline})])
    run.now += 1800
    run.put([run.step("approval_answer", event="SHIP", answer="denied", road="terminal",
                      from_agents=[{"from": "human-approver", "summary": "esc_1 denied"}])])
    run.call("Edit", 300)
    run.put([run.step("approval_request", event="SHIP", source=run.snap["state"], target=others[1],
                      escalation={"id": "esc_2", "trigger": "SHIP", "fields": ["event"], "deadline": deadline})])
    run.now += 600
    run.go("SHIP", others[1], road="terminal+passphrase", from_agents=[{"from": "human-approver", "summary": "esc_2 approved"}])
    run.put([run.step("approval_request", event="PUBLISH", source=run.snap["state"], target=others[2],
                      escalation={"id": "esc_3", "trigger": "PUBLISH", "fields": ["event"], "deadline": deadline})])
    return run.finish(status="waiting", approval={"event": "PUBLISH"})


def thirty() -> Json:
    """A made-up workflow of thirty states: five phases with work, review and repair, side roads and ways back."""
    states: Json = {"intake": {"on": {"ACCEPT": "plan_1", "DECLINE": "declined"}}}
    for phase in range(1, 6):
        after = f"plan_{phase + 1}" if phase < 5 else "handover"
        states[f"plan_{phase}"] = {"max_iterations": 20, "on": {"READY": f"build_{phase}", "ASK": f"question_{phase}"}}
        states[f"question_{phase}"] = {"on": {"ANSWERED": f"plan_{phase}"}}
        built = {"BUILT": f"review_{phase}", "REPLAN": f"plan_{phase}"}
        states[f"build_{phase}"] = {"max_iterations": 30, "context_budget_bytes": 90_000, "on": built}
        states[f"review_{phase}"] = {"on": {"GOOD": after, "REPAIR": f"repair_{phase}"}}
        states[f"repair_{phase}"] = {"on": {"BUILT": f"review_{phase}", "STUCK": "help"}}
    states["help"] = {"on": {"RESUME": "plan_1", "GIVE_UP": "declined"}}
    states["handover"] = {"on": {"DONE": {"target": "done", "requires_approval": True}, "LATE": "plan_5"}}
    states["done"] = {"type": "final"}
    states["declined"] = {"type": "final", "outcome": "failure"}
    return {"id": "delivery", "initial": "intake", "states": states}


def wandering(root: Path, rounds: int = 3) -> Path:
    """A run through the thirty states, with repairs."""
    run = Maker(root, thirty())
    run.call("Read").go("ACCEPT", "plan_1")
    for phase in range(1, rounds + 1):
        run.call("Read", 4_000).call("Grep", 2_000).go("READY", f"build_{phase}")
        for size in (20_000, 25_000, 30_000):
            run.call("Edit", size)
        run.refuse("Bash", "commands").go("BUILT", f"review_{phase}").call("Read").go("REPAIR", f"repair_{phase}").call("Edit")
        run.go("BUILT", f"review_{phase}").call("Read").go("GOOD", f"plan_{phase + 1}")
    return run.finish()


def lines(count: int) -> Iterator[Json]:
    """Entries of a long run: calls, refusals now and then, a round through two states every thousand steps."""
    for number in range(count):
        base = {"kind": "step", "machine": "bugfix", "started": NOW + number, "completed": NOW + number + 0.5}
        state = "implementing" if number // 1000 % 2 else "planning"
        if number % 1000 == 999:
            other = "planning" if state == "implementing" else "implementing"
            event = "REPLAN" if state == "implementing" else "READY"
            yield {**base, "what": "transition", "state": other, "source": state, "target": other, "event": event}
        elif number % 31 == 5:
            yield {**base, "what": "refusal", "state": state, "tool": "Edit", "call": f"t{number}", "rule": "tools", "status_code": 403}
        else:
            yield {**base, "what": "call", "state": state, "tool": "Read", "call": f"t{number}", "status_code": 200, "bytes": 300}


def long(root: Path, count: int) -> Path:
    """A run of so many steps."""
    run = Maker(root, "bugfix")
    rows = list(lines(count))
    for start in range(0, count, 5000):
        run.put(rows[start:start + 5000])
    return run.finish()
