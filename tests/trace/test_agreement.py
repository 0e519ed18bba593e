"""state.json and the journal: whatever the state claims beyond what the journal proves is one line of ``trace verify``."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from builders import approve, event, move
from support import Json, Place

from statewright import fast
from statewright.setup.rebuild import rebuild
from statewright.store import seal
from statewright.store.compiled import SUM
from statewright.store.run import Run
from statewright.trace.agreement import differences
from statewright.trace.replay import Replay
from statewright.trace.verify import verify

WORKFLOW = {
    "id": "top",
    "initial": "a",
    "checks": {"t": {"command": "make t"}},
    "guards": {"green": {"field": "checks.t.status", "op": "eq", "value": "passed"}},
    "states": {
        "a": {"on": {"GO": "b", "SHIP": {"target": "b", "requires_approval": True}, "IN": {"invoke": "sub", "on_complete": "b", "on_fail": "a"}}},
        "b": {"max_iterations": 5, "on": {"END": "c", "ASK": {"target": "c", "requires_approval": True, "guard": "green"}}},
        "c": {"type": "final"},
    },
}
SUB = {"id": "sub", "initial": "s", "states": {"s": {"on": {"UP": "good", "DOWN": "failed"}}, "good": {"type": "final"}, "failed": {"type": "final"}}}
Change = Callable[[Json], Json]


@pytest.fixture
def going(place: Place, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A run in its first state, with one call that ended."""
    monkeypatch.setenv("HOME", str(place.home))
    monkeypatch.setenv("XDG_DATA_HOME", str(place.home / "data"))
    (place.workflow(WORKFLOW).project / ".statewright/workflows").mkdir()
    (place.project / ".statewright/workflows/sub.json").write_text(json.dumps(SUB))
    read(place, "toolu_1")
    return Run(str(place.project), place.run.name)


def read(place: Place, name: str) -> None:
    assert not place.pre("Read", {"file_path": "a"}, name).denied
    place.post("Read", {"file_path": "a"}, {"type": "text"}, name)


def told(place: Place) -> list[str]:
    """What verify says of the run's state; the chain itself has to be whole."""
    result = verify(place.run)
    assert result.ok or result.kind == "state", result
    return result.differences


def tampered(place: Place, change: Json) -> list[str]:
    """What is said when these keys of the state hold something else; the state is put back."""
    path = place.run / "state.json"
    whole = path.read_bytes()
    place.put({**place.state(), **change})
    try:
        return told(place)
    finally:
        path.write_bytes(whole)


def one(place: Place, change: Json, *words: str) -> None:
    found = tampered(place, change)
    assert len(found) == 1 and all(word in found[0] for word in words), found


def check(run: Run, code: int, clock: int = 0) -> None:
    extra = {"name": "t", "exit_code": code, "grade": "measured", "clock": clock, "counts": {"passed": 3, "total": 3}}
    run.decide(event("checked", 3.0, extra=extra))


def test_states_checks_and_counts_are_compared(place: Place, going: Run) -> None:
    going.decide(move("GO"))
    read(place, "toolu_2")
    check(going, 1)
    assert told(place) == []
    state = place.state()
    one(place, {"state": "c"}, "state", "top/b", "top/c")
    one(place, {"entry": 3}, "states entered", "2", "3")
    one(place, {"count": 0}, "tool calls", "1", "0")
    one(place, {"clock": 4}, "writes")
    one(place, {"step": 9}, "steps", "9")
    one(place, {"final": True}, "final")
    one(place, {"slice": [0, 5]}, "place in the compiled workflow")
    one(place, {"plan": "f" * 64}, "pinned workflow")
    one(place, {"run": "other"}, "run")
    one(place, {"status": "paused"}, "status", "running", "paused")
    one(place, {"ended": 5.0}, "end", "nothing")
    green = {**state["checks"]["t"], "status": "passed", "exit_code": 0}
    one(place, {"checks": {"t": green}}, "check t", "failed, measured", "passed, measured")
    one(place, {"checks": {"t": {**state["checks"]["t"], "grade": "attested"}}}, "check t", "attested")
    one(place, {"checks": {"t": {**state["checks"]["t"], "passed": 9}}}, "check t as a whole")
    one(place, {"checks": {**state["checks"], "u": green}}, "check u", "nothing")
    one(place, {"checks": {}}, "check t", "nothing")
    one(place, {"checks": 5}, "damaged", "checks")
    assert len(tampered(place, {"state": "c", "entry": 1, "count": 3})) == 3


