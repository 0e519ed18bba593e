"""Each mistake the linter knows, and the workflow beside it that is fine."""

import json
from pathlib import Path
from typing import Any

import pytest

from statewright.workflow.linter import lint
from statewright.workflow.loader import load

END = {"type": "final"}
GUARDS = {
    "big": {"field": "n", "op": "gt", "value": 5},
    "small": {"field": "n", "op": "lt", "value": 3},
    "is": {"field": "k", "op": "eq", "value": "x"},
    "isnt": {"field": "k", "op": "neq", "value": "x"},
    "there": {"field": "k", "op": "exists"},
    "gone": {"field": "k", "op": "not_exists"},
    "one_of": {"field": "k", "op": "in", "value": ["x", "y"]},
    "bigger": {"field": "n", "op": "gte", "value": 7},
    "passed": {"field": "checks.tests.status", "op": "eq", "value": "passed"},
    "failed": {"field": "checks.tests.status", "op": "eq", "value": "failed"},
}


def findings(tmp_path: Path, workflow: dict[str, Any], **machines: Any) -> set[tuple[str, str, str]]:
    (tmp_path / "workflows").mkdir(exist_ok=True)
    used = {name: guard for name, guard in GUARDS.items() if '"%s"' % name in json.dumps(workflow)}
    checks = {"tests": {"command": "pytest"}}
    (tmp_path / "workflow.json").write_text(json.dumps({"id": "w", "initial": "a", "guards": used, "checks": checks, **workflow}))
    for name, machine in machines.items():
        (tmp_path / "workflows" / (name + ".json")).write_text(json.dumps({"id": name, "initial": "a", **machine}))
    loaded = load(tmp_path)
    assert loaded.ok, [str(problem) for problem in loaded.problems]
    found = lint(loaded)
    assert all(problem.line >= 1 and problem.message for problem in found)
    return {(problem.severity, problem.code, problem.path) for problem in found if problem.severity != "note"}


@pytest.mark.parametrize(
    ("keys", "open_"),
    [
        ({}, True),
        ({"allowed_tools": ["Read", "Edit", "Bash"]}, True),
        ({"allowed_tools": ["Read", "Bash"]}, False),
        ({"allowed_tools": ["Read", "Edit"]}, False),
        ({"disallowed_tools": ["Bash"]}, False),
        ({"allowed_tools": ["Edit", "Bash"], "allowed_commands": ["pytest"]}, False),
        ({"allowed_commands": []}, False),
    ],
)
def test_a_shell_that_no_list_binds_is_noted_and_is_no_mistake(tmp_path: Path, keys: dict[str, Any], open_: bool) -> None:
    (tmp_path / "workflow.json").write_text(json.dumps({"id": "w", "initial": "a", **state(**keys)}))
    notes = [problem for problem in lint(load(tmp_path)) if problem.severity == "note"]
    assert [(note.code, note.path) for note in notes] == ([("open-shell", "$.states.a")] if open_ else [])
    assert all("allowed_commands" in note.mend and "script" in note.message for note in notes)


def state(**keys: Any) -> dict[str, Any]:
    return {"states": {"a": {"on": {"E": "b"}, **keys}, "b": END}}


