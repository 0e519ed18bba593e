"""A scripted stand-in for the Anthropic Messages API, on loopback alone.

Each request that offers client tools is answered with the next turn of its thread, every other
request (titles, summaries) with a short harmless text. All requests are kept, so a test can look
at exactly what the model would have seen.

A turn is a mapping with any of ``text``, ``tools`` ([[name, input], …]; a third item is the call's
name in the test), ``usage`` (token counts) and ``delay`` (seconds). A thread is chosen by a word in the first user message of
the request: ``{"": [turns of the main thread], "SUB-A": [turns of the subagent told SUB-A]}``.
"""

from __future__ import annotations

import itertools
import json
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Turn = dict[str, Any]
COMPACTION = "Respond with TEXT ONLY"  # what the client asks when it compacts


def text_of(content: Any) -> str:
    """All text inside a message's content, tool results included."""
    if isinstance(content, str):
        return content
    return "\n".join(text_of(block.get("text") or block.get("content")) for block in content or [] if isinstance(block, dict))


class ScriptedModel:
    """``with ScriptedModel(turns) as model:`` serves at ``model.url`` and keeps ``model.requests``."""

    _instances = itertools.count()

    def __init__(self, turns: list[Turn] | dict[str, list[Turn]]) -> None:
        self._instance = next(self._instances)  # a resumed session's messages have ids of their own
        self._threads = turns if isinstance(turns, dict) else {"": turns}
        self._used = dict.fromkeys(self._threads, 0)
        self._lock = threading.Lock()
        self._messages = 0
        self.calls: list[str] = []  # ids of the tool calls asked for, in order
        self.messages: list[dict[str, Any]] = []  # {"id", "thread", "model", "usage", "calls"} of every turn played
        self.requests: list[dict[str, Any]] = []  # {"thread": word or None, "body": …, "last": the answer ends the turn}

    def __enter__(self) -> ScriptedModel:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Bound", (_Handler,), {"model": self}))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.url = "http://127.0.0.1:%d" % self._server.server_port
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def answer(self, body: dict[str, Any]) -> tuple[dict[str, Any], float]:
        """The message for one request, and the seconds to wait before sending it."""
        thread, turn = self._next(body)
        with self._lock:
            self.requests.append({"thread": thread, "body": body, "last": not turn.get("tools")})
            self._messages += 1
            blocks: list[dict[str, Any]] = [{"type": "text", "text": turn["text"]}] if turn.get("text") else []
            for name, given, *rest in turn.get("tools", []):
                call = "toolu_%s" % (rest[0] if rest else "%024d" % len(self.calls))
                self.calls.append(call)
                blocks.append({"type": "tool_use", "id": call, "name": name, "input": given})
            name = "msg_%06d%018d" % (self._instance, self._messages)
            usage = {"input_tokens": 100, "output_tokens": 20, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
            usage.update(turn.get("usage", {}))
            if thread is not None:
                calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
                self.messages.append({"id": name, "thread": thread, "model": body.get("model"), "usage": usage, "calls": calls})
        return {"id": name, "type": "message", "role": "assistant", "model": body.get("model", "scripted"), "content": blocks,
                "stop_sequence": None, "stop_reason": "tool_use" if turn.get("tools") else "end_turn", "usage": usage}, turn.get("delay", 0)

    def _next(self, body: dict[str, Any]) -> tuple[str | None, Turn]:
        messages = body.get("messages", [])
        if any(COMPACTION in text_of(message.get("content")) for message in messages[-2:]):  # a hook's words may come behind it
            return None, {"text": "<analysis>none</analysis><summary>a summary</summary>"}
        if not any("input_schema" in tool for tool in body.get("tools") or []):
            return None, {"text": "ok"}
        first = text_of(next((m for m in messages if m.get("role") == "user"), {}).get("content"))
        for word in sorted(self._threads, key=len, reverse=True):
            if word in first:
                with self._lock:
                    index = self._used[word]
                    self._used[word] += 1
                turns = self._threads[word]
                return word, turns[index] if index < len(turns) else {"text": "(end of script)"}
        return None, {"text": "(end of script)"}


def _stream(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The message as the events the real service would send."""
    yield {"type": "message_start", "message": dict(message, content=[], stop_reason=None)}
    for index, block in enumerate(message["content"]):
        if block["type"] == "tool_use":
            start, delta = dict(block, input={}), {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        else:
            start, delta = dict(block, text=""), {"type": "text_delta", "text": block["text"]}
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {"type": "message_delta", "delta": {"stop_reason": message["stop_reason"], "stop_sequence": None}, "usage": message["usage"]}
    yield {"type": "message_stop"}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    model: ScriptedModel

    def log_message(self, *_: Any) -> None:
        """Silence: the client's own stream tells enough."""

    def _reply(self, payload: dict[str, Any]) -> None:
        data = json.dumps(payload).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def do_GET(self) -> None:
        self._reply({})

    do_HEAD = do_GET

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path = self.path.split("?")[0]
        if path.endswith("/count_tokens"):
            return self._reply({"input_tokens": max(1, len(raw) // 4)})
        if not path.endswith("/messages"):
            return self._reply({})
        body = json.loads(raw)
        message, delay = self.model.answer(body)
        time.sleep(delay)
        if not body.get("stream"):
            return self._reply(message)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in _stream(message):
            self.wfile.write(("event: %s\ndata: %s\n\n" % (event["type"], json.dumps(event))).encode())
            self.wfile.flush()
        self.close_connection = True
        return None
