"""One browser for the whole room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser, started


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Real Chromium; a machine without it fails."""
    with started(tmp_path_factory.mktemp("chromium")) as browser:
        yield browser


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project's folder."""
    return tmp_path / "project"
