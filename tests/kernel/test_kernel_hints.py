"""Every way out that a refusal names is itself let through, and leads on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from builders import Run, bash, call, edit, ended, event

WORK: dict[str, Any] = {"allowed_tools": ["Read", "Edit", "Bash"], "allowed_commands": ["pytest"], "on": {"DONE": "done"}}


def run_with(**limits: Any) -> Run:
    return Run({"id": "m", "initial": "work", "states": {"work": {**WORK, **limits}, "done": {"type": "final"}}})


def exhausted(limit: str) -> tuple[Run, Any]:
    if limit == "tools":
        return run_with(), call("WebSearch")
    if limit == "commands":
        return run_with(), bash("rm -rf build")
    if limit == "iterations":
        run = run_with(max_iterations=1)
        run.take(call("Read"))
        return run, call("Read")
    if limit == "budget":
        run = run_with(context_budget_bytes=1)
        one = call("Read")
        run.take(one)
        run.take(ended(one, 5))
        return run, call("Read")
    run = run_with(max_files_per_state=1)
    run.take(edit("a.py"))
    return run, edit("b.py")


@pytest.mark.parametrize("limit", ["tools", "commands", "iterations", "budget", "files"])
def test_the_command_a_refusal_names_is_allowed_and_leads_on(limit: str) -> None:
    run, refused = exhausted(limit)
    out = run.take(refused)
    assert out.effect == "deny" and out.rule == limit
    found = re.search(r"(statewright transition [A-Z]+)", out.reason)
    assert found, out.reason
    assert run.take(bash(found[1])).effect == "allow"
    words = found[1].split()[1:]
    run.take(event("transition", extra={"event": words[1], "data": {}, "ticket": words}))
    assert run.at == "m/done"


def test_the_tools_a_refusal_names_are_allowed() -> None:
    run = run_with()
    named = re.search(r"Allowed tools: ([^.]*)\.", run.take(call("WebSearch")).reason)
    assert named
    for tool in named[1].split(", "):
        assert run.passes(bash("pytest -q") if tool == "Bash" else edit("a.py") if tool == "Edit" else call(tool))


def test_the_command_a_refused_transition_names_gets_a_ticket() -> None:
    run = run_with()
    reason = run.take(event("transition", extra={"event": "DONE", "data": {}})).reason
    line = reason.partition("run exactly: ")[2]
    assert run.take(bash(line)).effect == "allow" and run.snap["ticket"]["words"] == line.split()[1:]


def test_each_event_told_on_entering_a_state_exists_in_it() -> None:
    run = Run({"id": "m", "initial": "a", "states": {"a": {"on": {"GO": "b"}}, "b": {"on": {"X": "a", "Y": "done"}}, "done": {"type": "final"}}})
    tell = run.take(event("transition", extra={"event": "GO", "data": {}, "ticket": True})).tell
    for name in ("X", "Y"):
        assert name in tell
        assert run.take(bash("statewright transition " + name)).effect == "allow"


def test_the_final_state_says_it_is_over_and_lets_read() -> None:
    run = run_with()
    run.take(event("transition", extra={"event": "DONE", "data": {}, "ticket": True}))
    out = run.take(edit("a.py"))
    assert out.effect == "deny" and "final" in out.reason
    assert run.passes(call("Read")) and run.passes(bash("ls")) and not run.passes(bash("rm a"))


@pytest.mark.parametrize("command", ["rm -rf build", "./pytest -q", "pytest -c /etc/x", "npm test"])
def test_the_reason_the_hint_and_the_way_on_are_sentences_of_their_own(command: str) -> None:
    reason = run_with().take(bash(command)).reason
    assert re.search(r"[.!?] To go on to", reason), reason


def test_the_nearest_form_is_named_only_where_its_verb_is_near() -> None:
    run = run_with(allowed_commands=["git status", "git log", "npm test"])
    assert "Permitted is" not in run.take(bash("git push")).reason
    assert "Permitted is: git status" in run.take(bash("git stauts")).reason
    assert "Permitted is" not in run.take(bash("npm install")).reason


def test_commands_are_numbered_as_they_stand_in_the_line() -> None:
    run = run_with(allowed_commands=["npx jest"])
    assert "touch y (command 2 of 2)" in run.take(bash("npx jest a b c && touch y")).reason
    assert "command 1" not in run.take(bash("npx tap a b c")).reason


def test_a_reader_that_would_write_is_named_with_what_it_does() -> None:
    run = run_with(allowed_tools=["Read", "Bash"], allowed_commands=["sed -n", "uniq -c"])
    assert "-i of sed edits files in place, and the entry sed -n does not list it" in run.take(bash("sed -n -i p f")).reason
    assert "the script of sed writes a file" in run.take(bash("sed -n 'w x' f")).reason
    assert "this form of uniq is no reading one" in run.take(bash("uniq -c a b")).reason
