"""init writes a project that works, once."""

from __future__ import annotations

import json

import pytest
from support import Place

from statewright.cli.project import detect, with_tests
from statewright.workflow import templates


def test_init_asks_nothing_and_says_what_to_do_next(place: Place) -> None:
    (place.project / "package.json").write_text('{"scripts": {"test": "vitest"}}')
    said = place.cli("init")
    folder = place.project / ".statewright"
    assert said.returncode == 0 and "Next: statewright install claude-code" in said.stdout
    assert json.loads((folder / "workflow.json").read_text())["checks"]["tests"]["command"] == "npm test"
    assert (folder / ".gitignore").read_text() == "runs/\n" and json.loads((folder / "config.json").read_text()) == {}
    assert list((folder / "runs" / "plans").glob("*.plan"))


def test_init_records_that_its_workflow_is_accepted(place: Place) -> None:
    place.cli("init", check=True)
    seen = json.loads(place.cli("status", "--json").stdout)
    assert seen["accepted"] and not seen["workflow_changed"]


def test_init_never_overwrites(place: Place) -> None:
    place.cli("init", check=True)
    before = (place.project / ".statewright" / "workflow.json").read_bytes()
    again = place.cli("init", "--template", "tdd")
    assert again.returncode == 1 and "there already" in again.stderr and "Traceback" not in again.stderr
    assert (place.project / ".statewright" / "workflow.json").read_bytes() == before


def test_an_unknown_template_is_wrong_use(place: Place) -> None:
    said = place.cli("init", "--template", "nope")
    assert said.returncode == 2 and "bugfix" in said.stderr
    assert not (place.project / ".statewright").exists()


def test_a_workflow_of_ones_own_is_taken_byte_for_byte(place: Place) -> None:
    text = '{"id": "mine", "initial": "a",\n "states": {"a": {"on": {"GO": "b"}}, "b": {"type": "final"}}}\n'
    (place.project / "mine.json").write_text(text)
    assert place.cli("init", "--workflow", "mine.json").returncode == 0
    assert (place.project / ".statewright" / "workflow.json").read_text() == text


@pytest.mark.parametrize("text", ['{"id": "x"}', '{"id": "x", "initial": "a", "states": {"a": {"on": {"GO": "nowhere"}}}}', "not json"])
def test_a_workflow_that_cannot_be_used_leaves_nothing_behind(place: Place, text: str) -> None:
    (place.project / "bad.json").write_text(text)
    said = place.cli("init", "--workflow", "bad.json")
    assert said.returncode == 1 and said.stderr and "Traceback" not in said.stderr
    assert not (place.project / ".statewright").exists()


@pytest.mark.parametrize(
    ("name", "command"),
    [("Cargo.toml", "cargo test"), ("go.mod", "go test ./..."), ("pyproject.toml", "pytest -q"), ("tests/conftest.py", "pytest -q")],
)
def test_the_test_command_is_found_by_the_projects_files(place: Place, name: str, command: str) -> None:
    path = place.project / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    assert detect(place.project) == command


def test_a_package_without_a_test_script_is_no_npm_test(place: Place) -> None:
    (place.project / "package.json").write_text("{}")
    assert detect(place.project) == "pytest -q"


@pytest.mark.parametrize("name", templates.names())
def test_each_template_takes_another_test_command(name: str) -> None:
    definition = json.loads(templates.read(name))
    if not with_tests(definition, "make proof all"):
        assert "checks" not in definition or "tests" not in definition["checks"]
        return
    assert definition["checks"]["tests"]["command"] == "make proof all"
    for state in definition["states"].values():
        listed = state.get("allowed_commands")
        assert listed is None or "pytest" not in listed or "make proof all" in listed


@pytest.mark.parametrize("name", templates.names())
def test_each_template_starts_a_project(place: Place, name: str) -> None:
    assert place.cli("init", "--template", name).returncode == 0
