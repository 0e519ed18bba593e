"""What stands in a function's body counts once for each call of it."""

import pytest

from statewright.policy.limits.repeated import Times
from statewright.policy.words.calls import Call
from statewright.shell.reader import read


def times(line: str) -> list[int | None]:
    found = [Call(command, command.words[0].text if command.words else "", 0) for command in read(line).commands]
    counted = Times(found)
    return [counted.of(call.command.place) for call in found if call.name == "touch"]


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("touch x", [1]),
        ("f() { touch x; }", [1]),
        ("f() { touch x; }; f", [1]),
        ("f() { touch x; touch y; }; f; f; f", [3, 3]),
        ("f() { touch x; }; g() { f; f; }; g; g", [4]),
        ("f() { touch x; }; for i in a b; do f; done", [None]),
        ("f() { touch x; f; }; f", [None]),
        ("f() { g; }; g() { touch x; f; }; f", [None]),
        ("f() { touch x; }; h() { f; }", [1]),
    ],
)
def test_a_body_is_counted_for_each_call(line: str, counts: list[int | None]) -> None:
    assert times(line) == counts


def test_a_long_chain_of_functions_is_followed_to_its_end() -> None:
    line = "; ".join(["f0() { touch x; }", *("f%d() { f%d; f%d; }" % (i, i - 1, i - 1) for i in range(1, 40)), "f39"])
    assert times(line) == [2**39]
