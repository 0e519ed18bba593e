"""The transcript gives counts, once each, however it is cut into readings."""

import json
import shutil
from pathlib import Path

import pytest

from statewright.harness.claude_code_transcript import read_file, read_session
from statewright.model import new_snapshot
from statewright.trace.aetp import build
from statewright.trace.journal import extend
from statewright.trace.validate import validate_trace

SAMPLES = Path(__file__).parent.parent / "data/fixtures/claude-code"
AGENT = "a0000000000000006"


@pytest.fixture
def session(tmp_path):
    shutil.copy(SAMPLES / "2.1.332/transcript.sample.jsonl", tmp_path / "s.jsonl")
    (tmp_path / "s/subagents").mkdir(parents=True)
    shutil.copy(SAMPLES / "2.1.332/subagent_transcript.sample.jsonl", tmp_path / f"s/subagents/agent-{AGENT}.jsonl")
    return tmp_path / "s.jsonl"


def test_the_lines_of_a_message_become_one_entry(session):
    found, _ = read_file(session, {}, "main", final=True)
    assert found[0] == {
        "kind": "llm", "message": "msg_000000000000000000000002", "model": "claude-opus-5-5", "agent_name": "main",
        "calls": ["toolu_000000000000000000000001"], "began": "2026-11-30T02:38:22.896Z", "ended": "2026-11-30T02:38:23.071Z", "latency_ms": 175,
        "input_tokens": 12, "output_tokens": 40, "cache_read_tokens": 0, "cache_write_tokens": 18000}
    ids = [entry["message"] for entry in found]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("file", sorted(SAMPLES.glob("*/*transcript.sample.jsonl")), ids=lambda file: f"{file.parent.name} {file.name}")
def test_every_recorded_transcript_has_countable_messages(file):
    found, _ = read_file(file, {}, "main", final=True)
    assert found
    assert all(entry["output_tokens"] > 0 and entry["latency_ms"] >= 0 for entry in found)


def test_subagents_are_read_from_their_own_files(session):
    found, places = read_session(session, {}, {AGENT: "demo-agent"}, final=True)
    assert {entry["agent_name"] for entry in found} == {"main", "demo-agent-a0000000"}
    assert set(places) == {"main", AGENT}
    assert read_session(session, places, {}, final=True) == ([], places)


@pytest.mark.parametrize("step", [700, 4001, 30_000])
def test_a_growing_file_gives_each_message_once(session, step):
    whole, _ = read_file(session, {}, "main", final=True)
    data = session.read_bytes()
    place, found = {}, []
    for size in [*range(0, len(data), step), len(data)]:
        session.write_bytes(data[:size])
        more, place = read_file(session, place, "main")
        found += more
    found += read_file(session, place, "main", final=True)[0]
    assert found == whole


def test_the_last_message_waits_for_its_successor(session):
    whole, _ = read_file(session, {}, "main", final=True)
    found, place = read_file(session, {}, "main")
    assert found == whole[:-1]
    assert read_file(session, place, "main", final=True)[0] == whole[-1:]


def test_no_text_is_taken(session):
    found, _ = read_session(session, {}, {}, final=True)
    assert "I start." not in json.dumps(found)
    assert "echo" not in json.dumps(found)


def test_a_missing_or_strange_file_gives_nothing(tmp_path):
    assert read_file(tmp_path / "none", {"offset": 5}, "main") == ([], {"offset": 5})
    odd = [b"[]", b"not json",
           b'{"type":"assistant","message":{"id":1}}',
           b'{"type":"assistant","message":{"id":"m","model":"<synthetic>","usage":{}}}']
    (tmp_path / "odd").write_bytes(b"\n".join(odd) + b"\n")
    assert read_file(tmp_path / "odd", {}, "main", final=True)[0] == []


def test_a_trace_with_the_models_part_passes_our_profile_and_its_numbers_add_up(session, tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    snap = new_snapshot("run-1", "s", "claude-code", "0" * 64, 0.0)
    snap["machine"], snap["state"] = "bugfix", "planning"
    calls = [{"kind": "step", "what": "call", "tool": "Bash", "call": f"toolu_{number:024d}", "status_code": 200} for number in (1, 3, 58)]
    found, _ = read_session(session, {}, {AGENT: "demo-agent"}, final=True)
    (run / "trace.jsonl").write_bytes(extend(snap, [*calls, *found], 1_800_000_000.0))
    document = build(run)
    assert validate_trace(document, producer=True) == []
    made = [call for step in document["steps"] for call in step["llm_calls"]]
    assert len(made) == len(found)
    assert sum(call["output_tokens"] for call in made) == sum(entry["output_tokens"] for entry in found)
    assert [len(step["llm_calls"]) for step in document["steps"][:3]] == [1, 1, 1]
    assert {step["agent_name"] for step in document["steps"]} == {"main", "demo-agent-a0000000"}
