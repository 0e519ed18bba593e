"""Transitions, approvals, tickets, checks and modes of a run."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from builders import PROJECT, Run, approve, bash, call, edit, ended, event, move

GATED = {
    "id": "m",
    "initial": "work",
    "context": {"ok": True},
    "guards": {"ok": {"field": "ok", "op": "eq", "value": True}},
    "states": {
        "work": {"safe_next": "done", "on": {"SHIP": {"target": "done", "guard": "ok", "requires_approval": True}, "BACK": "work"}},
        "done": {"type": "final"},
    },
}
TESTED = {
    "id": "m",
    "initial": "work",
    "checks": {"tests": {"command": "pytest -q", "timeout_s": 60}},
    "guards": {
        "green": {"field": "checks.tests.status", "op": "eq", "value": "passed"},
        "was_red": {"field": "checks.tests.previous_status", "op": "eq", "value": "failed"},
        "strong": {"field": "checks.tests.grade", "op": "in", "value": ["measured", "attested"]},
    },
    "states": {
        "work": {
            "on": {
                "DONE": {"target": "done", "guard": "green"},
                "TDD": {"target": "done", "guards": ["green", "was_red"]},
                "STRONG": {"target": "done", "guards": ["green", "strong"]},
            }
        },
        "done": {"type": "final"},
    },
}


def waiting() -> Run:
    run = Run(GATED)
    run.take(move("SHIP"))
    assert run.snap["status"] == "waiting"
    return run


def ticketed(run: Run, words: list[str], time: float = 1.0, **data: Any) -> Any:
    return run.take(event("transition", time, extra={"event": words[1], "data": data, "ticket": words, "nonce": "n"}))


def test_offered_data_is_kept_on_success_and_gone_on_failure() -> None:
    run = Run(GATED)
    assert run.take(move("SHIP", ok=False)).effect == "deny" and run.snap["context"] == {"ok": True}
    run.take(move("BACK", note="x"))
    assert run.snap["context"] == {"ok": True, "note": "x"}


@pytest.mark.parametrize("key", ["checks.tests.status", "run.steps", "state.name"])
def test_a_fact_cannot_be_asserted(key: str) -> None:
    run = Run(TESTED)
    out = run.take(move("DONE", **{key: "passed"}))
    assert out.effect == "deny" and out.rule == "fact" and run.at == "m/work"


def test_an_object_over_the_facts_cannot_be_asserted_either() -> None:
    run = Run(TESTED)
    assert run.take(move("DONE", checks={"tests": {"status": "passed"}})).effect == "deny" and run.at == "m/work"


# Approvals


def test_guards_come_before_the_approval() -> None:
    run = Run(GATED)
    run.take(move("SHIP", ok=False))
    assert run.snap["status"] == "running" and run.snap["approval"] is None


def test_while_waiting_the_tools_stay_and_nothing_transitions() -> None:
    run = waiting()
    assert run.passes(call("Read"))
    for name in ("BACK", "SHIP", "UNKNOWN"):
        assert run.take(move(name)).effect == "deny"
    assert not run.passes(bash("statewright transition BACK"))
    assert run.at == "m/work" and run.snap["status"] == "waiting"


def test_approved_is_once_and_its_step_names_the_person() -> None:
    run = waiting()
    run.take(approve())
    step, end = run.entries[-2:]
    assert run.at == "m/done" and step["from_agents"][0]["from"] == "human-approver" and step["road"] == "terminal"
    assert end == {"kind": "end", "outcome": "completed", "source": "final"}
    assert run.take(approve()).effect == "deny"


def test_rejected_goes_on_in_the_same_state_and_can_be_asked_again() -> None:
    run = waiting()
    out = run.take(approve(False, reason="not yet"))
    assert run.at == "m/work" and run.snap["status"] == "running" and "not yet" in out.tell
    run.take(move("SHIP"))
    assert run.snap["status"] == "waiting"


def test_an_expired_approval_is_none() -> None:
    run = waiting()
    out = run.take(approve(time=1 + 24 * 3600 + 1))
    assert out.effect == "deny" and "expired" in out.reason and run.at == "m/work" and run.snap["status"] == "running"


def test_an_approval_is_void_when_its_facts_changed_meanwhile() -> None:
    flow = copy.deepcopy(TESTED)
    flow["states"]["work"]["on"]["DONE"]["requires_approval"] = True
    run = Run(flow)
    run.take(check("tests", 0, run.snap["clock"]))
    run.take(move("DONE"))
    assert run.snap["status"] == "waiting"
    run.take(edit("a.py"))
    out = run.take(approve())
    assert out.effect == "deny" and "stale" in out.reason and run.at == "m/work" and run.entries[-1]["answer"] == "void"


def test_the_data_offered_is_the_data_approved() -> None:
    run = Run(GATED)
    run.take(move("SHIP", version="1.0"))
    assert "version" not in run.snap["context"]
    run.take(approve())
    assert run.snap["context"]["version"] == "1.0"


def test_the_fallback_is_no_way_round_the_approval() -> None:
    run = Run(GATED)
    assert run.take(move("WHATEVER")).rule == "safe_next" and run.at == "m/work"


def test_what_the_agent_typed_as_an_event_is_not_in_the_trace() -> None:
    run = Run(GATED)
    run.take(move("sk-secret"))
    free = Run({"id": "m", "initial": "a", "states": {"a": {"safe_next": "b"}, "b": {"type": "final"}}})
    free.take(move("sk-secret"))
    assert free.at == "m/b" and free.whats() == ["fallback"]
    assert "sk-secret" not in repr(run.entries) + repr(free.entries)


# Tickets


def test_a_transition_without_ticket_or_person_is_refused_and_recorded() -> None:
    run = Run(GATED)
    out = run.take(event("transition", extra={"event": "BACK", "data": {}}))
    assert out.effect == "deny" and out.rule == "ticket" and run.whats() == ["transition_refused"]


def test_a_ticket_is_good_for_one_transition_with_its_very_words() -> None:
    run = Run(GATED)
    assert run.passes(bash("statewright transition BACK"))
    assert ticketed(run, ["transition", "BACK"]).effect is None and run.snap["entry"] == 2
    assert ticketed(run, ["transition", "BACK"]).rule == "ticket" and run.snap["entry"] == 2


@pytest.mark.parametrize("words", [["transition", "SHIP"], ["transition", "BACK", "--set", "a=1"], []])
def test_other_words_are_refused_and_use_the_ticket_up(words: list[str]) -> None:
    run = Run(GATED)
    run.take(bash("statewright transition BACK"))
    assert run.take(event("transition", extra={"event": "BACK", "data": {}, "ticket": words})).rule == "ticket"
    assert run.snap["ticket"] is None and run.snap["entry"] == 1


def test_a_ticket_dies_after_a_minute() -> None:
    run = Run(GATED)
    run.take(bash("statewright transition BACK"))
    assert ticketed(run, ["transition", "BACK"], time=62.0).rule == "ticket"


@pytest.mark.parametrize("end", ["post", "stop", "prompt", "batch"])
def test_a_ticket_dies_with_its_call(end: str) -> None:
    run = Run(GATED)
    asked = bash("statewright transition BACK")
    run.take(asked)
    one = {
        "post": ended(asked),
        "stop": event("stop"),
        "prompt": event("prompt"),
        "batch": event("batch", calls=[{"call": asked.call, "tool": "Bash", "bytes": 1}]),
    }[end]
    run.take(one)
    assert run.snap["ticket"] is None


@pytest.mark.parametrize(
    "line",
    [
        "statewright transition BACK | cat",
        "statewright transition BACK; ls",
        "A=1 statewright transition BACK",
        "sh -c 'statewright transition BACK'",
        "statewright transition $X",
        "statewright transition BACK &",
        "xargs statewright transition BACK",
        "echo $(statewright transition BACK)",
        "statewright transition BACK > f",
        "make BACK",
    ],
)
def test_no_other_line_gets_a_ticket(line: str) -> None:
    run = Run(GATED)
    out = run.take(bash(line))
    assert out.effect != "allow" and run.snap["ticket"] is None


def test_a_subagents_end_leaves_the_others_ticket_alone() -> None:
    run = Run(GATED)
    run.take(bash("statewright transition BACK"))
    run.take(event("subagent_stop", agent="a1"))
    assert ticketed(run, ["transition", "BACK"]).effect is None


# Checks


def check(name: str, code: int, clock: int, grade: str = "measured", time: float = 1.0) -> Any:
    return event("checked", time, extra={"name": name, "exit_code": code, "grade": grade, "clock": clock})


def observed(run: Run, line: str = "pytest -q", code: int = 0) -> None:
    one = bash(line)
    assert run.passes(one)
    run.take(ended(one, ok=code == 0, extra={"exit_code": code}))


def test_a_check_never_run_holds_the_guard() -> None:
    out = Run(TESTED).take(move("DONE"))
    assert out.effect == "deny" and out.rule == "guard" and "checks.tests.status" in out.reason


def test_a_check_whose_command_ended_in_sight_of_the_hook_is_observed() -> None:
    run = Run(TESTED)
    observed(run)
    assert run.snap["checks"]["tests"]["grade"] == "observed"
    assert run.take(move("STRONG")).effect == "deny"
    assert run.take(move("DONE")).effect is None and run.at == "m/done"


@pytest.mark.parametrize(
    "line", ["pytest -q | tail -1", "pytest -q || true", "X=1 pytest -q", "pytest", "pytest -q; true", "bash -c 'pytest -q'", "true # pytest -q"]
)
def test_no_other_line_counts_as_the_check(line: str) -> None:
    run = Run(TESTED)
    observed(run, line)
    assert run.snap["checks"] == {} and run.take(move("DONE")).effect == "deny"


def test_a_check_in_the_background_or_another_folder_proves_nothing() -> None:
    run = Run(TESTED)
    for one in (bash("pytest -q", cwd=PROJECT + "/sub"), call("Bash", {"command": "pytest -q", "run_in_background": True})):
        run.take(one)
        run.take(ended(one, extra={"exit_code": 0}))
    assert run.snap["checks"] == {}


def test_an_end_whose_status_is_unknown_is_no_result() -> None:
    run = Run(TESTED)
    one = bash("pytest -q")
    run.take(one)
    run.take(ended(one, extra={"exit_code": None}))
    assert run.snap["checks"] == {}


def test_an_edit_after_the_check_started_makes_it_stale() -> None:
    run = Run(TESTED)
    one = bash("pytest -q")
    run.take(one)
    run.take(edit("a.py"))
    run.take(ended(one, extra={"exit_code": 0}))
    out = run.take(move("DONE"))
    assert out.effect == "deny" and "stale" in out.reason
    observed(run)
    assert run.take(move("DONE")).effect is None


def test_a_shell_write_makes_it_stale_and_reading_does_not() -> None:
    run = Run(TESTED)
    observed(run)
    run.take(call("Read"))
    run.take(bash("ls -l"))
    assert run.snap["checks"]["tests"]["clock"] == run.snap["clock"]
    run.take(bash("echo x > a.py"))
    assert run.take(move("DONE")).effect == "deny"


def test_red_then_green_can_be_demanded() -> None:
    run = Run(TESTED)
    run.take(check("tests", 0, 0))
    assert run.take(move("TDD")).effect == "deny"
    run.take(check("tests", 1, 0))
    assert run.take(move("TDD")).effect == "deny"
    run.take(check("tests", 0, 0))
    assert run.take(move("TDD")).effect is None


# Modes


def mode(status: str) -> Any:
    return event("mode", extra={"status": status})


def test_paused_lets_tools_through_but_nothing_transitions_and_our_files_stay_protected() -> None:
    flow = {"id": "m", "initial": "work", "states": {"work": {"allowed_tools": ["Read"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}
    run = Run(flow)
    run.take(mode("paused"))
    assert run.passes(edit("a.py"))
    assert not run.passes(edit(".statewright/workflow.json"))
    assert run.take(move("DONE")).effect == "deny" and run.snap["status"] == "paused"
    run.take(mode("running"))
    assert not run.passes(edit("a.py")) and run.take(move("DONE")).effect is None


def test_off_says_nothing_to_calls_and_no_to_transitions() -> None:
    run = Run(GATED)
    run.take(mode("off"))
    out = run.take(edit(".statewright/workflow.json"))
    assert out.effect is None and out.snapshot is None and out.entries == []
    assert run.take(move("BACK")).effect == "deny" and run.snap["status"] == "off"


def test_pausing_while_waiting_keeps_the_question_open() -> None:
    run = waiting()
    run.take(mode("paused"))
    run.take(mode("running"))
    assert run.snap["status"] == "waiting"
    run.take(approve())
    assert run.at == "m/done"


# The end of a turn


def worked(run: Run) -> None:
    one = edit("a.py")
    run.take(one)
    run.take(ended(one))


def test_stopping_is_blocked_once_a_turn_and_only_after_work() -> None:
    run = Run(GATED)
    run.take(event("prompt"))
    assert not run.take(event("stop")).block
    worked(run)
    out = run.take(event("stop"))
    assert out.block and "SHIP" in out.reason and "BACK" in out.reason
    assert not run.take(event("stop")).block
    worked(run)
    assert not run.take(event("stop")).block
    run.take(event("prompt"))
    worked(run)
    assert run.take(event("stop")).block


@pytest.mark.parametrize("how", ["waiting", "final", "off by config", "already blocked by the harness", "background work", "a subagent", "paused"])
def test_stopping_is_never_blocked_when(how: str) -> None:
    flow = copy.deepcopy(GATED)
    flow["config"] = {"stop": "off"} if how == "off by config" else {}
    run = Run(flow)
    worked(run)
    if how in ("waiting", "final"):
        run.take(move("SHIP"))
    if how == "final":
        run.take(approve())
    if how == "paused":
        run.take(mode("paused"))
    end = event("subagent_stop" if how == "a subagent" else "stop", stop_active=how.startswith("already"))
    end.background = [{"status": "running"}] if how.startswith("background") else []
    assert not run.take(end).block


def test_a_settings_change_is_blocked_when_it_would_unhook_us_and_left_alone_otherwise() -> None:
    run = Run(GATED)
    assert not run.take(event("config", extra={"fault": ""})).block
    out = run.take(event("config", extra={"fault": "our hook is gone"}))
    assert out.block and "our hook is gone" in out.reason and run.whats() == ["config"]


def test_a_persons_refusal_is_told_with_the_next_prompt_once() -> None:
    run = Run(GATED)
    run.take(move("SHIP"))
    run.take(approve(False, reason="not yet"))
    assert run.take(event("prompt")).tell.startswith("SHIP was refused by a person: not yet.")
    assert "refused by a person" not in run.take(event("prompt")).tell
