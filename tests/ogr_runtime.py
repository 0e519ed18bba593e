"""A stand-in for an OGR runtime, on loopback alone: it holds every event to the schema and to the protocol's rules, and answers as told.

Violations are kept, not answered with 400: under fail open a refusal would hide them. A test ends with ``assert not runtime.violations``.
"""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SPECS = Path(__file__).parent / "data" / "specs"
KEY = "ogr_test-key"
ALLOW = {"event_id": "e", "provider": "mock", "decision": "allow"}
BLOCK = {**ALLOW, "decision": "block"}
Json = dict[str, Any]


def schema(name: str) -> Draft202012Validator:
    """One of the OGR schemas."""
    return Draft202012Validator(json.loads((SPECS / ("ogr-%s.schema.json" % name)).read_text()))


EVENTS = {wire: schema("guard-event-" + wire) for wire in ("0.8", "1.0")}
CANONICAL = json.loads((SPECS / "ogr-canonical-payload.schema.json").read_text())
HALVES = {half: Draft202012Validator({"$ref": "#/$defs/" + half, "$defs": CANONICAL["$defs"]}) for half in ("request", "response")}
VERDICT = schema("verdict-0.8")


def wrong(event: Any, wire: str) -> list[str]:
    """What the schemas of the event and of its canonical payload have against it."""
    found = ["%s: %s" % (one.json_path, one.message) for one in EVENTS[wire].iter_errors(event)]
    if not found and event["llm_protocol"] == "canonical":
        half = event["kind"].partition("/")[2]
        found += ["payload%s: %s" % (one.json_path[1:], one.message) for one in HALVES[half].iter_errors(event["payload"])]
    return found


class Runtime:
    """``with Runtime() as runtime:`` serves at ``runtime.url``. answers: used one after the other, the last one again and again.

    An answer is a verdict (sent with status 200) or ``{"status", "body", "delay", "raw", "head", "reset", "trickle"}``.
    """

    def __init__(self, *answers: Any, wire: str = "0.8") -> None:
        self.answers = list(answers) or [ALLOW]
        self.wire = wire
        self.events: list[Json] = []
        self.violations: list[str] = []
        self.asked = 0
        self._steps: set[str] = set()
        self._lock = threading.Lock()

    def __enter__(self) -> Runtime:
        self._server = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._server.getsockname()[1]
        self.url = "http://127.0.0.1:%d" % self.port
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown(socket.SHUT_RDWR)  # wakes the thread that waits in accept, which would take one more
        self._server.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._one, args=(client,), daemon=True).start()

    def _one(self, client: socket.socket) -> None:
        with client:
            try:
                head, body = _request(client)
            except (OSError, ValueError) as error:
                self.violations.append("no request: %s" % error)
                return
            if head[0].startswith("GET") and head[0].split(" ")[1].endswith("/v1/health"):
                client.sendall(_http(200, b'{"status":"ok","version":"mock"}'))
                return
            self._judge(head, body)
            with self._lock:
                answer = self.answers[min(self.asked, len(self.answers) - 1)]
                self.asked += 1
            try:
                _say(client, answer)
            except OSError:
                pass  # the producer did not wait: its right

    def _judge(self, head: list[str], body: bytes) -> None:
        heads = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        rules = [
            (head[0].split(" ")[0] == "POST" and head[0].split(" ")[1].endswith("/v1/evaluate"), "not POST /v1/evaluate: %s" % head[0]),
            (heads.get("authorization") == "Bearer " + KEY, "no bearer key"),
            (heads.get("content-type") == "application/json", "no JSON by its own word"),
            (heads.get("host") == "127.0.0.1:%d" % self.port, "host %s" % heads.get("host")),
        ]
        self.violations += [text for good, text in rules if not good]
        try:
            event = json.loads(body)
        except ValueError:
            self.violations.append("no JSON")
            return
        self.events.append(event)
        faults = wrong(event, self.wire)
        self.violations += faults
        if faults:
            return
        with self._lock:
            fresh = event["step_id"] not in self._steps
            self._steps.add(event["step_id"])
        calls = event["payload"].get("tool_calls", [])
        rules = [
            (fresh, "a step id used twice"),
            (event["kind"] == "step/response", "a request half nobody holds"),
            (event["llm_protocol"] == "canonical", "a hook holds no provider body"),
            (len(calls) == 1, "not one held call"),
            ("timing" not in event["payload"], "a hook measures no durations"),
            ("connection" not in event, "connection is a gateway's"),
            (event.get("session_hint") != "", "an empty session hint"),
            (event["step_id"] not in [call["id"] for call in calls], "a step id that is a call's"),
        ]
        self.violations += [text for good, text in rules if not good]


def _request(client: socket.socket) -> tuple[list[str], bytes]:
    client.settimeout(20)
    data = b""
    while b"\r\n\r\n" not in data:
        more = client.recv(65536)
        if not more:
            raise ValueError("closed in the head")
        data += more
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    length = next((int(line.partition(":")[2]) for line in lines if line.lower().startswith("content-length:")), 0)
    while len(body) < length:
        more = client.recv(1 << 20)
        if not more:
            raise ValueError("closed in the body")
        body += more
    return lines, body


def _http(status: int, body: bytes, head: str = "") -> bytes:
    return ("HTTP/1.1 %d Said\r\nContent-Type: application/json\r\n%sContent-Length: %d\r\n\r\n" % (status, head, len(body))).encode() + body


def _say(client: socket.socket, answer: Any) -> None:
    told: Json = answer if isinstance(answer, dict) and "decision" not in answer else {"body": answer}
    time.sleep(told.get("delay", 0))
    if told.get("reset"):
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return
    if "raw" in told:
        data = told["raw"]
    else:
        body = told.get("body")
        data = _http(told.get("status", 200), body if isinstance(body, bytes) else json.dumps(body).encode(), told.get("head", ""))
    if told.get("trickle"):
        for at in range(len(data)):
            client.sendall(data[at : at + 1])
            time.sleep(told["trickle"])
    client.sendall(data)
