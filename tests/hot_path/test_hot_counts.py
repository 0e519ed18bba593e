"""What a call costs, in counts that a busy machine does not move: instructions, system calls, processes, and how they grow.

Limits are ratios to the bare interpreter on the same machine, a little above what was measured: a change that makes
every call dearer fails here and not on somebody's desk. The benchmark (tests/bench) has the figures and the times.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "bench"))
from measure import Job, instructions, peak_kib, system_calls
from scene import SESSION, Scene, states
from support import put_snapshot, snapshot

LIMITS = {
    "pre-tool, Read allowed": 1.01, "pre-tool, Edit allowed": 1.05, "pre-tool, tool refused": 1.05, "pre-tool, Bash allowed": 1.05,
    "pre-tool, Bash refused": 1.80, "post-tool": 1.05, "stop": 1.00, "no project here": 0.90, "statewright status": 1.01,
    "statewright statusline": 0.96,
}
# Lines that the table of everyday lines knows, in a state with a command list and limits.
LINES = {
    "git commit -m \"$(cat <<'EOF'\nMend the lock\n\nWhy it was wrong.\nEOF\n)\"": 1.125,
    "for f in src/*.py; do grep -n one \"$f\"; done": 1.155,
    "n=$(grep -c TODO src/app.py); echo \"$n todos\"": 1.145,
    "npm test; code=$?; echo \"exit $code\"; exit $code": 1.155,
    "make test PYTHON=.venv/bin/python": 1.56,  # read in full
}
# Lines in a state where the agent may do anything: some that the table knows there too, others that are read in full.
ANYTHING = {
    "rm -rf build/tmp": 1.12,
    "cp src/one.py b.txt && touch c.txt": 1.13,
    "pytest > out.txt; tail -5 out.txt": 1.14,
    "git ls-files | while read -r f; do wc -l \"$f\"; done": 1.15,
    "for f in a b; do cat > $f.txt <<EOF\nhello $f\nEOF\ndone": 1.16,
    "sed -i 's/a/b/' src/one.py": 1.14,
    "python3 - <<'EOF'\nprint(1)\nEOF": 1.63,
    "git stash && git checkout main": 1.68,
}
FLAT = 1.02  # of instructions, from the small to the large end


@pytest.fixture(scope="session")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    return Scene(tmp_path_factory.mktemp("scene") / "how/deep/it/lies/counts/nothing" / "here")


@pytest.fixture(scope="session")
def free(tmp_path_factory: pytest.TempPathFactory) -> Scene:
    workflow = states(10)
    workflow["states"]["s0"] = {"allowed_tools": ["Read", "Grep", "Glob", "Edit", "Write", "Bash"], "on": {"NEXT": "s1"}}
    return Scene(tmp_path_factory.mktemp("free") / "scene", workflow=workflow)


@pytest.fixture(scope="session")
def floor(scene: Scene) -> int:
    return instructions(scene.bare())


def _job(scene: Scene, name: str) -> Job:
    return {**scene.jobs(), **scene.verbs()}[name]


@pytest.mark.parametrize("name", LIMITS)
def test_a_call_costs_little_more_than_an_empty_interpreter(scene: Scene, floor: int, name: str) -> None:
    ratio = instructions(_job(scene, name)) / floor
    assert ratio <= LIMITS[name], "%s: %.3f times the instructions of the bare interpreter" % (name, ratio)


def _of_line(scene: Scene, line: str) -> int:
    return instructions(scene.job("line", scene.payload("PreToolUse", "Bash", {"command": line})))


@pytest.mark.parametrize("line", LINES)
def test_a_line_costs_what_its_kind_costs(scene: Scene, floor: int, line: str) -> None:
    ratio = _of_line(scene, line) / floor
    assert ratio <= LINES[line], "%s: %.3f times the instructions of the bare interpreter" % (line, ratio)


@pytest.mark.parametrize("line", ANYTHING)
def test_a_line_costs_what_its_kind_costs_where_anything_goes(free: Scene, floor: int, line: str) -> None:
    ratio = _of_line(free, line) / floor
    assert ratio <= ANYTHING[line], "%s: %.3f times the instructions of the bare interpreter" % (line, ratio)


@pytest.mark.parametrize("name", ["pre-tool, Read allowed", "pre-tool, Bash allowed", "post-tool", "stop"])
def test_a_call_is_one_process_and_few_system_calls(scene: Scene, name: str) -> None:
    bare, ours = system_calls(scene.bare()), system_calls(_job(scene, name))
    assert ours["execve"] == 1 and not {"fork", "vfork", "clone", "clone3"} & set(ours)
    assert not {"fsync", "fdatasync", "socket", "connect"} & set(ours)
    more = sum(ours.values()) - sum(bare.values())
    assert more <= 100, "%d system calls more than the bare interpreter: %s" % (more, ours)


@pytest.mark.parametrize("name", ["pre-tool, Read allowed", "pre-tool, Bash allowed", "post-tool", "stop"])
def test_a_call_holds_little_more_memory_than_an_empty_interpreter(scene: Scene, name: str) -> None:
    assert peak_kib(_job(scene, name)) - peak_kib(scene.bare()) <= 2 * 1024


def _read(scene: Scene, **more: object) -> int:
    return instructions(scene.job("grown", scene.payload("PreToolUse", "Read", {"file_path": str(scene.project / "src" / "one.py"), **more})))


def test_a_long_journal_costs_nothing(scene: Scene) -> None:
    runs = scene.project / ".statewright" / "runs"
    run = runs / (runs / (SESSION + ".current")).read_text()
    job = scene.jobs()["pre-tool, tool refused"]
    before, calls = instructions(job), system_calls(job)
    state = snapshot(run)
    os.truncate(run / "trace.jsonl", 60_000_000 - len(state["tail"]))  # a quarter of a million lines; at 64 MiB the next call begins a further file
    with (run / "trace.jsonl").open("a") as journal:
        journal.write(state["tail"])
    state["length"] = 60_000_000
    put_snapshot(run, state, scene.data)
    assert instructions(job) / before <= FLAT
    assert sum(system_calls(job).values()) <= sum(calls.values())


def test_a_large_workflow_costs_nothing(scene: Scene, tmp_path: Path) -> None:
    large = Scene(tmp_path / "large", workflow=states(2000))
    assert _read(large) / _read(scene) <= FLAT


def test_many_sessions_in_one_project_cost_nothing(scene: Scene) -> None:
    before, edit = _read(scene), scene.jobs()["pre-tool, Edit allowed"]
    instructions(edit)
    edited = instructions(edit)
    runs = scene.project / ".statewright" / "runs"
    mine = runs / (runs / (SESSION + ".current")).read_text()
    for number in range(1000):
        shutil.copytree(mine, runs / ("other-%d-1" % number), ignore=shutil.ignore_patterns("trace.jsonl"))
        (runs / ("other-%d.current" % number)).write_text("other-%d-1" % number)
    assert _read(scene) / before <= FLAT
    assert instructions(edit) / edited <= FLAT


def test_a_call_puts_no_file_in_anothers_place(tmp_path: Path) -> None:
    """That costs more than all else a hook does on the disk; the state file is begun anew only now and then."""
    fresh = Scene(tmp_path / "fresh")
    bare = system_calls(fresh.bare())
    for name in ("pre-tool, Read allowed", "pre-tool, Edit allowed", "pre-tool, tool refused", "post-tool"):
        calls = system_calls(fresh.jobs()[name])
        assert not {"rename", "renameat", "renameat2", "unlink", "unlinkat"} & set(calls), name
        assert calls["fcntl"] == bare["fcntl"] + 1, name  # the lock, once


def test_the_input_costs_by_its_length_at_most(scene: Scene) -> None:
    small = _read(scene, note="x" * 500)
    assert _read(scene, note="x" * 100_000) / small <= 1.10
    large, larger = _read(scene, note="x" * 1_000_000), _read(scene, note="x" * 10_000_000)
    assert (larger - small) / (large - small) <= 10.5
