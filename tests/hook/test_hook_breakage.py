"""Whatever a hook is fed and whatever is missing: a gate refuses while a run may be active, all else is silent, nobody sees a traceback."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from support import SESSION, Answer, Place

FLOW: dict[str, Any] = {"id": "m", "initial": "work",
                        "states": {"work": {"allowed_tools": ["Read"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}
GATES = ["pre-tool", "skill-shell", "config-change"]
OTHERS = ["post-tool", "stop", "session-start", "session-end", "user-prompt"]
BROKEN = {
    "nothing": b"", "a space": b" ", "half an object": b'{"hook_event_name": "PreToolUse"', "a list": b"[]", "a text": b'"PreToolUse"',
    "null": b"null",
    "a number": b"1", "two objects": b"{}{}", "not UTF-8": b'{"a": "\xff"}', "UTF-16": "{}".encode("utf-16"), "NaN": b'{"a": NaN}',
    "deep nesting": b"[" * 200000,
    "NUL": b"\0", "an empty object": b"{}", "another event": b'{"hook_event_name": "Stop", "session_id": "s"}',
    "an unknown event": b'{"hook_event_name": "New"}',
    "odd types": b'{"hook_event_name": 1, "session_id": [], "tool_name": {}, "tool_input": 3}',
}


def quiet(answer: Answer) -> bool:
    return answer.code == 0 and answer.out == b"" and answer.err == ""


def no_traceback(answer: Answer) -> bool:
    return "Traceback" not in answer.err and b"Traceback" not in answer.out and "File \"" not in answer.err


@pytest.fixture
def running(place: Place) -> Place:
    """A project whose session has a run."""
    place.workflow(FLOW)
    assert quiet(place.pre("Read", {"file_path": "a"}))
    return place


@pytest.mark.parametrize("named", [True, False], ids=["harness says where", "harness says nothing"])
@pytest.mark.parametrize("gate", GATES)
def test_a_gate_refuses_any_broken_input(running: Place, gate: str, named: bool) -> None:
    env = {} if named else {"CLAUDE_PROJECT_DIR": "", "CLAUDE_CODE_SESSION_ID": ""}
    for name, data in BROKEN.items():
        answer = running.hook(gate, data, **env)
        assert answer.denied and no_traceback(answer) and "\n" not in answer.reason, name


@pytest.mark.parametrize("hook", OTHERS)
def test_the_other_hooks_are_silent_on_broken_input(running: Place, hook: str) -> None:
    before = (running.run / "state.json").read_bytes()
    for name, data in BROKEN.items():
        if name != "another event":
            assert quiet(running.hook(hook, data)), name
    assert (running.run / "state.json").read_bytes() == before


def test_where_there_is_no_project_every_hook_is_silent_and_writes_nothing(place: Place) -> None:
    for hook in [*GATES, *OTHERS]:
        for data in (b"", b"{", b"\xff", json.dumps(place.payload("PreToolUse", "Bash", {"command": "ls"})).encode()):
            assert quiet(place.hook(hook, data))
    assert list(place.home.iterdir()) == [] and list(place.project.iterdir()) == []


def test_a_dormant_project_is_left_alone(place: Place) -> None:
    place.workflow(FLOW, mode="off")
    before = sorted(place.project.rglob("*"))
    assert quiet(place.pre("Edit", {"file_path": "a"})) and quiet(place.hook("stop", place.payload("Stop")))
    assert sorted(place.project.rglob("*")) == before and list(place.home.iterdir()) == []


def test_a_huge_input_is_judged_like_any_other(running: Place) -> None:
    assert running.pre("Write", {"file_path": "a", "content": "x" * 20_000_000}).denied
    assert quiet(running.pre("Read", {"file_path": "a" * 3_000_000}, "big"))


@pytest.mark.parametrize("text", ["\ud800", "\udcff", "\0", "\u2028\u2029", "\x1b[31m", "é" * 1000])
def test_odd_characters_come_through_in_one_piece(running: Place, text: str) -> None:
    for answer in (running.pre("Web" + text, {"file_path": text, "command": text}), running.pre("Bash", {"command": "cat " + text}, text)):
        assert answer.code == 2 and answer.body and no_traceback(answer)


def test_a_deleted_folder_is_refused_with_the_repair(running: Place) -> None:
    shutil.rmtree(running.project / ".statewright")
    answer = running.pre("Read", {"file_path": "a"})
    assert answer.denied and "gone" in answer.reason and "git checkout" in answer.reason
    assert not (running.project / ".statewright").exists()
    assert quiet(running.hook("stop", running.payload("Stop")))


@pytest.mark.parametrize("what", ["runs", "pointer", "run folder", "state", "plans and what they are made of"])
def test_a_missing_part_is_refused(running: Place, what: str) -> None:
    runs = running.project / ".statewright" / "runs"
    if what == "runs":
        shutil.rmtree(runs)
    elif what == "pointer":
        (runs / (SESSION + ".current")).unlink()
    elif what == "run folder":
        shutil.rmtree(running.run)
    elif what == "state":
        (running.run / "state.json").unlink()
    else:
        shutil.rmtree(runs / "plans")
        assert not running.pre("Read", {"file_path": "a"}).denied, "the files they are made of are still those that were accepted"
        shutil.rmtree(runs / "plans")
        (running.project / ".statewright" / "workflow.json").write_text(json.dumps({"id": "x", "initial": "x", "states": {"x": {}}}))
    answer = running.pre("Read", {"file_path": "a"})
    assert answer.denied and no_traceback(answer) and answer.reason


def test_another_session_starts_its_own_run(running: Place) -> None:
    payload = running.payload("PreToolUse", "Read", {"file_path": "a"}, "t", session_id="other")
    assert quiet(running.hook("pre-tool", payload))
    assert (running.project / ".statewright" / "runs" / "other.current").exists()


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"id": 1}', '{"id": "m", "initial": "a", "states": {}}', '{"id": "m", "initial": "a", "states": {"b": {}}}']
)
def test_a_bad_workflow_refuses_everything_with_the_reason(place: Place, content: str) -> None:
    (place.project / ".statewright").mkdir()
    (place.project / ".statewright" / "workflow.json").write_text(content)
    answer = place.pre("Read", {"file_path": "a"})
    assert answer.denied and no_traceback(answer) and "workflow" in answer.reason


def test_a_bad_config_refuses_everything_with_the_reason(place: Place) -> None:
    place.workflow(FLOW)
    (place.project / ".statewright" / "config.json").write_text("[1]")
    answer = place.pre("Read", {"file_path": "a"})
    assert answer.denied and "config" in answer.reason


def test_a_failure_of_our_own_is_a_refusal_and_leaves_a_note(running: Place) -> None:
    state = running.state()
    state["context"] = 5
    state.pop("turn")
    state.pop("count")
    running.put(state)
    answer = running.pre("Read", {"file_path": "a"})
    assert answer.denied and no_traceback(answer) and "doctor --repair" in answer.reason
    notes = list(Path(running.project / ".statewright").rglob("crash.txt"))
    assert len(notes) == 1 and "Traceback" in notes[0].read_text()


def test_a_lock_that_is_held_is_refused_in_time(running: Place) -> None:
    from statewright import fast

    held = fast.lock(str(running.run / "lock"))
    try:
        answer = running.pre("Read", {"file_path": "a"}, "other")
    finally:
        fast.unlock(held)
    assert answer.denied and "locked" in answer.reason
    assert quiet(running.pre("Read", {"file_path": "a"}, "again"))


def _lost(place: Place) -> None:
    """The workflow changed since it was accepted, and what was accepted is gone."""
    place.workflow(FLOW).cli("status", check=True)
    place.pre("Read", {"file_path": "a"})
    shutil.rmtree(place.project / ".statewright" / "runs")
    place.workflow({**FLOW, "id": "other"})


def test_where_only_accept_helps_no_refusal_names_another_repair(place: Place) -> None:
    _lost(place)
    answer = place.hook("pre-tool", {**place.payload("PreToolUse", "Read", {"file_path": "a"}), "session_id": "new"})
    assert answer.denied and answer.reason.endswith("a person runs: statewright accept") and "doctor" not in answer.reason
    said = place.cli("status")
    assert "Traceback" not in said.stderr and "doctor" not in said.stderr + said.stdout


def test_the_person_is_told_as_such_a_session_starts(place: Place) -> None:
    _lost(place)
    answer = place.hook("session-start", {**place.payload("SessionStart", source="startup"), "session_id": "new"})
    assert answer.code == 0 and answer.body is not None and list(answer.body) == ["systemMessage"]
    assert answer.body["systemMessage"].startswith("statewright cannot decide here, so every tool call will be refused: ")
    assert answer.body["systemMessage"].endswith("a person runs: statewright accept")


def test_a_damaged_record_of_what_was_accepted_names_accept(place: Place) -> None:
    place.workflow(FLOW).pre("Read", {"file_path": "a"})
    (record,) = (place.home / "data" / "statewright" / "projects").glob("*.json")
    record.write_text("{")
    answer = place.hook("pre-tool", {**place.payload("PreToolUse", "Read", {"file_path": "a"}), "session_id": "new"})
    assert answer.denied and answer.reason.endswith("the record of what was accepted is damaged; a person runs: statewright accept")


def test_shadow_mode_which_is_not_built_is_refused_and_not_enforced_in_silence(place: Place) -> None:
    place.workflow(FLOW, mode="shadow")
    answer = place.pre("Read", {"file_path": "a"})
    assert answer.denied and 'shadow mode is not built yet (set mode to "enforce" or "off")' in answer.reason
    said = place.cli("validate")
    assert said.returncode == 1 and "config.json:1: error: $.mode: shadow mode is not built yet" in said.stdout
