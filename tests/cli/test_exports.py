"""trace export in its other forms."""

from __future__ import annotations

import json

import pytest
from support import Place


def test_spans_come_as_lines_of_otlp_json_and_twice_the_same(going: Place) -> None:
    going.post("Read", {"file_path": "a.py"}, {"file": "x"})
    first = going.cli("trace", "export", "--format", "otlp-json")
    assert first.returncode == 0 and first.stdout == going.cli("trace", "export", "--format", "otlp-json").stdout
    (scope,) = json.loads(first.stdout)["resourceSpans"][0]["scopeSpans"]
    assert [span["name"] for span in scope["spans"]] == ["invoke_workflow fix", "invoke_agent main", "execute_tool Read"]


def test_spans_go_to_an_owner_only_file(going: Place) -> None:
    going.pre("Write", {"file_path": "x", "content": ""})
    assert going.cli("trace", "export", "--format", "otlp-json", "-o", "t.jsonl").returncode == 0
    written = going.project / "t.jsonl"
    assert "resourceSpans" in json.loads(written.read_text()) and written.stat().st_mode & 0o777 == 0o600


def test_the_journal_comes_line_by_line_as_it_is(going: Place) -> None:
    going.pre("Write", {"file_path": "x", "content": ""})
    said = going.cli("trace", "export", "--format", "jsonl")
    assert said.stdout.encode() == (going.run / "trace.jsonl").read_bytes()


@pytest.mark.parametrize(("words", "code"), [
    (("--format", "pdf"), 2), (("--otlp", "collector"), 2), (("--otlp", "http://127.0.0.1:9", "-o", "x"), 2),
    (("--otlp", "http://127.0.0.1:9", "--format", "jsonl"), 2), (("--format", "otlp-json"), 1),
])
def test_what_cannot_be_is_one_line(going: Place, words: tuple[str, ...], code: int) -> None:
    said = going.cli("trace", "export", *words)
    assert (said.returncode, said.stderr.count("\n"), said.stdout) == (code, 1, "")


def test_a_collector_that_is_not_there_is_one_line(going: Place) -> None:
    going.pre("Write", {"file_path": "x", "content": ""})
    said = going.cli("trace", "export", "--otlp", "http://127.0.0.1:9", OTEL_EXPORTER_OTLP_TIMEOUT="1")
    assert said.returncode == 1 and said.stderr.count("\n") == 1 and "127.0.0.1:9/v1/traces" in said.stderr
