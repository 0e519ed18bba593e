"""The real client, and an agent whose script writes the run's state itself: what the judge does not see of a program is of no use to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from guarded import BYPASS, Guarded, bash

FLOW: dict[str, Any] = {"id": "gate", "initial": "look", "states": {
    "look": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["python3 tool.py"], "on": {"GO": {"target": "work", "requires_approval": True}}},
    "work": {"allowed_tools": ["Read", "Write", "Bash"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}  # fmt: skip
SCRIPT = """
import json, pathlib, shutil, sys
runs = pathlib.Path(".stat" + "ewright", "runs")
run = next(one.parent for one in runs.glob("*/state.json"))
path = run / "state.json"
lines = path.read_text().splitlines()
how = sys.argv[1]
if how == "keep":
    shutil.copytree(run, "kept")
elif how == "back":
    shutil.rmtree(run)
    shutil.copytree("kept", run)
else:
    snap = json.loads(lines[-1])
    index = json.loads(next(runs.glob("plans/*.json")).read_text())["index"]
    snap.update(state="work", slice=index["gate/work"], entry=snap["entry"] + 1)
    if how == "bare": snap.pop("seal")
    path.write_text("".join(line + "\\n" for line in (*lines, json.dumps(snap, separators=(",", ":")))))
"""


@pytest.mark.parametrize("how", ["bare", "sealed as before"])
def test_a_script_that_moves_the_run_on_by_its_file_gets_nothing_more_at_all(guarded: Callable[..., Guarded], how: str) -> None:
    here = guarded(FLOW, {"tool.py": SCRIPT})
    write = ["Write", {"file_path": str(here.project / "made"), "content": "x"}, "write"]
    ran = here.run([{"tools": [bash("python3 tool.py '%s'" % how, "forge")]}, {"tools": [write]}, {"tools": [here.read("tool.py", "read")]},
                    {"text": "done"}], args=BYPASS)
    assert not ran.refused("forge"), ran.told("forge")
    assert ran.refused("write") and "not written by statewright" in ran.told("write") and ran.file("made") is None
    assert ran.refused("read") and "doctor --repair" in ran.told("read")
    said = here.person("doctor", "--repair")
    assert "was not written by statewright" in said.stdout and "in state look" in said.stdout, said.stdout
    again = here.run([{"tools": [write]}, {"text": "done"}], prompt="go on", args=("--resume", ran.session, *BYPASS))
    assert again.refused("write") and "Write" in again.told("write") and again.file("made") is None
    assert [line["reason"] for line in here.journal(ran.session) if line.get("what") == "rebuilt"] == ["foreign"]


def test_a_script_that_puts_the_whole_run_back_to_an_earlier_moment_gets_nothing(guarded: Callable[..., Guarded]) -> None:
    flow = {**FLOW, "states": {**FLOW["states"], "look": {**FLOW["states"]["look"], "max_iterations": 4}}}
    here = guarded(flow, {"tool.py": SCRIPT})
    reads = [{"tools": [here.read("tool.py", "read%d" % number)]} for number in range(2)]
    ran = here.run([{"tools": [bash("python3 tool.py keep", "keep")]}, *reads, {"tools": [bash("python3 tool.py back", "back")]},
                    {"tools": [here.read("tool.py", "more")]}, {"text": "done"}], args=BYPASS)
    assert not any(ran.refused(name) for name in ("keep", "read0", "read1", "back"))
    assert ran.refused("more") and "older than what statewright wrote last" in ran.told("more")
