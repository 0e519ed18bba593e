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

import lines
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


def at_once(jobs: list[Job]) -> float:
    """Seconds until all of them are over, started at once."""
    began = time.perf_counter()
    started = []
    for job in jobs:
        with open(job.stdin, "rb") as given:
            started.append(subprocess.Popen(job.argv, env=dict(job.env), cwd=job.cwd, stdin=given, stdout=subprocess.DEVNULL))
    for one in started:
        one.wait()
    return time.perf_counter() - began


def throughput(scene: Scene, together: int = 32, rounds: int = 20) -> tuple[float, float, int]:
    """What so many hooks at once get done, as ratios to bare interpreters at once (before and after their calls), and how many counts were lost."""
    file = str(scene.project / "src" / "one.py")
    calls = ["toolu_at_once_%d" % number for number in range(together)]
    read = scene.payload("PreToolUse", "Read", {"file_path": file})
    told = scene.payload("PostToolUse", "Read", {"file_path": file}, tool_response={"type": "text", "file": {"content": "one = 1\n"}}, duration_ms=3)
    before = [scene.job("before-" + call, {**read, "tool_use_id": call}) for call in calls]
    after = [scene.job("after-" + call, {**told, "tool_use_id": call}, "post-tool") for call in calls]
    counted = scene.count()
    ratios = []
    for _ in range(rounds):
        bare = at_once([scene.bare()] * together)
        ratios.append((bare / at_once(before), bare / at_once(after)))
    first, second = (statistics.median(one) for one in zip(*ratios, strict=True))
    return first, second, together * rounds - (scene.count() - counted)


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
        print("\n" + "\n".join(lines.report(scene, BARE, max(3, given.rounds // 5), 40 if counted else 0)))
        before, after, lost = throughput(scene)
        print("\n32 hooks at once: %.2f of the throughput of 32 bare interpreters at once before a call, %.2f after it; %d counts lost." % (
            before, after, lost))
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
