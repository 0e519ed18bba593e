"""Exit statuses, messages, and no traceback for anyone."""

from __future__ import annotations

import json

import pytest
from support import REPO, Place

import statewright
from statewright.cli import app, workflows
from statewright.cli.reference import reference


@pytest.mark.parametrize(
    "words",
    [
        "nope",
        "init --nope",
        "log --lines many",
        "log --lines 0",
        "trace nope",
        "trace validate",
        "graph nope.json",
        "validate nope.json",
        "install nope",
        "install",
        "transition",
        "status --nope",
        "templates nope",
        "import-xstate no.json",
    ],
)
def test_wrong_use_exits_with_2_and_one_line(project: Place, words: str) -> None:
    said = project.cli(*words.split())
    assert said.returncode == 2 and said.stderr.startswith("statewright: ") and "Traceback" not in said.stderr
    assert len(said.stderr.splitlines()) == 1 and said.stdout == ""


@pytest.mark.parametrize("words", [["status"], ["log"], ["check", "x"], ["accept"], ["start"], ["trace", "show"], ["graph"], ["validate"], ["prune"]])
def test_outside_a_project_every_verb_says_how_to_begin(place: Place, words: list[str]) -> None:
    said = place.cli(*words)
    assert said.returncode == 2 and "statewright init" in said.stderr


def test_nothing_and_help_show_what_there_is(place: Place) -> None:
    assert "Commands:" in place.cli().stderr and place.cli().returncode == 2
    for words in (["--help"], ["help"], ["trace", "--help"], ["transition", "--help"]):
        said = place.cli(*words)
        assert said.returncode == 0 and ("Usage" in said.stdout or "usage" in said.stdout)


def test_version_in_words_and_as_json(place: Place) -> None:
    assert statewright.__version__ in place.cli("version").stdout
    assert place.cli("--version").stdout == place.cli("version").stdout
    assert json.loads(place.cli("version", "--json").stdout)["statewright"] == statewright.__version__


def test_a_fault_of_ours_is_one_line_and_a_note(project: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(file: str) -> None:
        raise ZeroDivisionError("secret detail")

    monkeypatch.chdir(project.project)
    monkeypatch.setattr(workflows, "_problems", broken)
    assert app.run(["validate"]) == 3
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1 and "ZeroDivisionError" in said.err and "secret" not in said.err
    assert "secret detail" in (project.project / ".statewright" / "runs" / "crash.txt").read_text()


def test_damaged_state_names_the_repair(going: Place) -> None:
    (going.run / "state.json").write_text("{")
    for words in (["status"], ["transition", "SKIP"]):
        said = going.cli(*words)
        assert said.returncode == 1 and "doctor --repair" in said.stderr and "Traceback" not in said.stderr
    assert going.cli("trace", "receipt").returncode == 0, "the journal alone says it all"


def test_the_readme_lists_every_command_as_the_code_has_it() -> None:
    text = (REPO / "README.md").read_text(encoding="utf-8")
    section = text.partition("<!-- commands -->\n")[2].partition("<!-- /commands -->")[0]
    assert section.strip() == reference().strip(), "put the output of `python -m statewright.cli.reference` between the markers"


def test_the_reference_names_every_verb_once() -> None:
    rows = [row.partition("  ")[0] for row in reference().splitlines()[1:-1]]
    verbs = [" ".join(word for word in row.rstrip("*").split() if word.strip("-").islower() and word[0] != "[" and "=" not in word) for row in rows]
    assert len(verbs) == len(set(verbs))
    wanted = "init install uninstall status start transition check approve reject accept pause resume off validate templates graph import-xstate log"
    for verb in (*wanted.split(), "doctor", "demo", "prune", "commands", "version", "trace show", "trace export", "trace verify", "trace validate"):
        assert verb in verbs
    theirs = [verb for verb, row in zip(verbs, rows, strict=True) if row.endswith("*")]
    assert {"approve", "reject", "accept", "pause", "resume", "off", "start", "attest", "passphrase"} <= set(theirs), "a person's are marked"
    assert not {"transition", "check", "status", "log", "validate"} & set(theirs)
