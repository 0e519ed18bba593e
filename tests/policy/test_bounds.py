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


def test_more_arguments_of_parallel_than_can_be_looked_at_are_refused(tmp_path: Path) -> None:
    many = " ".join("f%d" % n for n in range(300))
    found = judge(Place(tmp_path), {}, "Bash", {"command": "parallel rm -rf {1}{2} ::: %s .state ::: wright" % many})
    assert found is not None
    assert "more arguments than can be looked at" in found.reason


LONG = {
    "removed words": "rm " + "ab/cd " * 20000,
    "links": "; ".join("ln -s a%d b%d" % (n, n) for n in range(1500)),
    "moves": "; ".join("mv a%d b%d" % (n, n) for n in range(1500)),
    "pipes into xargs": "; ".join("ls -A src | xargs rm -f x%d" % n for n in range(300)),
    "a long sed script": "sed -i 's/x/" + "w a" * 30000 + "/' f",
    "folders that are not there": "cd x; " * 400 + "rm f",
    "folders within folders": "(cd x; " * 50 + "rm f" + ")" * 50,
    "what parallel is given": "parallel rm ::: " + " ".join("f%d" % n for n in range(250)),
    "what xargs is given": "printf '%s\\n' " + " ".join("f%d" % n for n in range(2000)) + " | xargs rm",
    "a makefile of its own": "make -f - <<'X'\n" + "a:\n\trm x\n" * 3000 + "X",
    "values of one variable": "".join("x=v%d; " % n for n in range(1900)) + "rm $x",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_a_long_line_is_judged_in_time(text: str, tmp_path: Path) -> None:
    began = time.process_time()
    assert judge(Place(tmp_path), {}, "Bash", {"command": text}) is None
    assert time.process_time() - began < 15  # seconds of this process; each takes about one
