"""Runs across sessions of the real client: approvals in a terminal, resume, fork, clear, compaction, scopes, activation, a person's modes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from guarded import BYPASS, Guarded, bash
from support import put_snapshot, snapshot
from terminal_client import Seated

GATED: dict[str, Any] = {
    "id": "ship", "initial": "draft",
    "states": {
        "draft": {"allowed_tools": ["Read", "Bash"], "on": {"SHIP": {"target": "live", "requires_approval": True}, "SKIP": "live"}},
        "live": {"allowed_tools": ["Read", "Write", "Bash"], "on": {"END": "done"}},
        "done": {"type": "final"},
    },
}
SHIP = {"tools": [bash("statewright transition SHIP --set version=7", "ship")]}
SKIP = {"tools": [bash("statewright transition SKIP", "skip")]}
END = {"tools": [bash("statewright transition END", "end")]}
DONE = {"text": "done"}
DAYS = 3 * 24 * 3600.0


def write(here: Guarded, name: str) -> dict[str, Any]:
    return {"tools": [["Write", {"file_path": str(here.project / (name + ".txt")), "content": "x"}, name]]}


def configured(here: Guarded, **settings: Any) -> Guarded:
    (here.project / ".statewright" / "config.json").write_text(json.dumps(settings))
    return here


def whats(here: Guarded, session: str) -> list[str]:
    found = [line for line in here.journal(session) if line["kind"] == "step"]
    return [line["what"] for line in found if line["what"] in ("approval_request", "approval_answer", "transition", "transition_refused", "mode")]


def test_an_approval_given_in_a_terminal_is_told_when_the_session_goes_on(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED)
    first = here.run([SHIP, {"tools": [bash("statewright transition SKIP", "other")]}, DONE], args=BYPASS)
    assert "needs a person's approval" in first.told("ship") and first.refused("other")
    said = here.person("approve")
    assert said.returncode == 0 and "sets version" in said.stdout, said
    again = here.run([write(here, "made"), DONE], prompt="go on", args=("--resume", first.session, *BYPASS))
    assert "SHIP was approved by a person" in again.seen() and not again.refused("made")
    assert here.journal(first.session)[-1]["kind"] and whats(here, first.session) == ["approval_request", "transition"]
    given = next(line for line in here.journal(first.session) if line.get("what") == "transition")
    assert given["road"] == "terminal" and here.status(first.session)["context"]["version"] == 7


def test_a_rejection_in_a_terminal_is_told_with_its_reason(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED)
    first = here.run([SHIP, DONE], args=BYPASS)
    assert here.person("reject", "not on a Friday").returncode == 0
    again = here.run([write(here, "made"), DONE], prompt="go on", args=("--resume", first.session, *BYPASS))
    assert "SHIP was refused by a person: not on a Friday" in again.seen() and again.refused("made")
    assert whats(here, first.session) == ["approval_request", "approval_answer"]


def test_a_request_that_nobody_answered_in_time_is_over_and_can_be_made_again(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED)
    first = here.run([SHIP, DONE], args=BYPASS)
    run = here.project / ".statewright" / "runs" / (first.session + "-1")
    snap = snapshot(run)
    snap["approval"]["deadline"] -= DAYS  # as if the clock had gone on
    put_snapshot(run, snap, here.data)
    again = here.run([SHIP, DONE], prompt="go on", args=("--resume", first.session, *BYPASS))
    assert "expired" in again.seen() and "needs a person's approval" in again.told("ship")
    assert whats(here, first.session) == ["approval_request", "approval_answer", "approval_request"]
    answer = next(line for line in here.journal(first.session) if line.get("what") == "approval_answer")
    assert answer["answer"] == "expired"


def test_a_resumed_session_goes_on_in_its_state_and_a_forked_one_begins_anew(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED)
    first = here.run([SKIP, DONE], args=BYPASS)
    again = here.run([write(here, "made"), DONE], prompt="go on", args=("--resume", first.session, *BYPASS))
    assert again.session == first.session and not again.refused("made") and "state live" in again.seen()
    fork = here.run([write(here, "forked"), DONE], prompt="try", args=("--resume", first.session, "--fork-session", *BYPASS))
    assert fork.session != first.session and fork.refused("forked") and here.status(fork.session)["state"] == "draft"
    assert here.status(first.session)["state"] == "live"


def test_clear_begins_a_new_run_and_compaction_tells_the_state_again(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED)
    turns = [SKIP, DONE, {"text": "sent back once"}, {"text": "still here"}, write(here, "fresh"), {"text": "cleared"}]
    with Seated(here, turns, *BYPASS) as seat:
        seat.ask("skip it")
        session = seat.session
        before = len(seat.model.requests)
        seat.type("/compact")
        seat.wait(lambda: len(seat.model.requests) > before, "the compaction")
        seat.rest(2.0)
        seat.ask("where are we?")
        last = json.dumps(seat.model.requests[-1]["body"]["messages"])
        assert "a summary" in last and "workflow ship, state live" in last
        seat.type("/clear")
        seat.rest(2.0)
        seat.ask("begin")
        ran = seat.result()
        assert ran.refused("fresh") and seat.session != session
        assert here.status(seat.session)["state"] == "draft" and here.status(session)["state"] == "live"


def test_two_sessions_have_two_runs_and_with_scope_project_one(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED)
    one = here.run([SKIP, DONE], args=BYPASS)
    two = here.run([write(here, "made"), DONE], args=BYPASS)
    assert two.refused("made") and here.status(one.session)["state"] == "live" and here.status(two.session)["state"] == "draft"


def test_with_scope_project_a_second_session_is_where_the_first_one_is(guarded: Callable[..., Guarded]) -> None:
    here = configured(guarded(GATED), scope="project")
    here.run([SKIP, DONE], args=BYPASS)
    two = here.run([write(here, "made"), END, DONE], args=BYPASS)
    assert not two.refused("made") and here.status(two.session)["state"] == "done"
    three = here.run([write(here, "next"), DONE], args=BYPASS)
    assert three.refused("next") and here.status(three.session)["state"] == "draft"


def test_where_a_script_deleted_the_folder_the_next_session_is_held_until_a_person_says_off(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "wide", "initial": "work", "states": {"work": {"on": {"DONE": "done"}}, "done": {"type": "final"}}},
                   {"clean.py": "import shutil; shutil.rmtree('.statewright')\n"})
    first = here.run([{"tools": [bash("python3 clean.py", "clean")]}, write(here, "one"), DONE], args=BYPASS)
    assert not first.refused("clean") and first.refused("one")
    second = here.run([write(here, "two"), DONE], args=BYPASS)
    assert second.session != first.session and second.refused("two") and "statewright init, or off" in second.told("two")
    assert "is not held any more" in here.person("off").stdout
    third = here.run([write(here, "three"), DONE], args=BYPASS)
    assert not third.refused("three") and here.project.joinpath("three.txt").is_file()


def test_the_client_tells_of_a_scheduled_prompt_which_is_no_persons_then(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "wide", "initial": "work", "states": {"work": {"on": {"DONE": "done"}}, "done": {"type": "final"}}})
    cron = ["CronCreate", {"cron": "0 9 1 1 *", "prompt": "go on with the next one", "recurring": True}, "cron"]
    first = here.run([{"tools": [cron]}, {"tools": [bash("statewright transition DONE", "end")]}, DONE], args=BYPASS)
    assert not first.refused("cron") and not first.refused("end")
    assert here.status(first.session)["final"]
    again = here.run([write(here, "made"), DONE], prompt="go on with the next one", args=("--resume", first.session, *BYPASS))
    assert "was scheduled, not typed" in again.seen() and again.refused("made")
    last = here.run([write(here, "later"), DONE], prompt="go on", args=("--resume", first.session, *BYPASS))
    assert not last.refused("later")


def test_after_the_end_the_next_prompt_starts_a_new_run(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED)
    first = here.run([SKIP, END, write(here, "late"), DONE], args=BYPASS)
    assert first.refused("late") and here.status(first.session)["final"]
    again = here.run([write(here, "next"), DONE], prompt="another thing", args=("--resume", first.session, *BYPASS))
    assert again.refused("next") and here.status(first.session)["run"] == first.session + "-2"


def test_with_manual_activation_nothing_is_held_before_a_person_starts_it(guarded: Callable[..., Guarded]) -> None:
    here = configured(guarded(GATED), activation="manual")
    free = here.run([write(here, "free"), {"tools": [bash("statewright start", "start")]}, DONE], args=BYPASS)
    assert not free.refused("free") and free.refused("start")
    assert "starts a run of ship in draft" in here.person("start").stdout
    held = here.run([write(here, "held"), SKIP, END, DONE], args=BYPASS)
    assert held.refused("held") and here.status(held.session)["final"]
    after = here.run([write(here, "after"), DONE], prompt="thanks", args=("--resume", held.session, *BYPASS))
    assert not after.refused("after")


def test_pause_and_off_are_the_persons_alone(guarded: Callable[..., Guarded]) -> None:
    here = guarded(GATED, {"sly.sh": "statewright pause; statewright off; statewright resume; statewright approve; statewright accept\n"})
    tries = [{"tools": [bash("statewright %s" % verb, verb)]} for verb in ("pause", "off", "resume", "accept", "attest")]
    first = here.run([*tries, SKIP, {"tools": [bash("sh sly.sh", "sly")]}, DONE], args=BYPASS)
    assert all(first.refused(verb) for verb in ("pause", "off", "resume", "accept", "attest"))
    assert first.told("sly").count("is for people") == 5 and here.status(first.session)["status"] == "running"
    assert here.person("pause").returncode == 0
    paused = here.run([write(here, "paused"), END, DONE], args=("--resume", first.session, *BYPASS))
    assert not paused.refused("paused") and paused.refused("end")
    assert here.person("resume").returncode == 0 and here.person("off").returncode == 0
    assert not here.run([write(here, "off"), DONE], args=BYPASS).refused("off")
    assert here.person("resume").returncode == 0
    assert here.run([write(here, "on"), DONE], args=BYPASS).refused("on")
    assert "transition_refused" in whats(here, first.session) and "mode" in whats(here, first.session)
