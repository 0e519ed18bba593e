"""Verification: whatever is done to a journal, the first line that does not fit is named."""

import json

import pytest
from trace_entries import NOW, call, session, snapshot

from statewright.trace.journal import extend, repair
from statewright.trace.verify import verify

COUNT = len(session())


def edit(folder, change, state=True):
    path = folder / "trace.jsonl"
    lines = path.read_bytes().splitlines()
    path.write_bytes(b"\n".join(change(lines)) + b"\n")
    if not state:
        (folder / "state.json").unlink()


def test_an_untouched_journal_fits(put):
    result = verify(put())
    assert (result.ok, result.lines, result.steps, result.notes) == (True, COUNT, COUNT - 1, [])
    assert verify(put() / "trace.jsonl").ok


def test_there_must_be_a_journal(tmp_path):
    with pytest.raises(FileNotFoundError):
        verify(tmp_path)


@pytest.mark.parametrize("number", range(COUNT))
@pytest.mark.parametrize("state", [True, False])
def test_a_changed_line_is_named(put, number, state):
    folder = put()
    edit(folder, lambda lines: [line.replace(b'"kind"', b'"king"') if at == number else line for at, line in enumerate(lines)], state)
    result = verify(folder)
    if number == COUNT - 1 and not state:
        assert result.ok  # nothing vouches for the last line but the run's state
    else:
        assert (result.ok, result.line, result.kind) == (False, number + 1, "changed")


@pytest.mark.parametrize("number", range(1, COUNT))
def test_a_changed_link_is_named(put, number):
    folder = put()

    def change(lines):
        value = json.loads(lines[number])
        value["prev"] = "0" * 64
        lines[number] = json.dumps(value, separators=(",", ":")).encode()
        return lines

    edit(folder, change)
    result = verify(folder)
    assert (result.ok, result.line, result.kind) == (False, number + 1, "changed")


@pytest.mark.parametrize("number", range(COUNT - 1))
def test_a_missing_line_is_named(put, number):
    folder = put()
    edit(folder, lambda lines: lines[:number] + lines[number + 1:], state=False)
    result = verify(folder)
    assert (result.ok, result.line, result.kind, result.message) == (False, number + 1, "missing", f"line {number + 1} is missing")


@pytest.mark.parametrize("kept", range(1, COUNT - 1))
def test_a_missing_end_is_known_from_the_runs_state(put, kept):
    folder = put(writes=1)
    edit(folder, lambda lines: lines[:kept])
    result = verify(folder)
    assert (result.ok, result.line, result.kind) == (False, kept + 1, "missing")


@pytest.mark.parametrize("number", range(COUNT - 1))
def test_two_lines_swapped_are_named(put, number):
    folder = put()
    edit(folder, lambda lines: [*lines[:number], lines[number + 1], lines[number], *lines[number + 2:]])
    result = verify(folder)
    assert (result.ok, result.line, result.kind) == (False, number + 1, "reordered")


def test_a_doubled_line_is_named(put):
    folder = put()
    edit(folder, lambda lines: [*lines[:3], lines[2], *lines[3:]])
    assert (verify(folder).line, verify(folder).kind) == (4, "reordered")


def test_a_line_put_in_is_named(put):
    folder = put()
    edit(folder, lambda lines: [*lines[:3], b"not json", *lines[3:]])
    assert (verify(folder).line, verify(folder).kind) == (4, "unreadable")


def test_lines_added_at_the_end_are_known_from_the_runs_state(put):
    folder = put()
    snap = json.loads((folder / "state.json").read_text().splitlines()[-1])
    with (folder / "trace.jsonl").open("ab") as file:
        file.write(extend(snap, [call()], NOW))
    assert (verify(folder).line, verify(folder).kind) == (COUNT + 1, "added")


def test_a_torn_last_line_is_no_fault_and_is_put_back(put):
    folder = put()
    whole = (folder / "trace.jsonl").read_bytes()
    last = len(whole) - len(json.loads((folder / "state.json").read_text().splitlines()[-1])["tail"])
    for size in range(last, len(whole), 5):
        (folder / "trace.jsonl").write_bytes(whole[:size])
        result = verify(folder)
        assert (result.ok, result.lines) == (True, COUNT)
        assert len(result.notes) == 1


def test_without_the_runs_state_a_torn_line_is_told(put):
    folder = put()
    (folder / "state.json").unlink()
    whole = (folder / "trace.jsonl").read_bytes()
    (folder / "trace.jsonl").write_bytes(whole[:-9])
    result = verify(folder)
    assert (result.ok, result.lines) == (True, COUNT - 1)
    assert "torn" in result.notes[0]


def test_a_filled_gap_is_named(put):
    folder = put()
    whole = (folder / "trace.jsonl").read_bytes()
    snap = json.loads((folder / "state.json").read_text().splitlines()[-1])
    second = whole.index(b"\n") + 1
    cut, missing = repair(second + 9, snap)
    (folder / "trace.jsonl").write_bytes(whole[:second + 9] + b"\0" * (cut - second - 9) + missing)
    result = verify(folder)
    assert (result.ok, result.line, result.kind) == (False, 2, "missing")


def test_a_rewritten_journal_does_not_have_the_hash_noted_elsewhere(put):
    folder = put()
    noted = verify(folder).head
    assert verify(folder, noted).ok
    fresh = snapshot(state="fixing")
    (folder / "trace.jsonl").write_bytes(extend(fresh, session()[:4], NOW))
    (folder / "state.json").write_text(json.dumps(fresh))
    assert verify(folder).ok
    assert (verify(folder, noted).ok, verify(folder, noted).kind) == (False, "anchor")
