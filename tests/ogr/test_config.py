"""The settings, and where a runtime may lie."""

from __future__ import annotations

import json
from typing import Any

import pytest

from statewright.ogr.endpoint import parse
from statewright.workflow.config import read_config


@pytest.mark.parametrize(("text", "tls", "name", "prefix"), [
    ("https://ogr.example.org", True, "ogr.example.org:443", ""), ("https://ogr.example.org:8443/team/a/", True, "ogr.example.org:8443", "/team/a"),
    ("http://127.0.0.1:8471", False, "127.0.0.1:8471", ""), ("http://localhost/x", False, "localhost:80", "/x"),
    ("http://[::1]:9", False, "[::1]:9", ""),
    ("http://127.9.9.9", False, "127.9.9.9:80", ""), ("https://OGR.example", True, "ogr.example:443", ""),
])
def test_a_base_address_is_taken_apart(text: str, tls: bool, name: str, prefix: str) -> None:
    found = parse(text)
    assert (found.tls, found.name, found.prefix) == (tls, name, prefix)


@pytest.mark.parametrize(("text", "why"), [
    ("ogr.example.org", "begins with"), ("ftp://x", "begins with"), ("https://", "no host name"), ("https://user:key@x", "OGR_API_KEY"),
    ("https://x/?key=1", "plain base address"), ("https://x/#a", "plain base address"), ("https://x/a b", "plain base address"),
    ("https://x\r\nHost: y", "no host name"), ("https://x:0", "port"), ("https://x:99999", "port"), ("https://x:٣", "port"),
    ("https://[::1", "no address"),
    ("http://ogr.example.org", "https://"), ("http://127.0.0.1.example.org", "https://"), ("http://10.0.0.1", "https://"), ("http://0.0.0.0", "https://"),
])
def test_what_is_no_safe_base_address_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parse(text)


def test_http_to_another_machine_must_be_meant() -> None:
    assert not parse("http://10.0.0.1:80", plain=True).tls


@pytest.mark.parametrize(("ogr", "at"), [
    ({"endpoint": "http://ogr.example.org"}, "ogr"), ({"wire": "0.9"}, "wire"), ({"fail_mode": "maybe"}, "fail_mode"),
    ({"timeout_ms": 20000}, "timeout_ms"),
    ({"timeout_ms": True}, "timeout_ms"), ({"key": "ogr_secret"}, "key"), ({"api_key": "x"}, "api_key"),
    ({"sink": 1}, "sink"), ({"agent_id": 5}, "agent_id"),
])
def test_a_bad_setting_is_named_with_its_place(ogr: dict[str, Any], at: str) -> None:
    _, problems = read_config(json.dumps({"ogr": ogr}).encode(), "config.json")
    assert problems and at in str(problems[0]), problems
    assert "Value error" not in str(problems[0]) and "Input should" not in str(problems[0])
    assert at not in ("key", "api_key") or "endpoint" in str(problems[0]), "the keys there are are those of ogr"


def test_keys_that_start_with_x_are_free_here_too() -> None:
    assert not read_config(b'{"ogr": {"x-note": "ours"}, "trace": {"x-note": 1}}', "config.json")[1]
    assert read_config(b'{"trace": {"note": 1}}', "config.json")[1]


def test_unused_settings_are_not_in_the_compiled_plan() -> None:
    config, problems = read_config(b'{"ogr": {"wire": "1.0", "fail_mode": "closed"}}', "config.json")
    assert not problems and "ogr" not in config.compiled()
    used, _ = read_config(b'{"ogr": {"endpoint": "https://ogr.example.org"}}', "config.json")
    assert used.compiled()["ogr"]["timeout_ms"] == 2500
