"""The real Claude Code client, headless, against the scripted model.

``Session(client, project, home).run(turns)`` starts the client once and tells what it did. The
client's environment is built from nothing: a HOME of its own, a dummy key, the model on loopback,
and the switches that turn its other traffic off. It never sees this machine's settings or keys.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from filelock import FileLock
from scripted_model import ScriptedModel, Turn, text_of

VERSION = "2.1.332"
REPO = Path(__file__).resolve().parents[2]
PACKAGE = "@anthropic-ai/claude-code"

# The client keeps Unix sockets in it, whose paths may have 107 bytes: a test's own folder lies too deep.
SCRATCH = tempfile.TemporaryDirectory(prefix="sw-")


def client(version: str = VERSION) -> Path:
    """The pinned client's executable; npm puts it into the cache folder the first time."""
    cache = Path(os.environ.get("STATEWRIGHT_CACHE") or REPO / ".cache")
    folder = cache / ("claude-" + version)
    binary = folder / "node_modules" / PACKAGE / "bin" / "claude.exe"
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(str(folder) + ".lock"):
        if not binary.is_file() or binary.stat().st_size < 1 << 20:
            install = ["npm", "install", "--no-fund", "--no-audit", "--loglevel=error", "--prefix", str(folder), "%s@%s" % (PACKAGE, version)]
            subprocess.run(install, check=True, capture_output=True, timeout=400)
        if binary.stat().st_size < 1 << 20:  # npm was told to skip install scripts; this one fetches nothing, it links the binary
            subprocess.run(["node", str(binary.parents[1] / "install.cjs")], check=True, capture_output=True, timeout=120)
    return binary


class Result:
    """What one run of the client did, as the model and the person saw it."""

    def __init__(self, exit_code: int, stream: list[dict[str, Any]], stderr: str, model: ScriptedModel, project: Path) -> None:
        self.exit = exit_code
        self.stream = stream
        self.stderr = stderr
        self.calls = model.calls
        self.messages = model.messages
        self.requests = [one for one in model.requests if one["thread"] is not None]
        self.project = project
        self.session = next((str(one["session_id"]) for one in stream if one.get("session_id")), "")

    @property
    def tool_results(self) -> dict[str, dict[str, Any]]:
        """Tool results the model was sent, by call id; ``content`` is text, ``is_error`` a bool."""
        found: dict[str, dict[str, Any]] = {}
        for request in self.requests:
            for message in request["body"]["messages"]:
                for block in message["content"] if isinstance(message["content"], list) else []:
                    if block.get("type") == "tool_result":
                        found[block["tool_use_id"]] = {"content": text_of(block.get("content")), "is_error": bool(block.get("is_error"))}
        return found

    def told(self, call: str | int) -> str:
        """What the model was told about a call, by the test's name for it or by its place."""
        return str(self._result(call)["content"])

    def refused(self, call: str | int) -> bool:
        """Whether the call's result came back as an error."""
        return bool(self._result(call)["is_error"])

    def _result(self, call: str | int) -> dict[str, Any]:
        ident = self.calls[call] if isinstance(call, int) else "toolu_" + call
        results = self.tool_results
        assert ident in results, "no result for %s; there are %s; stderr: %s" % (ident, sorted(results), self.stderr[-500:])
        return results[ident]

    def seen(self) -> str:
        """Every text the model was sent, in all threads."""
        return "\n".join(text_of(message["content"]) for request in self.requests for message in request["body"]["messages"])

    def file(self, name: str) -> str | None:
        """A project file's text after the run, None where there is none."""
        path = self.project / name
        return path.read_text() if path.is_file() else None


class Session:
    """A project folder and a HOME in which the client is run, once or several times."""

    def __init__(self, binary: Path, project: Path, home: Path, env: dict[str, str] | None = None) -> None:
        self.binary = binary
        self.project = project
        self.home = home
        self.env = env or {}

    def environment(self, url: str) -> dict[str, str]:
        """The client's whole environment."""
        scratch = tempfile.mkdtemp(dir=SCRATCH.name)
        node = os.path.dirname(shutil.which("node") or "/usr/bin/node")
        return {
            "PATH": "%s/.local/bin:/usr/local/bin:/usr/bin:/bin:%s" % (self.home, node), "HOME": str(self.home), "LANG": "C.UTF-8",
            "SHELL": "/bin/bash", "TMPDIR": scratch, "ANTHROPIC_API_KEY": "dummy-key", "ANTHROPIC_BASE_URL": url,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_TELEMETRY": "1", "DISABLE_AUTOUPDATER": "1",
            "DISABLE_ERROR_REPORTING": "1", "IS_SANDBOX": "1", **self.env,
        }

    def run(self, turns: list[Turn] | dict[str, list[Turn]], prompt: str = "go", args: tuple[str, ...] = (), timeout: float = 120) -> Result:
        """Start the client, let the scripted turns happen, wait for its end."""
        command = [str(self.binary), "-p", prompt, "--output-format", "stream-json", "--verbose", *args]
        with ScriptedModel(turns) as model:
            started = subprocess.Popen(command, cwd=self.project, env=self.environment(model.url), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, start_new_session=True)
            try:
                out, err = started.communicate(timeout=timeout)
            except subprocess.TimeoutExpired:
                os.killpg(started.pid, signal.SIGKILL)  # the group started above, nothing else
                out, err = started.communicate()
                raise AssertionError("the client did not end in %s s; it said: %s" % (timeout, out.decode()[-2000:])) from None
        return Result(started.returncode, _lines(out), err.decode("utf-8", "replace"), model, self.project)


def _lines(out: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines() if line.startswith(b"{")]
