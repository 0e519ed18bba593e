"""Our MCP server goes into Claude Code's files and comes out again, byte for byte, whatever else is in them."""

import json
from pathlib import Path

import pytest

from statewright.setup import claude_code_mcp
from statewright.setup.launchers import SetupError

OTHER = {"mcpServers": {"other": {"command": "x"}}, "projects": {"/p": {"mcpServers": {}, "seen": 1}, "/q": {}}, "userID": "ü"}
TEXTS = ["{}", "{}\n", "{\n}\n", '{"userID": "x"}', json.dumps(OTHER), json.dumps(OTHER, indent=2) + "\n", json.dumps(OTHER, indent="\t"),
         '{\r\n  "mcpServers": {}\r\n}\r\n', '{"projects": {"/elsewhere": {"mcpServers": {}}}}']


@pytest.mark.parametrize("scope", ["user", "local", "project"])
@pytest.mark.parametrize("text", TEXTS)
def test_uninstall_gives_the_file_back_byte_for_byte(home: Path, scope: str, text: str) -> None:
    path = claude_code_mcp.path_of(scope, home / "p")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode())
    assert claude_code_mcp.install(scope, home / "p", home / "data" / "statewright").changed
    assert claude_code_mcp.registered(path) and not claude_code_mcp.install(scope, home / "p", home / "data" / "statewright").changed
    assert claude_code_mcp.uninstall(path).changed and path.read_bytes() == text.encode()


@pytest.mark.parametrize("scope", ["user", "local", "project"])
def test_where_no_file_was_none_is_left(home: Path, scope: str) -> None:
    (home / "p").mkdir()
    path = claude_code_mcp.install(scope, home / "p", home / "data" / "statewright").path
    assert path.is_file()
    claude_code_mcp.uninstall(path)
    assert not path.exists()


@pytest.mark.parametrize("scope", ["user", "local"])
def test_what_the_client_wrote_meanwhile_stays(home: Path, scope: str) -> None:
    path = home / ".claude.json"
    path.write_text(json.dumps(OTHER, indent=2))
    claude_code_mcp.install(scope, home / "p", home / "data" / "statewright")
    now = json.loads(path.read_text())
    now["numStartups"] = 7
    path.write_text(json.dumps(now, indent=4))
    claude_code_mcp.uninstall(path)
    rest = json.loads(path.read_text())
    if scope == "local":
        assert rest["projects"].pop(str(home / "p")) == {}
    assert rest == {**OTHER, "numStartups": 7}


def test_the_entries_of_two_scopes_live_in_one_file(home: Path) -> None:
    for scope in ("user", "local"):
        claude_code_mcp.install(scope, home / "p", home / "data" / "statewright")
    text = json.loads((home / ".claude.json").read_text())
    assert "statewright" in text["mcpServers"] and "statewright" in text["projects"][str(home / "p")]["mcpServers"]


FOREIGN = '{"mcpServers": {"statewright": {"command": "npx", "args": ["foreign"]}}}'


@pytest.mark.parametrize("text", ["{ // mine\n}", "[]", '{"mcpServers": []}', FOREIGN])
def test_a_file_that_is_not_sound_or_names_another_server_so_is_left_as_it_is(home: Path, text: str) -> None:
    (home / ".claude.json").write_text(text)
    with pytest.raises(SetupError, match="nothing was changed"):
        claude_code_mcp.install("user", home / "p", home / "data" / "statewright")
    assert (home / ".claude.json").read_text() == text


def test_shared_settings_name_no_path_of_this_machine(home: Path) -> None:
    (home / "p").mkdir()
    after = claude_code_mcp.install("project", home / "p", home / "data" / "statewright").after
    assert str(home) not in after and "/root" not in after


def test_the_clients_own_folder_is_heeded(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "config"))
    assert claude_code_mcp.path_of("user", home) == home / "config" / ".claude.json"
