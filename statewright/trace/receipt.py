"""What to keep of a run where the run's owner cannot reach it: a few facts, and the head of the hash chain they rest on.

Every fact is read from the journal's lines up to the head, so whoever has the journal can count them again.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from statewright.trace import reading

Json = dict[str, Any]
VERSION = 1
HOLES = ("off", "paused")  # modes in which the states bind nothing


def receipt(folder: Path, head: str = "") -> Json:
    """The facts of a run's journal, up to the line with the hash ``head`` ("": all).

    {"v", "run", "workflow": digest, "states": [as entered], "final", "outcome", "steps", "lines", "checks": {name: {"status", "grade"}},
    "approvals": [{"event", "answer", "road"}], "refused", "held_off": [line numbers], "head"}. ``head`` is "" when no line has it.
    """
    facts: Json = {"v": VERSION, "run": "", "workflow": "", "states": [], "final": False, "outcome": "", "steps": 0, "lines": 0, "checks": {},
                   "approvals": [], "refused": 0, "held_off": [], "head": ""}
    for raw, _ in reading.raw_lines(folder, reading.snapshot(folder)):
        line = reading.parsed(raw)
        if line is None:
            continue
        _take(facts, line)
        facts["head"] = hashlib.sha256(raw).hexdigest()
        if head and facts["head"] == head:
            return facts
    return {**facts, "head": ""} if head else facts


def _take(facts: Json, line: Json) -> None:
    facts["lines"] += 1
    kind, what = line.get("kind"), line.get("what")
    if kind == "start":
        facts.update(run=str(line.get("run")), workflow=str(line.get("plan")))
    elif kind == "end" and line.get("source") == "final":
        facts.update(final=True, outcome=str(line.get("outcome")))
    if kind != "step":
        return
    facts["steps"] += 1
    state = str(line.get("state"))
    if what in ("transition", "fallback") or not facts["states"]:
        facts["states"].append(state)
    if what == "check":
        facts["checks"][str(line.get("check"))] = {"status": str(line.get("result")), "grade": str(line.get("grade"))}
    elif what in ("refusal", "transition_refused", "forgery", "doubt"):
        facts["refused"] += 1
    elif what == "mode" and line.get("result") in HOLES:
        facts["held_off"].append(line.get("seq"))
    if line.get("road"):
        answer = "approved" if what in ("transition", "fallback") else str(line.get("answer") or line.get("result") or what)
        facts["approvals"].append({"event": str(line.get("event") or what), "answer": answer, "road": str(line["road"])})
