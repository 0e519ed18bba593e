"""The tdd template in the real client: red and green are what the tests did, not what the agent says."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from guarded import BYPASS, Guarded, bash

TEMPLATE = Path(__file__).resolve().parents[2] / "templates" / "tdd" / "workflow.json"
TEST = "from add import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n"


def test_green_is_a_fact_that_an_edit_makes_stale(guarded: Callable[..., Guarded]) -> None:
    here = guarded(json.loads(TEMPLATE.read_text()), {"add.py": "def add(a, b):\n    return 0\n", "test_add.py": TEST})
    command = here.home / ".local" / "bin" / "pytest"
    command.write_text("#!/bin/sh\nexec %s -m pytest -p no:cacheprovider \"$@\"\n" % sys.executable)
    command.chmod(0o755)
    turns: list[dict[str, Any]] = [
        {"tools": [bash("statewright transition TEST_FAILS", "claimed red")]},
        {"tools": [bash("pytest -q", "red")]},
        {"tools": [bash("statewright transition TEST_FAILS", "to green")]},
        {"tools": [here.read("add.py", "look")]},
        {"tools": [here.edit("add.py", "return 0", "return a + b", "mend")]},
        {"tools": [bash("statewright transition TEST_PASSES", "claimed green")]},
        {"tools": [bash("statewright check tests", "measure")]},
        {"tools": [here.edit("add.py", "return a + b", "return b + a", "again")]},
        {"tools": [bash("statewright transition TEST_PASSES", "stale")]},
        {"tools": [bash("pytest -q", "green")]},
        {"tools": [bash("statewright transition TEST_PASSES", "to refactor")]},
        {"tools": [bash("statewright transition FINISHED", "finish")]},
        {"text": "done"},
    ]
    ran = here.run(turns, args=BYPASS)
    names = ("claimed red", "red", "to green", "claimed green", "measure", "stale", "green", "to refactor", "finish")
    refused = {name: ran.refused(name) for name in names}
    assert refused == {"claimed red": True, "red": True, "to green": False, "claimed green": True, "measure": False, "stale": True, "green": False,
                       "to refactor": False, "finish": False}, {name: ran.told(name)[:300] for name in names}
    for name in ("claimed red", "claimed green", "stale"):
        assert "statewright check tests" in ran.told(name) and "pytest -q" in ran.told(name)
    assert '"unknown"' in ran.told("claimed red") and '"stale"' in ran.told("stale")
    status = here.status(ran.session)
    assert status["final"] and status["checks"]["tests"]["passed"] == 1
    grades = [line["step"]["output"]["content_summary"] for line in here.journal(ran.session) if line.get("what") == "check"]
    assert [grade.rstrip(".").split()[-1] for grade in grades] == ["observed", "measured", "observed"]
