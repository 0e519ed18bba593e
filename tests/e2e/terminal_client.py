"""The real client as a person has it: in a terminal, with a status line and typed prompts.

``with Seated(here, turns) as seat:`` starts it; ``seat.type(text)`` types a prompt, ``seat.wait(what)`` waits until something is true,
``seat.screen`` is all it ever drew. The person's answers to the client's own first questions are given in its settings.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from guarded import Guarded
from real_client import Result
from scripted_model import ScriptedModel, Turn

CONTROL = re.compile(r"\x1b\[[0-9;?<>]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][A-Z0-9]|\x1b[=>78]")
SIZE = struct.pack("HHHH", 50, 220, 0, 0)
CODE = re.compile(r"statewright\s+approve\s+([2-9A-Z]{4}-[2-9A-Z]{4})")


class Seated:
    """A person in front of one client."""

    def __init__(self, here: Guarded, turns: list[Turn], *args: str, env: dict[str, str] | None = None) -> None:
        self.here = here
        self.args = args
        self.model = ScriptedModel(turns)
        self.more = env or {}
        self.raw = ""

    def __enter__(self) -> Seated:
        self.model.__enter__()
        trusted = {str(self.here.project): {"hasTrustDialogAccepted": True, "allowedTools": []}}
        known = {"hasCompletedOnboarding": True, "bypassPermissionsModeAccepted": True, "theme": "dark",
                 "customApiKeyResponses": {"approved": ["dummy-key"], "rejected": []}}
        path = self.here.home / ".claude.json"
        before = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps({**before, **known, "projects": {**before.get("projects", {}), **trusted}}))
        env = {**self.here.environment(self.model.url), "TERM": "xterm-256color", **self.more}
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(self.here.project)
            os.execve(str(self.here.binary), ["claude", *self.args], env)  # noqa: S606
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, SIZE)
        self.wait(lambda: "❯" in self.raw, "the client's prompt")
        self.rest(1.0)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.kill(self.pid, signal.SIGTERM)
        until = time.monotonic() + 10
        while time.monotonic() < until and os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            self.rest(0.1)
        os.close(self.fd)
        self.model.__exit__(kind, error, trace)

    def rest(self, seconds: float) -> None:
        """Let the client go on and read what it draws."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.raw += os.read(self.fd, 1 << 16).decode("utf-8", "replace")
                except OSError:  # it ended
                    return

    def wait(self, what: Callable[[], Any], name: str, seconds: float = 40) -> Any:
        """Until something is true; gives it."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            found = what()
            if found:
                return found
            self.rest(0.1)
        raise AssertionError("waited in vain for %s; the screen: %s" % (name, self.screen[-1500:]))

    def type(self, text: str) -> None:
        """Type a prompt and send it; what a refused one left in the line is wiped first."""
        os.write(self.fd, b"\x15")
        self.rest(0.2)
        os.write(self.fd, text.encode())
        self.rest(0.6)
        os.write(self.fd, b"\r")

    def ask(self, text: str) -> None:
        """Type a prompt and wait until the model has answered and the client has come to rest."""
        before = self.stops()
        self.type(text)
        self.wait(lambda: self.stops() > before, "an answer to %r" % text)
        self.rest(1.0)

    def stops(self) -> int:
        """How many turns the model has ended."""
        return sum(1 for one in self.model.requests if one["thread"] is not None and one.get("last"))

    @property
    def screen(self) -> str:
        """Everything that was ever drawn, without the control sequences; what was drawn in pieces may have gaps."""
        return CONTROL.sub(" ", self.raw)

    def code(self) -> str:
        """The one-time code as the status line shows it last."""
        return str(self.wait(lambda: CODE.findall(self.screen), "a code in the status line")[-1])

    def result(self) -> Result:
        """What the model was sent so far, as for a headless run."""
        return Result(0, [], "", self.model, self.here.project)

    @property
    def session(self) -> str:
        """The id of the session, from its transcript's name."""
        return self.transcripts()[-1].stem

    def transcripts(self) -> list[Path]:
        """The client's transcripts of this HOME, the oldest first."""
        return sorted((self.here.home / ".claude" / "projects").glob("*/*.jsonl"), key=lambda path: path.stat().st_mtime)
