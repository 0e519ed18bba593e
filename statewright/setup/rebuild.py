"""Put a run's lost state together again from its journal, on the side of refusing where the journal does not say."""

import json
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.store import run as store
from statewright.trace import journal as journals
from statewright.trace import state_file
from statewright.trace.reading import parts
from statewright.trace.replay import replay


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
        snap = replay(plan, plan.head()["id"], lines)
        if snap is None:
            return "cannot be rebuilt, its journal does not fit its workflow; a person starts a new run: statewright start"
        snap["slice"] = plan.place(snap["machine"], snap["state"])
        snap["length"], snap["part"], snap["entered"] = size, len(files), fast.now()
        snap["started"] = snap["entered"]
        note = journals.extend(snap, [{"kind": "note", "what": "rebuilt"}], snap["entered"])
        state_file.put(run.dir + "/state.json", fast.dumps(snap), state_file.NEW, True, False)
        fd = fast.open_append(str(files[-1]))
        fast.add(fd, note)
        fast.close(fd)
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
