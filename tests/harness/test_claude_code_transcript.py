"""The transcript gives counts, once each, however it is cut into readings, and nothing in it is a reason to stop."""

import json
import os
import shutil
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from statewright.harness.claude_code_transcript import _milliseconds, read_file, read_session
from statewright.model import new_snapshot
from statewright.trace.aetp import build
from statewright.trace.journal import extend
from statewright.trace.validate import validate_trace

SAMPLES = Path(__file__).parent.parent / "data/fixtures/claude-code"
AGENT = "a0000000000000006"
SESSION = "00000000-0000-4000-8000-000000000001"


@pytest.fixture(autouse=True)
def harness_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))


@pytest.fixture
def session(tmp_path):
    shutil.copy(SAMPLES / "2.1.332/transcript.sample.jsonl", tmp_path / f"{SESSION}.jsonl")
    (tmp_path / SESSION / "subagents").mkdir(parents=True)
    shutil.copy(SAMPLES / "2.1.332/subagent_transcript.sample.jsonl", tmp_path / f"{SESSION}/subagents/agent-{AGENT}.jsonl")
    return tmp_path / f"{SESSION}.jsonl"


def read(path, place=None, limit=-1):
    entries, after, _ = read_file(str(path), place or {}, "main", limit)
    return entries, after


def messages(entries):
    return [entry for entry in entries if entry["kind"] == "llm"]


def notes(entries):
    return [(entry["what"], entry.get("count", entry.get("reason", entry.get("version")))) for entry in entries if entry["kind"] == "note"]


def told(line):
    """An assistant line with a small message."""
    return {"type": "assistant", "timestamp": "2026-11-30T02:38:23.071Z", "message": {
        "id": "m1", "model": "claude-x", "content": [], "usage": {"input_tokens": 1, "output_tokens": 2}}, **line}


def test_the_lines_of_a_message_become_one_entry(session):
    found, _ = read(session)
    assert found[0] == {
        "kind": "llm", "message": "msg_000000000000000000000002", "model": "claude-opus-5-5", "agent_name": "main",
        "calls": ["toolu_000000000000000000000001"], "began": "2026-11-30T02:38:22.896Z", "ended": "2026-11-30T02:38:23.071Z", "latency_ms": 175,
        "input_tokens": 12, "output_tokens": 40, "cache_read_tokens": 0, "cache_write_tokens": 18000}
    ids = [entry["message"] for entry in found]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("*/*transcript.sample.jsonl")), ids=lambda file: f"{file.parent.name} {file.name}")
def test_every_recorded_transcript_has_countable_messages(file, tmp_path):
    shutil.copy(file, tmp_path / "copy.jsonl")
    found, _ = read(tmp_path / "copy.jsonl")
    assert found and messages(found) == found
    assert all(entry["output_tokens"] > 0 and entry["latency_ms"] >= 0 for entry in found)


def test_subagents_are_read_from_their_own_files(session):
    found, places = read_session(str(session), {}, {AGENT: "demo-agent"})
    assert {entry["agent_name"] for entry in messages(found)} == {"main", "demo-agent-a0000000"}
    assert set(places["files"]) == {"main", AGENT}
    assert read_session(str(session), places, {}) == ([], places)


def test_a_subagent_that_still_runs_waits_for_its_name(session):
    found, places = read_session(str(session), {}, {}, every=False)
    assert {entry["agent_name"] for entry in messages(found)} == {"main"}
    more, _ = read_session(str(session), places, {AGENT: "demo-agent"}, every=False)
    assert {entry["agent_name"] for entry in more} == {"demo-agent-a0000000"}


def test_the_harness_tells_its_version_once(session):
    found, places = read_session(str(session), {}, {})
    assert notes(found) == [("harness", "2.1.332")]
    with session.open("a") as file:
        file.write(json.dumps(told({"version": "2.1.332"})) + "\n")
    more, _ = read_session(str(session), places, {})
    assert [entry.get("message") for entry in more] == ["m1"]


@pytest.mark.parametrize("step", [700, 4001, 30_000])
def test_a_growing_file_gives_each_message_and_each_call_once_at_its_full_size(session, step):
    whole, _ = read(session)
    data = session.read_bytes()
    place, found = {}, {}
    for size in [*range(0, len(data), step), len(data)]:
        session.write_bytes(data[:size])
        more, place = read(session, place)
        for entry in more:
            found[entry["message"]] = entry  # a message that grew is told again, whole
    assert list(found.values()) == whole


