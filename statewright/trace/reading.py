"""Reading a run's folder back: its snapshot, and the journal line by line as the next call would mend it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from statewright.trace.journal import repair

JOURNAL = "trace.jsonl"
LONGEST_LINE = 16 << 20  # nothing we write comes near; a filled gap may


def run_dir(path: str | Path) -> Path:
    """The run's folder, for the folder itself or its journal."""
    found = Path(path)
    return found.parent if found.name == JOURNAL else found


def snapshot(folder: Path) -> dict[str, Any] | None:
    """The run's state, None when there is none that can be read."""
    try:
        value = json.loads((folder / "state.json").read_bytes())
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) and {"length", "tail", "seq", "head"} <= value.keys() else None


def final_state(folder: Path, snap: dict[str, Any]) -> dict[str, Any]:
    """The compiled state the run is in, {} when the compiled workflow is gone."""
    try:
        offset, length = snap["slice"]
        with (folder.parent / "plans" / f"{snap['plan']}.plan").open("rb") as file:
            file.seek(offset)
            value = json.loads(file.read(length))
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    return value if isinstance(value, dict) and value.get("s") == snap.get("state") else {}


def raw_lines(folder: Path, snap: dict[str, Any] | None, mend: bool = True) -> Iterator[tuple[bytes, bool]]:
    """Each line without its newline, and whether it had one. With ``mend``, what a killed process left out is put back."""
    path = folder / JOURNAL
    size = path.stat().st_size if path.exists() else 0
    missing = b""
    if mend and snap is not None and size != snap["length"]:
        cut, missing = repair(size, snap)
        size = min(size, cut) if cut >= 0 else size
    if path.exists():
        with path.open("rb") as file:
            yield from _lines(file, size)
    for line in missing.splitlines():
        if line:
            yield line, True


def _lines(file: BinaryIO, size: int) -> Iterator[tuple[bytes, bool]]:
    left = size
    while left > 0:
        line = file.readline(min(left, LONGEST_LINE))
        if not line:
            return
        left -= len(line)
        yield (line[:-1], True) if line.endswith(b"\n") else (line, False)


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
