"""Tools are matched whole and with their case; input that no tool could mean is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

DATA = Path(__file__).parent.parent / "data" / "tool_cases.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "%s: %s %s" % (case["expect"], case["tool"], str(case["input"])[:40]))
def test_each_call_is_answered_as_the_rules_say(case: dict[str, Any], place: Place) -> None:
    found = judge(place, case["state"], case["tool"], case["input"])
    assert ("deny" if found else "allow") == case["expect"], found and found.reason
