"""What stands outside the project as a script wrote it: what was accepted here, and which programs the checks run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from support import Json, Place, snapshot

FLOW: Json = {
    "id": "m", "initial": "look", "checks": {"tests": {"command": "sh run-tests"}},
    "guards": {"ok": {"field": "checks.tests.status", "op": "eq", "value": "passed"}},
    "states": {"look": {"allowed_tools": ["Read", "Bash"], "on": {"DONE": {"target": "done", "guard": "ok"}}}, "done": {"type": "final"}},
}  # fmt: skip
LOOSE: Json = {"id": "m", "initial": "look", "states": {"look": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}


@pytest.fixture
def going(place: Place) -> Place:
    """A project with a run, accepted as it was found."""
    place.workflow(FLOW)
    assert not read(place, "first").denied
    return place


def read(place: Place, session: str, tool: str = "Read"):  # type: ignore[no-untyped-def]
    given = {"file_path": "a"} if tool == "Read" else {"file_path": "a", "content": "x"}
    return place.hook("pre-tool", {**place.payload("PreToolUse", tool, given), "session_id": session})


def record(place: Place, folder: str = "projects") -> Path:
    (found,) = (place.data / folder).glob("*.json")
    return found


def by_hand(place: Place) -> None:
    """The rules changed, and the record says that a person accepted them: as a script would write it."""
    from statewright.store import layout

    place.workflow(LOOSE)
    kept = json.loads(record(place).read_text())
    record(place).write_text(json.dumps({**kept, "digest": layout.source_digest(str(place.project))}))


def unsealed(place: Place) -> None:
    by_hand(place)
    kept = json.loads(record(place).read_text())
    record(place).write_text(json.dumps({key: value for key, value in kept.items() if key != "seal"}))


def anothers(place: Place) -> None:
    """The record of another project, put in the place of this one's."""
    from statewright.store import acceptance

    place.workflow(LOOSE)
    other = place.home / "other"
    shutil.copytree(place.project / ".statewright", other / ".statewright")
    before = record(place)
    acceptance.current_digest(str(other), str(place.data))
    (made,) = set((place.data / "projects").glob("*.json")) - {before}
    made.rename(before)


@pytest.mark.parametrize("forged", [by_hand, unsealed, anothers])
def test_rules_that_a_script_accepted_bind_nobody(going: Place, forged) -> None:  # type: ignore[no-untyped-def]
    forged(going)
    answer = read(going, "second", "Write")
    assert answer.denied and "the record of what was accepted was not written by statewright" in answer.reason
    assert answer.reason.endswith("a person runs: statewright accept")
    assert not read(going, "first").denied and read(going, "first", "Write").denied  # a run goes on by the rules it began with
    assert "not written by statewright" in going.cli("doctor").stdout


def test_an_earlier_acceptance_put_back_binds_nobody(going: Place) -> None:
    from statewright.store import acceptance, layout

    place, one, kept = going, record(going), []
    for flow in (LOOSE, FLOW):
        place.workflow(flow)
        acceptance.accept(str(place.project), str(place.data), layout.source_digest(str(place.project)), "person")
        kept.append(one.read_bytes())
    place.workflow(LOOSE)
    one.write_bytes(kept[0])
    answer = read(place, "second", "Write")
    assert answer.denied and "a program or a hand put an earlier one back; a person runs: statewright accept" in answer.reason
    assert "put an earlier one back" in place.cli("doctor").stdout


def test_an_earlier_record_of_programs_put_back_is_not_believed(going: Place) -> None:
    from statewright.store import programs

    project, data, one = str(going.project), str(going.data), record(going, "programs")
    earlier = one.read_bytes()
    programs.learn(project, data, [{"command": "make lint"}])
    assert programs.read(project, data)["at"] > 0
    one.write_bytes(earlier)
    assert programs.read(project, data) == {"at": 0, "lines": {}, "known": {}, "offered": {}}


def test_an_earlier_record_of_programs_put_back_with_its_mark_is_older_than_what_the_run_was_told_by(going: Place) -> None:
    from statewright.store import programs

    project, data, one = str(going.project), str(going.data), record(going, "programs")
    (mark,) = (going.data / "secrets" / "records").glob("*.programs")
    told = snapshot(going.project / ".statewright" / "runs" / "first-1")["told"]
    assert told == programs.read(project, data)["n"]
    earlier = one.read_bytes(), mark.read_bytes()
    check = {"command": "make lint"}
    told = programs.seen(project, data, check, "", told)[2]
    assert told == programs.read(project, data)["n"]
    one.write_bytes(earlier[0])
    mark.write_bytes(earlier[1])
    assert programs.read(project, data)["n"] < told and programs.read(project, data, told) == {"at": 0, "lines": {}, "known": {}, "offered": {}}
    programs.seen(project, data, check, "", told)
    assert programs.read(project, data, told)["at"] == 0, "all is to be accepted, and a person can"
    programs.accept(project, data, list(programs.read(project, data)["offered"]))
    assert programs.read(project, data, told)["at"] > 0


