"""An entry permits its words and what follows them, but no option that brings in code from elsewhere; of several words, none that writes."""

import json
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

from statewright.policy.texts.follow import RUNNING
from statewright.shell.program_options import ALSO, programs, rows

DATA = Path(__file__).parent.parent / "data" / "listed_options.jsonl"
LINES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]


def asked(place: Place, line: dict[str, Any]) -> Any:
    tools = ["Read", "Bash", "Edit", "Write"] if line.get("write") else ["Read", "Bash"]
    return judge(place, {"allowed_tools": tools, "allowed_commands": line["allowed"]}, "Bash", {"command": line["command"]})


@pytest.mark.parametrize("line", LINES, ids=lambda line: "%s: %s" % (line["expect"], line["command"][:60]))
def test_each_line_is_answered_as_the_table_says(line: dict[str, Any], place: Place) -> None:
    found = asked(place, line)
    assert ("deny" if found else "allow") == line["expect"], found and found.reason


def test_an_entry_that_lists_the_option_permits_it(place: Place) -> None:
    refused = [line for line in LINES if line["expect"] == "deny" and line["command"].startswith(line["allowed"][0] + " ")]
    assert len(refused) > 200
    for line in refused[:120]:
        words = line["command"].split(" ")
        if any(c in line["command"] for c in "'\"$\\{;|"):
            continue
        found = asked(place, {**line, "allowed": [" ".join(words)]})
        followed = found is not None and ("not in this state's commands" in found.reason or "own" in found.rule)
        assert found is None or followed or "outside the project" in found.reason, (line, found and found.reason)


def test_a_writing_option_passes_where_the_state_may_write_or_the_whole_program_is_listed(place: Place) -> None:
    pairs = {"git diff": "git diff --output=x", "npx eslint": "npx eslint --fix .", "python -m pytest": "python -m pytest --junitxml=r.xml"}
    for entry, command in pairs.items():
        assert asked(place, {"allowed": [entry], "command": command}) is not None
        assert asked(place, {"allowed": [entry], "command": command, "write": True}) is None
    for entry, command in {"sort": "sort -o a b", "pytest": "pytest --junitxml=r.xml", "sed": "sed -i s/a/b/ f", "curl": "curl -o f http://x"}.items():
        assert asked(place, {"allowed": [entry], "command": command}) is None


def test_the_refusal_names_the_option_the_entry_and_what_is_permitted(place: Place) -> None:
    found = asked(place, {"allowed": ["pytest"], "command": "true && pytest -q -p evil"})
    assert found is not None
    for piece in ("-p evil", "imports a module", "entry pytest", "command 2 of 2"):
        assert piece in found.reason
    assert "Permitted is: pytest" in found.hint


@pytest.mark.parametrize("name", programs())
def test_every_row_is_whole(name: str) -> None:
    found, facts = rows(name)
    assert found
    assert facts["from"].startswith("https://")
    for kind, words, what in found:
        assert kind in ("code", "place", "write", "run")
        assert words
        assert len(what) > 8
        assert (kind == "run") <= (name in RUNNING)
    assert set(facts) <= {"from", "values", "takes", "style", "deep", "abbreviates"}


def test_other_names_lead_to_rows() -> None:
    assert all(rows(name)[0] for name in ALSO)
