"""Used tickets, limits and fallbacks: what an agent might try to get more out of them than they are for."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Json, Run, bash, call, edit, event, move

from statewright.model import ALWAYS_PASS

LOOP: Json = {"id": "m", "initial": "a", "states": {"a": {"max_iterations": 2, "on": {"AGAIN": "a", "GO": "b"}},
                                                    "b": {"on": {"GO": "c", "BACK": "a"}}, "c": {"type": "final"}}}


def ticket(run: Run, line: str, **fields: Any) -> list[str]:
    """The hook lets our command through."""
    own = bash("statewright " + line, own=("statewright",), **fields)
    assert run.take(own).effect == "allow"
    return line.split()


def redeem(run: Run, words: list[str], time: float = 1.0, **extra: Any) -> Any:
    """The command runs."""
    one = event("transition", time, extra={"event": words[1], "data": {}, "nonce": "n", "ticket": words, **extra})
    return run.take(one)


def test_a_used_ticket_opens_nothing_a_second_time() -> None:
    run = Run(LOOP)
    words = ticket(run, "transition AGAIN")
    assert redeem(run, words).effect is None and run.snap["entry"] == 2
    assert redeem(run, words).rule == "ticket" and run.snap["entry"] == 2 and run.whats()[-1] == "transition_refused"


def test_a_ticket_refused_once_is_used_up_too() -> None:
    run = Run(LOOP)
    words = ticket(run, "transition NONE")
    assert redeem(run, words).rule == "event"
    assert redeem(run, words).rule == "ticket"


@pytest.mark.parametrize("between", ["its call ends", "the turn ends", "a prompt", "a person moves", "time", "its call never ran", "another ticket"])
def test_a_ticket_does_not_outlive_what_it_was_given_for(between: str) -> None:
    run = Run(LOOP)
    words = ticket(run, "transition GO", call="own")
    at = 1.0
    if between == "its call ends":
        run.take(event("post", call="own", tool="Bash"))
    elif between == "the turn ends":
        run.take(event("stop"))
    elif between == "a prompt":
        run.take(event("prompt"))
    elif between == "a person moves":
        run.take(move("GO"))
    elif between == "its call never ran":
        run.take(event("batch", calls=[{"call": "own", "tool": "Bash", "bytes": 0}]))
    elif between == "another ticket":
        ticket(run, "transition AGAIN", call="later")
    else:
        at = 62.0
    before = run.at
    assert redeem(run, words, at).rule == "ticket" and run.at == before


@pytest.mark.parametrize("line", ["statewright transition GO & statewright transition GO", "statewright transition GO; statewright transition GO",
                                  "for i in 1 2; do statewright transition GO; done", "statewright transition GO GO",
                                  "sh -c 'statewright transition GO'",
                                  "statewright transition GO && statewright transition GO", "statewright transition $E",
                                  "echo statewright transition GO | sh"])
def test_a_line_with_more_than_the_plain_command_gets_no_ticket(line: str) -> None:
    run = Run({"id": "m", "initial": "a", "states": {"a": {"allowed_tools": ["Bash"], "allowed_commands": ["echo"], "on": {"GO": "b"}},
                                                     "b": {"type": "final"}}})
    run.take(bash(line, own=("statewright",)))
    assert run.snap["ticket"] is None or run.snap["ticket"]["words"] == ["transition", "GO", "GO"]
    assert redeem(run, ["transition", "GO"]).rule == "ticket"


def test_tools_that_always_pass_neither_count_nor_open_the_limit_for_others() -> None:
    run = Run(LOOP)
    for _ in range(2):
        assert run.passes(call("Read", {"file_path": "/p/x"}))
    for tool in sorted(ALWAYS_PASS):
        assert run.passes(call(tool, {"task_id": "1"})), tool
        assert run.snap["count"] == 2 and not run.passes(call("Read", {"file_path": "/p/x"})), tool


@pytest.mark.parametrize("tool", ["todowrite", "TodoWrite ", "mcp__x__TodoWrite", "TodoWrite\n", "Task", "Agent", "ASKUSERQUESTION", "", "*"])
def test_a_name_that_only_looks_like_an_always_passing_tool_is_held(tool: str) -> None:
    run = Run({"id": "m", "initial": "a", "states": {"a": {"max_iterations": 1, "on": {"GO": "b"}}, "b": {"type": "final"}}})
    run.take(call("Read", {"file_path": "/p/x"}))
    assert not run.passes(call(tool, {"command": "rm x"}))


@pytest.mark.parametrize("line", ["statewright status; ls", "statewright log | sh", "statewright status > f", "x=1 statewright status",
                                  "statewright x"])
def test_what_stands_beside_our_command_is_held_to_the_limit(line: str) -> None:
    run = Run(LOOP)
    for _ in range(2):
        run.take(call("Read", {"file_path": "/p/x"}))
    assert run.passes(bash("statewright status", own=("statewright",)))
    assert not run.passes(bash(line, own=("statewright",)))


def test_reads_of_our_own_state_are_free_but_change_no_count() -> None:
    run = Run(LOOP)
    for verb in ("status", "log", "check tests", "graph"):
        run.take(bash("statewright " + verb, own=("statewright",)))
    assert run.snap["count"] == 0


SAFE: Json = {
    "id": "m", "initial": "work", "context": {}, "guards": {"ok": {"field": "ok", "op": "eq", "value": True}},
    "states": {"work": {"max_iterations": 2, "max_files_per_state": 1, "safe_next": "work", "on": {"SHIP": {"target": "done", "guard": "ok"}}},
               "done": {"type": "final"}}}


def test_a_made_up_event_gives_no_fresh_limits_where_the_fallback_is_the_state_itself() -> None:
    run = Run(SAFE)
    for _ in range(2):
        run.take(edit("a.py"))
    out = run.take(move("ANYTHING"))
    assert "stays in work" in out.tell and run.whats()[-1] == "fallback"
    assert run.snap["count"] == 2 and run.snap["files"] == ["/p/a.py"] and not run.passes(call("Read", {"file_path": "/p/x"}))


def test_a_made_up_event_that_stays_keeps_no_data() -> None:
    run = Run(SAFE)
    run.take(move("ANYTHING", ok=True))
    assert run.snap["context"] == {}


@pytest.mark.parametrize("name", ["ship", "SHIP ", "SHIP\n", "ЅHIP", "", "*", "SHIP,SHIP", "__class__"])
def test_no_spelling_of_an_unknown_event_falls_round_a_guard(name: str) -> None:
    run = Run({**SAFE, "states": {"work": dict(SAFE["states"]["work"], safe_next="done"), "done": {"type": "final"}}})
    assert run.take(move(name)).rule == "safe_next" and run.at == "m/work"


@pytest.mark.parametrize("way", [{"target": "done", "requires_approval": True}, {"invoke": "inner", "on_complete": "done"}])
def test_the_fallback_goes_round_no_approval_and_is_no_way_past_a_guard_of_another_event(way: Json) -> None:
    inner = {"id": "inner", "initial": "x", "states": {"x": {"on": {"OUT": "y"}}, "y": {"type": "final"}}}
    run = Run({"id": "m", "initial": "work", "guards": {"ok": {"field": "ok", "op": "eq", "value": True}},
               "states": {"work": {"safe_next": "done", "on": {"A": way, "B": {"target": "done", "guard": "ok"}}}, "done": {"type": "final"}}}, inner)
    assert run.take(move("X")).rule == "safe_next" and run.at == "m/work"


def test_the_fallback_waits_for_background_work_like_any_transition() -> None:
    run = Run({"id": "m", "initial": "work", "states": {"work": {"safe_next": "calm", "on": {"GO": "calm"}},
                                                          "calm": {"allowed_tools": ["Read"], "on": {}}}})
    begun = bash("npm start")
    run.take(begun)
    run.take(event("post", call=begun.call, tool="Bash", raw_tool="Bash", command="npm start", extra={"task": "b1"}))
    words = ticket(run, "transition X")
    assert redeem(run, words).rule == "background"
