"""Where a path leads, and that the folders we stand in are not asked one by one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from statewright import fast
from statewright.fast import paths


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A folder with links of every kind in it."""
    base = Path(os.path.realpath(tmp_path))
    (base / "one" / "two").mkdir(parents=True)
    (base / "other" / "deep").mkdir(parents=True)
    (base / "to-two").symlink_to("one/two")
    (base / "one" / "out").symlink_to(base / "other")
    (base / "one" / "two" / "gone").symlink_to("../nowhere/file")
    (base / "round").symlink_to("round")
    return base


WAYS = ["one/two", "to-two", "to-two/../out/deep", "one/out/deep/new/file", "one/two/gone", "one/./two//new", "one/../other", "none/../one", "../"]


@pytest.mark.parametrize("stand", ["/", ".", "one", "one/two", "other/deep", "to-two"])
def test_a_path_leads_where_it_leads_from_wherever_we_stand(tree: Path, monkeypatch: pytest.MonkeyPatch, stand: str) -> None:
    monkeypatch.chdir(tree / stand)
    known: dict[str, str] = {}
    for way in WAYS:
        path = "%s/%s" % (tree, way)
        assert fast.real(path) == fast.real(path, known) == os.path.realpath(path)


def test_a_folder_that_is_gone_is_no_ground_to_stand_on(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tree / "short").mkdir()
    monkeypatch.chdir(tree / "short")
    (tree / "short").rmdir()
    assert fast.real("%s/to-two" % tree) == "%s/one/two" % tree


def test_the_folders_we_stand_in_are_not_looked_at(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    class Telling:
        getcwd = staticmethod(os.getcwd)

        @staticmethod
        def readlink(path: str) -> str:
            asked.append(path)
            return os.readlink(path)

    monkeypatch.chdir(tree / "one" / "two")
    monkeypatch.setattr(paths, "OS", Telling)
    assert fast.real("%s/one/two/new" % tree) == "%s/one/two/new" % tree
    assert fast.real("%s/one/out/x" % tree) == "%s/other/x" % tree
    assert asked == [str(tree / name) for name in ("one/two/new", "one/out", "other", "other/x")]
