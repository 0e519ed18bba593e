"""Nothing that a real shell starts is missing from what the reader names.

STATEWRIGHT_FUZZ is the number of lines per shell, STATEWRIGHT_FUZZ_SEED the first seed.
"""

import os
import random
import shutil
import subprocess

import pytest
from shell_lines import Maker
from shell_missing import missing
from shell_witness import Witness

from statewright.shell.reader import read

LINES = int(os.environ.get("STATEWRIGHT_FUZZ", "400"))
SEED = int(os.environ.get("STATEWRIGHT_FUZZ_SEED", "1"))


def harmless(line: str) -> bool:
    """Only the throw-away folder may be touched: no path leads out of it."""
    return "/" not in line.replace("/dev/null", "").replace("/dev/stdin", "") and ".." not in line


def holes(shell: str, seed: int, count: int) -> tuple[list[tuple[str, list[list[str]]]], int]:
    maker = Maker(seed)
    witness = Witness(shell)
    found = []
    ran = 0
    try:
        lines = [line for line in (maker.line() for _ in range(count)) if harmless(line) and not read(line).opaque]
        for first in range(0, len(lines), 100):
            batch = lines[first : first + 100]
            for line, runs in zip(batch, witness.runs(batch), strict=True):
                ran += len(runs)
                left = missing(read(line), runs, exact=shell == "bash")
                if left:
                    found.append((line, left))
    finally:
        witness.close()
    return found, ran


@pytest.mark.parametrize(
    "shell",
    [name for name in ("bash", "zsh") if os.environ.get("CI") or shutil.which(name)],  # in CI a missing one fails
)
def test_every_program_a_shell_starts_is_named(shell: str) -> None:
    found, ran = holes(shell, SEED, LINES)
    assert found == []
    assert ran > LINES / 4  # the lines do run something


def test_what_bash_refuses_is_not_read_as_a_program() -> None:
    maker = Maker(SEED + 1000)
    lines = [line for line in (maker.line() for _ in range(max(100, LINES // 10))) if not read(line).opaque]
    for line in lines:
        done = subprocess.run(["bash", "-n", "-c", "--", line], capture_output=True, check=False)
        assert done.returncode == 0, (line, done.stderr)


def test_reading_never_raises_whatever_the_text() -> None:
    rnd = random.Random(SEED)  # noqa: S311
    letters = "ab '\"`$(){}[]<>|&;\\\n\t#=!*?~-0:/@%^,.\r\0\x1b\u202e\ud800\u00e9"
    for _ in range(LINES * 5):
        text = "".join(rnd.choice(letters) for _ in range(rnd.randint(0, 40)))
        script = read(text)
        assert isinstance(script.opaque, list)
