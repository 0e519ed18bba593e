"""Every template works as it is: no finding, an end in sight, tests as facts where they are promised."""

import json
from pathlib import Path

import pytest

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
    assert 8 <= len(templates.readme(name).splitlines()) <= 14


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


def test_a_template_that_is_not_there_is_no_file_path() -> None:
    with pytest.raises(KeyError):
        templates.read("../templates/bugfix")
