"""A blocked variable is not read, dumped or handed on by any of the roads a shell line has; its bare name in a text is nobody's business."""

import json
from pathlib import Path

import pytest
from judging import Place, judge

DATA = Path(__file__).parent.parent / "data" / "environment_lines.jsonl"
LINES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]
STATE = {"allowed_tools": ["Read", "Edit", "Write", "Bash"], "blocked_env": ["SECRET", "AWS_*"]}


@pytest.mark.parametrize("line", LINES, ids=lambda line: "%s: %s" % (line["expect"], line["command"][:50]))
def test_each_line_is_answered_as_the_rules_say(line: dict[str, str], place: Place) -> None:
    found = judge(place, STATE, "Bash", {"command": line["command"]})
    assert ("deny" if found else "allow") == line["expect"], found and found.reason


def test_listing_a_command_does_not_lift_it(place: Place) -> None:
    for command in ("env", "printenv SECRET", "python -c 'import os; print(os.environ)'", "cat /proc/self/environ"):
        assert judge(place, {**STATE, "allowed_commands": ["env", "printenv", "python", "cat"]}, "Bash", {"command": command}) is not None


def test_a_refusal_names_variables_and_never_their_values(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "hunter2-value")
    for command in ("echo $SECRET", "SECRET=hunter2-value; echo $SECRET", "printenv SECRET"):
        found = judge(place, STATE, "Bash", {"command": command})
        assert found is not None
        assert "SECRET" in found.reason
        assert "hunter2" not in found.reason + found.hint
