"""What a trick is, how a test says it, and the table made of all of them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

HERE = Path(__file__).parent
F = TypeVar("F", bound=Callable[..., Any])
ROADS = {"hooks": "", "client": " (real client)"}
LIMITS = HERE / "limits.md"
OR = " / "  # between the wordings of a reason
# A state that lists nothing: every tool and every command are open to an agent in it.
WIDE: dict[str, Any] = {
    "id": "job", "initial": "working", "context": {"n": 0}, "checks": {"tests": {"command": "sh tests.sh"}},
    "guards": {"tests_pass": {"field": "checks.tests.status", "op": "eq", "value": "passed"}, "two": {"field": "n", "op": "eq", "value": 2}},
    "states": {
        "working": {"on": {"AGAIN": "working", "NEXT": "later", "DONE": {"target": "done", "guard": "tests_pass"},
                           "SHIP": {"target": "done", "requires_approval": True}, "TWO": {"target": "later", "guard": "two"}}},
        "later": {"allowed_tools": ["Read"], "on": {"DONE": "done"}},
        "done": {"type": "final"}}}
COLUMNS = "| trick | what was tried | what happened | recorded as |\n|---|---|---|---|\n"


@dataclass(frozen=True)
class Trick:
    """One way round the workflow.

    title: what the agent is after. tried: how. rule, reason: of the refusal, the reason in words that the agent is told, `` / `` between
    the wordings where spellings differ.
    recorded: the kind of journal line. road: through the hook executables, or through the real client.
    """

    title: str
    tried: str
    rule: str
    reason: str
    recorded: str = "refusal"
    road: str = "hooks"

    def row(self) -> str:
        """The table's line."""
        happened = ": ".join(part for part in ("refused by `%s`" % self.rule if self.rule else "", self.reason) if part)
        cells = (self.title + ROADS[self.road], self.tried, happened, "`%s`%s" % (self.recorded, ", rule `%s`" % self.rule if self.rule else ""))
        return "| %s |" % " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells)


def trick(title: str, tried: str, rule: str, reason: str, **more: str) -> Callable[[F], F]:
    """Say on a test which trick it is about."""

    def said(test: F) -> F:
        test.trick = Trick(title, tried, rule, reason, **more)  # type: ignore[attr-defined]
        return test

    return said


class Caught:
    """Shows that a trick failed for the reason its test gives, and that the journal has it."""

    def __init__(self, trick: Trick | None) -> None:
        self.trick = trick
        self.seen = 0
        self.times = 0

    def __call__(self, said: str, journal: list[dict[str, Any]], trick: Trick | None = None) -> None:
        """said: what the agent was told. journal: the run's lines, of which one since the last trick must tell of this one."""
        one = trick or self.trick
        assert one is not None, "say which trick this is"
        assert any(words in said for words in one.reason.split(OR)), "told %r" % said
        fresh = journal[self.seen :]
        found = [line for line in fresh if line.get("what") == one.recorded and line.get("rule", "") == one.rule]
        assert found, "not on record: %s" % [(line.get("what"), line.get("rule")) for line in fresh]
        self.seen = len(journal)
        self.times += 1


def modules() -> Iterator[Any]:
    """The modules of tricks, by name."""
    for path in sorted(HERE.glob("test_*.py")):
        if path.name != "test_table.py":
            yield importlib.import_module(path.stem)


def of_module(module: Any) -> list[Trick]:
    """A module's tricks in the order of its tests: of a list of rows, or on a test itself."""
    found: list[Trick] = []
    for name, value in vars(module).items():
        if name == "ROWS":
            found += [one for row in value for one in row if isinstance(one, Trick)]
        elif name.startswith("test_") and hasattr(value, "trick"):
            found.append(value.trick)
    return found


def table() -> str:
    """The whole page."""
    parts = [(HERE / "head.md").read_text(encoding="utf-8")]
    number = 0
    for module in modules():
        rows = of_module(module)
        number += len(rows)
        parts.append("\n## %s\n\n%s" % ((module.__doc__ or "").split("\n")[0].rstrip("."), COLUMNS))
        parts.append("\n".join(one.row() for one in rows) + "\n")
    parts.append("\n" + LIMITS.read_text(encoding="utf-8"))
    return "".join(parts).replace("{number}", str(number))


def write() -> None:
    """Make the page anew."""
    (HERE / "README.md").write_text(table(), encoding="utf-8")


if __name__ == "__main__":
    import sys

    sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "e2e"), str(HERE.parents[1])]
    importlib.import_module("tricks").write()
