"""Background work in the real client: a transition waits for it, and for nothing that has ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from guarded import BYPASS, Guarded, bash

FLOW: dict[str, Any] = {"id": "bg", "initial": "work", "states": {
    "work": {"on": {"READ": "reading", "SERVE": "serving"}},
    "reading": {"allowed_tools": ["Read"], "on": {"BACK": "work"}},
    "serving": {"allowed_tools": ["Bash"], "allowed_commands": ["sh serve.sh"], "on": {"READ": "reading"}}}}
SERVE = {"serve.sh": "i=0; while [ ! -f stop ] && [ $i -lt 120 ]; do sleep 0.25; i=$((i+1)); done\n"}
MONITOR = ["Monitor", {"description": "Watch", "timeout_ms": 30000, "command": "sh serve.sh"}, "begin"]


def behind(command: str, name: str) -> list[Any]:
    """A scripted background call."""
    made = bash(command, name)
    made[1]["run_in_background"] = True
    return made


@pytest.mark.parametrize("begin", [behind("sh serve.sh", "begin"), bash("sh serve.sh & echo begun", "begin"),
                                   bash("(setsid sh serve.sh >/dev/null 2>&1 &)", "begin"), MONITOR],
                         ids=["run in background", "ampersand", "detached", "monitor"])
def test_a_transition_waits_until_the_work_is_over(guarded: Callable[..., Guarded], begin: list[Any]) -> None:
    here = guarded(FLOW, SERVE)
    ran = here.run([{"tools": [begin]}, {"tools": [bash("statewright transition READ", "early")]},
                    {"tools": [bash("touch stop; sleep 1", "stop")]}, {"tools": [bash("statewright transition READ", "late")]},
                    {"text": "done"}], args=BYPASS)
    assert ran.refused("early") and "serve.sh" in ran.told("early"), ran.told("early")
    assert not ran.refused("late") and here.status(ran.session)["state"] == "reading"


def test_work_that_the_next_state_permits_holds_nothing_back(guarded: Callable[..., Guarded]) -> None:
    here = guarded(FLOW, SERVE)
    ran = here.run([{"tools": [behind("sh serve.sh", "begin")]}, {"tools": [bash("statewright transition SERVE", "serve")]},
                    {"tools": [bash("statewright transition READ", "read")]}, {"text": "done"}], args=BYPASS)
    (here.project / "stop").write_text("")
    assert not ran.refused("serve") and ran.refused("read") and here.status(ran.session)["state"] == "serving"


def test_a_resumed_session_is_not_held_by_what_an_earlier_one_left_behind(guarded: Callable[..., Guarded]) -> None:
    here = guarded(FLOW, SERVE)
    first = here.run([{"tools": [bash("(setsid sh serve.sh >/dev/null 2>&1 &)", "begin")]},
                      {"tools": [bash("statewright transition READ", "early")]}, {"text": "done"}], args=BYPASS)
    assert first.refused("early")
    second = here.run([{"tools": [bash("statewright transition READ", "late")]}, {"text": "done"}], args=(*BYPASS, "--resume", first.session))
    (here.project / "stop").write_text("")
    assert not second.refused("late")
