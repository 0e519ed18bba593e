"""Rooms of many modules, linked as one: every name keeps its meaning, and the joined rules answer as the plain ones do."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "security"))
from judging import Place, compiled, event_for

from statewright.model import new_snapshot
from statewright.policy import order
from statewright.setup import link
from statewright.setup.joined import joined
from statewright.setup.source import Source, parse
from statewright.shell.reader import read

PACKAGE = Path(link.__file__).resolve().parent.parent
CORPUS = Path(__file__).resolve().parents[1] / "data" / "corpus"
FIRST = """
from statewright.policy import second, third as far
from statewright.policy.second import value as taken
from statewright.model import DENY
WORD = "first"
def check(value, rows=WORD):
    WORDS = [WORD for WORD in rows]
    def inner(second=second.value()):
        return second, WORD, far.WORD
    from statewright.policy import third
    return value, WORDS, WORD, inner(), taken(), third.WORD, (lambda check: check)(5), Kind().check(), DENY
class Kind:
    WORD = "first!"
    def check(self):
        return self.WORD, WORD, {name: WORD for name in second.NAMES}
"""
SECOND = """
from statewright.policy.third import WORD as other
NAMES = [WORD for WORD in (other, "b")]
WORD = "second"
def value():
    global WORD
    WORD += "+"
    return WORD
"""
THIRD = """
WORD = "third"
def list():
    return [1]
"""


def _room(tmp_path: Path, **texts: str) -> Source:
    sources = {}
    for name in ("", *texts):
        path = tmp_path / ("%s.py" % (name or "__init__"))
        path.write_text(texts.get(name, ""))
        whole = "statewright.policy" + ("." + name if name else "")
        sources[whole] = parse(whole, path)
    return joined(sources)["statewright.policy.room"]


def _run(source: Source, name: str = "room") -> dict[str, Any]:
    made: dict[str, Any] = {"__name__": name}
    body = ast.fix_missing_locations(ast.Module([one.copy() for one in source.statements], []))
    exec(compile(body, name, "exec"), made)  # noqa: S102
    return made


def test_names_of_modules_are_told_apart_and_variables_keep_theirs(tmp_path: Path) -> None:
    room = _room(tmp_path, first=FIRST, second=SECOND, third=THIRD)
    made = _run(room)
    one = made[room.called["statewright.policy.first", "check"]]("given")
    inner = ("second+", "first", "third")
    kind = ("first!", "first", {"third": "first", "b": "first"})
    assert one == ("given", ["f", "i", "r", "s", "t"], "first", inner, "second++", "third", 5, kind, "deny")
    assert room.called["statewright.policy.third", "list"] != "list", "a name of Python's own stays Python's"


def test_a_name_of_a_class_that_may_be_the_modules_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="of a class or of its module"):
        _room(tmp_path, first="WORD = 1\nclass Kind:\n    WORD = WORD + 1", second=SECOND, third=THIRD)


def test_a_statement_that_changes_what_others_bind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="changes what others bind: for name in"):
        _room(tmp_path, first="from statewright.policy.second import NAMES\nfor name in 'ab':\n    NAMES.append(name)", second=SECOND, third=THIRD)


@pytest.mark.parametrize("text", ["RULES = (second,)", "x = getattr(second, 'WORD')", "def check():\n    return [second]"])
def test_a_module_as_a_value_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ValueError, match="used as a value"):
        _room(tmp_path, first="from statewright.policy import second\n" + text, second=SECOND, third=THIRD)


def test_joined_rules_answer_as_the_plain_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = link.modules(PACKAGE)
    made = {}
    for name in ("statewright.shell.room", "statewright.policy.room"):
        made[name] = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, made[name])
        made[name].__dict__.update(_run(sources[name], name))
    shell, policy = sources["statewright.shell.room"].called, sources["statewright.policy.room"].called
    reads = getattr(made["statewright.shell.room"], shell["statewright.shell.reader", "read"])
    rules = getattr(made["statewright.policy.room"], policy["statewright.policy.order", "STATIC"])
    assert len(rules) == len(order.STATIC) and rules[0].__code__ is not order.STATIC[0].__code__
    place, snap = Place(tmp_path), new_snapshot("r1", "s", "claude-code", "p", 0.0)
    rows = [row for file in sorted(CORPUS.glob("*.jsonl")) for row in map(json.loads, file.read_text().strip().split("\n"))]
    rows = [row for row in rows if row.get("tool") == "Bash" and isinstance(row["input"], dict) and not row.get("fs")]
    rows = [row for row in rows if isinstance(row["input"].get("command"), str)]
    refused = 0
    for row in rows[:: len(rows) // 600]:
        said = []
        for reader, checks in ((read, order.STATIC), (reads, rules)):
            event = event_for(place, "Bash", place.here(row["input"]))
            event.script = reader(str(event.command))
            found = [check(compiled(row["state"]), snap, event) for check in checks]
            said.append([one and (one.rule, one.reason, one.hint) for one in found])
        assert said[0] == said[1], row
        refused += any(said[0])
    assert 100 < refused < 500
