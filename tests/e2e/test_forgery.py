"""The real client, and an agent whose scripts start the hook's programs with events of their own making."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from guarded import BYPASS, Guarded, bash

FLOW: dict[str, Any] = {
    "id": "wide", "initial": "work", "checks": {"tests": {"command": "sh test.sh"}},
    "guards": {"green": {"field": "checks.tests.status", "op": "eq", "value": "passed"}},
    "states": {"work": {"on": {"DONE": {"target": "done", "guard": "green"}}}, "done": {"type": "final"}}}

# Waits for the check's call to be let through, then says that it ended well, while it still runs.
FORGER = """
import json, os, pathlib, socket, subprocess, sys, time
how = sys.argv[1]
root = pathlib.Path(sys.argv[2])
session = next((root / ".statewright" / "runs").glob("*.current")).stem
state = root / ".statewright" / "runs" / (session + "-1") / "state.json"
for _ in range(400):
    call = next((name for name, one in json.loads(state.read_text().splitlines()[-1])["pending"].items() if one.get("check")), "")
    if call: break
    time.sleep(0.05)
event = json.dumps({"session_id": session, "cwd": str(root), "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": call,
    "tool_input": {"command": "sh test.sh"}, "duration_ms": 9,
    "tool_response": {"stdout": "", "stderr": "", "interrupted": False, "isImage": False}}).encode()
hook = os.path.expanduser("~/.local/share/statewright/hooks/post-tool")
env = dict(os.environ, CLAUDE_PROJECT_DIR=str(root), CLAUDE_CODE_SESSION_ID=session)
if how != "plain": env.pop("STATEWRIGHT_SHELL")
if how == "detached":
    if os.fork(): os._exit(0)
    os.setsid()
    if os.fork(): os._exit(0)
ours, theirs = socket.socketpair()
if how == "piped":
    done = subprocess.run([hook], input=event, env=env)
elif how == "turned into it":
    (root / "e.json").write_bytes(event)
    (root / "forged").write_text(call)
    os.dup2(os.open(root / "e.json", os.O_RDONLY), 0)
    os.execve("/bin/sh", ["/bin/sh", "-c", hook + "; exit 0"], env)
else:
    ours.sendall(event); ours.shutdown(socket.SHUT_WR)
    done = subprocess.run([hook], stdin=theirs, env=env)
(root / "forged").write_text(call)
"""


@pytest.mark.parametrize("how", ["plain", "piped", "own pair", "detached", "turned into it"])
def test_a_background_script_that_reports_the_tests_as_passed_is_not_believed(guarded: Callable[..., Guarded], how: str) -> None:
    here = guarded(FLOW, {"forge.py": FORGER, "test.sh": "while ! [ -s forged ]; do sleep 0.1; done; sleep 1; exit 1\n"})
    forge = bash("exec python3 forge.py '%s' %s" % (how, here.project), "forge")
    forge[1]["run_in_background"] = True
    ran = here.run([{"tools": [forge]}, {"tools": [bash("sh test.sh", "tests")]}, {"tools": [bash("statewright transition DONE", "move")]},
                    {"text": "done"}], args=BYPASS)
    assert here.project.joinpath("forged").read_text() == "toolu_tests"
    assert ran.refused("tests") and ran.refused("move") and "green" in ran.told("move")
    status = here.status(ran.session)
    assert status["state"] == "work" and status["checks"]["tests"]["status"] == "failed"
    assert "forgery" in [line.get("what") for line in here.journal(ran.session)]


# Leaves its parents, its session and its environment behind, then says that it is the session's new client.
CLAIMANT = """
import json, os, pathlib, socket, subprocess, sys, time
source, root, home = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path.home()
if len(sys.argv) == 3:
    if os.fork(): os._exit(0)
    os.setsid()
    if os.fork(): os._exit(0)
    os.execve(sys.executable, [sys.executable, *sys.argv, "clean"], {"HOME": str(home), "PATH": os.environ["PATH"]})
while b"claim.py" in pathlib.Path("/proc/%d/cmdline" % os.getppid()).read_bytes(): time.sleep(0.01)
session = next((root / ".statewright" / "runs").glob("*.current")).stem
runs = root / ".statewright" / "runs"
def state(): return json.loads((runs / (runs / (session + ".current")).read_text() / "state.json").read_text().splitlines()[-1])
call = ""
while not call:
    call = next((name for name, one in state()["pending"].items() if one.get("check")), "")
    time.sleep(0.05)
