"""Tools of other servers whose fields are commands by another name, notebooks, and tools of git and containers that stand for a command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

OPEN: dict[str, Any] = {}
BLOCKING = {"blocked_env": ["SECRET"]}
LISTED = {"allowed_tools": ["Read", "mcp__*"], "allowed_commands": ["npm test"]}
READING = {"allowed_tools": ["Read", "Grep", "Bash", "mcp__*"]}
SHELLS = [
    "mcp__shell__run",
    "mcp__terminal__execute",
    "mcp__ssh__exec",
    "mcp__bash__bash",
    "mcp__dc__start_process",

]
FIELDS = [
    "bash_command",
    "bashCommand",
    "terminal_command",
    "execute",
    "cmdString",
    "cmd_string",
    "commandString",
    "command_string",
    "powershell",
    "start_command",
    "initial_command",
    "preCommand",
    "post_command",
    "test_command",
    "build_command",
]
HOOKED = [
    "statement",
    "instruction",
    "entrypoint",
    "on_success",
    "hook",
    "args",
    "argv",
]
ROWS = [json.loads(line) for line in (Path(__file__).parent.parent / "data" / "tool_fields.jsonl").read_text(encoding="utf-8").split("\n") if line]
HARMS = [
    (OPEN, "rm -rf .statewright"),
    (OPEN, "rm -rf .s*"),
    (OPEN, "claude -p hi"),
    (BLOCKING, "printenv SECRET"),
    (LISTED, "rm -rf src"),
    (READING, "touch x"),
]


@pytest.mark.parametrize("field", [*FIELDS, *HOOKED])
@pytest.mark.parametrize("tool", [*SHELLS, "mcp__x__tool"])
def test_a_field_whose_name_says_that_it_is_run_is_a_command(place: Place, tool: str, field: str) -> None:
    if tool == "mcp__x__tool" and field in HOOKED:
        assert judge(place, OPEN, tool, {field: "ls -la"}) is None  # no shell: what such a field means, it does not say
        return
    for state, command in HARMS:
        assert judge(place, state, tool, {field: command}) is not None, (state, command)
    assert judge(place, OPEN, tool, {field: "ls -la"}) is None
    assert judge(place, LISTED, tool, {field: "npm test"}) is None


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "%s %s" % (row["tool"], json.dumps(row["input"])[:60]))
def test_what_a_call_stands_for_decides(place: Place, row: dict[str, Any]) -> None:
    given = json.loads(json.dumps(row["input"]).replace("PROJECT", place.project))
    found = judge(place, row["state"], row["tool"], given)
    assert (found is None) == (row["expect"] == "allow"), found
