"""OpenTelemetry's two roads, a file and a collector: the same spans on both. The collector is ours, on loopback."""

import base64
import builtins
import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from google.protobuf.json_format import Parse
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest, ExportTraceServiceResponse
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
from trace_entries import call, refusal, session, start

from statewright.trace import otlp
from statewright.trace.spans import spans


class Collector(ThreadingHTTPServer):
    """Takes what an exporter posts; ``status`` is what it answers."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Taker)
        self.status = 200
        self.taken = []
        self.paths = []

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server_address[1]


class Taker(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        self.server.paths.append(self.path)
        if self.server.status == 200:
            self.server.taken.append(ExportTraceServiceRequest.FromString(body))
        answer = ExportTraceServiceResponse().SerializeToString()
        self.send_response(self.server.status)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


@pytest.fixture
def collector():
    server = Collector()
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def flat(messages):
    """Every span of protobuf messages as comparable values, with its resource and scope."""
    return [
        (span.trace_id, span.span_id, span.parent_span_id, span.name, span.kind, span.start_time_unix_nano, span.end_time_unix_nano,
         span.status.code, sorted((pair.key, pair.value.SerializeToString(deterministic=True)) for pair in span.attributes),
         sorted((pair.key, pair.value.string_value) for pair in group.resource.attributes), (inner.scope.name, inner.scope.version))
        for message in messages for group in message.resource_spans for inner in group.scope_spans for span in inner.spans]


def from_file(text):
    """OTLP/JSON lines read by the protocol's own reader. It takes ids as base64, which the file form writes as hex."""
    def ids(value):
        if isinstance(value, list):
            return [ids(one) for one in value]
        if isinstance(value, dict):
            return {key: bytes.fromhex(one) if key in ("traceId", "spanId", "parentSpanId") else ids(one) for key, one in value.items()}
        return value

    lines = [json.loads(line) for line in text.splitlines()]
    return [Parse(json.dumps(ids(line), default=lambda raw: base64.b64encode(raw).decode()), TracesData()) for line in lines]


def test_the_file_and_the_collector_get_the_same_spans(put, collector):
    folder = put([*session(), refusal()])
    assert otlp.send(spans(folder), collector.url) == len(list(spans(folder))) == 10
    assert collector.paths == ["/v1/traces"]
    sent = flat(collector.taken)
    assert len(sent) == 10 and sent == flat(from_file("".join(otlp.lines(spans(folder)))))


def test_sending_twice_sends_the_same_spans(put, collector):
    folder = put()
    otlp.send(spans(folder), collector.url + "/v1/traces")
    otlp.send(spans(folder), collector.url)
    assert flat(collector.taken[:1]) == flat(collector.taken[1:]) and collector.paths == ["/v1/traces"] * 2


def test_a_long_run_goes_in_batches(put, collector, monkeypatch):
    monkeypatch.setattr(otlp, "BATCH", 5)
    folder = put([start(), *(call(call="toolu_%d" % n) for n in range(21))])
    assert otlp.send(spans(folder), collector.url) == 23
    text = "".join(otlp.lines(spans(folder)))
    assert len(collector.taken) == 5 == text.count("\n") and flat(collector.taken) == flat(from_file(text))


def test_the_environment_gives_headers_but_nothing_to_the_spans(put, collector, monkeypatch):
    monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "host.name=canary-host")
    monkeypatch.setenv("OTEL_SERVICE_NAME", "canary-service")
    otlp.send(spans(put()), collector.url)
    assert b"canary" not in collector.taken[0].SerializeToString()


def test_a_collector_that_refuses_is_one_line(put, collector):
    collector.status = 400
    with pytest.raises(otlp.NotSent) as caught:
        otlp.send(spans(put()), collector.url)
    assert "\n" not in str(caught.value) and collector.url in str(caught.value)


def test_an_address_that_nobody_listens_at_is_one_line(put, collector):
    collector.shutdown()
    collector.server_close()
    with pytest.raises(otlp.NotSent, match="did not take the spans"):
        otlp.send(spans(put()), collector.url, timeout=1)


@pytest.mark.parametrize("url", ["", "collector", "file:///etc/passwd", "ftp://x", "http://"])
def test_only_web_addresses_are_sent_to(put, url):
    with pytest.raises(ValueError, match="not an http or https address"):
        otlp.send(spans(put()), url)


def test_a_password_in_the_address_is_not_repeated():
    assert otlp.plain("https://user:secret@collector:4318/v1/traces") == "https://collector:4318/v1/traces"


def test_without_the_extra_one_line_says_how_to_get_it(put, monkeypatch):
    real = builtins.__import__

    def without(name, *rest):
        if name.startswith("opentelemetry"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(otlp.NotSent, match=r"statewright\[otel\]"):
        otlp.send(spans(put()), "http://127.0.0.1:1")


def test_the_file_needs_no_extra(put, monkeypatch):
    real = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", lambda name, *rest: real(name, *rest) if not name.startswith("opentelemetry") else 1 / 0)
    assert len("".join(otlp.lines(spans(put()))).splitlines()) == 1
