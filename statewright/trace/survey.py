"""A first look over a run's journal: from when to when, which agents, the fullest line of each model message."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from statewright.trace import reading
from statewright.trace.aetp import NAMESPACE
from statewright.trace.step import ENGINE, agent_name
from statewright.trace.values import REFUSED, count, nanoseconds, one_name, part, several, text

Json = dict[str, Any]
MAIN = agent_name("", "")


@dataclass
class Agent:
    role: str
    start: int
    end: int
    parent: str = ""  # the step of the call that started it


@dataclass
class Run:
    """What has to be known before the first span can be written."""

    folder: Path
    snap: Json | None
    trace: str = ""
    began: int = 0
    ended: int = 0
    steps: int = 0
    refused: int = 0
    first: Json = field(default_factory=dict)
    last: Json = field(default_factory=dict)
    version: str = ""  # of the agent program
    agents: dict[str, Agent] = field(default_factory=dict)
    messages: dict[str, Json] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # of one subagent, by another
    started: dict[str, str] = field(default_factory=dict)  # agent -> step of the call that started it


def survey(folder: Path) -> Run:
    run = Run(folder, reading.snapshot(folder))
    for line in reading.lines(folder, run.snap):
        kind = line.get("kind")
        if kind == "start" and not run.first:
            run.first = line
            run.version = text(line.get("harness_version"))
        elif kind == "end":
            run.last = line
        elif kind == "note":
            run.version = text(line.get("version")) or run.version
        elif kind == "step" and isinstance(line.get("step"), dict):
            _note(run, line)
        elif kind == "llm" and text(line.get("message")):
            _message(run, line)
    name = text(run.first.get("run")) or text((run.snap or {}).get("run"))
    run.trace = uuid.uuid5(NAMESPACE, f"{text(run.first.get('session'))}\n{name}").hex
    run.names = one_name(run.agents)
    for name, other in run.names.items():
        also = run.agents.pop(name)
        _seen(run, other, also.role, also.start, also.end)
    for name, step in run.started.items():
        name = run.names.get(name, name)
        if name in run.agents:
            run.agents[name].parent = step
    return run


def _note(run: Run, line: Json) -> None:
    step = line["step"]
    run.steps += 1
    run.refused += text(line.get("what")) in REFUSED
    start, end = times(step)
    name = text(step.get("agent_name")) or MAIN
    if name != ENGINE:
        _seen(run, name, text(step.get("agent_role")), start, end)
    _bounds(run, start, end)
    for other in several(part(step, "output"), "to_agents") if step.get("tool_calls") else ():
        run.started.setdefault(text(other), text(step.get("step_id")))


def _message(run: Run, line: Json) -> None:
    """The fullest line of a model message counts: its lines repeat with growing numbers."""
    before = run.messages.get(text(line["message"]))
    if before is None or count(line, "output_tokens") >= count(before, "output_tokens"):
        run.messages[text(line["message"])] = line
    start, end = asked(line)
    _bounds(run, start, end)
    _seen(run, text(line.get("agent_name")) or MAIN, "", start, end)


def _seen(run: Run, name: str, role: str, start: int, end: int) -> None:
    agent = run.agents.setdefault(name, Agent(role, start, end))
    agent.role = agent.role or role
    agent.start, agent.end = min(agent.start, start), max(agent.end, end)


def _bounds(run: Run, start: int, end: int) -> None:
    run.began = min(run.began or start, start)
    run.ended = max(run.ended, end)


def times(step: Json) -> tuple[int, int]:
    end = nanoseconds(step.get("completed_at"))
    return min(nanoseconds(step.get("started_at")) or end, end), end


def asked(line: Json) -> tuple[int, int]:
    end = nanoseconds(line.get("ended")) or nanoseconds(line.get("at"))
    return min(nanoseconds(line.get("began")) or end - count(line, "latency_ms") * 1_000_000, end), end
