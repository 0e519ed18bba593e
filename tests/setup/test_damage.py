"""A damaged, absent or half-removed installation refuses where it must, and never takes what is not ours."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from statewright.setup import claude_code, doctor, launchers
from statewright.setup.launchers import SetupError

ROOT = Path(__file__).resolve().parents[2]
HOOKS = Path("/data/statewright/hooks")
GATES = {"pre-tool", "config-change", "skill-shell"}


def call(hook: Path, cwd: Path, **env: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, "-I", "-S", str(hook)], cwd=cwd, env=env, input=b"{}", capture_output=True, timeout=20, check=False)


@pytest.mark.parametrize("name", launchers.HOOKS)
def test_without_the_package_gates_refuse_in_a_project_and_nowhere_else(tmp_path: Path, name: str) -> None:
    shutil.copytree(ROOT / "hooks", tmp_path / "hooks")
    inside, outside = tmp_path / "project" / "deep", tmp_path / "other"
    inside.mkdir(parents=True)
    outside.mkdir()
    (tmp_path / "project" / ".statewright").mkdir()
    done = call(tmp_path / "hooks" / name, inside)
    assert done.returncode == (2 if name in GATES else 0)
    if name in GATES:
        assert isinstance(json.loads(done.stdout), dict)
        assert b"damaged" in done.stderr
    silent = call(tmp_path / "hooks" / name, outside)
    assert (silent.returncode, silent.stdout, silent.stderr) == (0, b"", b"")


@pytest.mark.parametrize("name", launchers.HOOKS)
def test_a_lone_executable_still_refuses_at_the_gates(tmp_path: Path, name: str) -> None:
    shutil.copy(ROOT / "hooks" / name, tmp_path / name)
    assert call(tmp_path / name, tmp_path).returncode == (2 if name in GATES else 0)


def test_a_removed_working_folder_is_no_way_through(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "hooks", tmp_path / "hooks")
    script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" -I -S "$1"'
    done = subprocess.run(
        ["/bin/sh", "-c", script, sys.executable, str(tmp_path / "hooks" / "pre-tool")],
        cwd=tmp_path, env={"PATH": os.defpath}, input=b"{}", capture_output=True, timeout=20, check=False,
    )  # fmt: skip
    assert done.returncode == 2


@pytest.mark.parametrize(
    "python", ["/usr/bin/python3", "/Users/a/Library/Application Support/statewright/venv/bin/python", "/it's/py", "/" + "x" * 130]
)
def test_doctor_reads_back_the_interpreter_of_every_kind_of_launcher(tmp_path: Path, python: str) -> None:
    launcher = tmp_path / "pre-tool"
    launcher.write_text(launchers.first_lines(python) + "pass\n", encoding="utf-8")
    assert doctor.interpreter_of(launcher) == python


def test_a_trampoline_starts_its_interpreter(tmp_path: Path) -> None:
    python = tmp_path / "with a space" / "it's python"
    python.parent.mkdir()
    python.symlink_to(sys.executable)
    hook = tmp_path / "hook"
    launchers.write_executable(hook, launchers.first_lines(str(python)) + 'print("started")\n')
    assert subprocess.run([str(hook)], capture_output=True, text=True, check=True).stdout == "started\n"


@pytest.mark.parametrize(
    "command", ["/home/me/statewright/.claude/hooks/stop.sh", "/srv/statewright-app/tools/stop-music", "echo statewright; /x/pre-tool"]
)
def test_a_script_in_a_folder_of_our_name_is_not_ours(home: Path, command: str) -> None:
    path = home / "settings.json"
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": command}]}]}})
    path.write_text(text, encoding="utf-8")
    claude_code.install("user", path, HOOKS)
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    claude_code.uninstall(path)
    assert path.read_text(encoding="utf-8") == text + "\n"


@pytest.mark.parametrize("scope", claude_code.SCOPES)
def test_an_entry_added_to_our_group_stays_and_ours_is_not_doubled(home: Path, scope: str) -> None:
    path = home / "settings.json"
    claude_code.install(scope, path, HOOKS)
    merged = json.loads(path.read_text(encoding="utf-8"))
    merged["hooks"]["PreToolUse"][0]["hooks"].append({"type": "command", "command": "mine"})
    path.write_text(json.dumps(merged), encoding="utf-8")
    claude_code.install(scope, path, HOOKS)
    commands = [one["command"] for group in json.loads(path.read_text(encoding="utf-8"))["hooks"]["PreToolUse"] for one in group["hooks"]]
    assert len(commands) == 2
    claude_code.uninstall(path)
    assert json.loads(path.read_text(encoding="utf-8")) == {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "mine"}]}]}}


@pytest.mark.parametrize("entry", ['{"type": "command"}', '"x"', '{"command": "x"}', '{"type": "command", "command": 1}'])
def test_an_entry_that_makes_the_harness_drop_the_file_is_refused(home: Path, entry: str) -> None:
    path = home / "settings.json"
    path.write_text('{"hooks": {"Stop": [{"hooks": [%s]}]}}' % entry, encoding="utf-8")
    with pytest.raises(SetupError):
        claude_code.install("user", path, HOOKS)


def test_not_a_number_is_not_json(home: Path) -> None:
    path = home / "settings.json"
    path.write_text('{"a": NaN}', encoding="utf-8")
    with pytest.raises(SetupError):
        claude_code.install("user", path, HOOKS)


@pytest.mark.parametrize("event, name, seconds, block", claude_code.EVENTS)
def test_shared_settings_without_an_installation_refuse_calls_but_hold_nobody_in_a_turn(
    home: Path, event: str, name: str, seconds: int, block: bool
) -> None:
    command = claude_code.entries("project", HOOKS)[event]["hooks"][0]["command"]
    done = subprocess.run(
        ["/bin/sh", "-c", command], env={"PATH": os.defpath, "HOME": str(home)}, input="", capture_output=True, text=True, check=False
    )
    assert done.returncode == (2 if block else 0)
    assert "install.sh" in done.stderr


def test_install_sh_keeps_the_executables_while_entries_still_name_them(home: Path) -> None:
    settings = home / ".claude" / "settings.json"
    hooks = home / "data" / "statewright" / "hooks"
    hooks.mkdir(parents=True)
    claude_code.install("user", settings, hooks)
    env = {"PATH": os.defpath, "HOME": str(home), "XDG_DATA_HOME": str(home / "data")}
    done = subprocess.run(["/bin/sh", str(ROOT / "install.sh"), "--uninstall"], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert hooks.is_dir()
    assert "nothing was removed" in done.stderr
