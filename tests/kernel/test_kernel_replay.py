"""The journal of a random run leads to the same place, machine by machine, and never to a laxer one."""

from __future__ import annotations

import json
import random
from typing import Any

from builders import Flow, approve, event, move, started
from hypothesis import given, settings
from hypothesis import strategies as st
from test_kernel_properties import QUIET, events, flows, lawful

from statewright import fast, kernel
from statewright.model import Event
from statewright.trace import journal
from statewright.trace.agreement import differences
from statewright.trace.replay import Replay, replay

SOME = settings(QUIET, max_examples=min(QUIET.max_examples, 300))
SAME = ("machine", "state", "final", "entry", "seq", "step", "head")


def journaled(flow: Flow, steps: list[Event]) -> tuple[dict[str, Any], list[tuple[bytes, dict[str, Any]]]]:
    """A run taken through events with its journal as the store would write it."""
    snap = started(flow)
    begun = {"kind": "start", "run": "run-1", "plan": flow.digest, "workflow": flow.id, "harness": "claude-code", "session": "session"}
    text = journal.extend(snap, [{**begun, "compiled": "c"}], 0.0)
    for one in steps:
        out = kernel.decide(flow, snap, one)
        lawful(flow, snap, one, out)
        if out.snapshot is None:
            continue
        snap = out.snapshot
        if out.entries:
            text += journal.extend(snap, out.entries, one.time)
    return snap, [(line, json.loads(line)) for line in text.splitlines()]


def same(flow: Flow, snap: dict[str, Any], lines: list[tuple[bytes, dict[str, Any]]]) -> None:
    told = Replay(flow, flow.id)
    for raw, line in lines:
        told.take(fast.sha256(raw), line)
    assert differences(snap, told) == []
    again = replay(flow, flow.id, lines)
    assert again is not None
    assert {key: again[key] for key in SAME} == {key: snap[key] for key in SAME}
    frames = ("machine", "state", "invoke", "on_complete", "on_fail")
    assert [[one[key] for key in frames] for one in again["stack"]] == [[one[key] for key in frames] for one in snap["stack"]]
    assert again["approval"] is None and again["checks"] == {} and again["ticket"] is None
    assert again["status"] == ("running" if snap["status"] == "waiting" else snap["status"])


@SOME
@given(flow=flows(), steps=st.lists(events(), min_size=5, max_size=40))
def test_the_journal_gives_the_same_snapshot(flow: Flow, steps: list[Event]) -> None:
    same(flow, *journaled(flow, steps))


@SOME
@given(flow=flows(), seed=st.integers(0, 1 << 32), length=st.integers(20, 80))
def test_long_runs_that_mostly_move_are_lawful_and_replayed_too(flow: Flow, seed: int, length: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    steps = []
    for number in range(length):
        kind = chance.choice(["move", "move", "move", "answer", "check", "mode", "wait"])
        time = number * chance.choice([1.0, 1.0, 4000.0])
        if kind == "move":
            steps.append(move(chance.choice(["GO", "NEXT", "BACK", "NONSENSE"]), time, n=chance.choice([0, 1, 5])))
        elif kind == "answer":
            steps.append(approve(chance.random() < 0.7, time))
        elif kind == "check":
            extra = {"name": "t", "exit_code": chance.choice([0, 0, 1]), "grade": "measured", "clock": 9}
            steps.append(event("checked", time, extra=extra))
        elif kind == "mode":
            steps += [event("mode", time, extra={"status": "paused"}), event("mode", time, extra={"status": "running"})]
        else:
            steps.append(event("prompt", time + 90000.0))
    same(flow, *journaled(flow, steps))
