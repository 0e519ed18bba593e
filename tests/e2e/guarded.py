"""A session of the real client in a project that statewright guards."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from real_client import Session

DETACH = """
import json, os, subprocess, sys, time
target, words = sys.argv[1], sys.argv[2:]
parent = os.getpid()
if os.fork():
    os._exit(0)
os.setsid()
while os.getppid() == parent:
    time.sleep(0.002)
done = subprocess.run(words, capture_output=True, text=True)
with open(target + ".new", "w") as file:
    json.dump([done.returncode, done.stdout, done.stderr], file)
os.replace(target + ".new", target)
"""
BYPASS = ("--permission-mode", "bypassPermissions")


def bash(command: str, name: str) -> list[Any]:
    """A scripted call of the shell."""
    return ["Bash", {"command": command, "description": "Run"}, name]


class Guarded(Session):
    """The client's session, and our own command as a person would run it beside it."""

    @property
    def data(self) -> Path:
        """The user's data folder for statewright."""
        return self.home / ".local" / "share" / "statewright"

    def edit(self, file: str, old: str, new: str, name: str) -> list[Any]:
        """A scripted edit."""
        return ["Edit", {"file_path": str(self.project / file), "old_string": old, "new_string": new}, name]

    def read(self, file: str, name: str) -> list[Any]:
        """A scripted read."""
        return ["Read", {"file_path": str(self.project / file)}, name]

    def cli(self, *words: str, session: str = "") -> subprocess.CompletedProcess[str]:
        """Run our command in the project."""
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "CLAUDE_CODE_SESSION_ID": session}
        return subprocess.run([str(self.home / ".local/bin/statewright"), *words], cwd=self.project, env=env, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=60)

    def person(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run our command at a terminal of its own, which no agent program stands behind."""
        said = self.home / "said.json"
        said.unlink(missing_ok=True)
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home)}
        master, slave = pty.openpty()
        try:
            subprocess.run([sys.executable, "-c", DETACH, str(said), str(self.home / ".local/bin/statewright"), *words], cwd=self.project, env=env,
                           stdin=slave, check=True, timeout=60)
            until = time.monotonic() + 60
            while not said.exists() and time.monotonic() < until:
                time.sleep(0.01)
        finally:
            os.close(master)
            os.close(slave)
        code, out, err = json.loads(said.read_text())
        return subprocess.CompletedProcess(words, code, out, err)

    def status(self, session: str) -> dict[str, Any]:
        """What ``status --json`` says about a session's run."""
        return dict(json.loads(self.cli("status", "--json", session=session).stdout))

    def journal_text(self, session: str) -> str:
        """The session's journal as it lies on the disk."""
        run = (self.project / ".statewright" / "runs" / (session + ".current")).read_text()
        return (self.project / ".statewright" / "runs" / run / "trace.jsonl").read_text()

    def journal(self, session: str) -> list[dict[str, Any]]:
        """The lines of the session's journal."""
        return [json.loads(line) for line in self.journal_text(session).splitlines()]
