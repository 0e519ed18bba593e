"""Fixtures for every room. Settings of the machine's user must not reach a test."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from support import Place

for _name in [name for name in os.environ if name.startswith(("CLAUDE", "ANTHROPIC", "STATEWRIGHT_ACCEPT", "XDG_"))]:
    del os.environ[_name]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A fresh project folder and HOME."""
    return Place(tmp_path)
