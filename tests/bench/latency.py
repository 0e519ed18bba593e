"""The benchmark: what a hook costs, as a ratio to the bare interpreter, beside other hooks.

    python tests/bench/latency.py [--rounds 40] [--no-peers] [--no-instructions]

Prints a Markdown table. Rounds are interleaved and shuffled; a ratio is the median of each round's own ratio, with a
bootstrap 95 % interval. A run on a busy machine is repeated, three times at most; its table says so when it stayed busy.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from measure import NOISY, Job, instructions, interleaved, peak_kib
from peers import fetch
from peers import jobs as peers_of
from scene import Scene

BARE = "bare `python -I -S -c pass`"


def table(scene: Scene, jobs: dict[str, Job], rounds: int, counted: bool) -> list[str]:
    """The rows of one run, repeated while the machine is busy."""
    for attempt in range(3):
        dice = random.Random(attempt)  # noqa: S311 - a benchmark's dice
        timings, noise = interleaved({BARE: scene.bare(), **jobs}, BARE, rounds, dice)
        if noise <= NOISY:
            break
    floor = instructions(scene.bare()) if counted else 0
    lines = ["| started | ms | x bare | 95 % | M instructions | x bare | MiB more |", "|---|---|---|---|---|---|---|"]
    empty = peak_kib(scene.bare())
    for name, timing in timings.items():
        low, high = timing.interval(dice)
        count = instructions(({BARE: scene.bare(), **jobs})[name]) if counted else 0
        count_shown = "%.1f | %.2f" % (count / 1e6, count / floor) if counted else "|"
        more = (peak_kib({BARE: scene.bare(), **jobs}[name]) - empty) / 1024
        middle = statistics.median(timing.milliseconds)
        lines.append("| %s | %.1f | **%.2f** | %.2f-%.2f | %s | %.1f |" % (name, middle, timing.ratio, low, high, count_shown, more))
    verdict = "quiet enough" if noise <= NOISY else "**a busy machine: the times say little, the instructions hold**"
    lines.append("")
    lines.append("Noise (p95 to p5 of the bare interpreter) %.2f, %s; %d rounds. %s, %s %s, %d processors, %s." % (
        noise, verdict, rounds, datetime.date.today().isoformat(), platform.python_implementation(), platform.python_version(), os.cpu_count() or 1,
        platform.platform(terse=True)))
    return lines


def throughput(scene: Scene, together: int = 32, runs: int = 320) -> tuple[float, int]:
    """Hooks per second with so many at once, as a ratio to bare interpreters at once; and how many counts were lost."""

    def rate(job: Job) -> float:
        began = time.perf_counter()
        for _ in range(runs // together):
            started = []
            for _ in range(together):
                with open(job.stdin, "rb") as given:
                    started.append(subprocess.Popen(job.argv, env=dict(job.env), cwd=job.cwd, stdin=given, stdout=subprocess.DEVNULL))
            for one in started:
                one.wait()
        return runs / (time.perf_counter() - began)

    job = scene.jobs()["pre-tool, Read allowed"]
    before = scene.count()
    rates = []
    for _ in range(3):
        rates.append(rate(job) / rate(scene.bare()))
    return sorted(rates)[1], 3 * runs - (scene.count() - before)


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--rounds", type=int, default=40)
    wanted.add_argument("--no-peers", action="store_true")
    wanted.add_argument("--no-instructions", action="store_true")
    given = wanted.parse_args()
    counted = not given.no_instructions and shutil.which("valgrind") is not None
    with tempfile.TemporaryDirectory() as folder:
        scene = Scene(Path(os.path.realpath(folder), "scene"))
        jobs = {**scene.jobs(), **scene.verbs()}
        if not given.no_peers:
            there = Path(folder, "peers")
            jobs.update(peers_of(scene, there, fetch(there)))
        print("\n".join(table(scene, jobs, given.rounds, counted)))
        ratio, lost = throughput(scene)
        print("\n32 hooks at once: %.2f of the throughput of 32 bare interpreters at once, %d counts lost." % (ratio, lost))
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
