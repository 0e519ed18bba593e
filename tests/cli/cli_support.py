"""A person's terminal, and a workflow with a check, a guard and an approval."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import terminal
from support import REPO, Json, Place

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


def at_terminal(place: Place, scratch: Path, *typed: str) -> Run:
    """Gives what runs the command line at a terminal that no agent program stands behind. typed: the lines a person types where they are asked."""

    def run(*words: str) -> Said:
        env = {name: value for name, value in place.env().items() if not name.startswith("CLAUDE")}
        env["PYTHONPATH"] = str(REPO)
        return terminal.run([sys.executable, "-m", "statewright", *words], place.project, env, scratch, typed)

    return run


def agent(place: Place, line: str) -> Said:
    """The agent runs a command of ours through the hook, which hands it a ticket."""
    place.pre("Bash", {"command": line}, "own")
    return place.cli(*line.split()[1:])


def ended(place: Place) -> Place:
    """The run brought to its end by the agent."""
    (place.project / "ok").write_text("")
    agent(place, "statewright transition SKIP")
    agent(place, "statewright check tests")
    agent(place, "statewright transition DONE")
    return place
