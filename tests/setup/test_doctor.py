"""doctor says what of an installation would not hold."""

import json
from pathlib import Path

import pytest

from statewright.setup import claude_code, doctor, launchers


@pytest.fixture
def settings(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    launchers.write()
    path = claude_code.settings_path("user")
    claude_code.install("user", path, launchers.data_dir() / "hooks")
    return path


def _verdicts(name: str) -> list[str]:
    return [check.verdict for check in doctor.examine() if check.name == name]


def test_a_fresh_installation_holds(settings: Path) -> None:
    assert _verdicts("settings") == ["ok"]
    assert _verdicts("launchers") == ["ok"]
    assert _verdicts("probe") in (["ok"], ["warn"])  # how fast a busy machine is, is not for a test to say


@pytest.mark.parametrize("key,value", [("async", True), ("onFailure", "continue"), ("timeout", 1)])
def test_an_altered_entry_is_found(settings: Path, key: str, value: object) -> None:
    body = json.loads(settings.read_text(encoding="utf-8"))
    body["hooks"]["PreToolUse"][0]["hooks"][0][key] = value
    settings.write_text(json.dumps(body), encoding="utf-8")
    assert "fail" in _verdicts("settings")


def test_a_matcher_that_lets_tools_by_is_found(settings: Path) -> None:
    body = json.loads(settings.read_text(encoding="utf-8"))
    body["hooks"]["PreToolUse"][0]["matcher"] = "Nothing"
    settings.write_text(json.dumps(body), encoding="utf-8")
    assert "fail" in _verdicts("settings")


def test_hooks_switched_off_are_found(settings: Path) -> None:
    body = json.loads(settings.read_text(encoding="utf-8"))
    settings.write_text(json.dumps(dict(body, disableAllHooks=True)), encoding="utf-8")
    assert "fail" in _verdicts("settings")


def test_a_missing_launcher_is_found_and_repaired(settings: Path) -> None:
    (launchers.data_dir() / "hooks" / "pre-tool").unlink()
    assert _verdicts("launchers") == ["fail"]
    doctor.repair()
    assert _verdicts("launchers") == ["ok"]


def test_a_status_line_of_ones_own_is_told_of_since_it_shows_no_codes(settings: Path) -> None:
    assert _verdicts("statusline") == []
    body = json.loads(settings.read_text(encoding="utf-8"))
    settings.write_text(json.dumps(dict(body, statusLine={"type": "command", "command": "mine"})), encoding="utf-8")
    assert _verdicts("statusline") == ["warn"]
