"""One-time codes: derived from a secret, bound to all a request says, of no use to who reads the run's files."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import REPO

from statewright.store import codes

ASK: dict[str, Any] = {
    "id": "esc_1",
    "at": ["m", "a", 3],
    "event": "GO",
    "branch": {"target": "b", "approval": True},
    "guards": [],
    "offered": ["n"],
    "context": {"n": 2, "x": {"y": [1.5, None, "ü"]}},
    "asked": 1.0,
    "deadline": 86401.0,
    "message": "",
    "reason": "",
    "tries": 0,
}


@pytest.fixture
def data(tmp_path: Path) -> str:
    return str(tmp_path / "data")


def sealed(data: str) -> dict[str, Any]:
    return {**ASK, **codes.seal(data, "run-1")(ASK)}


def test_it_is_hmac_as_the_standard_has_it() -> None:
    key, text = os.urandom(32), b"some text"
    assert codes.keyed(key, text) == hmac.new(key, text, hashlib.sha256).hexdigest()


def test_the_code_fits_its_request_in_whatever_way_it_is_typed(data: str) -> None:
    ask = json.loads(json.dumps(sealed(data)))
    code = codes.shown(data, "run-1", ask)
    assert len(code) == 9 and set(code) <= set(codes.LETTERS + "-")
    for typed in (code, code.lower(), code.replace("-", ""), " %s " % code):
        assert codes.proof(data, "run-1", typed)(ask) == ""
    assert codes.proof(data, "run-1", None)(ask) == ""


@pytest.mark.parametrize("typed", ["", "AAAA-AAAA", "K", "22222222222222"])
def test_another_code_does_not(data: str, typed: str) -> None:
    assert codes.proof(data, "run-1", typed)(sealed(data)) == "code"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("event", "OTHER"),
        ("context", {"n": 3}),
        ("branch", {"target": "c"}),
        ("deadline", 9e9),
        ("at", ["m", "b", 3]),
        ("offered", []),
        ("reason", "x"),
        ("seal", "0" * 64),
        ("salt", "00"),
        ("id", "esc_2"),
        ("message", "harmless"),
    ],
)
def test_a_request_changed_in_the_state_file_is_void_on_every_road(data: str, key: str, value: Any) -> None:
    ask = sealed(data)
    code = codes.shown(data, "run-1", ask)
    changed = {**ask, key: value}
    assert codes.proof(data, "run-1", None)(changed) not in ("", "code") and codes.proof(data, "run-1", code)(changed) not in ("", "code")
    assert codes.shown(data, "run-1", changed) == ""


def test_a_request_is_bound_to_its_run(data: str) -> None:
    ask = sealed(data)
    assert codes.proof(data, "run-2", codes.shown(data, "run-1", ask))(ask) not in ("", "code")


def test_two_requests_have_two_codes(data: str) -> None:
    assert codes.shown(data, "run-1", sealed(data)) != codes.shown(data, "run-1", sealed(data))


def test_a_void_code_is_shown_no_more_and_a_terminal_may_still_answer(data: str) -> None:
    ask = {**sealed(data), "tries": 3}
    assert codes.shown(data, "run-1", ask) == ""
    assert codes.proof(data, "run-1", None)(ask) == "" and codes.proof(data, "run-1", codes.shown(data, "run-1", {**ask, "tries": 0}))(ask) == "code"


def test_what_the_run_keeps_does_not_tell_the_code_without_the_secret(data: str) -> None:
    ask = sealed(data)
    code = codes.shown(data, "run-1", ask)
    assert code not in json.dumps(ask)
    (Path(data) / "secrets" / "approval.key").write_bytes(os.urandom(32))
    assert codes.proof(data, "run-1", code)(ask) not in ("", "code")


def test_the_secret_is_the_owners_alone_and_no_text(data: str) -> None:
    found = codes.secret(data)
    path = Path(data) / "secrets" / "approval.key"
    assert len(found) == 32 and b"\0" in found
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700


def test_processes_that_make_the_secret_at_once_agree(data: str) -> None:
    line = "from statewright.store import codes; print(codes.secret(%r).hex())" % data
    made = [subprocess.Popen([sys.executable, "-c", line], cwd=REPO, stdout=subprocess.PIPE, text=True) for _ in range(6)]
    assert len({one.communicate(timeout=60)[0] for one in made}) == 1 and all(one.returncode == 0 for one in made)