@pytest.mark.parametrize(
    ("workflow", "expected"),
    [
        (state(on={"E": "c", "F": "b"}), ("error", "unknown-target", "$.states.a.on.E")),
        (state(on={"E": [{"target": "b", "guard": "big"}, {"target": "c"}]}), ("error", "unknown-target", "$.states.a.on.E[1].target")),
        (state(safe_next="c"), ("error", "unknown-target", "$.states.a.safe_next")),
        (state(on={"E": {"invoke": "m", "on_complete": "c"}, "F": "b"}), ("error", "unknown-target", "$.states.a.on.E.on_complete")),
        (state(on={"E": {"invoke": "m", "on_complete": "b", "on_fail": "c"}}), ("error", "unknown-target", "$.states.a.on.E.on_fail")),
        ({"states": {"a": {"on": {"E": "b"}}, "b": END, "c": END}}, ("warning", "unreachable", "$.states.c")),
        ({"states": {"a": {"on": {"E": "b"}}, "b": {"on": {"E": "a"}}}}, ("warning", "no-final", "$.states")),
        (
            {"states": {"a": {"on": {"E": "b", "F": "d"}}, "b": {"on": {"E": "c"}}, "c": {"on": {"E": "b"}}, "d": END}},
            ("error", "no-way-out", "$.states.b"),
        ),
        ({"states": {"a": {"on": {"E": "b", "F": "c"}}, "b": {"on": {"E": "b"}}, "c": END}}, ("error", "dead-end", "$.states.b")),
        ({"states": {"a": {"on": {"E": "b"}}, "b": {**END, "on": {"E": "a"}}}}, ("error", "final-transition", "$.states.b.on")),
        ({"states": {"a": {"max_iterations": 2, "on": {"F": "a"}}, "b": END}}, ("error", "dead-end", "$.states.a")),
        ({"states": {"a": {"max_iterations": 2}, "b": END}}, ("error", "limit-trap", "$.states.a.max_iterations")),
        (state(max_iterations=2, on={"E": {"target": "b", "guard": "passed"}}), ("error", "deadlock", "$.states.a.max_iterations")),
        (state(max_iterations=2, on={"E": {"target": "b", "requires_approval": True}}), ("error", "deadlock", "$.states.a.max_iterations")),
        (state(context_budget_bytes=2, on={"E": {"target": "b", "guard": "is"}}), ("warning", "deadlock", "$.states.a.context_budget_bytes")),
        (state(on={"E": {"target": "b", "guard": "ghost"}, "F": "b"}), ("error", "guard-undefined", "$.states.a.on.E")),
        (state(on={"E": {"target": "b", "guards": ["big", "small"]}, "F": "b"}), ("error", "guard-contradiction", "$.states.a.on.E")),
        (state(on={"E": {"target": "b", "guards": ["is", "isnt"]}, "F": "b"}), ("error", "guard-contradiction", "$.states.a.on.E")),
        (state(on={"E": {"target": "b", "guards": ["is", "gone"]}, "F": "b"}), ("error", "guard-contradiction", "$.states.a.on.E")),
        (state(on={"E": {"target": "b", "guards": ["passed", "failed"]}, "F": "b"}), ("error", "guard-contradiction", "$.states.a.on.E")),
        (state(on={"E": [{"target": "b"}, {"target": "a", "guard": "is"}]}), ("warning", "shadowed", "$.states.a.on.E[1]")),
        (state(on={"E": [{"target": "b", "guard": "one_of"}, {"target": "a", "guard": "is"}]}), ("warning", "shadowed", "$.states.a.on.E[1]")),
        (state(on={"E": [{"target": "b", "guard": "big"}, {"target": "a", "guard": "bigger"}]}), ("warning", "shadowed", "$.states.a.on.E[1]")),
        (state(on={"E": [{"target": "b", "guard": "there"}, {"target": "a", "guard": "isnt"}]}), ("warning", "shadowed", "$.states.a.on.E[1]")),
        (state(on={"E": {"target": "b", "guards": []}}), ("warning", "guards-empty", "$.states.a.on.E.guards")),
        (state(on={"E F": "b"}), ("error", "event-name", '$.states.a.on["E F"]')),
        (state(on={"--reason": "b"}), ("error", "event-name", "$.states.a.on.--reason")),
        (state(on={"E": "b", "e": "b"}), ("warning", "event-name", "$.states.a.on.e")),
        (state(allowed_tools=["Raed"]), ("warning", "tool-name", "$.states.a.allowed_tools[0]")),
        (state(allowed_tools=["run_shell_command"]), ("warning", "tool-name", "$.states.a.allowed_tools[0]")),
        (state(disallowed_tools=["bash"]), ("error", "tool-name", "$.states.a.disallowed_tools[0]")),
        (state(allowed_tools=["Bash(npm test:*)"]), ("error", "tool-name", "$.states.a.allowed_tools[0]")),
        (state(allowed_tools=["Read"], disallowed_tools=["Read"]), ("warning", "tool-both", "$.states.a.disallowed_tools")),
        (state(allowed_tools=["Read"], max_edit_lines=3), ("warning", "limit-idle", "$.states.a.max_edit_lines")),
        (state(allowed_tools=["Read"], allowed_commands=["ls"]), ("warning", "commands-without-bash", "$.states.a.allowed_commands")),
        (state(allowed_commands=["a && b"]), ("warning", "command", "$.states.a.allowed_commands[0]")),
        (state(allowed_commands=["npm run *"]), ("warning", "command", "$.states.a.allowed_commands[0]")),
        (state(allowed_commands=[" "]), ("warning", "command", "$.states.a.allowed_commands[0]")),
        (state(allowed_commands=["python"]), ("warning", "command-risk", "$.states.a.allowed_commands[0]")),
        (state(allowed_commands=["npm exec"]), ("warning", "command-risk", "$.states.a.allowed_commands[0]")),
    (state(allowed_commands=["ls", "sed -i"], max_edit_lines=9), ("warning", "command-risk", "$.states.a.allowed_commands[1]")),
        (state(env_overrides={"LD_PRELOAD": "x"}), ("error", "env-code", "$.states.a.env_overrides.LD_PRELOAD")),
        (state(env={"BASH_ENV": "x"}), ("error", "env-code", "$.states.a.env.BASH_ENV")),
        (state(env={"PYTHONSTARTUP": "x.py"}), ("error", "env-code", "$.states.a.env.PYTHONSTARTUP")),
        (state(env={"PYTEST_PLUGINS": "x"}), ("error", "env-code", "$.states.a.env.PYTEST_PLUGINS")),
        (state(env={"GIT_SSH_COMMAND": "x"}), ("error", "env-code", "$.states.a.env.GIT_SSH_COMMAND")),
        (state(env={"npm_config_script_shell": "x"}), ("error", "env-code", "$.states.a.env.npm_config_script_shell")),
        (state(env={"RUSTC_WRAPPER": "x"}), ("error", "env-code", "$.states.a.env.RUSTC_WRAPPER")),
        (state(env={"MAKEFLAGS": "-f x"}), ("error", "env-code", "$.states.a.env.MAKEFLAGS")),
        (state(env={"CC": "./evil"}), ("error", "env-code", "$.states.a.env.CC")),
        (state(env={"DYLD_INSERT_LIBRARIES": "x"}), ("error", "env-code", "$.states.a.env.DYLD_INSERT_LIBRARIES")),
        (state(env={"PAGER": "less"}), ("error", "env-code", "$.states.a.env.PAGER")),
        (state(env={"RUSTFLAGS": "-Clinker=./x"}), ("error", "env-code", "$.states.a.env.RUSTFLAGS")),
        (state(env={"PYTHONPATH": "/tmp/x"}), ("warning", "env-code", "$.states.a.env.PYTHONPATH")),
        (state(env={"PATH": "/x"}), ("error", "env-code", "$.states.a.env.PATH")),
        (state(env={"NODE_OPTIONS": "--require ./x"}), ("error", "env-code", "$.states.a.env.NODE_OPTIONS")),
        (state(env={"A": "$HOME/x"}), ("warning", "env-literal", "$.states.a.env.A")),
        (state(env={"AWS_X": "1"}, blocked_env=["AWS_*"]), ("error", "env-both", "$.states.a.env.AWS_X")),
        (state(thinking_level="huge"), ("warning", "thinking-level", "$.states.a.thinking_level")),
        ({**state(), "context": {"checks": 1}}, ("error", "context-hidden", "$.context.checks")),
    ],
)
def test_a_mistake_is_found_where_it_stands(tmp_path: Path, workflow: dict[str, Any], expected: tuple[str, str, str]) -> None:
    assert expected in findings(tmp_path, workflow)


