"""Every payload recorded from the real client, in every version, through the real hook executables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import Answer, Place

from statewright.harness import claude_code
from statewright.model import ALWAYS_PASS

FIXTURES = Path(__file__).resolve().parents[1] / "data" / "fixtures" / "claude-code"
HOME, PROJECT = "/home/user", "/home/user/project"
KINDS = {
    "PreToolUse": "pre", "PreSkillShellCommand": "snippet", "PostToolUse": "post", "PostToolUseFailure": "post", "PostToolBatch": "batch",
    "Stop": "stop", "SubagentStop": "subagent_stop", "UserPromptSubmit": "prompt", "SessionStart": "session_start", "SessionEnd": "session_end",
    "ConfigChange": "config",
}
EXECUTABLES = {
    "PreToolUse": "pre-tool", "PreSkillShellCommand": "skill-shell", "ConfigChange": "config-change", "Stop": "stop", "SubagentStop": "stop",
    "UserPromptSubmit": "user-prompt", "SessionStart": "session-start", "SessionEnd": "session-end",
}  # every other event: post-tool
SAYS = {  # what the client takes for an event, measured; keys of hookSpecificOutput besides its name
    "PreToolUse": {"permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"},
    "PostToolUse": {"additionalContext", "updatedToolOutput"},
    "PostToolUseFailure": {"additionalContext"}, "PostToolBatch": {"additionalContext"},
    "UserPromptSubmit": {"additionalContext"}, "SessionStart": {"additionalContext"}, "Stop": {"additionalContext"},
}
BLOCKS = {"ConfigChange", "PreSkillShellCommand"}
TALKS = {"systemMessage"}
ONLY_READING = {"id": "narrow", "initial": "looking", "states": {
    "looking": {"allowed_tools": ["Read"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}
ANYTHING = {"id": "wide", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}


def _recorded() -> dict[tuple[str, str], list[Path]]:
    groups: dict[tuple[str, str], list[Path]] = {}
    for path in sorted(FIXTURES.glob("*/*.json")):
        if path.name != "env.json":
            groups.setdefault((path.parent.name, path.name.split(".")[0]), []).append(path)
    return groups


RECORDED = _recorded()
GROUPS = pytest.mark.parametrize(("version", "event"), sorted(RECORDED))


def _payload(path: Path, place: Place) -> dict[str, Any]:
    """The recorded payload, as if its project were this one."""
    text = path.read_text().replace(PROJECT, str(place.project)).replace(HOME, str(place.home))
    return dict(json.loads(text))


def _well_formed(event: str, answer: Answer, path: Path) -> None:
    """One JSON object the client accepts for this event, or silence; a refusal on every road; never a traceback."""
    assert "Traceback" not in answer.err and answer.code in (0, 2), (path, answer.err)
    body = answer.body or {}
    assert set(body) <= TALKS | {"hookSpecificOutput"} | ({"decision", "reason"} if event in BLOCKS else set()), (path, body)
    if "hookSpecificOutput" in body:
        said = dict(body["hookSpecificOutput"])
        assert said.pop("hookEventName") == event and said and set(said) <= SAYS.get(event, set()), (path, body)
        assert said.get("permissionDecision", "deny") in ("allow", "deny", "ask")
    assert answer.denied == (answer.code == 2), path
    assert bool(answer.err) == answer.denied, (path, answer.err)


def test_the_recordings_cover_three_versions_and_every_event_we_know() -> None:
    assert {version for version, _ in RECORDED} == {"2.1.119", "2.1.240", "2.1.332"}
    assert {event for _, event in RECORDED} >= set(KINDS)
    assert sum(map(len, RECORDED.values())) > 330


@GROUPS
def test_the_adapter_names_every_recorded_event(version: str, event: str) -> None:
    for path in RECORDED[version, event]:
        payload = json.loads(path.read_text())
        read = claude_code.read(payload)
        assert read.kind == KINDS.get(event, "other"), path
        assert read.session == payload["session_id"] and read.cwd == payload["cwd"] and read.agent == payload.get("agent_id", ""), path
        assert read.raw_tool == payload.get("tool_name", "") and read.call == payload.get("tool_use_id", ""), path
        if read.kind == "batch":
            assert [one["call"] for one in read.calls] == [one["tool_use_id"] for one in payload["tool_calls"]]
            assert all(one["bytes"] > 0 for one in read.calls), path


@GROUPS
def test_the_hooks_answer_every_recorded_event_where_anything_goes(version: str, event: str, place: Place) -> None:
    place.workflow(ANYTHING)
    for path in RECORDED[version, event]:
        answer = place.hook(EXECUTABLES.get(event, "post-tool"), _payload(path, place))
        _well_formed(event, answer, path)
        if event not in KINDS:
            assert not answer.out and answer.code == 0, path
        if event in ("PreToolUse", "PreSkillShellCommand"):
            assert not answer.denied or "settings" in path.name, (path, answer.reason)


@pytest.mark.parametrize("version", sorted({version for version, _ in RECORDED}))
def test_a_narrow_state_refuses_every_recorded_call_it_does_not_list(version: str, place: Place) -> None:
    place.workflow(ONLY_READING)
    for path in RECORDED[version, "PreToolUse"]:
        payload = _payload(path, place)
        answer = place.hook("pre-tool", payload)
        _well_formed("PreToolUse", answer, path)
        assert answer.denied == (payload["tool_name"] not in ALWAYS_PASS | {"Read"}), (path, answer.reason)
        if answer.denied:
            assert "Read" in answer.reason or "settings" in path.name, answer.reason


@GROUPS
def test_a_project_without_a_workflow_hears_nothing(version: str, event: str, place: Place) -> None:
    path = RECORDED[version, event][0]
    answer = place.hook(EXECUTABLES.get(event, "post-tool"), _payload(path, place))
    assert (answer.code, answer.out, answer.err) == (0, b"", "")
    assert not (place.home / "data").exists()
