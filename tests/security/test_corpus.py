"""Every case of the corpus gets its one right answer from the rules."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

CORPUS = Path(__file__).parent.parent / "data" / "corpus"


def cases() -> Iterator[Any]:
    for name in ("shell.jsonl", "tools.jsonl", "extra.jsonl", "wide.jsonl", "calls.jsonl", "allowed.jsonl"):
        for line in (CORPUS / name).read_text(encoding="utf-8").split("\n"):
            if line:
                case = json.loads(line)
                yield pytest.param(case, id=case["id"])


@pytest.mark.parametrize("case", list(cases()))
def test_each_case_is_answered_as_the_rules_say(case: dict[str, Any], place: Place) -> None:
    setup = place.here(case.get("fs", {}))
    if setup:
        place.reset()
        place.set_up(setup)
    try:
        found = judge(place, case["state"], case["tool"], case["input"], tuple(setup.get("edited", ())))
    finally:
        if setup:
            place.reset()
    assert ("deny" if found else "allow") == case["expect"], "%s: %s" % (case["why"], found)


@pytest.mark.parametrize("case", list(cases()))
def test_each_refusal_says_what_and_names_no_internals(case: dict[str, Any], place: Place) -> None:
    if case["expect"] == "allow" or case.get("fs"):
        return
    found = judge(place, case["state"], case["tool"], case["input"])
    assert found is not None
    assert 10 < len(found.reason) < 1200
    assert "Traceback" not in found.reason
    assert "\0" not in found.reason
    assert found.rule
