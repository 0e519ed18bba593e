"""What the client makes of an edit is what the limit counted: CRLF files, curly quotes, empty files, cells by their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from real_client import Session

from statewright.model import Event
from statewright.policy.limits.edit_lines import changed_lines
from statewright.store.facts import Disk

CELLS: list[dict[str, Any]] = [
    {"id": "c%d" % n, "cell_type": "code", "source": ["line\n"] * n, "metadata": {}, "outputs": [], "execution_count": None} for n in (1, 2, 3)
]
NOTEBOOK = json.dumps({"cells": CELLS, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5})
FILES = {
    "crlf.txt": b"a\r\nb\r\n" * 4,
    "quotes.txt": "x = “one”\n".encode() * 3,
    "empty.txt": b"",
    "blank.txt": b" \n",
    "many.txt": b"k k\nk\n",
    "delete.ipynb": NOTEBOOK.encode(),
    "replace.ipynb": NOTEBOOK.encode(),
}


def edit(file: str, old: str, new: str, every: bool = False) -> tuple[str, dict[str, Any]]:
    return "Edit", {"file_path": file, "old_string": old, "new_string": new, "replace_all": every}


# What is asked for, and the lines it counts.
SHAPES: dict[str, tuple[tuple[str, dict[str, Any]], int]] = {
    "crlf": (edit("crlf.txt", "a\nb\n", "c\nd\n", True), 8),
    "quotes": (edit("quotes.txt", '"one"', '"two"', True), 3),
    "empty": (edit("empty.txt", "", "1\n2\n"), 2),
    "blank": (edit("blank.txt", "", "1\n2\n"), 2),
    "missing": (edit("missing.txt", "", "1\n2\n", True), 2),
    "many": (edit("many.txt", "k", "j", True), 3),
    "delete": (("NotebookEdit", {"notebook_path": "delete.ipynb", "cell_id": "cell-2", "new_source": "", "edit_mode": "delete"}), 3),
    "replace": (("NotebookEdit", {"notebook_path": "replace.ipynb", "cell_id": "cell-02", "new_source": "x"}), 3),
}


@pytest.fixture
def bare(claude: Path, tmp_path: Path) -> Session:
    """The client in an empty HOME and a project with the files."""
    for name in ("project", "home/.claude"):
        (tmp_path / name).mkdir(parents=True)
    for name, data in FILES.items():
        (tmp_path / "project" / name).write_bytes(data)
    return Session(claude, tmp_path / "project", tmp_path / "home")


def here(project: Path, given: dict[str, Any]) -> dict[str, Any]:
    return {key: str(project / value) if key in ("file_path", "notebook_path") else value for key, value in given.items()}


def test_each_shape_counts_what_the_client_then_changes(bare: Session) -> None:
    calls = {name: [tool, here(bare.project, given), name] for name, ((tool, given), _) in SHAPES.items()}
    counted = {}
    for name, (tool, given, _) in calls.items():
        event = Event("pre", project=str(bare.project), cwd=str(bare.project), tool=tool, raw_tool=tool, input=given, facts=Disk(str(bare.project)))
        counted[name] = changed_lines(event)
    assert counted == {name: lines for name, (_, lines) in SHAPES.items()}

    reads = [["Read", {"file_path": str(bare.project / name)}, "read%d" % i] for i, name in enumerate(FILES)]
    turns: list[dict[str, Any]] = [{"tools": reads}, *({"tools": [call]} for call in calls.values()), {"text": "done"}]
    ran = bare.run(turns, args=("--permission-mode", "bypassPermissions"))
    assert {name for name in calls if ran.refused(name)} == set()
    assert (bare.project / "crlf.txt").read_bytes() == b"c\r\nd\r\n" * 4
    assert (ran.file("quotes.txt") or "").count("two") == 3
    assert [ran.file(name) for name in ("empty.txt", "blank.txt", "missing.txt")] == ["1\n2\n"] * 3
    assert ran.file("many.txt") == "j j\nj\n"
    left = {name: [cell["id"] for cell in json.loads(ran.file(name) or "")["cells"]] for name in ("delete.ipynb", "replace.ipynb")}
    assert left == {"delete.ipynb": ["c1", "c2"], "replace.ipynb": ["c1", "c2", "c3"]}
    assert json.loads(ran.file("replace.ipynb") or "")["cells"][2]["source"] == "x"
