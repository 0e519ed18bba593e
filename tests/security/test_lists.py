"""Names that a program lists, reads or puts together, and that another command changes: judged as if they were written out."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from judging import Place, judge

ROWS = [json.loads(line) for line in (Path(__file__).parent.parent / "data" / "lists.jsonl").read_text(encoding="utf-8").split("\n") if line]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A project that is a repository, with the hook settings in the home folder too, and the launcher where an install puts it."""
    made = Place(tmp_path_factory.mktemp("lists"))
    clean = {"PATH": os.environ["PATH"], "HOME": made.home, "GIT_CONFIG_NOSYSTEM": "1"}
    subprocess.run(["git", "init", "-q", "-b", "main", made.project], env=clean, check=True)
    subprocess.run(["git", "-C", made.project, "add", "-A"], env=clean, check=True)
    for folder in ("bin", "share/statewright/bin"):
        os.makedirs(made.home + "/.local/" + folder)
    Path(made.home, ".claude/settings.json").write_text("{}", encoding="utf-8")
    Path(made.home, ".local/share/statewright/bin/statewright").write_text("#!/bin/sh\n", encoding="utf-8")
    os.symlink(made.home + "/.local/share/statewright/bin/statewright", made.home + "/.local/bin/statewright")
    Path(made.project, "list").write_text(".statewright\n", encoding="utf-8")
    for name in ("src/b.py", "clean.sh"):
        Path(made.project, name).write_text("x\n", encoding="utf-8")
    return made


@pytest.mark.parametrize("row", ROWS, ids=lambda row: "%s %s: %s" % (row["about"], row["expect"], row["line"][:60]))
def test_a_name_that_reaches_a_command_is_judged_by_where_it_comes_from(row: dict[str, str], place: Place) -> None:
    found = judge(place, {}, "Bash", {"command": row["line"]})
    assert ("deny" if found else "allow") == row["expect"], found and found.reason
