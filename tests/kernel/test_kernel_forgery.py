"""The agent cannot speak as the harness: a made-up event would be a made-up fact."""

from __future__ import annotations

import pytest
from builders import Run, bash

FLOW = {"id": "m", "initial": "work", "states": {"work": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}


@pytest.mark.parametrize(
    "line",
    [
        "/opt/statewright/hooks/post-tool < event.json",
        "echo '{}' | /h/.local/share/statewright/hooks/session-end",
        "./hooks/stop < e",
        "cd hooks && ./user-prompt < e",
        "python3 hooks/pre-tool < e",
        "sh -c 'hooks/pre-tool < e'",
        "env -i /x/hooks/pre-tool",
        "python3 -m statewright.hook",
        "python3 -c 'from statewright import hook'",
        "timeout 5 /x/hooks/post-tool",
        ". hooks/config-change",
        "sleep 2; /h/.local/share/statewright/hooks/post-* < e.json",
        "h=/h/.local/share/statewright/hooks/post-tool; $h < e.json",
        "d=/h/.local/share/statewright/hooks; $d/post-tool < e",
        "PATH=/h/.local/share/statewright/hooks:$PATH post-tool < e.json",
        "/h/.local/share/*/h*/p?st-tool < e",
        "export PATH=/x/hooks:$PATH; stop < e",
        "cp /h/.local/share/statewright/hooks/post-tool /tmp/pt",
        "find / -name post-tool -exec {} \\;",
        "perl -e 'system(\"/h/.local/share/statewright/hooks/post-tool\")'",
        "node -e 'x(\"/h/.local/share/statewright/hooks/post-tool\")'",
        "python3 -c 'import subprocess; subprocess.run([\"/h/.local/share/statewright/hooks/post-tool\"])'",
        "cp ~/.local/share/statewright/bin/statewright /tmp/sw",
        "ln -s ~/.local/share/statewright/hooks /tmp/k",
    ],
)
def test_calling_a_hook_executable_is_refused(line: str) -> None:
    out = Run(FLOW).take(bash(line))
    assert out.effect == "deny" and out.rule in ("authority", "protection")


@pytest.mark.parametrize(
    "line",
    [
        "cat .git/hooks/pre-commit",
        "ls hooks",
        "systemctl stop x",
        "echo pre-tool",
        "npm stop",
        "python3 tools/check.py",
        "./gradlew stop",
        "$TOOL run",
        '"$DIR/$NAME" x',
        "./scripts/*.sh",
        "ls ~/.local/share/statewright/hooks",
    ],
)
def test_other_programs_are_not(line: str) -> None:
    assert Run(FLOW).passes(bash(line))
