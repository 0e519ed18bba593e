"""The reader of plain lines gives what the whole reader gives, and leaves to it whatever needs more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from statewright.shell import later, shells, simple, unwrap, wrappers
from statewright.shell.model import Script
from statewright.shell.plain import RUNNERS, plain
from statewright.shell.whole import read_whole

DATA = Path(__file__).resolve().parents[1] / "data"
CASES = [json.loads(line) for file in sorted((DATA / "corpus").glob("*.jsonl")) for line in file.read_text(encoding="utf-8").split("\n") if line]
INPUTS = [case.get("input") for case in CASES]
LINES = [given["command"] for given in INPUTS if isinstance(given, dict) and isinstance(given.get("command"), str)]


def facts(thing: Any) -> Any:
    """Everything a script holds, as data."""
    if isinstance(thing, list | tuple):
        return [facts(one) for one in thing]
    slots = getattr(type(thing), "__slots__", None)
    return {name: facts(getattr(thing, name)) for name in slots} if slots else thing


def same(line: str) -> bool:
    """Both readers agree about a line; False when the plain one leaves it."""
    found = plain(line)
    if found is None:
        return False
    assert facts(found) == facts(read_whole(line)), line
    return True


def test_the_readers_agree_on_every_line_of_the_corpus() -> None:
    read = sum(same(line) for line in LINES)
    assert read > len(LINES) / 6


@pytest.mark.parametrize("line", [
    "git status --short && npm test -- --watch=false 2>&1 | tail -20", "pytest -q tests/unit -k 'not slow'",
    "ls -la src; cat src/one.py | grep -n one",
    "cd sub && make", "grep -rn \"two words\" src 2>/dev/null | head -5 | wc -l;", "  a  ;  b  ", "python3 -c 'print(1)'", "git diff -- a 'b c'",
])
def test_everyday_lines_are_read_without_the_whole_reader(line: str) -> None:
    assert same(line)


@pytest.mark.parametrize("line", [
    "", " ", ";", "a;;b", "a &", "a |& b", "a && ", "a |", "| a", "a & b", "a\nb", "a $b", "a `b`", "a *", "a ~", "a {b,c}", "a > b", "a < b",
    "a=b c", "=ls",
    "!a", "a 'b", 'a "b$c"', "a 'x[$(id)]'", "(a)", "{ a; }", "if a; then b; fi", "a # b", "a \\b", "git -c alias.x='!y' x", "find . -exec rm {} +",
    "find . -name x -ok y ';'", "npm run x", "uv run pytest", "'ls' x", "a &> b", "a &>/dev/null", "time a", "a 2>&1x", "a 2>&1&& b", "a\u00e9",
    "a &&& b", "a ||| b", "a &&> b",
])
def test_what_is_not_plain_is_left(line: str) -> None:
    found = plain(line)
    assert found is None or facts(found) == facts(read_whole(line))
    assert found is None or line in ("a 2>&1&& b",)


def test_no_name_that_the_whole_reader_looks_at_is_plain() -> None:
    names = {*wrappers.SPECS, *wrappers.BEHIND, *shells.SHELLS, *unwrap.HANDLERS, *later.EVALUATING, *later.COMPLETING, "alias", *simple.RESERVED}
    taken = sorted(name for name in names - {"git", "find", "cd"} if plain(name + " x") is not None or plain("/usr/bin/%s x" % name) is not None)
    assert taken == []
    assert wrappers.RUNNERS == RUNNERS


PIECES = st.lists(st.sampled_from([
    "a", "git", "npm", "find", "cd", "-x", "--y=z", "/usr/bin/env", "b/c", "'q r'", '"s"', "''", "=", "a=b", "2>&1", ">/dev/null",
    "2>/dev/null", "2>&1|",
    "|",
    "||", "&&", ";", "&", " ", "  ", ">", "<", "[", "]", "}", "x;", "run", "-c", ":", "%1", ".", "-", "'", '"', "@", "+", "1", "2", ",",
]), max_size=14)


@settings(max_examples=600, deadline=None)
@given(PIECES, st.booleans())
def test_the_readers_agree_on_any_line_of_such_pieces(pieces: list[str], spaced: bool) -> None:
    same((" " if spaced else "").join(pieces))


def test_a_long_line_is_left() -> None:
    assert isinstance(plain("a " * 1999), Script) and plain("a " * 3000) is None
