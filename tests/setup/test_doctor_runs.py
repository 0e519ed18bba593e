"""doctor and status say when a run's state and its journal disagree, and doctor when a transcript cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import Place

from statewright.setup import doctor, doctor_project, doctor_runs
from statewright.store.run import Run
from statewright.trace import glance

ON = {"GO": "b", "ASK": {"target": "b", "requires_approval": True}}
WORKFLOW = {"id": "m", "initial": "a", "states": {"a": {"on": ON}, "b": {"type": "final"}}}


@pytest.fixture
def going(place: Place, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("HOME", str(place.home))
    monkeypatch.setenv("XDG_DATA_HOME", str(place.home / "data"))
    place.workflow(WORKFLOW)
    assert not place.pre("Read", {"file_path": "a"}, "toolu_1").denied
    place.post("Read", {"file_path": "a"}, {"type": "text"}, "toolu_1")
    return place


def told(place: Place, name: str) -> list[doctor.Check]:
    return [check for check in doctor_project.examine(str(place.project)) if check.name == name]


def change(place: Place, **more: object) -> None:
    place.put({**place.state(), **more})


def test_where_they_agree_nothing_is_said_of_it(going: Place) -> None:
    assert "disagree" not in going.cli("status").stdout and told(going, "journal") == [] and told(going, "transcripts") == []
    assert [check.verdict for check in told(going, "runs")] == ["ok"]
    assert json.loads(going.cli("status", "--json").stdout)["journal_differs"] == ""


@pytest.mark.parametrize("cut", [-1, -20, -400])
def test_a_write_that_a_killed_process_left_unfinished_is_no_disagreement(going: Place, cut: int) -> None:
    path = going.run / "trace.jsonl"
    path.write_bytes(path.read_bytes()[:cut])
    assert glance.of(Run(str(going.project), going.run.name)) == "" and told(going, "journal") == []


@pytest.mark.parametrize(("what", "words"), [
    ("shorter", "bytes"), ("longer", "bytes"), ("other", "does not end as"), ("gone", "is gone"), ("head", "does not know how the journal ends"),
    ("state", "the journal ends in m/a, state.json says m/b"),
])  # fmt: skip
def test_status_and_doctor_say_in_a_line_that_they_disagree(going: Place, what: str, words: str) -> None:
    path = going.run / "trace.jsonl"
    whole = path.read_bytes()
    if what in ("head", "state"):
        change(going, **{"head": {"head": "0" * 64}, "state": {"state": "b", "slice": None}}[what])
    else:
        made = {"shorter": whole[:30], "longer": whole + b"{}\n", "other": whole[:-30] + b"x" * 29 + b"\n", "gone": b""}[what]
        path.write_bytes(made) if made else path.unlink()
    page = going.cli("status").stdout
    (line,) = [line for line in page.splitlines() if "disagree" in line]
    assert words in line and "statewright trace verify" in line
    (check,) = told(going, "journal")
    assert check.verdict == "fail" and going.run.name in check.detail


def test_what_status_cannot_see_doctor_does(going: Place) -> None:
    change(going, status="paused", count=0)
    assert "disagree" not in going.cli("status").stdout
    (check,) = told(going, "journal")
    assert "status: the journal says running, state.json says paused (and 1 more)" in check.detail


def test_a_request_that_the_state_lost_is_seen_at_once(going: Place) -> None:
    line = "statewright transition ASK"
    going.pre("Bash", {"command": line}, "t")
    assert going.cli(*line.split()[1:]).returncode == 0
    change(going, status="running", approval=None)
    assert "a request for an approval" in going.cli("status").stdout


def test_a_large_journal_is_looked_at_by_its_end(going: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_runs, "WHOLE", 0)
    change(going, count=0)
    assert told(going, "journal") == []
    change(going, state="b", slice=None)
    assert "m/b" in told(going, "journal")[0].detail


def heard(place: Place, transcript: Path, *lines: str) -> None:
    """The session's turn ends, its transcript as it is."""
    transcript.parent.mkdir(parents=True, exist_ok=True)
    transcript.write_text("".join(line + "\n" for line in lines))
    place.hook("stop", {**place.payload("Stop"), "transcript_path": str(transcript)})


def test_damaged_and_unreadable_transcripts_are_told(going: Place) -> None:
    session = going.payload("Stop")["session_id"]
    transcript = going.home / ".claude/projects/p" / (session + ".jsonl")
    heard(going, transcript, '{"type": "assistant", "message"', '{"type": "user"}')
    (check,) = told(going, "transcripts")
    assert check.verdict == "warn" and "1 damaged lines of its transcript" in check.detail and session in check.detail
    transcript.unlink()
    assert "it is gone" in told(going, "transcripts")[0].detail
    transcript.symlink_to(going.home / "elsewhere.jsonl")
    (going.home / "elsewhere.jsonl").write_text("{}\n")
    going.hook("stop", {**going.payload("Stop"), "transcript_path": str(transcript)})
    assert "cannot be read" in told(going, "transcripts")[0].detail
    next(going.run.parent.glob("*.heard")).write_text("[]")
    assert "is damaged" in told(going, "transcripts")[0].detail
