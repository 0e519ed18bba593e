"""Sub-machines: suspended parents, results in a name of their own, an end to nesting."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Run, move

from statewright.machine.runs import facts


def machine(name: str, child: str = "", **more: Any) -> dict[str, Any]:
    way: Any = {"invoke": child, "on_complete": "after", "on_fail": "mend", "input": {"from": name}, **more} if child else "done"
    return {"id": name, "initial": "start", "context": {"me": name},
            "states": {"start": {"on": {"GO": way, "FAIL": "failed"}}, "after": {"on": {"END": "done", "FAIL": "failed"}},
                       "mend": {"on": {"END": "done"}},
                       "done": {"type": "final"}, "failed": {"type": "final"}}}


def chain(depth: int) -> Run:
    """depth machines, each starting the next."""
    return Run(*[machine("m%d" % n, "m%d" % (n + 1) if n < depth - 1 else "") for n in range(depth)])


def test_three_deep_and_back_with_the_results_in_their_names() -> None:
    run = chain(3)
    run.take(move("GO"))
    run.take(move("GO"))
    assert run.at == "m2/start" and [frame["machine"] for frame in run.snap["stack"]] == ["m0", "m1"]
    assert run.snap["context"] == {"me": "m2", "from": "m1"}
    run.take(move("GO", answer=42))
    assert run.at == "m1/after"
    assert run.snap["context"]["m2"] == {"me": "m2", "from": "m1", "answer": 42, "outcome": "success"}
    run.take(move("END"))
    assert run.at == "m0/after" and run.snap["context"]["m1"]["m2"]["answer"] == 42 and run.snap["context"]["me"] == "m0"
    assert run.snap["stack"] == [] and not run.snap["final"]


def test_eight_suspended_parents_are_fine_and_a_ninth_is_refused() -> None:
    run = chain(10)
    for _ in range(8):
        assert run.take(move("GO")).effect is None
    assert run.at == "m8/start" and len(run.snap["stack"]) == 8
    before = run.snap
    out = run.take(move("GO"))
    assert out.effect == "deny" and "8 deep" in out.reason and run.at == "m8/start" and run.snap["stack"] == before["stack"]
    assert run.whats()[-1] == "transition_refused"


def test_a_failed_sub_machine_goes_to_on_fail() -> None:
    run = chain(2)
    run.take(move("GO"))
    run.take(move("FAIL"))
    assert run.at == "m0/mend" and run.snap["context"]["m1"]["outcome"] == "failure"


def test_without_on_fail_a_failure_goes_back_to_where_it_was_started() -> None:
    parent = machine("m0", "m1")
    del parent["states"]["start"]["on"]["GO"]["on_fail"]
    run = Run(parent, machine("m1"))
    run.take(move("GO"))
    run.take(move("FAIL"))
    assert run.at == "m0/start" and run.snap["stack"] == []


def test_a_parent_that_ends_with_its_child_ends_its_own_parent_too() -> None:
    middle = machine("m1", "m2", on_complete="done")
    run = Run(machine("m0", "m1"), middle, machine("m2"))
    for _ in range(3):
        run.take(move("GO"))
    assert run.at == "m0/after"
    steps = [(one["machine"], one["target"]) for one in run.entries if one["what"] == "transition"]
    assert steps[-3:] == [("m2", "done"), ("m1", "done"), ("m0", "after")]


def test_the_child_cannot_touch_its_parents_context() -> None:
    run = chain(2)
    run.take(move("GO"))
    assert run.take(move("GO", **{"m0.me": "stolen"})).rule == "fact"
    run.take(move("GO", me="other"))
    assert run.snap["context"]["me"] == "m0" and run.snap["context"]["m1"]["me"] == "other"


def test_a_run_in_a_final_state_transitions_no_more() -> None:
    run = chain(1)
    run.take(move("GO"))
    assert run.snap["final"]
    assert run.take(move("GO")).effect == "deny" and run.at == "m0/done"


@pytest.mark.parametrize("root", ["checks", "run", "state"])
def test_facts_lie_over_the_context(root: str) -> None:
    run = chain(1)
    assert facts(run.snap, {root: "claimed", "x": 1})[root] != "claimed"
    assert facts(run.snap, {"x": 1})["x"] == 1


@pytest.mark.parametrize("key", ["inner", "inner.outcome", "inner.outcome.x"])
def test_what_a_sub_machine_gives_back_is_not_the_agents_to_claim(key: str) -> None:
    outer = {"id": "outer", "initial": "a", "guards": {"ok": {"field": "inner.outcome", "op": "eq", "value": "success"}},
             "states": {"a": {"on": {"SKIP": {"target": "b", "guard": "ok"}, "RUN": {"invoke": "inner", "on_complete": "a"}}},
                        "b": {"type": "final"}}}
    inner = {"id": "inner", "initial": "x", "states": {"x": {"on": {"OUT": "y"}}, "y": {"type": "final"}}}
    run = Run(outer, inner)
    claimed = run.take(move("SKIP", **{key: "success"}))
    assert claimed.effect == "deny" and claimed.rule == "fact" and run.at == "outer/a"
    run.take(move("RUN"))
    run.take(move("OUT"))
    run.take(move("SKIP"))
    assert run.at == "outer/b"
