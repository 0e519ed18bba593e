"""What a hook loads. Each module costs time at every tool call, so the list is closed: nothing dear comes in unseen."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from support import HOOKS, REPO, Place

RUNNER = """
import sys
name, hooks, root = sys.argv[1:4]
sys.path[:0] = [hooks, root]
before = set(sys.modules)
from statewright import fast
def leave(code):
    fast.write(2, ("\\n" + " ".join(sorted(set(sys.modules) - before))).encode())
    fast.OS._exit(code)
fast.leave = leave
import start
start.ROOT = root  # as an installer fills it in
start.run(name)
"""
# Built in or C parts of the public modules; never a module written in Python.
C_PARTS = {"posix", "time", "fcntl", "_json", "_sha256", "_sha2", "_signal"}
FAST = {"statewright.fast"} | {"statewright.fast." + name for name in ("coding", "files", "locks", "paths", "system")}
CLIENT = {"statewright.harness.claude_code"} | {"statewright.harness.claude_code." + name for name in ("answers", "events", "results", "words")}
OURS = FAST | CLIENT | {"statewright", "statewright.harness", "statewright.hook", "statewright.model",
        "statewright.store", "statewright.store.layout", "statewright.trace", "statewright.trace.shape", "start"}
KERNEL = OURS | {
    "statewright." + name for name in (
        "brief", "calls", "kernel", "moves", "trust", "turns", "machine",
        "machine.guards", "machine.runs", "machine.transitions",
        "store.compiled", "store.environment", "store.facts", "store.run", "store.seal", "trace.journal", "trace.state_file", "trace.step")}
SENDER = KERNEL | {"statewright.senders"}  # looks who sent an event, for those that would gain something
ROOMS = ("statewright.policy", "statewright.shell")  # pure rooms: their modules may grow in number, import contracts watch what they import
WORKFLOW = {"id": "hot", "initial": "working", "states": {
    "working": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["make"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}


def loaded(place: Place, name: str, payload: dict[str, Any]) -> set[str]:
    """The modules a hook has loaded, in the interpreter of the executables, by the time it leaves."""
    command = [sys.executable, "-I", "-S", "-c", RUNNER, name, str(HOOKS), str(REPO)]
    done = subprocess.run(command, cwd=place.project, env=place.env(), input=json.dumps(payload).encode(), capture_output=True, check=False,
                          timeout=60)
    assert done.returncode in (0, 2), done.stderr
    return set(done.stderr.decode().rpartition("\n")[2].split())


@pytest.fixture
def running(place: Place) -> Place:
    """A project whose run has begun, so that nothing is compiled any more."""
    place.workflow(WORKFLOW)
    place.hook("session-start", place.payload("SessionStart", source="startup"))
    assert not place.pre("Read", {"file_path": "a"}, "toolu_begin").denied
    return place


def _is_hot(found: set[str], ours: set[str]) -> None:
    foreign = {name for name in found - ours - C_PARTS if name not in ROOMS and not name.startswith(tuple(room + "." for room in ROOMS))}
    assert not foreign, sorted(foreign)


def test_a_project_without_a_workflow_loads_neither_kernel_nor_store(place: Place) -> None:
    found = loaded(place, "pre-tool", place.payload("PreToolUse", "Read", {"file_path": "a"}))
    assert found <= OURS | C_PARTS, sorted(found - OURS - C_PARTS)


@pytest.mark.parametrize(("tool", "given"), [
    ("Read", {"file_path": "a"}), ("Edit", {"file_path": "a", "old_string": "b", "new_string": "c"}), ("TodoWrite", {"todos": []}),
    ("Bash", {"command": "make all"}), ("Bash", {"command": "cd x && make | tee log; rm -r $(ls)"}),
    ("Bash", {"command": "statewright transition DONE"}),
], ids=["allowed", "refused", "always passes", "command", "refused command", "our own"])
def test_a_tool_call_loads_the_kernel_and_c_parts_alone(running: Place, tool: str, given: dict[str, Any]) -> None:
    ours = SENDER if "transition" in given.get("command", "") else KERNEL
    _is_hot(loaded(running, "pre-tool", running.payload("PreToolUse", tool, given, "toolu_one")), ours)


@pytest.mark.parametrize(("name", "event", "more"), [
    ("post-tool", "PostToolUse", {"tool_response": {"type": "text", "file": {"content": "x"}}, "duration_ms": 4}),
    ("post-tool", "PostToolUseFailure", {"error": "Exit code 1", "is_interrupt": False, "duration_ms": 4}),
])
def test_a_calls_end_loads_the_kernel_and_c_parts_alone(running: Place, name: str, event: str, more: dict[str, Any]) -> None:
    _is_hot(loaded(running, name, running.payload(event, "Read", {"file_path": "a"}, "toolu_begin", **more)), KERNEL)


@pytest.mark.parametrize(("name", "event", "more"), [
    ("stop", "Stop", {"stop_hook_active": False}), ("stop", "SubagentStop", {"agent_id": "a", "agent_type": "b"}),
    ("post-tool", "PostToolBatch", {"tool_calls": []}), ("user-prompt", "UserPromptSubmit", {"prompt": "go on"}),
    ("session-end", "SessionEnd", {"reason": "other"}),
])
def test_every_other_event_stays_hot_too(running: Place, name: str, event: str, more: dict[str, Any]) -> None:
    turns = {"statewright.store.heard", "statewright.harness.claude_code_transcript"} if name in ("stop", "session-end") else set()
    turns |= {"statewright.store.finish"} if name == "session-end" else set()
    _is_hot(loaded(running, name, running.payload(event, **more)), turns | (SENDER if name in ("user-prompt", "session-end") else KERNEL))


def test_a_resumed_session_and_a_settings_change_load_few_modules_more(running: Place) -> None:
    more = {"statewright.senders", "statewright.sessions", "statewright.store.acceptance", "statewright.store.marks",
            "statewright.harness.claude_code_settings"}
    _is_hot(loaded(running, "session-start", running.payload("SessionStart", source="resume")), KERNEL | more)
    settings = str(running.home / ".claude" / "settings.json")
    _is_hot(loaded(running, "config-change", running.payload("ConfigChange", source="user_settings", file_path=settings)),
            KERNEL | more)

