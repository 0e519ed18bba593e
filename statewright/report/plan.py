"""The compiled workflow behind a run, as far as a report shows it: states, ways on, limits. Names are the trace's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from statewright.trace import reading
from statewright.trace.step import authored, place
from statewright.trace.values import count, part, several, text

Json = dict[str, Any]
MOST = 400  # states read


@dataclass
class Way:
    """How a state can be left. source, target: places (``<machine>/<state>``). notes: guards and what else it asks for."""

    source: str
    target: str
    event: str
    notes: list[str] = field(default_factory=list)


@dataclass
class State:
    """label: the name as the workflow has it. limits: 0 where there is none."""

    place: str
    machine: str
    label: str
    final: bool = False
    failure: bool = False
    calls: int = 0
    size: int = 0


@dataclass
class Plan:
    """states by place; first: the places where a machine starts.

    events: the workflow's spelling by the trace's. known: whether the compiled workflow was there to read.
    """

    states: dict[str, State] = field(default_factory=dict)
    ways: list[Way] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    events: dict[str, str] = field(default_factory=dict)
    known: bool = False


def read(folder: Path, digest: str) -> Plan:
    """The plan a run was pinned to; an empty one when it is gone or cannot be read."""
    plan = Plan()
    base = folder.parent / "plans"
    if not re.fullmatch(r"[0-9a-f]{64}", digest):  # a foreign journal names no file of ours
        return plan
    try:
        head = reading.parsed((base / f"{digest}.json").read_bytes()) or {}
        with (base / f"{digest}.plan").open("rb") as file:
            for line, _ in zip(file, range(MOST), strict=False):
                value = reading.parsed(line)
                if value is not None and text(value.get("m")) and text(value.get("s")):
                    _add(plan, value)
    except OSError:
        return plan
    machines = part(head, "machines")
    own = str(head.get("id"))
    for name in [own, *(name for name in machines if name != own)]:
        initial = part(machines, name).get("initial")
        if text(initial):
            plan.first.append(_place(name, initial))
    order = {one.partition("/")[0]: number for number, one in enumerate(plan.first)}
    plan.states = dict(sorted(plan.states.items(), key=lambda row: order.get(row[0].partition("/")[0], len(order))))
    plan.known = bool(plan.states)
    return plan


def _place(machine: Any, name: Any) -> str:
    """A state in the trace's words, whatever the file holds."""
    return place(machine, name)


def _add(plan: Plan, value: Json) -> None:
    machine, name = value["m"], value["s"]
    here = _place(machine, name)
    plan.states[here] = State(here, text(machine), text(name), value.get("final") is True, value.get("outcome") == "failure",
                              count(value, "max_iterations"), count(value, "context_budget_bytes"))
    for event, branches in part(value, "on").items():
        plan.events[authored(event)] = text(event)
        for branch in branches if isinstance(branches, list) else ():
            if isinstance(branch, dict):
                plan.ways.extend(_ways(machine, here, text(event), branch))
    if text(value.get("safe_next")):
        plan.ways.append(Way(here, _place(machine, value["safe_next"]), "any other event"))


def _ways(machine: str, here: str, event: str, branch: Json) -> Iterator[Way]:
    if "invoke" in branch:
        name = text(branch.get("invoke"))
        yield Way(here, _place(machine, branch.get("on_complete")), event, [f"after {name}"])
        if text(branch.get("on_fail")):
            yield Way(here, _place(machine, branch["on_fail"]), event, [f"{name} failed"])
        return
    notes = [f"if {text(guard)}" for guard in several(branch, "guards")[:4]]
    if branch.get("approval") is True:
        notes.append("a person approves")
    yield Way(here, _place(machine, branch.get("target")), event, notes)
