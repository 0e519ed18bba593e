"""A run in which no test ran proves nothing, whatever its exit status; a run with tests is never taken for one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from statewright.machine.counts import nothing_ran

NONE = [
    ("unittest", "\n----------------------------------------------------------------------\nRan 0 tests in 0.000s\n\nOK\n"),
    ("unittest", "Ran 0 tests in 0.000s\n\nNO TESTS RAN\n"),
    ("pytest", "\nno tests ran in 0.00s\n"),
    ("pytest", "collected 0 items\n\n===== no tests ran in 0.01s =====\n"),
    ("pytest", "5 deselected in 0.01s\n"),
    ("jest", "No tests found, exiting with code 0\nRun with `--passWithNoTests`\n"),
    ("jest", "\nNo test files found, exiting with code 0\n"),
    ("go", "?   \texample.org/a\t[no test files]\n?   \texample.org/a/b\t[no test files]\n"),
    ("go", "testing: warning: no tests to run\nPASS\nok  \texample.org/a\t0.002s [no tests to run]\n"),
    ("cargo", "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.00s\n"),
    ("tap", "TAP version 13\n1..0\n# tests 0\n# pass 0\n"),
    ("junit", '<testsuites><testsuite name="a" errors="0" failures="0" skipped="0" tests="0"/></testsuites>'),
    ("", "> app@1.0.0 test\n> mocha\n\n\n  0 passing (2ms)\n"),
    ("", "> app@1.0.0 test\n> node --test\n\n\u2139 tests 0\n\u2139 suites 0\n\u2139 pass 0\n"),
    ("", "python3 -m unittest\n\nRan 0 tests in 0.000s\n\nOK\n"),
]
SOME = [
    ("unittest", "Ran 5 tests in 0.1s\n\nOK\n"),
    ("unittest", "Ran 0 tests in 0.0s\n\nOK\nRan 3 tests in 0.1s\n\nOK\n"),
    ("pytest", "no tests ran in 0.00s\n3 passed in 0.12s\n"),
    ("pytest", "===== 2 skipped in 0.10s =====\n"),
    ("pytest", "===== 1 error in 0.10s =====\n"),
    ("jest", "No tests found, exiting with code 0\nTests:       2 passed, 2 total\n"),
    ("jest", "Test Suites: 1 failed, 1 total\nTests:       0 total\n"),
    ("go", "?   \texample.org/a\t[no test files]\nok  \texample.org/b\t0.004s\n"),
    ("go", "?   \texample.org/a\t[no test files]\nFAIL\texample.org/b [build failed]\n"),
    ("cargo", "test result: ok. 0 passed; 0 failed; 0 ignored\n\ntest result: ok. 4 passed; 0 failed; 0 ignored\n"),
    ("cargo", "error: could not compile `a`\n"),
    ("tap", "1..1\nok 1 - a\n"),
    ("none", "Ran 0 tests in 0.000s\n\nOK\n"),
    ("", ""),
    ("", "all good\n"),
    ("", "Ran 0 tests in 0.000s\n" + "something else\n" * 60),
]


@pytest.mark.parametrize(("kind", "text"), NONE)
def test_output_that_tells_of_no_test(kind: str, text: str) -> None:
    assert nothing_ran(kind, text)


@pytest.mark.parametrize(("kind", "text"), SOME)
def test_output_that_tells_of_tests_or_of_nothing(kind: str, text: str) -> None:
    assert not nothing_ran(kind, text)


@pytest.mark.parametrize(("arguments", "kind"), [(["-m", "unittest"], "unittest"), (["-m", "pytest", "-q", "-p", "no:cacheprovider"], "pytest")])
def test_real_runners_in_an_empty_folder_and_in_one_with_a_test(arguments: list[str], kind: str, tmp_path: Path) -> None:
    def printed() -> str:
        done = subprocess.run([sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    assert nothing_ran(kind, printed()) and nothing_ran("", printed())
    (tmp_path / "test_it.py").write_text("import unittest\nclass T(unittest.TestCase):\n    def test_a(self): pass\n")
    assert not nothing_ran(kind, printed()) and not nothing_ran("", printed())
