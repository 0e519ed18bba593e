"""The document: valid under both profiles, the same bytes twice, and silent about everything but names and counts."""

import json
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from referencing import Registry, Resource
from trace_entries import NOW, call, entries, refusal, request, session, start

from statewright.trace.aetp import NothingToExport, build, text, write
from statewright.trace.validate import valid, validate_trace

SCHEMA = json.loads((Path(__file__).parent.parent / "data/specs/aetp-v1.0.schema.json").read_text("utf-8"))
CHECKER = jsonschema.Draft202012Validator.FORMAT_CHECKER
READER = jsonschema.Draft202012Validator(SCHEMA, format_checker=CHECKER)
WHOLE = Registry().with_resource(SCHEMA["$id"], Resource.from_contents(SCHEMA))
PRODUCER = jsonschema.Draft202012Validator({"$ref": SCHEMA["$id"] + "#/$defs/StatewrightProducer"}, registry=WHOLE, format_checker=CHECKER)
FINAL = {"m": "bugfix", "s": "done", "final": True, "outcome": "success"}


def llm(message="msg_1", calls=("toolu_1",), **more):
    return {"kind": "llm", "message": message, "model": "claude-opus-9", "agent_name": "main", "calls": list(calls), "input_tokens": 10,
            "output_tokens": 5, "cache_read_tokens": 100, "cache_write_tokens": 20, "began": "2026-01-01T00:00:00.000Z",
            "ended": "2026-01-01T00:00:02.500Z", "latency_ms": 2500, **more}


def check(document):
    assert [error.message for error in READER.iter_errors(document)] == []
    assert [error.message for error in PRODUCER.iter_errors(document)] == []
    assert validate_trace(document) == []
    assert validate_trace(document, producer=True) == []


def test_a_session_becomes_a_trace_of_both_profiles(put):
    document = build(put(machine="bugfix", state="done", final=True, plan=FINAL))
    check(document)
    assert document["scenario_id"] == "bugfix"
    assert document["agent_system"] == {"name": "claude-code", "framework": "statewright", "models": []}
    assert document["outcome"] == {
        "status": "completed", "content_summary": "7 steps, 1 refused, 1 escalated.", "completed_at": "2026-01-01T00:00:01.000Z",
        "human_in_loop": True, "final_step_id": "step_7"}


def test_the_same_run_gives_the_same_bytes(put):
    folder = put([*session(), llm()])
    first = write(folder).read_bytes()
    assert write(folder / "trace.jsonl").read_bytes() == first == "".join(text(folder)).encode()
    assert json.loads(first) == build(folder)
    assert (folder / "trace.aetp.json").stat().st_mode & 0o777 == 0o600


def test_runs_and_sessions_have_traces_of_their_own(put):
    ids = {build(put([start(run=run, session=one), call()], name=f"{run}{one}"))["trace_id"] for run in ("a", "b") for one in ("x", "y")}
    assert len(ids) == 4


@pytest.mark.parametrize(("changes", "plan", "status"), [
    ({}, None, "incomplete"),
    ({"approval": {"event": "SHIP"}}, None, "escalated"),
    ({"final": True, "state": "done"}, FINAL, "completed"),
    ({"final": True, "state": "done"}, {**FINAL, "outcome": "failure"}, "failed"),
    ({"final": True, "state": "done"}, None, "completed"),
])
def test_the_outcome_follows_from_where_the_run_stands(put, changes, plan, status):
    assert build(put(plan=plan, **changes))["outcome"]["status"] == status


def test_without_a_person_none_is_in_the_loop(put):
    assert build(put([start(), call(), refusal()]))["outcome"]["human_in_loop"] is False


def test_a_run_without_a_step_is_no_trace_and_leaves_no_file(put):
    folder = put([start()])
    with pytest.raises(NothingToExport):
        write(folder)
    assert [path.name for path in folder.iterdir() if "aetp" in path.name] == []


def test_a_crashed_run_without_its_state_is_exported_as_incomplete(put):
    folder = put()
    (folder / "state.json").unlink()
    with (folder / "trace.jsonl").open("ab") as file:
        file.write(b'{"seq":9,"prev":"torn')
    document = build(folder)
    check(document)
    assert (len(document["steps"]), document["outcome"]["status"]) == (7, "incomplete")


def test_a_torn_write_is_in_the_document_as_if_it_had_been_whole(put):
    folder = put()
    whole = build(folder)
    data = (folder / "trace.jsonl").read_bytes()
    (folder / "trace.jsonl").write_bytes(data[:-40])
    assert build(folder) == whole
    assert (folder / "trace.jsonl").read_bytes() == data[:-40]


# The model's part --------------------------------------------------------------------------------


def test_a_model_message_joins_the_step_of_its_first_call(put):
    document = build(put([start(), call("Read", "toolu_1"), call("Edit", "toolu_2"), llm(calls=("toolu_1", "toolu_2"))]))
    check(document)
    first, second = document["steps"]
    assert first["llm_calls"] == [{"call_id": "llm_msg_1", "model_alias": "claude-opus-9", "input_tokens": 30, "output_tokens": 5, "latency_ms": 2500,
                                   "cached": True}]
    assert first["inputs"]["context_window_tokens"] == 130
    assert second["llm_calls"] == []
    assert document["agent_system"]["models"] == [{"alias": "claude-opus-9", "model": "claude-opus-9"}]


