"""A session of the real client in a project that statewright guards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import terminal
from real_client import REPO, Session

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
        """Run our command as the person does, in a terminal of their own."""
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home)}
        return terminal.run([str(self.home / ".local/bin/statewright"), *words], self.project, env, self.home)

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


INSTALL = """
from pathlib import Path
from statewright.setup.claude_code import install, settings_path
from statewright.setup.launchers import write
hooks = write()
install("user", settings_path("user"), hooks)
command = Path.home() / ".local" / "bin" / "statewright"
command.parent.mkdir(parents=True)
command.symlink_to(hooks.parent / "bin" / "statewright")
"""


def guard(claude: Path, root: Path, workflow: dict[str, Any], files: dict[str, str] | None, env: dict[str, str]) -> Guarded:
    """A project with a workflow under ``root``, and a HOME where the hooks are installed. env: more of the client's environment."""
    project, home = root / "project", root / "home"
    (project / ".statewright").mkdir(parents=True)
    home.mkdir()
    for name, text in (files or {}).items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    (project / ".statewright" / "workflow.json").write_text(json.dumps(workflow, indent=2))
    clean = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(REPO)}
    subprocess.run([sys.executable, "-c", INSTALL], env=clean, check=True, cwd=home)
    return Guarded(claude, project, home, env)
