"""meta.commands says what programs do, in the table's own words; anything else is refused with its place and a mend."""

import json
from pathlib import Path
from typing import Any

import pytest

from statewright.shell.programs import KINDS
from statewright.workflow.loader import Loaded, load


def loaded(tmp_path: Path, table: Any) -> Loaded:
    file = tmp_path / "workflow.json"
    file.write_text(json.dumps({"id": "w", "initial": "a", "meta": {"commands": table}, "states": {"a": {"type": "final"}}}, indent=1))
    return load(file)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_the_table_may_be_given(tmp_path: Path, kind: str) -> None:
    assert loaded(tmp_path, {"mytool": kind, "./x/tool.sh": kind, "mytool sync": {"kind": kind, "why": "because", "x-note": 1}}).ok


@pytest.mark.parametrize(
    ("table", "path", "words", "mend"),
    [
        ({"t": "raeder"}, "$.meta.commands.t", "no kind", 'did you mean "reader"?'),
        ({"t": "Reader"}, "$.meta.commands.t", "no kind", 'did you mean "reader"?'),
        ({"t": "allow"}, "$.meta.commands.t", "no kind", "one of: reader"),
        ({"t": ""}, "$.meta.commands.t", "no kind", "one of"),
        ({"t": True}, "$.meta.commands.t", "must be text", "one of"),
        ({"t": None}, "$.meta.commands.t", "must be text", "one of"),
        ({"t": ["reader"]}, "$.meta.commands.t", "must be text", "one of"),
        ({"t": {}}, "$.meta.commands.t", "missing", "one of"),
        ({"t": {"kind": "x"}}, "$.meta.commands.t.kind", "no kind", "one of"),
        ({"t": {"kind": "reader", "because": "x"}}, "$.meta.commands.t.because", "unknown key", "there is"),
        ({"t": {"kind": "reader", "why": 1}}, "$.meta.commands.t.why", "must be text", ""),
        ({" ": "reader"}, '$.meta.commands[" "]', "no program", "words as they are typed"),
        ({"t*": "reader"}, '$.meta.commands["t*"]', "no program", "wildcards"),
        ({"a | b": "reader"}, '$.meta.commands["a | b"]', "no program", "operators"),
        ([], "$", "must be an object", "statewright commands"),
    ],
)
def test_what_is_no_kind_is_refused(tmp_path: Path, table: Any, path: str, words: str, mend: str) -> None:
    found = loaded(tmp_path, table)
    assert not found.ok
    problem = found.problems[0]
    assert (problem.path, problem.stage, problem.code) == (path, "load", "commands")
    assert words in problem.message
    assert mend in problem.mend
    assert path == "$" or problem.line > 3


def test_each_wrong_entry_is_told(tmp_path: Path) -> None:
    assert len(loaded(tmp_path, {"a": "x", "b": "y", "c": "reader", "d": 1}).problems) == 3
