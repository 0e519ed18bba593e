"""doctor says when the client's own sandbox keeps our command out, and which roads are left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from statewright.setup import claude_code_mcp, doctor, sandbox


@pytest.fixture
def home(home: Path) -> Path:
    (home / ".claude").mkdir()
    (home / "project/.claude").mkdir(parents=True)
    return home


def written(home: Path, **section: Any) -> Path:
    path = home / ".claude/settings.json"
    path.write_text(json.dumps({"sandbox": section}))
    return path


@pytest.mark.parametrize(("entries", "open_"), [
    ([], False), (["docker *"], False), (["statewright"], False), (["statewright *"], True), (["statewright:*"], True),
    (["/home/a/.local/share/statewright/bin/statewright *"], True), (["statewrighter *"], False), (["x statewright *"], False),
])  # fmt: skip
def test_only_an_entry_for_our_command_with_words_is_a_way_out(home: Path, entries: list[str], open_: bool) -> None:
    path = written(home, enabled=True, excludedCommands=entries)
    assert sandbox.shuts_out(home / "project") == ("" if open_ else str(path))


def test_doctor_names_the_file_and_both_roads(home: Path) -> None:
    path = written(home, enabled=True)
    (check,) = [one for one in doctor.examine() if one.name == "sandbox"]
    assert check.verdict == "warn" and str(path) in check.detail and "--mcp" in check.mend and '"statewright *"' in check.mend


def test_without_the_sandbox_and_with_the_mcp_server_nothing_is_said(home: Path) -> None:
    assert sandbox.shuts_out(None) == ""
    for section in ({"enabled": False}, {"excludedCommands": 5}):
        written(home, **section)
        assert sandbox.shuts_out(None) == ""
    written(home, enabled=True)
    claude_code_mcp.install("user", home / "project", home / "data/statewright")
    assert sandbox.shuts_out(home / "project") == ""


def test_a_projects_local_settings_count(home: Path) -> None:
    path = home / "project/.claude/settings.local.json"
    path.write_text(json.dumps({"sandbox": {"enabled": True}}))
    assert sandbox.shuts_out(home / "project") == str(path)
    written(home, excludedCommands=["statewright *"])
    assert sandbox.shuts_out(home / "project") == ""
