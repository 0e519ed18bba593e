"""The AETP document of a run, built from its journal: twice the same input, twice the same bytes.

The journal is read twice, line by line: first for what the envelope needs, then for the steps. Memory
grows with the number of calls and messages (a few numbers each) only. Nothing here looks at a clock or at the environment.
"""

from __future__ import annotations

import json
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from statewright.trace import reading
from statewright.trace.aetp_survey import MAIN, Survey, alias, survey
from statewright.trace.step import ENGINE

VERSION = "1.0"
NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "urn:statewright:trace")
DOCUMENT = "trace.aetp.json"
STATUSES = ("completed", "failed", "escalated", "incomplete")
Json = dict[str, Any]


class NothingToExport(Exception):
    """The run has no step yet; AETP knows no empty trace."""


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
    journal = reading.Journal(folder)
    found = survey(journal)
    if not found.steps:
        journal.close()
        raise NothingToExport(f"{folder.name} has no step yet")
    start = found.start
    run = str(start.get("run") or folder.name)
    system: Json = {"name": start.get("harness") or "unknown"}
    version = found.harness_version or start.get("harness_version")
    if version:
        system["version"] = version
    system["framework"] = f"{ENGINE}/{start['version']}" if start.get("version") else ENGINE
    system["models"] = [found.models[alias] for alias in sorted(found.models)]
    head: Json = {"aetp_version": VERSION, "trace_id": str(uuid.uuid5(NAMESPACE, f"{start.get('session') or ''}\n{run}"))}
    if start.get("workflow"):
        head["scenario_id"] = start["workflow"]
    return {**head, "created_at": found.created, "agent_system": system}, _steps(journal, found), _outcome(journal, found)


def _outcome(journal: reading.Journal, found: Survey) -> Json:
    """From the run's state; where that is lost, from the journal's last word. A run that neither ended nor was left has a provisional one."""
    snap = journal.snap
    final = bool(snap["final"]) if snap is not None else found.end.get("source") == "final"
    status = str(found.end.get("outcome") or "incomplete")
    if snap is not None and final:
        told = reading.final_state(journal.folder, snap).get("outcome")
        status = {"failure": "failed", "success": "completed"}.get(str(told), "failed" if status == "failed" else "completed")
    elif snap is not None:
        status = "escalated" if snap.get("approval") else "incomplete"
    summary = f"{found.steps} steps, {found.refused} refused, {found.escalated} escalated."
    if not final and not found.end:
        summary += " Provisional: neither a final state nor the session's end is on record."
    outcome: Json = {"status": status if status in STATUSES else "incomplete", "content_summary": summary, "completed_at": found.completed,
                     "human_in_loop": found.human}
    if final and found.last_move:
        outcome["final_step_id"] = found.last_move
    return outcome


def _steps(journal: reading.Journal, found: Survey) -> Iterator[Json]:
    """The steps in the journal's order, with the model's part merged in; numbers run on, ids stay the journal's."""
    number = 0
    met: set[int] = set()
    told: set[int] = set()
    try:
        for _, line in journal:
            step = None
            if line.get("kind") == "step" and isinstance(line.get("step"), dict):
                step = _merged(journal, line["step"], found, met, told)
            elif line.get("kind") == "llm" and line.get("message") and line.get("model"):
                name = hash(line["message"])
                if name not in told and name not in found.owned:
                    told.add(name)
                    step = _generation(journal.at(found.messages[name]), line, found)
            if step is not None:
                number += 1
                yield {**step, "step_number": number}
    finally:
        journal.close()


def _merged(journal: reading.Journal, step: Json, found: Survey, met: set[int], told: set[int]) -> Json:
    """A step with its message's tokens: the message itself stands at the first of its calls, the context it had at each."""
    for call in step["tool_calls"]:
        name = call["call_id"]
        owner = found.owner.get(hash(name))
        if owner is not None and hash(name) not in met:
            message = journal.at(found.messages[owner])
            step["inputs"]["context_window_tokens"] = _context(message)
            if owner not in told:
                told.add(owner)
                step["llm_calls"] = [_llm_call(message)]
        again = 2
        while hash(call["call_id"]) in met:  # a harness that tells one call twice
            call["call_id"] = f"{name}-{again}"
            again += 1
        met.add(hash(call["call_id"]))
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


def _generation(message: Json, line: Json, found: Survey) -> Json:
    """A model message that called no tool we have a step of."""
    agent = str(message.get("agent_name") or MAIN)
    agent = found.names.get(agent.rpartition("-")[2], agent)
    at = str(message.get("ended") or line["at"])
    summary = "Text without a tool call." if not message.get("calls") else "A message whose calls never came to the workflow."
    return {
        "step_id": f"gen_{message['message']}", "step_number": 0, "agent_name": agent,
        "agent_role": "main agent" if agent == MAIN else agent.rpartition("-")[0] or agent,
        "started_at": min(str(message.get("began") or at), at), "completed_at": at, "step_type": "REASONING",
        "inputs": {"from_agents": [], "from_tools": [], "from_memory": [], "context_window_tokens": _context(message)},
        "llm_calls": [_llm_call(message)], "tool_calls": [], "memory_ops": [],
        "output": {"to_agents": [], "content_summary": summary, "constraints_referenced": []}, "status": "completed",
    }
