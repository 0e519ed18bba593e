"""A harness in miniature: real hook programs around calls that are really carried out, in a temporary folder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from statewright.setup import launchers

Json = dict[str, Any]
SESSION = "demo-session"


class Answer:
    """What came of a call. allowed: it ran and did not fail; why: the refusal's words; output: what it printed."""

    def __init__(self, allowed: bool, why: str = "", output: str = "") -> None:
        self.allowed = allowed
        self.why = why
        self.output = output


class Stage:
    """A project, a HOME and the hook programs in one folder; calls as Claude Code makes them."""

    def __init__(self, root: Path) -> None:
        self.project = root / "project"
        self.home = root / "home"
        self.project.mkdir(parents=True)
        self.home.mkdir()
        mac = sys.platform == "darwin"
        self.data = self.home / "Library/Application Support/statewright" if mac else self.home / ".local/share/statewright"
        self.hooks = launchers.write(self.data)
        self.number = 0

    def env(self, harness: bool = True) -> dict[str, str]:
        """A process's whole environment; harness: as the agent program would set it."""
        path = os.pathsep.join((str(self.data / "bin"), os.environ.get("PATH", os.defpath), os.path.dirname(sys.executable)))
        env = {"PATH": path, "HOME": str(self.home), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
        if harness:
            env.update(CLAUDE_PROJECT_DIR=str(self.project), CLAUDE_CODE_SESSION_ID=SESSION, CLAUDECODE="1")
        return env

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """The installed command, run by hand."""
        line = [str(self.data / "bin" / "statewright"), *words]
        env = self.env(False)
        return subprocess.run(line, cwd=self.project, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)

    def hook(self, name: str, event: str, **fields: Any) -> tuple[int, Json]:
        """One hook program, one payload: exit status and the JSON it answered."""
        payload = {"session_id": SESSION, "transcript_path": str(self.home / "transcript.jsonl"), "cwd": str(self.project), "hook_event_name": event}
        payload.update(permission_mode="default", **fields)
        data = json.dumps(payload).encode()
        done = subprocess.run([str(self.hooks / name)], input=data, cwd=self.project, env=self.env(), capture_output=True, timeout=60, check=False)
        return done.returncode, json.loads(done.stdout) if done.stdout else {}

    def call(self, tool: str, given: Json) -> Answer:
        """A tool call: the pre-tool hook, the call itself when it may run, the post-tool hook."""
        self.number += 1
        facts = {"tool_name": tool, "tool_input": given, "tool_use_id": "toolu_%03d" % self.number}
        code, said = self.hook("pre-tool", "PreToolUse", **facts)
        own = said.get("hookSpecificOutput", {})
        if code == 2 or own.get("permissionDecision") == "deny":
            return Answer(False, str(own.get("permissionDecisionReason", "")))
        status, output, result = self._perform(tool, given)
        if status:
            text = "Exit code %d\n%s" % (status, output)
            self.hook("post-tool", "PostToolUseFailure", **facts, error=text, is_interrupt=False, duration_ms=20)
            return Answer(False, output.strip(), output)
        self.hook("post-tool", "PostToolUse", **facts, tool_response=result, duration_ms=20)
        return Answer(True, "", output)

    def _perform(self, tool: str, given: Json) -> tuple[int, str, Any]:
        """What the harness would do: exit status, text, the tool's own result."""
        if tool == "Bash":
            done = subprocess.run(
                ["/bin/sh", "-c", given["command"]],
                cwd=self.project,
                env=self.env(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                check=False,
            )
            return done.returncode, done.stdout, {"stdout": done.stdout, "stderr": "", "interrupted": False, "isImage": False}
        path = Path(given["file_path"])
        if tool == "Read":
            text = path.read_text(encoding="utf-8")
            lines = text.count("\n")
            file = {"filePath": str(path), "content": text, "numLines": lines, "startLine": 1, "totalLines": lines}
            return 0, text, {"type": "text", "file": file}
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        after = given["content"] if tool == "Write" else before.replace(given["old_string"], given["new_string"], 1)
        path.write_text(after, encoding="utf-8")
        return 0, "", {"filePath": str(path), "originalFile": before, "structuredPatch": []}
