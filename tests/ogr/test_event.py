"""Our own look at an event agrees with the published schema; what is sent is always valid."""

from __future__ import annotations

import json
from typing import Any

import pytest
from builders import call
from hypothesis import given
from hypothesis import strategies as st
from ogr_runtime import EVENTS, wrong

from statewright.ogr import event as wire

JSON = st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6)
MEMBERS = ["kind", "step_id", "agent_id", "agent_type", "agent_workspace", "agent_owner", "agent_user", "llm_protocol", "payload", "integration",
           "connection", "session_hint", "timing"]
CHANGES = st.dictionaries(st.sampled_from(MEMBERS), JSON | st.text(min_size=126, max_size=131) | st.just(...), max_size=3)


@pytest.mark.parametrize("name", ["0.8", "1.0"])
@given(CHANGES)
def test_what_is_wrong_with_an_event_is_seen_as_the_schema_sees_it(name: str, changes: dict[str, Any]) -> None:
    made = wire.envelope({"wire": name}, "step/response", "s", "claude-code", "session", {"text": "x"})
    for member, value in changes.items():
        if value is ...:
            made.pop(member, None)
        else:
            made[member] = value
    assert bool(wire.faults(made, name)) is bool(list(EVENTS[name].iter_errors(made))), made


@pytest.mark.parametrize("name", ["0.8", "1.0"])
@given(st.dictionaries(st.text(st.characters(codec=None), max_size=5), JSON | st.text(st.characters(codec=None)), max_size=4), st.text(max_size=200),
       st.text(max_size=9))
def test_every_held_call_makes_a_valid_event_any_reader_can_read(name: str, given_: dict[str, Any], session: str, ident: str) -> None:
    held = call("Bash", given_, call=ident, session=session)
    event = wire.held({"wire": name, "agent_id": "a"}, held)
    data = wire.encoded(event)
    data.decode("ascii")
    assert "\\ud8" not in json.dumps(json.loads(data), ensure_ascii=False)
    assert wrong(json.loads(data), name) == []
    json.dumps(json.loads(data), ensure_ascii=False).encode("utf-8")  # no lone surrogate is left


def test_what_is_no_event_at_all_is_none() -> None:
    for value in (None, [], "x", 1):
        assert wire.faults(value, "0.8")
