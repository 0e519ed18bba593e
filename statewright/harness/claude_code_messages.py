"""Claude Code's transcript: what the model was sent and what it said, as canonical OGR payloads. Cold, and raw content.

The reply half is always there: a line for each content block, joined by message id. The request half is there only in
what newer clients write beside the conversation: the shape of each request (system prompt, tools) and the SHA-256 of
every message in it. Messages are found by that hash, as stored or as they follow from the conversation's own lines; a
request of which one message cannot be found is not held, and none is made up.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from statewright.harness.claude_code_transcript import TOKENS, _counts, _tokens
from statewright.trace.reading import parsed

Json = dict[str, Any]
MERGED = 64  # lines that may stand in one message of the person's side


def files(transcript: Path) -> list[Path]:
    """The session's transcript and those of its subagents."""
    return [transcript, *sorted(transcript.with_suffix("").glob("subagents/agent-*.jsonl"))]


def exchanges(path: Path) -> list[Json]:
    """Every model call in one file, in order: ``{"message": id, "request": payload or None, "response": payload}``. [] for no file."""
    seen = _Seen()
    try:
        with path.open("rb") as file:
            for raw in file:
                if not raw.endswith(b"\n"):
                    break  # still being written
                seen.take(parsed(raw) or {})
    except OSError:
        return []
    seen.close()
    return [{"message": name, "request": seen.request(group), "response": _response(group)} for name, group in seen.groups.items()]


class _Seen:
    """One file's lines, taken in."""

    def __init__(self) -> None:
        self.groups: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}  # by hash
        self.shapes: dict[str, Json] = {}
        self.requests: dict[str, Json] = {}
        self.asked = ""  # the request whose reply comes next
        self.last = ""
        self.run: list[Any] = []  # contents since the model's last message

    def take(self, line: Json) -> None:
        kind, message = line.get("type"), line.get("message")
        if kind == "api-request-shape" and isinstance(line.get("shape"), dict):
            self.shapes[str(line.get("shapeHash"))] = line["shape"]
        elif kind == "api-request-blob" and isinstance(message, dict):
            self.messages[str(line.get("hash"))] = message
        elif kind == "api-request":
            self._request(line)
        elif kind == "user" and isinstance(message, dict):
            self._person(message.get("content"))
        elif kind == "assistant" and isinstance(message, dict) and _counts(message):
            self._model(message)

    def close(self) -> None:
        """Every message of the model is whole now."""
        for group in self.groups.values():
            self._know({"role": "assistant", "content": group["blocks"]})

    def _request(self, line: Json) -> None:
        base = self.requests.get(str(line.get("base") or ""), {"hashes": []})
        keep, tail = line.get("keep"), line.get("tail")
        whole = isinstance(keep, int) and isinstance(tail, list) and 0 <= keep <= len(base["hashes"])
        self.asked = str(line.get("id") or "")
        self.requests[self.asked] = {"hashes": [*base["hashes"][:keep], *tail] if whole else [None], "shape": line.get("shapeHash")}  # type: ignore[misc]

    def _person(self, content: Any) -> None:
        """One line is one message, or a part of one with the lines before it."""
        self._know({"role": "user", "content": content})
        self.run.append(content)
        parts = [_blocks(one) for one in self.run[-MERGED:]]
        for size in range(1, len(parts) + 1):
            self._know({"role": "user", "content": [block for part in parts[-size:] for block in part]})

    def _model(self, message: Json) -> None:
        name = message["id"]
        if name not in self.groups:
            self.groups[name] = {"model": message["model"], "blocks": [], "usage": {}, "request": self.asked}
            self.asked = ""
        if name != self.last:
            self.run, self.last = [], name
        group = self.groups[name]
        group["blocks"] += [one for one in _blocks(message.get("content")) if one not in group["blocks"] or one.get("type") == "text"]
        usage = message["usage"]
        if _tokens(usage.get("output_tokens")) >= _tokens(group["usage"].get("output_tokens")):
            group["usage"] = usage

    def _know(self, message: Json) -> None:
        self.messages.setdefault(_hash(message), message)

    def request(self, group: Json) -> Json | None:
        """The request half, None where the file does not hold all of it."""
        asked = self.requests.get(group["request"])
        shape = self.shapes.get(str(asked["shape"])) if asked else None
        if asked is None or shape is None:
            return None
        held = [self.messages.get(one) for one in asked["hashes"]]
        if not held or any(one is None for one in held):
            return None
        messages = [message for one in held if one is not None for message in canonical(one)]
        system = _text(_blocks(shape.get("system")))
        if system:
            messages.insert(0, {"role": "system", "content": system})
        made: Json = {"messages": messages}
        if isinstance(shape.get("tools"), list) and shape["tools"]:
            made["tools"] = shape["tools"]
        return made


def _hash(message: Json) -> str:
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _blocks(content: Any) -> list[Json]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


def _text(blocks: list[Json], kind: str = "text") -> str:
    return "\n".join(one[kind] for one in blocks if one.get("type") == kind and isinstance(one.get(kind), str) and one[kind])


def canonical(message: Json) -> Iterator[Json]:
    """One message of the harness as canonical ones: a tool's result is a message of its own, reasoning is left out."""
    role, blocks = str(message.get("role") or "user"), _blocks(message.get("content"))
    if role == "assistant":
        made: Json = {"role": role}
        if _text(blocks):
            made["content"] = _text(blocks)
        if _calls(blocks):
            made["tool_calls"] = _calls(blocks)
        yield made
        return
    waiting: list[Json] = []
    for block in blocks:
        if block.get("type") != "tool_result":
            waiting.append(block)
            continue
        yield from _said(role, waiting)
        waiting = []
        yield {"role": "tool", "tool_call_id": str(block.get("tool_use_id") or ""), "content": _plain(_blocks(block.get("content")))}
    yield from _said(role, waiting)


def _said(role: str, blocks: list[Json]) -> Iterator[Json]:
    if blocks:
        yield {"role": role, "content": _plain(blocks)}


def _plain(blocks: list[Json]) -> Any:
    """Text where there is nothing else, the blocks themselves (pictures, documents) otherwise."""
    return _text(blocks) if all(one.get("type") == "text" for one in blocks) else blocks


def _calls(blocks: list[Json]) -> list[Json]:
    found = []
    for one in blocks:
        if one.get("type") == "tool_use" and one.get("id") and one.get("name"):
            given = one.get("input")
            found.append({"id": one["id"], "name": one["name"], "arguments": given if isinstance(given, dict) else {"input": json.dumps(given)}})
    return found


def _response(group: Json) -> Json:
    """The reply half: what was said, and the numbers the provider reported; what is absent stays absent."""
    made: Json = {}
    for key, value in (("text", _text(group["blocks"])), ("reasoning", _text(group["blocks"], "thinking")), ("tool_calls", _calls(group["blocks"]))):
        if value:
            made[key] = value
    made["model"] = group["model"]
    usage = {ours: group["usage"][theirs] for theirs, ours in TOKENS if _reported(group["usage"].get(theirs))}
    details = group["usage"].get("output_tokens_details")
    if isinstance(details, dict) and _reported(details.get("thinking_tokens")):
        usage["reasoning_tokens"] = details["thinking_tokens"]
    if usage:
        made["usage"] = usage
    return made


def _reported(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
