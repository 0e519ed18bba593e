"""The rig itself: the real client runs here, on loopback, and what it told the model can be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from real_client import VERSION, Session


@pytest.fixture
def bare(claude: Path, tmp_path: Path) -> Session:
    """The client in an empty HOME and an empty project."""
    for name in ("project", "home/.claude"):
        (tmp_path / name).mkdir(parents=True)
    return Session(claude, tmp_path / "project", tmp_path / "home")


def test_the_client_is_the_pinned_one_and_runs_what_the_model_asks_for(bare: Session) -> None:
    ran = bare.run([{"tools": [["Write", {"file_path": str(bare.project / "a.txt"), "content": "one\n"}, "write"]]}, {"text": "done"}],
                   args=("--permission-mode", "bypassPermissions"))
    start = next(one for one in ran.stream if one.get("subtype") == "init")
    assert start["claude_code_version"] == VERSION
    assert (ran.exit, ran.file("a.txt"), ran.refused("write")) == (0, "one\n", False)
    assert "File created" in ran.told("write")


def test_the_clients_environment_holds_nothing_of_this_machine(bare: Session) -> None:
    ran = bare.run([{"tools": [["Bash", {"command": "env", "description": "Look"}, "env"]]}, {"text": "done"}], args=("--allowedTools", "Bash"))
    names = {line.partition("=")[0]: line.partition("=")[2] for line in ran.told("env").splitlines() if "=" in line}
    assert names["HOME"] == str(bare.home)
    assert names.get("ANTHROPIC_API_KEY", "dummy-key") == "dummy-key"
    assert names["ANTHROPIC_BASE_URL"].startswith("http://127.0.0.1:")


@pytest.mark.parametrize(("before", "after", "runs"), [("", "", True), ("// mine\n", "", False), ("", ",\n}", False)])
def test_the_client_ignores_settings_with_a_comment_or_a_comma_too_many(bare: Session, before: str, after: str, runs: bool) -> None:
    """What install and doctor say of such a file."""
    hook = {"type": "command", "command": "touch %s/ran" % bare.home}
    text = json.dumps({"hooks": {"SessionStart": [{"hooks": [hook]}]}})
    (bare.home / ".claude" / "settings.json").write_text(before + (text[:-1] + after if after else text))
    bare.run([{"text": "done"}])
    assert (bare.home / "ran").exists() == runs


def test_a_hook_that_exits_with_2_stops_a_call_under_bypassed_permissions(bare: Session) -> None:
    hook = {"type": "command", "command": "echo not today >&2; exit 2"}
    (bare.home / ".claude" / "settings.json").write_text(json.dumps({"hooks": {"PreToolUse": [{"hooks": [hook]}]}}))
    ran = bare.run([{"tools": [["Bash", {"command": "touch made", "description": "Make"}, "touch"]]}, {"text": "done"}],
                   args=("--permission-mode", "bypassPermissions"))
    assert ran.refused("touch") and "not today" in ran.told("touch") and ran.file("made") is None
