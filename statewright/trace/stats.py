"""A run in numbers, state by state."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from statewright.trace import reading

Json = dict[str, Any]
TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")
ROW = {"calls": 0, "failed": 0, "bytes": 0, "transitions": 0, "messages": 0, **dict.fromkeys(TOKENS, 0), "seconds": 0.0}


def stats(folder: Path) -> dict[str, Json]:
    """For each state, in the order of first entry: calls that ended and how many of them failed, bytes of results, refusals
    by rule, transitions into it, model messages with their tokens, seconds spent in it.

    A message counts in the state of its first call, one without a call in the state it was told in.
    """
    journal = reading.Journal(folder)
    table: dict[str, Json] = {}
    try:
        messages, owner = _messages(journal, table)
        for name, (place, state) in messages.items():
            row, message = _row(table, owner.get(name, state)), journal.at(place)
            row["messages"] += 1
            for key in TOKENS:
                row[key] += int(message.get(key) or 0)
    finally:
        journal.close()
    for row in table.values():
        row["seconds"] = round(row["seconds"], 3)
    return table


def _row(table: dict[str, Json], state: str) -> Json:
    return table.setdefault(state, {**ROW, "refused": {}})


def _messages(journal: reading.Journal, table: dict[str, Json]) -> tuple[dict[int, tuple[int, str]], dict[int, str]]:
    """Count the steps; gives each message's fullest line with the state it was told in, and the state of its first call."""
    messages: dict[int, tuple[int, str]] = {}
    calls: dict[int, str] = {}
    owner: dict[int, str] = {}
    here, since = "", ""
    for place, line in journal:
        kind = line.get("kind")
        if kind == "start":
            since = str(line.get("at") or "")
        elif kind == "llm" and line.get("message"):
            name = hash(line["message"])
            before = messages.get(name)
            if before is None or (line.get("output_tokens") or 0) >= (journal.at(before[0]).get("output_tokens") or 0):
                messages[name] = (place, before[1] if before else here)
            state = next((calls[hash(call)] for call in line.get("calls") or () if hash(call) in calls), None)
            if state is not None:
                owner.setdefault(name, state)
        elif kind == "step" and isinstance(line.get("step"), dict):
            here, since = _step(table, line, here, since)
            for call in line["step"]["tool_calls"]:
                calls.setdefault(hash(call["call_id"]), str(line.get("state")))
    return messages, owner


def _step(table: dict[str, Json], line: Json, here: str, since: str) -> tuple[str, str]:
    """Count one step; gives the state and the time from then on."""
    state, what, at = str(line.get("state")), line.get("what"), str(line["step"]["completed_at"])
    row = _row(table, state)
    if what == "call":
        row["calls"] += 1
        row["failed"] += line["step"]["status"] == "failed"
        row["bytes"] += line.get("bytes", 0)
    elif what in ("refusal", "transition_refused", "forgery", "doubt"):
        rule = str(line.get("rule", "other"))
        row["refused"][rule] = row["refused"].get(rule, 0) + 1
    elif what in ("transition", "fallback"):
        row["transitions"] += 1
    here = here or state
    _row(table, here)["seconds"] += _seconds(since, at)
    return (state if what in ("transition", "fallback") else here), max(since, at)


def _seconds(since: str, until: str) -> float:
    try:
        return max(0.0, (datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds())
    except (ValueError, TypeError):
        return 0.0


def lines(table: dict[str, Json]) -> Iterator[str]:
    """The numbers for a reader."""
    for state, row in table.items():
        refused = ", ".join("%s %d" % pair for pair in row["refused"].items()) or "none"
        counts = (state, row["calls"], row["failed"], row["bytes"], row["seconds"], refused)
        yield "%-30s %d calls (%d failed), %d bytes, %.1f s, refused: %s" % counts
        if row["messages"]:
            told = (row["messages"], row["input_tokens"] + row["cache_write_tokens"], row["cache_read_tokens"], row["output_tokens"])
            yield "%-30s %d model messages, tokens: %d in, %d from cache, %d out" % ("", *told)
