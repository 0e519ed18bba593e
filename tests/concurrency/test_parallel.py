"""Many hooks at once, and hooks killed at any moment: no count is lost, no line torn or doubled."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from typing import Any

import pytest
from support import Place

TWENTY = {"id": "many", "initial": "working", "states": {"working": {"max_iterations": 20, "on": {"DONE": "done"}}, "done": {"type": "final"}}}
FREE = {"id": "free", "initial": "working", "states": {"working": {"allowed_tools": ["Read"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}


def _together(place: Place, name: str, payloads: list[dict[str, Any]]) -> list[int]:
    """Start one hook for each payload, then feed them all; the exit codes in order."""
    started = [place.start(name) for _ in payloads]
    for process, payload in zip(started, payloads, strict=True):
        assert process.stdin
        process.stdin.write(json.dumps(payload).encode())
        process.stdin.close()
    return [_ended(process) for process in started]


def _ended(process: subprocess.Popen[bytes]) -> int:
    code = process.wait(60)
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()
    return code


def _reads(place: Place, event: str, numbers: range, **more: Any) -> list[dict[str, Any]]:
    return [place.payload(event, "Read", {"file_path": str(place.project / ("f%d" % n))}, "toolu_%d" % n, **more) for n in numbers]


def test_of_32_calls_at_once_exactly_20_pass_a_limit_of_20(place: Place) -> None:
    place.workflow(TWENTY)
    codes = _together(place, "pre-tool", _reads(place, "PreToolUse", range(32)))
    assert sorted(codes) == [0] * 20 + [2] * 12
    assert len(place.steps()) == 12
    assert place.state()["count"] == 20 and len(place.state()["pending"]) == 20

    passed = [n for n, code in enumerate(codes) if code == 0]
    response = {"type": "text", "file": {"content": "x\n"}}
    ended = [one for n in passed for one in _reads(place, "PostToolUse", range(n, n + 1), tool_response=response, duration_ms=3)]
    assert _together(place, "post-tool", ended) == [0] * 20
    assert len(place.steps()) == 32
    assert place.state()["pending"] == {} and place.state()["count"] == 20
    assert [line["seq"] for line in place.journal()] == list(range(1, len(place.journal()) + 1))
    assert place.state()["step"] == 32


def test_first_calls_at_once_start_one_run(place: Place) -> None:
    place.workflow(TWENTY)
    assert _together(place, "pre-tool", _reads(place, "PreToolUse", range(8))) == [0] * 8
    runs = place.project / ".statewright" / "runs"
    assert len([one for one in runs.iterdir() if (one / "state.json").is_file()]) == 1
    assert [line["kind"] for line in place.journal()] == ["start"]


SEEDS = range(10 if os.environ.get("CI") == "true" else 2)  # a hundred kills each


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hook_killed_at_any_moment_loses_and_doubles_nothing(place: Place, seed: int) -> None:
    place.workflow(FREE)
    rest = random.Random(seed)  # noqa: S311 - a test's dice
    first = place.pre("Bash", {"command": "make"}, "toolu_first")
    assert first.denied
    began = time.monotonic()
    assert place.pre("Bash", {"command": "make"}, "toolu_second").denied
    usual = time.monotonic() - began
    for number in range(100):
        process = place.start("pre-tool")
        assert process.stdin
        process.stdin.write(json.dumps(place.payload("PreToolUse", "Bash", {"command": "make"}, "toolu_k%d" % number)).encode())
        process.stdin.close()
        time.sleep(rest.uniform(0, usual * 1.1))
        process.send_signal(signal.SIGKILL)
        _ended(process)
        place.state()  # the snapshot parses at every moment
    last = place.pre("Bash", {"command": "make"}, "toolu_last")
    assert last.denied, last.err
    lines = place.journal()
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert place.state()["step"] == len(place.steps()), "each counted step has its line"
    calls = [json.dumps(line["step"], sort_keys=True) for line in lines if line["kind"] == "step"]
    assert len(calls) == len(set(calls))
