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

from statewright.model import Event
from statewright.store.run import Run

FLOW: dict[str, Any] = {
    "id": "m", "initial": "work", "context": {}, "checks": {"tests": {"command": "./test.sh"}},
    "states": {"work": {"on": {"DONE": {"target": "done", "guard": "green"}, "LEAVE": "done"}}, "done": {"type": "final"}},
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


# From another namespace ------------------------------------------------------------------------------

FORGE = """
import os, socket, subprocess, sys
for name, payload in zip(sys.argv[1::2], sys.argv[2::2]):
    ours, theirs = socket.socketpair()
    ours.sendall(payload.encode())
    ours.shutdown(socket.SHUT_WR)
    subprocess.run([name], stdin=theirs)
"""
HIDE = {
    "its own /proc": ("-pf", "--mount-proc", "exec %s"),
    "the outer /proc": ("-pf", "", "exec %s"),
    "an empty /proc": ("-m", "", "mount -t tmpfs none /proc && exec %s"),
    "the client covered": ("-m", "", "mount -t tmpfs none /proc/{client} && exec %s"),
    "another clock": ("-Tf", "--boottime 5000", "exec %s"),
}


def _apart(flags: str, more: str) -> list[str]:
    """How unshare works here: by a user namespace, or as root. Neither: the test fails and says so."""
    said = []
    for one in (["-Ur" + flags[1:], *more.split()], [flags, *more.split()]):
        done = subprocess.run(["unshare", *one, "true"], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return ["unshare", *one]
        said.append(done.stderr.strip())
    raise AssertionError("this test needs namespaces: user namespaces allowed, or root (%s)" % "; ".join(said))


def _hidden(place: Place, how: str, words: list[str], **env: str) -> subprocess.CompletedProcess[bytes]:
    flags, more, text = HIDE[how]
    line = text.replace("{client}", str(os.getpid())) % '"$@"'
    return subprocess.run([*_apart(flags, more), "sh", "-c", line, "sh", *words], cwd=place.project, env={**place.env(), **env},
                          stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("how", HIDE)
def test_a_client_hidden_by_a_namespace_has_not_ended(client: Client, how: str) -> None:
    place = client.place
    pinned = place.state()["senders"]
    pre = place.payload("PreToolUse", "Bash", TEST, "toolu_t")
    ticket = place.payload("PreToolUse", "Bash", {"command": "statewright transition DONE"}, "toolu_u")
    begin = place.payload("SessionStart", source="resume")
    words = [sys.executable, "-c", FORGE]
    for name, one in (("session-start", begin), ("pre-tool", pre), ("post-tool", _post(place)), ("pre-tool", ticket)):
        words += [str(HOOKS / name), json.dumps(one)]
    _hidden(place, how, words)
    assert _kinds(place).count("forgery") == 3  # the start, the check's end and the ticket; letting a call through gains nothing
    state = place.state()
    assert state["checks"] == {} and state["ticket"] is None and state["senders"] == pinned
    client.hook("post-tool", _post(place))
    assert place.state()["checks"]["tests"]["status"] == "passed"


@pytest.mark.parametrize("how", HIDE)
@pytest.mark.parametrize("words", [("check", "tests"), ("transition", "LEAVE")], ids=lambda words: words[0])
def test_a_ticket_is_not_redeemed_from_a_namespace_that_hides_the_client(client: Client, words: tuple[str, ...], how: str) -> None:
    place = client.place
    (place.project / "test.sh").write_text("#!/bin/sh\nexit 0\n")
    (place.project / "test.sh").chmod(0o755)
    client.hook("pre-tool", place.payload("PreToolUse", "Bash", {"command": "statewright " + " ".join(words)}, "toolu_own"))
    _hidden(place, how, [sys.executable, "-m", "statewright", *words], PYTHONPATH=str(HOOKS.parent))
    assert place.state()["checks"] == {} and place.state()["state"] == "work"


def test_a_session_whose_client_runs_in_a_namespace_is_held_and_believed_there(place: Place) -> None:
    place.workflow(FLOW)
    pre, begin = place.payload("PreToolUse", "Bash", TEST, "toolu_t"), place.payload("SessionStart", source="startup")
    words = [sys.executable, "-c", FORGE]
    for name, one in (("session-start", begin), ("pre-tool", pre), ("post-tool", _post(place))):
        words += [str(HOOKS / name), json.dumps(one)]
    _hidden(place, "its own /proc", words)
    assert place.state()["checks"]["tests"]["status"] == "passed" and "forgery" not in _kinds(place)
    Client(place).hook("user-prompt", place.payload("UserPromptSubmit", prompt="go on"))
    assert _kinds(place)[-1] == "forgery"  # another namespace, whoever it is


def test_a_sender_outside_the_namespace_is_a_stranger(client: Client) -> None:
    """The socket pair was made out here; in there its maker has no number."""
    place = client.place
    before = len(_kinds(place))
    client.hook("user-prompt", place.payload("UserPromptSubmit", prompt="x"), (*_apart("-pf", "--mount-proc"), str(HOOKS / "user-prompt")))
    assert _kinds(place)[before:] == ["forgery"]


ASK = "from statewright import person; print(person.at_terminal(environ={}, terminal=True))"


@pytest.mark.parametrize("how", [how for how in HIDE if how != "another clock"])
def test_no_person_is_met_where_the_processes_above_are_hidden(client: Client, how: str) -> None:
    done = _hidden(client.place, how, [sys.executable, "-c", ASK], PYTHONPATH=str(HOOKS.parent))
    said = done.stdout.decode()
    if how == "the client covered":
        assert "is hidden" in said or "stands above" in said or "agent program" in said
    else:
        assert "another process namespace" in said


def test_a_person_who_resumes_the_run_lets_the_session_go_on_elsewhere(client: Client) -> None:
    place = client.place
    run = Run(str(place.project), place.run.name)
    for status in ("paused", "running"):
        run.decide(Event("mode", time=time.time(), extra={"status": status}))
    words = [sys.executable, "-c", FORGE, str(HOOKS / "user-prompt"), json.dumps(place.payload("UserPromptSubmit", prompt="go on"))]
    _hidden(place, "its own /proc", words)
    assert "forgery" not in _kinds(place) and SESSION in place.state()["senders"]
