"""The small writer for other programs."""

import json

import pytest

from statewright.trace.shape import NULL_DIGEST, digest
from statewright.trace.tracer import AETPTracer, InvalidTrace
from statewright.trace.validate import validate_trace

AT = 1_767_225_600.0


def tracer(**more):
    return AETPTracer("shop", models={"planner": "model-1"}, clock=lambda: AT, trace_id="123e4567-e89b-42d3-a456-426614174000", **more)


def full():
    one = tracer(version="2", framework="own", scenario_id="orders")
    secret = "canary-value"
    look = one.tool_call("lookup", parameters={"id": secret}, output=[secret], latency_ms=3, mcp_server="db")
    think = one.llm_call("planner", input_tokens=7, output_tokens=2, latency_ms=40.5)
    memory = one.memory_op("read", memory_type="key-value", scope="session", key=secret, secret=b"k")
    one.step("finder", "Finder", "Looked the order up.", kind="RETRIEVAL", started=AT - 1, tool_calls=[look], memory_ops=[memory],
             to_agents=["judge"])
    one.step("judge", "Judge", "Asked a person.", llm_calls=[think], from_agents={"finder": "order found"}, context_window_tokens=9,
             escalation=one.escalation("esc_1", "Tier 1", "C-1", fields=["financial_impact"], deadline=AT + 60))
    return one, secret


def test_what_it_writes_is_valid_and_holds_shapes_only(tmp_path):
    one, secret = full()
    document = one.finish("escalated", "Handed over.")
    assert validate_trace(document, producer=True) == []
    path = one.write(tmp_path / "trace.json")
    assert json.loads(path.read_text("utf-8")) == document
    assert secret not in path.read_text("utf-8")
    made = document["steps"][0]["tool_calls"][0]
    assert made["parameters_schema_hash"] == digest({"id": ""})
    assert document["outcome"]["human_in_loop"] is True
    assert [path.name for path in tmp_path.iterdir()] == ["trace.json"]


def test_a_call_without_output_has_the_digest_of_null():
    assert tracer().tool_call("x")["output_schema_hash"] == NULL_DIGEST


def test_pseudonyms_depend_on_the_secret_alone():
    def key(secret):
        return AETPTracer.memory_op("read", memory_type="key-value", scope="s", key="k", secret=secret)["key"]

    assert key(b"a") == key(b"a") != key(b"b")


def test_an_unknown_model_alias_is_refused():
    one = tracer()
    one.step("a", "A", "Thought.", llm_calls=[one.llm_call("nobody", input_tokens=1, output_tokens=1)])
    with pytest.raises(InvalidTrace, match="nobody") as caught:
        one.finish("completed")
    assert caught.value.issues[0].rule == "R5"


def test_a_trace_without_steps_is_refused():
    with pytest.raises(InvalidTrace, match="at least 1"):
        tracer().finish("completed")


def test_nothing_unfinished_is_written(tmp_path):
    with pytest.raises(ValueError, match="finish"):
        tracer().write(tmp_path / "trace.json")
    assert list(tmp_path.iterdir()) == []
