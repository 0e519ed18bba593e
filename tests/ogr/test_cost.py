"""Not used, it costs nothing: no module, no system call, not one byte of the compiled state. Used, it stays with C parts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from ogr_asking import WORKFLOW, Asking
from ogr_runtime import Runtime
from support import HOOKS

from statewright.setup import link

PACKAGE = Path(link.__file__).resolve().parent.parent
DEAR = {"json", "re", "socket", "ssl", "http", "urllib", "email", "threading", "typing", "dataclasses", "enum", "pathlib", "logging"}


def traced(place: Asking, scratch: Path) -> list[str]:
    """The names of the system calls of one held call, in order."""
    payload = place.payload("PreToolUse", "Read", {"file_path": "a"}, "toolu_1")
    out = scratch / "strace"
    subprocess.run(["strace", "-f", "-o", str(out), str(HOOKS / "pre-tool")], cwd=place.project, env=place.env(), input=json.dumps(payload).encode(),
                   capture_output=True, check=True, timeout=60)
    return [line.split("(")[0].split()[-1] for line in out.read_text().splitlines() if "(" in line]


def test_settings_that_ask_nobody_cost_no_system_call(tmp_path: Path) -> None:
    seen = []
    for name, config in (("plain", {}), ("with", {"ogr": {"wire": "1.0", "fail_mode": "closed"}})):
        place = Asking(tmp_path / name)
        place.workflow(WORKFLOW, activation="auto", **config)
        for _ in range(2):  # the first starts the run, the second leaves bytecode behind
            place.pre("Read", {"file_path": "a"}, "toolu_0")
        seen.append(traced(place, tmp_path))
        plan = next((place.project / ".statewright" / "runs" / "plans").glob("*.plan")).read_text()
        assert '"ogr"' not in plan
    quiet = [[one for one in calls if one not in ("brk", "mmap", "munmap", "mremap")] for calls in seen]  # memory moves with path lengths
    assert quiet[0] == quiet[1]
    assert "socket" not in seen[1] and "connect" not in seen[1]


def test_no_module_of_it_is_linked_into_what_hooks_look_at() -> None:
    assert not [name for name in link.modules(PACKAGE) if name.startswith("statewright.ogr")]


@pytest.mark.parametrize("answer", [{"event_id": "e", "provider": "p", "decision": "allow"}, {"status": 500, "body": {}}])
def test_asking_loads_no_library_for_it(asking: Asking, answer: dict[str, object]) -> None:
    runner = """
import sys
sys.path[:0] = sys.argv[1:3]
from statewright import fast
def leave(code):
    fast.write(2, ("\\n" + " ".join(sorted(sys.modules))).encode())
    fast.OS._exit(code)
fast.leave = leave
import start
start.ROOT = sys.argv[2]
start.run("pre-tool")
"""
    with Runtime(answer) as runtime:
        asking.set(runtime.url)
        asking.ask(call="first")
        payload = json.dumps(asking.payload("PreToolUse", "Read", {"file_path": "a"}, "second")).encode()
        ran = subprocess.run([sys.executable, "-I", "-S", "-c", runner, str(HOOKS), str(PACKAGE.parent)], cwd=asking.project,
                             env=asking.env(**asking.key), input=payload, capture_output=True, check=True, timeout=60)
    loaded = set(ran.stderr.decode().rpartition("\n")[2].split())
    assert runtime.asked == 2 and "statewright.ogr.gate" in loaded and "_socket" in loaded
    assert not loaded & DEAR, sorted(loaded & DEAR)
