"""Reading a run's folder back: its snapshot, and the journal line by line as the next call would mend it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from statewright.trace import state_file
from statewright.trace.journal import part_name, repair

JOURNAL = part_name(1)
PLACE = 44  # bits of an offset; a file is smaller
LONGEST_LINE = 16 << 20  # nothing we write comes near; a filled gap may


def run_dir(path: str | Path) -> Path:
    """The run's folder, for the folder itself or its journal."""
    found = Path(path)
    return found.parent if found.suffix == ".jsonl" and found.name.startswith("trace.") else found


def snapshot(folder: Path) -> dict[str, Any] | None:
    """The run's state, None when there is none that can be read."""
    try:
        value = json.loads(state_file.last(str(folder)))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) and {"length", "tail", "seq", "head"} <= value.keys() else None


def final_state(folder: Path, snap: dict[str, Any]) -> dict[str, Any]:
    """The compiled state the run is in, {} when the compiled workflow is gone."""
    try:
        offset, length = snap["slice"][:2]
        with (folder.parent / "plans" / f"{snap['plan']}.plan").open("rb") as file:
            file.seek(offset)
            value = json.loads(file.read(length))
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    return value if isinstance(value, dict) and value.get("s") == snap.get("state") else {}


def parts(folder: Path, snap: dict[str, Any] | None) -> list[Path]:
    """The journal's files in order: as many as the run's state knows, without one as many as there are."""
    if snap is not None:
        return [folder / part_name(number) for number in range(1, max(1, snap.get("part", 1)) + 1)]
    found = [folder / JOURNAL]
    while (more := folder / part_name(len(found) + 1)).exists():
        found.append(more)
    return found


def raw_lines(folder: Path, snap: dict[str, Any] | None, mend: bool = True) -> Iterator[tuple[bytes, bool]]:
    """Each line without its newline, and whether it had one. With ``mend``, what a killed process left out is put back."""
    for line, whole, _ in _placed(folder, snap, mend):
        yield line, whole


def _placed(folder: Path, snap: dict[str, Any] | None, mend: bool) -> Iterator[tuple[bytes, bool, int]]:
    """The same with each line's place: number of its file and offset in one, below 0 in what is not in a file yet."""
    files = parts(folder, snap)
    for number, path in enumerate(files, 1):
        if not path.exists() and number < len(files):
            continue  # the numbers of the lines will tell
        size = path.stat().st_size if path.exists() else 0
        missing = b""
        if mend and snap is not None and number == len(files) and size != snap["length"]:
            cut, missing = repair(size, snap)
            size = min(size, cut) if cut >= 0 else size
        if path.exists():
            with path.open("rb") as file:
                yield from _lines(file, size, number << PLACE)
        for index, line in enumerate(missing.splitlines()):
            if line:
                yield line, True, -1 - index


def _lines(file: BinaryIO, size: int, place: int) -> Iterator[tuple[bytes, bool, int]]:
    left = size
    while left > 0:
        line = file.readline(min(left, LONGEST_LINE))
        if not line:
            return
        left -= len(line)
        yield (line[:-1], True, place) if line.endswith(b"\n") else (line, False, place)
        place += len(line)


class Journal:
    """A journal read more than once: its lines in order with their places, and a line again by its place."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.snap = snapshot(folder)
        self._files: dict[int, BinaryIO] = {}

    def __iter__(self) -> Iterator[tuple[int, dict[str, Any]]]:
        for raw, _, place in _placed(self.folder, self.snap, True):
            value = parsed(raw)
            if value is not None:
                yield place, value

    def at(self, place: int) -> dict[str, Any]:
        """The line at a place that this journal gave."""
        if place < 0:
            missing = (self.snap or {})["tail"].encode("ascii")
            return parsed(missing.splitlines()[-1 - place]) or {}
        number = place >> PLACE
        file = self._files.get(number)
        if file is None:
            file = self._files[number] = (self.folder / part_name(number)).open("rb")
        file.seek(place & ((1 << PLACE) - 1))
        return parsed(file.readline(LONGEST_LINE)) or {}

    def close(self) -> None:
        """Close the files."""
        for file in self._files.values():
            file.close()
        self._files.clear()


def parsed(line: bytes) -> dict[str, Any] | None:
    """The line's object, None when it holds none."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def lines(folder: Path, snap: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    """The journal's lines that can be read; ``verify`` is who complains about the others."""
    for raw, _ in raw_lines(folder, snap):
        value = parsed(raw)
        if value is not None:
            yield value
