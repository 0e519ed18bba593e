"""Whatever a file holds, loading answers with a place, a reason and a mend, never with a traceback."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from statewright.workflow.loader import Loaded, load, load_sources
from statewright.workflow.problems import Problem
from statewright.workflow.source import MAX_BYTES, BadSource, parse

GOOD = '{"id": "w", "initial": "a", "states": {"a": {"type": "final"}}}'


def first(tmp_path: Path, text: str | bytes) -> Problem:
    file = tmp_path / "workflow.json"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    loaded = load(file)
    assert not loaded.ok and loaded.problems[0].stage == "load" and loaded.problems[0].file == str(file)
    return loaded.problems[0]


def test_a_good_file_loads_with_a_byte_order_mark_too(tmp_path: Path) -> None:
    (tmp_path / "workflow.json").write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    loaded = load(tmp_path)
    assert loaded.ok and loaded.main is not None and loaded.main.name == "w"


@pytest.mark.parametrize(
    ("text", "line", "path", "words"),
    [
        ('{\n"id": "a",\n"id": "b"}', 3, "$.id", "twice"),
        ('{"id": NaN}', 1, "$.id", "NaN is not JSON"),
        ('{"id": 1e999}', 1, "$.id", "too large"),
        ('{"id": ' + "9" * 5000 + "}", 1, "$.id", "too long"),
        ('{"states": ' + "[" * 200 + "]" * 200 + "}", 1, "$.states[0][0][0][0]", "nested deeper"),
        ('{"id": "a",\n}', 2, "$", "expected a key"),
        ("{'id': 1}", 1, "$", "expected a key"),
        ('{"id": "\\ud800"}', 1, "$.id", "surrogate"),
        ('{"id": "a"', 1, "$", "the file ends"),
        (GOOD + " x", 1, "$", "more after the end"),
        (b'{"id": "\xff"}', 1, "$", "not UTF-8"),
        (GOOD.encode("utf-16"), 1, "$", "UTF-16"),
        (" " * (MAX_BYTES + 1), 1, "$", "more than"),
        ("", 1, "$", "the file ends"),
        ("[]", 1, "$", "must be an object"),
    ],
)
def test_what_is_no_strict_json_is_told_with_its_line(tmp_path: Path, text: str | bytes, line: int, path: str, words: str) -> None:
    problem = first(tmp_path, text)
    assert (problem.line, problem.path) == (line, path)
    assert words in problem.message


@pytest.mark.parametrize(
    ("state", "path", "words", "mend"),
    [
        ({"allowed_tool": []}, "$.states.a.allowed_tool", "unknown key", 'did you mean "allowed_tools"?'),
        ({"type": "parallel"}, "$.states.a.type", "not supported", "final"),
        ({"instructions": None}, "$.states.a.instructions", "must not be null", "leave the key out"),
        ({"max_iterations": True}, "$.states.a.max_iterations", "whole number, it is true", ""),
        ({"max_edit_lines": 0}, "$.states.a.max_edit_lines", "at least 1", "leave it out"),
        ({"context_budget_bytes": 0}, "$.states.a.context_budget_bytes", "at least 1", "leave it out"),
        ({"on": {"E": []}}, "$.states.a.on.E", "leads nowhere", "remove the event"),
        ({"on": {"E": [{"target": "a", "requires_approval": True}]}}, "$.states.a.on.E[0].requires_approval", "ignored here", "event of its own"),
        ({"on": {"E": {"invoke": "m", "on_complete": "a", "guard": "g"}}}, "$.states.a.on.E.guard", "ignored here", "invoke"),
        ({"on": {"E": {"invoke": "m", "on_complete": "a", "target": "a"}}}, "$.states.a.on.E", "two transitions", "keep one"),
        ({"on": {"E": {"target": "a", "approval_message": "?"}}}, "$.states.a.on.E", "asks nobody", "requires_approval"),
        ({"on": {"E": {"fork": {}, "target": "a"}}}, "$.states.a.on.E.fork", "not supported yet", "x-fork"),
        ({"blocked_env": ["$X"]}, "$.states.a", "would block nothing", "no $"),
        ({"env_overrides": {"A;rm -rf": "x"}}, "$.states.a", "no variable name", "letters"),
        ({"env_overrides": {"A": "1"}, "env": {"A": "1"}}, "$.states.a", "both set A", "one field under two names"),
        ({"outcome": "failure"}, "$.states.a", "final state", "type"),
    ],
)
def test_refusals_name_the_place_and_the_mend(tmp_path: Path, state: object, path: str, words: str, mend: str) -> None:
    problem = first(tmp_path, json.dumps({"id": "w", "initial": "a", "states": {"a": state}}, indent=1))
    assert problem.path == path
    assert words in problem.message and mend in problem.mend
    assert problem.line >= 4


def test_interrupts_are_refused_by_name_and_free_keys_are_not(tmp_path: Path) -> None:
    problem = first(tmp_path, json.dumps({**json.loads(GOOD), "interrupts": {}}))
    assert problem.message == "interrupts are not supported yet"
    (tmp_path / "workflow.json").write_text(json.dumps({**json.loads(GOOD), "x-mine": 1, "meta": {"any": [1]}, "$schema": "s", "description": "d"}))
    assert load(tmp_path).ok


def test_machines_reached_by_invoke_are_loaded_and_no_others(tmp_path: Path) -> None:
    def invoking(name: str) -> str:
        return json.dumps({"id": "w", "initial": "a", "states": {"a": {"on": {"E": {"invoke": name, "on_complete": "b"}}}, "b": {"type": "final"}}})

    (tmp_path / "workflows").mkdir()
    (tmp_path / "workflow.json").write_text(invoking("m"))
    (tmp_path / "workflows" / "m.json").write_text(invoking("../secret"))
    (tmp_path / "workflows" / "other.json").write_text("not json")
    (tmp_path / "secret.json").write_text(GOOD)
    loaded = load(tmp_path / "workflow.json")
    assert loaded.ok
    assert set(loaded.machines) == {"w", "m"} and set(loaded.missing) == {"../secret"} and loaded.unused == ["workflows/other.json"]
    (tmp_path / "workflows" / "m.json").write_text('{"id": 1}')
    assert {Path(problem.file).name for problem in load(tmp_path).problems} == {"m.json"}


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    assert load(tmp_path / "none.json").problems[0].code == "file"
    assert load("\0").problems[0].code == "file"


@settings(max_examples=400, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters(codec="utf-8")),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    ),
    st.integers(0, 2),
)
def test_good_json_is_read_as_the_standard_library_reads_it(value: object, indent: int) -> None:
    text = json.dumps(value, ensure_ascii=indent == 1, indent=indent or None)
    assert parse(text.encode()).value == json.loads(text)


@settings(max_examples=400, deadline=None)
@given(st.binary(max_size=40) | st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \\u\n', max_size=30).map(str.encode))
def test_bytes_of_any_kind_are_read_or_refused(data: bytes) -> None:
    load_sources({"workflow.json": data}, Loaded("f"), "f", "d")
    try:
        value = parse(data).value
    except BadSource:
        return
    assert value == json.loads(data.decode("utf-8-sig"))
