"""The validator: every rule R1 to R15 is met by the good trace and missed by a bad one."""

import copy
import json
import re
import tracemalloc
from pathlib import Path

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from trace_entries import anything

from statewright.trace.personal import found_in
from statewright.trace.validate import schema, valid, validate_trace

SPECS = Path(__file__).parent.parent / "data/specs"
SCHEMA = json.loads((SPECS / "aetp-v1.0.schema.json").read_text("utf-8"))
LIBRARY = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)
TEXT = (SPECS / "aetp-v1.0.txt").read_text("utf-8")


def worked_examples():
    """The three steps of section 6, cut out of the specification's own text."""
    found = []
    for match in re.finditer(r'^\{\n  "step_id"', TEXT, re.MULTILINE):
        found.append(json.JSONDecoder().raw_decode(TEXT, match.start())[0])
    return sorted(found, key=lambda step: step["step_number"])


def good():
    return {
        "aetp_version": "1.0", "trace_id": "123e4567-e89b-42d3-a456-426614174000", "created_at": "2026-07-20T00:00:00Z",
        "agent_system": {"models": [{"alias": "planner"}, {"alias": "underwriter"}]}, "steps": worked_examples(), "outcome": {"status": "completed"},
    }


def changed(path, value):
    """The good trace with one place changed; a value of ``...`` takes the place away."""
    document = good()
    here = document
    *way, last = path.split("/")
    for part in way:
        here = here[int(part) if isinstance(here, list) else part]
    if value is ...:
        del here[last]
    else:
        here[int(last) if isinstance(here, list) else last] = value
    return document


def test_the_three_worked_examples_are_a_valid_trace():
    assert len(worked_examples()) == 3
    assert validate_trace(good()) == []


BAD = [
    ("R2", "error", "outcome", ...), ("R2", "error", "steps", []), ("R2", "error", "steps", {}), ("R2", "error", "trace_id", "not-a-uuid"),
    ("R2", "error", "created_at", "yesterday"), ("R2", "error", "created_at", "2026-02-30T00:00:00Z"), ("R2", "error", "steps/0/inputs", ...),
    ("R2", "error", "steps/1/llm_calls/0/input_tokens", -1), ("R2", "error", "steps/0/step_type", "retrieval"),
    ("R2", "error", "aetp_version", 1.0), ("R2", "error", "aetp_version", ...), ("R3", "error", "aetp_version", "1.1"),
    ("R4", "error", "steps/2/step_number", 2), ("R4", "error", "steps/2/step_id", "step_042"),
    ("R4", "error", "steps/0/completed_at", "2026-07-19T00:00:00+02:00"),
    ("R5", "error", "agent_system/models", [{"alias": "planner"}]), ("R5", "error", "steps/2/llm_calls/0/model_alias", "other"),
    ("R6", "error", "steps/0/tool_calls/0/arguments", {"id": 1}), ("R6", "error", "steps/0/tool_calls/0/stdout", "text"),
    ("R10", "warning", "steps/0/output/content_summary", "word " * 500),
    ("R11", "advice", "steps/0/output/content_summary", "Mailed eve@example.org."),
    ("R11", "advice", "steps/1/inputs/from_agents/0/summary", "/home/eve/x"),
    ("R12", "warning", "steps/2/output/constraints_referenced", ["HC-1"]),
    ("R13", "warning", "steps/2/status", "completed"), ("R13", "warning", "steps/2/output/escalation_event", ...),
    ("R13", "warning", "steps/0/status", "escalated"),
    ("R14", "warning", "steps/2/llm_calls/0/call_id", "llm_017"),
    ("R14", "warning", "steps/2/output/escalation_event/approval_deadline", "2026-07-19T00:00:00Z"),
    ("R15", "error", "steps/0/tool_calls/0/output_schema_hash", "the output itself"),
]


@pytest.mark.parametrize(("rule", "level", "path", "value"), BAD)
def test_a_breach_is_told_with_its_rule_level_and_place(rule, level, path, value):
    found = validate_trace(changed(path, value))
    wanted = "R2" if rule == "R15" else rule  # a value where a digest belongs fails the schema's pattern
    assert (wanted, level) in {(issue.rule, issue.level) for issue in found}
    assert valid(found) is (level != "error")


def test_an_unknown_member_is_fine_to_a_reader_and_not_to_our_profile():
    document = changed("steps/0/comment", "free text")
    assert valid(validate_trace(document))
    assert "R9" in {issue.rule for issue in validate_trace(document, producer=True)}


