"""No trap: where the linter finds no error, every combination of limit, check and approval has a way on, work that may open one, or both."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from builders import Flow, approve, event, move, started
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from statewright import kernel
from statewright.machine.runs import enter
from statewright.workflow.lint_stuck import mends
from statewright.workflow.linter import lint
from statewright.workflow.loader import Loaded, load_sources
from statewright.workflow.models import Workflow

GUARDS = {
    "green": {"field": "checks.t.status", "op": "eq", "value": "passed"},
    "red": {"field": "checks.t.status", "op": "eq", "value": "failed"},
    "code": {"field": "checks.u.exit_code", "op": "eq", "value": 0},
    "big": {"field": "n", "op": "gt", "value": 2},
    "there": {"field": "k", "op": "exists"},
}
TOOLS = [None, ["Read"], ["Read", "Bash"], ["Read", "Edit"], []]
DATA = {"n": 3, "k": 1}


def whole(states: dict[str, Any], **more: Any) -> dict[str, Any]:
    checks = {"t": {"command": "make t"}, "u": {"command": "make u"}}
    return {
        "id": "w",
        "initial": "a",
        "context": {"n": 1},
        "guards": GUARDS,
        "checks": checks,
        "states": {**states, "done": {"type": "final"}},
        **more,
    }


def errors(*machines: dict[str, Any]) -> set[str]:
    """Codes of the errors the linter finds."""
    sources = {"workflow.json": json.dumps(machines[0]).encode()}
    sources |= {"workflows/%s.json" % one["id"]: json.dumps(one).encode() for one in machines[1:]}
    loaded = load_sources(sources, Loaded(file="workflow.json"), "workflow.json", "workflows")
    assert loaded.ok, [str(one) for one in loaded.problems]
    return {one.code for one in lint(loaded) if one.severity == "error"}


def way_on(flow: Flow, snap: dict[str, Any]) -> bool:
    """Whether some event leads on, with data, or with a person's approval."""
    names = [*flow.state(snap["machine"], snap["state"]).get("on", {}), "no such event"]
    for name, data in itertools.product(names, ({}, DATA)):
        out = kernel.decide(flow, snap, move(name, 2.0, **data))
        if out.effect is None and out.snapshot is not None:
            after = out.snapshot
            if after["status"] == "waiting":
                out = kernel.decide(flow, after, approve(time=3.0))
                after = out.snapshot or after
            if (after["entry"], out.effect) != (snap["entry"], "deny") and after["entry"] != snap["entry"]:
                return True
    return False


def situations(flow: Flow, machine: str, name: str) -> Any:
    """The run in a state, in each combination of what its checks say and whether its limit is reached."""
    state = flow.state(machine, name)
    limits = [False] + [True] * any(key in state for key in ("max_iterations", "context_budget_bytes"))
    for limit, t, u in itertools.product(limits, (0, 1), (0, 1)):
        snap = started(flow)
        enter(flow, snap, machine, name, 1.0)
        if limit:
            snap["count"], snap["bytes"] = state.get("max_iterations", 0), state.get("context_budget_bytes", 0)
        for check, code in (("t", t), ("u", u)):
            extra = {"name": check, "exit_code": code, "grade": "measured", "clock": snap["clock"]}
            snap = kernel.decide(flow, snap, event("checked", 1.0, extra=extra)).snapshot or snap
        yield limit, {"t": t, "u": u}, snap


@st.composite
def workflows(draw: st.DrawFn) -> dict[str, Any]:
    states: dict[str, Any] = {}
    for name in ("a", "b", "c"):
        on: dict[str, Any] = {}
        for one in draw(st.lists(st.sampled_from(["GO", "BACK", "END"]), min_size=1, unique=True)):
            ways = []
            for _ in range(draw(st.integers(1, 2))):
                way: dict[str, Any] = {"target": draw(st.sampled_from(["a", "b", "c", "done"]))}
                names = draw(st.lists(st.sampled_from(list(GUARDS)), max_size=2, unique=True))
                ways.append({**way, "guards": names} if names else way)
            on[one] = ways if len(ways) > 1 else {**ways[0], **({"requires_approval": True} if draw(st.integers(0, 2)) == 0 else {})}
        states[name] = {"on": on}
        for key, value in (("max_iterations", 2), ("context_budget_bytes", 9)):
            if draw(st.integers(0, 3)) == 0:
                states[name][key] = value
        tools = draw(st.sampled_from(TOOLS))
        if tools is not None:
            states[name]["allowed_tools"] = tools
        if draw(st.integers(0, 3)) == 0:
            states[name]["safe_next"] = draw(st.sampled_from(["a", "b", "done"]))
    return whole(states)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(workflow=workflows())
