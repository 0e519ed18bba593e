"""A person's terminal: our command runs at it with nothing of an agent's above, and what is asked there is typed there."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path

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


def _type(master: int, slave: int, lines: list[str], last: float) -> float:
    """Type the next line while the echo is off, as it is when a passphrase is asked for. Gives when the last one was typed."""
    if termios.tcgetattr(slave)[3] & termios.ECHO:
        return 0.0
    if time.monotonic() - last < 0.4:  # still being read; two questions in a row leave the echo off
        return last
    os.write(master, (lines.pop(0) + "\n" if lines else "\x04").encode())
    return time.monotonic()


def run(command: list[str], cwd: Path, env: dict[str, str], scratch: Path, typed: tuple[str, ...] = ()) -> Said:
    """Run a command at a terminal of its own. typed: the lines a person types where they are asked."""
    target = scratch / "said.json"
    target.unlink(missing_ok=True)
    master, slave = pty.openpty()
    try:
        subprocess.run([sys.executable, "-c", DETACH, str(target), *command], cwd=cwd, env=env, stdin=slave, check=True, timeout=60)
        until = time.monotonic() + 60
        lines, last = list(typed), 0.0
        while not target.exists() and time.monotonic() < until:
            last = _type(master, slave, lines, last)
            time.sleep(0.003)
        code, out, err = json.loads(target.read_text())
    finally:
        os.close(master)
        os.close(slave)
    return subprocess.CompletedProcess(command, code, out, err)
