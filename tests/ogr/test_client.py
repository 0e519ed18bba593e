"""What a runtime, or what stands in its place, can do wrong: one clear line, the fail mode's decision, in time."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from builders import bash
from ogr_asking import Asking
from ogr_runtime import ALLOW, KEY, Runtime

from statewright.ogr import client, gate
from statewright.ogr.endpoint import parse

Json = dict[str, Any]


def settings(url: str, **more: Any) -> Json:
    """Compiled settings of a project that asks there."""
    return {"endpoint": url, "wire": "0.8", "fail_mode": "closed", "timeout_ms": 4000, "plain_http": False, "sink": False, **more}


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key is in the hook's environment, which ``fast`` reads at the system's own level."""
    monkeypatch.setattr("statewright.ogr.gate.fast.getenv", lambda name: KEY if name == "OGR_API_KEY" else "")


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
WRONG: "list[tuple[str, Any, str]]" = [
    ("garbage", {"raw": b"\x00\xff garbage\r\n\r\n"}, "no HTTP"),
    ("an older protocol's line", {"raw": b"ICY 200 OK\r\n\r\n{}"}, "no HTTP"),
    ("a head without an end", {"raw": HEAD + b"X: " + b"y" * 100_000}, "too long"),
    ("nothing at all", {"raw": b""}, "closed without a whole answer"),
    ("a reset", {"reset": True}, "eset"),
    ("a body cut short", {"raw": HEAD + b"Content-Length: 100\r\n\r\n{}"}, "in the middle of the answer"),
    ("a huge body by its length", {"raw": HEAD + b"Content-Length: 999999999999\r\n\r\n{}"}, "larger than"),
    ("a huge body without a length", {"raw": HEAD + b"\r\n" + b"x" * (3 << 20)}, "larger than"),
    ("a huge body in pieces", {"raw": HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n"}, "larger than"),
    ("a length that is none", {"raw": HEAD + b"Content-Length: -1\r\n\r\n{}"}, "no HTTP"),
    ("pieces that are none", {"raw": HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n"}, "no HTTP"),
    ("interim answers without end", {"raw": b"HTTP/1.1 100 Continue\r\n\r\n" * 20}, "no HTTP"),
    ("a redirect", {"status": 302, "body": {}, "head": "Location: http://127.0.0.1:1/v1/evaluate\r\n"}, "redirects are not followed"),
    ("no content", {"raw": b"HTTP/1.1 204 No Content\r\n\r\n"}, "HTTP 204"),
    ("unauthorized", {"status": 401, "body": {"error": "unauthorized"}}, "HTTP 401, the key was refused"),
    ("not there", {"status": 404, "body": b"<html>"}, "there is no /v1/evaluate"),
    ("rate limited", {"status": 429, "body": {"error": "rate_limited", "limit": 600}}, "HTTP 429, rate limited"),
    ("an error with a code", {"status": 500, "body": {"error": "boom"}}, "HTTP 500, boom"),
    ("an error with prose", {"status": 500, "body": {"error": "secret words of theirs"}}, "HTTP 500"),
    ("our event refused", {"status": 400, "body": {"error": "invalid_event", "details": [{"keys": ["agent_owner"]}]}}, "because of agent_owner"),
    ("HTML", {"body": b"<html>"}, "not JSON"),
    ("nesting", {"body": b"[" * 100_000}, "not JSON"),
    ("a list", {"body": b"[]"}, "no JSON object"),
    ("a number", {"body": b"1"}, "no JSON object"),
    ("no decision", {"body": {"event_id": "e", "provider": "p"}}, "no decision"),
    ("another decision", {"body": {**ALLOW, "decision": "require_approval"}}, "no decision"),
    ("a decision of another type", {"body": {**ALLOW, "decision": ["allow"]}}, "no decision"),
    ("no event id", {"body": {"decision": "allow", "provider": "p"}}, "event_id"),
    ("findings of another type", {"body": {**ALLOW, "findings": {"category": "x.y"}}}, "findings"),
    ("a finding of another type", {"body": {**ALLOW, "findings": ["x.y"]}}, "a finding"),
    ("unjudged of another type", {"body": {**ALLOW, "unjudged": [1]}}, "unjudged"),
    ("modifications of another type", {"body": {**ALLOW, "modifications": []}}, "modifications"),
    ("spans of another type", {"body": {**ALLOW, "modifications": {"spans": {}}}}, "modifications"),
    ("a span without a replacement", {"body": {**ALLOW, "modifications": {"spans": [{"path": "payload.x", "start": 0, "end": 1}]}}}, "a span"),
    ("a span with a true start",
     {"body": {**ALLOW, "modifications": {"spans": [{"path": "p", "start": True, "end": 1, "replacement": ""}]}}}, "a span"),
]


@pytest.mark.parametrize(("name", "answer", "why"), WRONG, ids=[one[0] for one in WRONG])
def test_what_is_no_verdict_is_one_clear_line_and_the_fail_modes_decision(name: str, answer: Json, why: str) -> None:
    with Runtime(answer) as runtime:
        closed, changed = gate.ask(settings(runtime.url), bash("ls -la"), True)
        opened, _ = gate.ask(settings(runtime.url, fail_mode="open"), bash("ls -la"), True)
    assert not runtime.violations
    assert (closed.outcome, opened.outcome, changed) == ("none", "none", None)
    assert why in closed.why and "\n" not in closed.why and "secret words" not in closed.why
    assert [one.effect for one in closed.findings] == ["deny"] and opened.findings == []
    assert closed.why in closed.findings[0].reason and opened.why in opened.warn


@pytest.mark.parametrize("answer", [
    {"delay": 5, "body": ALLOW}, {"body": ALLOW, "trickle": 0.05}, {"raw": HEAD + b"\r\n" + b"[1,", "trickle": 0.05},
], ids=["silent", "a byte at a time", "a body that does not end"])
def test_a_slow_runtime_costs_the_time_limit_and_no_more(answer: Json) -> None:
    with Runtime(answer) as runtime:
        began = time.monotonic()
        told, _ = gate.ask(settings(runtime.url, timeout_ms=300), bash("ls"), True)
    assert told.outcome == "none" and told.why == "no answer within 300 ms"
    assert time.monotonic() - began < 2


def test_a_name_server_that_hangs_costs_the_time_limit_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("_socket.getaddrinfo", lambda *_: time.sleep(5))
    began = time.monotonic()
    told, _ = gate.ask(settings("https://runtime.invalid", timeout_ms=200), bash("ls"), True)
    assert told.why == "no answer within 200 ms" and time.monotonic() - began < 2


def test_a_host_without_an_address_is_said_to_have_none() -> None:
    told, _ = gate.ask(settings("https://no-such-host.invalid", timeout_ms=9000), bash("ls"), True)
    assert told.outcome == "none" and ("has no address" in told.why or "no answer" in told.why)


def test_an_answer_in_pieces_and_one_that_ends_with_the_connection_are_read() -> None:
    body = b'{"event_id":"e","provider":"p","decision":"allow"}'
    pieces = b"".join(b"%x;note\r\n%s\r\n" % (len(part), part) for part in (body[:7], body[7:])) + b"0\r\n\r\n"
    early = b"HTTP/1.1 100 Continue\r\n\r\n"
    for raw in (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + pieces, HEAD + b"\r\n" + body, early + HEAD + b"\r\n" + body):
        with Runtime({"raw": raw}) as runtime:
            assert gate.ask(settings(runtime.url), bash("ls"), True)[0].outcome == "allowed"


def test_a_large_call_is_sent_whole_and_an_answer_before_its_end_is_heard() -> None:
    large = "x" * (8 << 20)
    with Runtime() as runtime:
        told, _ = gate.ask(settings(runtime.url, timeout_ms=9000), bash(large), True)
    assert told.outcome == "allowed" and runtime.events[0]["payload"]["tool_calls"][0]["arguments"]["command"] == large
    server = socket.create_server(("127.0.0.1", 0))

    def refuse() -> None:
        peer, _ = server.accept()
        peer.sendall(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
        peer.shutdown(socket.SHUT_WR)
        peer.recv(1 << 16)
        peer.close()

    threading.Thread(target=refuse, daemon=True).start()
    told, _ = gate.ask(settings("http://127.0.0.1:%d" % server.getsockname()[1]), bash(large), True)
    server.close()
    assert told.outcome == "none" and ("413" in told.why or "eset" in told.why or "pipe" in told.why.lower()), told.why


def test_the_prefix_of_the_base_address_is_kept() -> None:
    with Runtime() as runtime:
        assert gate.ask(settings(runtime.url + "/team/a/"), bash("ls"), True)[0].outcome == "allowed"
    assert not runtime.violations


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "\u00e9"])
def test_a_key_no_header_can_hold_is_not_sent(key: str) -> None:
    with Runtime() as runtime, pytest.raises(client.Unreachable, match="OGR_API_KEY"):
        client.exchange(parse(runtime.url), "POST", "/v1/evaluate", key, b"{}", 2)
    assert not runtime.asked


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for localhost that signs itself, its key in the same file."""
    file = tmp_path / "cert.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(tmp_path / "key.pem"), "-out", str(file), "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    file.write_text(file.read_text() + (tmp_path / "key.pem").read_text())
    return file


def _https(certificate: Path) -> int:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        try:
            with context.wrap_socket(server.accept()[0], server_side=True) as peer:
                peer.recv(65536)
                peer.sendall(HEAD + b'Content-Length: 50\r\n\r\n{"event_id":"e","provider":"p","decision":"allow"}')
        except OSError:
            pass  # the producer hung up on a certificate it does not know

    threading.Thread(target=serve, daemon=True).start()
    return int(server.getsockname()[1])


def test_https_is_spoken_and_only_a_known_certificate_believed(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, _ = gate.ask(settings("https://localhost:%d" % _https(certificate)), bash("ls"), True)
    assert told.outcome == "none" and "self-signed certificate" in told.why.replace("self signed", "self-signed")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    told, _ = gate.ask(settings("https://localhost:%d" % _https(certificate)), bash("ls"), True)
    assert told.outcome == "allowed"


def test_https_works_from_the_executable(certificate: Path, tmp_path: Path) -> None:
    asking = Asking(tmp_path / "place").set("https://localhost:%d" % _https(certificate), timeout_ms=9000, fail_mode="closed")
    assert not asking.ask(env={**asking.key, "SSL_CERT_FILE": str(certificate)}).denied
    told = asking.state()["ogr"]
    assert (told["asked"], told["allowed"]) == (1, 1)
