"""Exact events, branches in order, and a fallback that goes round nothing."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Flow

from statewright.machine.transitions import Move, merged, take

GUARDS = {"yes": {"field": "ok", "op": "eq", "value": True}, "no": {"field": "ok", "op": "eq", "value": "never"}}


def state(safe_next: str = "", **on: Any) -> dict[str, Any]:
    extra = {"safe_next": safe_next} if safe_next else {}
    return Flow({"id": "m", "initial": "a", "guards": GUARDS, "states": {"a": {"on": on, **extra}}}).state("m", "a")


def taken(where: dict[str, Any], event: str, pending: bool = False) -> Move:
    return take(where, event, {"ok": True}, pending)


@pytest.mark.parametrize("event", ["go", "GO ", " GO", "G", "GOO", "", "Go", "GO\n"])
def test_only_the_exact_name_is_the_event(event: str) -> None:
    move = taken(state(GO="b", STAY="a"), event)
    assert move.refused and move.rule == "event" and "GO, STAY" in move.refused


def test_a_state_without_events_says_so() -> None:
    assert "its events are: none" in taken(state(), "GO").refused


def test_the_first_branch_that_passes_is_taken() -> None:
    assert taken(state(GO=[{"target": "b", "guard": "no"}, {"target": "c", "guard": "yes"}, {"target": "d"}]), "GO").branch["target"] == "c"


def test_where_no_branch_passes_each_says_why() -> None:
    move = taken(state(GO=[{"target": "b", "guard": "no"}, {"target": "c", "guards": ["yes", "no"]}]), "GO")
    assert move.refused.count("guard no wants ok eq") == 2 and "1. to b" in move.refused and "2. to c" in move.refused
    assert not move.branch


def test_guard_and_guards_must_all_pass() -> None:
    assert not taken(state(GO={"target": "b", "guard": "yes", "guards": ["yes"]}), "GO").refused
    assert taken(state(GO={"target": "b", "guard": "yes", "guards": ["no"]}), "GO").refused
    assert taken(state(GO={"target": "b", "guard": "no", "guards": ["yes"]}), "GO").refused


def test_an_undefined_guard_holds_back() -> None:
    assert "ghost is not defined" in taken(state(GO={"target": "b", "guard": "ghost"}), "GO").refused


def test_an_unknown_event_takes_the_fallback() -> None:
    move = taken(state("c", GO="b"), "WHAT")
    assert move.fallback and move.branch == {"target": "c"}


def test_a_known_event_whose_guard_fails_never_takes_the_fallback() -> None:
    move = taken(state("c", GO={"target": "b", "guard": "no"}), "GO")
    assert move.refused and not move.fallback


@pytest.mark.parametrize("way", [
    {"target": "c", "requires_approval": True},
    {"target": "c", "requires_approval": True, "guard": "yes"},
    {"target": "c", "guard": "no"},
    {"target": "c", "guard": "ghost"},
    [{"target": "b"}, {"target": "c", "guard": "no"}],
    {"invoke": "sub", "on_complete": "b", "on_fail": "c", "guard": "no"},
])
def test_the_fallback_goes_round_no_approval_and_no_guard(way: Any) -> None:
    for on in ({"GO": way}, {"OPEN": "c", "GO": way}, {"GO": way, "OPEN": "c"}):
        move = taken(state("c", **on), "WHAT")
        assert move.refused and not move.fallback and not move.branch


def test_no_fallback_while_an_approval_is_pending() -> None:
    assert taken(state("c", GO="b"), "WHAT", pending=True).refused


@pytest.mark.parametrize("key", ["checks", "checks.tests.status", "run.steps", "state.name", "state", "run", "", ".", "a.", ".a", "a..b"])
def test_facts_are_nobodys_to_set(key: str) -> None:
    with pytest.raises(ValueError):
        merged({}, {key: 1})


def test_offered_data_reaches_into_objects_and_leaves_the_old_ones_alone() -> None:
    context = {"a": {"b": {"c": 1}}, "n": 1}
    assert merged(context, {"a.b.d": 2, "n.x": 3, "new.deep": 4}) == {"a": {"b": {"c": 1, "d": 2}}, "n": {"x": 3}, "new": {"deep": 4}}
    assert context == {"a": {"b": {"c": 1}}, "n": 1}
