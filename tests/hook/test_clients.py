"""Who may become a session's client: the same program, when the one before is gone, and nothing that an agent's shell started (Linux)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import HOOKS, SESSION, Json, Place

from statewright import fast
from statewright.model import Event
from statewright.store.run import Run

FLOW: dict[str, Any] = {"id": "m", "initial": "work", "states": {"work": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}
SECOND = "00000000-0000-4000-8000-000000000002"
PROGRAM = """
import json, os, socket, subprocess, sys
if "fork" in sys.argv:
    if os.fork(): os._exit(0)
    os.setsid()
    if os.fork(): os._exit(0)
if "wipe" in sys.argv:
    words = [word for word in sys.argv if word not in ("fork", "wipe")]
    os.execve(sys.executable, [sys.executable, *words], {"HOME": "/", "PATH": os.environ["PATH"]})
for line in sys.stdin:
    name, event, env = json.loads(line)
    ours, theirs = socket.socketpair()
    ours.sendall(json.dumps(event).encode())
    ours.shutdown(socket.SHUT_WR)
    done = subprocess.run([name], stdin=theirs, env=env, capture_output=True)
    print(json.dumps([done.returncode, done.stdout.decode(), done.stderr.decode()]), flush=True)
"""


class Program:
    """A program that calls hooks over socket pairs of its own until it is ended."""

    def __init__(self, place: Place, name: str, words: tuple[str, ...] = (), **env: str) -> None:
        file = place.home / name
        file.write_text(PROGRAM)
        self.place = place
        self.started = subprocess.Popen([sys.executable, str(file), *words], cwd=place.project, env={**place.env(), **env}, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def hook(self, name: str, event: str, session: str = SESSION, **more: Any) -> str:
        """What a hook said, refusal or not."""
        tool, given, call = more.pop("tool", ""), more.pop("given", {}), more.pop("call", "toolu_1")
        payload: Json = {**self.place.payload(event, tool, given, call, **more), "session_id": session}
        assert self.started.stdin is not None and self.started.stdout is not None
        self.started.stdin.write(json.dumps([str(HOOKS / name), payload, self.place.env(session)]) + "\n")
        self.started.stdin.flush()
        _, out, err = json.loads(self.started.stdout.readline())
        assert "Traceback" not in err
        return str(out + err)

    def start(self, source: str = "startup", session: str = SESSION) -> str:
        """The session starts in it, or goes on."""
        return self.hook("session-start", "SessionStart", session, source=source)

    def read(self, session: str = SESSION) -> str:
        """A harmless call."""
        return self.hook("pre-tool", "PreToolUse", session, tool="Read", given={"file_path": "a"})

    def ticket(self, session: str = SESSION) -> str:
        """A call of our own command, which gains a ticket."""
        return self.hook("pre-tool", "PreToolUse", session, tool="Bash", given={"command": "statewright transition DONE"}, call="toolu_t")

    def end(self) -> None:
        """It ends."""
        assert self.started.stdin is not None
        self.started.stdin.close()
        self.started.wait(20)


class Scene:
    """Programs of a test, ended with it."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.programs: list[Program] = []

    def __call__(self, name: str = "agent.py", *words: str, **env: str) -> Program:
        self.programs.append(Program(self.place, name, words, **env))
        return self.programs[-1]


@pytest.fixture
def program(place: Place) -> Iterator[Scene]:
    """Starts programs in a project that has a workflow."""
    place.workflow(FLOW)
    scene = Scene(place)
    yield scene
    for one in scene.programs:
        if one.started.poll() is None:
            one.end()


def _forgeries(place: Place) -> int:
    return [line.get("what") for line in place.journal()].count("forgery")


@pytest.mark.parametrize("source", ["startup", "resume", "clear", "compact", "fork"])
def test_while_a_sessions_client_lives_no_other_program_is_its_client(program: Scene, place: Place, source: str) -> None:
    first, second = program(), program()
    first.start()
    first.read()
    assert "process %d, which goes on" % first.started.pid in second.start(source)
    assert "which goes on" in second.ticket() and place.state()["ticket"] is None and _forgeries(place) == 2
    assert "statewright" not in first.ticket() or place.state()["ticket"] is not None


def test_the_same_program_goes_on_with_a_session_whose_client_is_gone(program: Scene, place: Place) -> None:
    first, second = program(), program()
    first.start()
    first.read()
    assert "which goes on" in second.start("resume")  # an editor's window that closes while the next one opens
    first.end()
    assert "state work" in second.hook("user-prompt", "UserPromptSubmit", prompt="go on")
    second.ticket()
    assert place.state()["ticket"] is not None and place.state()["senders"][SESSION].split(":")[1] == str(second.started.pid)