def test_of_a_message_told_twice_the_fuller_line_counts_once(put):
    document = build(put([start(), call("Read", "toolu_1"), llm(output_tokens=1), llm(output_tokens=9), llm(output_tokens=3)]))
    assert [made["output_tokens"] for step in document["steps"] for made in step["llm_calls"]] == [9]


def test_a_message_whose_calls_were_told_apart_still_joins_its_first_call(put):
    document = build(put([start(), call("Read", "toolu_1"), call("Edit", "toolu_2"), llm(calls=("toolu_1",)), llm(calls=("toolu_2",))]))
    assert [len(step["llm_calls"]) for step in document["steps"]] == [1, 0]


def test_a_message_without_a_call_is_a_step_of_its_own(put):
    document = build(put([start(), call("Read", "toolu_1"), llm("msg_1"), llm("msg_2", (), agent_name="Explore-1234abcd"), call("Edit", "toolu_2")]))
    check(document)
    assert [(step["step_number"], step["step_id"], step["agent_name"], step["agent_role"]) for step in document["steps"]] == [
        (1, "step_1", "main", "main agent"), (2, "gen_msg_2", "Explore-1234abcd", "Explore"), (3, "step_2", "main", "main agent")]


def test_a_call_told_twice_has_two_ids(put):
    document = build(put([start(), refusal(call="toolu_1"), call(call="toolu_1"), call(call="toolu_1")]))
    check(document)
    assert [step["tool_calls"][0]["call_id"] for step in document["steps"]] == ["toolu_1", "toolu_1-2", "toolu_1-3"]


# Any run -----------------------------------------------------------------------------------------


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(entries, min_size=1, max_size=5))
def test_whatever_the_kernel_says_the_document_passes_both_profiles(put, made):
    unique = [dict(entry, escalation={"id": f"esc_{at}"}) if entry["what"] == "approval_request" else entry for at, entry in enumerate(made)]
    document = build(put([start(), *unique]))
    assert [error.message for error in PRODUCER.iter_errors(document)] == []
    assert [issue for issue in validate_trace(document, producer=True) if issue.level == "error"] == []


def test_nothing_unfinished_carries_the_documents_name(put, monkeypatch):
    folder = put()

    def broken(head, steps, outcome):
        yield "{"
        raise OSError("the disk is full")

    monkeypatch.setattr("statewright.trace.aetp.chunks", broken)  # R1: every trace produced is a whole one
    with pytest.raises(OSError, match="full"):
        write(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["state.json", "trace.jsonl"]


def test_siblings_of_a_messages_first_call_have_its_context_too(put):
    document = build(put([start(), call(), call("Grep", "toolu_9"), llm(calls=("toolu_1", "toolu_9"))]))
    assert [step["inputs"]["context_window_tokens"] for step in document["steps"]] == [130, 130]
    assert [len(step["llm_calls"]) for step in document["steps"]] == [1, 0]


def test_a_subagents_text_goes_by_the_name_its_calls_have(put):
    named = call("Read", "toolu_7", agent="a123456789", agent_type="finder")
    document = build(put([start(), named, llm("msg_2", (), agent_name="agent-a1234567")]))
    assert [step["agent_name"] for step in document["steps"]] == ["finder-a1234567", "finder-a1234567"]


def test_canaries_planted_everywhere_appear_nowhere(put):
    """R6 to R8: inputs, outputs, prompts, paths, user and host names; hostile tool and agent names."""
    canary = "CANARYcanaryCANARY"
    dirty = f"{canary} eve@{canary}.example /home/{canary}/secret"
    names = ("tool", "mcp_server", "call", "agent", "agent_type", "params", "output", "answer", "road", "result", "grade", "effect")
    hostile = dict.fromkeys(names, dirty)
    loud = {"input": {"command": dirty}, "result_text": dirty, "prompt": dirty, "cwd": dirty, "reason": dirty, "to_agents": [dirty],
            "from_agents": [{"from": dirty, "summary": dirty}], "ogr": [dirty], "escalation": {"id": dirty, "fields": [dirty]}}
    made = [{**call(), **hostile, **loud}, {**refusal(), **hostile, **loud}, {**request(), **hostile, **loud, "event": "SHIP"},
            {"kind": "llm", "message": dirty, "model": dirty, "agent_name": dirty, "calls": [dirty]}, start(session=dirty, cwd=dirty),
            {"kind": dirty, "x": dirty}]
    folder = put(made)
    write(folder)
    for path in (folder / "trace.jsonl", folder / "trace.aetp.json"):
        assert canary.encode() not in path.read_bytes()
    assert valid(validate_trace(folder / "trace.aetp.json"))


def test_building_needs_memory_for_ids_only(put, tmp_path):
    """A long journal is streamed: what is kept between two steps is small."""
    import tracemalloc

    folder = put([start(), *[call(call=f"toolu_{at}", started=NOW + at, completed=NOW + at) for at in range(3000)]], writes=500)
    tracemalloc.start()
    size = write(folder).stat().st_size
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 2_000_000
    assert peak < size / 2
