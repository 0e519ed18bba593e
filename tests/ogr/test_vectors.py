"""Every vector of a PreToolUse producer, through the real hook executable and a runtime on loopback."""

from __future__ import annotations

import json
import socket
from typing import Any

import pytest
from ogr_asking import Asking
from ogr_runtime import EVENTS, SPECS, Runtime
from support import Answer

from statewright.ogr.event import REPORTER

VECTORS = json.loads((SPECS / "ogr-producer-vectors.json").read_text())
Json = dict[str, Any]


@pytest.mark.parametrize("vector", VECTORS["events"], ids=lambda one: one["case"])
def test_the_event_on_the_wire_is_the_vectors(asking: Asking, vector: Json) -> None:
    given = dict(vector["stdin"])
    path = asking.home / "session.jsonl"
    if "transcript" in given:
        path.write_text("".join(json.dumps(line) + "\n" for line in VECTORS["transcripts"][given.pop("transcript")]))
    named = {"session_id": given.get("session_id"), "tool_use_id": given.get("tool_use_id"), "transcript_path": str(path)}
    with Runtime(wire=vector["wire"]) as runtime:
        asking.set(runtime.url, wire=vector["wire"])
        answers = [asking.ask(given["tool_name"], given["tool_input"], env={**asking.key, **vector["env"]}, **named) for _ in range(2)]
    assert not any(answer.denied or answer.out for answer in answers)
    assert not runtime.violations
    assert len({event["step_id"] for event in runtime.events}) == len(runtime.events) == 2
    for event in runtime.events:
        assert event == _filled(vector["event"], event["step_id"])
        other = "1.0" if vector["wire"] == "0.8" else "0.8"
        assert list(EVENTS[other].iter_errors(event)), "no event is valid on both wires"


def _filled(vector: Json, step: str) -> Json:
    """The vector's event with its placeholders filled in."""
    text = json.dumps(vector).replace("<fresh>", step).replace("<step_id>", step).replace("<name/version>", REPORTER)
    return dict(json.loads(text))


@pytest.mark.parametrize("mode", ["open", "closed"])
@pytest.mark.parametrize("vector", VECTORS["verdicts"], ids=lambda one: one["case"])
def test_a_verdict_does_what_its_vector_says(asking: Asking, vector: Json, mode: str) -> None:
    answer: Json = {"status": vector["http"] if isinstance(vector["http"], int) else 200, "body": vector["body"]}
    if vector["body"] == "<html>":
        answer = {"body": b"<html>"}
    if vector["http"] == "timeout":
        answer = {"delay": 3, "body": {}}
    with Runtime(answer) as runtime:
        url = "http://127.0.0.1:%d" % _closed_port() if vector["http"] == "refused" else runtime.url
        asking.set(url, fail_mode=mode, timeout_ms=500 if vector["http"] == "timeout" else 5000)
        said = asking.ask(env={} if vector["http"] == "no-key" else None)
        assert not runtime.violations
        assert len(runtime.events) == (0 if vector["http"] in ("refused", "no-key") else 1)
    assert _happened(said) == vector["fail_" + mode], (said.out, said.err)
    assert "Traceback" not in said.err and said.err.count("\n") <= 1


def _happened(answer: Answer) -> str:
    """In the vectors' words."""
    if answer.denied:
        return "deny"
    changed = (answer.body or {}).get("hookSpecificOutput", {}).get("updatedInput")
    if changed is not None:
        return "rewrite:" + str(changed["command"])
    assert answer.code == 0
    if answer.err:
        assert "systemMessage" in (answer.body or {}), "entering a time without verdicts is loud"
        return "pass+warn"
    assert not answer.out
    return "pass"


def _closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
