"""The state file: a line a write, the last whole one counts; begun anew when torn, grown, ended, or as it was written before there were lines."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from statewright import fast
from statewright.trace import state_file

LONG = b'{"n":"' + b"x" * (state_file.WINDOW * 9) + b'"}'


def kept(file: Path) -> bytes:
    return state_file.look(str(file), False)[0]


def put(file: Path, line: bytes, last: bool = False) -> None:
    """One more write, as a hook makes it."""
    state_file.put(str(file), line, state_file.look(str(file), False)[1] if file.exists() else state_file.NEW, last, False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state.json"


def test_writes_are_appended_and_the_last_one_counts(file: Path) -> None:
    for number in range(5):
        put(file, b'{"n":%d}' % number)
        assert kept(file) == b'{"n":%d}' % number
    assert file.read_bytes().count(b"\n") == 5
    assert file.stat().st_mode & 0o777 == 0o600
    assert state_file.last(str(file.parent)) == b'{"n":4}'


@pytest.mark.parametrize("cut", [1, 4, 9])
def test_a_line_without_an_end_does_not_count_and_the_next_write_begins_the_file_anew(file: Path, cut: int) -> None:
    put(file, b'{"n":1}')
    file.write_bytes(file.read_bytes() + b'{"n":22222}'[:cut])
    assert kept(file) == b'{"n":1}'
    put(file, b'{"n":3}')
    assert file.read_bytes() == b'{"n":3}\n'


def test_a_power_cut_that_left_nothing_but_nul_bytes_at_the_end_takes_the_last_write_alone(file: Path) -> None:
    put(file, b'{"n":1}')
    file.write_bytes(file.read_bytes() + b"\0" * 100)
    assert kept(file) == b'{"n":1}'


def test_a_file_of_an_earlier_version_is_read_and_becomes_one_with_lines(file: Path) -> None:
    file.write_bytes(b'{"v":1}')
    assert kept(file) == b'{"v":1}'
    put(file, b'{"v":1,"n":2}')
    assert file.read_bytes() == b'{"v":1,"n":2}\n'


@pytest.mark.parametrize("content", [
    LONG, LONG + b"\n", b'{"n":1}\n' + LONG + b"\n", LONG + b"\n" + LONG + b"\n", b'{"n":1}\n' * 9000 + LONG + b"\n{",
])
def test_a_line_longer_than_what_is_read_at_first_is_found_whole(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert kept(file) == LONG


def test_a_grown_file_and_an_ended_run_have_one_line(file: Path) -> None:
    line = b'{"n":"' + b"x" * 4000 + b'"}'
    sizes = []
    for _ in range(100):
        put(file, line)
        sizes.append(file.stat().st_size)
        assert kept(file) == line
    assert max(sizes) <= state_file.MOST + len(line) + 1 and sizes.count(len(line) + 1) == 100 // (state_file.MOST // (len(line) + 1)) + 1
    put(file, b"{}", last=True)
    assert file.read_bytes() == b"{}\n"


def test_what_was_seen_is_the_same_until_somebody_writes(file: Path) -> None:
    put(file, b'{"n":1}')
    for last in (False, True):  # appended, and put in its place with the same number of bytes
        _, seen = state_file.look(str(file), True)
        try:
            assert state_file.same(str(file), seen)
            put(file, b'{"n":2}', last)
            assert not state_file.same(str(file), seen)
        finally:
            state_file.leave(seen)
    assert not state_file.same(str(file), state_file.look(str(file), False)[1]), "nothing is known of a file that was closed"


def test_what_was_left_open_is_closed_once(file: Path) -> None:
    put(file, b"{}")
    before = len(os.listdir("/dev/fd"))
    _, seen = state_file.look(str(file), True)
    assert len(os.listdir("/dev/fd")) == before + 1
    state_file.leave(seen)
    state_file.leave(state_file.NEW)
    assert len(os.listdir("/dev/fd")) == before
    with pytest.raises(FileNotFoundError):
        state_file.look(str(file) + "none", True)
    assert len(os.listdir("/dev/fd")) == before


def test_a_write_that_cannot_be_finished_leaves_the_snapshot_before_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(file, b'{"n":1}')

    def full(fd: int, data: bytes, *_: object) -> None:
        os.write(fd, data[:3])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fast, "add", full)
    with pytest.raises(OSError, match="space"):
        put(file, b'{"n":2}')
    monkeypatch.undo()
    assert kept(file) == b'{"n":1}'
