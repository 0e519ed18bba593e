"""Tools of other servers: their input is looked through whole, their names are read with care, their commands are judged as the shell's."""

import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "security"))

from judging import Place, judge

from statewright.policy.words.given import reads_by_name, strings, words_of

FILE = ".statewright/config.json"
LISTED = {"allowed_tools": ["Read", "Bash", "mcp__term__exec", "mcp__edit__change"], "allowed_commands": ["pytest", "git status"]}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("given"))


def _nested(depth: int) -> Any:
    value: Any = FILE
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("given", [
    {"paths": [*("a%d" % n for n in range(600)), FILE]},
    {"paths": [*("a%d" % n for n in range(9000)), FILE]},
    {"path": "./" * 900 + FILE},
    {"path": "./" * 9000 + FILE},
    {"path": "src/../" * 900 + FILE},
    {"x": _nested(7)},
    {"x": _nested(200)},
    {"files": {FILE: "{}"}},
    {"a": {"b": {"c": {FILE: {"content": "{}"}}}}},
], ids=["600 paths", "9000 paths", "long path", "very long path", "long way round", "deep", "very deep", "a key", "a key far down"])
def test_nothing_is_too_long_or_deep_to_be_found(given: dict[str, Any], place: Place) -> None:
    found = judge(place, {}, "mcp__fs__write", given)
    assert found is not None
    assert found.rule == "protection"


def test_more_paths_than_can_be_looked_at_are_refused_where_something_binds(place: Place) -> None:
    given = {"paths": ["a%d" % n for n in range(9000)]}
    assert judge(place, {}, "mcp__fs__write", given) is None
    found = judge(place, {"allowed_tools": ["mcp__fs__*"]}, "mcp__fs__write", given)
    assert found is not None
    assert "more paths than can be looked at" in found.reason


@pytest.mark.parametrize("tool", [
    "read_file", "list_directory", "get_file_info", "search_files", "directory_tree", "readFile", "list_commits", "fetch", "queryDatabase",
])
def test_a_name_that_only_reads_reads(tool: str) -> None:
    assert reads_by_name("mcp__x__" + tool)


@pytest.mark.parametrize("tool", [
    "get_or_create", "open_and_edit", "find_and_replace", "search_replace", "read_and_write", "findAndReplace", "check_and_fix", "open_for_writing",
    "getOrCreateFile", "open_terminal", "list_and_delete", "watch_and_exec", "view-or-edit", "write_file", "frobnicate",
])
def test_a_name_that_says_more_than_reading_does_not(tool: str) -> None:
    assert not reads_by_name("mcp__x__" + tool)


def test_names_are_split_at_signs_and_capitals() -> None:
    assert words_of("mcp__a__findAndReplace_in-file") == ["find", "and", "replace", "in", "file"]


def test_texts_come_with_their_keys_and_lists_also_as_one() -> None:
    joined = [("a", "xx/yy"), ("a", "xx yy")]
    assert strings({"a": ["xx", "yy"], "b": {"c": "z"}}) == [("", "a"), ("a", "xx"), ("a", "yy"), *joined, ("", "b"), ("", "c"), ("c", "z")]


def test_json_in_a_text_counts_as_what_it_holds_but_in_prose() -> None:
    assert ("path", "x") in strings({"args": '{"path": "x"}'})
    assert ("path", "x") not in strings({"body": '{"path": "x"}'})
    assert strings({"keys": ["o", "f", "f"]})[-1] == ("keys", "off")


@pytest.mark.parametrize(("given", "passes"), [
    ({"command": "pytest -q"}, True),
    ({"command": "git status"}, True),
    ({"command": "rm -rf src"}, False),
    ({"command": "pytest; rm x"}, False),
    ({"cmd": "rm", "args": ["-rf", "src"]}, False),
    ({"argv": ["pytest", "-q"]}, True),
])
def test_a_listed_terminal_runs_listed_commands(given: dict[str, Any], passes: bool, place: Place) -> None:
    assert (judge(place, LISTED, "mcp__term__exec", given) is None) == passes


def test_an_editors_verb_beside_a_path_is_no_command(place: Place) -> None:
    assert judge(place, LISTED, "mcp__edit__change", {"command": "create", "path": "src/a.py", "file_text": "x"}) is None
