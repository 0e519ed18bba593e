"""Spans on their way to OpenTelemetry: as OTLP/JSON lines, or to a collector through the official exporter.

Both forms carry the same spans. A file holds one ``TracesData`` object a line (the OTLP file format, ``.jsonl``);
sending needs the extra ``statewright[otel]``. Headers and certificates of the collector come from the exporter's
own environment variables (``OTEL_EXPORTER_OTLP_HEADERS`` …); nothing else of the environment goes into the spans.
"""

from __future__ import annotations

import json
import logging
import shlex
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from statewright import __version__
from statewright.trace.spans import Span, Value

BATCH = 512  # spans a line, and a request
RESOURCE = {"service.name": "statewright", "service.version": __version__}
SCOPE = "statewright.trace"
ERROR = 2  # Status.code on the wire
PACKAGES = "opentelemetry-sdk opentelemetry-exporter-otlp-proto-http"  # the extra statewright[otel]


class NotSent(Exception):
    """The spans did not reach the collector; the message says why in one line."""


def lines(found: Iterable[Span]) -> Iterator[str]:
    """OTLP/JSON, a line for each batch."""
    for batch in _batches(found):
        scope = {"scope": {"name": SCOPE, "version": __version__}, "spans": [_json(span) for span in batch]}
        data = {"resourceSpans": [{"resource": {"attributes": _attributes(RESOURCE)}, "scopeSpans": [scope]}]}
        yield json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"


def _batches(found: Iterable[Span]) -> Iterator[list[Span]]:
    rest = iter(found)
    while batch := list(islice(rest, BATCH)):
        yield batch


def _json(span: Span) -> dict[str, Any]:
    out: dict[str, Any] = {"traceId": span.trace, "spanId": span.span}
    if span.parent:
        out["parentSpanId"] = span.parent
    out.update(name=span.name, kind=span.kind, startTimeUnixNano=str(span.start), endTimeUnixNano=str(span.end),
               attributes=_attributes(attributes(span)), status={"code": ERROR} if span.error else {})
    return out


def attributes(span: Span) -> dict[str, Value]:
    """The span's attributes, its error among them."""
    return {**span.attributes, "error.type": span.error} if span.error else dict(span.attributes)


def _attributes(values: Any) -> list[dict[str, Any]]:
    return [{"key": key, "value": _value(value)} for key, value in values.items()]


def _value(value: Value) -> dict[str, Any]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}  # 64 bits do not fit a JSON number
    if isinstance(value, list):
        return {"arrayValue": {"values": [_value(one) for one in value]}}
    return {"stringValue": value}


def endpoint(url: str) -> str:
    """The address to send to: a collector's base gets the standard path. ValueError when it is no http(s) address."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("%s is not an http or https address" % url)
    return url if parts.path.strip("/") else "%s://%s/v1/traces" % (parts.scheme, parts.netloc)


def send(found: Iterable[Span], url: str, timeout: float = 10.0) -> int:
    """Send the spans to a collector; gives how many. Raises NotSent, and ValueError for a wrong address.

    timeout: seconds for one batch, retries included. A batch that failed ends it: the spans before it were
    taken, and sending all again sends the same spans.
    """
    address = endpoint(url)
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace.export import SpanExportResult
    except ImportError:
        how = "%s -m pip install %s" % (shlex.quote(sys.executable or "python"), PACKAGES)
        raise NotSent("sending spans needs the extra statewright[otel]; into this environment it goes with: " + how) from None
    told = _Told()
    logger = logging.getLogger("opentelemetry")
    before = logger.propagate
    logger.propagate = False  # the exporter's own words go into our one line
    logger.addHandler(told)
    exporter = OTLPSpanExporter(endpoint=address, timeout=timeout)
    count = 0
    try:
        for batch in _batches(found):
            if exporter.export([_readable(span) for span in batch]) is not SpanExportResult.SUCCESS:
                raise NotSent("the collector at %s did not take the spans%s" % (plain(address), ": " + told.last if told.last else ""))
            count += len(batch)
    finally:
        exporter.shutdown()
        logger.removeHandler(told)
        logger.propagate = before
    return count


def plain(url: str) -> str:
    """The address without a password in it."""
    parts = urlsplit(url)
    return "%s://%s%s" % (parts.scheme, parts.netloc.rpartition("@")[2], parts.path)


class _Told(logging.Handler):
    """Keeps the first line of the last thing the exporter logged."""

    last = ""

    def emit(self, record: logging.LogRecord) -> None:
        self.last = (record.getMessage().splitlines() or [""])[0][:300]


def _readable(span: Span) -> Any:
    """The span as the official exporter takes it."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.sdk.util.instrumentation import InstrumentationScope
    from opentelemetry.trace import SpanContext, SpanKind, TraceFlags
    from opentelemetry.trace.status import Status, StatusCode

    def context(name: str) -> SpanContext:
        return SpanContext(int(span.trace, 16), int(name, 16), False, TraceFlags(TraceFlags.SAMPLED))

    return ReadableSpan(
        span.name, context(span.span), context(span.parent) if span.parent else None, Resource(dict(RESOURCE)), attributes(span),
        kind=SpanKind(span.kind - 1), instrumentation_scope=InstrumentationScope(SCOPE, __version__),
        status=Status(StatusCode.ERROR) if span.error else Status(), start_time=span.start, end_time=span.end)
