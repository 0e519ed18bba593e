"""Every corpus case once more, through the real pre-tool executable with a real run behind it: the installed one, whose modules are
linked, and a part of them through the plain one of the checkout."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from judging import Place, compiled
from support import put_snapshot

from statewright import fast
from statewright.model import new_snapshot
from statewright.setup import launchers
from statewright.store.compiled import SUM

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "corpus"
CASES = [json.loads(line) for name in ("shell.jsonl", "tools.jsonl") for line in (DATA / name).read_text(encoding="utf-8").split("\n") if line]
# Of our own rows one in ten: all of them are judged in test_corpus.py, here the road is what is tried.
CASES += [json.loads(line) for line in (DATA / "wide.jsonl").read_text(encoding="utf-8").split("\n")[::10] if line]
CASES += [json.loads(line) for line in (DATA / "calls.jsonl").read_text(encoding="utf-8").split("\n")[::10] if line]
PARTS = 16


def _run(place: Place, state: dict[str, Any], edited: list[str]) -> None:
    """A run in one state, as the store leaves it."""
    base = Path(place.project, ".statewright", "runs")
    line = json.dumps(compiled(state)).encode() + b"\n"
    lies = [0, len(line), fast.sha256(line)[:SUM]]
    (base / "plans").mkdir(exist_ok=True)
    (base / "s-1").mkdir()
    (base / "plans" / "p.plan").write_bytes(line)
    head = {
        "v": 1,
        "digest": "p",
        "id": "main",
        "machines": {"main": {"initial": "work", "context": {}}},
        "index": {"main/work": lies},
        "config": {},
    }
    (base / "plans" / "p.json").write_text(json.dumps(head), encoding="utf-8")
    snap = new_snapshot("s-1", "s", "claude-code", "p", 0.0)
    snap.update(machine="main", state="work", slice=lies, entry=1, files=[fast.real(place.project + "/" + name) for name in edited])
    put_snapshot(base / "s-1", snap, Path(place.home, ".local", "share", "statewright"))
    (base / "s.current").write_text("s-1", encoding="utf-8")


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pre-tool executable as an installation has it."""
    return launchers.write(tmp_path_factory.mktemp("installed")) / "pre-tool"


def _verdict(hook: Path, place: Place, tool: str, given: Any) -> tuple[str, str]:
    payload = {"session_id": "s", "cwd": place.project, "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": given, "tool_use_id": "t"}
    env = {"PATH": os.defpath, "HOME": place.home, "CLAUDE_PROJECT_DIR": place.project, "CLAUDE_CODE_SESSION_ID": "s"}
    command = [sys.executable, "-I", "-S", str(hook)]
    done = subprocess.run(command, input=json.dumps(payload).encode(), env=env, capture_output=True, check=False, timeout=60)
    if done.returncode == 2:
        said = json.loads(done.stdout)["hookSpecificOutput"]
        assert said["permissionDecision"] == "deny"
        return "deny", said["permissionDecisionReason"]
    assert done.returncode == 0, done.stderr
    return "allow", ""


def _wrong(hook: Path, cases: list[dict[str, Any]], folder: Path) -> list[str]:
    place = Place(folder)
    wrong = []
    for case in cases:
        place.reset()
        fs = place.here(case.get("fs", {}))
        place.set_up(fs)
        _run(place, case["state"], fs.get("edited", []))
        verdict, reason = _verdict(hook, place, case["tool"], place.here(case["input"]))
        if verdict != case["expect"] or "could not decide" in reason:
            wrong.append("%s: %s, not %s (%s)" % (case["id"], verdict, case["expect"], reason))
    return wrong


@pytest.mark.parametrize("part", range(PARTS))
def test_the_installed_executable_answers_each_case_as_the_rules_say(part: int, tmp_path: Path, installed: Path) -> None:
    assert _wrong(installed, CASES[part::PARTS], tmp_path) == []
    assert len(CASES) > 1300


def test_the_plain_executable_answers_the_same(tmp_path: Path) -> None:
    assert _wrong(ROOT / "hooks" / "pre-tool", CASES[::12], tmp_path) == []
