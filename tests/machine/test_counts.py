"""Counts out of what test runners really print."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from statewright.machine.counts import counts, kind_of

JUNIT = '<testsuites><testsuite name="a" errors="1" failures="2" skipped="3" tests="10" time="0.1">\n</testsuite></testsuites>'
PRINTED = [
    ("pytest", "..F.\n=== short test summary info ===\nFAILED a.py::t\n1 failed, 3 passed, 2 skipped in 0.12s\n", (3, 1, 2)),
    ("pytest", "===== \x1b[32m5 passed\x1b[0m, 1 xfailed, 1 warning in 0.12s (0:00:10) =====\n", (5, 0, 1)),
    ("pytest", "2 passed, 1 error in 1.00s", (2, 1, 0)),
    ("pytest", "no tests ran in 0.00s", (0, 0, 0)),
    ("unittest", "....\nRan 5 tests in 0.001s\n\nFAILED (failures=1, errors=1, skipped=1)\n", (2, 2, 1)),
    ("unittest", "Ran 1 test in 0.000s\n\nOK\n", (1, 0, 0)),
    ("jest", "Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 2 skipped, 10 passed, 13 total\nTime: 1 s\n", (10, 1, 2)),
    ("jest", " Test Files  1 passed (1)\n      Tests  1 failed | 2 passed (3)\n", (2, 1, 0)),
    ("cargo", "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored;\n", (4, 2, 1)),
    ("go", "=== RUN TestA\n--- PASS: TestA (0.00s)\n    --- FAIL: TestB/x (0.00s)\n--- SKIP: TestC (0.00s)\nFAIL\n", (1, 1, 1)),
    ("tap", "1..3\nok 1 - a\n    not ok 1 - inner\nnot ok 2 - b\nok 3 - c # SKIP later\n", (1, 1, 1)),
    ("junit", JUNIT, (4, 3, 3)),
]


@pytest.mark.parametrize(("kind", "text", "wanted"), PRINTED)
def test_each_runners_summary_is_read(kind: str, text: str, wanted: tuple[int, int, int]) -> None:
    found = counts(kind, text)
    assert (found["passed"], found["failed"], found["skipped"], found["total"]) == (*wanted, sum(wanted))


@pytest.mark.parametrize("kind", ["pytest", "unittest", "jest", "cargo", "go", "tap", "junit", "", "other"])
def test_output_without_a_summary_tells_nothing(kind: str) -> None:
    for text in ("", "\n", "all is well", "3", "in in in 9", "<testsuite", "Ran x tests", "\x1b[", "9" * 100):
        assert counts(kind, text) == {}


@pytest.mark.parametrize(("command", "kind"), [
    ("pytest -q", "pytest"), ("python -m pytest", "pytest"), ("uv run pytest", "pytest"), (".venv/bin/pytest", "pytest"), ("npx jest", "jest"),
    ("cargo test", "cargo"), ("go test ./...", "go"), ("python -m unittest", "unittest"), ("make test", ""), ("npm test", ""),
])
def test_a_known_program_needs_no_naming(command: str, kind: str) -> None:
    assert kind_of({"command": command}) == kind
    assert kind_of({"command": command, "parse": "none"}) == "none" and kind_of({"command": "make", "parse": "junit:report.xml"}) == "junit"


def test_pytest_itself_is_read(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import pytest\ndef test_a(): pass\ndef test_b(): assert 0\n@pytest.mark.skip\ndef test_c(): pass\n"
                                         "@pytest.mark.xfail\ndef test_d(): assert 0\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"], cwd=tmp_path, capture_output=True, text=True, check=False)
    found = counts("pytest", done.stdout)
    assert (found["passed"], found["failed"], found["skipped"], found["total"]) == (1, 1, 2, 4)
