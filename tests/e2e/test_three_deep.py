"""Three machines inside one another in the real client: limits, results and trace are those of the one the run is in."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from guarded import BYPASS, Guarded, bash

SHIP: dict[str, Any] = {
    "id": "ship", "initial": "build", "guards": {"clean": {"field": "review.audit.probe.outcome", "op": "eq", "value": "success"}},
    "states": {"build": {"on": {"REVIEW": {"invoke": "review", "input": {"who": "ship"}, "on_complete": "accepted", "on_fail": "build"},
                                "ABORT": "done"}},
               "accepted": {"on": {"FINISH": {"target": "done", "guard": "clean"}}}, "done": {"type": "final"}}}
REVIEW = {"id": "review", "initial": "look", "context": {"who": "nobody", "depth": 1},
          "states": {"look": {"allowed_tools": ["Read"], "on": {"DEEP": {"invoke": "audit", "on_complete": "verdict"}}},
                     "verdict": {"allowed_tools": ["Read"], "on": {"OK": "approved", "NO": "rejected"}},
                     "approved": {"type": "final"}, "rejected": {"type": "final"}}}
AUDIT = {"id": "audit", "initial": "scan",
         "states": {"scan": {"max_iterations": 1, "on": {"PROBE": {"invoke": "probe", "on_complete": "passed", "on_fail": "failed"}}},
                    "passed": {"type": "final"}, "failed": {"type": "final"}}}
PROBE = {"id": "probe", "initial": "poke", "states": {"poke": {"allowed_tools": [], "on": {"CLEAN": "clean", "DIRTY": "failed"}},
                                                      "clean": {"type": "final"}, "failed": {"type": "final"}}}
FILES = {".statewright/workflows/%s.json" % one["id"]: json.dumps(one) for one in (REVIEW, AUDIT, PROBE)}


def call(command: str, name: str) -> dict[str, Any]:
    """A turn with a shell call."""
    return {"tools": [bash(command, name)]}


def move(event: str, name: str, more: str = "") -> dict[str, Any]:
    """A turn with a transition."""
    return call("statewright transition %s%s" % (event, more), name)


def test_a_run_three_deep_and_back(guarded: Callable[..., Guarded]) -> None:
    here = guarded(SHIP, FILES)
    ran = here.run([
        call("touch before", "wide"), move("REVIEW", "review"), call("touch inside", "narrow"), move("ABORT", "parents_event"),
        move("DEEP", "claim", " --set audit.outcome=success"), move("DEEP", "deep"), call("echo 1", "one"), call("echo 2", "two"),
        move("PROBE", "probe"), call("echo 3", "none"), call("statewright status --json", "status"),
        move("CLEAN", "clean", " --set found=0"), move("OK", "ok"), move("FINISH", "finish"), {"text": "done"}], args=BYPASS)
    names = ("wide", "review", "narrow", "parents_event", "claim", "deep", "one", "two", "probe", "none", "status", "clean", "ok", "finish")
    refused = [name for name in names if ran.refused(name)]
    assert refused == ["narrow", "parents_event", "claim", "two", "none"], {name: ran.told(name)[:200] for name in names}
    assert "started from review/look in ship/build" in ran.told("deep")
    inside = json.loads(ran.told("status"))
    assert (inside["workflow"], inside["state"], inside["stack"]) == ("probe", "poke", ["ship/build", "review/look", "audit/scan"])
    status = here.status(ran.session)
    assert status["final"] and status["stack"] == []
    review = status["context"]["review"]
    assert review == {"who": "ship", "depth": 1, "outcome": "success", "audit": {"outcome": "success", "probe": {"found": 0, "outcome": "success"}}}
    moves = [line["state"] for line in here.journal(ran.session) if line.get("what") == "transition"]
    assert moves == ["review/look", "audit/scan", "probe/poke", "probe/clean", "audit/passed", "review/verdict", "review/approved", "ship/accepted",
                     "ship/done"]
    for line in here.journal(ran.session):
        if line["kind"] == "step":
            assert any(ref == "SW:" + line["state"] for ref in line["step"]["output"]["constraints_referenced"]), line


def test_a_failure_three_deep_is_no_success_outside(guarded: Callable[..., Guarded]) -> None:
    here = guarded(SHIP, FILES)
    ran = here.run([move("REVIEW", "review"), move("DEEP", "deep"), move("PROBE", "probe"), move("DIRTY", "dirty"), {"text": "done"}], args=BYPASS)
    status = here.status(ran.session)
    assert "%(workflow)s/%(state)s" % status == "review/look", ran.told("dirty")  # audit failed and look has no on_fail: back where it was started
    assert status["context"]["audit"]["outcome"] == "failure" and status["stack"] == ["ship/build"]
