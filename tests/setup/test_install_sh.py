"""install.sh says what it did, what it left and how to finish; the private environment is this checkout's, made without an index."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import terminal

ROOT = Path(__file__).resolve().parents[2]
# Stands for the environment's interpreter: pip has nothing to fetch, the rest runs from this checkout.
PYTHON = """#!/bin/sh
case "$*" in *pip*) exit 0 ;; esac
[ "$1" != -I ] || shift
PYTHONPATH=%s exec %s "$@"
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    python = tmp_path / "home" / "data" / "statewright" / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(PYTHON % (shlex.quote(str(ROOT)), shlex.quote(sys.executable)), encoding="utf-8")
    python.chmod(0o755)
    (tmp_path / "home" / ".claude").mkdir()
    return tmp_path / "home"


def run(home: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """install.sh with nothing to read from, and no agent program above it."""
    env = {"PATH": os.defpath, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "STATEWRIGHT_PYTHON": sys.executable}
    line = shlex.join(["sh", str(ROOT / "install.sh"), *words]) + " </dev/null"
    return terminal.run(["/bin/sh", "-c", line], home, env, home.parent, ())


def test_unasked_and_with_no_terminal_to_ask_at_it_leaves_the_settings_alone(home: Path) -> None:
    said = run(home)
    assert said.returncode == 0, said
    assert "statewright install claude-code" in said.stdout and "Next, in a project: statewright init" in said.stdout
    assert list((home / ".claude").iterdir()) == [] and (home / ".local" / "bin" / "statewright").exists()


def test_settings_it_cannot_read_leave_the_command_and_the_way_to_finish(home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    settings.write_text("{ // mine\n}", encoding="utf-8")
    said = run(home, "claude-code", "--mcp")
    assert said.returncode == 1 and settings.read_text(encoding="utf-8") == "{ // mine\n}"
    assert "is not plain JSON" in said.stderr and "finish with: statewright install claude-code --mcp" in said.stderr
    assert "Not finished. The command: %s/.local/bin/statewright" % home in said.stdout and "Done." not in said.stdout
    settings.write_text("{}", encoding="utf-8")
    assert "Done. The command" in run(home, "claude-code").stdout


def test_uninstalling_says_what_it_keeps_and_why(home: Path) -> None:
    assert run(home, "claude-code").returncode == 0
    kept = home / "data" / "statewright" / "projects" / "a.json"
    kept.parent.mkdir()
    kept.write_text("{}", encoding="utf-8")
    said = run(home, "--uninstall")
    assert said.returncode == 0 and "Kept, since only you may decide about it: %s" % kept.parent.parent in said.stdout
    assert [one.name for one in kept.parent.parent.iterdir()] == ["projects"] and not (home / ".claude" / "commands").exists()
