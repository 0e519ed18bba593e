"""The AETP document of a run, built from its journal: twice the same input, twice the same bytes.

The journal is read twice, line by line: first for what the envelope needs, then for the steps. Memory
grows with the number of calls (their ids) only. Nothing here looks at a clock or at the environment.
"""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from statewright.trace import reading
from statewright.trace.step import ENGINE, agent_name

VERSION = "1.0"
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:statewright:trace")
DOCUMENT = "trace.aetp.json"
Json = dict[str, Any]


class NothingToExport(Exception):
    """The run has no step yet; AETP knows no empty trace."""


@dataclass
class Survey:
    """What the first reading found out. first_call: a model message by the first of its calls that has a step."""

    start: Json = field(default_factory=dict)
    end: Json = field(default_factory=dict)
    created: str = ""
    completed: str = ""
    steps: int = 0
    refused: int = 0
    escalated: int = 0
    human: bool = False
    last: str = ""
    last_move: str = ""
    messages: dict[str, Json] = field(default_factory=dict)
    first_call: dict[str, str] = field(default_factory=dict)
    models: dict[str, Json] = field(default_factory=dict)


def build(run_dir: str | Path) -> Json:
    """The whole document. Raises NothingToExport for a run without a step, OSError when it cannot be read."""
    head, steps, outcome = _parts(reading.run_dir(run_dir))
    return {**head, "steps": list(steps), "outcome": outcome}


def write(run_dir: str | Path, target: str | Path | None = None) -> Path:
    """Write the document, one step a line, to ``target`` (default: in the run's folder), in one replacement; owner only."""
    folder = reading.run_dir(run_dir)
    path = Path(target) if target is not None else folder / DOCUMENT
    head, steps, outcome = _parts(folder)
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii", newline="\n") as file:
            for chunk in chunks(head, steps, outcome):
                file.write(chunk)
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    return path


def text(run_dir: str | Path) -> Iterator[str]:
    """The document's text in pieces, for a pipe."""
    return chunks(*_parts(reading.run_dir(run_dir)))


def chunks(head: Json, steps: Iterator[Json], outcome: Json) -> Iterator[str]:
    """A document as text, one step a line."""
    yield _dumps(head)[:-1] + ',"steps":['
    comma = "\n"
    for step in steps:
        yield comma + _dumps(step)
        comma = ",\n"
    yield '\n],"outcome":' + _dumps(outcome) + "}\n"


def _dumps(value: Json) -> str:
    return json.dumps(value, separators=(",", ":"))


def _parts(folder: Path) -> tuple[Json, Iterator[Json], Json]:
    snap = reading.snapshot(folder)
    found = _survey(folder, snap)
    if not found.steps:
        raise NothingToExport(f"{folder.name} has no step yet")
    start = found.start
    run = str(start.get("run") or folder.name)
    system: Json = {"name": start.get("harness") or "unknown"}
    if start.get("harness_version"):
        system["version"] = start["harness_version"]
    system["framework"] = f"{ENGINE}/{start['version']}" if start.get("version") else ENGINE
    system["models"] = [found.models[alias] for alias in sorted(found.models)]
    head: Json = {"aetp_version": VERSION, "trace_id": str(uuid.uuid5(NAMESPACE, f"{start.get('session') or ''}\n{run}"))}
    if start.get("workflow"):
        head["scenario_id"] = start["workflow"]
    return {**head, "created_at": found.created, "agent_system": system}, _steps(folder, snap, found), _outcome(folder, snap, found)


def _survey(folder: Path, snap: Json | None) -> Survey:
    found = Survey()
    waiting: dict[str, str] = {}  # call id -> message, until the call's step is met
    calls: set[str] = set()
    for line in reading.lines(folder, snap):
        kind = line.get("kind")
        if kind == "start" and not found.start:
            found.start = line
        elif kind == "end":
            found.end = line
        elif kind == "llm" and line.get("message") and line.get("model"):
            _message(found, line)
        elif kind == "step" and isinstance(line.get("step"), dict):
            _note(found, line, calls)
        found.created = found.created or str(line.get("at") or line.get("step", {}).get("started_at") or "")
    for name, message in found.messages.items():
        first = next((call for call in message.get("calls") or () if call in calls and call not in waiting), None)
        if first is not None:
            waiting[first] = name
    found.first_call = waiting
    return found


