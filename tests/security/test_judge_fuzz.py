"""Whatever the rules let through in a state without write tools, a real shell runs without changing a file.

STATEWRIGHT_FUZZ is the number of lines per shell, STATEWRIGHT_FUZZ_SEED the first seed.
"""

import os
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "shell"))  # the maker of lines lives with the reader's own fuzzing

from judge_fuzz import STATES, Lines, changed, holes

LINES = int(os.environ.get("STATEWRIGHT_FUZZ", "400"))
SEED = int(os.environ.get("STATEWRIGHT_FUZZ_SEED", "1"))


def here(name: str) -> bool:
    return bool(os.environ.get("CI")) or shutil.which(name) is not None  # in CI a missing one fails


@pytest.mark.parametrize("state", list(STATES))
@pytest.mark.parametrize("shell", [name for name in ("bash", "zsh") if here(name) and here("bwrap")])
def test_what_is_let_through_changes_nothing(shell: str, state: str) -> None:
    found, passed = holes(shell, state, SEED, LINES // len(STATES))
    assert found == []
    assert passed > LINES / len(STATES) / 50  # some lines do pass, or the test would say nothing


@pytest.mark.parametrize("shell", [name for name in ("bash", "zsh") if here(name) and here("bwrap")])
def test_the_sandbox_sees_what_unjudged_lines_change(shell: str) -> None:
    maker = Lines(SEED)
    lines = [line for line in (maker.line() for _ in range(300)) if "\0" not in line]
    assert sum(bool(files) for files in changed(shell, lines)) > 60