def test_a_record_is_believed_whichever_of_its_two_writes_a_crash_cut_off(going: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from statewright import fast
    from statewright.store import acceptance, layout, seal

    project, data = str(going.project), str(going.data)
    digest, replace, written = layout.source_digest(project), fast.replace, []

    def crash(path: str, body: bytes, sync: bool = False) -> None:
        if len(written) == left:
            raise KeyboardInterrupt
        written.append(path)
        replace(path, body, sync)

    monkeypatch.setattr(seal.fast, "replace", crash)
    for left in (0, 1, 2):
        written.clear()
        with pytest.raises(KeyboardInterrupt):
            acceptance.accept(project, data, digest, "person %d" % left)
        assert acceptance.record(project, data)["digest"] == digest
    monkeypatch.undo()
    acceptance.accept(project, data, digest, "person")
    assert acceptance.record(project, data)["road"] == "person"


def test_who_deletes_the_record_does_not_have_the_project_met_anew(going: Place) -> None:
    going.workflow(LOOSE)
    record(going).unlink()
    answer = read(going, "second", "Write")
    assert answer.denied and "the record of what was accepted is gone, though runs were begun here" in answer.reason
    assert answer.reason.endswith("a person runs: statewright accept") and not record_there(going)
    assert "is gone, though runs were begun here" in going.cli("doctor").stdout


def test_who_takes_secrets_and_records_away_together_does_not_either(going: Place) -> None:
    """The run's own folder still tells that the project was met here."""
    from statewright.store import acceptance, layout, programs

    going.workflow(LOOSE)
    for folder in ("secrets", "projects", "programs", "sessions"):
        shutil.rmtree(going.data / folder)
    for session in ("first", "second"):
        answer = read(going, session, "Write")
        assert answer.denied and ("is gone, though runs were begun here" in answer.reason or "is missing" in answer.reason), answer.reason
    assert "statewright accept" in read(going, "second").reason and not record_there(going)
    project, data = str(going.project), str(going.data)
    assert programs.read(project, data)["at"] == 0
    acceptance.accept(project, data, layout.source_digest(project), "terminal")
    assert not read(going, "third").denied


@pytest.mark.parametrize("how", ["copy", "another HOME"])
def test_a_copy_of_the_project_or_another_home_is_met_for_itself(going: Place, tmp_path: Path, how: str) -> None:
    from statewright.store import acceptance

    project, data = going.project, tmp_path / "elsewhere"
    if how == "copy":
        project, data = tmp_path / "copy", going.data
        shutil.copytree(going.project, project)
    assert acceptance.record(str(project), str(data)) == {}


def test_no_script_makes_the_project_dormant_by_deleting_the_record(going: Place) -> None:
    (going.project / ".statewright" / "config.json").write_text('{"mode": "off"}')
    record(going).unlink()
    assert read(going, "second").denied and read(going, "first", "Write").denied


def test_a_project_without_a_run_is_met_for_the_first_time(place: Place) -> None:
    place.workflow(FLOW)
    place.hook("session-start", place.payload("SessionStart", source="startup"))
    record(place).unlink()
    assert not read(place, "second").denied and record_there(place)


def record_there(place: Place) -> bool:
    return bool(list((place.data / "projects").glob("*.json")))


@pytest.mark.parametrize("how", ["changed", "gone", "unsealed"])
def test_the_programs_of_checks_that_a_script_wrote_down_are_not_believed(going: Place, how: str) -> None:
    one = record(going, "programs")
    kept = json.loads(one.read_text())
    assert kept["at"] > 0 and kept["seal"]
    if how == "gone":
        one.unlink()
    else:
        kept.pop("seal") if how == "unsealed" else kept.update(known={})
        one.write_text(json.dumps(kept))
    from statewright.store import programs

    assert programs.read(str(going.project), str(going.data)) == {"at": 0, "lines": {}, "known": {}, "offered": {}}


def test_a_check_without_programs_at_first_is_no_loss(place: Place) -> None:
    place.workflow(LOOSE)
    read(place, "first")
    from statewright.store import programs

    assert programs.read(str(place.project), str(place.data))["at"] > 0
    assert snapshot(next((place.project / ".statewright" / "runs").glob("first-1")))["state"] == "look"
