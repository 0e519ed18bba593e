"""A journal in several files is one chain: no line is lost between them, whoever is killed where."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest
from support import REPO, Place

from statewright.setup.rebuild import rebuild
from statewright.store.run import Run
from statewright.trace import journal, reading
from statewright.trace.aetp import build
from statewright.trace.verify import verify

WORKFLOW = {"id": "long", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}


@pytest.fixture
def run(place: Place, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run whose journal begins a new file after 3000 bytes."""
    place.workflow(WORKFLOW)
    assert not place.pre("Read", {"file_path": "a"}, "toolu_1").denied
    monkeypatch.setattr(journal, "PART", 1 << 20)
    return Run(str(place.project), place.run.name)


def fill(run: Run, count: int) -> None:
    """Steps of some size, several of them a file."""
    for number in range(count):
        step = {"kind": "step", "what": "call", "free": True, "tool": "Read", "status_code": 200}  # counted by nobody
        many = [{**step, "call": "toolu_%d_%d" % (number, one)} for one in range(400)]
        run.record(many, 1_800_000_000.0 + number)


def test_the_chain_runs_on_from_file_to_file(run: Run) -> None:
    fill(run, 8)
    folder = reading.run_dir(run.dir)
    files = reading.parts(folder, reading.snapshot(folder))
    assert len(files) >= 3 and all(path.exists() for path in files) and reading.parts(folder, None) == files
    found = verify(folder)
    assert found.ok and found.lines == 1 + 8 * 400
    assert len(build(folder)["steps"]) == 8 * 400
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}


def test_a_changed_line_and_a_missing_file_are_named_by_their_number(run: Run) -> None:
    fill(run, 8)
    folder = reading.run_dir(run.dir)
    second = folder / journal.part_name(2)
    text = second.read_bytes()
    first = json.loads(text.split(b"\n", 1)[0])["seq"]
    second.write_bytes(text.replace(b'"Read"', b'"Edit"', 1))
    assert (verify(folder).line, verify(folder).kind) == (first, "changed")
    second.unlink()
    assert (verify(folder).line, verify(folder).kind) == (first, "missing")


def test_a_process_killed_while_a_new_file_begins_loses_nothing(run: Run) -> None:
    fill(run, 3)
    folder = reading.run_dir(run.dir)
    while not (folder / journal.part_name(2)).exists():
        fill(run, 1)
    before = verify(folder).lines
    newest = folder / journal.part_name(2)
    for kept in (0, 100):  # of the last write's bytes
        tail = len(reading.snapshot(folder)["tail"])  # type: ignore[index]
        newest.write_bytes(newest.read_bytes()[: kept - tail])
        assert verify(folder).ok and verify(folder).lines == before and verify(folder).notes
        run.record([{"kind": "step", "what": "other"}], 1_800_000_000.0)
        before += 2  # the step, and the note that something was put back
        assert verify(folder).ok and verify(folder).lines == before and "was put back" in verify(folder).notes[-1]
        note = json.loads(newest.read_bytes().splitlines()[-2])
        assert (note["kind"], note["what"], note["count"]) == ("note", "mended", tail - kept)


WRITER = """
import sys
sys.path.insert(0, sys.argv[3])
from statewright.store.run import Run
from statewright.trace import journal
journal.PART = 1 << 20
run = Run(sys.argv[1], sys.argv[2])
while True:
    run.record([{"kind": "step", "what": "call", "free": True, "tool": "Read", "call": "toolu_%d" % one} for one in range(150)], 1.8e9)
"""


def test_writers_killed_at_any_moment_lose_nothing_between_the_files(run: Run) -> None:
    folder = reading.run_dir(run.dir)
    for number in range(8):
        before = run.read()["seq"]
        writer = subprocess.Popen([sys.executable, "-c", WRITER, run.project, run.name, str(REPO)])
        until = time.monotonic() + 30
        while run.read()["seq"] < before + 600 and time.monotonic() < until:
            time.sleep(0.001 * number)
        writer.kill()
        writer.wait()
        assert run.read()["seq"] >= before + 600
    found = verify(folder)
    assert found.ok and found.lines == run.read()["seq"], found
    assert len(reading.parts(folder, reading.snapshot(folder))) > 3


def test_a_lost_state_is_rebuilt_from_all_files(run: Run) -> None:
    fill(run, 8)
    folder = reading.run_dir(run.dir)
    head = verify(folder).head
    (folder / "state.json").unlink()
    assert verify(folder).head == head
    assert rebuild(run).startswith("rebuilt from %d" % (1 + 8 * 400))
    found = verify(folder)  # the note of the rebuilding follows the old end
    assert found.ok and found.lines == 1 + 8 * 400 + 1 and verify(folder, head).ok and "put together again" in found.notes[-1]
    fill(run, 1)
    assert verify(folder).ok
