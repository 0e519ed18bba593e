"""Put a run's lost state together again from its journal, on the side of refusing where the journal does not say."""

import json
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.machine.runs import enter, invoke
from statewright.model import new_snapshot
from statewright.store import run as store
from statewright.store.compiled import Plan
from statewright.trace import step as steps
from statewright.trace.reading import parts


def rebuild(run: "store.Run") -> str:
    """Write a new snapshot from the journal; gives what came of it, in words.

    Typed data is not in the journal, so each machine's context is its initial one.
    """
    files = parts(Path(run.dir), None)
    if not files[0].is_file():
        return "cannot be rebuilt, its journal is missing; a person starts a new run: statewright start"
    held = fast.lock(run.dir + "/lock")
    try:
        lines: list[tuple[bytes, dict[str, Any]]] = []
        for journal in files:
            found, size = _lines(journal)
            lines += found
        if not lines or lines[0][1].get("kind") != "start":
            return "cannot be rebuilt, its journal has no beginning; a person starts a new run: statewright start"
        plan = store.Plan(run.project, lines[0][1]["plan"])
        snap = replay(plan, plan.head()["id"], lines, run.name, fast.now())
        if snap is None:
            return "cannot be rebuilt, its journal does not fit its workflow; a person starts a new run: statewright start"
        snap["slice"] = plan.place(snap["machine"], snap["state"])
        snap["length"], snap["part"] = size, len(files)
        fast.replace(run.dir + "/state.json", fast.dumps(snap))
    finally:
        fast.unlock(held)
    return "rebuilt from %d journal lines in state %s; data given to transitions is lost" % (len(lines), snap["state"])


def _lines(journal: Path) -> tuple[list[tuple[bytes, dict[str, Any]]], int]:
    """The whole lines of a journal; a torn end is cut off the file."""
    raw = journal.read_bytes()
    whole = raw[: raw.rfind(b"\n") + 1]
    if len(whole) != len(raw):
        journal.write_bytes(whole)
    found = []
    for line in whole.split(b"\n")[:-1]:
        try:
            found.append((line, json.loads(line)))
        except ValueError:
            break
    return found, len(whole)


def replay(workflow: Plan, main: str, lines: list[tuple[bytes, dict[str, Any]]], run: str, now: float) -> dict[str, Any] | None:
    """The snapshot that the journal's lines lead to, None where they do not fit the workflow.

    Told by the lines: the place with the machines that wait below it, the mode, the counts. Not told, and so on the side of refusing:
    the data given to transitions (each machine has its first context), a pending request, results of checks.
    """
    start = lines[0][1]
    snap = new_snapshot(run, start.get("session", ""), start.get("harness", ""), start["plan"], now)
    first = workflow.machine(main)
    snap["context"] = first.get("context", {})
    enter(workflow, snap, main, first["initial"], now)
    passed: list[str] = []
    calls = size = 0
    for line, entry in lines:
        snap["seq"], snap["head"] = entry["seq"], fast.sha256(line)
        if entry["kind"] != "step":
            continue
        snap["step"] += 1
        what = entry.get("what")
        if what == "fallback" and not passed and workflow.state(snap["machine"], snap["state"]).get("safe_next") == snap["state"]:
            continue  # it stayed, its limits as they were
        if what in ("transition", "fallback"):
            if not passed:  # what else a move passed through has a line each
                passed = _move(workflow, snap, entry, now)
            if not passed or passed.pop(0) != entry["state"]:
                return None
            calls = size = 0
        elif what == "mode" and entry.get("result") in ("running", "paused", "off"):
            snap["status"] = entry["result"]
        elif what == "call":
            calls += 1
            size += entry.get("bytes", 0)
    snap["slice"] = None
    snap["count"], snap["bytes"] = calls, size
    snap["clock"] = 1  # nothing checked before counts
    return snap


def _move(workflow: Plan, snap: dict[str, Any], entry: dict[str, Any], now: float) -> list[str]:
    """Take the way that a line tells of; the places passed as the trace names them, [] when there is no such way."""
    state = workflow.state(snap["machine"], snap["state"])
    ways = [{"target": str(state.get("safe_next", ""))}] if entry["what"] == "fallback" else _ways(state, entry.get("event", ""))
    for way in ways:
        trial = dict(snap)
        try:
            found = invoke(workflow, trial, way, now) if "invoke" in way else enter(workflow, trial, snap["machine"], way["target"], now)
        except (KeyError, ValueError):
            continue
        named = [steps.place(*one.split("/", 1)) for one in found]
        if named[0] == entry["state"]:
            snap.update(trial)
            return named
    return []


def _ways(state: dict[str, Any], event: str) -> list[dict[str, Any]]:
    """The branches of an event; the trace may have cleaned its name."""
    return [way for name, branches in state.get("on", {}).items() if steps.authored(name) == event for way in branches]
