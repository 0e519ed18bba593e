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
MERGED = 32  # lines of the person's side that may have gone out as one message


def files(transcript: Path) -> list[Path]:
    """The session's transcript and those of its subagents."""
    return [transcript, *sorted(transcript.with_suffix("").glob("subagents/agent-*.jsonl"))]


def exchanges(path: Path) -> Exchanges:
    """Every model call in one file, in order. Of no file, none."""
    seen = Exchanges()
    try:
        with path.open("rb") as file:
            for raw in file:
                if not raw.endswith(b"\n"):
                    break  # still being written
                seen.take(parsed(raw) or {})
    except OSError:
        return Exchanges()
    seen.close()
    return seen


class Exchanges:
    """One file's model calls. A request repeats the whole conversation before it, so each is put together when it is looked at.

    Iterating gives ``{"message": id, "request": payload or None, "response": payload}``; payloads may share parts.
    """

    def __init__(self) -> None:
        self.groups: dict[str, Json] = {}
        self.messages: dict[str, Json] = {}  # by hash
        self.shapes: dict[str, Json] = {}
        self.requests: dict[str, Json] = {}
        self.asked = ""  # the request whose reply comes next
        self.last = ""
        self.whole: tuple[str, list[str]] = ("", [])  # the request put together last, which is the base of the next
        self.shown: dict[str, list[Json]] = {}  # canonical messages by hash
        self.runs: list[list[Any]] = [[]]  # contents of the person's side between messages of the model

    def take(self, line: Json) -> None:
        kind, message = line.get("type"), line.get("message")
        if kind == "api-request-shape" and isinstance(line.get("shape"), dict):
            self.shapes[str(line.get("shapeHash"))] = line["shape"]
        elif kind == "api-request-blob" and isinstance(message, dict):
            self.messages[str(line.get("hash"))] = message
        elif kind == "api-request":
            self._request(line)
        elif kind == "user" and isinstance(message, dict):
            self.runs[-1].append(message.get("content"))
        elif kind == "assistant" and isinstance(message, dict) and _counts(message):
            self._model(message)

    def close(self) -> None:
        """All lines are taken in: what messages they make is worked out, where there are requests to find them for."""
        if not self.requests:
            return
        for group in self.groups.values():
            self._know({"role": "assistant", "content": group["blocks"]})
        for run in self.runs:
            parts = [_blocks(one) for one in run]
            for at, content in enumerate(run):
                self._know({"role": "user", "content": content})
                for end in range(at + 1, min(at + MERGED, len(run)) + 1):
                    self._know({"role": "user", "content": [block for part in parts[at:end] for block in part]})

    def _request(self, line: Json) -> None:
        self.asked = str(line.get("id") or "")
        if self.asked not in self.requests:
            self.requests[self.asked] = {key: line.get(key) for key in ("base", "keep", "tail", "shapeHash")}

    def _hashes(self, name: str) -> list[str]:
        """The hashes of a request's messages, in order; [] where the chain of requests it builds on does not hold."""
        chain: list[Json] = []
        seen = set()
        while name != self.whole[0]:
            one = self.requests.get(name)
            if one is None or name in seen:
                return []
            seen.add(name)
            chain.append(one)
            if not one["base"]:
                name = ""
                break
            name = str(one["base"])
        found = self.whole[1] if name else []
        for one in reversed(chain):
            keep, tail = one["keep"], one["tail"]
            if not isinstance(keep, int) or not isinstance(tail, list) or not 0 <= keep <= len(found):
                return []
            found = [*found[:keep], *map(str, tail)]
        return found

    def _model(self, message: Json) -> None:
        name = message["id"]
        if name not in self.groups:
            self.groups[name] = {"model": message["model"], "blocks": [], "usage": {}, "request": self.asked}
            self.asked = ""
        if name != self.last:
            self.runs.append([])
            self.last = name
        group = self.groups[name]
        group["blocks"] += [one for one in _blocks(message.get("content")) if one not in group["blocks"] or one.get("type") == "text"]
        usage = message["usage"]
        if _tokens(usage.get("output_tokens")) >= _tokens(group["usage"].get("output_tokens")):
            group["usage"] = usage

    def _know(self, message: Json) -> None:
        self.messages.setdefault(_hash(message), message)

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[Json]:
        return self.between(0, len(self.groups))

    def between(self, start: int, end: int) -> Iterator[Json]:
        """Those from one place up to another."""
        for name in list(self.groups)[start:end]:
            group = self.groups[name]
            yield {"message": name, "request": self.request(group), "response": _response(group)}

    def request(self, group: Json) -> Json | None:
        """The request half, None where the file does not hold all of it."""
        asked = self.requests.get(group["request"])
        shape = self.shapes.get(str(asked["shapeHash"])) if asked else None
        if shape is None:
            return None
        hashes = self._hashes(group["request"])
        if not hashes or any(one not in self.messages for one in hashes):
            return None
        self.whole = (group["request"], hashes)
        messages = []
        for one in hashes:
            if one not in self.shown:
                self.shown[one] = list(canonical(self.messages[one]))
            messages += self.shown[one]
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