def test_nothing_new_is_one_look_at_the_size(session, monkeypatch):
    _, place = read(session)
    monkeypatch.setattr("statewright.fast.open_own", lambda path: pytest.fail("opened"))
    assert read(session, place) == ([], place)


@pytest.mark.parametrize("limit", [20_000, 50_000])
def test_one_event_looks_at_a_bounded_part_and_the_next_goes_on(session, limit):
    whole, _ = read(session)
    place, found, rounds = {}, {}, 0
    while rounds == 0 or place["size"] == -1:
        entries, place, took = read_file(str(session), place, "main", limit)
        assert took <= limit
        rounds += 1
        for entry in messages(entries):
            before = found.get(entry["message"])
            found[entry["message"]] = entry if before is None else {**entry, "calls": before["calls"] + entry["calls"]}
    assert rounds > 2
    same = ("output_tokens", "input_tokens", "calls")
    assert [[entry[key] for key in same] for entry in found.values()] == [[entry[key] for key in same] for entry in whole]


@pytest.mark.parametrize("copied", [
    {"forkedFrom": {"sessionId": "other"}, "sessionId": SESSION}, {"sessionId": "other"}, {"requestSessionId": "other"}])
def test_what_a_forked_session_copied_of_its_parent_is_the_parents(session, copied):
    own = told({"message": {**told({})["message"], "id": "m2"}, "sessionId": SESSION})
    session.write_text(json.dumps(told(copied)) + "\n" + json.dumps(own) + "\n")
    found, _ = read_session(str(session), {}, {}, every=False)
    assert [entry["message"] for entry in messages(found)] == ["m2"]


def test_no_text_is_taken(session):
    found, _ = read_session(str(session), {}, {})
    assert "I start." not in json.dumps(found)
    assert "echo" not in json.dumps(found)


def test_a_missing_file_gives_nothing(tmp_path):
    assert read(tmp_path / "none", {"offset": 5}) == ([], {"offset": 5})


def test_a_damaged_line_costs_that_line_and_is_told_once(tmp_path):
    odd = [b'["assistant"]', b'"assistant" is not JSON', b'{"type":"assistant","message":{"id":1}}', b'{"type":"user","timestamp":5}',
           b'{"type":"assistant","message":{"id":"m","model":"<synthetic>","usage":{}}}', b"\xff\xfe\"assistant\"", b"[" * 100_000 + b'"user"',
           b'{"type":"assistant","message":{"id":"","model":"x","usage":{}}}', b'{"type":"assistant","message":{"id":"m","model":"","usage":{}}}']
    good = [json.dumps(told({})).encode()]
    (tmp_path / "odd").write_bytes(b"\n".join(odd + good + odd[1:2]) + b"\n")
    found, place = read(tmp_path / "odd")
    assert [entry["message"] for entry in messages(found)] == ["m1"]
    assert notes(found) == [("transcript_skipped", 4)]
    with (tmp_path / "odd").open("ab") as file:
        file.write(b'{"type":"mode"}\n')
    assert read(tmp_path / "odd", place)[0] == []


def test_a_line_longer_than_anything_costs_that_line(tmp_path):
    path = tmp_path / "long"
    path.write_bytes(b'{"type":"user","junk":"' + b"x" * 100_000 + b'"}\n' + json.dumps(told({})).encode() + b"\n")
    place, found = {}, []
    for _ in range(20):
        more, place = read(path, place, 10_000)
        found += more
    assert [entry["message"] for entry in messages(found)] == ["m1"]
    assert notes(found) == [("transcript_skipped", 1)]


def test_a_file_that_was_cut_tells_nothing_again_but_what_is_new(session):
    _, place = read(session)
    session.write_bytes(session.read_bytes()[:20_000])
    found, place = read(session, place)
    assert found == []
    with session.open("ab") as file:
        file.write(b"\n" + json.dumps(told({})).encode() + b"\n")
    assert [entry["message"] for entry in messages(read(session, place)[0])] == ["m1"]


