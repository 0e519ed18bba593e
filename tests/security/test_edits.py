"""Lines and files are counted as they are on the disk, in every shape an edit has: tools, patches, notebooks, the shell."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

DATA = Path(__file__).parent.parent / "data" / "edits.jsonl"
CASES = [json.loads(line) for line in DATA.read_text(encoding="utf-8").split("\n") if line]
TOOLS = ["Read", "Edit", "Write", "NotebookEdit", "Bash", "apply_patch"]
CELLS = [{"id": "c1", "cell_type": "code", "source": ["a\n"] * 9}, {"cell_type": "code", "source": "x\ny\nz\nw\n"}, {"id": "s", "source": ["q"]}]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("edits"))
    root = Path(made.project)
    (root / "rep.py").write_text("k\n" * 5)
    (root / "n.ipynb").write_text(json.dumps({"cells": CELLS}))
    os.link(root / "src" / "app.py", root / "hard.py")
    (root / "soft.py").symlink_to("src/app.py")
    (root / "dir").symlink_to("src")
    return made


def name(case: dict[str, Any]) -> str:
    return "%s: %s %s" % (case["expect"], case["tool"], str(case["input"])[:60])


@pytest.mark.parametrize("case", CASES, ids=name)
def test_each_call_is_counted(case: dict[str, Any], place: Place) -> None:
    state = {"allowed_tools": TOOLS, **case["state"]}
    found = judge(place, state, case["tool"], case["input"], tuple(case["edited"]))
    assert ("deny" if found else "allow") == case["expect"], found and found.reason


def test_a_refusal_names_the_count_the_limit_and_the_way_to_split(place: Place) -> None:
    given = {"file_path": place.project + "/new.py", "content": "a\nb\nc\nd\n"}
    found = judge(place, {"allowed_tools": TOOLS, "max_edit_lines": 3}, "Write", given)
    assert found is not None
    assert "4 lines" in found.reason
    assert "3 a call" in found.reason
    assert "smaller" in found.hint


def test_a_road_through_the_process_leads_to_the_same_file(place: Place) -> None:
    state = {"allowed_tools": TOOLS, "max_files_per_state": 1}
    for road in ("/proc/self/root" + place.project, "/proc/self/cwd", "/proc/thread-self/cwd", "file://" + place.project):
        given = {"file_path": road + "/src/app.py", "old_string": "a", "new_string": "b"}
        assert judge(place, state, "Edit", given, ("src/app.py",)) is None
        assert judge(place, state, "Edit", given, ("f",)) is not None
