"""What a Bash call costs over many everyday lines, each let through: not one chosen line, but a spread of what agents type."""

from __future__ import annotations

import json
import random
import statistics
import subprocess
from pathlib import Path
from typing import Any

from measure import Job, instructions, interleaved
from scene import Scene
from support import put_snapshot, snapshot

LINES = Path(__file__).resolve().parents[1] / "data" / "everyday.jsonl"
GRANTED = 1.25  # times the bare interpreter, for a Bash call


def chosen(count: int) -> list[dict[str, Any]]:
    """So many of the everyday lines of states with a command list or a reading shell, spread evenly over them."""
    rows = [json.loads(line) for line in LINES.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if row["mode"] in ("listed", "reading")]
    return [rows[number * len(rows) // count] for number in range(min(count, len(rows)))]


class Lines:
    """Projects whose states permit the lines, and a job for each line."""

    def __init__(self, scene: Scene, rows: list[dict[str, Any]]) -> None:
        self.scene = scene
        self.folders: dict[tuple[str, ...], Path] = {}
        self.jobs = {"%d: %s" % (number, row["command"]): self._job(number, row) for number, row in enumerate(rows)}

    def _job(self, number: int, row: dict[str, Any]) -> Job:
        allowed = tuple(row["allowed"]) if row["mode"] == "listed" else ()
        if allowed not in self.folders:
            self.folders[allowed] = self._project(allowed)
        project = self.folders[allowed]
        payload = {**self.scene.payload("PreToolUse", "Bash", {"command": row["command"]}), "cwd": str(project), "session_id": project.name}
        job = self.scene.job("line %d" % number, payload, project=project, session=project.name)
        job.before = lambda: self._settle(project)
        return job

    def _project(self, allowed: tuple[str, ...]) -> Path:
        project = self.scene.folder / ("lines-%d" % len(self.folders))
        for one in (project / "src", project / ".statewright"):
            one.mkdir(parents=True)
        (project / "src" / "app.py").write_text("one = 1\n")
        state: dict[str, Any] = {"allowed_tools": ["Read", "Grep", "Glob", "Bash"], "max_iterations": 1000000, "on": {"NEXT": "end"}}
        if allowed:
            state["allowed_commands"] = list(allowed)
        (project / ".statewright" / "workflow.json").write_text(
            json.dumps({"id": "lines", "initial": "work", "states": {"work": state, "end": {"type": "final"}}})
        )
        begin = self.scene.job("first", {**self.scene.payload("PreToolUse", "Read", {"file_path": "x"}), "session_id": project.name}, project=project,
                               session=project.name)
        with open(begin.stdin, "rb") as given:
            subprocess.run(begin.argv, stdin=given, env=dict(begin.env), cwd=project, check=True, capture_output=True)
        return project

    def _settle(self, project: Path) -> None:
        """As in ``Scene.settle``: no call is under way."""
        runs = project / ".statewright" / "runs"
        run = runs / (runs / (project.name + ".current")).read_text()
        state = snapshot(run)
        if state["pending"]:
            put_snapshot(run, {**state, "pending": {}}, self.scene.data)


def spread(found: list[float]) -> str:
    """Median, quartiles, and how many are within what is granted."""
    low, middle, high = statistics.quantiles(found, n=4)
    within = sum(one <= GRANTED for one in found)
    return "median %.2f (quartiles %.2f and %.2f), %d of %d within %.2f" % (middle, low, high, within, len(found), GRANTED)


def report(scene: Scene, bare: str, rounds: int, counted: int, count: int = 200) -> list[str]:
    """The lines' cost in wall time, and in instructions for as many as ``counted``."""
    lines = Lines(scene, chosen(count))
    timings, noise = interleaved({bare: scene.bare(), **lines.jobs}, bare, rounds, random.Random(1), warm=1)  # noqa: S311 - a benchmark's dice
    ratios = [timing.ratio for name, timing in timings.items() if name != bare]
    told = ["%d everyday Bash lines, times bare: %s; noise %.2f, %d rounds." % (len(ratios), spread(ratios), noise, rounds)]
    if counted:
        floor = instructions(scene.bare())
        told.append("In instructions, %d of them: %s." % (
            counted, spread([instructions(job) / floor for job in list(lines.jobs.values())[:: max(1, len(lines.jobs) // counted)]])))
    return told
