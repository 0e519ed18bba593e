"""The real client with its own sandbox (bubblewrap) around the shell: what is said there, and the roads that lead on."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from guarded import Guarded, bash
from test_mcp import register, tool

FLOW = {"id": "m", "initial": "a", "checks": {"fine": {"command": "true"}},
        "guards": {"fine": {"field": "checks.fine.grade", "op": "eq", "value": "measured"}},
        "states": {"a": {"allowed_tools": ["Read", "Bash"], "on": {"GO": {"target": "b", "guard": "fine"}, "SKIP": "b"}}, "b": {"type": "final"}}}
NAMESPACE = "readlink /proc/self/ns/pid"


def boxed(guarded: Callable[..., Guarded], **more: Any) -> Guarded:
    """A project whose client puts its shell into a sandbox, or does not start."""
    here = guarded(FLOW)
    path = here.home / ".claude/settings.json"
    settings = json.loads(path.read_text())
    path.write_text(json.dumps({**settings, "sandbox": {"enabled": True, "failIfUnavailable": True, "autoAllowBashIfSandboxed": True, **more}}))
    return here


def test_from_the_sandbox_the_shell_is_refused_with_the_roads_and_the_mcp_server_leads_on(guarded: Callable[..., Guarded]) -> None:
    here = boxed(guarded)
    register(here, "user")
    ran = here.run([
        {"tools": [bash(NAMESPACE, "space"), bash("statewright status", "status")]},
        {"tools": [bash("statewright check fine", "check")]},
        {"tools": [bash("statewright transition SKIP", "shell")]},
        {"tools": [tool("check", {"name": "fine"}, "mcp_check")]},
        {"tools": [tool("transition", {"event": "GO"}, "mcp")]},
        {"text": "done"}])
    assert "m / a" in ran.told("status")
    for name in ("check", "shell"):
        said = ran.told(name)
        assert "in a sandbox" in said and "install claude-code --mcp" in said and '"statewright *"' in said and "Errno" not in said, said
    assert [ran.refused(name) for name in ("mcp_check", "mcp")] == [False, False]
    state = here.status(ran.session)
    assert state["state"] == "b" and state["checks"]["fine"]["grade"] == "measured"


def test_an_entry_of_the_clients_settings_takes_our_own_command_out_of_the_sandbox_and_nothing_else(guarded: Callable[..., Guarded]) -> None:
    here = boxed(guarded, excludedCommands=["statewright *"])
    ran = here.run([
        {"tools": [bash(NAMESPACE, "space")]},
        {"tools": [bash("statewright check fine", "check")]},
        {"tools": [bash("statewright transition GO", "go")]},
        {"text": "done"}])
    outside = here.home.joinpath("/proc/self/ns/pid").readlink()
    assert ran.told("space").strip() not in ("", str(outside))
    assert here.status(ran.session)["state"] == "b", ran.told("go")
