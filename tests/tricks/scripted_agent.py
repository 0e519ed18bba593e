"""A scripted agent in a harness that is nothing but its hooks: the installed executables around every call, then the call itself.

What the hooks let through is really done: the shell command runs in the project with the environment that the client gives its shell,
a file is really written. So a trick that gets by does its harm, and the test sees it.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from support import REPO, SESSION, Answer, Place

from statewright.setup import launchers
from statewright.store import layout

Json = dict[str, Any]
PERSON = """
import sys
from statewright import person
from statewright.cli.app import run
person.at_terminal = lambda *_, **__: ""
sys.exit(run(%r))
"""


class Result:
    """What came of one call: refused by the hook, or done, with its output."""

    def __init__(self, answer: Answer, code: int = 0, out: str = "") -> None:
        self.refused = answer.code == 2
        self.code = 2 if self.refused else code
        self.said = answer.reason if self.refused else out


class Agent(Place):
    """The project, and a session of an agent in it."""

    def __init__(self, root: Path, session: str = SESSION) -> None:
        super().__init__(root)
        self.session = session
        self.calls = 0
        self.data = self.home / ".local" / "share" / "statewright"
        self.bin = self.home / ".local" / "bin"
        if not self.bin.exists():
            launchers.write(self.data)
            self.bin.mkdir(parents=True)
            (self.bin / "statewright").symlink_to(self.data / "bin" / "statewright")

    def another(self, session: str) -> Agent:
        """A second session in the same project, of the same user."""
        return Agent(self.project.parent, session)

    def env(self, session: str = "", **more: str) -> dict[str, str]:
        """A hook's environment: the client's own."""
        plain = super().env(session or self.session)
        more = {"XDG_DATA_HOME": str(self.data.parent), "CLAUDECODE": "1", "CLAUDE_CODE_ENTRYPOINT": "cli", **more}
        return {**plain, "PATH": "%s:%s" % (self.bin, plain["PATH"]), **more}

    def hook(self, name: str, payload: Json | bytes, **more: str) -> Answer:
        """Start an installed hook executable as Claude Code does: over a socket pair, through a shell of its own."""
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        ours, theirs = socket.socketpair()
        command = ["/bin/sh", "-c", "'%s'" % (self.data / "hooks" / name)]
        started = subprocess.Popen(command, cwd=self.project, env=self.env(**more), stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        theirs.close()
        with ours:
            ours.sendall(data)
        out, err = started.communicate(timeout=60)
        return Answer(started.returncode, out, err)

    def payload(self, event: str, tool: str = "", given: Json | None = None, call: str = "", **more: Any) -> Json:
        """What the client sends for an event of this session."""
        return super().payload(event, tool, given, call, **{"session_id": self.session, **more})

    def ask(self, tool: str, given: Json, event: str = "PreToolUse", **more: Any) -> tuple[Answer, str]:
        """The gate's answer to a call, and the call's name."""
        self.calls += 1
        call = "toolu_%s_%d" % (self.session[-4:], self.calls)
        name = {"PreToolUse": "pre-tool", "PreSkillShellCommand": "skill-shell"}[event]
        return self.hook(name, self.payload(event, tool, given, call, **more)), call

    def tell(self, event: str, tool: str, given: Json, call: str, **more: Any) -> Answer:
        """Tell the hook that a call ended."""
        return self.hook("post-tool", self.payload(event, tool, given, call, duration_ms=5, **more))

    def bash(self, command: str, agent: str = "", **given: Any) -> Result:
        """One call of the shell."""
        whole = {"command": command, "description": "Run", **given}
        who = {"agent_id": agent, "agent_type": "general-purpose"} if agent else {}
        answer, call = self.ask("Bash", whole, **who)
        if answer.code == 2:
            return Result(answer)
        done = self.shell(command)
        text = (done.stdout + done.stderr).decode("utf-8", "replace")
        if done.returncode:
            self.tell("PostToolUseFailure", "Bash", whole, call, error="Exit code %d\n%s" % (done.returncode, text), is_interrupt=False, **who)
        else:
            response = {"stdout": text, "stderr": "", "interrupted": False, "isImage": False, "noOutputExpected": False}
            self.tell("PostToolUse", "Bash", whole, call, tool_response=response, **who)
        return Result(answer, done.returncode, text)

    def script(self, text: str, name: str = "go.sh", runner: str = "sh") -> Result:
        """Two calls: a file is written, then run. The hook cannot see through it."""
        assert not self.write(name, text).refused
        return self.bash("%s %s" % (runner, name))

    def shell(self, command: str) -> subprocess.CompletedProcess[bytes]:
        """The client's shell: our file with the state's environment first, then the command. No project folder in its environment."""
        env = self.env()
        del env["CLAUDE_PROJECT_DIR"]
        ours = layout.env_file(str(self.data), self.session)
        line = "[ -r '%s' ] && . '%s'\n%s" % (ours, ours, command)
        return subprocess.run(["/bin/bash", "-c", line], cwd=self.project, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              timeout=60)

    def write(self, path: str | Path, text: str, tool: str = "Write", **more: Any) -> Result:
        """One call that writes a file."""
        target = self.project / path
        if tool == "NotebookEdit":
            given: Json = {"notebook_path": str(target), "new_source": text}
        elif tool == "Edit":
            given = {"file_path": str(target), "old_string": target.read_text() if target.is_file() else "", "new_string": text}
        else:
            given = {"file_path": str(target), "content": text}
        answer, call = self.ask(tool, given, **more)
        if answer.code != 2:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
            self.tell("PostToolUse", tool, given, call, tool_response={"type": "create", "filePath": str(target)}, **more)
        return Result(answer)

    def tool(self, name: str, given: Json, **more: Any) -> Result:
        """One call of any other tool; it does nothing but end well."""
        answer, call = self.ask(name, given, **more)
        if answer.code != 2:
            self.tell("PostToolUse", name, given, call, tool_response={"ok": True}, **more)
        return Result(answer)

    def prompt(self, text: str, **more: str) -> Answer:
        """A prompt arrives, from whomever."""
        return self.hook("user-prompt", self.payload("UserPromptSubmit", prompt=text), **more)

    def stop(self, active: bool = False) -> Answer:
        """The agent ends its turn."""
        return self.hook("stop", self.payload("Stop", stop_hook_active=active, last_assistant_message="."))

    @property
    def run(self) -> Path:
        """The folder of this session's current run."""
        runs = self.project / ".statewright" / "runs"
        pointer = runs / (self.session + ".current")
        return runs / (pointer if pointer.is_file() else runs / "project.current").read_text().strip()

    @property
    def at(self) -> str:
        """The state the run is in."""
        return str(self.state()["state"])

    def lines(self, what: str = "") -> list[Json]:
        """The journal's lines, of one kind."""
        return [line for line in self.journal() if not what or line.get("what") == what]

    def person(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A person runs our command in a terminal of their own (the test stands in for terminal and ancestry)."""
        env = {key: value for key, value in self.env().items() if not key.startswith("CLAUDE")}
        return subprocess.run([sys.executable, "-c", PERSON % (list(words),)], cwd=self.project, env={**env, "PYTHONPATH": str(REPO)},
                              capture_output=True, text=True, check=False, timeout=60)

    def begin(self) -> Agent:
        """The session's first call, a harmless one."""
        answer = self.pre("Read", {"file_path": str(self.project / "notes.txt")}, "toolu_first")
        assert answer.code == 0, answer.reason
        return self

