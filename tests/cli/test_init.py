"""init writes a project that works, once."""

from __future__ import annotations

import json

import pytest
from support import Place

from statewright.cli.project import with_tests
from statewright.cli.testing import detect
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


VITEST = '{"scripts": {"test": "vitest run"}}'
UNITTEST = "import unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n"
GUESSES = [
    ({}, "pytest -q"),
    ({"package.json": VITEST}, "npm test"),
    ({"package.json": VITEST, "pnpm-lock.yaml": ""}, "pnpm test"),
    ({"package.json": VITEST, "yarn.lock": ""}, "yarn test"),
    ({"package.json": VITEST, "bun.lock": ""}, "bun test"),
    ({"package.json": VITEST, "bun.lockb": ""}, "bun test"),
    ({"package.json": "{}"}, "pytest -q"),
    ({"package.json": "{"}, "pytest -q"),
    ({"package.json": '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}', "go.mod": ""}, "go test ./..."),
    ({"Makefile": "all:\n\ttrue\ntest: all\n\tpytest\n"}, "make test"),
    ({"Makefile": "test := x\ntests:\n\ttrue\n", "pyproject.toml": ""}, "pytest -q"),
    ({"pyproject.toml": "", "uv.lock": ""}, "uv run pytest"),
    ({"pyproject.toml": "", "poetry.lock": ""}, "poetry run pytest"),
    ({"go.mod": ""}, "go test ./..."),
    ({"Cargo.toml": ""}, "cargo test"),
    ({"pyproject.toml": ""}, "pytest -q"),
    ({"tests/conftest.py": "", "tests/test_a.py": UNITTEST}, "pytest -q"),
    ({"tests/test_a.py": UNITTEST}, "python3 -m unittest discover -s tests"),
    ({"test/test_a.py": UNITTEST}, "python3 -m unittest discover -s test"),
    ({"tests/test_a.py": UNITTEST, "requirements-dev.txt": "pytest==8\n"}, "pytest -q"),
    ({"tests/test_a.py": UNITTEST, "tests/test_b.py": "def test_b():\n    pass\n"}, "pytest -q"),
]


@pytest.mark.parametrize(("files", "command"), GUESSES)
def test_the_test_command_is_guessed_from_the_projects_files(place: Place, files: dict[str, str], command: str) -> None:
    for name, text in files.items():
        path = place.project / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert detect(place.project) == command


def test_init_says_that_it_guessed_and_how_to_change_it(place: Place) -> None:
    said = place.cli("init", check=True).stdout
    assert "pytest -q, a guess" in said and "checks.tests.command" in said


def test_init_takes_the_command_it_is_told_and_guesses_nothing(place: Place) -> None:
    said = place.cli("init", "--test-command", "python3 -m unittest", check=True).stdout
    assert "The tests are run by: python3 -m unittest." in said and "guess" not in said and "warning" not in said


@pytest.mark.parametrize("command", ["pytest 'unclosed", "pytest $(", "# nothing", "if true; then"])
def test_a_test_command_that_cannot_be_judged_is_refused_and_leaves_nothing(place: Place, command: str) -> None:
    said = place.cli("init", "--test-command", command)
    assert said.returncode == 2 and "cannot be judged" in said.stderr and "Traceback" not in said.stderr
    assert not (place.project / ".statewright").exists()


@pytest.mark.parametrize(
    ("command", "program"), [("nowhere-to-be-found -q", "nowhere-to-be-found"), ("cd web && nowhere", "nowhere"), ("./run-tests", "./run-tests")]
)
def test_init_warns_of_a_program_that_is_not_there(place: Place, command: str, program: str) -> None:
    said = place.cli("init", "--test-command", command, check=True).stdout
    assert "warning: %s is not found" % program in said


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


@pytest.mark.parametrize("where", ["within", "home"])
def test_init_gives_no_second_workflow_within_a_project_and_none_to_the_home_folder_unless_meant(place: Place, where: str) -> None:
    if where == "within":
        place.cli("init", check=True)
        place.project = place.project / "deep" / "er"
        place.project.mkdir(parents=True)
    else:
        place.project = place.home
    said = place.cli("init")
    assert said.returncode == 1 and "statewright init --here" in said.stderr and not (place.project / ".statewright").exists()
    assert place.cli("init", "--here").returncode == 0 and (place.project / ".statewright" / "workflow.json").is_file()


def test_what_is_not_there_or_in_the_way_is_a_plain_line(place: Place) -> None:
    for words in (("init", "--workflow", "missing.json"), ("ogr", "validate", "missing.json")):
        said = place.cli(*words)
        assert (said.returncode, said.stderr) == (2, "statewright: there is no file missing.json\n")
    (place.project / ".statewright").write_text("mine")
    said = place.cli("init")
    assert said.returncode == 1 and "is no folder" in said.stderr and "Errno" not in said.stderr
    assert (place.project / ".statewright").read_text() == "mine"


def test_a_short_h_helps_like_help(place: Place) -> None:
    for words in (("init",), ("trace", "verify"), ("ogr", "validate")):
        assert place.cli(*words, "-h").stdout == place.cli(*words, "--help").stdout != ""
