"""Fixtures of this room."""

from __future__ import annotations

from pathlib import Path

import pytest
from ogr_asking import Asking


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    """An empty project."""
    return Asking(tmp_path)
