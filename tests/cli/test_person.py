"""Who counts as a person."""

from __future__ import annotations

import pytest

from statewright import person
from statewright.person import Process, at_terminal

SHELLS = [Process("bash", ("-bash",)), Process("tmux: server", ("tmux",), frozenset(("TERM",))), Process("sshd", ("sshd: me",))]


def test_a_shell_in_a_terminal_is_a_persons() -> None:
    assert at_terminal({"TERM": "xterm", "CODEX_HOME": "/home/me/.codex"}, SHELLS, True) == ""


def test_without_a_terminal_nobody_is_there() -> None:
    assert "no terminal" in at_terminal({}, [], False)


@pytest.mark.parametrize("name", ["CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CODEX_SANDBOX", "GEMINI_CLI", "OPENCODE"])
def test_a_variable_that_an_agent_program_sets_gives_it_away(name: str) -> None:
    assert name in at_terminal({name: "1"}, SHELLS, True)


@pytest.mark.parametrize(
    "process",
    [
        Process("claude", ("claude", "--resume")),
        Process("node", ("node", "/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js")),
        Process("node", ("/usr/bin/node", "--no-warnings", "/opt/bin/gemini")),
        Process("python3.11", ("python3.11", "-m", "aider")),
        Process("codex", ("/usr/local/bin/codex", "exec")),
        Process("opencode", ("opencode",)),
        Process("droid"),
        Process("qwen"),
        Process("copilot"),
        Process("cline"),
        Process("pi"),
    ],
    ids=lambda process: " ".join(process.words) or process.name,
)
def test_an_agent_program_above_the_shell_is_seen(process: Process) -> None:
    assert "stands above" in at_terminal({}, [*SHELLS, process], True)


def test_a_process_above_that_an_agent_program_started_is_seen() -> None:
    detached = Process("sh", ("sh",), frozenset(("PATH", "CLAUDECODE")))
    assert "CLAUDECODE" in at_terminal({}, [detached], True)


def test_a_file_named_like_an_agent_program_is_no_agent_program() -> None:
    editing = [Process("vim", ("vim", "claude")), Process("python3", ("python3", "/home/me/gemini/serve.py"))]
    assert at_terminal({}, editing, True) == ""


def test_a_process_list_that_cannot_be_read_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[Process]:
        raise OSError("gone")

    monkeypatch.setattr(person, "lineage", broken)
    assert "cannot be read" in at_terminal({}, None, True)


def test_the_real_ancestors_can_be_read() -> None:
    found = person.lineage()
    assert found and any("python" in process.name or "pytest" in " ".join(process.words) or process.words for process in found)


def test_ps_tells_the_same_ancestors(monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import subprocess

    listing = "1 0 /sbin/launchd\n%d 50 -zsh\n50 40 node /opt/@openai/codex/bin/codex.js exec\n40 1 Terminal\n" % os.getppid()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, listing, ""))
    found = person._from_ps()
    assert [process.name for process in found] == ["zsh", "node", "Terminal"]
    assert "stands above" in at_terminal({}, found, True)
