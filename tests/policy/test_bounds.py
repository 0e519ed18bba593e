"""A bound is a reason to refuse, never to stop looking."""

import sys
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "security"))

from judging import Place, judge


@pytest.mark.parametrize("state", [{}, {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["pytest"]}])
def test_the_last_of_very_many_commands_counts(state: dict[str, list[str]], tmp_path: Path) -> None:
    assert judge(Place(tmp_path), state, "Bash", {"command": "pytest; " * 5000 + "rm -rf .statewright"}) is not None


LONG = {
    "removed words": "rm " + "ab/cd " * 20000,
    "links": "; ".join("ln -s a%d b%d" % (n, n) for n in range(1500)),
    "moves": "; ".join("mv a%d b%d" % (n, n) for n in range(1500)),
    "pipes into xargs": "; ".join("ls -A src | xargs rm -f x%d" % n for n in range(300)),
    "a long sed script": "sed -i 's/x/" + "w a" * 30000 + "/' f",
    "values of one variable": "".join("x=v%d; " % n for n in range(1900)) + "rm $x",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_a_long_line_is_judged_in_time(text: str, tmp_path: Path) -> None:
    began = time.process_time()
    assert judge(Place(tmp_path), {}, "Bash", {"command": text}) is None
    assert time.process_time() - began < 15  # seconds of this process; each takes about one
