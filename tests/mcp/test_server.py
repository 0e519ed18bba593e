"""The MCP server beside the real hooks: the same kernel, the same tickets, nothing that is a person's."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from mcp_client import Server
from support import REPO, SESSION, Place

from statewright.cli import serving
from statewright.setup.claude_code_mcp import NEEDED

FLOW: dict[str, Any] = {
    "id": "m", "initial": "work", "context": {"n": 0}, "checks": {"ok": {"command": "echo fine"}, "bad": {"command": "echo broken; exit 3"}},
    "guards": {"two": {"field": "n", "op": "eq", "value": 2}, "ok": {"field": "checks.ok.status", "op": "eq", "value": "passed"}},
    "states": {"work": {"allowed_tools": ["Read"], "on": {"DONE": "done", "TWO": {"target": "done", "guard": "two"},
                                                       "CHECKED": {"target": "done", "guard": "ok"},
                                                       "ASK": {"target": "done", "requires_approval": True}}},
               "done": {"type": "final"}}}


@pytest.fixture
def running(place: Place) -> Place:
    """A project whose session has a run."""
    place.workflow(FLOW)
    assert place.pre("Read", {"file_path": "a"}).code == 0
    return place


def let_through(place: Place, name: str, given: dict[str, Any], call: str) -> None:
    """The hook sees the call first, and lets it through without a question to the person."""
    answer = place.pre("mcp__statewright__" + name, given, call)
    assert answer.code == 0 and answer.body and answer.body["hookSpecificOutput"]["permissionDecision"] == "allow"


def test_a_transition_that_the_hook_let_through_is_taken_once(running: Place) -> None:
    let_through(running, "transition", {"event": "TWO", "data": {"n": 2}, "reason": "counted"}, "c1")
    with Server(running) as server:
        text, failed = server.tool("transition", {"reason": "counted", "data": {"n": 2}, "event": "TWO"}, "c1")
        assert not failed and "done" in text and running.state()["state"] == "done"
        again, failed = server.tool("transition", {"event": "TWO", "data": {"n": 2}, "reason": "counted"}, "c1")
        assert failed and "not let through" in again
    assert [line["what"] for line in running.journal() if line.get("what", "").startswith("transition")] == ["transition", "transition_refused"]


@pytest.mark.parametrize(("given", "call"), [
    ({"event": "DONE"}, "c1"), ({"event": "TWO", "data": {"n": 2}}, "c2"), ({"event": "TWO", "data": {"n": 2}}, ""),
    ({"event": "TWO", "data": {"n": 2.0}}, "c1"), ({"event": "TWO", "data": {"n": 2}, "reason": "x"}, "c1"),
], ids=["another event", "another call", "no call", "other data", "another reason"])
def test_a_ticket_is_for_one_call_with_its_very_words(running: Place, given: dict[str, Any], call: str) -> None:
    let_through(running, "transition", {"event": "TWO", "data": {"n": 2}}, "c1")
    with Server(running) as server:
        text, failed = server.tool("transition", given, call)
    if call:
        assert failed and "not let through" in text and running.state()["state"] == "work"
        assert running.journal()[-1]["what"] == "transition_refused"
    else:
        assert not failed, "a harness that names no calls is known by the words alone"


def test_a_ticket_of_the_shell_is_none_for_the_server_nor_the_other_way_round(running: Place) -> None:
    running.pre("Bash", {"command": "statewright transition DONE"}, "c1")
    with Server(running) as server:
        assert server.tool("transition", {"event": "DONE"}, "c1")[1]
    let_through(running, "transition", {"event": "DONE"}, "c2")
    assert running.cli("transition", "DONE").returncode == 1
    assert running.state()["state"] == "work"


def test_a_refused_guard_says_what_it_wants_and_leaves_everything_as_it_was(running: Place) -> None:
    let_through(running, "transition", {"event": "TWO", "data": {"n": 3}}, "c1")
    with Server(running) as server:
        text, failed = server.tool("transition", {"event": "TWO", "data": {"n": 3}}, "c1")
    assert failed and "n" in text and "2" in text and running.state()["context"] == {"n": 0}


def test_an_approval_is_asked_for_and_its_status_told_and_not_given(running: Place) -> None:
    let_through(running, "transition", {"event": "ASK"}, "c1")
    let_through(running, "approval_status", {}, "c2")
    with Server(running) as server:
        assert "approval" in server.tool("transition", {"event": "ASK"}, "c1")[0]
        seen = json.loads(server.tool("approval_status", {}, "c2")[0])
        assert seen["status"] == "waiting" and seen["approval"]["event"] == "ASK"
    assert running.pre("mcp__statewright__transition", {"event": "DONE"}, "c3").denied


def test_a_check_is_run_and_recorded_as_measured(running: Place) -> None:
    let_through(running, "check", {"name": "ok"}, "c1")
    with Server(running) as server:
        text, failed = server.tool("check", {"name": "ok"}, "c1")
        assert not failed and "passed" in text and "fine" in text
        let_through(running, "check", {"all": True}, "c2")
        text, failed = server.tool("check", {"all": True}, "c2")
        assert failed and "ok: passed" in text and "bad: failed" in text and "broken" in text
        assert server.tool("check", {"name": "ok"}, "c3")[1], "a check nobody let through is not run"
    seen = running.state()["checks"]
    assert (seen["ok"]["status"], seen["ok"]["grade"], seen["bad"]["exit_code"]) == ("passed", "measured", 3)


def test_the_state_and_the_workflows_are_told(running: Place) -> None:
    with Server(running) as server:
        seen = json.loads(server.tool("get_state", {})[0])
        assert seen["state"] == "work" and any(event.startswith("DONE") for event in seen["events"])
        known = json.loads(server.tool("list_workflows", {})[0])
        assert known["main"] == "m" and known["current"] == "m/work" and known["machines"]["m"]["states"] == ["work", "done"]


def test_only_what_an_agent_may_do_is_offered(running: Place) -> None:
    with Server(running) as server:
        names = {tool["name"] for tool in server.ask("tools/list")["tools"]}
        assert names == {"get_state", "transition", "approval_status", "list_workflows", "check"}
        for name in ("approve", "reject", "off", "accept", "pause", "reset"):
            text, failed = server.tool(name, {})
            assert failed and "these tools alone" in text
    for name in ("approve", "off", "exec", "transition_all", "statewright_approve"):
        answer = running.pre("mcp__statewright__" + name, {"command": "true"})
        assert answer.denied and "these tools alone" in answer.reason
        assert running.journal()[-1]["rule"] == "authority"


@pytest.mark.parametrize("given", [{}, {"event": ""}, {"event": 1}, {"event": "DONE", "data": []}, {"event": "DONE", "command": "x"},
                                   {"event": "DONE", "data": json.loads('{"a":' * 60 + "1" + "}" * 60)}])
def test_arguments_of_another_shape_are_refused_by_hook_and_server(running: Place, given: dict[str, Any]) -> None:
    answer = running.pre("mcp__statewright__transition", given)
    assert answer.denied and "transition takes event" in answer.reason
    with Server(running) as server:
        text, failed = server.tool("transition", given)
    assert failed and "transition takes event" in text and running.state()["state"] == "work"


def test_another_sessions_ticket_is_found_by_its_call(running: Place) -> None:
    other = "00000000-0000-4000-8000-00000000000b"
    running.hook("pre-tool", running.payload("PreToolUse", "Read", {"file_path": "a"}, session_id=other))
    payload = running.payload("PreToolUse", "mcp__statewright__transition", {"event": "DONE"}, "c9", session_id=other)
    assert running.hook("pre-tool", payload).code == 0
    with Server(running) as server:
        assert not server.tool("transition", {"event": "DONE"}, "c9")[1]
    assert running.state()["state"] == "work", "this session's run stayed"
    assert json.loads(running.cli("status", "--json", session=other).stdout)["state"] == "done"


def test_without_the_package_one_line_says_how_to_get_it(running: Place) -> None:
    code = "import sys; sys.modules['mcp'] = None; from statewright.cli.app import run; sys.exit(run(['mcp']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=REPO, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1 and done.stderr.count("\n") == 1 and "-m pip install '%s'" % NEEDED in done.stderr
    assert serving.missing() == ""


def test_where_there_is_no_project_the_tools_say_so(place: Place) -> None:
    with Server(place, session=SESSION) as server:
        text, failed = server.tool("get_state", {})
    assert failed and "statewright init" in text
