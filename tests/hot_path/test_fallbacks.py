"""The private accelerators and the public modules that stand in for them elsewhere answer alike."""

from __future__ import annotations

import builtins
import importlib
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import statewright
from statewright import fast

PRIVATE = ("_json", "_sha2", "_sha256", "posix")
DOCUMENTS: list[Any] = [
    None, True, 0, -1, 1.5, 1e300, "", "a\"b\\c\n\t\u0000", "\u00e9\u2028\U0001f600", [], {}, [[], [{}]], {"a": {"b": [1, "x", None]}, "": 0},
    ["\ud800"],
]
BAD = [b"", b" ", b"{", b"[1,]", b"{\"a\":1,}", b"{'a':1}", b"nul", b"1 2", b"{}{}", b"NaN", b"[Infinity]", b"\xff", b"\"\n\"", b"[" * 100_000, b"01",
       b"{1:2}"]


@pytest.fixture(scope="module")
def public() -> types.ModuleType:
    """The room as it comes up where no private module is to be had."""
    true_import: Callable[..., Any] = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name in PRIVATE:
            raise ImportError(name)
        return true_import(name, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        for name in [one for one in sys.modules if (one + ".").startswith("statewright.fast.")]:
            patch.delitem(sys.modules, name)
        patch.setattr(statewright, "fast", fast)  # what an import binds anew is put back
        patch.setattr(builtins, "__import__", without)
        room = importlib.import_module("statewright.fast")
        room.dumps(room.sha256(b""))  # these two look for their private module at the first use
        for name in [one for one in sys.modules if (one + ".").startswith("statewright.fast.")]:
            del sys.modules[name]
    assert room is not fast and room.OS.__name__ == "os"
    return room


@pytest.mark.parametrize("value", DOCUMENTS, ids=repr)
def test_json_is_written_and_read_alike(public: types.ModuleType, value: Any) -> None:
    text = fast.dumps(value)
    assert public.dumps(value) == text and text.isascii()
    assert public.loads(text) == fast.loads(text) == value
    assert fast.loads(b"\xef\xbb\xbf \n" + text + b"\r\n ") == public.loads(b"\xef\xbb\xbf \n" + text + b"\r\n ") == value


@pytest.mark.parametrize("text", BAD, ids=lambda text: repr(text[:12]))
def test_what_is_no_json_is_refused_alike(public: types.ModuleType, text: bytes) -> None:
    for room in (fast, public):
        with pytest.raises(ValueError, match="not JSON"):
            room.loads(text)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1}, b"x", 1j], ids=repr)
def test_what_json_cannot_hold_is_refused_alike(public: types.ModuleType, value: Any) -> None:
    for room in (fast, public):
        with pytest.raises((ValueError, TypeError)):
            room.dumps([value])


def test_hashes_times_and_the_environment_are_alike(public: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"", b"abc", bytes(range(256)) * 999):
        assert public.sha256(data) == fast.sha256(data)
    for seconds in (0.0, 0.9996, 1769860800.25, 1e10):
        assert public.iso(seconds) == fast.iso(seconds)
    assert fast.iso(1769860800.25) == "2026-01-31T12:00:00.250Z"
    for name in ("HOME", "PATH", "NOT_SET_ANYWHERE"):
        assert public.getenv(name) == fast.getenv(name)


def test_files_are_alike(public: types.ModuleType, tmp_path: Path) -> None:
    file, link, there = str(tmp_path / "a" / "b" / "file"), tmp_path / "link", tmp_path / "there"
    for room in (fast, public):
        room.make_dirs(str(tmp_path / "a" / "b"))
        room.replace(file, b"one\n")
        assert room.read_file(file) == b"one\n" and room.read_file(file, 2) == b"on" and room.read_slice(file, 1, 2) == b"ne"
        assert room.read_file(str(tmp_path / "none")) is None and room.read_file(file + "/below") is None
        assert (room.kind(file), room.kind(str(tmp_path)), room.kind(str(tmp_path / "none"))) == ("file", "dir", "")
        assert Path(file).stat().st_mode & 0o777 == 0o600
        there.mkdir(exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to("there/../a")
        assert room.real(str(link) + "/b/../b/new") == str(tmp_path.resolve() / "a" / "b" / "new")
        assert room.inode(file) and room.names(str(tmp_path / "a")) == ["b"]
        held = room.lock(str(tmp_path / "lock"))
        asks = "import sys; from statewright import fast; fast.lock(sys.argv[1], 0.05)"  # a process's own lock does not hold it up
        env = {"PYTHONPATH": str(Path(statewright.__file__).parents[1])}
        other = [sys.executable, "-c", asks, str(tmp_path / "lock")]
        assert b"Busy" in subprocess.run(other, env=env, capture_output=True, check=False).stderr
        room.unlock(held)
        assert not subprocess.run(other, env=env, capture_output=True, check=True).stderr
        assert room.remove(file) and not room.remove(file)
