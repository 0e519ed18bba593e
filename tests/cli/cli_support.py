"""A person's terminal, and a workflow with a check, a guard and an approval."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

from support import REPO, Json, Place

# Leaves its parents, as a terminal's own processes have none of an agent's above them.
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
Said = subprocess.CompletedProcess[str]
Run = Callable[..., Said]


def workflow(**more: Json) -> Json:
    """planning -> working (approved) -> done (tests passed)."""
    return {
        "id": "fix",
        "initial": "planning",
        "checks": {"tests": {"command": "test -f ok"}, "slow": {"command": "sleep 30", "timeout_s": 1}},
        "guards": {"tests_pass": {"field": "checks.tests.status", "op": "eq", "value": "passed"}},
        "states": {
            "planning": {
                "allowed_tools": ["Read", "Bash"],
                "max_iterations": 9,
                "on": {"READY": {"target": "working", "requires_approval": True, "approval_message": "Is the plan good?"}, "SKIP": "working"},
            },
            "working": {"allowed_tools": ["Read", "Edit"], "on": {"DONE": {"target": "done", "guard": "tests_pass"}}},
            "done": {"type": "final"},
        },
        **more,
    }


def _type(master: int, slave: int, lines: list[str], last: float) -> float:
    """Type the next line while the echo is off, as it is when a passphrase is asked for. Gives when the last one was typed."""
    if termios.tcgetattr(slave)[3] & termios.ECHO:
        return 0.0
    if time.monotonic() - last < 0.4:  # still being read; two questions in a row leave the echo off
        return last
    os.write(master, (lines.pop(0) + "\n" if lines else "\x04").encode())
    return time.monotonic()


def at_terminal(place: Place, scratch: Path, *typed: str) -> Run:
    """Gives what runs the command line at a terminal that no agent program stands behind. typed: the lines a person types where they are asked."""

    def run(*words: str) -> Said:
        env = {name: value for name, value in place.env().items() if not name.startswith("CLAUDE")}
        env["PYTHONPATH"] = str(REPO)
        target = scratch / "said.json"
        target.unlink(missing_ok=True)
        master, slave = pty.openpty()
        try:
            line = [sys.executable, "-c", DETACH, str(target), sys.executable, "-m", "statewright", *words]
            subprocess.run(line, cwd=place.project, env=env, stdin=slave, check=True, timeout=60)
            until = time.monotonic() + 60
            lines, last = list(typed), 0.0
            while not target.exists() and time.monotonic() < until:
                last = _type(master, slave, lines, last)
                time.sleep(0.003)
            code, out, err = json.loads(target.read_text())
        finally:
            os.close(master)
            os.close(slave)
        return subprocess.CompletedProcess(words, code, out, err)

    return run


def agent(place: Place, line: str) -> Said:
    """The agent runs a command of ours through the hook, which hands it a ticket."""
    place.pre("Bash", {"command": line}, "own")
    return place.cli(*line.split()[1:])
