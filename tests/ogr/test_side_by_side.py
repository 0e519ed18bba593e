"""The question is asked outside the run's lock: calls side by side wait side by side, and none is lost from the numbers."""

from __future__ import annotations

import json
import time

from ogr_asking import Asking
from ogr_runtime import ALLOW, BLOCK, Runtime

CALLS = 8
DELAY = 1.5


def test_calls_side_by_side_are_asked_about_side_by_side(asking: Asking) -> None:
    slow = [{"delay": DELAY, "body": BLOCK if number % 2 else ALLOW} for number in range(CALLS)]
    with Runtime(ALLOW, *slow) as runtime:
        asking.set(runtime.url, timeout_ms=10000)
        asking.ask(call="first")
        began = time.monotonic()
        started = [asking.start("pre-tool", **asking.key) for _ in range(CALLS)]
        for number, one in enumerate(started):
            payload = asking.payload("PreToolUse", "Bash", {"command": "ls"}, "toolu_%d" % number)
            assert one.stdin is not None
            one.stdin.write(json.dumps(payload).encode())
            one.stdin.close()
        codes = [one.wait(timeout=60) for one in started]
        took = time.monotonic() - began
    assert sorted(codes) == [0] * (CALLS // 2) + [2] * (CALLS // 2)
    assert took < DELAY * CALLS / 2, took
    told = asking.state()["ogr"]
    assert (told["asked"], told["allowed"], told["blocked"]) == (CALLS + 1, CALLS // 2 + 1, CALLS // 2)
    assert not runtime.violations