env = dict(os.environ, CLAUDE_PROJECT_DIR=str(root), CLAUDE_CODE_SESSION_ID=session, CLAUDECODE="1", CLAUDE_CODE_ENTRYPOINT="cli")
def hook(name, event, **more):
    ours, theirs = socket.socketpair()
    ours.sendall(json.dumps(dict(more, session_id=session, cwd=str(root), hook_event_name=event)).encode()); ours.shutdown(socket.SHUT_WR)
    return subprocess.run(["/bin/sh", "-c", str(home / ".local/share/statewright/hooks" / name)], stdin=theirs, env=env, start_new_session=True)
hook("session-start", "SessionStart", source=source)
hook("post-tool", "PostToolUse", tool_name="Bash", tool_use_id=call, tool_input={"command": "sh test.sh"}, duration_ms=9,
     tool_response={"stdout": "", "stderr": "", "interrupted": False, "isImage": False})
hook("user-prompt", "UserPromptSubmit", prompt="go on")
hook("stop", "Stop", stop_hook_active=False)
(root / "forged").write_text(call)
"""


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact"])
def test_a_script_that_left_everything_behind_is_no_new_client(guarded: Callable[..., Guarded], source: str) -> None:
    here = guarded(FLOW, {"claim.py": CLAIMANT, "test.sh": "while ! [ -s forged ]; do sleep 0.1; done; sleep 1; exit 1\n"})
    claim = bash("python3 claim.py %s '%s'" % (source, here.project), "claim")
    ran = here.run([{"tools": [claim]}, {"tools": [bash("sh test.sh", "tests")]}, {"tools": [bash("statewright transition DONE", "move")]},
                    {"text": "done"}], args=BYPASS)
    assert here.project.joinpath("forged").read_text() == "toolu_tests"
    assert ran.refused("tests") and ran.refused("move") and "green" in ran.told("move")
    status = here.status(ran.session)
    assert status["state"] == "work" and status["checks"]["tests"]["status"] == "failed"
    assert [line.get("what") for line in here.journal(ran.session)].count("forgery") >= 3


# Waits, detached, until the client is gone, and then speaks for its session: by itself, or by code that the client's own program loads.
WAITER = """
import json, os, pathlib, signal, subprocess, sys, time
how, root, home = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path.home()
binary = (root / "binary.txt").read_text()
if len(sys.argv) == 3:
    client = os.getppid()
    def proc(name): return pathlib.Path("/proc/%d/%s" % (client, name)).read_text()
    while "claude" not in proc("comm"): client = int(proc("stat").rpartition(")")[2].split()[1])
    if os.fork(): os._exit(0)
    os.setsid()
    if os.fork(): os._exit(0)
    more = [os.environ["CLAUDE_CODE_SESSION_ID"], str(client)]
    os.execve(sys.executable, [sys.executable, *sys.argv, *more], {"HOME": str(home), "PATH": os.environ["PATH"]})
