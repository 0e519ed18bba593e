"""install, uninstall, doctor and the demonstration, in a HOME of their own."""

from __future__ import annotations

import json

import pytest
from cli_support import Run
from support import REPO, Place


def test_install_and_uninstall_give_the_settings_back_byte_for_byte(place: Place, person: Run) -> None:
    settings = place.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    before = b'{\n    "model": "opus",\n    "hooks": {}\n}'
    settings.write_bytes(before)
    shown = person("install", "claude-code", "--dry-run")
    assert shown.returncode == 0 and "+" in shown.stdout and settings.read_bytes() == before
    assert person("install", "claude-code").returncode == 0
    assert "PreToolUse" in json.loads(settings.read_text())["hooks"]
    assert "already" in person("install", "claude-code").stdout
    assert person("uninstall", "claude-code").returncode == 0
    assert settings.read_bytes() == before


def test_uninstall_all_finds_every_settings_file(place: Place, person: Run) -> None:
    for scope in ("user", "project"):
        assert person("install", "claude-code", "--scope", scope).returncode == 0
    assert person("uninstall", "claude-code", "--all").returncode == 0
    assert not (place.home / ".claude" / "settings.json").exists() and not (place.project / ".claude" / "settings.json").exists()


def test_install_says_what_keeps_codes_unseen_and_hooks_off(place: Place, person: Run) -> None:
    settings = place.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"statusLine": {"type": "command", "command": "mine"}, "disableAllHooks": true}')
    said = person("install", "claude-code").stdout
    assert "%s sets disableAllHooks: hooks are off" % settings in said and "statewright approvals in a terminal" in said
    settings.write_text("{}")
    said = person("install", "claude-code").stdout
    assert "Mind:" not in said and "They hold in every project" in said


@pytest.mark.parametrize("verb", ["install", "uninstall"])
def test_an_agent_neither_installs_nor_uninstalls(place: Place, verb: str) -> None:
    said = place.cli(verb, "claude-code")
    assert said.returncode == 1 and "for people" in said.stderr and not (place.home / ".claude").exists()


def test_settings_that_are_no_json_are_refused(place: Place, person: Run) -> None:
    settings = place.home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text("{ // mine\n}")
    said = person("install", "claude-code")
    assert said.returncode == 1 and "nothing was changed" in said.stderr and settings.read_text() == "{ // mine\n}"


def test_doctor_fails_where_nothing_is_installed_and_is_content_after(project: Place, person: Run) -> None:
    before = person("doctor", "--json")
    assert before.returncode == 1 and not json.loads(before.stdout)["ok"]
    assert person("install", "claude-code").returncode == 0
    after = json.loads(person("doctor", "--json").stdout)
    verdicts = {check["name"]: check["verdict"] for check in after["checks"] if check["name"] not in ("client", "probe")}
    assert set(verdicts.values()) == {"ok"}, after


def test_doctor_repairs_lost_state_for_people_alone(going: Place, person: Run) -> None:
    (going.run / "state.json").write_text("{")
    assert going.cli("doctor", "--repair").returncode == 1
    assert going.pre("Read", {"file_path": "x"}).denied
    assert "repair: " in person("doctor", "--repair").stdout
    assert not going.pre("Read", {"file_path": "x"}).denied


def test_the_demonstration_comes_out_as_it_has_to(place: Place) -> None:
    said = place.cli("demo")
    assert said.returncode == 0, said.stdout + said.stderr
    for words in ("refused  Edit", "is not in this state's commands", "allows 60", "guard tests_pass", "bugfix / done", "AETP 1.0: valid"):
        assert words in said.stdout
    assert list(place.project.iterdir()) == [] and list(place.home.iterdir()) == []


def test_the_demonstration_fails_when_a_hook_lets_something_through(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from statewright.cli import demo, stage

    real = stage.Stage.hook

    def lenient(self: stage.Stage, name: str, event: str, **fields: object) -> tuple[int, stage.Json]:
        return (0, {}) if fields.get("tool_name") == "Edit" else real(self, name, event, **fields)

    monkeypatch.setattr(stage.Stage, "hook", lenient)
    monkeypatch.setenv("PYTHONPATH", str(REPO))
    assert demo.run(False) == 1
    assert "should have been refused" in capsys.readouterr().out


def test_the_mcp_server_is_registered_and_taken_out_with_the_hooks(place: Place, person: Run) -> None:
    for scope, file in (("user", place.home / ".claude.json"), ("project", place.project / ".mcp.json")):
        shown = person("install", "claude-code", "--mcp", "--scope", scope, "--dry-run")
        assert "statewright" in shown.stdout and not file.exists()
        done = person("install", "claude-code", "--mcp", "--scope", scope)
        assert done.returncode == 0 and "MCP server is in" in done.stdout and "statewright" in json.loads(file.read_text())["mcpServers"]
        looked = json.loads(person("doctor", "--json").stdout)["checks"]
        assert [one["verdict"] for one in looked if one["name"] == "mcp"] == ["ok"]
        commands = place.home / ".claude" / "commands"
        assert (commands / "statewright" / "approve.md").is_file()
        out = person("uninstall", "claude-code", "--scope", scope)
        assert not commands.exists()
        assert out.returncode == 0 and "MCP server is out" in out.stdout and not file.exists()
    person("install", "claude-code", "--mcp")
    assert person("uninstall", "claude-code", "--all").returncode == 0
    assert not (place.home / ".claude.json").exists() and not list((place.home / "data" / "statewright" / "installs").iterdir())
