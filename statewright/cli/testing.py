"""What runs a project's tests: a guess from the files in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

DEFAULT = "pytest -q"
# Whose lock file is there runs the script of package.json; npm where there is none.
LOCKS = (("pnpm-lock.yaml", "pnpm test"), ("yarn.lock", "yarn test"), ("bun.lock", "bun test"), ("bun.lockb", "bun test"))
FILES = (("uv.lock", "uv run pytest"), ("poetry.lock", "poetry run pytest"), ("go.mod", "go test ./..."), ("Cargo.toml", "cargo test"))
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
TARGET = re.compile(r"^test\s*::?(?!=)", re.MULTILINE)
PYTEST_FILES = ("pytest.ini", ".pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py")
PYTEST_NAMED = ("pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "requirements*.txt", "requirements/*.txt")
PLAIN_TEST = re.compile(r"^(?:async )?def test", re.MULTILINE)
MOST = 200  # test files looked at


def detect(project: Path) -> str:
    """The command that most likely runs the tests of the project in this folder."""
    if has_test_script(project / "package.json"):
        return next((command for name, command in LOCKS if (project / name).exists()), "npm test")
    if any(TARGET.search(text(project / name)) for name in MAKEFILES):
        return "make test"
    for name, command in FILES:
        if (project / name).exists():
            return command
    folder = unittests(project)
    return "python3 -m unittest discover -s %s" % folder if folder else DEFAULT


def has_test_script(path: Path) -> bool:
    """Whether a package.json has a script for its tests that is not the one npm init leaves behind, which only fails."""
    try:
        value: Any = json.loads(text(path))
    except ValueError:
        return False
    scripts = value.get("scripts") if isinstance(value, dict) else None
    script = scripts.get("test") if isinstance(scripts, dict) else None
    return isinstance(script, str) and bool(script.strip()) and "no test specified" not in script


def unittests(project: Path) -> str:
    """The folder of tests that the standard library's runner finds, "" where there is none or a sign of pytest."""
    if any((project / name).exists() for name in PYTEST_FILES):
        return ""
    if any("pytest" in text(path) for pattern in PYTEST_NAMED for path in project.glob(pattern)):
        return ""
    for folder in ("tests", "test"):
        tests = [text(path) for path in sorted((project / folder).glob("**/test*.py"))[:MOST]]
        if any("unittest" in one for one in tests) and not any("pytest" in one or PLAIN_TEST.search(one) for one in tests):
            return folder
    return ""


def text(path: Path) -> str:
    """A file's text, "" where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
