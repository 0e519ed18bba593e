"""Claude Code's transcript: what the model was called with, as counts. Cold; read after the fact, never while a call is held.

One model message is one line per content block there, each with the same message id and usage; a line
may be written late, and a subagent's messages are in a file of its own. So lines are grouped by id, the
last message waits for its successor, and whoever reads on passes in the places the last reading ended at.
Only ids, model names, token counts and times are taken, never text.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from statewright.trace.step import agent_name

Json = dict[str, Any]
TOKENS = {"input_tokens": "input_tokens", "output_tokens": "output_tokens", "cache_read_input_tokens": "cache_read_tokens",
          "cache_creation_input_tokens": "cache_write_tokens"}


def read_session(transcript: str | Path, places: Json, types: dict[str, str], final: bool = False) -> tuple[list[Json], Json]:
    """Journal entries of kind ``llm`` for what is new in a session's transcript and its subagents', and the places to read on from.

    places: what the last call gave, {} at first. types: agent id → agent type. final: nothing more will
    be written, so take the last message too. A file that is missing or was cut gives nothing.
    """
    path = Path(transcript)
    found: list[Json] = []
    after = dict(places)
    files = [("", path), *((file.stem.removeprefix("agent-"), file) for file in sorted(path.with_suffix("").glob("subagents/agent-*.jsonl")))]
    for agent, file in files:
        entries, after[agent or "main"] = read_file(file, places.get(agent or "main", {}), agent_name(agent, types.get(agent, "")), final)
        found.extend(entries)
    return found, after


def read_file(path: Path, place: Json, agent: str, final: bool = False) -> tuple[list[Json], Json]:
    """The same for one file. place: {"offset": bytes, "asked": time of the last line that was not the model's}."""
    offset, asked = int(place.get("offset", 0)), str(place.get("asked", ""))
    messages: dict[str, Json] = {}
    starts: dict[str, Json] = {}
    try:
        with path.open("rb") as file:
            file.seek(offset)
            for raw in file:
                if not raw.endswith(b"\n"):
                    break  # still being written
                line = _parsed(raw)
                message = line.get("message")
                if line.get("type") == "assistant" and isinstance(message, dict) and _counts(message):
                    starts.setdefault(message["id"], {"offset": offset, "asked": asked})
                    _add(messages, message, str(line.get("timestamp") or ""), asked, agent)
                elif line.get("type") == "user":
                    asked = str(line.get("timestamp") or asked)
                offset += len(raw)
    except OSError:
        return [], place
    after: Json = {"offset": offset, "asked": asked}
    if messages and not final:
        last = next(reversed(messages))
        del messages[last]
        after = starts[last]
    return [_timed(entry) for entry in messages.values()], after


def _parsed(raw: bytes) -> Json:
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _counts(message: Json) -> bool:
    """A message of a real model; the harness writes its own error texts as those of a model named <synthetic>."""
    model = message.get("model")
    return bool(isinstance(message.get("id"), str) and isinstance(model, str) and model[:1] != "<" and isinstance(message.get("usage"), dict))


def _add(messages: dict[str, Json], message: Json, at: str, asked: str, agent: str) -> None:
    entry = messages.setdefault(message["id"], {
        "kind": "llm", "message": message["id"], "model": message["model"], "agent_name": agent, "calls": [], "began": asked or at, "ended": at})
    entry["ended"] = max(entry["ended"], at)
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_use" and isinstance(block.get("id"), str) and block["id"] not in entry["calls"]:
            entry["calls"].append(block["id"])
    usage = message["usage"]
    if _tokens(usage.get("output_tokens")) >= entry.get("output_tokens", 0):
        entry.update({ours: _tokens(usage.get(theirs)) for theirs, ours in TOKENS.items()})


def _tokens(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def _timed(entry: Json) -> Json:
    """Latency from the last line before to the message's last: an estimate, nearer is nothing in the file."""
    try:
        took = datetime.fromisoformat(entry["ended"]) - datetime.fromisoformat(entry["began"])
        entry["latency_ms"] = max(0, round(took.total_seconds() * 1000))
    except (ValueError, TypeError):
        entry["latency_ms"] = 0
        del entry["began"], entry["ended"]
    return entry
