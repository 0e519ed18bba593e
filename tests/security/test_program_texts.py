"""Commands that stand in what programs are given as text are judged like any other, whatever program it is and by whichever road the text comes."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

from statewright.policy.texts import escapes, speaking
from statewright.policy.texts.escapes_read import LANGUAGES, read
from statewright.policy.words import calls

DATA = Path(__file__).parent.parent / "data" / "program_texts.jsonl"
ROWS = [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]
STATES: dict[str, dict[str, Any]] = {
    "open": {},
    "reading": {"allowed_tools": ["Read", "Grep", "Glob", "Bash"]},
    "blocking": {"blocked_env": ["SECRET"]},
    "limited": {"max_edit_lines": 3, "max_files_per_state": 2},
}
# A person's verb, a nested agent, protected files by their name, by a pattern and among all others, a blocked variable.
COMMANDS = {
    "statewright approve": "open",
    "claude -p hi": "open",
    "rm -rf .statewright": "open",
    "rm -rf .s*": "open",
    "find . -delete": "open",
    "printenv SECRET": "blocking",
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("texts"))
    os.makedirs(made.home + "/.local/bin")
    for name in ("statewright", "claude"):
        Path(made.home, ".local/bin", name).write_text("#!/bin/sh\n", encoding="utf-8")
    Path(made.project, "list").write_text("x\n", encoding="utf-8")
    return made


def of(kind: str) -> list[dict[str, Any]]:
    return [row for row in ROWS if row["kind"] == kind]


# What runs on another machine has another environment.
CASES = [(row["line"], command) for row in of("text") for command in COMMANDS]
CASES += [(row["line"], command) for row in of("elsewhere") for command in COMMANDS if "printenv" not in command]


@pytest.mark.parametrize(("line", "command"), CASES, ids=lambda text: text[:50])
def test_a_command_in_a_program_text_is_judged_as_one_of_the_line(line: str, command: str, place: Place) -> None:
    assert judge(place, STATES[COMMANDS[command]], "Bash", {"command": line.replace("CMD", command)}) is not None


@pytest.mark.parametrize("row", of("refused"), ids=lambda row: row["line"][:60])
def test_a_program_put_together_or_handed_on_is_told(row: dict[str, Any], place: Place) -> None:
    assert judge(place, STATES["open"], "Bash", {"command": row["line"]}) is not None


@pytest.mark.parametrize(("line", "state"), [(row["line"], state) for row in of("passes") for state in row["states"]])
def test_everyday_use_of_these_programs_passes(line: str, state: str, place: Place) -> None:
    found = judge(place, STATES[state], "Bash", {"command": line})
    assert found is None, found.reason


def test_each_program_of_the_table_is_looked_for_in_a_line() -> None:
    looked = set((speaking.SPEAKING + speaking.CODED + speaking.AWKS).split()) | set(speaking.WORDED)
    named = {name for row in escapes.ROWS.strip().split("\n") for name in row.split(" ; ")[0].split()}
    assert named == looked
    further = {*named, *speaking.MADE, *speaking.SHELL_NAMES.split(), "xargs", "parallel", "eval", "emulate"}
    assert {name.rstrip(calls.DIGITS) for name in further} - {""} == set(calls.TEXTS.split())
    fed = {row.split(" ")[0] for row in speaking.READING} | set(speaking.SHELLS_ALONE.split()) | {"ssh", "sudo"}
    assert {name.rstrip(calls.DIGITS) for name in fed if name not in further} - {"manage.py"} == set(calls.FED.split())


def test_each_row_is_of_a_language_that_is_read() -> None:
    for row in escapes.ROWS.strip().split("\n"):
        _, language, sources = row.split(" ; ")
        assert language in LANGUAGES or language in ("code", "awk")
        assert sources.split()


def test_a_text_of_any_length_costs_what_its_length_does() -> None:
    for language in (*LANGUAGES, "code", "awk"):
        for piece in ("system(", "'a' ", "`x` ", "!ls\n", "exec 'a',", "\\! ls ", "print \"a\" | \"sh\";"):
            read(language, piece * 6000)
