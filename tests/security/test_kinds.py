"""One state of each kind, and what passes in it and what does not: many spellings of few ideas."""

import json
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

DATA = Path(__file__).parent.parent / "data" / "kinds.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]
HELD = [json.loads(line) for line in (DATA.parent / "held_deny.jsonl").read_text(encoding="utf-8").split("\n") if line]
STATES: dict[str, dict[str, Any]] = {
    "reading": {"allowed_tools": ["Read", "Grep", "Bash"]},
    "listed": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["pytest"]},
    "unreadable": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["echo", "cat", "a", "b"]},
    "open": {},
    "evaluated": {"allowed_tools": ["Read", "Grep", "Bash"]},  # values that only a running shell knows
    "overridden": {"allowed_tools": ["Read", "Edit", "Write", "Bash"], "env_overrides": {"X1": "1"}},
}
WRITING = {"allowed_tools": ["Read", "Edit", "Write", "Bash"]}
# The states of held_deny.jsonl, by the letters it names them with; ``list=a,b`` is one that lists these commands.
HELD_STATES: dict[str, dict[str, Any]] = {
    "L": STATES["listed"],
    "R": {"allowed_tools": ["Read", "Grep", "Glob", "Bash"]},
    "W": WRITING,
    "O": {},
    "E": {**WRITING, "blocked_env": ["PROD_DB_URL", "STRIPE_KEY"]},
    "EG": {**WRITING, "blocked_env": ["AWS_*", "*_TOKEN"]},
    "V": {**WRITING, "env_overrides": {"DATABASE_URL": "sqlite:///test.db"}},
    "M": {**WRITING, "max_edit_lines": 5},
    "F": {**WRITING, "max_files_per_state": 1},
}


def held_state(name: str) -> dict[str, Any]:
    listed = name.partition("list=")[2]
    return {"allowed_tools": ["Read", "Bash"], "allowed_commands": listed.split(",")} if listed else HELD_STATES[name]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "%s %s: %s" % (case["kind"], case["expect"], case["command"][:50]))
def test_each_line_is_answered_as_its_kind_is(case: dict[str, str], place: Place) -> None:
    found = judge(place, STATES[case["kind"]], "Bash", {"command": case["command"]})
    assert ("deny" if found else "allow") == case["expect"], found and found.reason


@pytest.mark.parametrize("case", HELD, ids=lambda case: "%s %s: %s" % (case["state"], case["kind"], case["command"][:50]))
def test_each_way_round_is_refused(case: dict[str, str], place: Place) -> None:
    assert judge(place, held_state(case["state"]), "Bash", {"command": case["command"]}) is not None


def refused() -> list[dict[str, str]]:
    return [case for case in CASES if case["expect"] == "deny" and case["kind"] in ("listed", "reading")]


def test_a_refusal_names_the_command_at_fault_where_it_stands_and_what_is_listed(place: Place) -> None:
    named = 0
    for case in refused():
        found = judge(place, STATES[case["kind"]], "Bash", {"command": case["command"]})
        assert found is not None
        text = found.reason + " " + found.hint
        words = [word for word in case["command"].replace("\n", " ").split(" ") if len(word) > 1 and word[0] not in "<>|&;("]
        if "cannot be judged" in text:
            continue
        named += any(word.strip("'\"`;()&|$\\{}") in text for word in words)
        if case["kind"] == "listed" and "is not in this state's commands" in text:
            assert "Listed: pytest" in text
    assert named > len(refused()) * 0.75


@pytest.mark.parametrize(
    ("command", "pieces"),
    [
        ("pytest -q && rm -rf x", ["rm -rf x", "command 2 of 2", "Listed: pytest"]),
        ("cd src; pytest; ls | head; touch y", ["ls", "command 3 of 5", "Listed: pytest"]),
        ("./pytest -q", ["./pytest", "Listed: pytest", "Permitted is: pytest"]),
        ("pytest | grep -r x", ["grep -r x", "command 2 of 2", "passes behind a pipe, without a file of its own"]),
        ("pytest > out", ["> out", "neither Edit nor Write", "/dev/null"]),
        ("PATH=/tmp pytest", ["PATH", "without it"]),
        ("$X a", ["$X", "not plain to see", "Write the command's name out"]),
        ("cd /tmp && pytest", ["pytest", "outside the project", "Stay in the project"]),
        ("timeout 5 touch x", ["touch x", "Listed: pytest"]),
        ("echo $(touch x)", ["touch x", "command 2 of 2"]),
        ("bash -c 'pytest; touch x'", ["touch x", "Listed: pytest"]),
        ("echo 'a", ["cannot be judged", "more simply"]),
        ("pytest -c /tmp/x.ini", ["-c /tmp/x.ini", "entry pytest", "Permitted is: pytest, without -c /tmp/x.ini"]),
    ],
)
def test_a_refusal_says_what_would_pass(command: str, pieces: list[str], place: Place) -> None:
    found = judge(place, STATES["listed"], "Bash", {"command": command})
    assert found is not None
    for piece in pieces:
        assert piece in found.reason + " " + found.hint