def test_a_call_that_waits_for_its_end_and_one_that_no_limit_counts_are_told_apart(place: Place, going: Run) -> None:
    assert not place.pre("Read", {"file_path": "a"}, "toolu_2").denied
    assert not place.pre("TodoWrite", {"todos": []}, "toolu_3").denied
    place.post("TodoWrite", {"todos": []}, {}, "toolu_3")
    assert not place.pre("Write", {"file_path": "n", "content": "x"}, "toolu_4").denied
    going.decide(move("GO"))
    assert told(place) == []
    place.post("Read", {"file_path": "a"}, {"type": "text"}, "toolu_2")  # it was let through in the state before
    place.post("Write", {"file_path": "n"}, {"type": "text"}, "toolu_4")
    assert told(place) == [] and (place.state()["count"], place.state()["clock"]) == (0, 2)
    one(place, {"clock": 0}, "writes", "2", "0")


def test_a_call_asked_about_twice_is_counted_twice(place: Place, going: Run) -> None:
    for _ in range(2):
        assert not place.pre("Read", {"file_path": "a"}, "toolu_2").denied
    place.post("Read", {"file_path": "a"}, {"type": "text"}, "toolu_2")
    assert told(place) == [] and place.state()["count"] == 3


def test_the_machines_that_wait_below_are_compared(place: Place, going: Run) -> None:
    going.decide(move("IN"))
    assert told(place) == []
    frame = place.state()["stack"][0]
    one(place, {"stack": [{**frame, "on_fail": "b"}]}, "machines waiting below", "top/a (sub -> b or a)", "b or b")
    one(place, {"stack": []}, "machines waiting below", "nothing")
    going.decide(move("DOWN"))
    assert told(place) == [] and place.state()["state"] == "a"


def test_a_pending_request_and_its_answers_are_compared(place: Place, going: Run) -> None:
    going.decide(move("SHIP"))
    assert told(place) == []
    ask = place.state()["approval"]
    assert any("status" in why and "waiting" in why for why in tampered(place, {"status": "running", "approval": None}))
    one(place, {"approval": {**ask, "deadline": ask["deadline"] + 9e5}}, "approval's end")
    one(place, {"approval": {**ask, "id": "esc_other"}}, "approval waited for", "esc_other")
    one(place, {"approval": {**ask, "event": "GO"}}, "approval's event")
    one(place, {"approval": {**ask, "tries": 2}}, "wrong codes", "0", "2")
    going.decide(event("approve", extra={"approved": True, "road": "typed code", "code": "wrong"}))
    assert told(place) == [] and place.state()["approval"]["tries"] == 1
    one(place, {"approval": {**place.state()["approval"], "tries": 0}}, "wrong codes", "1", "0")
    going.decide(event("mode", extra={"status": "paused"}))
    assert told(place) == []
    going.decide(event("mode", extra={"status": "running"}))
    going.decide(approve(False))
    assert told(place) == []
    assert any("waiting" in why for why in tampered(place, {"status": "waiting", "approval": ask}))
    going.decide(move("SHIP"))
    going.decide(approve())
    assert told(place) == [] and place.state()["state"] == "b"


def test_how_it_ended_is_compared(place: Place, going: Run) -> None:
    going.decide(move("GO"))
    going.decide(move("END"))
    assert told(place) == [] and place.state()["final"]
    one(place, {"final": False}, "final")


