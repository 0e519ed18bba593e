"""Running a declared check ourselves: the measured grade."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import IO

from statewright.cli.ground import Json, Place
from statewright.model import Event
from statewright.store import run as store

TIMEOUT = 600  # seconds, where the check names none
TICK = 30  # seconds between words of progress
TIMED_OUT = 124  # as timeout(1) says it
NOT_RUN = 127


def measure(place: Place, check: Json, name: str, quiet: bool, output: IO[bytes] | None = None) -> int:
    """Run the check's command in its folder; its exit status.

    quiet: its output goes to stderr, stdout stays for JSON. output: a file that takes all of its output instead.
    """
    limit = check.get("timeout_s") or TIMEOUT
    folder = os.path.join(place.project, check.get("cwd") or "")
    sys.stdout.flush()
    out = output or (sys.stderr if quiet else None)
    sys.stderr.write("statewright: %s: %s (at most %d s)\n" % (name, check["command"], limit))
    sys.stderr.flush()
    try:
        started = subprocess.Popen(  # noqa: S602 - a shell line by definition
            check["command"], shell=True, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=output, start_new_session=True
        )
    except OSError as error:
        sys.stderr.write("statewright: %s cannot be run: %s\n" % (name, error.strerror))
        return NOT_RUN
    began = time.monotonic()
    try:
        while True:
            left = limit - (time.monotonic() - began)
            if left <= 0:
                sys.stderr.write("statewright: %s took longer than %d s and was stopped\n" % (name, limit))
                return TIMED_OUT
            try:
                code = started.wait(min(TICK, left))
                return code if code >= 0 else 128 - code
            except subprocess.TimeoutExpired:
                sys.stderr.write("statewright: %s still runs, %d of %d s\n" % (name, time.monotonic() - began, limit))
                sys.stderr.flush()
    finally:
        _end(started)


def _end(started: subprocess.Popen[bytes]) -> None:
    """Whatever the check left running ends with it: a result is of something that is over."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(started.pid, number)
        except (OSError, AttributeError):
            return
        if started.poll() is None:
            try:
                started.wait(3)
            except subprocess.TimeoutExpired:
                continue


def record(run: store.Run, name: str, code: int, clock: int, began: float, ended: float) -> Json:
    """Put the result into the run; the record guards will read."""
    extra = {"name": name, "exit_code": code, "grade": "measured", "clock": clock, "started": began}
    run.decide(Event("checked", time=ended, extra=extra))
    snap = run.read()
    kept = dict(snap["checks"][name])
    if kept["clock"] < snap["clock"]:
        kept["status"] = "stale"
    return kept
