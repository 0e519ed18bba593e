"""When the document is written: at a final state, at the session's end, on demand; the same bytes each time."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from support import Place

from statewright import __version__

WORKFLOW = {"id": "short", "initial": "working", "states": {
    "working": {"on": {"DONE": "done", "GIVE_UP": "failed", "SHIP": {"target": "done", "requires_approval": True}}},
    "done": {"type": "final"}, "failed": {"type": "final"}}}


def begun(place: Place) -> Place:
    """A run with one call."""
    place.workflow(WORKFLOW)
    place.pre("Read", {"file_path": "a"}, "toolu_1")
    place.post("Read", {"file_path": "a"}, "text", "toolu_1")
    return place


def go(place: Place, event: str) -> None:
    """A transition as the hook lets it through."""
    command = "statewright transition " + event
    assert not place.pre("Bash", {"command": command}, "toolu_" + event).denied
    assert place.cli("transition", event).returncode == 0


def document(path: Path, seconds: float = 20.0) -> dict[str, Any]:
    """The document, once it is there."""
    until = time.monotonic() + seconds
    while not path.exists() and time.monotonic() < until:
        time.sleep(0.05)
    return dict(json.loads(path.read_text()))


def test_a_final_state_writes_it_and_export_gives_the_same_bytes(place: Place) -> None:
    begun(place)
    go(place, "DONE")
    written = place.run / "trace.aetp.json"
    found = document(written)
    assert found["outcome"]["status"] == "completed" and found["agent_system"]["framework"] == "statewright/" + __version__
    assert place.cli("trace", "export").stdout == place.cli("trace", "export").stdout == written.read_text()
    assert written.stat().st_mode & 0o777 == 0o600


def test_the_sessions_end_waits_for_it_a_moment(place: Place) -> None:
    begun(place)
    assert not (place.run / "trace.aetp.json").exists()
    began = time.monotonic()
    place.hook("session-end", place.payload("SessionEnd", reason="other"))
    assert time.monotonic() - began < 1.5 + 5  # the machine may be busy; the hook itself waits 0.8 s at most
    found = document(place.run / "trace.aetp.json")
    assert (found["outcome"]["status"], found["outcome"]["content_summary"]) == ("incomplete", "1 steps, 0 refused, 0 escalated.")
    assert [line for line in place.journal() if line["kind"] == "end"][-1]["source"] == "other"


def test_a_crashed_run_exports_with_a_provisional_outcome(place: Place) -> None:
    begun(place)
    found = json.loads(place.cli("trace", "export").stdout)
    assert found["outcome"]["status"] == "incomplete" and "Provisional" in found["outcome"]["content_summary"]
    (place.run / "state.json").unlink()
    assert json.loads(place.cli("trace", "export", str(place.run)).stdout)["outcome"] == found["outcome"]


def test_a_call_that_never_ended_is_in_it_as_interrupted(place: Place) -> None:
    place.workflow(WORKFLOW)
    place.pre("Read", {"file_path": "a"}, "toolu_1")
    place.hook("session-end", place.payload("SessionEnd", reason="other"))
    (step,) = document(place.run / "trace.aetp.json")["steps"]
    assert (step["status"], step["tool_calls"][0]["status_code"]) == ("failed", 499)


def test_a_run_that_lost_its_state_ends_as_its_journal_says(place: Place) -> None:
    begun(place)
    go(place, "GIVE_UP")
    whole = json.loads(place.cli("trace", "export").stdout)
    assert whole["outcome"]["status"] == "failed"
    (place.run / "state.json").unlink()
    assert json.loads(place.cli("trace", "export", str(place.run)).stdout)["outcome"] == whole["outcome"]
