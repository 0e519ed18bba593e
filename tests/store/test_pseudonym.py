"""A keyed hash of a name: one and the same in one project of one user, another everywhere else."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from statewright.store import layout, pseudonym


def test_it_is_stable_in_a_project_and_unlike_elsewhere(tmp_path: Path) -> None:
    data, other = str(tmp_path / "data"), str(tmp_path / "other")
    first = pseudonym.of(data, "/p", "project:CLAUDE.md")
    assert first == pseudonym.of(data, "/p", "project:CLAUDE.md") and first.startswith("hmac-sha256:") and len(first) == 76
    others = {pseudonym.of(*where) for where in (
        (data, "/p", "project:AGENTS.md"), (data, "/q", "project:CLAUDE.md"), (other, "/p", "project:CLAUDE.md"))}
    assert first not in others and len(others) == 3


def test_its_key_lies_outside_the_project_for_the_owner_alone(tmp_path: Path) -> None:
    pseudonym.of(str(tmp_path), "/p", "x")
    (key,) = (tmp_path / "projects").glob("*.key")
    assert key.stat().st_mode & 0o777 == 0o600 and len(key.read_bytes()) == 64


@given(st.text(st.characters(exclude_categories=())))
def test_it_is_the_hmac_that_libraries_make(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    data = str(tmp_path_factory.getbasetemp() / "one")
    made = pseudonym.of(data, "/p", text)
    secret = Path(layout.accepted(data, "/p").removesuffix(".json") + ".key").read_bytes()
    key = hashlib.sha256(secret).digest()
    assert made == "hmac-sha256:" + hmac.new(key, text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
