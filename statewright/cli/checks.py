"""Running a declared check ourselves: the measured grade."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from typing import IO

from statewright import fast
from statewright.cli.ground import Json, Place
from statewright.machine.counts import TAIL, counts, kind_of, nothing_ran
from statewright.model import Event
from statewright.store import programs
from statewright.store import run as store

TIMEOUT = 600  # seconds, where the check names none
TICK = 30  # seconds between words of progress
TIMED_OUT = 124  # as timeout(1) says it
NOT_RUN = 127
UNSEEN = "this command came neither through the hook nor from a person's terminal"
KEPT = 4 * TAIL  # bytes of the output that are looked at
MOST = 5000  # test files looked at
TEST = re.compile(r"^\s*(?:async\s+)?def\s+test", re.MULTILINE)
SKIP = re.compile(r"\b(?:mark\.(?:skip|skipif|xfail)\b|pytest\.(?:skip|xfail|importorskip)\b|unittest\.skip|@skip|collect_ignore)")


def measure(place: Place, check: Json, name: str, quiet: bool, output: IO[bytes] | None = None) -> tuple[int, Json]:
    """Run the check's command in its folder: its exit status and the counts its output tells, with ``empty`` when no test ran.

    quiet: its output goes to stderr, stdout stays for JSON. output: a file that takes all of its output instead.
    """
    limit = check.get("timeout_s") or TIMEOUT
    folder = os.path.join(place.project, check.get("cwd") or "")
    kind = kind_of(check)
    sys.stdout.flush()
    _say("%s: %s (at most %d s)" % (name, check["command"], limit))
    began = time.time()
    try:
        started = subprocess.Popen(  # noqa: S602 - a shell line by definition
            check["command"], shell=True, cwd=folder, stdin=subprocess.DEVNULL, start_new_session=True,
            stdout=output or subprocess.PIPE, stderr=output or subprocess.STDOUT,
        )  # fmt: skip
    except OSError as error:
        _say("%s cannot be run: %s" % (name, error.strerror))
        return NOT_RUN, {}
    kept = bytearray()
    pump = None
    if started.stdout is not None:
        pump = threading.Thread(target=_pass_on, args=(started.stdout, 2 if quiet else 1, kept), daemon=True)
        pump.start()
    code = _wait(started, name, limit)
    if pump is not None:
        pump.join(3)
    if output is not None:
        output.seek(max(0, output.seek(0, 2) - KEPT))
        kept += output.read()
    found = {**_counts(kind, check, folder, kept, began), **(inventory(place.project) if kind == "pytest" else {})}
    if found.get("total") == 0 if kind == "junit" else nothing_ran(kind, kept.decode("utf-8", "replace")):
        found["empty"] = True
    return code, found


def _wait(started: subprocess.Popen[bytes], name: str, limit: int) -> int:
    began = time.monotonic()
    try:
        while True:
            left = limit - (time.monotonic() - began)
            if left <= 0:
                _say("%s took longer than %d s and was stopped" % (name, limit))
                return TIMED_OUT
            try:
                code = started.wait(min(TICK, left))
                return code if code >= 0 else 128 - code
            except subprocess.TimeoutExpired:
                _say("%s still runs, %d of %d s" % (name, time.monotonic() - began, limit))
    finally:
        _end(started)


def _say(text: str) -> None:
    sys.stderr.write("statewright: %s\n" % text)
    sys.stderr.flush()


def _pass_on(stream: IO[bytes], to: int, kept: bytearray) -> None:
    """Hand the output on as it comes, and keep its end."""
    while True:
        data = os.read(stream.fileno(), 65536)
        if not data:
            return
        fast.write(to, data)
        kept += data
        del kept[:-KEPT]


def _counts(kind: str, check: Json, folder: str, kept: bytearray, began: float) -> Json:
    """The counts in the output, or in the report a check names (``junit:FILE``), which this run must have written."""
    named = str(check.get("parse") or "").partition(":")[2]
    if kind != "junit" or not named:
        return counts(kind, kept.decode("utf-8", "replace"))
    path = os.path.join(folder, named)
    try:
        if os.stat(path).st_mtime < began - 1:
            return {}
        with open(path, encoding="utf-8", errors="replace") as file:
            return counts(kind, file.read(TAIL))
    except OSError:
        return {}


def inventory(project: str) -> Json:
    """Test functions and skip marks in the project's Python test files: ``tests``, ``skips``. What a runner is not shown is in no summary."""
    tests = skips = files = 0
    for folder, inside, names in os.walk(project):
        inside[:] = [one for one in inside if not one.startswith(".") and one not in ("node_modules", "venv", "__pycache__", "site-packages")]
        for one in names:
            if one.endswith(".py") and (one.startswith("test_") or one.endswith("_test.py")) and files < MOST:
                files += 1
                try:
                    with open(os.path.join(folder, one), encoding="utf-8", errors="replace") as file:
                        text = file.read(1 << 20)
                except OSError:
                    continue
                tests += len(TEST.findall(text))
                skips += len(SKIP.findall(text))
    return {"tests": tests, "skips": skips}


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


def believed(place: Place, run: store.Run, name: str, check: Json, since: str = "") -> tuple[str, str]:
    """(why the programs of a check are not to be believed, which is recorded; what they were found by). since: that, as the check began."""
    why, by, number = programs.seen(place.project, place.data, check, since, run.read().get("told", 0))
    if why:
        run.decide(Event("doubted", time=fast.now(), extra={"name": name, "why": why, "told": number}))
    return why, by


def claim(run: store.Run, ticket: object, ident: str = "") -> bool:
    """Use up the ticket of a check before it runs, under the run's lock; ticket: the command's words, or True for a person."""
    return not refusal(run, ticket, ident)


def refusal(run: store.Run, ticket: object, ident: str = "") -> str:
    """The same; gives why not, "" when the result will count."""
    extra: Json = {"ticket": ticket, **({"call": ident} if ident else {})}
    out = run.decide(Event("claim", time=fast.now(), extra=extra)) if ticket else None
    return UNSEEN if out is None else "" if out.effect is None else out.reason or UNSEEN


def record(
    run: store.Run, name: str, code: int, clock: int, began: float, ended: float, check: Json | None = None, found: Json | None = None
) -> Json:
    """Put the result into the run; the record guards will read. check: as declared when it was run. found: the counts."""
    told = dict(found or {})
    nothing = told.pop("empty", False)
    extra: Json = {
        "name": name, "exit_code": code, "grade": "measured", "clock": clock, "started": began, "counts": told, "nothing": nothing,
    }  # fmt: skip
    if check is not None:
        extra.update(command=check["command"], told=programs.read(run.project, run.data).get("n", 0))
    run.decide(Event("checked", time=ended, extra=extra))
    snap = run.read()
    kept = {key: value for key, value in snap["checks"][name].items() if key not in ("base", "command")}
    if kept["clock"] < snap["clock"]:
        kept["status"] = "stale"
    return kept
