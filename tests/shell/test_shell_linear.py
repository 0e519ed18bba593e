"""Reading takes steps in proportion to the length, whatever is repeated."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from statewright.shell.reader import read

REPEATED: list[Callable[[int], str]] = [
    lambda n: "k1 a; " * n,
    lambda n: "k1 | " * n + "k1",
    lambda n: "k1 && " * n + "k1",
    lambda n: "k1 '" + "a" * n + "'",
    lambda n: 'k1 "' + "$v " * n + '"',
    lambda n: "k1 $(k2) " * n,
    lambda n: "k1 `k2` " * n,
    lambda n: "cat <<E\nx\nE\n" * n,
    lambda n: "cat <<E\n" + "line $v\n" * n + "E\n",
    lambda n: "k1 " + "{a,b}" * n,
    lambda n: "a[" * n,
    lambda n: "k1 <<E " * n,
    lambda n: "((" * n,
    lambda n: "$(" * n,
    lambda n: "k1 ${v:-" * n,
    lambda n: "x=(" + "a " * n + ")",
    lambda n: "env " * n + "k1",
    lambda n: "npx " * n + "k1",
    lambda n: "eval " + "k1 " * n,
    lambda n: "find . " + "-exec k1 {} \\; " * n,
    lambda n: "if k1; then k2; fi; " * n,
    lambda n: "case a in " + "a) k1;; " * n + "esac",
    lambda n: "[[ a == b && " * n,
    lambda n: "f() { k1; }; " * n,
    lambda n: "k1 & " * n,
    lambda n: "k1 >out " * n,
    lambda n: "x[1" * n,
    lambda n: "k1 \\\n" * n,
    lambda n: "declare x=$(" * n,
]


def steps(text: str) -> int:
    count = 0

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return line

    before = sys.gettrace()
    sys.settrace(line)
    try:
        read(text)
    finally:
        sys.settrace(before)
    return count


@pytest.mark.parametrize("make", REPEATED)
def test_twice_the_text_takes_at_most_about_twice_the_steps(make: Callable[[int], str]) -> None:
    small, large = steps(make(200)), steps(make(400))
    assert large < small * 2.3 + 500


def test_a_megabyte_on_one_line_is_read() -> None:
    script = read("k1 'a' \"b $v\" x=1; " * 55_000)
    assert not script.opaque
    assert len(script.commands) == 55_000


def test_deep_nesting_is_refused_and_not_followed() -> None:
    for opening in ("$(", "( ", "{ ", '"$(', "${x:-", "$((", "if ", "[[ ( ", "x=(", "<("):
        assert read(opening * 5000).opaque
    for opening in ("$(", '"$(', "${x:-", "$((", "<("):
        assert read("k1 " + opening * 5000).opaque
