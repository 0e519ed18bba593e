"""Everyday lines over common tools pass where their commands are listed: no false refusals."""

import json
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

LINES = [json.loads(line) for line in (Path(__file__).parent.parent / "data" / "everyday.jsonl").read_text(encoding="utf-8").split("\n") if line]


def test_there_are_enough_of_them() -> None:
    assert len(LINES) >= 750


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["command"][:60])
def test_an_everyday_line_passes(line: dict[str, Any], place: Place) -> None:
    state: dict[str, Any] = {"allowed_tools": ["Read", "Edit", "Write", "Bash"]}
    if line["mode"] == "listed":
        state["allowed_commands"] = line["allowed"]
    elif line["mode"] == "reading":
        state = {"allowed_tools": ["Read", "Grep", "Glob", "Bash"]}
    found = judge(place, state, "Bash", {"command": line["command"]})
    assert found is None, found and found.reason
