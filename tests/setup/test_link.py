"""The linked modules answer as the plain ones do, and step aside when they are stale."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from statewright.setup import link

PACKAGE = Path(link.__file__).resolve().parent.parent
ASK = "import sys; sys.path.insert(0, {folder!r}); import statewright_hot; sys.path.insert(0, {root!r}); import statewright.hook; {show}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    link.link(PACKAGE, tmp_path)
    return tmp_path


def _run(folder: Path, show: str, root: Path = PACKAGE.parent) -> str:
    code = ASK.format(folder=str(folder), root=str(root), show=show)
    return subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_a_hook_finds_its_modules_in_the_table(folder: Path) -> None:
    plain = "[name for name, one in sys.modules.items() if name.startswith('statewright.') and hasattr(one, '__cached__')]"
    assert _run(folder, "print(%s)" % plain) == "[]"


def test_everything_a_hook_may_load_is_in_the_table() -> None:
    names = set(link.modules(PACKAGE))
    assert {"statewright.hook", "statewright.kernel", "statewright.policy.commands", "statewright.shell.reader", "statewright.sessions"} <= names
    assert not {name for name in names if name.split(".")[1:2] in (["cli"], ["setup"], ["workflow"])}


def test_a_changed_source_makes_the_table_stale(tmp_path: Path) -> None:
    copy = tmp_path / "copy" / "statewright"
    for path in PACKAGE.rglob("*.py"):
        target = copy / path.relative_to(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    link.link(copy, tmp_path)
    shown = "print(hasattr(statewright.hook, '__cached__'))"
    assert _run(tmp_path, shown, copy.parent) == "False"
    os.utime(copy / "fast.py", (1, 1))
    assert _run(tmp_path, shown, copy.parent) == "True"