def test_models_may_be_keyed_by_alias():
    assert validate_trace(changed("agent_system/models", {"planner": {}, "underwriter": {}})) == []


def test_personal_data_alone_does_not_make_a_trace_invalid():
    found = validate_trace(changed("steps/0/output/content_summary", "Call +49 30 1234567, 4111 1111 1111 1111, 10.1.2.3"))
    assert len(found) == 3
    assert valid(found)
    assert not any("4111" in issue.message for issue in found)


@pytest.mark.parametrize("text", ["eve@example.org", "10.0.0.1", "+1 (555) 123-4567", "555-123-4567", "123-45-6789", "4111 1111 1111 1111",
                                  "/home/eve/a", "/Users/eve", "C:\\Users\\eve\\x",
                                  "sk-abcdefghijklmnopqrst", "ghp_abcdefghijklmnopqrstuv", "AKIAIOSFODNN7EXAMPLE"])
def test_personal_data_is_recognised(text):
    assert found_in(f"a text with {text} in it")


@pytest.mark.parametrize("text", ["", "Transition planning to fixing on event GO.", "version 1.2.3", "2026-07-20T14:02:11Z", "step 1234567890123456",
                                  "HC-014 and HC-031", "Tool Bash ended with status 500 in state fixing.", "7 steps, 1 refused, 1 escalated."])
def test_ordinary_summaries_are_left_alone(text):
    assert found_in(text) == []


# Against a JSON Schema library -------------------------------------------------------------------


def places(value, path=()):
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(inner, (*path, key))


PLACES = [path for path in places(good()) if path]


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.sampled_from(PLACES), st.just(...) | anything), min_size=1, max_size=2))
def test_our_checks_and_a_schema_library_agree(changes):
    document = good()
    for path, value in changes:
        here = document
        try:
            for part in path[:-1]:
                here = here[part]
            if value is ...:
                del here[path[-1]]
            else:
                here[path[-1]] = copy.deepcopy(value)
        except (KeyError, IndexError, TypeError):
            continue
    assert (schema().breaches(document) == []) is LIBRARY.is_valid(document)
    validate_trace(document)  # whatever it says, it does not fail


@given(anything)
def test_no_document_makes_the_validator_fail(value):
    assert not valid(validate_trace({"steps": value, "outcome": value, "agent_system": value}))


# Files -------------------------------------------------------------------------------------------


def test_a_file_gives_what_its_document_gives(tmp_path):
    for rule, _, path, value in BAD:
        file = tmp_path / "trace.json"
        file.write_text(json.dumps(changed(path, value), indent=1), "utf-8")
        assert validate_trace(file) == validate_trace(changed(path, value)), rule


@pytest.mark.parametrize("text", ["", "[]", "nul", "{", '{"a":1', '{"a":1} {}', '{"a" 1}', '{"steps":[{}', '{"steps":[{},]}', '{"a":NaN}',
                                  '{"a":1,"a":2}', '{"a":"\x01"}', '{"steps":' + "[" * 100_000])
def test_what_is_no_json_is_told_and_never_raised(tmp_path, text):
    file = tmp_path / "trace.json"
    file.write_text(text, "utf-8")
    found = validate_trace(file)
    assert found[-1].rule == "json"
    assert not valid(found)


def test_what_is_no_utf8_is_told(tmp_path):
    file = tmp_path / "trace.json"
    file.write_bytes(b'{"a":"\xff\xfe"}')
    assert validate_trace(file)[-1].message.startswith("not UTF-8")


def long_trace(path, count):
    """A trace as other programs write it, envelope last, one very long step among many."""
    step = worked_examples()[0]
    with path.open("w", encoding="utf-8") as file:
        file.write('{"steps": [')
        for number in range(1, count + 1):
            step["step_number"], step["step_id"] = number, f"step_{number}"
            step["tool_calls"][0]["call_id"] = f"call_{number}"
            step["output"]["to_agents"] = ["agent"] * (20_000 if number == 5 else 1)
            file.write((", " if number > 1 else "") + json.dumps(step, indent=2))
        rest = {key: value for key, value in good().items() if key != "steps"}
        file.write("], " + json.dumps(rest)[1:])


def test_a_long_file_is_checked_in_bounded_memory(tmp_path):
    file = tmp_path / "trace.json"
    long_trace(file, 4000)
    tracemalloc.start()
    found = validate_trace(file)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == []
    assert file.stat().st_size > 4_000_000
    assert peak < 2_500_000


def test_a_flood_of_issues_is_cut(tmp_path):
    document = good()
    document["steps"] = [1] * 5000
    assert len(validate_trace(document)) == 1001