def test_a_link_a_pipe_anothers_file_and_one_outside_the_harness_folder_are_not_read(session, tmp_path, monkeypatch):
    (tmp_path / "link.jsonl").symlink_to(session)
    os.mkfifo(tmp_path / "pipe.jsonl")
    cases = {"link.jsonl": "link", "pipe.jsonl": "kind"}
    for name, why in cases.items():
        found, place = read(tmp_path / name)
        assert notes(found) == [("transcript_refused", why)]
        assert read(tmp_path / name, place) == ([], place), "told once"
    monkeypatch.setattr("statewright.fast.OS.geteuid", lambda: 4711)
    assert notes(read(session)[0]) == [("transcript_refused", "owner")]
    monkeypatch.undo()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / SESSION))
    assert notes(read(session)[0]) == [("transcript_refused", "outside")]
    assert notes(read(tmp_path / SESSION / ".." / session.name)[0]) == [("transcript_refused", "outside")]


def test_a_folder_of_subagents_that_leads_elsewhere_is_not_followed(session, tmp_path, monkeypatch):
    inside = tmp_path / "inside"
    inside.mkdir()
    shutil.copy(session, inside / session.name)
    (inside / SESSION).mkdir()
    (inside / SESSION / "subagents").symlink_to(tmp_path / SESSION / "subagents")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(inside))
    found, _ = read_session(str(inside / session.name), {}, {})
    assert {entry["agent_name"] for entry in messages(found)} == {"main"}
    assert ("transcript_refused", "outside") in notes(found)


@given(st.datetimes(datetime(1971, 1, 1), datetime(9999, 12, 31)))
def test_times_are_read_as_the_calendar_has_them(moment):
    begin = datetime(1970, 1, 1)
    moment = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    text = moment.isoformat(timespec="milliseconds") + "Z"
    base = _milliseconds("1970-01-01T00:00:00.000Z")
    assert _milliseconds(text) - base == round((moment - begin).total_seconds() * 1000)


@pytest.mark.parametrize("text", [
    "", "yesterday", "2026-13-01T00:00:00Z", "2026-11-30T02:38:22.896+02:00", "2026-11-30 02:38:22Z", "٢٠٢٦-11-30T02:38:22Z"])
def test_any_other_text_is_no_time(text):
    assert _milliseconds(text) == -1


@given(st.binary(max_size=400), st.dictionaries(st.text(max_size=9), st.none() | st.integers() | st.text(max_size=9)))
def test_no_content_whatever_makes_it_fail(tmp_path_factory, data, usage):
    folder = tmp_path_factory.mktemp("any")
    os.environ["CLAUDE_CONFIG_DIR"] = str(folder)
    line = json.dumps(told({"message": {"id": "m1", "model": "x", "content": [usage], "usage": usage}})).encode()
    (folder / "any").write_bytes(data + b'"user"\n' + line + b"\n")
    entries, _ = read(folder / "any")
    snap = new_snapshot("run-1", "s", "claude-code", "0" * 64, 0.0)
    for written in extend(snap, entries, 1.0).splitlines():
        assert json.loads(written)["kind"] in ("llm", "note")


def test_a_trace_with_the_models_part_passes_our_profile_and_its_numbers_add_up(session, tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    snap = new_snapshot("run-1", "s", "claude-code", "0" * 64, 0.0)
    snap["machine"], snap["state"] = "bugfix", "planning"
    calls = [{"kind": "step", "what": "call", "tool": "Bash", "call": f"toolu_{number:024d}", "status_code": 200} for number in (1, 3, 58)]
    found, _ = read_session(str(session), {}, {AGENT: "demo-agent"})
    (run / "trace.jsonl").write_bytes(extend(snap, [*calls, *found], 1_800_000_000.0))
    document = build(run)
    assert validate_trace(document, producer=True) == []
    made = [call for step in document["steps"] for call in step["llm_calls"]]
    assert len(made) == len(messages(found))
    assert sum(call["output_tokens"] for call in made) == sum(entry["output_tokens"] for entry in messages(found))
    assert [len(step["llm_calls"]) for step in document["steps"][:3]] == [1, 1, 1]
    assert {step["agent_name"] for step in document["steps"]} == {"main", "demo-agent-a0000000"}
