"""The kernel under nonsense, and random workflows under random events: always an answer, never a way round."""

from __future__ import annotations

import copy
import os
from typing import Any

from builders import Flow, Run, approve, bash, call, edit, ended, event, move, started
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from statewright import kernel
from statewright.machine import runs, transitions
from statewright.machine.guards import failing
from statewright.model import Event, Outcome

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
TOOLS = st.sampled_from(["Read", "Edit", "Write", "NotebookEdit", "Bash", "apply_patch", "Agent", "TodoWrite", "CronCreate", "WebFetch", ""])
KEYS = ("file_path", "old_string", "new_string", "replace_all", "content", "command", "notebook_path", "new_source", "edits", "input", "prompt")
LINES = st.sampled_from(
    ["ls", "statewright transition GO", "statewright transition GO; ls", "echo x > f", "$(", "'", "cat <<E", "rm -rf .statewright", "a & b", "$X", ""]
)
STATES = ("a", "b", "c", "d")
NAMES = st.sampled_from(STATES)
EVENTS = st.sampled_from(["GO", "NEXT", "BACK", "GO", "NEXT", "NONSENSE", ""])
GUARDS = {
    "yes": {"field": "n", "op": "gte", "value": 0},
    "big": {"field": "n", "op": "gt", "value": 2},
    "green": {"field": "checks.t.status", "op": "eq", "value": "passed"},
}
QUIET = settings(max_examples=int(os.environ.get("STATEWRIGHT_EXAMPLES", "300")), deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def branches(draw: st.DrawFn) -> Any:
    one: dict[str, Any] = {"target": draw(NAMES)}
    names = draw(st.lists(st.sampled_from(["yes", "big", "green", "ghost"]), max_size=2))
    if names:
        one["guards"] = names
    if draw(st.integers(0, 2)) == 0:
        one["requires_approval"] = True
    return one


@st.composite
def flows(draw: st.DrawFn) -> Flow:
    machines = []
    for machine in ("top", "sub", "subsub"):
        states: dict[str, Any] = {}
        for name in STATES:
            on: dict[str, Any] = {}
            for one in draw(st.lists(st.sampled_from(["GO", "NEXT", "BACK"]), min_size=1, unique=True)):
                on[one] = draw(st.lists(branches(), min_size=1, max_size=2))
                inner = {"top": "sub", "sub": "subsub"}.get(machine)
                if inner and draw(st.integers(0, 3)) == 0:
                    on[one] = {"invoke": inner, "on_complete": draw(NAMES), **({"on_fail": draw(NAMES)} if draw(st.booleans()) else {})}
            states[name] = {"on": on}
            if draw(st.booleans()):
                states[name]["safe_next"] = draw(NAMES)
            if draw(st.booleans()):
                states[name]["max_iterations"] = draw(st.integers(1, 3))
            if draw(st.booleans()):
                states[name]["allowed_tools"] = draw(st.lists(TOOLS, max_size=4))
        states["done"] = {"type": "final"}
        states["failed"] = {"type": "final"}
        states[draw(NAMES)]["on"]["GO"] = "done"
        states[draw(NAMES)]["on"]["NEXT"] = "failed"
        machines.append(
            {"id": machine, "initial": "a", "context": {"n": 1}, "guards": GUARDS, "states": states, "checks": {"t": {"command": "make t"}}}
        )
    return Flow(*machines)


@st.composite
def events(draw: st.DrawFn) -> Event:
    kind = draw(
        st.sampled_from(
            ["move", "move", "move", "move", "answer", "call", "bash", "edit", "post", "batch", "stop", "prompt", "check", "mode", "config", "odd"]
        )
    )
    time = draw(st.sampled_from([0.0, 1.0, 30.0, 100.0, 90000.0]))
    used = draw(st.sampled_from(["c1", "c2", ""]))
    if kind == "move":
        odd = st.dictionaries(st.sampled_from(["n", "x.y", "checks.t.status", "state", ""]), JSON, max_size=2)
        data = draw(st.just({}) | st.sampled_from([{"n": 5}, {"n": -1}, {"n": 1}]) | odd)
        ticket = draw(st.sampled_from([True, True, True, True, False, None, ["transition", "GO"]]))
        return event("transition", time, extra={"event": draw(EVENTS), "data": data, "ticket": ticket, "nonce": "n"})
    if kind == "bash":
        return bash(draw(LINES), call=used, time=time)
    if kind == "edit":
        return edit(draw(st.sampled_from(["f", "g", "../x", ".statewright/config.json"])), call=used, time=time)
    if kind in ("call", "odd"):
        odd = draw(st.dictionaries(st.sampled_from(KEYS), JSON, max_size=4))
        made = call(draw(TOOLS), odd, call=used, time=time, kind=draw(st.sampled_from(["pre", "snippet", "whatever", "pre"])))
        if isinstance(odd.get("command"), str):
            made.command = odd["command"]
        return made
    if kind == "answer":
        return approve(draw(st.booleans()), time)
    if kind == "check":
        code, clock = draw(st.integers(0, 1)), draw(st.integers(0, 3))
        return event("checked", time, extra={"name": "t", "exit_code": code, "grade": "measured", "clock": clock})
    if kind == "mode":
        return event("mode", time, extra={"status": draw(st.sampled_from(["running", "paused", "running"]))})
    if kind == "config":
        return event("config", time, extra={"fault": draw(st.sampled_from(["", "bad"]))})
    if kind == "batch":
        return event("batch", time, calls=[{"call": used, "tool": "Read", "bytes": draw(st.integers(0, 99))}])
    if kind == "post":
        return event("post", time, call=used, tool="Read", raw_tool="Read", result_bytes=draw(st.integers(0, 99)), ok=draw(st.booleans()))
    return event(kind, time)


def lawful(flow: Flow, before: dict[str, Any], one: Event, out: Outcome) -> None:
    """What may have become of a run in one event."""
    after = out.snapshot
    if after is None:
        return
    assert (after["machine"], after["state"]) in flow.states and len(after["stack"]) <= runs.DEPTH
    assert after["count"] >= 0 and after["bytes"] >= 0
    if after["entry"] == before["entry"]:
        assert all(after[key] == before[key] for key in ("machine", "state", "stack", "context"))
        return
    assert one.kind in ("transition", "approve") and not before["final"] and before["status"] in ("running", "waiting")
    state = flow.state(before["machine"], before["state"])
    if one.kind == "approve":
        ask = before["approval"]
        assert one.extra["approved"] and before["status"] == "waiting" and one.time <= ask["deadline"]
        name, context = ask["event"], ask["context"]
    else:
        assert one.extra["ticket"] is True or before["ticket"]["words"] == one.extra["ticket"]
        assert before["status"] == "running" or one.time > before["approval"]["deadline"]  # a request nobody answered is over
        name, context = one.extra["event"], transitions.merged(before["context"], one.extra["data"])
    facts = runs.facts(before, context, state.get("checks"))
    told = next(entry for entry in out.entries if entry["what"] in ("transition", "fallback"))
    first = (told["machine"], told["target"])
    if name in state.get("on", {}):
        open_ones = [way for way in state["on"][name] if not failing(way.get("guards", []), state["guards"], facts)]
        assert open_ones and (one.kind == "approve" or not open_ones[0].get("approval"))
        way = open_ones[0]
        wanted = (way["invoke"], "a") if "invoke" in way else (before["machine"], way["target"])
    else:
        wanted = (before["machine"], state["safe_next"])
        for ways in state.get("on", {}).values():
            there = [way for way in ways if state["safe_next"] in (way.get("target"), way.get("on_complete"), way.get("on_fail"))]
            assert not any(way.get("approval") for way in there)
            assert not there or any(not failing(way.get("guards", []), state["guards"], facts) for way in there)
    assert first == wanted


@QUIET
@given(flow=flows(), steps=st.lists(events(), min_size=5, max_size=25))
def test_no_event_leads_out_of_the_graph_or_past_a_guard_or_an_approval(flow: Flow, steps: list[Event]) -> None:
    snap = started(flow)
    for one in steps:
        before = copy.deepcopy(snap)
        out = kernel.decide(flow, snap, one)
        assert snap == before, "the snapshot handed in was changed"
        lawful(flow, before, one, out)
        snap = out.snapshot or snap


@QUIET
@given(flow=flows(), steps=st.lists(events(), max_size=15))
def test_the_same_events_give_the_same_run(flow: Flow, steps: list[Event]) -> None:
    first, second = started(flow), started(flow)
    for one in steps:
        twin = copy.deepcopy(one)
        first = kernel.decide(flow, first, one).snapshot or first
        second = kernel.decide(flow, second, twin).snapshot or second
    assert first == second


@QUIET
@given(limit=st.integers(1, 4), tools=st.lists(st.sampled_from(["Read", "TodoWrite", "WebSearch", "Glob"]), max_size=20))
def test_iterations_are_exact_whatever_is_called(limit: int, tools: list[str]) -> None:
    run = Run({"id": "m", "initial": "a", "states": {"a": {"max_iterations": limit, "on": {"GO": "a"}}}})
    passed = [tool for tool in tools if run.passes(call(tool))]
    assert len([tool for tool in passed if tool != "TodoWrite"]) == min(limit, len([tool for tool in tools if tool != "TodoWrite"]))
    assert passed.count("TodoWrite") == tools.count("TodoWrite")


@QUIET
@given(first=st.sampled_from([1, 2, 5]), sizes=st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=10))
def test_the_budget_adds_up_to_what_the_model_got(first: int, sizes: list[tuple[int, int]]) -> None:
    run = Run({"id": "m", "initial": "a", "states": {"a": {"on": {"GO": "a"}}}})
    for guess, true in sizes:
        one = call("Read")
        run.take(one)
        run.take(ended(one, guess))
        run.take(event("batch", calls=[{"call": one.call, "tool": "Read", "bytes": true}]))
    assert run.snap["bytes"] == sum(true for _, true in sizes) and run.snap["pending"] == {}


@QUIET
@given(name=st.text(max_size=12))
def test_any_event_name_gets_an_answer(name: str) -> None:
    run = Run({"id": "m", "initial": "a", "states": {"a": {"on": {"GO": "b"}}, "b": {"type": "final"}}})
    assert run.take(move(name)).effect == (None if name == "GO" else "deny")
