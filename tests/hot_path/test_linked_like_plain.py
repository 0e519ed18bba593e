"""The linked file answers as the plain modules do also where nothing was rehearsed: odd tools, odd lines, broken input, every event."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import REPO, Place

from statewright.setup import launchers, link

PIPE = re.compile(r"/proc/\d+/fd/pipe:\[\d+\]")
DATA = REPO / "tests" / "data"
# Judges each call of a list in a process of its own, so that each begins with what its image holds and no more.
JUDGE = """
import sys
code, head, root = sys.argv[1:]
if code:
    file = open(code, "rb", 0)
    exec(__import__("marshal").loads(file.read(int(head))))
    assert use(file)
    image(FRONT)
else:
    sys.path.insert(0, root)
import json
import os
def judged(payload, state):
    if code:
        expecting("pre-tool", json.dumps(payload).encode())
    from statewright import kernel
    from statewright.harness import claude_code
    from statewright.store.facts import Disk
    event = claude_code.read(payload)
    event.project, event.home, event.data, event.facts = payload["cwd"], "/h", "/h/data", Disk(payload["cwd"])
    found = kernel.judge(state, {"own": "statewright", "files": [], "status": "running", "session": "s"}, event)
    return [[one.effect, one.rule, one.reason, one.hint] for one in found], event.extra.get("changed"), event.extra.get("own")
for payload, state in json.load(sys.stdin):
    sys.stdout.flush()
    if not os.fork():
        try:
            said = judged(payload, state)
        except BaseException as error:
            said = repr(error)
        print(json.dumps(said))
        sys.stdout.flush()
        os._exit(0)
    os.wait()
"""


def _rows() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Calls of every kind: (tool and input, state)."""
    found = []
    for name in ("corpus/tools.jsonl", "tool_cases.jsonl", "corpus/shell.jsonl", "everyday.jsonl"):
        for line in filter(None, (DATA / name).read_text(encoding="utf-8").split("\n")):
            row = json.loads(line)
            state = row.get("state") or {"allowed_tools": ["Bash"], "allowed_commands": row.get("allowed") or []}
            if "allowed_commands" in state:
                state = {**state, "command_words": [entry.split() for entry in state["allowed_commands"] if entry.strip()]}
            call = {"tool_name": row.get("tool", "Bash"), "tool_input": row.get("input") or {"command": row.get("command", "")}}
            found.append((call, {"m": "m", "s": "s", "config": {}, **state}))
    return found[::2]


def test_every_kind_of_call_is_judged_alike(tmp_path: Path) -> None:
    project = tmp_path / "project"
    (project / ".statewright" / "runs").mkdir(parents=True)
    (project / "src").mkdir()
    (project / "src" / "app.py").write_text("a = 1\nx\n")
    common = {"session_id": "s", "transcript_path": "", "cwd": str(project), "hook_event_name": "PreToolUse", "tool_use_id": "toolu_1"}
    rows = [({**common, **call}, state) for call, state in _rows()]
    code, head = link.link(REPO / "statewright", tmp_path)
    said = []
    for words in ((str(code), str(head), ""), ("", "0", str(REPO))):
        done = subprocess.run([sys.executable, "-I", "-S", "-c", JUDGE, *words], input=json.dumps(rows), capture_output=True, text=True, check=True,
                              timeout=300)
        said.append(PIPE.sub("pipe", done.stdout).splitlines())  # /dev/stdout is another pipe in each of them
    assert len(said[0]) == len(rows) > 1000
    assert [(row, one, other) for row, one, other in zip(rows, *said, strict=True) if one != other] == []
    assert not [one for one in said[1] if one.startswith('"')], "the judge itself broke"


