"""The plan is what the hook will live by: each key is there exactly when it restricts something."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from statewright.store import layout
from statewright.store.compiled import Plan
from statewright.workflow.compiler import command_words, compile_for_hook, compile_project, write_plan
from statewright.workflow.problems import LoadError

WORKFLOW: dict[str, Any] = {
    "id": "fix", "initial": "plan", "context": {"n": 1},
    "guards": {"enough": {"field": "n", "op": "gte", "value": 1}, "other": {"field": "n", "op": "exists"}},
    "checks": {"tests": {"command": "pytest -q", "timeout_s": 60.0}},
    "meta": {"commands": {"mytool": "reader"}},
    "states": {
        "plan": {"allowed_tools": ["Read", "Task", "Bash", "Agent"], "blocked_env": ["A"], "deny_env": ["B_*", "A"],
                 "on": {"GO": {"target": "work", "guard": "enough", "guards": ["enough", "ghost"],
                        "requires_approval": True, "approval_message": "ok?"},
                        "SUB": {"invoke": "child", "on_complete": "done", "on_fail": "plan", "input": {"x": 1}}}},
        "work": {"allowed_tools": ["MultiEdit", "Bash"], "allowed_commands": ["npm  test", " ", "git commit -m 'a b'"], "max_iterations": 3.0,
                 "env": {"CI": "1"}, "on": {"A": [{"target": "done", "guard": "enough"}, {"target": "plan"}], "B": "failed"}, "safe_next": "plan"},
        "done": {"type": "final"},
        "failed": {"type": "final", "allowed_tools": []},
    },
}
CHILD = {"id": "child", "initial": "a", "states": {"a": {"on": {"E": "b"}}, "b": {"type": "final", "outcome": "failure"}}}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    base = tmp_path / ".statewright"
    (base / "workflows").mkdir(parents=True)
    (base / "workflow.json").write_text(json.dumps(WORKFLOW))
    (base / "workflows" / "child.json").write_text(json.dumps(CHILD))
    (base / "config.json").write_text('{"stop": "off"}')
    return tmp_path


def test_permissions_become_canonical_and_read_only_is_derived(project: Path) -> None:
    states = compile_project(project).states
    assert states["fix/plan"]["allowed_tools"] == ["Read", "Agent", "Bash"]
    assert states["fix/plan"]["read_only"] is True
    assert states["fix/plan"]["blocked_env"] == ["A", "B_*"]
    assert states["fix/work"]["allowed_tools"] == ["Edit", "Bash"]
    assert "read_only" not in states["fix/work"]
    assert states["fix/work"]["command_words"] == [["npm", "test"], ["git", "commit", "-m", "a b"]]
    assert states["fix/work"]["max_iterations"] == 3 and isinstance(states["fix/work"]["max_iterations"], int)
    assert states["fix/work"]["env_overrides"] == {"CI": "1"}


def test_a_final_state_reads_only_unless_it_says_otherwise(project: Path) -> None:
    states = compile_project(project).states
    assert (states["fix/done"]["allowed_tools"], states["fix/done"]["read_only"]) == (["Read", "Grep", "Glob", "Bash"], True)
    assert states["fix/failed"]["allowed_tools"] == [] and "read_only" not in states["fix/failed"]
    assert states["fix/done"]["outcome"] == "success"
    assert states["fix/failed"]["outcome"] == "failure"
    assert states["child/b"]["outcome"] == "failure"


def test_every_transition_form_becomes_branches(project: Path) -> None:
    states = compile_project(project).states
    assert states["fix/plan"]["on"]["GO"] == [{"target": "work", "guards": ["enough", "ghost"], "approval": True, "message": "ok?"}]
    assert states["fix/plan"]["on"]["SUB"] == [{"invoke": "child", "on_complete": "done", "on_fail": "plan", "input": {"x": 1}}]
    assert states["fix/work"]["on"] == {"A": [{"target": "done", "guards": ["enough"]}, {"target": "plan"}], "B": [{"target": "failed"}]}
    assert states["fix/plan"]["guards"] == {"enough": {"field": "n", "op": "gte", "value": 1}}
    assert states["fix/plan"]["checks"] == {"tests": {"command": "pytest -q", "timeout_s": 60}}
    assert states["fix/plan"]["programs"] == {"mytool": "reader"}
    assert states["fix/plan"]["config"]["stop"] == "off" and states["fix/plan"]["config"]["approval_hours"] == 24


def test_the_written_plan_is_what_the_hook_reads(project: Path) -> None:
    compiled = compile_project(project)
    base = write_plan(project, compiled, str(project / "data"))
    plan = Plan(str(project), layout.source_digest(str(project)), str(project / "data"))
    for key, state in compiled.states.items():
        machine, _, name = key.partition("/")
        assert plan.state(machine, name) == state
    assert plan.machine("child") == {"initial": "a", "context": {}}
    assert plan.head()["id"] == "fix"
    for ending in (".plan", ".json"):
        assert stat.S_IMODE(os.stat(base + ending).st_mode) == 0o600
    assert sorted(os.listdir(os.path.dirname(base))) == sorted([compiled.digest + ".json", compiled.digest + ".plan"])


def test_line_endings_do_not_change_the_digest(project: Path) -> None:
    before = compile_project(project).digest
    file = project / ".statewright" / "workflow.json"
    file.write_bytes(json.dumps(WORKFLOW, indent=1).encode())
    unix = compile_project(project).digest
    file.write_bytes(json.dumps(WORKFLOW, indent=1).replace("\n", "\r\n").encode())
    assert compile_project(project).digest == unix != before


def test_files_without_rules_are_an_error_in_one_line(project: Path) -> None:
    (project / ".statewright" / "workflow.json").write_text('{"id": "x", "initial": "a", "states": {"b": {}}}')
    with pytest.raises(LoadError):
        compile_project(project)
    text = compile_for_hook(str(project), str(project / "data"))
    assert 'initial state "a" is not defined' in text and "\n" not in text


def test_a_broken_config_is_a_load_error(project: Path) -> None:
    (project / ".statewright" / "config.json").write_text('{"stopp": "off", "mode": "enforced"}')
    with pytest.raises(LoadError) as caught:
        compile_project(project)
    assert [problem.path for problem in caught.value.problems] == ["$.mode", "$.stopp"]
    assert 'did you mean "stop"?' in caught.value.problems[1].mend


def test_what_the_trace_should_know_is_compiled_only_where_it_is_said(project: Path) -> None:
    config = project / ".statewright" / "config.json"
    assert "trace" not in compile_project(project).states["fix/plan"]["config"]
    config.write_text('{"trace": {"memory_files": ["notes/*.md"], "memory_tools": {"mcp__n__get*": "read"}, "part_mb": 8}}')
    assert compile_project(project).states["fix/plan"]["config"]["trace"] == {
        "memory_files": ["notes/*.md"], "memory_tools": {"mcp__n__get*": "read"}, "part_mb": 8}
    config.write_text('{"trace": {"memory_tools": {"mcp__n__*": "guess"}, "part_mb": 0, "memory_file": []}}')
    with pytest.raises(LoadError) as caught:
        compile_project(project)
    assert {problem.path for problem in caught.value.problems} == {"$.trace.memory_file", '$.trace.memory_tools["mcp__n__*"]', "$.trace.part_mb"}


def test_states_of_two_machines_never_share_a_place(project: Path) -> None:
    (project / ".statewright" / "workflow.json").write_text(json.dumps({
        "id": "m/a", "initial": "b", "states": {"b": {"on": {"E": {"invoke": "m", "on_complete": "b"}}}}}))
    (project / ".statewright" / "workflows" / "m.json").write_text(json.dumps({"id": "m", "initial": "a/b", "states": {"a/b": {"type": "final"}}}))
    assert '"m/a" holds a slash' in compile_for_hook(str(project), str(project / "data"))


def test_edit_tools_that_are_refused_leave_a_shell_for_reading(project: Path) -> None:
    (project / ".statewright" / "workflow.json").write_text(json.dumps({
        "id": "x", "initial": "a", "states": {"a": {"disallowed_tools": ["Edit", "Write"]},
        "b": {"allowed_tools": ["*"], "disallowed_tools": ["*t*"]},
                                              "c": {"allowed_tools": ["*"]}, "d": {"disallowed_tools": ["Edit", "Write", "Bash"]}, "e": {}}}))
    states = compile_project(project).states
    assert {key: state.get("read_only") for key, state in states.items()} == {"x/a": True, "x/b": True, "x/c": None, "x/d": None, "x/e": None}


def test_only_blank_tab_and_newline_separate_command_words() -> None:
    assert command_words(" npm\ttest\n") == ["npm", "test"]
    assert command_words("npm\u00a0test") == ["npm\u00a0test"]
    assert command_words("it's") == ["it's"]