def test_a_way_that_needs_a_person_is_not_believed_without_one(going: Run, place: Place) -> None:
    """A journal written anew as a whole is caught by no chain; that it tells of no approval still shows."""
    going.decide(move("GO"))
    plan = going.plan(going.read())
    lines = [{key: value for key, value in line.items() if key != "road"} for line in place.journal()]
    for line in lines:
        line.update({"event": "SHIP"} if line.get("event") == "GO" else {})
    one = Replay(plan, "top")
    for line in lines:
        one.take("0" * 64, line)
    assert any("SHIP needs a person's approval" in why for why in differences({**going.read(), "checks": {}}, one))
    other = Replay(plan, "top")
    for line in place.journal():
        other.take("0" * 64, {**line, "road": "terminal"} if line.get("what") == "transition" else line)
    assert any("was not asked for" in why for why in other.faults)


def test_the_compiled_workflow_is_the_one_the_run_began_with(place: Place, going: Run) -> None:
    base = place.run.parent / "plans" / (going.read()["plan"] + ".plan")
    whole = base.read_bytes()
    base.write_bytes(whole.replace(b'"max_iterations":5', b'"max_iterations":9'))
    assert told(place) == ["compiled workflow: it is not what the pinned workflow compiles to"]
    index = base.with_suffix(".json")
    index.write_bytes(index.read_bytes().replace(fast.sha256(whole).encode(), fast.sha256(base.read_bytes()).encode()))
    assert told(place) == ["compiled workflow: it is not what the pinned workflow compiles to"]
    (place.project / ".statewright/workflow.json").write_text(json.dumps({**WORKFLOW, "description": "changed"}))
    assert told(place) == ["compiled workflow: it is not the one the run began with"]
    base.unlink()
    result = verify(place.run)
    assert "the compiled workflow is not here" in " ".join(result.notes)


def test_a_state_put_together_again_from_the_journal_agrees_with_it(place: Place, going: Run) -> None:
    going.decide(move("GO"))
    check(going, 0)
    going.decide(move("ASK"))
    (place.run / "state.json").unlink()
    assert rebuild(going).startswith("rebuilt")
    result = verify(place.run)
    assert result.ok and any("put together again" in note for note in result.notes)
    read(place, "toolu_9")
    assert told(place) == []
    one(place, {"checks": {"t": {"status": "passed", "grade": "measured", "clock": 9}}}, "check t", "nothing")


def test_the_command_tells_a_line_for_each_difference(place: Place, going: Run) -> None:
    assert place.cli("trace", "verify").returncode == 0
    place.put({**place.state(), "state": "b", "count": 7})
    said = place.cli("trace", "verify")
    assert said.returncode == 1 and "Traceback" not in said.stderr
    lines = said.stdout.splitlines()
    assert "claims what it does not prove" in lines[0] and any(line.startswith("  state: the journal says top/a") for line in lines)
    assert any(line.startswith("  tool calls: the journal says 1, state.json says 7") for line in lines)
    assert json.loads(place.cli("trace", "verify", "--json").stdout)["kind"] == "state"


def test_a_workflow_compiled_anew_by_another_version_holds_the_run_on(place: Place, going: Run) -> None:
    base = place.run.parent / "plans" / (going.read()["plan"] + ".plan")
    index = json.loads(base.with_suffix(".json").read_bytes())
    index.pop("seal")
    offset, lines = 0, b""
    for key, line in zip(index["index"], base.read_bytes().splitlines(keepends=True), strict=True):
        line = line.replace(b'{"m":', b'{"new":1,"m":')
        index["index"][key] = [offset, len(line), fast.sha256(line)[:SUM]]
        offset, lines = offset + len(line), lines + line
    base.write_bytes(lines)
    body = json.dumps({**index, "sum": fast.sha256(lines)}).encode()
    base.with_suffix(".json").write_bytes(seal.signed(going.data, going.project, "plan " + base.stem, body))
    going.decide(move("GO"))  # what follows lies elsewhere now
    read(place, "toolu_2")
    place.put({**place.state(), "slice": [3, 7]})
    read(place, "toolu_3")
    assert told(place) == ["compiled workflow: it is not what the pinned workflow compiles to"]