def test_another_program_does_not_go_on_with_it_before_a_person_resumes(program: Scene, place: Place) -> None:
    first, other = program(), program("daemon.py")
    first.start()
    first.read()
    first.end()
    assert "is not the one this session ran in before" in other.start("resume")
    assert "a person runs: statewright resume" in other.ticket() and place.state()["ticket"] is None
    Run(str(place.project), place.run.name).decide(Event("mode", time=time.time(), extra={"status": "running"}))
    other.ticket()
    assert place.state()["ticket"] is not None


def test_code_loaded_into_the_same_program_makes_it_another(program: Scene, place: Place) -> None:
    first, loaded = program(), program("agent.py", PYTHONPATH="/elsewhere")
    first.start()
    first.read()
    first.end()
    assert "is not the one" in loaded.start("resume") and "is not the one" in loaded.ticket()


def test_a_program_updated_in_place_is_the_same(program: Scene, place: Place) -> None:
    first, newer = program("agent-2.1.9.py"), program("agent-2.1.10.py")
    first.start()
    first.read()
    first.end()
    newer.ticket()
    assert place.state()["ticket"] is not None and _forgeries(place) == 0


@pytest.mark.parametrize("words", [("fork",), ()], ids=["orphaned", "below the shell"])
def test_what_an_agents_shell_started_is_no_client_whatever_it_tells_the_hook(program: Scene, place: Place, words: tuple[str, ...]) -> None:
    """It hides the mark from the hook; the kernel still shows what it was started with."""
    first = program()
    first.start()
    first.read()
    inside = program("agent.py", *words, STATEWRIGHT_SHELL=SESSION)
    first.end()
    assert "was started from the shell of a session of this project" in inside.start("resume")
    assert "was started from the shell" in inside.ticket() and place.state()["ticket"] is None
    assert "was started from the shell" in inside.read(SECOND)  # nor of a session of its own


def test_the_mark_of_another_project_is_nothing_here(program: Scene, place: Place) -> None:
    nested = program("agent.py", STATEWRIGHT_SHELL=SECOND)
    nested.start()
    nested.ticket()
    assert place.state()["ticket"] is not None


def test_who_started_the_session_is_its_client_before_the_first_call(program: Scene, place: Place) -> None:
    first, early = program(), program()
    first.start()
    early.read()
    assert "which goes on" in early.ticket() and place.state()["ticket"] is None
    first.ticket()
    assert place.state()["ticket"] is not None and place.state()["senders"][SESSION].split(":")[1] == str(first.started.pid)


def test_a_session_that_ends_without_a_call_leaves_no_mark(program: Scene, place: Place) -> None:
    first, other = program(), program()
    first.start()
    mark = place.home / "data" / "statewright" / "sessions" / (SESSION + ".json")
    other.hook("session-end", "SessionEnd", reason="other")
    assert mark.is_file()
    first.hook("session-end", "SessionEnd", reason="other")
    assert not mark.exists()


def test_a_program_that_ended_before_its_event_was_read_is_nobodys_client(place: Place) -> None:
    place.workflow(FLOW)
    text = """
import os, socket, subprocess, sys
ours, theirs = socket.socketpair()
ours.sendall(sys.argv[2].encode())
ours.shutdown(socket.SHUT_WR)
subprocess.Popen(["/bin/sh", "-c", "sleep 0.5; exec " + sys.argv[1]], stdin=theirs, stdout=subprocess.DEVNULL, stderr=open(sys.argv[3], "w"))
os._exit(0)
"""
    said = place.home / "said"
    payload = json.dumps(place.payload("PreToolUse", "Bash", {"command": "statewright transition DONE"}))
    subprocess.run([sys.executable, "-c", text, str(HOOKS / "pre-tool"), payload, str(said)], cwd=place.project, env=place.env(), check=True)
    deadline = time.monotonic() + 20
    while not said.read_text().endswith("\n") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "has ended" in said.read_text() and place.state()["ticket"] is None


def test_a_made_up_end_of_a_turn_takes_no_scheduled_prompt_away(program: Scene, place: Place) -> None:
    first, other = program(), program("daemon.py")
    first.start()
    first.read()
    first.hook("stop", "Stop", session_crons=[{"id": "1", "prompt": "go on"}])
    kept = place.state()["crons"]
    other.hook("stop", "Stop", session_crons=[])
    assert len(kept) == 1 and place.state()["crons"] == kept and _forgeries(place) == 1


# The run of all sessions ------------------------------------------------------------------------------


@pytest.fixture
def shared(program: Scene, place: Place) -> Scene:
    """The same where all sessions share one run."""
    place.workflow(FLOW, scope="project")
    return program


def _shared_state(place: Place) -> Json:
    runs = place.project / ".statewright" / "runs"
    return dict(json.loads((runs / (runs / "project.current").read_text() / "state.json").read_text().splitlines()[-1]))


