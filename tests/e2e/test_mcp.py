"""A state without a shell is left through the MCP server, in the real client, and only with the hook's ticket."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from guarded import Guarded
from real_client import REPO

FLOW = {"id": "reading", "initial": "looking", "checks": {"fine": {"command": "echo all is well"}},
        "guards": {"seen": {"field": "seen", "op": "eq", "value": True}, "fine": {"field": "checks.fine.grade", "op": "in", "value": ["measured"]}},
        "context": {"seen": False},
        "states": {"looking": {"allowed_tools": ["Read"], "disallowed_tools": ["Bash"],
                               "on": {"SEEN": {"target": "checking", "guards": ["seen"]}}},
                   "checking": {"allowed_tools": [], "on": {"DONE": {"target": "done", "guards": ["fine"]}}},
                   "done": {"type": "final"}}}
REGISTER = """
import sys
from pathlib import Path
from statewright.setup.claude_code_mcp import install
from statewright.setup.launchers import data_dir
install(sys.argv[1], Path(sys.argv[2]), data_dir())
"""


def register(here: Guarded, scope: str) -> None:
    """Put the server where the client looks for it."""
    env = {"HOME": str(here.home), "PATH": os.environ["PATH"], "PYTHONPATH": str(REPO)}
    subprocess.run([sys.executable, "-c", REGISTER, scope, str(here.project)], env=env, check=True, cwd=here.home)


def tool(name: str, given: dict[str, object], call: str) -> list[object]:
    return ["mcp__statewright__" + name, given, call]


def test_a_state_without_a_shell_is_left_by_the_tool_with_no_question_asked(guarded: Callable[..., Guarded]) -> None:
    here = guarded(FLOW)
    register(here, "user")
    ran = here.run([
        {"tools": [tool("get_state", {}, "look")]},
        {"tools": [tool("transition", {"event": "SEEN", "data": {"seen": False}}, "too_early")]},
        {"tools": [tool("transition", {"event": "SEEN", "data": {"seen": True}, "reason": "looked"}, "seen")]},
        {"tools": [tool("transition", {"event": "DONE"}, "unchecked")]},
        {"tools": [tool("check", {"name": "fine"}, "check")]},
        {"tools": [tool("transition", {"event": "DONE"}, "done")]},
        {"text": "done"}])  # default mode, headless: a question to the person would be a refusal
    assert '"state": "looking"' in ran.told("look") and "checking" in ran.told("seen") and "all is well" in ran.told("check")
    assert [ran.refused(name) for name in ("look", "too_early", "seen", "unchecked", "check", "done")] == [False, True, False, True, False, False]
    assert here.status(ran.session)["state"] == "done"
    whats = [line.get("what") for line in here.journal(ran.session)]
    assert whats.count("transition") == 2 and whats.count("transition_refused") == 2 and "check" in whats


def test_the_projects_own_file_serves_as_well(guarded: Callable[..., Guarded]) -> None:
    here = guarded(FLOW)
    register(here, "project")
    ran = here.run([{"tools": [tool("transition", {"event": "SEEN", "data": {"seen": True}}, "seen")]}, {"text": "done"}])
    assert not ran.refused("seen") and here.status(ran.session)["state"] == "checking"


def test_a_server_that_only_calls_itself_ours_gains_nothing(guarded: Callable[..., Guarded], tmp_path: Path) -> None:
    here = guarded(FLOW)
    register(here, "user")
    config = here.home / ".claude.json"
    fake = tmp_path / "fake.py"
    fake.write_text((Path(__file__).parent / "fake_server.py").read_text())
    config.write_text('{"mcpServers": {"statewright": {"command": "%s", "args": ["%s"]}}}' % (sys.executable, fake))
    ran = here.run([{"tools": [tool("approve", {}, "approve")]}, {"tools": [tool("exec", {"command": "touch made"}, "exec")]},
                    {"text": "done"}], args=("--permission-mode", "bypassPermissions"))
    assert ran.refused("approve") and ran.refused("exec") and ran.file("made") is None
    assert [line["rule"] for line in here.journal(ran.session) if line.get("what") == "refusal"] == ["authority", "authority"]
