"""Sweeps of the whole tree pass where they take nothing of ours: what is committed comes back, what is left out stays."""

import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "security"))

from judging import Place, judge


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A repository whose workflow and settings are committed and whose runs are ignored."""
    place = Place(tmp_path)
    Path(place.project, ".statewright", ".gitignore").write_text("runs/\n", encoding="utf-8")
    Path(place.project, ".statewright", "state.json").unlink()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", "-C", place.project]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-A"], check=True)
    return place


def refused(place: Place, line: str) -> str:
    found = judge(place, {}, "Bash", {"command": line})
    return found.reason if found else ""


@pytest.mark.parametrize("line", ["git stash -u", "git clean -fd", "git stash push --include-untracked -m wip"])
def test_untracked_files_are_swept_where_ours_are_committed(line: str, place: Place) -> None:
    assert refused(place, line) == ""


@pytest.mark.parametrize("line", ["git stash -a", "git clean -fdx", "git clean -fdX", "git stash --all"])
def test_what_takes_ignored_files_takes_the_runs(line: str, place: Place) -> None:
    assert ".statewright" in refused(place, line)


@pytest.mark.parametrize("line", ["git stash -u", "git clean -fd"])
def test_settings_that_nobody_committed_are_ours_too(line: str, place: Place) -> None:
    Path(place.project, ".claude", "settings.local.json").write_text("{}", encoding="utf-8")
    assert ".claude" in refused(place, line)
    Path(place.project, ".gitignore").write_text(".claude/settings.local.json\n", encoding="utf-8")
    assert refused(place, line) == ""


@pytest.mark.parametrize("line", ["git stash -a", "git stash -u", "git clean -fdx", "git clean -fdX", "git clean -fd"])
def test_the_way_out_that_a_refusal_names_is_let_through(line: str, tmp_path: Path) -> None:
    place = Place(tmp_path)
    found = judge(place, {}, "Bash", {"command": line})
    assert found is not None
    assert refused(place, found.hint.partition("leave it out: ")[2]) == ""


@pytest.mark.parametrize("line", ["git checkout .", "git restore .", "git reset --hard", "git checkout -f main", "git stash", "git pull --rebase"])
def test_what_restores_committed_files_alone_passes(line: str, place: Place) -> None:
    assert refused(place, line) == ""


def test_a_list_is_read_where_it_is_there(place: Place) -> None:
    Path(place.project, "list").write_text("src/a.py\n.statewright/runs\n", encoding="utf-8")
    for line in ("xargs rm -rf < list", "rm -rf $(cat list)", 'while read f; do rm -rf "$f"; done < list', "xargs -a list rm"):
        assert "protected" in refused(place, line)
    Path(place.project, "list").write_text("src/a.py\nsrc/b.py\n", encoding="utf-8")
    for line in ("xargs rm -rf < list", "rm -rf $(cat list)", 'while read f; do rm -rf "$f"; done < list', "xargs -a list rm"):
        assert refused(place, line) == ""
