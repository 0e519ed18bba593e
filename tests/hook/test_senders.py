"""Made-up events through the real executables: what a script can start is not the harness (told by the Linux kernel)."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from typing import Any

import pytest
from support import HOOKS, SESSION, Answer, Json, Place

FLOW: dict[str, Any] = {
    "id": "m", "initial": "work", "context": {}, "checks": {"tests": {"command": "./test.sh"}},
    "states": {"work": {"on": {"DONE": {"target": "done", "guard": "green"}}}, "done": {"type": "final"}},
    "guards": {"green": {"field": "checks.tests.status", "op": "eq", "value": "passed"}}}
TEST = {"command": "./test.sh"}
PASSED = {"stdout": "ok", "stderr": "", "interrupted": False, "isImage": False}
HAND_ON = """
import subprocess, sys
sys.exit(subprocess.run([sys.argv[1]], input=sys.stdin.buffer.read()).returncode)
"""
OWN_PAIR = """
import socket, subprocess, sys
ours, theirs = socket.socketpair()
ours.sendall(sys.stdin.buffer.read())
ours.shutdown(socket.SHUT_WR)
sys.exit(subprocess.run([sys.argv[1]], stdin=theirs).returncode)
"""


class Client:
    """Calls hooks as Claude Code does: over a socket pair, through a shell that leads a session of its own."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def hook(self, name: str, payload: Json, words: tuple[str, ...] = (), **env: str) -> Answer:
        ours, theirs = socket.socketpair()
        command = list(words) or ["/bin/sh", "-c", '"%s"; exit $?' % (HOOKS / name)]
        started = subprocess.Popen(command, cwd=self.place.project, env=self.place.env(**env), stdin=theirs, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        theirs.close()
        ours.sendall(json.dumps(payload).encode())
        ours.close()
        out, err = started.communicate(timeout=60)
        return Answer(started.returncode, out, err)

    def script(self, text: str, name: str, payload: Json, clean: bool = False) -> None:
        """What a script that the agent's shell runs can do: start the hook itself."""
        mark = {} if clean else {"STATEWRIGHT_SHELL": SESSION}
        done = subprocess.run([sys.executable, "-c", text, str(HOOKS / name)], cwd=self.place.project, env=self.place.env(**mark),
                              input=json.dumps(payload).encode(), capture_output=True, check=False, timeout=60)
        assert b"Traceback" not in done.stderr


@pytest.fixture
def client(place: Place) -> Client:
    """A client whose session has begun."""
    place.workflow(FLOW)
    made = Client(place)
    made.hook("session-start", place.payload("SessionStart", source="startup"))
    assert not made.hook("pre-tool", place.payload("PreToolUse", "Read", {"file_path": "a"})).denied
    return made


def _post(place: Place) -> Json:
    return place.payload("PostToolUse", "Bash", TEST, "toolu_t", tool_response=PASSED, duration_ms=3)


def _kinds(place: Place) -> list[str]:
    return [line["what"] for line in place.journal() if line["kind"] == "step"]


@pytest.mark.parametrize("clean", [False, True], ids=["from the shell", "environment wiped"])
@pytest.mark.parametrize("text", [HAND_ON, OWN_PAIR], ids=["piped", "own socket pair"])
def test_a_script_cannot_end_a_check_but_the_client_can(client: Client, text: str, clean: bool) -> None:
    place = client.place
    client.hook("pre-tool", place.payload("PreToolUse", "Bash", TEST, "toolu_t"))
    client.script(text, "post-tool", _post(place), clean)
    assert place.state()["checks"] == {} and _kinds(place)[-1] == "forgery"
    client.hook("post-tool", _post(place))
    assert place.state()["checks"]["tests"]["status"] == "passed"


@pytest.mark.parametrize("text", [HAND_ON, OWN_PAIR], ids=["piped", "own socket pair"])
def test_a_script_cannot_get_a_ticket(client: Client, text: str) -> None:
    place = client.place
    client.script(text, "pre-tool", place.payload("PreToolUse", "Bash", {"command": "statewright transition DONE"}), clean=True)
    assert place.state()["ticket"] is None and _kinds(place)[-1] == "forgery"


@pytest.mark.parametrize("kind", [("user-prompt", "UserPromptSubmit"), ("session-end", "SessionEnd"), ("session-start", "SessionStart")])
def test_a_script_cannot_speak_for_the_session(client: Client, kind: tuple[str, str]) -> None:
    place = client.place
    client.script(OWN_PAIR, kind[0], place.payload(kind[1], prompt="x", source="resume", reason="other"), clean=True)
    assert _kinds(place)[-1] == "forgery" and place.state()["ended"] is None
    marker = place.home / "data" / "statewright" / "sessions" / (SESSION + ".json")
    assert marker.is_file()


def test_a_pipe_is_not_the_client_even_where_the_parent_is_the_same(client: Client) -> None:
    place = client.place
    client.hook("pre-tool", place.payload("PreToolUse", "Bash", TEST, "toolu_t"))
    place.hook("post-tool", _post(place))  # this process is the client, but it speaks over socket pairs
    assert place.state()["checks"] == {} and _kinds(place)[-1] == "forgery"


def test_a_resumed_session_has_a_new_client_when_the_old_one_is_gone(place: Place) -> None:
    place.workflow(FLOW)
    begin = ("import subprocess, sys, time; time.sleep(0.02); subprocess.run([sys.argv[1]], stdin=sys.stdin)")
    payload = json.dumps(place.payload("PreToolUse", "Read", {"file_path": "a"})).encode()
    subprocess.run([sys.executable, "-c", begin, str(HOOKS / "pre-tool")], env=place.env(), input=payload, capture_output=True, check=True)
    first = place.state()["senders"][SESSION]
    place.hook("user-prompt", place.payload("UserPromptSubmit", prompt="go on"))
    second = place.state()["senders"][SESSION]
    assert first != second and second.split(":")[1] == str(os.getpid()) and "forgery" not in _kinds(place)


WAITING = """
import os, subprocess, sys, time
print("ready", flush=True)
while not os.path.exists("go"):
    time.sleep(0.02)
done = subprocess.run([sys.executable, "-m", "statewright", *sys.argv[1:]], capture_output=True, text=True)
print(done.returncode, done.stdout, done.stderr)
"""


@pytest.mark.parametrize("words", [("check", "tests"), ("transition", "DONE")], ids=lambda words: words[0])
def test_a_script_that_waited_for_a_ticket_cannot_redeem_it(client: Client, words: tuple[str, ...]) -> None:
    """Its PATH could make any check pass. It began before the ticket; what the client starts for the call begins after it."""
    place = client.place
    (place.project / "test.sh").write_text("#!/bin/sh\nexit 0\n")
    (place.project / "test.sh").chmod(0o755)
    env = {**place.env(), "PYTHONPATH": str(HOOKS.parent)}
    waiting = subprocess.Popen([sys.executable, "-c", WAITING, *words], cwd=place.project, env=env, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                               text=True)
    assert waiting.stdout is not None and waiting.stdout.readline() == "ready\n"
    time.sleep(0.3)
    client.hook("pre-tool", place.payload("PreToolUse", "Bash", {"command": "statewright " + " ".join(words)}, "toolu_own"))
    (place.project / "go").write_text("")
    said = waiting.communicate(timeout=60)[0]
    assert "Not recorded" in said if words[0] == "check" else "refused" in said
    assert place.state()["checks"] == {} and place.state()["state"] == "work"
    if words[0] == "check":
        done = place.cli("check", "tests")  # the client's own child, begun after the ticket
        assert done.returncode == 0 and place.state()["checks"]["tests"]["grade"] == "measured"
