"""A project and a HOME in a temporary folder, and the real hook executables run in them as a harness would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.store import seal
from statewright.store.run import Run
from statewright.trace import state_file

REPO = Path(__file__).resolve().parents[1]
HOOKS = REPO / "hooks"
SESSION = "00000000-0000-4000-8000-000000000001"
Json = dict[str, Any]


class Answer:
    """What one hook process said."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.out = out
        self.err = err.decode("utf-8", "replace")

    @property
    def body(self) -> Json | None:
        """The one JSON object on stdout, None for silence; anything else is a failed test."""
        return dict(json.loads(self.out)) if self.out else None

    @property
    def denied(self) -> bool:
        """Whether a harness refuses the call on every road: JSON, exit status and stderr."""
        said = (self.body or {}).get("hookSpecificOutput", {})
        no = said.get("permissionDecision") == "deny" or (self.body or {}).get("decision") == "block"
        assert no == (self.code == 2) and (not no or self.reason in self.err), (self.code, self.out, self.err)
        return no

    @property
    def reason(self) -> str:
        """The words of a refusal, "" when there is none."""
        body = self.body or {}
        return str(body.get("reason") or body.get("hookSpecificOutput", {}).get("permissionDecisionReason") or "")


def snapshot(run: Path) -> Json:
    """What the state file in a run's folder says now: its last whole line, or all of it where a test wrote it."""
    found = dict(json.loads(state_file.last(str(run))))
    found.pop("seal", None)
    return found


def put_snapshot(run: Path, snap: Json, data: Path) -> None:
    """Write a run's state as statewright would have, under its seal: what a test wants it to be. data: the user's data folder."""
    seal.prepare(str(data), str(run.parents[2]))
    one = Run(str(run.parents[2]), run.name, str(data))
    (run / "state.json").write_bytes(seal.close(seal.key(one), fast.dumps(snap)) + b"\n")
    seal.keep(one, snap)


class Place:
    """A project folder with a workflow, and an empty HOME beside it."""

    def __init__(self, root: Path) -> None:
        self.project = root / "project"
        self.home = root / "home"
        self.data = self.home / "data" / "statewright"  # the user's, for us
        for folder in (self.project, self.home):
            folder.mkdir(parents=True, exist_ok=True)

    def workflow(self, definition: Json, **config: Any) -> Place:
        """Write the workflow, and a config.json when there are settings."""
        folder = self.project / ".statewright"
        folder.mkdir(exist_ok=True)
        (folder / "workflow.json").write_text(json.dumps(definition, indent=2))
        if config:
            (folder / "config.json").write_text(json.dumps(config))
        return self

    def env(self, session: str = SESSION, **more: str) -> dict[str, str]:
        """A hook's whole environment: nothing of the caller's but the interpreter's folder."""
        path = "%s:/usr/local/bin:/usr/bin:/bin" % os.path.dirname(sys.executable)
        return {"PATH": path, "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"), "LANG": "C.UTF-8",
                "CLAUDE_PROJECT_DIR": str(self.project), "CLAUDE_CODE_SESSION_ID": session, **more}

    def start(self, name: str, session: str = SESSION, **more: str) -> subprocess.Popen[bytes]:
        """Start a hook executable; its stdin is still open."""
        return subprocess.Popen([str(HOOKS / name)], cwd=self.project, env=self.env(session, **more), stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def hook(self, name: str, payload: Json | bytes, **more: str) -> Answer:
        """Run a hook executable on one payload."""
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        session = payload.get("session_id", SESSION) if isinstance(payload, dict) else SESSION
        started = self.start(name, session, **more)
        out, err = started.communicate(data, timeout=60)
        return Answer(started.returncode, out, err)

    def payload(self, event: str, tool: str = "", given: Json | None = None, call: str = "", **more: Any) -> Json:
        """What Claude Code sends for an event of this project."""
        body: Json = {"session_id": SESSION, "transcript_path": str(self.home / "transcript.jsonl"), "cwd": str(self.project),
                      "hook_event_name": event}
        if tool:
            body.update(tool_name=tool, tool_input=given or {}, tool_use_id=call or "toolu_1")
        return {**body, **more}

    def pre(self, tool: str, given: Json, call: str = "") -> Answer:
        """Ask the pre-tool hook about one call."""
        return self.hook("pre-tool", self.payload("PreToolUse", tool, given, call))

    def post(self, tool: str, given: Json, response: Any, call: str = "") -> Answer:
        """Tell the post-tool hook that a call ended well."""
        return self.hook("post-tool", self.payload("PostToolUse", tool, given, call, tool_response=response, duration_ms=5))

    def cli(self, *words: str, check: bool = False, **more: str) -> subprocess.CompletedProcess[str]:
        """Run the command line as a person or an agent would, in the project."""
        command = [sys.executable, "-m", "statewright", *words]
        env = {**self.env(**more), "PYTHONPATH": str(REPO)}
        return subprocess.run(command, cwd=self.project, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=check, timeout=120)

    @property
    def run(self) -> Path:
        """The folder of this session's current run."""
        runs = self.project / ".statewright" / "runs"
        return runs / (runs / (SESSION + ".current")).read_text().strip()

    def state(self) -> Json:
        """The run's snapshot."""
        return snapshot(self.run)

    def put(self, snap: Json) -> None:
        """Make this the run's snapshot."""
        put_snapshot(self.run, snap, self.data)

    def journal(self) -> list[Json]:
        """Every line of the run's journal; a torn or foreign line is a failed test."""
        return [json.loads(line) for line in (self.run / "trace.jsonl").read_bytes().splitlines()]

    def steps(self) -> list[Json]:
        """The journal's AETP steps."""
        return [line["step"] for line in self.journal() if line["kind"] == "step"]
