"""Words that become several words or an option, and the programs of sed and awk, are judged as what they become."""

import json
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

from statewright.policy.texts.awk_programs import MOST, TRIES, awk_runs, awk_writes, readings, strings
from statewright.policy.texts.sed_scripts import sed_runs, sed_writes, shut

DATA = Path(__file__).parent.parent / "data" / "spelled.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "%s %s" % (case["id"], case["input"]["command"][:50]))
def test_a_line_is_judged_as_what_its_words_become(case: dict[str, Any], place: Place) -> None:
    found = judge(place, case["state"], "Bash", case["input"])
    assert ("deny" if found else "allow") == case["expect"], found and found.reason


def test_a_slash_that_may_divide_or_begin_a_regular_expression_is_read_both_ways() -> None:
    ways = readings('BEGIN{if (1) /"/; system("x"); y=/"/}')
    assert any(("word", "system") in tokens for tokens in ways)
    assert len(readings("{print ($1+$2)/2}")) == 1
    assert len(readings("(a)/b/c" + " " * 3)) > 1


def test_a_program_with_more_ways_to_read_it_than_are_looked_at_is_refused() -> None:
    assert readings("{x=" + "(a)/1/" * (MOST + 2) + "1}") == []
    assert awk_writes("{x=" + "(a)/1/" * (MOST + 2) + "1}") != ""
    assert readings("/[" + "/" * (TRIES + 2)) == []
    assert sed_writes("s/[" + "/" * 200) != ""


def test_the_texts_and_commands_of_an_awk_program_are_found_in_every_reading() -> None:
    assert awk_runs('BEGIN{"rm -rf x" | getline; print | "cat"; system("\\162m y")}') == ["rm -rf x", "cat", "rm y"]
    assert awk_runs('BEGIN{"rm " "-rf x" | getline; system(a "b")}') == ["$unknown"]
    assert strings('BEGIN{x = /[^]/"]/; print 1 > "out"; x=/"/}')[-1:] != []
    assert "out" in strings('BEGIN{x = /[^]/"]/; print 1 > "out"; x=/"/}')


def test_brackets_are_shut_as_posix_reads_them() -> None:
    assert [text for text in ("[", "[]", "[^]", "[[:alpha:]", "[a\\]", "[[.].]", "[]a") if not shut(text)] == [
        "[", "[]", "[^]", "[[:alpha:]", "[a\\]", "[[.].]", "[]a",
    ]  # fmt: skip
    assert all(shut(text) for text in ("", "a", "\\[", "[a]", "[]]", "[^]]", "[[:alpha:]]", "[a]b[c]", "[a\\]]"))


def test_the_commands_that_sed_runs_are_told() -> None:
    assert sed_runs("s/a/b/;p") == []
    assert "rm x" in sed_runs("1e rm x")
    assert "$unknown" in sed_runs("s/.*/rm x/e")
    assert "rm x" in sed_runs("s/.*/rm x/e")
