"""Put a run's lost state together again from its journal, on the side of refusing where the journal does not say."""

import json
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.machine.runs import enter
from statewright.model import new_snapshot
from statewright.store import run as store
from statewright.trace.reading import parts


def rebuild(run: "store.Run") -> str:
    """Write a new snapshot from the journal; gives what came of it, in words.

    Typed data is not in the journal, so the context is the workflow's initial one. A run inside a
    sub-machine cannot be put together: its parents' contexts are gone.
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
        snap = _replay(run, lines)
        if snap is None:
            return "cannot be rebuilt inside a sub-machine; a person starts a new run: statewright start"
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


def _replay(run: "store.Run", lines: list[tuple[bytes, dict[str, Any]]]) -> dict[str, Any] | None:
    start = lines[0][1]
    plan = store.Plan(run.project, start["plan"])
    head = plan.head()
    snap = new_snapshot(run.name, start.get("session", ""), start.get("harness", ""), start["plan"], fast.now())
    snap["context"] = head["machines"][head["id"]].get("context", {})
    place = "%s/%s" % (head["id"], head["machines"][head["id"]]["initial"])
    calls = size = 0
    for line, entry in lines:
        snap["seq"] = entry["seq"]
        snap["head"] = fast.sha256(line)
        if entry["kind"] != "step":
            continue
        snap["step"] += 1
        if entry.get("what") in ("transition", "fallback"):
            place, calls, size = entry["state"], 0, 0
        elif entry.get("what") == "call":
            calls += 1
            size += entry.get("bytes", 0)
    machine, _, name = place.partition("/")
    if machine != head["id"]:
        return None
    enter(plan, snap, machine, name, fast.now())
    snap["slice"] = plan.place(machine, name)
    snap["count"], snap["bytes"] = calls, size
    snap["clock"] = 1  # nothing checked before counts
    return snap
