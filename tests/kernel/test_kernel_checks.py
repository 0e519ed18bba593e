"""Checks as facts: who may record one, how long it holds, what it says about tests that went away."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Json, Run, bash, edit, ended, event, move

FLOW: Json = {
    "id": "m", "initial": "work", "checks": {"tests": {"command": "pytest -q"}},
    "guards": {"green": {"field": "checks.tests.status", "op": "eq", "value": "passed"},
               "graded": {"field": "checks.tests.grade", "op": "in", "value": ["measured", "attested"]},
               "was_red": {"field": "checks.tests.previous_status", "op": "eq", "value": "failed"},
               "whole": {"field": "checks.tests.weakened", "op": "eq", "value": False},
               "many": {"field": "checks.tests.passed", "op": "gte", "value": 3}},
    "states": {"work": {"on": {"GREEN": {"target": "done", "guard": "green"}, "GRADED": {"target": "done", "guards": ["green", "graded"]},
                               "TURNED": {"target": "done", "guards": ["green", "was_red"]}, "WHOLE": {"target": "done", "guard": "whole"},
                               "MANY": {"target": "done", "guard": "many"}, "CHILD": {"invoke": "inner", "on_complete": "work"}}},
               "done": {"type": "final"}}}
INNER: Json = {"id": "inner", "initial": "in", "checks": {"tests": {"command": "true"}},
               "states": {"in": {"on": {"OUT": "out"}}, "out": {"type": "final"}}}


@pytest.fixture
def run() -> Run:
    """A run that has no check yet."""
    return Run(FLOW, INNER)


def checked(run: Run, code: int = 0, grade: str = "measured", clock: int | None = None, **counts: int) -> Json:
    """A check's result, begun when nothing had changed since."""
    extra = {"name": "tests", "exit_code": code, "grade": grade, "clock": run.snap["clock"] if clock is None else clock, "counts": counts}
    run.take(event("checked", extra=extra))
    return dict(run.snap["checks"]["tests"])


def refused(run: Run, name: str) -> str:
    """Why a transition is refused, "" when it is not."""
    out = run.take(move(name))
    return out.reason if out.effect == "deny" else ""


def test_a_refusal_names_the_command_that_supplies_the_fact(run: Run) -> None:
    why = refused(run, "GREEN")
    assert 'it is "unknown"' in why and "statewright check tests" in why and "pytest -q" in why


def test_an_edit_after_the_check_began_makes_it_stale_and_the_refusal_says_so(run: Run) -> None:
    checked(run)
    run.take(edit("a.py"))
    why = refused(run, "GREEN")
    assert 'it is "stale"' in why and "changed since it began" in why and "statewright check tests" in why


def test_an_edit_while_the_check_runs_makes_its_result_stale(run: Run) -> None:
    tests = bash("pytest -q")
    run.take(tests)
    run.take(edit("a.py"))
    run.take(ended(tests, extra={"exit_code": 0}))
    assert "stale" in refused(run, "GREEN")


def test_a_guard_may_demand_the_grade(run: Run) -> None:
    tests = bash("pytest -q")
    run.take(tests)
    run.take(ended(tests, extra={"exit_code": 0}))
    assert "checks.tests.grade" in refused(run, "GRADED") and "statewright check tests" in refused(run, "GRADED")
    checked(run)
    assert not refused(run, "GRADED")


def test_red_then_green_is_a_fact_and_a_repeat_does_not_wash_it_out(run: Run) -> None:
    checked(run, 0)
    assert refused(run, "TURNED")
    checked(run, 1)
    run.take(edit("a.py"))
    checked(run, 0)
    checked(run, 0)
    assert not refused(run, "TURNED")


def test_counts_are_facts(run: Run) -> None:
    checked(run, passed=2, failed=0, skipped=0, total=2)
    assert "checks.tests.passed" in refused(run, "MANY")
    checked(run, passed=3, failed=0, skipped=0, total=3)
    assert not refused(run, "MANY")


@pytest.mark.parametrize("after", [{"total": 9, "skipped": 0}, {"total": 10, "skipped": 1}, {"total": 10, "skipped": 0, "tests": 9, "skips": 0},
                                   {"total": 10, "skipped": 0, "tests": 10, "skips": 1}, {}],
                         ids=["deleted", "skipped", "fewer functions", "a new mark", "summary hidden"])
def test_tests_that_went_away_are_noticed_however_often_they_are_run(run: Run, after: dict[str, int]) -> None:
    checked(run, 1, total=10, skipped=0, tests=10, skips=0)
    assert checked(run, 0, **after)["weakened"] is True
    assert checked(run, 0, **after)["weakened"] is True and "weakened" in refused(run, "WHOLE")
    assert checked(run, 0, total=10, skipped=0, tests=10, skips=0)["weakened"] is False


def test_more_tests_are_the_new_measure(run: Run) -> None:
    checked(run, total=10, skipped=2)
    assert checked(run, total=12, skipped=1)["weakened"] is False
    assert checked(run, total=11, skipped=1)["weakened"] is True


def test_a_person_who_attests_sets_a_new_measure(run: Run) -> None:
    checked(run, total=10, skipped=0)
    assert checked(run, total=8, skipped=0)["weakened"] is True
    assert checked(run, grade="attested")["weakened"] is False
    assert checked(run, total=8, skipped=0)["weakened"] is False


def test_a_sub_machines_weaker_check_of_the_same_name_proves_nothing_outside(run: Run) -> None:
    run.take(move("CHILD"))
    true = bash("true")
    run.take(true)
    run.take(ended(true, extra={"exit_code": 0}))
    assert run.snap["checks"]["tests"]["status"] == "passed"
    run.take(move("OUT"))
    assert run.at == "m/work" and 'it is "unknown"' in refused(run, "GREEN")


def test_another_command_put_in_the_checks_place_is_not_the_check(run: Run) -> None:
    tests = bash("pytest -q")
    run.take(tests)
    run.take(ended(tests, command="true", extra={"exit_code": 0}))
    assert run.snap["checks"] == {}


def claim(words: list[str]) -> Any:
    """Our check command begins."""
    return event("claim", extra={"ticket": words})


def test_a_ticket_for_a_check_is_used_up_before_the_check_runs(run: Run) -> None:
    run.take(bash("statewright check tests", own=("statewright",)))
    assert run.take(claim(["check", "tests"])).effect is None
    assert run.take(claim(["check", "tests"])).effect == "deny" and run.snap["ticket"] is None


def test_no_ticket_no_record(run: Run) -> None:
    run.take(bash("statewright check tests", own=("statewright",)))
    assert run.take(claim(["check", "other"])).effect == "deny" and run.take(claim([])).effect == "deny"
    late = event("claim", time=1000.0, extra={"ticket": ["check", "tests"]})
    assert run.take(late).effect == "deny"


def test_counts_are_read_from_the_call_the_hook_saw(run: Run) -> None:
    tests = bash("pytest -q")
    run.take(tests)
    run.take(ended(tests, result={"stdout": "..\n2 passed, 1 skipped in 0.1s\n"}, extra={"exit_code": 0}))
    found = run.snap["checks"]["tests"]
    assert (found["passed"], found["skipped"], found["total"], found["weakened"]) == (2, 1, 3, False)
    again = bash("pytest -q")
    run.take(again)
    run.take(ended(again, ok=False, error="Exit code 1\n1 failed, 1 passed in 0.1s", extra={"exit_code": 1}))
    assert run.snap["checks"]["tests"]["weakened"] is True and run.snap["checks"]["tests"]["failed"] == 1
