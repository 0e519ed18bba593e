"""What only a person may do, and that nobody else can."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from cli_support import Run, agent, workflow
from support import SESSION, Place

VERBS = (["approve"], ["reject", "no"], ["accept"], ["pause"], ["resume"], ["off"], ["start"])


def waiting(place: Place) -> Place:
    assert agent(place, "statewright transition READY").returncode == 0
    assert place.state()["status"] == "waiting"
    return place


@pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
def test_a_persons_verb_is_refused_without_a_terminal_and_the_attempt_recorded(going: Place, words: list[str]) -> None:
    said = going.cli(*words)
    assert said.returncode == 1 and "for people" in said.stderr and "terminal" in said.stderr
    last = going.journal()[-1]
    assert (last["what"], last["rule"]) == ("transition_refused", "authority")
    assert going.state()["status"] == "running"
    assert going.cli("trace", "verify").returncode == 0


def test_approve_takes_the_transition_that_waits(going: Place, person: Run) -> None:
    said = (waiting(going), person("approve"))[1]
    assert said.returncode == 0 and "Approved: READY" in said.stdout
    assert (going.state()["state"], going.state()["status"]) == ("working", "running")
    assert going.journal()[-1]["road"] == "terminal"


def test_reject_keeps_the_state_and_the_reason_out_of_the_trace(going: Place, person: Run) -> None:
    waiting(going)
    assert person("reject", "name the cause first").returncode == 0
    assert (going.state()["state"], going.state()["status"]) == ("planning", "running")
    assert going.journal()[-1]["answer"] == "denied"
    assert "name the cause" not in (going.run / "trace.jsonl").read_text()


def test_there_is_nothing_to_approve_when_nothing_waits(going: Place, person: Run) -> None:
    said = person("approve")
    assert said.returncode == 1 and "no approval is pending" in said.stderr


def test_several_waiting_runs_have_to_be_named(going: Place, person: Run) -> None:
    waiting(going)
    other = "00000000-0000-4000-8000-000000000002"
    going.hook("pre-tool", going.payload("PreToolUse", "Bash", {"command": "statewright transition READY"}, "x", session_id=other))
    assert going.cli("transition", "READY", CLAUDE_CODE_SESSION_ID=other).returncode == 0
    said = person("approve")
    assert said.returncode == 1 and other + "-1" in said.stderr
    assert person("approve", "--run", other + "-1").returncode == 0


def test_pause_lets_go_and_resume_holds_again(going: Place, person: Run) -> None:
    edit = {"file_path": str(going.project / "a.py"), "old_string": "a", "new_string": "b"}
    assert person("pause").returncode == 0
    assert not going.pre("Edit", edit).denied
    assert person("resume").returncode == 0
    assert going.pre("Edit", edit).denied
    assert [line["result"] for line in going.journal() if line.get("what") == "mode"] == ["paused", "running"]
    said = person("resume")  # nothing rests: then the session may go on in another program
    assert said.returncode == 0 and "is believed" in said.stdout


def test_a_paused_run_waits_again_after_resume(going: Place, person: Run) -> None:
    waiting(going)
    assert person("pause").returncode == 0 and person("resume").returncode == 0
    assert going.state()["status"] == "waiting"


def test_off_ends_enforcement_and_resume_brings_it_back(going: Place, person: Run) -> None:
    edit = {"file_path": str(going.project / "a.py"), "old_string": "a", "new_string": "b"}
    assert person("off").returncode == 0
    assert json.loads((going.project / ".statewright" / "config.json").read_text())["mode"] == "off"
    assert not going.pre("Edit", edit).denied
    new = going.payload("PreToolUse", "Edit", edit, session_id="another")
    assert not going.hook("pre-tool", new).denied
    assert person("resume").returncode == 0
    assert going.pre("Edit", edit).denied and going.hook("pre-tool", new).denied


def test_off_works_with_a_workflow_that_cannot_be_read(going: Place, person: Run) -> None:
    (going.project / ".statewright" / "workflow.json").write_text("{")
    assert person("off").returncode == 0
    assert not going.hook("pre-tool", going.payload("PreToolUse", "Write", {}, session_id="another")).denied


def test_off_frees_a_session_whose_folder_was_lost(going: Place, person: Run) -> None:
    (going.project / ".statewright").rename(going.home / "lost")
    assert going.pre("Read", {"file_path": "x"}).denied
    assert person("off").returncode == 0
    assert not going.pre("Read", {"file_path": "x"}).denied


def test_accept_shows_the_change_and_leaves_the_run_as_it_is(going: Place, person: Run) -> None:
    changed = workflow()
    changed["states"]["planning"]["allowed_tools"] = ["Read", "Bash", "Edit"]
    going.workflow(changed)
    assert json.loads(going.cli("status", "--json").stdout)["workflow_changed"]
    said = person("accept")
    assert said.returncode == 0 and "~ state fix/planning: allowed_tools" in said.stdout
    assert SESSION + "-1" in said.stdout
    assert not json.loads(going.cli("status", "--json").stdout)["workflow_changed"]
    edit = {"file_path": str(going.project / "a.py"), "old_string": "a", "new_string": "b"}
    assert going.pre("Edit", edit).denied
    assert not going.hook("pre-tool", going.payload("PreToolUse", "Edit", edit, session_id="next")).denied
    assert "Nothing changed" in person("accept").stdout


def test_a_workflow_with_errors_is_not_accepted(going: Place, person: Run) -> None:
    broken = workflow()
    broken["states"]["working"]["on"] = {"DONE": "nowhere"}
    going.workflow(broken)
    assert person("accept").returncode == 1
    assert json.loads(going.cli("status", "--json").stdout)["workflow_changed"]


def test_start_arms_the_next_session_where_activation_is_manual(place: Place, person: Run) -> None:
    place.workflow(workflow(), activation="manual")
    write = place.payload("PreToolUse", "Write", {"file_path": "x", "content": ""})
    assert not place.hook("pre-tool", write).denied
    assert "starts a run of fix in planning" in person("start").stdout
    assert place.hook("pre-tool", write).denied
    assert not place.hook("pre-tool", {**write, "session_id": "another"}).denied


def test_start_begins_the_run_of_all_sessions_where_the_scope_is_project(place: Place, person: Run) -> None:
    place.workflow(workflow(), scope="project", activation="manual")
    said = person("start")
    assert said.returncode == 0 and "workflow fix, state planning" in said.stdout
    assert place.pre("Write", {"file_path": "x", "content": ""}).denied


def test_start_refuses_a_workflow_with_lint_errors(place: Place, person: Run) -> None:
    broken = workflow()
    broken["states"]["working"]["on"] = {"DONE": "nowhere"}
    said = place.workflow(broken, activation="manual") and person("start")
    assert said.returncode == 1 and "nowhere" in said.stderr


def test_start_has_nothing_to_do_where_runs_start_by_themselves(project: Place, person: Run) -> None:
    assert "Nothing to do" in person("start").stdout


def test_a_pruned_run_is_missed_by_none_of_its_sessions(place: Place, person: Run) -> None:
    place.workflow(workflow(), scope="project")
    write = place.payload("PreToolUse", "Write", {"file_path": "x", "content": ""})
    other = {**write, "session_id": "another"}
    assert place.hook("pre-tool", write).denied and place.hook("pre-tool", other).denied
    sessions = place.home / "data" / "statewright" / "sessions"
    assert len(list(sessions.glob("*.json"))) == 2
    state = place.project / ".statewright" / "runs" / "project-1" / "state.json"
    os.utime(state, (1, 1))
    assert "Removed 1 runs" in person("prune", "--days", "1").stdout
    assert not state.exists() and not list(sessions.glob("*.json"))
    assert place.hook("pre-tool", other).denied


@pytest.mark.parametrize("damage", ["changed", "record"])
def test_accept_mends_what_the_refusal_says_it_mends_and_doctor_says_it_cannot(going: Place, person: Run, damage: str) -> None:
    definition = workflow()
    if damage == "changed":
        shutil.rmtree(going.project / ".statewright" / "runs")
        going.workflow({**definition, "id": "other"})
    else:
        for record in (going.home / "data" / "statewright" / "projects").glob("*.json"):
            record.write_text("{")
    said = person("doctor", "--repair")
    assert "repair: not repaired: the " in said.stdout and "every call is refused: the " in said.stdout
    assert "a person runs: statewright accept" in said.stdout
    call = {**going.payload("PreToolUse", "Read", {"file_path": "a.py"}), "session_id": "new"}
    assert going.hook("pre-tool", call).denied
    assert "Accepted: " in person("accept").stdout
    assert not going.hook("pre-tool", call).denied
