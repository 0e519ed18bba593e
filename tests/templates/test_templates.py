"""Every template works as it is: no finding, an end in sight, tests as facts where they are promised."""

import json
import sys
from pathlib import Path

import pytest
from support import Place

from statewright.workflow import templates
from statewright.workflow.compiler import compile_project
from statewright.workflow.linter import lint
from statewright.workflow.loader import load

NAMES = ["bugfix", "code-review", "docs", "feature", "investigation", "refactor", "release", "tdd"]


def test_all_eight_are_found() -> None:
    assert templates.names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_template_has_no_finding(name: str) -> None:
    loaded = load(templates.folder() / name / "workflow.json")
    assert [str(problem) for problem in loaded.problems + lint(loaded)] == []
    assert loaded.main is not None and loaded.main.name == name
    assert 8 <= len((templates.folder() / name / "README.md").read_text("utf-8").splitlines()) <= 14


@pytest.mark.parametrize("name", NAMES)
def test_a_template_compiles_and_every_working_state_says_what_to_do(name: str, tmp_path: Path) -> None:
    (tmp_path / ".statewright").mkdir()
    (tmp_path / ".statewright" / "workflow.json").write_text(templates.read(name), "utf-8")
    for state in compile_project(tmp_path).states.values():
        assert state["instructions"]
        assert state["final"] or state["max_iterations"]


@pytest.mark.parametrize("name", ["bugfix", "feature", "tdd", "release"])
def test_passing_tests_are_a_fact(name: str) -> None:
    workflow = json.loads(templates.read(name))
    assert workflow["guards"]["tests_pass"] == {"field": "checks.tests.status", "op": "eq", "value": "passed"}
    assert workflow["checks"]["tests"]["command"] == "pytest -q"
    ways = [form for state in workflow["states"].values() for form in state.get("on", {}).values()]
    assert any(isinstance(form, dict) and "tests_pass" in (form.get("guard"), *form.get("guards", [])) for form in ways)


@pytest.mark.parametrize("name", ["bugfix", "feature", "release"])
def test_tests_that_went_away_prove_nothing(name: str) -> None:
    workflow = json.loads(templates.read(name))
    ways = [form for state in workflow["states"].values() for form in state.get("on", {}).values()]
    assert any(isinstance(form, dict) and form.get("guards") == ["tests_pass", "tests_whole"] for form in ways)


@pytest.mark.parametrize("name", NAMES)
def test_whoever_asks_for_a_failure_asks_for_a_test_that_ran(name: str) -> None:
    workflow = json.loads(templates.read(name))
    guards = workflow.get("guards", {})
    failing = {key for key, guard in guards.items() if (guard["field"], guard["value"]) == ("checks.tests.status", "failed")}
    for form in (form for state in workflow["states"].values() for form in state.get("on", {}).values()):
        if isinstance(form, dict) and failing & {form.get("guard"), *form.get("guards", [])}:
            assert "tests_ran" in form["guards"] and guards["tests_ran"] == {"field": "checks.tests.empty", "op": "eq", "value": False}
    assert bool(failing) == (name == "tdd")


def test_red_is_a_test_that_failed_not_a_project_without_tests(place: Place) -> None:
    place.cli("init", "--template", "tdd", "--test-command", "%s -m unittest" % sys.executable, check=True)

    def asked(*words: str) -> tuple[int, str]:
        place.pre("Bash", {"command": "statewright " + " ".join(words)}, words[-1])
        done = place.cli(*words)
        return done.returncode, done.stdout + done.stderr

    place.pre("Bash", {"command": "ls"}, "first")
    asked("check", "tests")
    code, said = asked("transition", "TEST_FAILS")
    assert code == 1 and "tests_ran" in said
    (place.project / "test_it.py").write_text("import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.fail()\n")
    asked("check", "tests")
    assert asked("transition", "TEST_FAILS")[0] == 0


def test_a_template_that_is_not_there_is_no_file_path() -> None:
    with pytest.raises(KeyError):
        templates.read("../templates/bugfix")
