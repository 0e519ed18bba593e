"""What doctor says of a project's runs: state and journal, and the transcripts their model calls are read from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.store import layout
from statewright.store import run as store
from statewright.trace import glance, reading
from statewright.trace.verify import verify

WHOLE = 32 << 20  # bytes of journals read as a whole; the rest is looked at by its end
REASONS = {"link": "it is a link", "owner": "another user owns it", "kind": "it is no file", "outside": "it lies outside the client's folder"}


def broken(project: str, names: list[str]) -> list[str]:
    """The runs whose state and journal disagree, a sentence each; the newest first."""
    left = WHOLE
    found = []
    for one in sorted((store.Run(project, name) for name in names), key=_newest, reverse=True):
        folder = Path(one.dir)
        try:
            one.read()
            left -= sum(path.stat().st_size for path in reading.parts(folder, None) if path.exists())
            faults = [why for why in (glance.of(one),) if why] if left < 0 else verify(folder).faults()
        except (store.Damaged, OSError, ValueError, KeyError) as error:
            faults = [str(error)] if isinstance(error, FileNotFoundError) else []  # a state that cannot be read is told of by itself
        if faults:
            found.append("run %s: %s%s" % (one.name, faults[0], " (and %d more)" % (len(faults) - 1) if len(faults) > 1 else ""))
    return found


def _newest(run: store.Run) -> float:
    try:
        return Path(run.dir, "state.json").stat().st_mtime
    except OSError:
        return 0.0


def transcripts(project: str) -> list[str]:
    """Sessions whose transcript cannot be read, or was damaged, a sentence each: their traces lack model calls."""
    found = []
    base = Path(layout.runs_dir(project))
    for path in sorted(base.glob("*.heard")):
        places = _mapping(path)
        told = places.get("path")
        if not isinstance(told, str):
            found.append("session %s: where its transcript was read to is damaged" % path.stem)
            continue
        files = places.get("files", {})
        why = "" if fast.kind(told) == "file" else "it is gone"
        why = why or next((_reason(one["refused"]) for one in files.values() if isinstance(one, dict) and one.get("refused")), "")
        lost = 0 if why else _skipped(base / str(places.get("run", "")))
        if why or lost:
            said = "its transcript cannot be read: " + why if why else "%d damaged lines of its transcript" % lost
            found.append("session %s: %s" % (path.stem, said))
    return found


def _reason(word: Any) -> str:
    return REASONS.get(str(word), str(word))


def _mapping(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) and isinstance(value.get("files", {}), dict) else {}


def _skipped(folder: Path) -> int:
    """Lines that were left out, or a reading that failed, as the run's journal tells."""
    lost = 0
    for line in reading.lines(folder, reading.snapshot(folder)):
        if line.get("kind") == "note" and str(line.get("what")).startswith("transcript_"):
            lost += line["count"] if isinstance(line.get("count"), int) else 1
    return lost
