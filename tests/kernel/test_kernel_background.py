"""A transition waits for the work a call left behind, unless the next state permits it too; nobody is trapped by it."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Json, Run, bash, call, ended, event, move

FLOW: Json = {"id": "m", "initial": "work", "states": {
    "work": {"on": {"READ": "reading", "SERVE": "serving", "CHILD": {"invoke": "inner", "on_complete": "reading"}}},
    "reading": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["ls"], "on": {"BACK": "work"}},
    "serving": {"allowed_tools": ["Bash"], "allowed_commands": ["npm run dev", "sleep"], "on": {"BACK": "work"}}}}
INNER: Json = {"id": "inner", "initial": "look", "states": {"look": {"allowed_tools": ["Read"], "on": {"OK": "done"}}, "done": {"type": "final"}}}


@pytest.fixture
def run() -> Run:
    """A run in a state that permits everything."""
    return Run(FLOW, INNER)


def agents(name: str, run: Run, over: list[str] | None = None) -> Any:
    """A transition by the agent, with its ticket; over: the entries whose processes are all gone."""
    own = bash("statewright transition " + name)
    own.own = ("statewright",)
    run.take(own)
    one = move(name)
    one.extra.update(ticket=["transition", name], over=lambda entries: [key for key in entries if key in (over or [])])
    return run.take(one)


def start(run: Run, command: str, task: str = "b1", tool: str = "Bash") -> None:
    """Background work that goes on."""
    begun = bash(command)
    begun.raw_tool = tool
    run.take(begun)
    run.take(ended(begun, command=command, extra={"task": task} if task else {}))


@pytest.mark.parametrize(("command", "task", "tool"), [("npm run dev", "b1", "Bash"), ("npm run watch & echo ok", "", "Bash"),
                                                       ("(npm start &)", "", "Bash"), ("tail -f log", "b2", "Monitor")])
def test_a_transition_waits_for_work_the_target_does_not_permit(run: Run, command: str, task: str, tool: str) -> None:
    start(run, command, task, tool)
    out = agents("READ", run)
    assert (out.effect, out.rule) == ("deny", "background") and command in out.reason and run.at == "m/work"
    assert run.whats()[-1] == "transition_refused"


def test_work_that_the_target_permits_holds_nothing_back(run: Run) -> None:
    start(run, "npm run dev")
    assert agents("SERVE", run).effect is None and run.at == "m/serving"
    assert agents("BACK", run).effect is None and agents("READ", run).rule == "background"


def test_the_first_state_of_a_sub_machine_counts_too(run: Run) -> None:
    start(run, "npm run dev")
    assert agents("CHILD", run).rule == "background"


def test_a_person_waits_for_nothing(run: Run) -> None:
    start(run, "npm run dev")
    run.take(move("READ"))
    assert run.at == "m/reading"


ENDS = {
    "the harness reports its end": event("tasks", extra={"tasks_ended": ["b1"]}),
    "the agent stopped it": call("TaskStop", {"task_id": "b1"}, kind="post", extra={"tasks_ended": ["b1"]}),
    "it is in no list at the turn's end": event("stop", background=[{"id": "b2", "status": "running"}], extra={"tasks_known": True}),
    "the session begins anew": event("session_start", source="resume"),
}


@pytest.mark.parametrize("end", list(ENDS))
def test_its_end_frees_the_transition(run: Run, end: str) -> None:
    start(run, "npm run dev")
    run.take(ENDS[end])
    assert agents("READ", run).effect is None and run.snap["background"] == {}


def test_a_process_that_is_gone_frees_the_transition(run: Run) -> None:
    start(run, "npm run dev")
    assert agents("READ", run, over=["b1"]).effect is None


@pytest.mark.parametrize("one", [
    event("stop", extra={"tasks_known": False}),
    event("stop", background=[{"id": "b1", "status": "running"}], extra={"tasks_known": True}),
    event("tasks", extra={"tasks_ended": ["b9"]}), event("session_start", source="compact"),
], ids=["a list that is not told", "a list with it", "another's end", "a compaction"])
def test_what_does_not_tell_of_its_end_changes_nothing(run: Run, one: Any) -> None:
    start(run, "npm run dev")
    run.take(one)
    assert agents("READ", run).rule == "background"


def test_stopping_it_is_possible_in_every_state_and_at_every_limit() -> None:
    run = Run({"id": "m", "initial": "work", "states": {"work": {"allowed_tools": ["Bash"], "max_iterations": 1, "on": {"GO": "done"}},
                                                       "done": {"type": "final", "allowed_tools": []}}})
    start(run, "make")
    assert not run.passes(bash("ls")) and run.passes(call("TaskStop", {"task_id": "b1"})) and run.passes(call("KillShell", {"shell_id": "b1"}))


def test_work_without_end_is_remembered_in_bounds(run: Run) -> None:
    for number in range(100):
        start(run, "npm run dev", "b%d" % number)
    assert len(run.snap["background"]) == 32 and "b99" in run.snap["background"]
