"""The first reading of a run's journal for its AETP document: what the envelope says, and which model message each call belongs to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from statewright.trace import reading
from statewright.trace.step import ENGINE, agent_name
from statewright.trace.values import REFUSED

MAIN = agent_name("", "")
Json = dict[str, Any]


@dataclass
class Survey:
    """What the first reading found out. Ids are kept as their hashes: an int is a fifth of a text.

    messages: a model message's fullest line, by its place in the journal. owner: a call's message. owned: messages
    with a call that has a step. names: a subagent's name by the end of it that its messages have too.
    """

    start: Json = field(default_factory=dict)
    end: Json = field(default_factory=dict)
    harness_version: str = ""
    created: str = ""
    completed: str = ""
    steps: int = 0
    refused: int = 0
    escalated: int = 0
    human: bool = False
    last_move: str = ""
    messages: dict[int, int] = field(default_factory=dict)
    owner: dict[int, int] = field(default_factory=dict)
    owned: set[int] = field(default_factory=set)
    models: dict[str, Json] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)


def survey(journal: reading.Journal) -> Survey:
    """Read a journal once, for all that the envelope and the merging of model messages need."""
    found = Survey()
    calls: set[int] = set()
    for place, line in journal:
        kind = line.get("kind")
        if kind == "start" and not found.start:
            found.start = line
        elif kind == "end":
            found.end = line
        elif kind == "note" and line.get("what") == "harness" and line.get("version"):
            found.harness_version = str(line["version"])
        elif kind == "llm" and line.get("message") and line.get("model"):
            _message(journal, found, line, place)
        elif kind == "step" and isinstance(line.get("step"), dict):
            _note(found, line, calls)
        found.created = found.created or str(line.get("at") or line.get("step", {}).get("started_at") or "")
    found.owned = {found.owner[call] for call in calls if call in found.owner}
    return found


def _message(journal: reading.Journal, found: Survey, line: Json, place: int) -> None:
    """Keep the fullest line of a model message: its lines repeat, with growing counts and further calls."""
    name = hash(line["message"])
    before = found.messages.get(name)
    if before is None or (line.get("output_tokens") or 0) >= (journal.at(before).get("output_tokens") or 0):
        found.messages[name] = place
    for call in line.get("calls") or ():
        found.owner.setdefault(hash(call), name)
    found.models[alias(line["model"])] = {"alias": alias(line["model"]), "model": line["model"]}


def _note(found: Survey, line: Json, calls: set[int]) -> None:
    step = line["step"]
    found.steps += 1
    found.completed = max(found.completed, step["completed_at"])
    what = line.get("what")
    found.refused += what in REFUSED
    found.escalated += what == "approval_request"
    # A person counts as in the loop once one was asked, whatever the answer.
    found.human = found.human or what in ("approval_request", "approval_answer", "mode") or line.get("road") is not None
    if what in ("transition", "fallback"):
        found.last_move = step["step_id"]
    if found.end.get("source") != "final":
        found.end = {}  # the session was taken up again
    if step["agent_name"] not in (ENGINE, MAIN):
        found.names[step["agent_name"].rpartition("-")[2]] = step["agent_name"]
    calls.update(hash(call["call_id"]) for call in step["tool_calls"])


def alias(model: str) -> str:
    """A model's id as an alias: lower case, words joined by hyphens."""
    return re.sub(r"[^a-z0-9.]+", "-", model.lower()).strip("-") or "model"
