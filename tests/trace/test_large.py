"""A run of 100,000 steps: one more step costs what the tenth did, and whoever reads it needs little memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import HOOKS, REPO, Place

from statewright.store.run import Run

STEPS = 100_000
BATCH = 2000
PEAK = 160 << 10  # KiB; the journal is more than a hundred MiB
WORKFLOW = {"id": "long", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}
MEASURED = """
import json, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from statewright.trace import aetp, receipt, stats, timeline, validate, verify
what, source, target = sys.argv[2:5]
if what == "export":
    aetp.write(source, target)
    said = Path(target).stat().st_size
elif what == "validate":
    said = [[issue.level, issue.rule, issue.message] for issue in validate.issues(Path(source), producer=True)]
elif what == "verify":
    found = verify.verify(source)
    said = [found.ok, found.steps]
elif what == "read":
    said = [receipt.receipt(Path(source))["steps"], sum(row["messages"] for row in stats.stats(Path(source)).values())]
    said.append(sum(1 for _ in timeline.timeline(Path(source))))
most = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))  # getrusage would count the parent's, from before exec
print(json.dumps([said, int(most.split()[1])]))
"""


def fill(run: Run, first: int, count: int) -> None:
    """Calls of two agents, and a model message for every other one."""
    entries = []
    for number in range(first, first + count):
        entries.append({"kind": "step", "what": "call", "free": True, "tool": "Read", "call": "toolu_%08d" % number, "status_code": 200, "bytes": 120,
                        "agent": "" if number % 3 else "a0000000000000001", "agent_type": "finder", "started": 1.8e9 + number})
        if number % 2:
            entries.append({"kind": "llm", "message": "msg_%08d" % number, "model": "claude-x-1", "agent_name": "main", "input_tokens": 3,
                            "output_tokens": 2, "calls": ["toolu_%08d" % (number - 1), "toolu_%08d" % number]})
    run.record(entries, 1.8e9 + first)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """The run, written by the store itself, in as many files as that takes."""
    place = Place(tmp_path_factory.mktemp("large")).workflow(WORKFLOW)
    assert not place.pre("Read", {"file_path": "a"}, "toolu_0").denied
    run = Run(str(place.project), place.run.name, str(place.data))
    for first in range(0, STEPS, BATCH):
        fill(run, first, BATCH)
    return place


def traced(place: Place, call: str) -> tuple[list[str], int]:
    """The names of the system calls of a post-tool hook, and the bytes it wrote, of which the process id in a name is no part."""
    log = place.home / "strace.txt"
    payload = place.payload("PostToolUse", "Read", {"file_path": "a"}, call, tool_response={"type": "text"}, duration_ms=5)
    command = ["strace", "-f", "-o", str(log), "-s", "0", str(HOOKS / "post-tool")]
    done = subprocess.run(command, cwd=place.project, env={**place.env(), "PYTHONDONTWRITEBYTECODE": "1"}, input=json.dumps(payload).encode(),
                          capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    names, written = [], 0
    for line in log.read_text().splitlines():
        name = line.split(None, 1)[1].partition("(")[0]
        names.append(name)
        if name in ("write", "pwrite64", "writev"):
            written += int(line.rpartition("= ")[2])
    return names, written


def test_the_last_step_is_appended_for_what_the_tenth_cost(large: Place, tmp_path: Path) -> None:
    small = Place(tmp_path).workflow(WORKFLOW)
    assert not small.pre("Read", {"file_path": "a"}, "toolu_0").denied
    fill(Run(str(small.project), small.run.name, str(small.data)), 0, 10)
    cost = []
    for place in (small, large):
        fill(Run(str(place.project), place.run.name, str(place.data)), STEPS, 1)  # the last write before is alike
        for number in (1, 2):
            assert not place.pre("Read", {"file_path": "a"}, "toolu_x%d" % number).denied
            place.post("Read", {"file_path": "a"}, {"type": "text"}, "toolu_x%d" % number)
        place.pre("Read", {"file_path": "a"}, "toolu_y")
        cost.append(traced(place, "toolu_y"))
    (few, before), (many, after) = cost
    assert [few.count(name) for name in ("open", "openat", "read", "write", "lseek", "fcntl", "rename", "ftruncate")] == [
        many.count(name) for name in ("open", "openat", "read", "write", "lseek", "fcntl", "rename", "ftruncate")]
    assert abs(len(few) - len(many)) <= 8, "memory is had in pieces that vary a little"
    assert 0 <= after - before < 120, "numbers have more digits, and that is all"


def measured(what: str, source: Path, target: Path) -> tuple[object, int]:
    """What one job says, and the most memory it had at once in KiB, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", MEASURED, str(REPO), what, str(source), str(target)], capture_output=True, check=True, timeout=500,
                          env={"PATH": os.environ["PATH"]})
    said, peak = json.loads(done.stdout)
    return said, peak


def test_export_validate_and_the_rest_need_little_memory(large: Place, tmp_path: Path) -> None:
    document = tmp_path / "trace.json"
    size, peak = measured("export", large.run, document)
    print("export needed", peak >> 10, "MiB")
    journal = sum(path.stat().st_size for path in large.run.glob("trace*.jsonl"))
    assert journal > 100 << 20 and isinstance(size, int) and size > 60 << 20 and peak < PEAK, (journal, size, peak)
    for what, source in (("validate", document), ("verify", large.run), ("read", large.run)):
        said, peak = measured(what, source, tmp_path)
        assert peak < PEAK, (what, peak)
        print(what, "needed", peak >> 10, "MiB")
        if what == "validate":
            assert said == []
        elif what == "verify":
            assert said[0] is True and said[1] >= STEPS  # type: ignore[index]
        elif what == "read":
            assert said[0] >= STEPS and said[1] >= STEPS // 2 and said[2] >= STEPS  # type: ignore[index]


def test_a_trace_twice_as_large_as_the_memory_there_is_can_be_validated(tmp_path: Path) -> None:
    step = json.loads((REPO / "tests/data/specs/aetp-v1.0.txt").read_text("utf-8").partition("6.3 Logistics")[2].partition("\n\n7. Val")[0]
                      .partition("{")[2].join(["{", ""]))
    step["inputs"]["from_tools"] = ["x" * 200_000]
    limit = 200 << 20
    path = tmp_path / "huge.json"
    with path.open("w") as file:
        file.write('{"aetp_version":"1.0","trace_id":"123e4567-e89b-42d3-a456-426614174000","created_at":"2026-07-20T00:00:00Z",')
        file.write('"agent_system":{},"steps":[')
        for number in range(1, 2200):
            file.write("," * (number > 1) + json.dumps({**step, "step_id": "s%d" % number, "step_number": number,
                                                        "tool_calls": [{**step["tool_calls"][0], "call_id": "c%d" % number}]}))
        file.write('],"outcome":{"status":"completed"}}')
    assert path.stat().st_size > 2 * limit
    program = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (%d, %d)); sys.path.insert(0, %r)\n" % (limit, limit, str(REPO))
    program += "from statewright.trace import validate_trace\nprint(validate_trace(%r))" % str(path)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=500)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr[-500:]