@pytest.mark.parametrize(
    ("guard", "code"),
    [
        ({"field": "k", "op": "eq"}, "guard-never"),
        ({"field": "k", "op": "gt", "value": "5"}, "guard-never"),
        ({"field": "k", "op": "in", "value": "ab"}, "guard-never"),
        ({"field": "k", "op": "in", "value": []}, "guard-never"),
        ({"field": "checks.tests.status", "op": "eq", "value": "green"}, "guard-never"),
        ({"field": "checks.tests.status", "op": "gt", "value": 1}, "guard-never"),
        ({"field": "checks.tests.exit_code", "op": "eq", "value": "0"}, "guard-never"),
        ({"field": "k", "op": "exists", "value": False}, "guard-value"),
        ({"field": "a..b", "op": "exists"}, "guard-field"),
        ({"field": "checks.test.status", "op": "exists"}, "check-undefined"),
        ({"field": "checks.tests", "op": "exists"}, "guard-field"),
        ({"field": "checks.tests.colour", "op": "exists"}, "guard-field"),
        ({"field": "run.speed", "op": "exists"}, "guard-field"),
        ({"field": "kount", "op": "exists"}, "guard-field"),
        ({"field": "count", "op": "contains", "value": 1}, "guard-type"),
    ],
)
def test_a_guard_that_cannot_work_is_found(tmp_path: Path, guard: dict[str, Any], code: str) -> None:
    workflow = {**state(on={"E": {"target": "b", "guard": "g"}, "F": "b"}), "guards": {"g": guard}, "context": {"count": 1}}
    assert code in {found for _, found, _ in findings(tmp_path, workflow)}