def test_a_workflow_without_errors_has_no_trap(workflow: dict[str, Any]) -> None:
    assume(not errors(workflow))
    flow, models = Flow(workflow), Workflow.model_validate(workflow)
    for name in ("a", "b", "c"):
        for limit, checks, snap in situations(flow, "w", name):
            works = not limit and mends(models.states[name])
            assert works or way_on(flow, snap), (name, limit, checks)


GREEN_ONLY = {"target": "done", "guard": "green"}


@pytest.mark.parametrize(
    ("state", "found"),
    [
        ({"allowed_tools": ["Read", "Bash"], "on": {"END": GREEN_ONLY}}, True),
        ({"allowed_tools": ["Read"], "on": {"END": [GREEN_ONLY, {"target": "a", "guards": ["red", "code"]}]}}, True),
        ({"allowed_tools": ["Read"], "safe_next": "done", "on": {"END": GREEN_ONLY}}, True),
        ({"allowed_tools": ["Read"], "on": {"END": GREEN_ONLY, "FAIL": {"target": "done", "guard": "red"}}}, False),
        ({"allowed_tools": ["Read"], "on": {"END": GREEN_ONLY, "ASK": {"target": "done", "requires_approval": True}}}, False),
        ({"allowed_tools": ["Read"], "on": {"END": GREEN_ONLY, "GIVE": {"target": "done", "guard": "big"}}}, False),
        ({"allowed_tools": ["Read", "Edit"], "on": {"END": GREEN_ONLY}}, False),
        ({"allowed_tools": ["Bash"], "allowed_commands": ["make"], "on": {"END": GREEN_ONLY}}, False),
        ({"on": {"END": GREEN_ONLY}}, False),
    ],
)
def test_failing_checks_that_nothing_can_mend_are_found(state: dict[str, Any], found: bool) -> None:
    assert ("stuck" in errors(whole({"a": state}))) is found


def test_a_sub_machine_is_held_to_the_same(tmp_path: Any) -> None:
    child = {**whole({"a": {"allowed_tools": ["Read"], "on": {"END": GREEN_ONLY}}}), "id": "sub"}
    parent = whole({"a": {"on": {"GO": {"invoke": "sub", "on_complete": "done"}}}})
    assert "stuck" in errors(parent, child)
    child["states"]["failed"] = {"type": "final"}
    child["states"]["a"]["on"]["GIVE_UP"] = "failed"
    assert not errors(parent, child)
    flow = Flow(parent, child)
    snap = started(flow)
    snap = kernel.decide(flow, snap, move("GO")).snapshot or snap
    assert snap["machine"] == "sub" and way_on(flow, snap)
    back = kernel.decide(flow, snap, move("GIVE_UP")).snapshot or snap
    assert (back["machine"], back["state"], back["stack"]) == ("w", "a", [])  # a failure without on_fail begins again where it was started


STOPS = [("running", False), ("running", True), ("waiting", False), ("paused", False)]


@pytest.mark.parametrize(("status", "final"), STOPS)
@pytest.mark.parametrize("depth", [0, 1, 2])
@pytest.mark.parametrize("limit", [False, True])
def test_stopping_is_legal_in_every_combination_and_held_back_once_at_most(status: str, final: bool, depth: int, limit: bool) -> None:
    """Once, whatever happens between: far below the number of blocks after which the harness stops listening."""
    state = {"max_iterations": 2, "on": {"END": {"target": "done", "requires_approval": True}, "BACK": "a"}}
    flow = Flow(whole({"a": state}), {**whole({"a": state}), "id": "sub"}, {**whole({"a": state}), "id": "subsub"})
    snap = started(flow)
    snap["stack"] = [{"machine": "w", "state": "a", "context": {}, "invoke": "sub", "on_complete": "done", "on_fail": ""}] * depth
    snap["machine"] = ("w", "sub", "subsub")[depth]
    if status == "waiting":
        snap = kernel.decide(flow, snap, move("END")).snapshot or snap
    snap["status"], snap["final"] = status, final
    snap["count"] = 2 if limit else 0
    blocks = 0
    for number in range(12):
        snap["turn"] = dict(snap["turn"], edits=snap["turn"]["edits"] + 1, moves=number)  # it worked on in between
        out = kernel.decide(flow, snap, event("stop", 1.0, stop_active=number % 3 == 1))
        blocks += out.block
        snap = out.snapshot or snap
    assert blocks == (1 if status == "running" and not final else 0)