def test_a_session_joins_the_run_of_all_in_the_same_program_alone(shared: Scene, place: Place) -> None:
    first, second, other = shared(), shared(), shared("daemon.py", "fork")
    first.start()
    first.read()
    assert "is not the one" in other.start("startup", "made-up") and "is not the one" in other.ticket("made-up")
    second.start("startup", SECOND)
    second.ticket(SECOND)
    assert _shared_state(place)["ticket"]["session"] == SECOND and list(_shared_state(place)["senders"]) == [SESSION, SECOND]


def test_a_session_that_joined_is_missed_like_the_first(shared: Scene, place: Place) -> None:
    first, second = shared(), shared()
    first.start()
    second.start("startup", SECOND)
    first.read()
    second.read(SECOND)
    mark = json.loads((place.home / "data" / "statewright" / "sessions" / (SECOND + ".json")).read_text())
    assert mark["run"] == "project-1" and mark.get("begun", True)


def test_an_agent_program_of_another_make_joins_when_it_was_there_before_the_run(tmp_path: Path) -> None:
    from statewright import clients

    waiting = subprocess.Popen(["/bin/sleep", "60"])
    try:
        assert clients.why_not(waiting.pid, ["another"], time.time(), lambda mark: False) == clients.OTHER
        assert clients.why_not(waiting.pid, ["another", clients.kind(waiting.pid)], 0.0, lambda mark: False) == ""
    finally:
        waiting.kill()
        waiting.wait()
    copy = tmp_path / "bin" / "claude"
    copy.parent.mkdir()
    copy.write_bytes(Path("/bin/sleep").read_bytes())
    copy.chmod(0o755)
    known = subprocess.Popen([str(copy), "60"])
    try:
        changed = fast.looked(str(copy)).st_ctime
        assert clients.why_not(known.pid, ["another"], changed + 1, lambda mark: False) == ""
        assert clients.why_not(known.pid, ["another"], changed - 1, lambda mark: False) == clients.OTHER  # made since
    finally:
        known.kill()
        known.wait()


# Roads to the client's number ---------------------------------------------------------------------------

ECHO = """
import socket, sys
place = socket.socket(socket.AF_UNIX)
place.bind(sys.argv[1])
place.listen()
print("ready", flush=True)
while True:
    one, _ = place.accept()
    one.sendall(one.recv(1 << 20))
    one.close()
"""
CONNECT = """
import os, socket, subprocess, sys
one = socket.socket(socket.AF_UNIX)
one.connect(sys.argv[1])
one.sendall(sys.argv[3].encode())
subprocess.run([sys.argv[2]], stdin=one)
"""


def test_a_connection_to_a_place_where_the_client_listens_is_no_word_of_the_clients(place: Place) -> None:
    """The kernel names the listener as the other end's maker; what it sends back may be a script's own words."""
    from statewright import senders

    place.workflow(FLOW)
    where = str(place.home / "socket")
    client = subprocess.Popen([sys.executable, "-c", ECHO, where], stdout=subprocess.PIPE)
    try:
        assert client.stdout is not None and client.stdout.readline() == b"ready\n"
        assert not place.pre("Read", {"file_path": "a"}).denied
        run = Run(str(place.project), place.run.name)
        stat = senders._stat(client.pid)
        pinned = place.state()["senders"][SESSION].split(":")[3:]
        snap = run.read()
        snap["senders"] = {SESSION: ":".join(("socket", str(client.pid), stat[2] if stat else "", *pinned))}
        place.put(snap)
        payload = json.dumps(place.payload("PreToolUse", "Bash", {"command": "statewright transition DONE"}))
        subprocess.run([sys.executable, "-c", CONNECT, where, str(HOOKS / "pre-tool"), payload], cwd=place.project, env=place.env(), check=True)
        assert place.state()["ticket"] is None and _forgeries(place) == 1
    finally:
        client.kill()
        client.wait()


def test_a_made_up_end_of_a_turn_leads_no_reading_to_another_transcript(program: Scene, place: Place) -> None:
    first, other = program(), program("daemon.py")
    true, false = (place.home / ".claude" / "projects" / name / (SESSION + ".jsonl") for name in ("true", "false"))
    message = {"id": "m", "model": "x", "content": [], "usage": {"input_tokens": 5, "output_tokens": 4}}
    for file in (true, false):
        file.parent.mkdir(parents=True)
        told = {"type": "assistant", "timestamp": "2026-01-01T00:00:10.000Z", "version": "2.1.332", "message": {**message, "id": file.parent.name}}
        file.write_text(json.dumps(told) + "\n")
    first.start()
    first.read()
    other.hook("stop", "Stop", stop_hook_active=False, transcript_path=str(false))
    first.hook("stop", "Stop", stop_hook_active=False, transcript_path=str(true))
    other.hook("stop", "Stop", stop_hook_active=False, transcript_path=str(false))
    assert [line["message"] for line in place.journal() if line["kind"] == "llm"] == ["true"] and _forgeries(place) == 2