@pytest.mark.parametrize(
    "workflow",
    [
        state(),
        state(max_iterations=2, on={"E": {"target": "b", "guard": "passed"}, "F": {"target": "a", "guard": "failed"}}),
        state(max_iterations=2, safe_next="b", on={"E": {"target": "a", "guard": "is"}}),
        state(on={"E": [{"target": "b", "guard": "is"}, {"target": "a", "guard": "one_of"}, {"target": "a"}]}),
        state(on={"E": {"target": "b", "guards": ["one_of", "isnt", "bigger", "big"]}}),
        state(allowed_tools=["Read", "mcp__github__*", "Task", "MyOwnThing", "apply_patch"]),
        state(
            allowed_commands=["pytest", "npm test", "git log", "make lint"],
            env={"CI": "1", "NODE_OPTIONS": "--max-old-space-size=4096", "GIT_PAGER": "cat"},
        ),
    ],
)
def test_what_is_fine_has_no_finding(tmp_path: Path, workflow: dict[str, Any]) -> None:
    assert findings(tmp_path, workflow) == set()


def test_an_unused_guard_is_a_warning(tmp_path: Path) -> None:
    assert findings(tmp_path, {**state(), "guards": {"g": {"field": "k", "op": "exists"}}}) == {("warning", "guard-unused", "$.guards.g")}


def calling(name: str) -> dict[str, Any]:
    return {"states": {"a": {"on": {"E": {"invoke": name, "on_complete": "b"}}}, "b": END}}


def test_machines_that_are_missing_circle_or_nest_too_deep(tmp_path: Path) -> None:
    for name in ("1", "2", "3", "4", "5"):
        (tmp_path / name).mkdir()
    assert ("error", "unknown-machine", "$.states.a.on.E.invoke") in findings(tmp_path / "1", calling("m"))
    assert ("error", "invoke-cycle", "$.states.a.on.E.invoke") in findings(tmp_path / "2", calling("m"), m=calling("k"), k=calling("m"))
    deep = {"m%d" % n: calling("m%d" % (n + 1)) for n in range(1, 9)}
    assert ("error", "invoke-depth", "$.states") in findings(tmp_path / "3", calling("m1"), **deep, m9=state())
    assert findings(tmp_path / "4", calling("m2"), **{name: one for name, one in deep.items() if name != "m1"}, m9=state()) == set()
    endless = {"states": {"a": {"on": {"E": "b"}}, "b": {"on": {"E": "a"}}}}
    assert findings(tmp_path / "5", calling("m"), m=endless, spare=state()) == {("error", "no-final", "$.states"), ("warning", "machine-unused", "$")}
