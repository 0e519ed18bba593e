"""Whole processes measured against the bare interpreter: wall time as paired ratios, instructions, system calls."""

from __future__ import annotations

import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

NOISY = 1.5  # p95 to p5 of the bare interpreter above which a run says nothing


@dataclass
class Job:
    """A command as a harness would start it."""

    argv: Sequence[str]
    env: Mapping[str, str]
    cwd: str
    stdin: str = os.devnull
    before: Callable[[], None] | None = None  # run before each start, not measured

    def ready(self) -> None:
        """Make the scene as the job has to find it."""
        if self.before:
            self.before()


@dataclass
class Timing:
    """What the rounds gave for one job: milliseconds, and ratios to the same round's base."""

    milliseconds: list[float]
    ratios: list[float]
    codes: set[int]

    @property
    def ratio(self) -> float:
        return statistics.median(self.ratios)

    def interval(self, dice: random.Random, samples: int = 1000) -> tuple[float, float]:
        """The bootstrap 95 % interval of the median ratio."""
        medians = sorted(statistics.median(dice.choices(self.ratios, k=len(self.ratios))) for _ in range(samples))
        return medians[int(0.025 * samples)], medians[int(0.975 * samples)]


def once(job: Job) -> tuple[float, int]:
    """Milliseconds from spawning to reaping, and the exit status."""
    job.ready()
    given, nothing = os.open(job.stdin, os.O_RDONLY), os.open(os.devnull, os.O_RDWR)
    here = os.getcwd()
    os.chdir(job.cwd)
    try:
        actions = [(os.POSIX_SPAWN_DUP2, given, 0), (os.POSIX_SPAWN_DUP2, nothing, 1), (os.POSIX_SPAWN_DUP2, nothing, 2)]
        began = time.perf_counter_ns()
        _, status = os.waitpid(os.posix_spawn(job.argv[0], list(job.argv), dict(job.env), file_actions=actions), 0)
        return (time.perf_counter_ns() - began) / 1e6, os.waitstatus_to_exitcode(status)
    finally:
        os.chdir(here)
        os.close(given)
        os.close(nothing)


def interleaved(jobs: Mapping[str, Job], base: str, rounds: int, dice: random.Random, warm: int = 3) -> tuple[dict[str, Timing], float]:
    """Every round starts every job once, in shuffled order. Gives the timings by name, and the noise: p95 to p5 of the base."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    codes: dict[str, set[int]] = {name: set() for name in jobs}
    for number in range(-warm, rounds):
        for name in dice.sample(sorted(jobs), len(jobs)):
            took, code = once(jobs[name])
            codes[name].add(code)
            if number >= 0:
                times[name].append(took)
    bare = sorted(times[base])
    noise = bare[round(0.95 * (len(bare) - 1))] / bare[round(0.05 * (len(bare) - 1))]
    return {name: Timing(times[name], [a / b for a, b in zip(times[name], times[base], strict=True)], codes[name]) for name in jobs}, noise


def instructions(job: Job) -> int:
    """User-space instructions of the process and its children, by valgrind's callgrind."""
    folder = tempfile.mkdtemp()
    job.ready()
    try:
        command = ["valgrind", "--tool=callgrind", "--trace-children=yes", "--callgrind-out-file=%s/%%p" % folder, *job.argv]
        with open(job.stdin, "rb") as given:
            env = {**job.env, "PYTHONHASHSEED": "0"}
            done = subprocess.run(command, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env, cwd=job.cwd, check=False)
        counts = [int(line.split()[1]) for file in Path(folder).iterdir() for line in file.read_text().splitlines() if line.startswith("summary:")]
        if not counts:
            raise RuntimeError("valgrind counted nothing: %s" % done.stderr.decode("utf-8", "replace")[-300:])
        return sum(counts)
    finally:
        shutil.rmtree(folder)


def system_calls(job: Job) -> dict[str, int]:
    """How often the process and its children made each system call, by strace."""
    job.ready()
    with tempfile.NamedTemporaryFile("r") as out, open(job.stdin, "rb") as given:
        command = ["strace", "-f", "-c", "-o", out.name, *job.argv]
        subprocess.run(command, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(job.env), cwd=job.cwd, check=False)
        rows = [line.split() for line in out.read().splitlines() if re.match(r"\s*[\d.]+\s+[\d.]+\s+\d+\s+\d+", line)]
    return {row[-1]: int(row[3]) for row in rows if row[-1] != "total"}


PEAK = """
import posix, sys
quiet = [(posix.POSIX_SPAWN_OPEN, fd, "/dev/null", posix.O_WRONLY, 0) for fd in (1, 2)]
child = posix.posix_spawn(sys.argv[1], sys.argv[1:], posix.environ, file_actions=quiet)
sys.stdout.write(str(posix.wait4(child, 0)[2].ru_maxrss))
"""


def peak_kib(job: Job) -> int:
    """The most memory the process held, in KiB. A bare interpreter starts it: a child counts what its parent held before."""
    job.ready()
    command = [sys.executable, "-I", "-S", "-c", PEAK, *job.argv]
    with open(job.stdin, "rb") as given:
        done = subprocess.run(command, stdin=given, env=dict(job.env), cwd=job.cwd, capture_output=True, check=True)
    return int(done.stdout)
