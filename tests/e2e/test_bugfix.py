"""A whole bug fix by the real client: what is refused, what passes, and what is left on record."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from guarded import BYPASS, Guarded, bash

WORKFLOW: dict[str, Any] = {
    "id": "bugfix", "initial": "planning",
    "checks": {"tests": {"command": "python3 check.py"}},
    "guards": {"tests_pass": {"field": "checks.tests.status", "op": "eq", "value": "passed"}},
    "states": {
        "planning": {"allowed_tools": ["Read", "Grep", "Glob", "Bash"], "on": {"READY": "implementing"}},
        "implementing": {"allowed_tools": ["Read", "Edit", "Write"], "max_edit_lines": 4, "on": {"TEST": "testing"}},
        "testing": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["python3 check.py"],
                    "on": {"PASS": {"target": "done", "guard": "tests_pass"}, "FAIL": "implementing"}},
        "done": {"type": "final"},
    },
}
BROKEN, MENDED = "def add(a, b):\n    return a - b\n", "def add(a, b):\n    return a + b\n"
FILES = {"app.py": BROKEN, "check.py": "from app import add\nassert add(2, 2) == 4\nprint('all is well')\n"}
LONG = "".join("    # line %d\n" % n for n in range(9))
ACCEPT = ("--permission-mode", "acceptEdits", "--allowedTools", "Bash(python3 check.py)")


def _script(here: Guarded) -> list[dict[str, Any]]:
    calls = [
        here.read("app.py", "look"), here.edit("app.py", "a - b", "a + b", "early"),
        bash("statewright transition READY", "ready"), here.edit("app.py", "a - b", "a + b", "mend"),
        here.edit("app.py", "    return a + b\n", LONG + "    return a + b\n", "long"),
        bash("statewright transition TEST", "test"), bash("statewright transition PASS", "hasty"),
        bash("python3 check.py; rm app.py", "sly"), bash("python3 check.py", "check"), bash("statewright transition PASS", "pass"),
    ]
    return [*({"tools": [call]} for call in calls), {"text": "The bug is mended."}]


@pytest.mark.parametrize("args", [ACCEPT, BYPASS], ids=["acceptEdits", "bypassPermissions"])
def test_a_bug_fix_goes_only_the_way_of_the_workflow(guarded: Callable[..., Guarded], args: tuple[str, ...]) -> None:
    here = guarded(WORKFLOW, FILES)
    ran = here.run(_script(here), args=args)
    assert ran.exit == 0, ran.stderr
    assert {name for name in ("look", "early", "ready", "mend", "long", "test", "hasty", "sly", "check", "pass") if ran.refused(name)} == {
        "early", "long", "hasty", "sly"}

    for word in ("Read", "Grep", "Glob", "Bash", "READY"):
        assert word in ran.told("early")
    assert "implementing" in ran.told("ready") and "Edit" in ran.told("ready")
    assert "4" in ran.told("long") and "9" in ran.told("long")
    assert "tests_pass" in ran.told("hasty") and "checks.tests.status" in ran.told("hasty")
    assert "rm" in ran.told("sly") and "python3 check.py" in ran.told("sly")
    assert "all is well" in ran.told("check")
    assert "done" in ran.told("pass")
    assert ran.file("app.py") == MENDED

    seen = here.status(ran.session)
    assert (seen["workflow"], seen["state"], seen["final"]) == ("bugfix", "done", True)
    assert seen["checks"]["tests"]["status"] == "passed" and not seen["checks"]["tests"]["stale"]
    _recorded(here, ran.session)


def _recorded(here: Guarded, session: str) -> None:
    """Journal and exported trace tell the same story, in the order it happened."""
    lines = [line for line in here.journal(session) if line["kind"] == "step"]
    assert [(line["what"], line["state"].partition("/")[2], line["step"]["status"]) for line in lines if line["what"] != "check"] == [
        ("call", "planning", "completed"), ("refusal", "planning", "failed"),
        ("transition", "implementing", "completed"), ("call", "implementing", "completed"), ("call", "implementing", "completed"),
        ("refusal", "implementing", "failed"), ("transition", "testing", "completed"), ("call", "testing", "completed"),
        ("transition_refused", "testing", "failed"), ("call", "testing", "failed"), ("refusal", "testing", "failed"),
        ("call", "testing", "completed"),
        ("transition", "done", "completed"), ("call", "done", "completed")]
    document = json.loads(here.cli("trace", "export", session=session).stdout)
    own = [step for step in document["steps"] if not step["step_id"].startswith("gen_")]  # without the model's last words
    plain = [{key: value for key, value in step.items() if key in ("step_id", "status", "tool_calls")} for step in own]
    assert plain == [{key: line["step"][key] for key in ("step_id", "status", "tool_calls")} for line in lines]
    calls = [(call["call_id"], call["status_code"]) for step in document["steps"] for call in step["tool_calls"]]
    assert calls[:4] == [("toolu_look", 200), ("toolu_early", 403), ("toolu_ready", 200), ("toolu_mend", 200)]
    assert document["outcome"]["status"] == "completed"
    assert here.status(session)["steps"] == len(lines)
    assert here.cli("trace", "verify", session=session).returncode == 0
    assert MENDED not in json.dumps(document) and "a - b" not in json.dumps(document)


def test_in_default_mode_a_transition_needs_no_permission_of_the_users(guarded: Callable[..., Guarded]) -> None:
    here = guarded(WORKFLOW, FILES)
    ran = here.run([{"tools": [here.read("app.py", "look")]}, {"tools": [bash("statewright transition READY", "ready")]},
                    {"tools": [bash("statewright transition READY && touch made", "more")]}, {"text": "done"}])
    assert not ran.refused("ready") and "implementing" in ran.told("ready")
    assert ran.refused("more") and ran.file("made") is None
    assert here.status(ran.session)["state"] == "implementing"
