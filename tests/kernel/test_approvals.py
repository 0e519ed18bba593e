"""A request for approval: sealed, answered once, void when anything about it changed, over when nobody answers."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Run, approve, bash, event, move

GATED: dict[str, Any] = {
    "id": "m",
    "initial": "work",
    "context": {"n": 1},
    "states": {"work": {"on": {"SHIP": {"target": "done", "requires_approval": True}, "BACK": "work"}}, "done": {"type": "final"}},
}
DAY = 24 * 3600.0


def waiting() -> Run:
    run = Run(GATED)
    run.take(move("SHIP", n=2))
    assert run.snap["status"] == "waiting"
    return run


def answered(run: Run, proof: str, approved: bool = True) -> Any:
    one = approve(approved)
    one.extra["proof"] = lambda ask: proof
    return run.take(one)


def test_the_model_is_told_once_that_it_waits() -> None:
    run = Run(GATED)
    told = run.take(move("SHIP"))
    assert "person's approval" in told.tell and "status line" in told.tell
    assert run.take(bash("ls")).tell == ""


def test_three_wrong_codes_void_the_code_and_leave_the_request() -> None:
    run = waiting()
    said = [answered(run, "code").reason for _ in range(3)]
    assert "2 tries" in said[0] and "1 tries" in said[1] and "void" in said[2]
    assert run.snap["status"] == "waiting" and run.snap["approval"]["tries"] == 3
    assert [one["rule"] for one in run.entries if one["what"] == "transition_refused"] == ["code"] * 3
    assert answered(run, "").effect is None and run.at == "m/done"


def test_a_request_that_was_altered_is_void_whatever_is_answered() -> None:
    run = waiting()
    out = answered(run, "it is not what the agent asked for")
    assert out.effect == "deny" and run.at == "m/work" and run.snap["status"] == "running"
    assert run.entries[-1]["answer"] == "void" and run.snap["context"] == {"n": 1}


def test_an_answer_meant_for_another_request_is_refused_and_this_one_stays() -> None:
    run = waiting()
    one = approve()
    one.extra["id"] = "esc_other"
    assert run.take(one).effect == "deny" and run.snap["status"] == "waiting"


@pytest.mark.parametrize("road", ["typed code", "terminal", "terminal+passphrase"])
def test_the_road_is_in_the_step_that_the_answer_makes(road: str) -> None:
    run = waiting()
    one = approve()
    one.extra["road"] = road
    run.take(one)
    assert run.whats()[-2:] == ["approval_request", "transition"]
    step = [one for one in run.entries if one["kind"] == "step"][-1]
    assert step["road"] == road and step["from_agents"][0]["from"] == "human-approver"


def test_an_answer_is_good_for_one_transition() -> None:
    run = waiting()
    assert run.take(approve()).effect is None
    assert run.take(approve()).effect == "deny"


def test_a_request_nobody_answers_does_not_hold_the_run_for_ever() -> None:
    run = waiting()
    assert run.take(move("BACK", 2.0)).effect == "deny"
    assert run.take(move("BACK", DAY + 2.0)).effect is None
    assert [one.get("answer") for one in run.entries if one["what"] == "approval_answer"] == ["expired"]
    assert run.snap["status"] == "running" and run.at == "m/work"


def test_the_hook_lets_a_transition_through_once_the_request_expired() -> None:
    run = waiting()
    assert not run.passes(bash("statewright transition BACK", time=2.0))
    assert run.passes(bash("statewright transition BACK", time=DAY + 2.0))


def test_an_expired_request_is_told_with_the_next_prompt() -> None:
    run = waiting()
    assert "expired" in run.take(event("prompt", DAY + 2.0)).tell
    assert run.snap["status"] == "running"


def test_the_agent_hears_of_an_approval_and_of_a_void_one_with_the_next_prompt() -> None:
    run = waiting()
    answered(run, "")
    assert "SHIP was approved by a person" in run.take(event("prompt", 3.0)).tell
    other = waiting()
    answered(other, "it is not what the agent asked for")
    assert "SHIP was not approved" in other.take(event("prompt", 3.0)).tell
    assert "approved" not in other.take(event("prompt", 4.0)).tell