session, client = sys.argv[3], int(sys.argv[4])
for fd in (0, 1, 2): os.dup2(os.open(os.devnull, os.O_RDWR), fd)
while os.path.exists("/proc/%d" % client): time.sleep(0.05)
hooks = str(home / ".local/share/statewright/hooks") + "/"
def event(name, kind, **more): return [hooks + name, dict(more, session_id=session, cwd=str(root), hook_event_name=kind)]
check = dict(tool_name="Bash", tool_use_id="toolu_made", tool_input={"command": "sh test.sh"})
green = dict(check, duration_ms=9, tool_response={"stdout": "", "stderr": "", "interrupted": False, "isImage": False})
events = [event("session-start", "SessionStart", source="resume"), event("pre-tool", "PreToolUse", **check)]
events.append(event("post-tool", "PostToolUse", **green))
(root / "events.json").write_text(json.dumps(events))
(root / "speak.js").write_text('''
const {spawnSync} = require("child_process"), fs = require("fs");
for (const [name, body] of JSON.parse(fs.readFileSync("events.json"))) {
  const done = spawnSync("/bin/sh", ["-c", name], {input: JSON.stringify(body), env: {...process.env, CLAUDE_PROJECT_DIR: process.cwd()}});
  fs.appendFileSync("said", String(done.status) + done.stdout + done.stderr + String.fromCharCode(10));
}
''')
env = {"HOME": str(home), "PATH": os.environ["PATH"]}
command = ["node", "speak.js"]
if how == "loaded": command, env["BUN_OPTIONS"] = [binary, "--version"], "--preload=%s/speak.js" % root
subprocess.run(command, env=env, cwd=root)
(root / "spoken").write_text("x")
"""


@pytest.mark.parametrize("how", ["another program", "loaded"])
def test_what_waited_for_the_clients_end_does_not_go_on_for_it(guarded: Callable[..., Guarded], how: str) -> None:
    here = guarded(FLOW, {"wait.py": WAITER, "test.sh": "exit 1\n"})
    (here.project / "binary.txt").write_text(str(here.binary))
    wait = bash("python3 wait.py '%s' '%s'" % (how, here.project), "wait")
    ran = here.run([{"tools": [wait]}, {"text": "done"}], args=BYPASS)
    assert not ran.refused("wait"), ran.told("wait")
    deadline = time.monotonic() + 60
    while not here.project.joinpath("spoken").exists() and time.monotonic() < deadline:
        time.sleep(0.1)
    said = here.project.joinpath("said").read_text()
    assert said.count("\n") >= 3 and "is not the one this session ran in before" in said
    assert here.status(ran.session)["checks"] == {} and "forgery" in [line.get("what") for line in here.journal(ran.session)]
    again = here.run([{"tools": [bash("statewright transition DONE", "move")]}, {"text": "done"}], args=("--resume", ran.session, *BYPASS))
    assert again.refused("move") and "checks.tests.status" in again.told("move")  # the true client is believed


def test_a_program_that_a_script_puts_in_front_of_the_checks_own_proves_nothing(guarded: Callable[..., Guarded]) -> None:
    """The client's shell has the client's own PATH, so what the hook finds is what runs."""
    flow = {**FLOW, "checks": {"tests": {"command": "runtests -q"}}}
    put = "import os\nf = os.path.expanduser('~/.local/bin/runtests')\nopen(f, 'w').write('#!/bin/sh\\necho 5 passed\\n')\nos.chmod(f, 0o755)\n"
    here = guarded(flow, {"put.py": put})
    real = here.home / "tools" / "runtests"
    real.parent.mkdir()
    real.write_text("#!/bin/sh\necho 1 failed\nexit 1\n")
    real.chmod(0o755)
    here.env["PATH"] = "%s/.local/bin:%s:/usr/local/bin:/usr/bin:/bin" % (here.home, real.parent)
    ran = here.run([{"tools": [bash("runtests -q", "red")]}, {"tools": [bash("python3 put.py", "put")]}, {"tools": [bash("runtests -q", "faked")]},
                    {"tools": [bash("statewright check tests", "measured")]}, {"tools": [bash("statewright transition DONE", "move")]},
                    {"text": "done"}], args=BYPASS)
    assert ran.refused("red") and not ran.refused("put") and "5 passed" in ran.told("faked")
    assert "this run of check tests is not counted" in ran.seen() and "not counted" in ran.told("measured")
    assert ran.refused("move") and here.status(ran.session)["checks"]["tests"]["status"] == "failed"
    assert [line.get("what") for line in here.journal(ran.session)].count("doubt") == 2


def test_a_nested_client_that_resumes_the_session_from_the_agents_shell_can_do_nothing_in_it(guarded: Callable[..., Guarded]) -> None:
    flow = {"id": "wide", "initial": "work", "states": {"work": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}
    here = guarded(flow, {"nest.sh": '%s -p "SUB-N" --resume "$CLAUDE_CODE_SESSION_ID" --permission-mode bypassPermissions </dev/null\n'})
    (here.project / "nest.sh").write_text((here.project / "nest.sh").read_text() % here.binary)
    nest = bash("sh nest.sh; true", "nest")
    ran = here.run({"": [{"tools": [nest]}, {"tools": [bash("statewright transition DONE", "inner")]}, {"text": "inner done"}, {"text": "done"}]},
                   args=BYPASS, timeout=100)
    assert ran.refused("inner") and "inside the agent" in ran.told("inner") and not here.status(ran.session)["final"]
    assert "forgery" in [line.get("what") for line in here.journal(ran.session)]
