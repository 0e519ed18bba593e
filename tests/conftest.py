"""Fixtures for every room. Settings of the machine's user must not reach a test."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from support import Place

for _name in [name for name in os.environ if name.startswith(("CLAUDE", "ANTHROPIC", "STATEWRIGHT_ACCEPT", "XDG_"))]:
    del os.environ[_name]

settings.register_profile("statewright", deadline=None)  # a busy machine makes no test fail
settings.load_profile("statewright")


def pytest_configure() -> None:
    """Two test files of one name cannot be collected together: say so in whichever room is run, not only when all are."""
    names = Counter(path.name for path in Path(__file__).parent.rglob("test_*.py"))
    twice = sorted(name for name, count in names.items() if count > 1)
    if twice:
        raise pytest.UsageError("rename one: two test files are called %s" % ", ".join(twice))


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A fresh project folder and HOME, which is this process's as well."""
    made = Place(tmp_path)
    with pytest.MonkeyPatch.context() as patch:  # its own: a test may undo what it patched itself
        patch.setenv("HOME", str(made.home))
        patch.setenv("XDG_DATA_HOME", str(made.home / "data"))
        yield made
