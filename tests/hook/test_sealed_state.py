"""A run's state as somebody else wrote it, an earlier one put back, something else in its place: every call is refused until it is repaired."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from support import SESSION, Json, Place, put_snapshot, snapshot

from statewright import fast
from statewright.setup.rebuild import mend
from statewright.store import acceptance, layout, seal
from statewright.store.compiled import SUM
from statewright.store.seal import HEAD
from statewright.trace.verify import verify

FLOW: Json = {"id": "m", "initial": "look", "states": {
    "look": {"allowed_tools": ["Read"], "max_iterations": 50, "on": {"WORK": "work"}},
    "work": {"allowed_tools": ["Read", "Write"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}  # fmt: skip
OTHER = "00000000-0000-4000-8000-000000000002"
SEAL = b'{"seal":"'


@pytest.fixture
def going(place: Place) -> Place:
    """A run with three calls that ended, in the state for looking."""
    place.workflow(FLOW)
    for number in range(3):
        read(place, number)
    return place


def read(place: Place, number: int) -> None:
    assert not place.pre("Read", {"file_path": "a"}, "toolu_%d" % number).denied
    place.post("Read", {"file_path": "a"}, {"type": "text"}, "toolu_%d" % number)


def heads(place: Place) -> list[Path]:
    """The files that say which write of each run was the last."""
    return [path for path in (place.data / "secrets" / "heads").rglob("*") if path.is_file()]


def refused(place: Place, *words: str) -> None:
    """Every gate says no with the same sentence, and so does what a person looks at."""
    for tool, given in (("Read", {"file_path": "a"}), ("Write", {"file_path": "made", "content": "x"}), ("Bash", {"command": "statewright status"})):
        answer = place.pre(tool, given, "toolu_x")
        assert answer.denied and all(word in answer.reason for word in words), answer.reason
        assert "a person " in answer.reason and answer.reason.endswith("statewright doctor --repair")
    said = place.cli("status")
    assert said.returncode == 1 and all(word in said.stderr for word in words) and not said.stdout, said.stderr
    line = place.cli("statusline").stdout
    assert line.startswith("statewright: every call is refused: ") and all(word in line for word in words)
    assert not list(place.project.rglob("crash.txt"))


def repaired(place: Place) -> str:
    """What the repair says of the run; after it the run goes on."""
    found = mend(str(place.project), [place.run.name])
    assert len(found) == 1, found
    read(place, 90)
    assert place.pre("Write", {"file_path": "made", "content": "x"}, "toolu_w").denied, "still in the state it was in"
    result = verify(place.run)
    assert result.ok, result.faults()
    return found[0]


def last(place: Place) -> Json:
    return place.journal()[-1]


# Written by somebody else --------------------------------------------------------------------------------


def test_a_line_without_a_seal_counts_nowhere(going: Place) -> None:
    (going.run / "state.json").write_text(json.dumps({**going.state(), "state": "work", "slice": None}) + "\n")
    refused(going, "its seal is missing", "not written by statewright")
    assert repaired(going).startswith("the state of run")
    (note,) = [line for line in going.journal() if line.get("what") == "rebuilt"]
    assert note["reason"] == "foreign" and (going.run / "damaged.json").exists()


def test_a_line_appended_to_true_ones_counts_nowhere(going: Place) -> None:
    with (going.run / "state.json").open("a") as file:
        file.write(json.dumps({"seal": "0" * 64, **going.state(), "state": "work", "slice": None}) + "\n")
    refused(going, "its seal is")


@pytest.mark.parametrize(("old", "new"), [
    (b'"state":"look"', b'"state":"work"'), (b'"count":3', b'"count":0'), (b'"status":"running"', b'"status":"off"    '),
    (b'{"seal":"', b'{"seal":"0'), (b'"approval":null', b'"approval":{}'), (b'","v":1', b'","V":1'), (b'"written":', b'"written":9'), (b"}", b"} "),
])  # fmt: skip
def test_one_changed_byte_breaks_the_seal(going: Place, old: bytes, new: bytes) -> None:
    path = going.run / "state.json"
    lines = path.read_bytes().splitlines(keepends=True)
    assert old in lines[-1]
    path.write_bytes(b"".join(lines[:-1]) + lines[-1].replace(old, new, 1))
    refused(going, "not written by statewright")


def test_a_seal_of_another_run_or_another_project_does_not_fit(going: Place, tmp_path: Path) -> None:
    mine = (going.run / "state.json").read_bytes()
    assert not going.hook("pre-tool", {**going.payload("PreToolUse", "Read", {"file_path": "a"}), "session_id": OTHER}).denied
    theirs = going.run.parent / (OTHER + "-1")
    shutil.copyfile(theirs / "state.json", going.run / "state.json")
    refused(going, "its seal is wrong")
    (going.run / "state.json").write_bytes(mine)
    there = tmp_path / "there"
    shutil.copytree(going.project, there)
    (moved := Place(tmp_path / "x")).project = there
    moved.home = going.home
    answer = moved.pre("Read", {"file_path": "a"})
    assert answer.denied and "cannot be believed" in answer.reason  # the same run's name in another folder
    read(going, 7)


def test_the_key_of_another_user_does_not_fit(going: Place) -> None:
    (head,) = heads(going)
    head.write_bytes(head.read_bytes()[:HEAD] + os.urandom(32) + b"\n")
    refused(going, "its seal is wrong")
    assert "rebuilt from" in repaired(going)


def test_a_run_goes_on_by_its_own_key_and_is_repaired_by_the_users(going: Place) -> None:
    key = going.data / "secrets" / "approval.key"
    kept = key.read_bytes()
    key.write_bytes(os.urandom(31) + b"\0")
    read(going, 4)
    key.unlink()
    read(going, 5)
    key.write_bytes(kept)
    (head,) = heads(going)
    head.unlink()
    refused(going, "which write was its last is not known")
    assert "rebuilt from" in repaired(going) and going.state()["count"] == 6, "sealed lines vouch for what the journal tells"


def test_a_missing_key_is_told_by_itself(going: Place) -> None:
    (head,) = heads(going)
    head.unlink()
    (going.data / "secrets" / "approval.key").unlink()
    refused(going, "the key that seals it is missing")


def test_without_any_word_of_the_last_write_the_run_begins_anew(going: Place) -> None:
    shutil.rmtree(going.data / "secrets")
    refused(going, "the key that seals it is missing")
    (said,) = mend(str(going.project), [going.run.name])
    assert "cannot be rebuilt yet: the record of what was accepted was not written" in said and said.endswith(
        "a person runs: statewright accept, and then once more: statewright doctor --repair")
    acceptance.accept(str(going.project), str(going.data), layout.source_digest(str(going.project)), "terminal")
    assert "begun anew in state look" in repaired(going) and going.state()["count"] < 3


# An earlier one put back -----------------------------------------------------------------------------------


def test_an_earlier_sealed_line_is_no_state_any_more(going: Place) -> None:
    path = going.run / "state.json"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    refused(going, "older than what statewright wrote last")
    assert "rebuilt from" in repaired(going)
    assert going.state()["count"] == 4, "three calls from the journal, one since"


def test_a_copy_of_the_whole_folder_put_back_is_no_run_any_more(going: Place) -> None:
    kept = going.home / "kept"
    shutil.copytree(going.run, kept)
    read(going, 8)
    shutil.rmtree(going.run)
    shutil.copytree(kept, going.run)
    refused(going, "older than what statewright wrote last")


def test_a_call_cannot_take_its_own_count_back_while_it_runs(going: Place) -> None:
    whole = (going.run / "state.json").read_bytes()
    assert not going.pre("Read", {"file_path": "a"}, "toolu_9").denied
    (going.run / "state.json").write_bytes(whole)  # no line of the journal tells of it yet
    going.post("Read", {"file_path": "a"}, {"type": "text"}, "toolu_9")
    refused(going, "older than what statewright wrote last")


def test_a_state_and_its_number_put_back_together_are_betrayed_by_the_journal(going: Place) -> None:
    kept = [(path, path.read_bytes()) for path in (going.run / "state.json", *heads(going))]
    read(going, 8)
    for path, data in kept:
        path.write_bytes(data)
    answer = going.pre("Read", {"file_path": "a"}, "toolu_x")
    assert answer.denied and "the journal of run" in answer.reason and "tells more than its state" in answer.reason
    length = (going.run / "trace.jsonl").stat().st_size
    assert "lie in cut.1.jsonl" in repaired(going)
    assert (going.run / "cut.1.jsonl").stat().st_size < length


def test_what_was_never_a_line_behind_the_journals_end_is_cut_as_ever(going: Place) -> None:
    with (going.run / "trace.jsonl").open("ab") as file:
        file.write(b"\0" * 40 + b'{"seq":9,"prev":"x"}\n')
    read(going, 4)
    assert any(line.get("what") == "mended" for line in going.journal()) and verify(going.run).ok


def test_a_process_killed_before_its_last_word_is_no_fault(going: Place) -> None:
    (head,) = heads(going)
    before = head.read_bytes()
    read(going, 4)
    now = head.read_bytes()
    assert int(now[:16]) == int(before[:16]) + 2
    head.write_bytes(b"%016d" % (int(now[:16]) - 1) + before[16:])
    read(going, 5)
    assert verify(going.run).ok


@pytest.mark.parametrize("lost", ["state", "state and journal", "head"])
def test_after_a_power_cut_a_person_goes_on(going: Place, lost: str) -> None:
    path, journal = going.run / "state.json", going.run / "trace.jsonl"
    state, lines = path.read_bytes().splitlines(keepends=True), journal.read_bytes().splitlines(keepends=True)
    if lost == "head":
        (head,) = heads(going)
        head.write_bytes(b"")
        refused(going, "which write was its last is not known")
    else:
        path.write_bytes(b"".join(state[:-2]) + b"\0" * len(state[-1]))
        if "journal" in lost:
            journal.write_bytes(b"".join(lines[:-1]) + b"\0" * 30)
        refused(going, "or a power cut took the last")
    assert "rebuilt from" in repaired(going)


# What is no file of ours ---------------------------------------------------------------------------------------


def _link(path: Path) -> None:
    kept = path.with_name("kept." + path.name)
    path.rename(kept)
    path.symlink_to(kept)


def _second(path: Path) -> None:
    path.with_name("kept." + path.name).hardlink_to(path)


def _fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("name", ["state.json", "trace.jsonl", "lock"])
@pytest.mark.parametrize("make", [_link, _second, _fifo, _folder])
def test_a_link_a_pipe_or_a_folder_in_a_files_place_is_not_followed(going: Place, make: Callable[[Path], None], name: str) -> None:
    if name == "lock" and make in (_second, _fifo):
        return  # holds as well by another name
    make(going.run / name)
    if name == "trace.jsonl":  # what writes no line does not open it
        answer = going.pre("WebSearch", {"query": "x"}, "toolu_x")
        assert answer.denied and "cannot be used: trace.jsonl is no plain file of its own" in answer.reason
        return
    refused(going, "cannot be used: %s is no plain file of its own" % name) if name == "state.json" else None
    assert going.pre("Read", {"file_path": "a"}, "toolu_y").denied
    assert "rebuilt from" in repaired(going)
    assert (going.run / name).is_file() and not (going.run / name).is_symlink()


def test_a_run_whose_folder_is_a_link_is_refused(going: Place) -> None:
    there = going.home / "there"
    going.run.rename(there)
    (going.project / ".statewright" / "runs" / there.name).symlink_to(there)
    (there.parent / "x").mkdir()
    (going.project / ".statewright" / "runs" / (SESSION + "-1")).symlink_to(there)
    answer = going.pre("Read", {"file_path": "a"}, "toolu_x")
    assert answer.denied and "its folder is no plain" in answer.reason


# The compiled workflow -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", ["as it was", "made to fit", "with a seal of another user"])
def test_rules_that_a_script_wrote_into_the_compiled_workflow_bind_nobody(going: Place, index: str) -> None:
    """They would let Edit through in every state; each call, each transition and each new run reads the true ones."""
    plan = next((going.run.parent / "plans").glob("*.plan"))

    def rewrite() -> None:
        old = plan.read_bytes()
        plan.write_bytes(old.replace(b'["Read"]', b'["Edit"]').replace(b'"Write"]', b'"Edit"] '))
        if index != "as it was":
            table = json.loads(plan.with_suffix(".json").read_bytes())
            del table["seal"]
            for line, one in zip(plan.read_bytes().splitlines(keepends=True), table["index"].values(), strict=True):
                one[2] = fast.sha256(line)[:SUM]
            body = fast.dumps({**table, "sum": fast.sha256(plan.read_bytes())})
            plan.with_suffix(".json").write_bytes(body if index == "made to fit" else seal.close(b"x" * 32, body))

    edit = {"file_path": "a", "old_string": "b", "new_string": "c"}
    rewrite()
    assert going.pre("Edit", edit, "toolu_e").denied
    read(going, 5)
    rewrite()
    going.pre("Bash", {"command": "statewright transition WORK"}, "toolu_t")
    assert going.cli("transition", "WORK").returncode == 0
    assert going.state()["state"] == "work" and going.pre("Edit", edit, "toolu_f").denied
    rewrite()
    for tool, given in (("Edit", edit), ("Read", {"file_path": "a"})):
        payload = {**going.payload("PreToolUse", tool, given), "session_id": OTHER}
        assert going.hook("pre-tool", payload).denied == (tool == "Edit")
    rewrite()
    source = going.project / ".statewright" / "workflow.json"
    source.write_text(source.read_text() + " ")
    answer = going.pre("Read", {"file_path": "a"}, "toolu_g")
    assert answer.denied and answer.reason.endswith("a person runs: statewright accept")


# What is gone ---------------------------------------------------------------------------------------------------


def _gone(place: Place, *what: str) -> None:
    """What a script would delete to have a run begun anew."""
    name = place.run.name
    if "run" in what:
        shutil.rmtree(place.run)
    if "pointer" in what:
        (place.project / ".statewright" / "runs" / (SESSION + ".current")).unlink()
    if "mark" in what:
        (place.data / "sessions" / (SESSION + ".json")).unlink()
    if "decoy" in what:
        (place.project / ".statewright" / "runs" / name).mkdir()


@pytest.mark.parametrize("decoy", ["", "decoy"])
def test_a_run_deleted_with_all_that_names_it_is_missed_until_a_person_lets_go(going: Place, decoy: str) -> None:
    _gone(going, "run", "pointer", "mark", decoy)
    answer = going.pre("Read", {"file_path": "a"}, "toolu_x")
    assert answer.denied and ("is gone" in answer.reason or "is missing" in answer.reason)
    assert not going.hook("pre-tool", {**going.payload("PreToolUse", "Read", {"file_path": "a"}), "session_id": OTHER}).denied
    if not decoy:
        assert answer.reason.endswith("a person runs: statewright off")
        seal.forget(str(going.data), str(going.project))  # as that does
        read(going, 30)
        assert going.state()["count"] == 1


def test_a_run_that_nothing_names_goes_on_where_it_was(going: Place) -> None:
    _gone(going, "pointer", "mark")
    read(going, 30)
    assert going.run.name == SESSION + "-1" and going.state()["count"] == 4
    _gone(going, "pointer")
    assert "the pointer to run" in going.pre("Read", {"file_path": "a"}, "toolu_x").reason


def test_a_shared_run_that_is_gone_is_begun_anew_by_a_new_session(place: Place) -> None:
    """Another clone may lie where one lay before."""
    place.workflow(FLOW, scope="project")
    read(place, 1)
    shutil.rmtree(place.project / ".statewright" / "runs")
    payload = {**place.payload("PreToolUse", "Read", {"file_path": "a"}), "session_id": OTHER}
    assert not place.hook("pre-tool", payload).denied and (place.project / ".statewright" / "runs" / "project-1").is_dir()


# The journal, and what names the run ---------------------------------------------------------------------------


def test_a_rewritten_journal_is_on_record_with_the_next_line(going: Place) -> None:
    path = going.run / "trace.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"Read"', b'"Edit"'))
    read(going, 5)
    assert "changed" in [line.get("what") for line in going.journal()] and not verify(going.run).ok


def test_repair_takes_no_line_that_nothing_vouches_for(going: Place) -> None:
    path, lines = going.run / "trace.jsonl", (going.run / "trace.jsonl").read_bytes().splitlines()
    count = len(lines)
    moved = {"seq": count + 1, "prev": fast.sha256(lines[-1]), "kind": "step", "what": "transition", "state": "m/work", "event": "WORK", "step": {}}
    with path.open("ab") as file:
        file.write(fast.dumps(moved) + b"\n")
    (going.run / "state.json").write_text("{")
    refused(going, "its seal is missing")
    assert "in state look" in repaired(going)
    assert json.loads((going.run / "cut.1.jsonl").read_bytes())["event"] == "WORK"


def test_repair_takes_no_journal_that_is_another(going: Place) -> None:
    path = going.run / "trace.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seq":1,', b'"seq":1, '))
    (going.run / "state.json").write_text("{")
    (said,) = mend(str(going.project), [going.run.name])
    assert "its journal is not the one that was written" in said
    assert going.pre("Read", {"file_path": "a"}, "toolu_x").denied


def test_a_session_is_not_led_to_another_ones_run(going: Place) -> None:
    assert not going.hook("pre-tool", {**going.payload("PreToolUse", "Read", {"file_path": "a"}), "session_id": OTHER}).denied
    theirs = going.run.parent / (OTHER + "-1")
    put_snapshot(theirs, {**snapshot(theirs), "state": "work", "slice": None}, going.data)
    pointer, own = going.run.parent / (SESSION + ".current"), going.run.name
    pointer.write_text(OTHER + "-1")
    answer = going.pre("Write", {"file_path": "made", "content": "x"}, "toolu_x")
    assert answer.denied and "names another one" in answer.reason and answer.reason.endswith("doctor --repair")
    assert mend(str(going.project), [own, OTHER + "-1"]) == ["session %s: its run is %s again, not %s" % (SESSION, own, OTHER + "-1")]
    read(going, 9)


def test_a_session_is_not_led_back_to_a_run_that_is_over(going: Place) -> None:
    pointer, first = going.run.parent / (SESSION + ".current"), going.run.name
    going.put({**going.state(), "machine": "m", "state": "done", "slice": None, "final": True})
    going.hook("user-prompt", going.payload("UserPromptSubmit", prompt="more"))
    assert going.run.name == SESSION + "-2"
    read(going, 20)
    pointer.write_text(first)
    answer = going.pre("Read", {"file_path": "a"}, "toolu_x")
    assert answer.denied and "names another one" in answer.reason


def test_calls_at_once_leave_one_number_each(going: Place) -> None:
    before = going.state()
    started = [going.start("pre-tool") for _ in range(12)]
    for number, one in enumerate(started):
        payload = going.payload("PreToolUse", "Read", {"file_path": "a"}, "toolu_at_once_%d" % number)
        assert one.stdin is not None
        one.stdin.write(json.dumps(payload).encode())
        one.stdin.close()
        one.stdin = None
    assert [one.communicate(timeout=60)[0] for one in started] == [b""] * 12 and {one.returncode for one in started} == {0}
    after = going.state()
    assert (after["count"], after["written"]) == (before["count"] + 12, before["written"] + 12)
    (head,) = heads(going)
    assert int(head.read_bytes()[:16]) == after["written"] and (going.run / "state.json").read_bytes().count(SEAL) >= 1


def test_a_pruned_run_leaves_nothing_of_its_seal(going: Place) -> None:
    from statewright.cli.ground import Place as Ground
    from statewright.cli.pruning import remove

    remove(Ground(str(going.project), str(going.data), ""), [going.run.name])
    assert heads(going) == []
