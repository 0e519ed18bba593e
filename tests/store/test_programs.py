"""The programs of checks: what a word led to when the project was met is what may prove something."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from statewright import fast
from statewright.store import layout, programs

PASSES = "#!/bin/sh\necho 5 passed\n"


class Ground:
    """A project, a data folder, and a PATH of two folders of this user's before the system's."""

    def __init__(self, root: Path) -> None:
        self.project, self.data, self.early, self.late = (root / name for name in ("project", "data", "early", "late"))
        for folder in (self.project, self.data, self.early, self.late):
            folder.mkdir()

    def program(self, where: Path, name: str, text: str = "#!/bin/sh\nexit 1\n") -> Path:
        """Write an executable."""
        file = where / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        file.chmod(0o755)
        return file

    def learn(self, line: str = "runtests -q", cwd: str = "") -> None:
        programs.learn(str(self.project), str(self.data), [{"command": line, "cwd": cwd}])

    def seen(self, line: str = "runtests -q", since: str = "", cwd: str = "") -> str:
        return programs.seen(str(self.project), str(self.data), {"command": line, "cwd": cwd}, since)[0]

    def token(self, line: str = "runtests -q") -> str:
        return programs.seen(str(self.project), str(self.data), {"command": line})[1]

    def accept(self) -> list[str]:
        kept = programs.read(str(self.project), str(self.data))
        return programs.accept(str(self.project), str(self.data), list(kept["offered"]))


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ground:
    made = Ground(tmp_path)
    monkeypatch.setenv("PATH", "%s:%s:/usr/bin:/bin" % (made.early, made.late))
    monkeypatch.setattr(fast, "user", lambda: 0)  # whoever runs the tests: one who may change everything
    return made


def test_the_same_program_is_believed_as_often_as_it_runs(ground: Ground) -> None:
    ground.program(ground.late, "runtests")
    ground.learn()
    assert [ground.seen() for _ in range(3)] == ["", "", ""]


def test_a_program_of_the_same_name_before_it_on_the_path_is_not_believed(ground: Ground) -> None:
    real = ground.program(ground.late, "runtests")
    ground.learn()
    fake = ground.program(ground.early, "runtests", PASSES)
    why = ground.seen()
    assert "runtests is not what it was" in why and str(fake) in why and str(real) in why and "statewright accept" in why
    fake.unlink()
    assert ground.seen() == ""


@pytest.mark.parametrize("how", ["copy", "link", "hard link"])
def test_another_way_to_the_same_program_is_not_the_same_way(ground: Ground, how: str) -> None:
    """An interpreter finds its libraries by the path it was called by."""
    real = ground.program(ground.late, "runtests")
    ground.learn()
    if how == "copy":
        shutil.copy2(real, ground.early / "runtests")
    elif how == "link":
        (ground.early / "runtests").symlink_to(real)
    else:
        os.link(real, ground.early / "runtests")
    assert "is not what it was" in ground.seen()


def test_a_program_written_anew_is_not_believed_even_with_its_old_time(ground: Ground) -> None:
    file = ground.program(ground.late, "runtests")
    ground.learn()
    before = file.stat()
    file.write_text("#!/bin/sh\nexit 0\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.stat().st_size == before.st_size and "is not what it was" in ground.seen()


def test_an_environment_made_anew_with_the_same_programs_is_the_same(ground: Ground) -> None:
    ground.program(ground.late, "runtests")
    ground.learn()
    shutil.rmtree(ground.late)
    ground.program(ground.late, "runtests")
    assert ground.seen() == ""


def test_a_large_program_is_compared_by_when_it_was_written(ground: Ground) -> None:
    file = ground.program(ground.late, "runtests", "x" * (programs.LARGEST + 1))
    ground.learn()
    assert ground.seen() == ""
    file.write_text("y" * (programs.LARGEST + 1))
    assert "is not what it was" in ground.seen()


def test_the_interpreter_of_a_script_is_one_of_its_programs(ground: Ground) -> None:
    ground.program(ground.late, "runtests", "#!/usr/bin/env -S myrunner --flag\n")
    ground.program(ground.late, "myrunner")
    ground.learn()
    assert ground.seen() == ""
    ground.program(ground.early, "myrunner", PASSES)
    assert "myrunner is not what it was" in ground.seen()


def test_the_interpreter_of_a_virtual_environment_is_compared_too(ground: Ground) -> None:
    python = ground.project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    ground.program(ground.late, "runtests", "#!%s\n" % python)
    ground.learn()
    assert ground.seen() == ""
    python.unlink()
    ground.program(python.parent, "python", PASSES)
    assert "is not what it was" in ground.seen()


@pytest.mark.parametrize("line", ["cd sub && CI=1 runtests -q", "timeout 60 runtests", "sh -c 'runtests -q'", "true; runtests", "env X=1 runtests"])
def test_every_program_of_a_line_counts_behind_wrappers_too(ground: Ground, line: str) -> None:
    ground.program(ground.late, "runtests")
    ground.learn(line)
    assert ground.seen(line) == ""
    ground.program(ground.early, "runtests", PASSES)
    assert "runtests is not what it was" in ground.seen(line)


def test_a_program_that_comes_to_be_is_not_believed_before_a_person_accepts_it(ground: Ground) -> None:
    ground.learn()
    assert ground.seen() == ""  # nothing there: the command itself fails
    ground.program(ground.early, "runtests", PASSES)
    assert "is not what it was" in ground.seen()
    assert ground.accept() == [] and ground.seen() == ""


def test_where_nobody_can_accept_what_was_not_there_is_believed_once(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    """STATEWRIGHT_ACCEPT names the workflow's digest for unattended fleets, whose agents install the tests' programs themselves."""
    ground.learn()
    ground.program(ground.late, "runtests")
    monkeypatch.setenv("STATEWRIGHT_ACCEPT", "another")
    assert "is not what it was" in ground.seen()
    monkeypatch.setenv("STATEWRIGHT_ACCEPT", layout.source_digest(str(ground.project)))
    assert ground.seen() == ""
    ground.program(ground.early, "runtests", PASSES)
    assert "is not what it was" in ground.seen()


def test_what_a_person_accepts_is_what_was_shown(ground: Ground) -> None:
    ground.program(ground.late, "runtests")
    ground.learn()
    ground.program(ground.early, "runtests", PASSES)
    assert ground.seen()
    ground.program(ground.early, "runtests", PASSES + "# more\n")
    assert ground.accept() == ["runtests"] and ground.seen()
    assert ground.accept() == [] and ground.seen() == ""
    (ground.early / "runtests").unlink()
    assert "is not what it was" not in ground.seen()  # the one from before was there all along


def test_a_program_that_was_there_all_along_is_believed_under_another_path(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's shell may have another PATH than the hooks."""
    ground.program(ground.late, "runtests")
    other = ground.program(ground.project.parent / "other", "runtests")
    time.sleep(0.2)
    ground.learn()
    monkeypatch.setenv("PATH", "%s:/usr/bin:/bin" % other.parent)
    assert ground.seen() == ""
    other.write_text(PASSES)
    assert "is not what it was" in ground.seen()


