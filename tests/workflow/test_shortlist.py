"""A long command list is told in a few words wherever a model is told it, and whole where it is asked for."""

from __future__ import annotations

import json

import pytest
from support import REPO, Place

from statewright.shell.programs import family
from statewright.workflow import shortlist, templates
from statewright.workflow.compiler import compile_project

BUGFIX = json.loads((REPO / "templates/bugfix/workflow.json").read_text())
LONG = BUGFIX["states"]["implementing"]["allowed_commands"]


@pytest.mark.parametrize(("entry", "kind"), [
    ("git mv", "change"), ("black", "change"), ("npx eslint --fix", "change"), ("mkdir", "change"), ("git add", "change"), ("rm", "change"),
    ("pytest", "run"), ("npm run lint", "run"), ("uv run pytest", "run"), ("make test", "run"), ("composer test", "run"), ("./x.sh", "run"),
    ("ruff format --check", "run"), ("node --test", "run"), ("go vet", "run"), ("$(", "run"),
    ("ls", "read"), ("git diff", "read"), ("find test", "read"), ("python --version", "read"),
    ("npm ls", "read"), ("which", "read"), ("sed -n", "read"),
])  # fmt: skip
def test_an_entry_is_told_by_what_it_does(entry: str, kind: str) -> None:
    assert shortlist.kind(entry) == kind


def test_a_short_list_is_told_as_it_stands() -> None:
    assert shortlist.told(LONG[: shortlist.FEW]) == ""


def test_what_changes_files_comes_first_and_in_full_and_every_runner_is_named() -> None:
    text = shortlist.told(LONG)
    changing, running, reading = text.split("; ")
    assert changing.split(", ") == [entry for entry in LONG if shortlist.kind(entry) == "change"]
    named = running.removeprefix("tests, linters and builds by ").split(", ")
    for entry in LONG:
        if shortlist.kind(entry) == "run":
            assert {entry.split()[0], family(entry.split()[0])} & set(named), entry
    assert reading.startswith("reading by git, gh, ls") and "more programs" in reading


@pytest.mark.parametrize("name", templates.names())
def test_templates_are_told_in_a_fraction_of_their_lists(name: str, place: Place) -> None:
    folder = place.workflow(json.loads((REPO / "templates" / name / "workflow.json").read_text())).project
    for state in compile_project(str(folder)).states.values():
        whole = ", ".join(state.get("allowed_commands") or ())
        if len(whole) > 600:
            assert len(state["commands_told"]) < 0.5 * len(whole), state["s"]


def test_every_place_tells_the_short_list_and_status_the_whole(place: Place) -> None:
    place.workflow(BUGFIX)
    place.hook("session-start", place.payload("SessionStart", source="startup"))
    assert not place.pre("Bash", {"command": "statewright transition READY"}, "t1").denied
    moved = place.cli("transition", "READY")
    assert moved.returncode == 0, moved.stderr
    again = place.hook("session-start", place.payload("SessionStart", source="compact")).out.decode()
    prompt = place.hook("user-prompt", place.payload("UserPromptSubmit", prompt="go on")).out.decode()
    for text in (moved.stdout, again, prompt):
        assert "Shell commands (%d, listed by `statewright status`): ruff format, black" in text.replace(str(len(LONG)), "%d")
        assert "find packages" not in text and len(text) < 1800
    assert not place.pre("Bash", {"command": "statewright status"}, "t2").denied, "the way to the whole list is open"
    assert "Shell commands: " + ", ".join(LONG) in place.cli("status").stdout
    refused = place.pre("Bash", {"command": "npm publish"}, "t3")
    assert refused.denied and "Listed: npm -v, npm ls, npm test" in refused.reason and "more (statewright status)" in refused.reason
    assert len(refused.reason) < 700
