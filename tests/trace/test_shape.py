"""The structural hash: the published vectors, and what must never change it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from statewright.trace.shape import DEPTH, NULL_DIGEST, canonical, digest

VECTORS = json.loads((Path(__file__).parent.parent / "data/specs/aetp-structural-hash-vectors.json").read_text("utf-8"))["vectors"]

# Any text, lone surrogates too.
texts = st.text(st.characters(codec=None, categories=None), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


def other_values(value: object) -> object:
    """The same shape with every scalar replaced and every list reversed and doubled."""
    if isinstance(value, dict):
        return {key: other_values(inner) for key, inner in reversed(value.items())}
    if isinstance(value, list):
        return [other_values(inner) for inner in reversed(value)] * 2
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return 7.25
    return "something else" if isinstance(value, str) else None


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["case"])
def test_every_published_vector_gives_its_text_and_digest(vector):
    assert canonical(vector["value"]) == vector["canonical"]
    assert digest(vector["value"]) == vector["digest"]


def test_no_output_has_a_known_digest():
    assert digest(None) == NULL_DIGEST


@given(values)
def test_values_never_change_the_digest(value):
    assert digest(value) == digest(other_values(value))


@given(values)
def test_the_text_is_json_in_canonical_form(value):
    text = canonical(value)
    parsed = json.loads(text)
    text.encode("utf-8")
    assert json.dumps(parsed, ensure_ascii=False, separators=(",", ":")) == text


@given(st.dictionaries(texts, st.none(), max_size=8))
def test_keys_stand_in_utf16_order(value):
    keys = list(json.loads(canonical(value))["properties"])
    assert keys == sorted(keys, key=lambda key: key.encode("utf-16-be"))


SURROGATES = [("\ud800", "\ufffd"), ("a\udc00b", "a\ufffdb"), ("\ud800\ud800", "\ufffd\ufffd"), ("\ud83d\ude00", "\U0001f600")]


@pytest.mark.parametrize(("key", "written"), SURROGATES)
def test_surrogates_are_joined_or_replaced(key, written):
    assert list(json.loads(canonical({key: 1}))["properties"]) == [written]


def test_two_keys_that_read_alike_after_replacement_count_once():
    alike = {chr(code): 1 for code in (0xD800, 0xDBFF)}
    assert canonical(alike) == canonical({"\ufffd": 1})


def nested(levels: int) -> object:
    value: object = "x"
    for _ in range(levels):
        value = [value]
    return value


def test_sixty_four_levels_are_seen_and_deeper_ones_are_alike():
    assert canonical(nested(DEPTH - 1)).count("string") == 1
    assert canonical(nested(DEPTH)).count("{}") == 1
    assert digest(nested(DEPTH)) == digest(nested(500))
    assert digest(nested(DEPTH - 2)) != digest(nested(DEPTH - 1))


def test_a_capped_digest_of_a_small_value_is_the_full_one():
    value = {"a": [1, 2, {"b": None}], "c": True}
    assert digest(value, cap=1000) == digest(value)


@given(values, st.integers(1, 12))
def test_a_capped_digest_does_not_depend_on_member_order(value, cap):
    def turned(item):
        if isinstance(item, dict):
            return {key: turned(inner) for key, inner in reversed(item.items())}
        return [turned(inner) for inner in item] if isinstance(item, list) else item

    assert digest(value, cap) == digest(turned(value), cap)


def test_beyond_the_cap_a_value_counts_as_anything():
    assert canonical([1, 2, 3, 4], cap=3) == '{"items":{"anyOf":[{"type":"number"},{}]},"type":"array"}'
    assert canonical({"a": 1, "b": 2}, cap=2) == "{}"
    assert canonical({"a": {"c": 1, "d": 1}, "b": 2}, cap=3) == '{"properties":{"a":{},"b":{"type":"number"}},"type":"object"}'


def test_the_cap_bounds_what_is_looked_at():
    class Counting(list):
        seen = 0

        def __iter__(self):
            for item in list.__iter__(self):
                Counting.seen += 1
                yield item

    digest(Counting([[1]] * 100_000), cap=1000)
    assert Counting.seen <= 1000
