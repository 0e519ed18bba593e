"""An event that would gain something is believed only from the session's own harness."""

from __future__ import annotations

from typing import Any

import pytest
from builders import Run, bash, call, ended, event

from statewright.model import Event

FLOW = {"id": "m", "initial": "work", "checks": {"tests": {"command": "pytest -q"}},
        "states": {"work": {"max_iterations": 3, "on": {"DONE": "done"}}, "done": {"type": "final"}}}


class Sender:
    """Stands in for the look at the processes: who sends from now on."""

    def __init__(self) -> None:
        self.who = "client"
        self.looks = 0

    def __call__(self, pinned: str, one: Event) -> tuple[str, str]:
        self.looks += 1
        return (self.who, "") if pinned in ("", self.who) else (pinned, "it comes from %s" % self.who)


class Watched(Run):
    """A run whose events all come with a sender."""

    def __init__(self, *machines: Any) -> None:
        super().__init__(*machines)
        self.sender = Sender()

    def take(self, one: Event) -> Any:
        one.sender = self.sender
        return super().take(one)

    def made_up(self, one: Event) -> Any:
        self.sender.who, real = "a script", self.sender.who
        try:
            return self.take(one)
        finally:
            self.sender.who = real


@pytest.fixture
def run() -> Watched:
    """A run whose client is known."""
    made = Watched(FLOW)
    made.take(call("Read", {"file_path": "a"}))
    return made


def test_a_made_up_end_of_a_check_proves_nothing_and_the_true_end_still_counts(run: Watched) -> None:
    tests = bash("pytest -q")
    run.take(tests)
    out = run.made_up(ended(tests, extra={"exit_code": 0}))
    assert out.data["forged"] and run.snap["checks"] == {} and run.whats()[-1] == "forgery"
    run.take(ended(tests, ok=False, extra={"exit_code": 1}))
    assert run.snap["checks"]["tests"]["status"] == "failed"


def test_a_made_up_call_of_our_command_gives_no_ticket(run: Watched) -> None:
    out = run.made_up(bash("statewright transition DONE"))
    assert (out.effect, out.rule) == ("deny", "sender") and run.snap["ticket"] is None


def test_a_made_up_batch_gives_no_call_back(run: Watched) -> None:
    for number in range(2):
        run.take(call("Read", {"file_path": "b"}, call="toolu_x%d" % number))
    assert run.snap["count"] == 3
    run.made_up(event("batch", calls=[{"call": "toolu_x0", "tool": "Read", "bytes": 0}]))
    assert run.snap["count"] == 3 and not run.passes(call("Read", {"file_path": "c"}))


def test_a_made_up_batch_frees_no_byte_of_the_budget(run: Watched) -> None:
    read = call("Read", {"file_path": "b"})
    run.take(read)
    run.take(ended(read, 5000))
    run.made_up(event("batch", calls=[{"call": read.call, "tool": "Read", "bytes": 1}]))
    assert run.snap["bytes"] == 5000
    run.take(event("batch", calls=[{"call": read.call, "tool": "Read", "bytes": 4000}]))
    assert run.snap["bytes"] == 4000


@pytest.mark.parametrize("kind", ["prompt", "session_start", "session_end"])
def test_a_made_up_turn_of_the_session_changes_nothing_but_the_record(run: Watched, kind: str) -> None:
    before = run.snap
    out = run.made_up(event(kind))
    changed = {key for key in run.snap if run.snap[key] != before[key]}
    assert out.data["forged"] and changed <= {"refusals"} and not out.tell


def test_a_made_up_stop_does_not_use_up_the_one_reminder(run: Watched) -> None:
    write = call("Write", {"file_path": "/p/a", "content": "x"})
    run.take(write)
    run.take(ended(write))
    assert run.made_up(event("stop")).data["forged"]
    assert run.take(event("stop")).block


def test_nobody_looks_at_the_sender_of_an_ordinary_call(run: Watched) -> None:
    run.sender.looks = 0
    read = call("Read", {"file_path": "b"})
    run.take(read)
    run.take(ended(read, 10))
    run.take(event("batch", calls=[{"call": read.call, "tool": "Read", "bytes": 20}]))
    run.take(event("stop"))
    assert run.sender.looks == 0


@pytest.mark.parametrize("one", [bash("ls"), event("batch"), event("stop"), event("prompt"), event("config"), event("post")],
                         ids=lambda one: one.kind)
def test_whatever_comes_from_inside_the_agents_shell_is_refused_without_a_look(run: Watched, one: Event) -> None:
    one.extra["inside"] = True
    out = run.take(one)
    assert out.data["forged"] and run.whats()[-1] == "forgery" and (out.effect == "deny") == (one.kind == "pre")


def test_the_first_event_of_each_session_tells_its_sender() -> None:
    run = Watched(FLOW)
    run.take(bash("ls"))
    run.sender.who = "other client"
    run.take(bash("ls", session="second"))
    assert run.snap["senders"] == {"session": "client", "second": "other client"}


@pytest.mark.parametrize(("first", "second"), [(0, 1), (1, 0), (0, None)])
def test_two_ends_of_a_check_that_disagree_make_it_unknown(first: int, second: int | None) -> None:
    run = Run(FLOW)  # nobody looks at senders here: what holds where the system does not tell them
    tests = bash("pytest -q")
    run.take(tests)
    run.take(ended(tests, ok=first == 0, extra={"exit_code": first}))
    run.take(ended(tests, ok=second == 0, extra={"exit_code": second}))
    assert run.snap["checks"]["tests"]["status"] == "unknown" and "forgery" in run.whats()


def test_one_end_told_twice_is_one_end(run: Watched) -> None:
    tests = bash("pytest -q")
    run.take(tests)
    for _ in range(2):
        run.take(ended(tests, 40, extra={"exit_code": 0}))
    assert run.snap["checks"]["tests"]["status"] == "passed" and run.snap["bytes"] == 40
