"""Fixtures of this room; the helpers are in cli_support.py."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_support import Run, at_terminal, workflow
from support import Place


@pytest.fixture
def project(place: Place) -> Place:
    """A project with a check, a guard and an approval."""
    return place.workflow(workflow())


@pytest.fixture
def going(project: Place) -> Place:
    """The same, in a run."""
    project.pre("Read", {"file_path": str(project.project / "a.py")})
    return project


@pytest.fixture
def person(place: Place, tmp_path: Path) -> Run:
    """A person's terminal in the project."""
    return at_terminal(place, tmp_path)
