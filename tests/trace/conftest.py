"""A run's folder on disk, as the store writes it."""

import json

import pytest
from trace_entries import NOW, session, snapshot

from statewright.trace.journal import extend


@pytest.fixture
def put(tmp_path):
    """put(entries, **changes to the snapshot) -> the run's folder."""

    def make(entries=None, name="run-1", writes=1, plan=None, **changes):
        folder = tmp_path / "runs" / name
        folder.mkdir(parents=True, exist_ok=True)
        snap = snapshot()
        snap.update(changes)
        data = b""
        entries = session() if entries is None else entries
        for start in range(0, len(entries), writes):
            data += extend(snap, entries[start:start + writes], NOW + 2)
        if plan is not None:
            text = json.dumps(plan).encode()
            (tmp_path / "runs/plans").mkdir(exist_ok=True)
            (tmp_path / "runs/plans" / f"{snap['plan']}.plan").write_bytes(text + b"\n")
            snap["slice"] = [0, len(text)]
        steps = [line for line in map(json.loads, data.splitlines()) if line["kind"] == "step"]
        if steps and not {"machine", "state"} & set(changes):  # where the journal ends, the run is
            snap["machine"], _, snap["state"] = steps[-1]["state"].partition("/")
        (folder / "trace.jsonl").write_bytes(data)
        (folder / "state.json").write_text(json.dumps(snap), "utf-8")
        return folder

    return make
