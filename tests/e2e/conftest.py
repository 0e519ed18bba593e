"""One client for all end-to-end tests of a run, and for each test a project and a HOME with statewright in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import real_client
from guarded import Guarded, guard


@pytest.fixture(scope="session")
def claude() -> Path:
    """The pinned client's executable."""
    return real_client.client()


@pytest.fixture
def guarded(claude: Path, tmp_path: Path) -> Callable[[dict[str, Any]], Guarded]:
    """Makes a project with a workflow, and a HOME where the hooks are installed."""

    def make(workflow: dict[str, Any], files: dict[str, str] | None = None, **env: str) -> Guarded:
        return guard(claude, tmp_path, workflow, files, env)

    return make
