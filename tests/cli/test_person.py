"""Who counts as a person."""

from __future__ import annotations

import pytest

from statewright import person
from statewright.person import Process, at_client, at_terminal

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


CLIENT = Process("claude", ("claude", "--resume"), frozenset(("PATH",)), "/dev/pts/3")
HOOK = Process("sh", ("/bin/sh", "-c", "'/home/me/.local/share/statewright/hooks/user-prompt'"))
PORTABLE = Process("sh", ("/bin/sh", "-c", 'h="$HOME/statewright/hooks"; exec "$h/user-prompt"'))
TOOL = Process("bash", ("/bin/bash", "-c", "source /home/me/snap.sh && eval '/home/me/.local/share/statewright/hooks/user-prompt' < /dev/null"))


@pytest.mark.parametrize("between", [[], [HOOK], [PORTABLE]])
def test_a_client_that_a_person_sits_at_calls_its_hook_itself(between: list[Process]) -> None:
    assert at_client("user-prompt", {"CLAUDE_CODE_SESSION_ATTENDED": "1"}, [*between, CLIENT, *SHELLS]) == ""
    assert at_client("user-prompt", {}, [*between, CLIENT, *SHELLS]) == ""


@pytest.mark.parametrize(
    ("ancestors", "why"),
    [
        ([TOOL, CLIENT], "did not start this itself"),
        ([HOOK, TOOL, CLIENT], "did not start this itself"),
        ([Process("sh", ("sh", "sly.sh")), TOOL, CLIENT], "did not start this itself"),
        ([Process("python3", ("python3", "x.py")), CLIENT], "did not start this itself"),
        ([HOOK, *SHELLS], "did not start this itself"),
        ([HOOK], "no client"),
        ([Process("claude", ("claude", "-p", "go"), frozenset(), "/dev/pts/3")], "-p"),
        ([Process("claude", ("claude",), frozenset(), "pipe:[7]")], "no terminal"),
        ([Process("claude", ("claude",), frozenset(("CLAUDECODE",)), "/dev/pts/3")], "started by an agent"),
        ([CLIENT, *SHELLS, Process("codex", ("codex",))], "nested"),
        ([CLIENT, Process("bash", ("bash",), frozenset(("GEMINI_CLI",)))], "nested"),
    ],
)
def test_a_prompt_from_anywhere_else_is_no_persons(ancestors: list[Process], why: str) -> None:
    assert why in at_client("user-prompt", {}, ancestors)


def test_a_client_that_says_nobody_sits_there_is_believed() -> None:
    assert "nobody sits" in at_client("user-prompt", {"CLAUDE_CODE_SESSION_ATTENDED": "0"}, [CLIENT])
