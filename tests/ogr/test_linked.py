"""The installed executables, whose modules are linked, ask and answer as the plain ones do."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from ogr_asking import Asking
from ogr_runtime import ALLOW, BLOCK, Runtime
from support import HOOKS

from statewright.setup import launchers

SPAN = {"path": "payload.tool_calls.0.arguments.command", "start": 0, "end": 2, "replacement": "wc"}
ANSWERS: list[Any] = [ALLOW, BLOCK, {**ALLOW, "modifications": {"spans": [SPAN]}}, {"status": 500, "body": {}}, {"body": b"<html>"}, ALLOW]


def _said(place: Asking, hooks: Path, **ogr: Any) -> list[tuple[int, str, str]]:
    found = []
    with Runtime(*ANSWERS, wire="1.0") as runtime:
        place.set(runtime.url, wire="1.0", **ogr)
        for number in range(len(ANSWERS)):
            payload = place.payload("PreToolUse", "Bash", {"command": "ls -la"}, "toolu_%d" % number)
            ran = subprocess.run([str(hooks / "pre-tool")], cwd=place.project, env=place.env(**place.key), input=json.dumps(payload).encode(),
                                 capture_output=True, check=False, timeout=60)
            out, err = (data.decode().replace(str(runtime.port), "PORT") for data in (ran.stdout, ran.stderr))
            found.append((ran.returncode, out, err))
    assert not runtime.violations and runtime.asked == len(ANSWERS)
    return found


def test_linked_and_plain_executables_do_the_same(tmp_path: Path) -> None:
    hooks = launchers.write(tmp_path / "installed")
    for mode in ("open", "closed"):
        plain = _said(Asking(tmp_path / ("plain-" + mode)), HOOKS, fail_mode=mode)
        assert _said(Asking(tmp_path / ("linked-" + mode)), hooks, fail_mode=mode) == plain
        assert [code for code, _, _ in plain] == ([0, 2, 0, 0, 0, 0] if mode == "open" else [0, 2, 0, 2, 2, 0])
        assert "Traceback" not in str(plain) and "updatedInput" in plain[2][1]
