"""A bound is a reason to refuse, never to stop looking."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "security"))

from judging import Place, judge


@pytest.mark.parametrize("state", [{}, {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["pytest"]}])
def test_the_last_of_very_many_commands_counts(state: dict[str, list[str]], tmp_path: Path) -> None:
    assert judge(Place(tmp_path), state, "Bash", {"command": "pytest; " * 5000 + "rm -rf .statewright"}) is not None