def test_what_this_user_cannot_change_is_not_compared(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    ground.program(ground.late, "runtests")
    ground.learn()
    ground.program(ground.early, "runtests", PASSES)
    monkeypatch.setattr(fast, "user", lambda: os.getuid() + 4711)
    for folder in (ground.early, ground.late):
        folder.chmod(0o755)
    assert ground.seen() == ""
    ground.early.chmod(0o777)
    assert "is not what it was" in ground.seen()


def test_a_link_to_what_the_system_keeps_up_to_date_stays_believed(ground: Ground, monkeypatch: pytest.MonkeyPatch) -> None:
    system = ground.project.parent / "system"
    ground.program(system, "runner-1")
    (system / "runner").symlink_to("runner-1")
    (ground.early / "runtests").symlink_to(system / "runner")
    ground.learn()
    ground.program(system, "runner-2")
    (system / "runner").unlink()
    (system / "runner").symlink_to("runner-2")
    beyond = str(system)
    monkeypatch.setattr(programs, "_beyond", lambda at, real: at.startswith(beyond))
    assert ground.seen() == ""
    (ground.early / "runtests").unlink()
    (ground.early / "runtests").symlink_to(system / "runner")
    assert "is not what it was" in ground.seen()


def test_the_projects_own_scripts_are_the_projects(ground: Ground) -> None:
    ground.program(ground.project, "run-tests.sh")
    ground.learn("./run-tests.sh")
    ground.program(ground.project, "run-tests.sh", PASSES)
    assert ground.seen("./run-tests.sh") == ""


@pytest.mark.parametrize("folder", [".venv/bin", "node_modules/.bin"])
def test_others_programs_within_the_project_are_compared(ground: Ground, folder: str) -> None:
    ground.program(ground.project / folder, "runtests")
    ground.learn("%s/runtests -q" % folder)
    assert ground.seen("%s/runtests -q" % folder) == ""
    ground.program(ground.project / folder, "runtests", PASSES)
    assert "is not what it was" in ground.seen("%s/runtests -q" % folder)


def test_a_program_that_was_put_there_for_a_moment_is_noticed(ground: Ground) -> None:
    ground.program(ground.late, "runtests")
    ground.learn()
    since = ground.token()
    assert ground.seen(since=since) == ""
    ground.program(ground.early, "runtests", PASSES).unlink()
    assert ground.seen(since=since) == programs.MOVED and ground.seen() == ""


@pytest.mark.parametrize("text", ["", "[]", "{", '{"lines": 1}'])
def test_where_the_record_is_damaged_a_person_accepts_all_of_it(ground: Ground, text: str) -> None:
    ground.program(ground.late, "runtests")
    ground.learn()
    next((ground.data / "programs").iterdir()).write_text(text)
    assert "is not what it was" in ground.seen()
    assert ground.accept() == [] and ground.seen() == ""


def test_what_is_kept_says_where_each_program_was_found(ground: Ground) -> None:
    file = ground.program(ground.late, "runtests")
    ground.learn()
    known: dict[str, Any] = programs.read(str(ground.project), str(ground.data))["known"]
    assert known["runtests"]["as"][0]["at"] == known["runtests"]["as"][0]["real"] == str(file) and "/bin/sh" in known
