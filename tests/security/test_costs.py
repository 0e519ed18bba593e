"""What a line costs to judge grows as its length does, whatever it puts together: counted in calls of functions, not in seconds."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from judging import Place, rules

LISTED: dict[str, Any] = {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["rm", "ls"]}
BASE = 60_000  # calls of functions that any line may cost


def doubled(n: int) -> str:
    return "A0=x; " + "".join("A%d=$A%d$A%d; " % (i, i - 1, i - 1) for i in range(1, n)) + "rm $A%d" % (n - 1)


LINES: dict[str, tuple[Callable[[int], str], int]] = {
    "a value doubled": (doubled, 40),
    "a value replaced by more": (lambda n: "X=aaaaaaaaaa; " + "X=${X//a/aaaaaaaaaa}; " * n + "rm $X", 20),
    "a value appended to itself": (lambda n: "X=a; " + "X+=$X; " * n + "rm $X", 40),
    "a value printed twice": (lambda n: "X=a; " + "printf -v X %s%s $X $X; " * n + "rm $X", 40),
    "a value by a substitution": (lambda n: "X=a; " + "X=$(echo $X$X); " * n + "rm $X", 20),
    "a value by a default": (lambda n: "X=a; " + "X=${Y:-$X$X}; " * n + "rm $X", 40),
    "positions joined": (lambda n: "set -- a b c; " + 'set -- "$*" "$*"; ' * n + "rm $1", 20),
    "a word of many values": (lambda n: "for X in a b c d e f g; do rm " + "$X" * n + "; done", 200),
    "lists in braces side by side": (lambda n: "rm " + "{a,b}" * n, 500),
    "lists in braces in each other": (lambda n: "ls " + "{a," * n + "b" + "}" * n, 500),
    "patterns": (lambda n: "rm " + "* " * n, 300),
    "a chain of functions": (lambda n: "f0() { ls; }; " + "".join("f%d() { f%d; }; " % (i, i - 1) for i in range(1, n)) + "f%d" % (n - 1), 300),
    "functions side by side": (lambda n: "".join("f%d() { ls; }; " % i for i in range(n)) + "; ".join("f%d" % i for i in range(n)), 300),
    "functions with arguments": (lambda n: "".join("f%d() { ls $1; }; " % i for i in range(n)) + "; ".join("f%d a" % i for i in range(n)), 150),
    "functions that print functions": (
        lambda n: "f0() { echo a; }; " + "".join("f%d() { echo $(f%d); }; " % (i, i - 1) for i in range(1, n)) + "rm $(f%d)" % (n - 1), 100,
    ),
    "folders": (lambda n: "cd src; " * n + "ls", 300),
    "folders one below the other": (lambda n: "".join("cd d%d && " % i for i in range(n)) + "ls", 300),
    "folders kept in values": (lambda n: "".join("D%d=$PWD; cd d%d; " % (i, i) for i in range(n)) + "rm $D1", 200),
    "a stack of folders": (lambda n: "pushd src; " * n + "ls", 300),
    "folders in subshells": (lambda n: "(cd src; ls); " * n, 300),
    "descriptors": (lambda n: "".join("exec %d<f; " % (i + 3) for i in range(n)) + "cat <&3", 200),
    "files written and read": (lambda n: "".join("echo a > f%d; cat f%d; " % (i, i) for i in range(n)), 150),
    "loops of zsh's own": (lambda n: "for x (a b) ls $x; " * n, 200),
    "flags of zsh's own": (lambda n: "ls " + "${(j::)A} " * n, 300),
    "faults of syntax": (lambda n: "fi; ls; " * n, 300),
    "wrappers": (lambda n: "timeout 5 " * n + "ls", 200),
    "words": (lambda n: "rm " + "a " * n, 2000),
}


def cost(place: Place, state: dict[str, Any], line: str) -> int:
    """How many functions a judgement calls, built-in ones too."""
    count = 0

    def counted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        rules(place, state, "Bash", {"command": line})
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("state", [{}, LISTED], ids=["open", "listed"])
@pytest.mark.parametrize("name", LINES)
def test_twice_the_line_costs_twice_at_most(name: str, state: dict[str, Any], place: Place) -> None:
    made, n = LINES[name]
    once, twice = cost(place, state, made(n)), cost(place, state, made(2 * n))
    assert twice <= 2.3 * once + BASE, (once, twice)


def test_functions_that_print_each_other_are_told_to_some_depth_and_no_further(place: Place) -> None:
    both = "f() { echo $(g)$(g); }; g() { echo $(f)$(f); }; rm -rf $(f)"
    assert rules(place, {}, "Bash", {"command": both}) is not None
    assert cost(place, {}, both) < BASE
    assert rules(place, {}, "Bash", {"command": "f() { echo build; }; g() { f; }; rm -rf $(g)"}) is None
    assert rules(place, {}, "Bash", {"command": "f() { echo .statewright; }; g() { echo $(f); }; rm -rf $(g)"}) is not None


def test_a_value_too_long_for_a_path_may_hold_any_name(place: Place) -> None:
    assert rules(place, {}, "Bash", {"command": doubled(24)}) is not None
    assert rules(place, {}, "Bash", {"command": doubled(8)}) is None
    assert rules(place, {}, "Bash", {"command": "X=aaaaaaaaaa; " + "X=${X//a/aaaaaaaaaa .statewright}; " * 4 + "rm -rf $X"}) is not None
    assert rules(place, {}, "Bash", {"command": "rm " + "{a,b}" * 300}) is not None
    assert rules(place, {}, "Bash", {"command": "rm src/{a,b}/{c,d}/{e,f}.txt"}) is None


def test_a_command_of_too_many_words_is_refused(place: Place) -> None:
    assert rules(place, {}, "Bash", {"command": "rm " + "a " * 60_000}) is not None
    assert rules(place, {}, "Bash", {"command": "rm " + "a " * 5_000}) is None