LIMITS = {"max_iterations": 30, "max_edit_lines": 3, "max_files_per_state": 2, "context_budget_bytes": 4000}
TOOLS = {"allowed_tools": ["Read", "Edit", "Bash", "mcp__files__*", "NotebookEdit"], "allowed_commands": ["git status", "make"]}
WORKFLOW = {"id": "w", "initial": "on", "states": {"on": {**TOOLS, **LIMITS, "on": {"DONE": "off"}}, "off": {"type": "final"}}}
PRE: list[tuple[str, Any]] = [
    ("Grep", {"pattern": "x"}), ("TodoWrite", {"todos": []}), ("mcp__files__write", {"path": ".statewright/x", "content": ""}),
    ("mcp__files__read", {"path": "a"}), ("mcp__other__x", {"a": ["b", {"c": "rm -rf /"}]}), ("Task", {"prompt": "x", "subagent_type": "y"}),
    ("NotebookEdit", {"notebook_path": "n.ipynb", "cell_id": "cell-1", "new_source": "x"}), ("MultiEdit", {"file_path": "a", "edits": []}),
    ("Edit", {"file_path": "a", "old_string": "x", "new_string": "1\n2\n3\n4\n5\n"}),
    ("Edit", {"file_path": "c", "old_string": "", "new_string": "1"}),
    ("Read", {"file_path": 1}), ("Read", "text"), ("", {}), ("Bash", {"command": "make all && git status"}),
    ("Bash", {"command": "make", "run_in_background": True}), ("Bash", {"command": "echo $((1+", "description": "broken"}), ("Bash", {}),
    ("Bash", {"command": "statewright transition DONE"}), ("Bash", {"command": "coproc x { sleep 1; }; case $- in *i*) ls;; esac"}),
    ("KillShell", {"shell_id": "1"}), ("ExitPlanMode", {"plan": "x"}), ("apply_patch", {"input": "*** Begin Patch\n*** End Patch"}),
]  # fmt: skip
OTHER: list[tuple[str, str, dict[str, Any]]] = [
    ("session-start", "SessionStart", {"source": "startup"}), ("user-prompt", "UserPromptSubmit", {"prompt": "go on"}),
    ("post-tool", "PostToolUseFailure", {"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_use_id": "toolu_13", "error": "Exit code 2"}),
    ("post-tool", "PostToolUse", {"tool_name": "Read", "tool_input": {"file_path": "a"}, "tool_use_id": "toolu_99", "tool_response": "y" * 5000}),
    ("post-tool", "PostToolBatch", {"tool_calls": [{"tool_name": "Read", "tool_use_id": "toolu_1", "tool_response": "x"}]}),
    ("stop", "Stop", {"stop_hook_active": False}), ("stop", "SubagentStop", {"agent_id": "a", "agent_type": "b"}),
    ("config-change", "ConfigChange", {"source": "user_settings", "file_path": "/none/settings.json"}),
    ("skill-shell", "PreSkillShellCommand", {"command": "make", "skill_name": "x"}), ("pre-tool", "Unheard", {}), ("stop", "PreToolUse", {}),
    ("user-prompt", "UserPromptSubmit", {"prompt": "statewright: approve 1234"}), ("session-start", "SessionStart", {"source": "compact"}),
    ("session-end", "SessionEnd", {"reason": "other"}),
]  # fmt: skip
RAW = [b"", b"{", b"[]", b"\xff", b'{"hook_event_name": "PreToolUse", "tool_name": "Read"', b'{"tool_name": 1}']
# What no two runs have in common: times, run ids, hashes, process ids.
VARIES = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z|\d+\.\d+|\b[0-9a-f]{8,}\b|\"(pid|born|duration_ms|latency_ms|length)\":[^,}]*")


@pytest.fixture(scope="session")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Launchers that fail where the linked file does not answer: the plain modules' way in is taken away."""
    folder = launchers.write(tmp_path_factory.mktemp("installed"))
    (folder / "start.py").unlink()
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    return folder


def _said(place: Place, hooks: Path) -> list[Any]:
    """What the executables of a folder say to each event, then what they kept."""
    for folder in (place.home, place.project):
        shutil.rmtree(folder)
        folder.mkdir()
    for name, text in (("a", "x\n"), ("n.ipynb", '{"cells": []}')):
        (place.project / name).write_text(text)
    place.workflow(WORKFLOW)
    calls = [(name, json.dumps(place.payload(event, **more)).encode()) for name, event, more in OTHER[:2]]
    for number, (tool, given) in enumerate(PRE):
        if isinstance(given, dict) and given.get("file_path") in ("a", "c"):
            given = {**given, "file_path": str(place.project / given["file_path"])}
        payload = {**place.payload("PreToolUse", "x", {}, "toolu_%d" % number), "tool_name": tool, "tool_input": given}
        calls += [("pre-tool", json.dumps(payload).encode()),
                  ("post-tool", json.dumps({**payload, "hook_event_name": "PostToolUse", "tool_response": {"stdout": "z" * 99}}).encode())]
    calls += [(name, raw) for raw in RAW for name in launchers.HOOKS]
    calls += [(name, json.dumps(place.payload(event, **more)).encode()) for name, event, more in OTHER[2:]]
    said: list[Any] = []
    for name, raw in calls:
        done = subprocess.run([str(hooks / name)], input=raw, env=place.env(), cwd=place.project, capture_output=True, check=False, timeout=60)
        said.append((name, raw[:300], done.returncode, VARIES.sub("_", done.stdout.decode()), VARIES.sub("_", done.stderr.decode())))
    for file in sorted(place.project.glob(".statewright/runs/*/*.json*")):
        said.append((file.name, [VARIES.sub("_", line) for line in file.read_text().splitlines()]))
    return said


def test_every_event_is_answered_and_kept_alike(place: Place, hooks: Path) -> None:
    linked, plain = _said(place, hooks), _said(place, REPO / "hooks")
    assert [(one, other) for one, other in zip(linked, plain, strict=True) if one != other] == []
    assert {one[2] for one in plain if len(one) > 2} == {0, 2}
    assert {"state.json", "trace.jsonl", "trace.aetp.json"} <= {one[0] for one in plain}
