"""The agent's verbs with the real executables: a hook lets the command through, the command redeems the ticket."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest
from support import Place

from statewright.store import layout

FLOW: dict[str, Any] = {"id": "m", "initial": "work",
                        "states": {"work": {"allowed_tools": ["Read"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}


@pytest.fixture
def running(place: Place) -> Place:
    """A project whose session has a run."""
    place.workflow(FLOW)
    assert place.pre("Read", {"file_path": "a"}).code == 0
    return place


def test_the_command_the_hook_let_through_works_once(running: Place) -> None:
    assert "ticket" not in (running.state()["ticket"] or {})
    allowed = running.pre("Bash", {"command": "statewright transition DONE"}, "t1")
    assert allowed.body and allowed.body["hookSpecificOutput"]["permissionDecision"] == "allow"
    done = running.cli("transition", "DONE")
    assert done.returncode == 0 and "done" in done.stdout and running.state()["state"] == "done"


def test_a_command_nobody_let_through_is_refused_and_recorded(running: Place) -> None:
    done = running.cli("transition", "DONE")
    assert done.returncode == 1 and "refused" in done.stderr and "Traceback" not in done.stderr
    assert running.state()["state"] == "work" and running.journal()[-1]["what"] == "transition_refused"


@pytest.mark.parametrize("words", [
    ["--set", "x=1e999"], ["--set", "x=" + "9" * 5000], ["--set", "x=[" * 3000], ["--set", "x=\udcff"], ["--reason", "é\n"],
])
def test_odd_data_is_kept_as_it_was_typed_or_refused_in_one_line(running: Place, words: list[str]) -> None:
    line = "statewright transition DONE " + " ".join("'%s'" % word for word in words)
    running.pre("Bash", {"command": line}, "t1")
    done = running.cli("transition", "DONE", *[os.fsdecode(os.fsencode(word)) for word in words])
    assert done.returncode in (0, 1) and "Traceback" not in done.stderr + done.stdout
    json.dumps(running.state(), allow_nan=False)


@pytest.mark.parametrize("verb", [["status", "--json"], ["status"], ["statusline"]])
@pytest.mark.parametrize("record", ["", "{", "[]", "null"])
def test_a_damaged_record_of_what_was_accepted_shows_no_traceback(running: Place, verb: list[str], record: str) -> None:
    path = layout.accepted(str(running.home / "data" / "statewright"), str(running.project))
    assert os.path.exists(path)
    with open(path, "w") as file:
        file.write(record)
    done = running.cli(*verb)
    assert "Traceback" not in done.stderr + done.stdout


def test_a_used_ticket_is_worth_nothing_to_a_second_process(running: Place) -> None:
    running.workflow(FLOW)
    running.pre("Bash", {"command": "statewright transition NOWHERE"}, "t1")
    assert running.cli("transition", "NOWHERE").returncode == 1
    again = running.cli("transition", "NOWHERE")
    assert again.returncode == 1 and "not let through" in again.stderr and running.state()["state"] == "work"
