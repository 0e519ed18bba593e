"""A run as spans: the conventions' names, one span for each thing that happened, the same ids every time."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trace_entries import NOW, anything, call, entries, move, refusal, session, start

from statewright.trace.aetp import NothingToExport, build
from statewright.trace.otlp import lines
from statewright.trace.spans import INTERNAL, spans
from statewright.trace.values import nanoseconds, provider

FINAL = {"m": "bugfix", "s": "done", "final": True, "outcome": "success"}


def llm(message="msg_1", **more):
    return {"kind": "llm", "message": message, "model": "claude-opus-9", "agent_name": "main", "calls": ["toolu_1"], "input_tokens": 10,
            "output_tokens": 5, "cache_read_tokens": 100, "cache_write_tokens": 20, "began": "2026-01-01T00:00:00.000Z",
            "ended": "2026-01-01T00:00:02.500Z", "latency_ms": 2500, **more}


def named(found, name):
    return next(span for span in found if span.name == name)


def test_a_run_is_a_workflow_with_an_agent_its_calls_and_its_model_messages(put):
    found = list(spans(put([*session(), llm()], machine="bugfix", state="done", final=True, plan=FINAL)))
    assert [span.name for span in found] == [
        "invoke_workflow bugfix", "invoke_agent main", "execute_tool Read", "execute_tool Edit", "statewright.transition", "execute_tool Edit",
        "execute_tool Bash", "statewright.approval_request", "statewright.transition", "chat claude-opus-9"]
    root, agent = found[:2]
    assert root.parent == "" and agent.parent == root.span
    assert {span.parent for span in found if span.name.startswith(("execute_tool", "chat"))} == {agent.span}
    assert {span.parent for span in found if span.name.startswith("statewright.")} == {root.span}
    assert root.attributes["gen_ai.operation.name"] == "invoke_workflow" and root.attributes["statewright.outcome"] == "completed"
    assert (root.start, root.end) == (int(NOW * 1e9), int((NOW + 2.5) * 1e9))


def test_a_call_carries_the_conventions_names_and_the_state_it_was_made_in(put):
    span = named(spans(put([start(), call("mcp__files__read", mcp_server="files", reading=True)])), "execute_tool read")
    assert span.kind == INTERNAL and span.error == "" and span.end - span.start == 10**9
    assert span.attributes == {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "read", "gen_ai.tool.call.id": "toolu_1", "gen_ai.tool.type": "extension",
        "gen_ai.agent.name": "main", "gen_ai.conversation.id": "session-1", "statewright.mcp_server": "files", "statewright.status_code": 200,
        "statewright.result_bytes": 10, "statewright.step": "step_1", "statewright.what": "call", "statewright.state": "bugfix/planning",
        "statewright.constraints": ["SW:bugfix/planning"]}


def test_a_model_message_counts_every_kind_of_input_and_says_what_came_from_the_cache(put):
    span = named(spans(put([start(), call(), llm(output_tokens=2), llm()])), "chat claude-opus-9")
    wanted = {"gen_ai.operation.name": "chat", "gen_ai.provider.name": "anthropic", "gen_ai.response.model": "claude-opus-9",
              "gen_ai.response.id": "msg_1", "gen_ai.usage.input_tokens": 130, "gen_ai.usage.output_tokens": 5,
              "gen_ai.usage.cache_read.input_tokens": 100, "gen_ai.usage.cache_creation.input_tokens": 20}
    assert wanted.items() <= span.attributes.items() and span.end - span.start == 2_500_000_000


@pytest.mark.parametrize(("entry", "error"), [
    (call(code=500), "500"), (call(code=499), "499"), (call(), ""), (refusal(), "refused"),
    ({**refusal(), "what": "release"}, "refused_by_others"), ({**move(), "what": "transition_refused"}, "refused"),
    ({"kind": "step", "what": "forgery", "rule": "sender"}, "refused"),
    ({"kind": "step", "what": "check", "check": "tests", "result": "failed"}, "failed"),
])
def test_what_failed_says_how(put, entry, error):
    assert list(spans(put([start(), entry])))[-1].error == error


@pytest.mark.parametrize(("changes", "plan", "outcome"), [
    ({"final": True, "machine": "bugfix", "state": "failed"}, {**FINAL, "s": "failed", "outcome": "failure"}, "failed"),
    ({"approval": {"event": "SHIP"}}, None, "escalated"), ({}, None, "incomplete"),
])
def test_the_run_ends_as_its_document_says(put, changes, plan, outcome):
    folder = put(session(), plan=plan, **changes)
    assert next(spans(folder)).attributes["statewright.outcome"] == outcome == build(folder)["outcome"]["status"]


def test_a_subagent_hangs_on_the_call_that_started_it_where_the_trace_tells(put):
    inner = call("Read", "toolu_2", agent="a1b2c3d4e5", agent_type="explorer")
    told = list(spans(put([start(), inner, call("Agent", "toolu_1", to_agents=["explorer-a1b2c3d4"])], name="told")))
    silent = list(spans(put([start(), call("Grep"), inner], name="silent")))
    assert named(told, "invoke_agent explorer-a1b2c3d4").parent == named(told, "execute_tool Agent").span
    assert named(silent, "invoke_agent explorer-a1b2c3d4").parent == named(silent, "invoke_agent main").span
    assert named(silent, "execute_tool Read").parent == named(silent, "invoke_agent explorer-a1b2c3d4").span


def test_a_subagent_whose_type_shows_later_is_one_agent(put):
    found = list(spans(put([start(), llm("m1", agent_name="agent-a1b2c3d4"), call("Read", "toolu_2", agent="a1b2c3d4e5", agent_type="explorer")])))
    assert [span.name for span in found if span.name.startswith("invoke_agent")] == ["invoke_agent explorer-a1b2c3d4"]
    agent = named(found, "invoke_agent explorer-a1b2c3d4")
    assert named(found, "chat claude-opus-9").parent == named(found, "execute_tool Read").parent == agent.span and agent.end == int((NOW + 2.5) * 1e9)


def test_the_agent_programs_version_is_the_main_agents(put):
    found = list(spans(put([start(), call(), {"kind": "note", "what": "harness", "version": "2.1.999"}])))
    assert found[1].attributes["gen_ai.agent.version"] == "2.1.999" and found[0].attributes["statewright.harness"] == "claude-code"


def test_the_same_run_gives_the_same_spans_and_another_run_others(put):
    one, again, other = (list(spans(put([start(run=run), call()], name=run + copy))) for run, copy in (("a", "1"), ("a", "2"), ("b", "1")))
    assert one == again and not {span.span for span in one} & {span.span for span in other}
    assert one[0].trace == build(put([start(run="a"), call()], name="a1"))["trace_id"].replace("-", "")


def test_a_run_without_a_step_has_no_spans(put):
    with pytest.raises(NothingToExport):
        list(spans(put([start()])))


def test_providers_are_known_by_the_models_name_or_the_agent_program():
    names = ("claude-x", "us.anthropic.claude-x", "anthropic/claude-x", "gpt-9", "gemini-9", "own-model")
    assert [provider(name) for name in names] == ["anthropic", "anthropic", "anthropic", "openai", "gcp.gemini", ""]
    assert provider("own-model", "claude-code") == "anthropic"


def test_times_that_are_none_read_as_zero():
    assert [nanoseconds(at) for at in (None, 3, "soon", "1969-01-01T00:00:00Z", "")] == [0] * 5


def whole(found):
    """Every parent is a span, every id has its form and is there once, no span ends before it starts."""
    ids = [span.span for span in found]
    assert len(set(ids)) == len(ids) and all(len(one) == 16 and int(one, 16) for one in ids)
    assert {span.parent for span in found} <= {"", *ids} and {span.trace for span in found} == {found[0].trace}
    assert all(0 <= span.start <= span.end for span in found)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(entries | st.builds(llm, st.sampled_from("ab"), agent_name=st.sampled_from(["main", "x-1"])), min_size=1, max_size=6))
def test_any_run_gives_a_whole_tree(put, found):
    folder = put([start(), *found, call()])
    tree = list(spans(folder))
    whole(tree)
    assert sum(span.attributes.get("statewright.step") is not None for span in tree) == sum(one.get("kind") == "step" for one in found) + 1
    assert all(json.loads(line) for line in lines(tree))


MEMBERS = ("step", "message", "what", "state", "model", "agent_name", "began", "ended", "at", "input_tokens", "outcome", "bytes")
OF_A_STEP = ("step_id", "agent_name", "started_at", "completed_at", "tool_calls", "output", "status")
strange = st.fixed_dictionaries({"kind": st.sampled_from(["step", "llm", "start", "end"])}, optional=dict.fromkeys(MEMBERS, anything))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(strange, max_size=5), st.dictionaries(st.sampled_from(OF_A_STEP), anything))
def test_a_journal_that_others_wrote_is_no_fault_of_ours(put, found, step):
    folder = put()
    with (folder / "trace.jsonl").open("a") as file:
        file.writelines(json.dumps(line) + "\n" for line in [*found, {"kind": "step", "step": step}])
    (folder / "state.json").unlink()
    tree = list(spans(folder))
    assert all(span.start <= span.end and {span.parent} <= {"", *(one.span for one in tree)} for span in tree)
    assert "".join(lines(tree)).encode()
