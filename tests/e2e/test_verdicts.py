"""A runtime's verdicts in the real client, and the kept events of a whole session."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from typing import Any

import pytest
from guarded import BYPASS, Guarded, bash
from ogr_runtime import ALLOW, BLOCK, KEY, Runtime, wrong

from statewright.store import acceptance, layout

ANYTHING = {"id": "guarded", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}
SECRET = "tok-4711-plain"
FINDING = {"category": "privacy.secret", "detector": "tokens", "subject": SECRET}


def ask(here: Guarded, endpoint: str, **ogr: Any) -> None:
    """The project's settings, and a person's agreement."""
    (here.project / ".statewright" / "config.json").write_text(json.dumps({"ogr": {"endpoint": endpoint, "timeout_ms": 9000, **ogr}}))
    project = str(here.project.resolve())
    acceptance.accept(project, str(here.data), layout.source_digest(project), "accept", endpoint)


def test_a_blocked_call_does_not_run_and_the_model_is_told_category_and_rule(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING, OGR_API_KEY=KEY)
    with Runtime({**BLOCK, "findings": [FINDING]}, ALLOW) as runtime:
        ask(here, runtime.url)
        ran = here.run([{"text": "I write.", "tools": [bash("echo %s > made" % SECRET, "touch")]}, {"tools": [bash("echo fine", "fine")]},
                        {"text": "done"}], args=BYPASS)
    assert ran.refused("touch") and ran.file("made") is None and not ran.refused("fine")
    assert "privacy.secret" in ran.told("touch") and "tokens" in ran.told("touch") and SECRET not in ran.told("touch")
    assert not runtime.violations and [event["payload"]["tool_calls"][0]["id"] for event in runtime.events] == ["toolu_touch", "toolu_fine"]
    constraints = [one for line in here.journal(ran.session) if line["kind"] == "step" for one in line["step"]["output"]["constraints_referenced"]]
    assert "OGR:privacy.secret" in constraints


def test_a_redacted_call_runs_redacted(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING, OGR_API_KEY=KEY)
    command = "echo %s > made" % SECRET
    span = {"path": "payload.tool_calls.0.arguments.command", "start": 5, "end": 5 + len(SECRET), "replacement": "'${OGR_TOKEN_1}'"}
    with Runtime({**ALLOW, "findings": [FINDING], "modifications": {"spans": [span]}}) as runtime:
        ask(here, runtime.url, wire="1.0")
        runtime.wire = "1.0"
        ran = here.run([{"tools": [bash(command, "echo")]}, {"text": "done"}], args=BYPASS)
    assert not ran.refused("echo") and ran.file("made") == "${OGR_TOKEN_1}\n"
    assert "replaced 1 passage" in ran.seen() and not runtime.violations
    assert runtime.events[0]["session_hint"] == ran.session


@pytest.mark.parametrize("mode", ["open", "closed"])
def test_without_a_runtime_the_fail_mode_decides_and_the_person_is_shown(guarded: Callable[..., Guarded], mode: str) -> None:
    here = guarded(ANYTHING, OGR_API_KEY=KEY)
    with Runtime() as runtime:
        url = runtime.url
    ask(here, url, fail_mode=mode)
    ran = here.run([{"tools": [bash("touch made", "touch")]}, {"text": "done"}], args=BYPASS)
    assert not runtime.asked
    assert ran.refused("touch") is (mode == "closed") and (ran.file("made") is None) is (mode == "closed")
    if mode == "closed":
        assert "No verdict" in ran.told("touch") and "refused" in ran.told("touch")
    assert here.status(ran.session)["ogr"]["counts"]["none"] == 1 and here.status(ran.session)["ogr"]["down"]
    assert "Traceback" not in ran.seen()


def test_the_kept_events_of_a_whole_session_are_valid_and_complete(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING, {"notes.txt": "one\n"})
    ask(here, "", sink=True, agent_id="cc-1")
    task = {"description": "Look", "prompt": "SUB-A look into notes", "subagent_type": "general-purpose", "run_in_background": False}
    ran = here.run({
        "": [{"text": "I start.", "tools": [bash("echo out", "one"), bash("exit 3", "fails")]}, {"tools": [["Agent", task, "agent"]]},
             {"tools": [bash("statewright off", "refused")]}, {"tools": [bash("statewright transition DONE", "move")]}, {"text": "All done."}],
        "SUB-A": [{"tools": [here.read("notes.txt", "sub_read")]}, {"text": "seen"}],
    }, args=BYPASS)
    run = here.project / ".statewright" / "runs" / (here.project / ".statewright" / "runs" / (ran.session + ".current")).read_text()
    file = run / "ogr.jsonl"
    events = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert not [fault for event in events for fault in wrong(event, "0.8")]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    replies = [event for event in events if event["kind"] == "step/response"]
    requests = {event["step_id"]: event for event in events if event["kind"] == "step/request"}
    assert len(replies) == len(ran.requests) == 7 and len({event["step_id"] for event in replies}) == 7
    called = [call["id"] for event in replies for call in event["payload"].get("tool_calls", [])]
    assert sorted(called) == sorted(ran.calls)
    assert "All done." in [event["payload"].get("text") for event in replies], "the last message is there at the session's end"
    assert all(event["payload"]["usage"]["output_tokens"] == 20 and event["agent_id"] == "cc-1" for event in replies)
    assert len(requests) == 7, "this client writes down every request"
    for reply in replies:
        roles = [message["role"] for message in requests[reply["step_id"]]["payload"]["messages"]]
        assert roles[0] == "system" and "user" in roles
    results = [message for event in requests.values() for message in event["payload"]["messages"] if message["role"] == "tool"]
    assert {one["tool_call_id"] for one in results} == set(ran.calls)
