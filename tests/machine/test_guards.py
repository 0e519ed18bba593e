"""Guards compare as JSON does, and never across types."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from statewright.machine.guards import MISSING, explain, failing, holds, lookup, same

VALUES: list[Any] = [None, True, False, 0, 1, 1.0, -2.5, "", "1", "abc", [], [1], ["a", 1], {}, {"a": 1}]
OPERATORS = ("eq", "neq", "gt", "gte", "lt", "lte", "in", "contains", "exists", "not_exists")
JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(), lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text(max_size=3), inner, max_size=3), max_leaves=6)


def passes(actual: Any, op: str, value: Any) -> bool:
    return holds({"field": "x", "op": op, "value": value}, {} if actual is MISSING else {"x": actual})


def number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@pytest.mark.parametrize("op", OPERATORS)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_missing_field_passes_not_exists_alone(op: str, value: Any) -> None:
    assert passes(MISSING, op, value) == (op == "not_exists")


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_field_that_is_null_or_empty_still_exists(value: Any) -> None:
    assert passes(value, "exists", None) and not passes(value, "not_exists", None)


@pytest.mark.parametrize("op", ["gt", "gte", "lt", "lte"])
@pytest.mark.parametrize("actual", VALUES, ids=repr)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_order_is_for_two_numbers_only(op: str, actual: Any, value: Any) -> None:
    wanted = number(actual) and number(value) and {"gt": actual > value, "gte": actual >= value, "lt": actual < value, "lte": actual <= value}[op] \
        if number(actual) and number(value) else False
    assert passes(actual, op, value) == wanted


@pytest.mark.parametrize("actual", VALUES, ids=repr)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_neq_is_the_opposite_of_eq_where_the_field_exists(actual: Any, value: Any) -> None:
    assert passes(actual, "eq", value) != passes(actual, "neq", value)


@pytest.mark.parametrize(("left", "right", "equal"), [
    (1, 1.0, True), (True, 1, False), (False, 0, False), (None, False, False), ("1", 1, False), ([1], [1.0], True), ([True], [1], False),
    ({"a": [1]}, {"a": [1.0]}, True), ({"a": True}, {"a": 1}, False), ({"a": 1}, {"a": 1, "b": 2}, False), ([1, 2], [2, 1], False), ([], {}, False),
])
def test_equality_is_that_of_json(left: Any, right: Any, equal: bool) -> None:
    assert same(left, right) == same(right, left) == equal


@pytest.mark.parametrize(("actual", "value", "found"), [
    (1, [1.0, 2], True), (True, [1], False), ("a", "abc", False), ("a", {"a": 1}, False), (None, [None], True), ([1], [[1]], True), (1, [], False),
    (1, 1, False),
])
def test_in_wants_a_list(actual: Any, value: Any, found: bool) -> None:
    assert passes(actual, "in", value) == found


@pytest.mark.parametrize(("actual", "value", "found"), [
    ("abc", "b", True), ("abc", "", True), ("1", 1, False), ([1, "a"], "a", True), ([True], 1, False), ([[1]], [1], True), ({"a": 1}, "a", False),
    (5, 5, False),
    (None, None, False),
])
def test_contains_works_on_strings_and_lists(actual: Any, value: Any, found: bool) -> None:
    assert passes(actual, "contains", value) == found


@pytest.mark.parametrize("op", [op for op in OPERATORS if op not in ("exists", "not_exists")])
def test_a_comparison_without_a_value_never_passes(op: str) -> None:
    assert not holds({"field": "x", "op": op}, {"x": None})


def test_an_operator_nobody_knows_never_passes() -> None:
    assert not passes(1, "matches", 1)


def test_dotted_paths_reach_into_objects_and_nowhere_else() -> None:
    facts = {"a": {"b": {"c": 1}}, "l": [1], "s": "text"}
    assert lookup(facts, "a.b.c") == 1
    for path in ("a.b.d", "a.b.c.d", "l.0", "s.0", "", ".", "a.", ".a", "a..b"):
        assert lookup(facts, path) is MISSING


def test_an_undefined_guard_fails() -> None:
    assert failing(["ghost"], {}, {}) == ["ghost"]
    assert "not defined" in explain("ghost", None, {})


def test_all_named_guards_must_pass() -> None:
    guards = {"one": {"field": "x", "op": "gt", "value": 0}, "two": {"field": "y", "op": "exists"}}
    assert failing(["one", "two"], guards, {"x": 1}) == ["two"]
    assert failing(["one", "two"], guards, {"x": 1, "y": None}) == []


def test_the_explanation_says_field_operator_expected_and_actual() -> None:
    assert explain("ready", {"field": "a.n", "op": "gte", "value": 3}, {"a": {"n": 2}}) == "guard ready wants a.n gte 3, it is 2"
    assert explain("ready", {"field": "a", "op": "exists"}, {}) == "guard ready wants a exists, it is missing"
    assert "true" in explain("ready", {"field": "a", "op": "eq", "value": None}, {"a": True})


@given(actual=JSON, value=JSON, op=st.sampled_from(OPERATORS))
def test_any_two_values_compare_without_an_exception(actual: Any, value: Any, op: str) -> None:
    assert passes(actual, op, value) in (True, False)
    assert same(actual, actual)
    assert explain("g", {"field": "x", "op": op, "value": value}, {"x": actual})