def _message(found: Survey, line: Json) -> None:
    """Keep the fullest line of a model message: its lines repeat, with growing counts and further calls."""
    before = found.messages.get(line["message"])
    if before is not None:
        calls = list(dict.fromkeys([*(before.get("calls") or ()), *(line.get("calls") or ())]))
        fuller = line if (line.get("output_tokens") or 0) >= (before.get("output_tokens") or 0) else before
        line = {**fuller, "calls": calls}
    found.messages[line["message"]] = line
    found.models[alias(line["model"])] = {"alias": alias(line["model"]), "model": line["model"]}


def _note(found: Survey, line: Json, calls: set[str]) -> None:
    step = line["step"]
    found.steps += 1
    found.last = step["step_id"]
    found.completed = max(found.completed, step["completed_at"])
    what = line.get("what")
    found.refused += what in ("refusal", "transition_refused")
    found.escalated += what == "approval_request"
    # A person counts as in the loop once one was asked, whatever the answer.
    found.human = found.human or what in ("approval_request", "approval_answer", "mode") or line.get("road") is not None
    if what in ("transition", "fallback"):
        found.last_move = step["step_id"]
    calls.update(call["call_id"] for call in step["tool_calls"])


def alias(model: str) -> str:
    """A model's id as an alias: lower case, words joined by hyphens."""
    return re.sub(r"[^a-z0-9.]+", "-", model.lower()).strip("-") or "model"


def _outcome(folder: Path, snap: Json | None, found: Survey) -> Json:
    snap = snap or {}
    final = bool(snap.get("final"))
    if final:
        status = "failed" if reading.final_state(folder, snap).get("outcome") == "failure" else "completed"
    elif snap.get("approval"):
        status = "escalated"
    else:
        status = str(found.end.get("outcome")) if found.end.get("outcome") in ("completed", "failed") else "incomplete"
    summary = f"{found.steps} steps, {found.refused} refused, {found.escalated} escalated."
    outcome: Json = {"status": status, "content_summary": summary, "completed_at": found.completed, "human_in_loop": found.human}
    if final and found.last_move:
        outcome["final_step_id"] = found.last_move
    return outcome


def _steps(folder: Path, snap: Json | None, found: Survey) -> Iterator[Json]:
    """The steps in the journal's order, with the model's part merged in; numbers run on, ids stay the journal's."""
    number = 0
    met: set[str] = set()
    told = set(found.first_call.values())
    for line in reading.lines(folder, snap):
        step = None
        if line.get("kind") == "step" and isinstance(line.get("step"), dict):
            step = _merged(line["step"], found, met)
        elif line.get("kind") == "llm" and line.get("message") in found.messages and line["message"] not in told:
            told.add(line["message"])
            step = _generation(found.messages[line["message"]], line)
        if step is not None:
            number += 1
            yield {**step, "step_number": number}


def _merged(step: Json, found: Survey, met: set[str]) -> Json:
    for call in step["tool_calls"]:
        name = call["call_id"]
        message = found.messages.get(found.first_call.get(name, ""))
        if message is not None and name not in met:
            step["llm_calls"] = [_llm_call(message)]
            step["inputs"]["context_window_tokens"] = _context(message)
        again = 2
        while call["call_id"] in met:  # a harness that tells one call twice
            call["call_id"] = f"{name}-{again}"
            again += 1
        met.add(call["call_id"])
    return step


def _llm_call(message: Json) -> Json:
    return {
        "call_id": f"llm_{message['message']}", "model_alias": alias(message["model"]),
        "input_tokens": int(message.get("input_tokens") or 0) + int(message.get("cache_write_tokens") or 0),
        "output_tokens": int(message.get("output_tokens") or 0), "latency_ms": int(message.get("latency_ms") or 0),
        "cached": bool(message.get("cache_read_tokens")),
    }


def _context(message: Json) -> int:
    return sum(int(message.get(key) or 0) for key in ("input_tokens", "cache_read_tokens", "cache_write_tokens"))


def _generation(message: Json, line: Json) -> Json:
    """A model message that called no tool we have a step of."""
    agent = str(message.get("agent_name") or agent_name("", ""))
    at = str(message.get("ended") or line["at"])
    return {
        "step_id": f"gen_{message['message']}", "step_number": 0, "agent_name": agent,
        "agent_role": "main agent" if agent == "main" else agent.rpartition("-")[0] or agent,
        "started_at": min(str(message.get("began") or at), at), "completed_at": at, "step_type": "REASONING",
        "inputs": {"from_agents": [], "from_tools": [], "from_memory": [], "context_window_tokens": _context(message)},
        "llm_calls": [_llm_call(message)], "tool_calls": [], "memory_ops": [],
        "output": {"to_agents": [], "content_summary": "Text without a tool call.", "constraints_referenced": []}, "status": "completed",
    }
