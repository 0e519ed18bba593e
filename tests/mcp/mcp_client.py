"""A client of the MCP server that is nothing but lines of JSON, as any script could write them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from support import REPO, Place

Json = dict[str, Any]
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class Server:
    """``with Server(place) as server:`` a started server that has been greeted."""

    def __init__(self, place: Place, **env: str) -> None:
        whole = {**place.env(**env), "PYTHONPATH": str(REPO)}
        self.process = subprocess.Popen([sys.executable, "-m", "statewright", "mcp"], cwd=place.project, env=whole, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number = 0

    def __enter__(self) -> Server:
        self.hello = self.ask("initialize", HELLO)
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        self.said = self.process.communicate(timeout=30)

    def say(self, message: Json) -> None:
        """Send one message."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: Json | None = None) -> Json:
        """Send a request, give its result or error."""
        self.number += 1
        self.say({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params or {}})
        assert self.process.stdout
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self.number:
                return dict(answer.get("result") or {"error": answer["error"]})
        raise AssertionError("the server ended: %s" % (self.process.stderr.read().decode() if self.process.stderr else ""))

    def tool(self, name: str, given: Json, call: str = "") -> tuple[str, bool]:
        """Call a tool as the harness would name the call; its text, and whether it is an error."""
        meta = {"_meta": {"claudecode/toolUseId": call}} if call else {}
        result = self.ask("tools/call", {"name": name, "arguments": given, **meta})
        return "\n".join(block["text"] for block in result["content"]), bool(result.get("isError"))
