"""XState machine JSON in and out, in Python and with the real xstate package."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from statewright.workflow import templates
from statewright.workflow.problems import LoadError
from statewright.workflow.xstate import from_xstate, to_xstate

XSTATE = "5.20.0"
HERE = Path(__file__).resolve()
MACHINE: dict[str, Any] = {
    "id": "m", "initial": "a.b", "guards": {"g": {"field": "x", "op": "exists"}, "h": {"field": "y", "op": "exists"}},
    "states": {
        "a.b": {"on": {"PLAIN": "c", "ONE": {"target": "c", "guard": "g"}, "BOTH": {"target": "d", "guard": "g", "guards": ["h"]},
                       "LIST": [{"target": "c", "guards": ["g", "h"]}, {"target": "d"}], "SUB": {"invoke": "x", "on_complete": "d"}}},
        "c": {"max_iterations": 3, "on": {"BACK": {"target": "a.b", "requires_approval": True}}, "meta": {"k": 1}},
        "d": {"type": "final", "outcome": "failure"},
    },
}


def test_out_and_in_again_gives_the_same_workflow() -> None:
    assert from_xstate(json.dumps(to_xstate(MACHINE)).encode()) == MACHINE


@pytest.mark.parametrize("name", templates.names())
def test_every_template_survives_the_round_trip(name: str) -> None:
    workflow = json.loads(templates.read(name))
    assert from_xstate(json.dumps(to_xstate(workflow)).encode()) == workflow


def test_a_transition_edited_in_xstate_wins_over_what_travelled_along() -> None:
    machine = to_xstate(MACHINE)
    machine["states"]["c"]["on"]["BACK"]["target"] = "d"
    assert from_xstate(json.dumps(machine).encode())["states"]["c"]["on"]["BACK"] == {"target": "d"}


def test_what_has_no_meaning_here_is_refused_with_its_place() -> None:
    machine = {"id": "m", "initial": "a", "states": {
        "a": {"type": "parallel", "entry": "x", "on": {"E": {"target": "b", "actions": "y"},
                                                                 "F": {"target": "b", "guard": {"type": "not", "params": [1]}}}},
        "b": {"after": {"10": "a"}}}}
    with pytest.raises(LoadError) as caught:
        from_xstate(json.dumps(machine).encode())
    assert {problem.path for problem in caught.value.problems} == {
        "$.states.a.entry", "$.states.a.type", "$.states.a.on.E.actions", "$.states.a.on.F.guard", "$.states.b.after"}


def package() -> Path:
    """The folder that holds the real package, installed once; no network is needed after that."""
    folder = HERE.parents[2] / ".cache" / "npm-xstate"
    if not (folder / "node_modules" / "xstate" / "package.json").is_file():
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "package.json").write_text('{"private": true}')
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "xstate@" + XSTATE], cwd=folder, check=True, timeout=300)
    return folder


def test_the_real_xstate_walks_what_we_export() -> None:
    bugfix = to_xstate(json.loads(templates.read("bugfix")))
    both = ["tests_pass", "tests_whole"]
    walks = [
        {"machine": bugfix, "guards": both, "open": both, "events": ["READY", "DONE", "TESTS_FAILED", "DONE", "TESTS_PASSED"]},
        {"machine": bugfix, "guards": both, "open": ["tests_pass"], "events": ["READY", "DONE", "TESTS_PASSED"]},
        {"machine": to_xstate(MACHINE), "guards": ["g", "h"], "open": ["g"], "events": ["BOTH", "LIST"]},
        {"machine": to_xstate(MACHINE), "guards": ["g", "h"], "open": ["g", "h"], "events": ["LIST", "BACK", "SUB"]},
    ]
    done = subprocess.run(["node", str(HERE.parent / "xstate_check.mjs"), str(package())], input=json.dumps(walks), text=True,
                          capture_output=True, timeout=120, env={**os.environ, "NODE_PATH": ""})
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        {"path": ["planning", "implementing", "testing", "implementing", "testing", "done"], "status": "done"},
        {"path": ["planning", "implementing", "testing", "testing"], "status": "active"},
        {"path": ["a.b", "a.b", "d"], "status": "done"},
        {"path": ["a.b", "c", "a.b", "d"], "status": "done"},
    ]
