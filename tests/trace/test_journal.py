"""The journal: chained lines, each there exactly once whatever is killed when."""

import hashlib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trace_entries import NOW, anything, call, entries, move, session, snapshot, start

from statewright.trace.journal import KINDS, extend, repair


def lines_of(data):
    return [json.loads(line) for line in data.decode().splitlines()]


def test_lines_are_numbered_and_each_holds_the_hash_of_the_one_before():
    snap = snapshot()
    data = extend(snap, [start(), call()], NOW) + extend(snap, [move()], NOW)
    lines = lines_of(data)
    assert [line["seq"] for line in lines] == [1, 2, 3]
    assert [line["step"]["step_number"] for line in lines if line["kind"] == "step"] == [1, 2]
    raw = data.split(b"\n")
    assert [line["prev"] for line in lines] == ["", hashlib.sha256(raw[0]).hexdigest(), hashlib.sha256(raw[1]).hexdigest()]
    assert snap["head"] == hashlib.sha256(raw[2]).hexdigest()


def test_the_snapshot_knows_the_last_write_and_the_length_after_it():
    snap = snapshot()
    first = extend(snap, [start(), call()], NOW)
    second = extend(snap, [move(), call()], NOW)
    assert (snap["tail"].encode(), snap["length"], snap["seq"], snap["step"]) == (second, len(first + second), 4, 3)


def test_nothing_to_say_changes_nothing():
    snap = snapshot()
    before = dict(snap)
    assert extend(snap, [], NOW) == b""
    assert snap == before


def test_a_step_without_an_end_ends_now():
    snap = snapshot()
    entry = {"kind": "step", "what": "stop"}
    assert lines_of(extend(snap, [entry], NOW))[0]["step"]["completed_at"] == "2026-01-01T00:00:00.000Z"


def test_small_facts_stand_beside_the_step():
    line = lines_of(extend(snapshot(), [call(rule="tools", effect="deny")], NOW))[0]
    assert (line["what"], line["state"], line["bytes"], line["rule"], line["effect"]) == ("call", "bugfix/planning", 10, "tools", "deny")


def test_a_line_that_is_no_step_holds_its_known_keys_only():
    line = lines_of(extend(snapshot(), [start(secret="x", session="a b c")], NOW))[0]
    assert set(line) <= {"seq", "prev", "kind", "at", *KINDS["start"]}
    assert line["session"].startswith("session-")


@given(st.lists(entries | st.dictionaries(st.text(max_size=9), anything, max_size=5), max_size=4))
def test_any_entries_make_whole_ascii_lines(entries):
    snap = snapshot()
    data = extend(snap, entries, NOW)
    data.decode("ascii")
    assert len(lines_of(data)) == len(entries) == snap["seq"]


def test_a_write_costs_the_same_after_a_hundred_thousand_steps():
    young, old = snapshot(), snapshot()
    young["step"], young["seq"], young["length"] = 100_000, 100_000, 5
    old.update(young, step=900_000, seq=900_000, length=10**9)
    young["head"] = old["head"] = "0" * 64
    assert len(extend(young, [call()], NOW)) == len(extend(old, [call()], NOW))
    assert len(young["tail"]) == len(old["tail"])


# Crashes -----------------------------------------------------------------------------------------


def mend(disk, snap):
    """What the store does with repair's answer."""
    cut, missing = repair(len(disk), snap)
    if cut >= 0:
        disk = disk[:cut] + b"\0" * (cut - len(disk))
    return disk + missing


@pytest.mark.parametrize("writes", [1, 2])
def test_every_torn_prefix_of_the_last_write_is_made_whole(writes):
    snap = snapshot()
    before = b"".join(extend(snap, [start(), call()], NOW) for _ in range(writes - 1))
    last = extend(snap, [call(), move()], NOW)
    for size in range(len(last) + 1):
        assert mend(before + last[:size], snap) == before + last


def test_a_repair_killed_anywhere_is_repaired_alike():
    snap = snapshot()
    before = extend(snap, [start()], NOW)
    last = extend(snap, [call()], NOW)
    for size in range(0, len(last), 7):
        cut, missing = repair(len(before) + size, snap)
        for again in range(len(missing)):
            assert mend((before + last[:size])[:cut] + missing[:again], snap) == before + last


def test_an_end_the_snapshot_never_knew_is_cut():
    snap = snapshot()
    data = extend(snap, [start()], NOW)
    assert mend(data + b'{"seq":2}\n', snap) == data


def test_more_than_the_last_write_gone_leaves_a_gap_of_the_right_size():
    snap = snapshot()
    whole = b"".join(extend(snap, [call()], NOW) for _ in range(5))
    base = len(whole) - len(snap["tail"])
    for size in range(0, base, 13):
        mended = mend(whole[:size], snap)
        assert len(mended) == snap["length"] == len(whole)
        assert mended.endswith(b"\n" + snap["tail"].encode())
        assert mend(mended, snap) == mended
        for killed in range(size, len(whole), 17):  # the mending is killed too
            assert len(mend(mended[:killed], snap)) == len(whole)


@settings(max_examples=200)
@given(st.lists(st.tuples(st.sampled_from(["whole", "before", "torn", "mending"]), st.floats(0, 1)), max_size=12))
def test_processes_killed_one_after_the_other_lose_and_double_nothing(deaths):
    """Each process mends, replaces the snapshot, appends; kills fall before, between and in the middle."""
    stored, disk, truth = snapshot(), b"", b""
    for death, part in deaths:
        snap = dict(stored)
        mended = mend(disk, snap)
        if death == "mending":
            cut, missing = repair(len(disk), snap)
            disk = (disk[:cut] if cut >= 0 else disk) + missing[: int(len(missing) * part)]
            continue
        disk = mended
        data = extend(snap, [call(), move()], NOW)
        if death == "before":
            continue
        stored, truth = snap, truth + data
        disk += data if death == "whole" else data[: int(len(data) * part)]
    assert mend(disk, stored) == truth


def test_a_whole_session_has_a_step_for_all_but_its_start():
    lines = lines_of(extend(snapshot(), session(), NOW))
    assert [line["kind"] for line in lines] == ["start"] + ["step"] * 7
