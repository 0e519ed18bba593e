"""One client for all end-to-end tests of a run, and for each test a project and a HOME with statewright in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import real_client
from guarded import Guarded

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


@pytest.fixture(scope="session")
def claude() -> Path:
    """The pinned client's executable."""
    return real_client.client()


@pytest.fixture
def guarded(claude: Path, tmp_path: Path) -> Callable[[dict[str, Any]], Guarded]:
    """Makes a project with a workflow, and a HOME where the hooks are installed."""

    def make(workflow: dict[str, Any], files: dict[str, str] | None = None, **env: str) -> Guarded:
        project, home = tmp_path / "project", tmp_path / "home"
        (project / ".statewright").mkdir(parents=True)
        home.mkdir()
        for name, text in (files or {}).items():
            (project / name).write_text(text)
        (project / ".statewright" / "workflow.json").write_text(json.dumps(workflow, indent=2))
        clean = {"HOME": str(home), "PATH": os.environ["PATH"], "PYTHONPATH": str(real_client.REPO)}
        subprocess.run([sys.executable, "-c", INSTALL], env=clean, check=True, cwd=home)
        return Guarded(claude, project, home, env)

    return make
