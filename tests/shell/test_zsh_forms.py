"""What zsh alone reads is no bash, so the line stays unreadable; what zsh would run is shown all the same, behind a fault in it too."""

import pytest

from statewright.policy.protecting.shell import UNREAD_MANY
from statewright.shell.model import HOLE, Script
from statewright.shell.reader import read
from statewright.shell.recovered import MOST, TOO_MANY
from statewright.shell.zsh_forms import flags


def run(script: Script) -> list[str]:
    return [" ".join(word.text.replace(HOLE, "?") for word in command.words) for command in script.commands if command.words]


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        ("foreach x (a b); rm $x; end", ["rm ?", "end"]),
        ("for x (a b) rm $x", ["rm ?"]),
        ("for x (a b) { rm $x }", ["rm ?"]),
        ("for x y in a b; do rm $x; done", ["rm ?"]),
        ("for x in a b; rm $x", ["rm ?"]),
        ("if (true) rm x", ["true", "rm x"]),
        ("while [[ -d x ]] rm x", ["rm x"]),
        ("repeat 3 rm x", ["repeat 3 rm x", "rm x"]),
        ("rm ${(j::)A} x", ["rm ? x"]),
        ("rm ${(f)\"$(ls)\"}", ["rm ?", "ls"]),
        ("rm *(.) x", ["rm ** x"]),
        ("zargs a b -- rm -f", ["zargs a b -- rm -f", "rm -f a b"]),
        ("zargs -i{} a b -- rm .{}", ["zargs -i{} a b -- rm .{}", "rm .a .b"]),
        ("zmv -C '(*).txt' 'x/$1.md'", ["zmv -C (*).txt x/$1.md", "cp *.txt x/*.md"]),
        ("zsh -c 'for x (a) rm $x'", ["zsh -c for x (a) rm $x", "rm ?"]),
    ],
)
def test_what_zsh_would_run_is_shown(line: str, runs: list[str]) -> None:
    assert run(read(line))[-len(runs) :] == runs


def test_a_loop_gives_its_names_every_value() -> None:
    found = [(assign.name, assign.value.text) for command in read("for x y (a 'b c') rm $x").commands for assign in command.assigns]
    assert found == [("x", "a"), ("y", "a"), ("x", "b c"), ("y", "b c")]


@pytest.mark.parametrize("line", ["for x (a) ls", "ls ${(j::)A}", "ls ${=A}", "ls *(.)", "if (true) ls", "ls ${${A}%x}", "ls ) x"])
def test_the_line_stays_unreadable(line: str) -> None:
    assert read(line).opaque


@pytest.mark.parametrize("fault", ["fi; ", "if (a) b; ", ") ", "x ( ", "for x in a; b\n"])
def test_what_stands_behind_faults_is_found_or_said_not_to_be(fault: str) -> None:
    assert "rm x" in run(read(fault * 9 + "\nrm x"))
    assert TOO_MANY in read(fault * (MOST + 2) + "\nrm x").opaque
    assert UNREAD_MANY == TOO_MANY


def test_flags_are_told_apart_with_what_stands_between_their_signs() -> None:
    assert flags("(j::s:|:)A", 0) == ([("j", [""]), ("s", ["|"])], 9)
    assert flags("(l:12::ab:)A", 0) == ([("l", ["12", "ab"])], 11)
    assert flags("(f)A", 0) == ([("f", [])], 3)
    assert flags("A", 0) == ([], 0)
