"""A run as a person reads it: a line for each thing that happened, with when, who, what, and what it took."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from statewright.trace import reading

Json = dict[str, Any]
RED, GREEN, YELLOW, DIM, BOLD = "31", "32", "33", "2", "1"
MARKS = {"refusal": RED, "transition_refused": RED, "forgery": RED, "config": RED, "doubt": RED, "transition": GREEN, "fallback": YELLOW,
         "approval_request": YELLOW, "approval_answer": YELLOW, "mode": YELLOW}


def timeline(folder: Path, colour: bool = False) -> Iterator[str]:
    """The journal's lines for a reader, a heading at each new state. A model message told again as it grew is shown each time."""
    here = ""
    for raw, _ in reading.raw_lines(folder, reading.snapshot(folder)):
        line = reading.parsed(raw)
        if line is None:
            yield paint("   ?  (a line that cannot be read)", RED, colour)
            continue
        if line.get("kind") == "step" and line.get("state") != here:
            here = str(line.get("state"))
            yield paint("── %s" % here, BOLD, colour)
        yield row(line, colour)


def row(line: Json, colour: bool = False) -> str:
    """One line."""
    step = line.get("step") if isinstance(line.get("step"), dict) else {}
    assert isinstance(step, dict)  # noqa: S101 - for the type checker
    what = str(line.get("what") or line.get("kind"))
    at = str(step.get("started_at") or line.get("began") or line.get("at") or "")[11:19]
    who = str(step.get("agent_name") or line.get("agent_name") or "")
    text = "%5s  %s  %-22s %-18s %s" % (line.get("seq"), at, who[:22], what.replace("_", " "), ", ".join(_facts(line, step)))
    return paint(text.rstrip(), MARKS.get(what, DIM if line.get("kind") != "step" else ""), colour)


def paint(text: str, code: str, colour: bool) -> str:
    """Coloured, where that is wanted."""
    return "\033[%sm%s\033[0m" % (code, text) if colour and code else text


def _facts(line: Json, step: Json) -> Iterator[str]:
    for call in step.get("tool_calls", []):
        server = "%s:" % call["mcp_server"] if call.get("mcp_server") else ""
        yield "%s%s %s" % (server, call.get("tool_name"), call.get("status_code"))
        if call.get("latency_ms"):
            yield "%s ms" % call["latency_ms"]
    if line.get("bytes"):
        yield "%d bytes" % line["bytes"]
    if line.get("event"):
        yield "%s%s" % (line["event"], " -> %s" % line["target"] if line.get("target") else "")
    for key in ("rule", "check", "result", "answer", "grade", "road", "workflow", "version", "outcome", "source", "reason", "count", "model"):
        if line.get(key) and not (key == "source" and line.get("event")):
            yield "%s %s" % (key, line[key])
    if line.get("kind") == "llm":
        fresh, cached, out = ((line.get(key) or 0) for key in ("input_tokens", "cache_read_tokens", "output_tokens"))
        yield "tokens %d in, %d from cache, %d out" % (fresh + (line.get("cache_write_tokens") or 0), cached, out)
        yield "%s ms" % line.get("latency_ms")
    output = step.get("output") or {}
    if output.get("to_agents"):
        yield "to %s" % ", ".join(output["to_agents"])
    given = (step.get("inputs") or {}).get("from_agents") or []
    if given:
        yield "from %s" % ", ".join("%s: %s" % (one.get("from"), one.get("summary")) for one in given)
    for op in step.get("memory_ops") or []:
        yield "%s %s memory" % (op.get("operation"), op.get("scope"))
