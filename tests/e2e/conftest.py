"""One client and one installed statewright for all end-to-end tests of a run."""

from __future__ import annotations

from pathlib import Path

import pytest
import real_client


@pytest.fixture(scope="session")
def claude() -> Path:
    """The pinned client's executable."""
    return real_client.client()
