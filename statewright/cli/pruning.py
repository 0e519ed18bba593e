"""Old runs: which may go, and how they go."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from statewright import fast
from statewright.cli.ground import Place, runs
from statewright.store import layout, seal


def doomed(place: Place, days: int, keep: int, now: float) -> list[str]:
    """Names of runs to remove: untouched for ``days``, or ended and beyond the ``keep`` newest."""
    names = []
    ended = 0
    for name, run, snap in runs(place):
        old = now - os.stat(run.dir + "/state.json").st_mtime > days * 86400
        if snap["ended"] is not None:
            ended += 1
            if old or ended > keep:
                names.append(name)
        elif old:
            names.append(name)
    return names


def remove(place: Place, names: list[str]) -> None:
    """Remove runs, what points at them, and compiled workflows that nothing uses any more."""
    base = Path(layout.runs_dir(place.project))
    base.mkdir(parents=True, exist_ok=True)
    held = fast.lock(str(base / "lock"))
    try:
        for name, run, _ in runs(place):
            if name not in names:
                continue
            _remove_markers(place, name)
            for pointer in base.glob("*.current"):
                if pointer.read_text().strip() == name:
                    pointer.unlink()
            for places in base.glob("*.heard"):
                if ('"run":"%s"' % name).encode() in (fast.read_file(str(places)) or b""):
                    places.unlink()
                    fast.remove(str(places) + ".lock")
            shutil.rmtree(run.dir)
            fast.remove(seal.place(run))
            if not list(base.glob(name.rpartition("-")[0] + "-*/state.json")):  # the last of its session
                fast.remove("%s/%s.ogr" % (base, name.rpartition("-")[0]))
        _remove_plans(place, base)
    finally:
        fast.unlock(held)


def _remove_markers(place: Place, name: str) -> None:
    """Forget every session that had this run; with scope project they are several."""
    folder = place.data + "/sessions"
    for file in fast.names(folder):
        path = "%s/%s" % (folder, file)
        try:
            mark = fast.loads(fast.read_file(path) or b"{}")
        except ValueError:
            continue
        if isinstance(mark, dict) and (mark.get("project"), mark.get("run")) == (place.project, name):
            fast.remove(path)
            fast.remove("%s/env/%s.sh" % (place.data, file.removesuffix(".json")))


def _remove_plans(place: Place, base: Path) -> None:
    used = {snap["plan"] for _, _, snap in runs(place)} | {layout.source_digest(place.project)}
    record = fast.read_file(layout.accepted(place.data, place.project))
    if record:
        used.add(fast.loads(record).get("digest"))
    for path in (base / "plans").glob("*.*"):
        if path.stem not in used:
            path.unlink()
