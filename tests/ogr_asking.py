"""A project that asks a runtime, and a person who agreed to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ogr_runtime import KEY
from support import SESSION, Answer, Json, Place

from statewright.store import acceptance, layout

WORKFLOW = {"id": "guarded", "initial": "working", "states": {
    "working": {"allowed_tools": ["Bash", "Read", "Edit", "Write"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}


class Asking(Place):
    """A project whose held calls are asked about."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.key = {"OGR_API_KEY": KEY}

    def set(self, endpoint: str, accepted: bool = True, workflow: Json = WORKFLOW, **ogr: Any) -> Asking:
        """Write config.json; accepted: a person agrees to the endpoint on this machine."""
        self.workflow(workflow, ogr={"endpoint": endpoint, "timeout_ms": 9000, **ogr})
        if accepted:
            project = str(self.project.resolve())
            acceptance.accept(project, str(self.home / "data" / "statewright"), layout.source_digest(project), "accept", endpoint)
        return self

    def ask(self, tool: str = "Bash", given: Json | None = None, call: str = "toolu_1", env: dict[str, str] | None = None, **more: Any) -> Answer:
        """One call, through the real pre-tool executable. A member given as None is left out."""
        payload = {**self.payload("PreToolUse", tool, {"command": "ls -la"} if given is None else given, call), **more}
        payload = {name: value for name, value in payload.items() if value is not None}
        started = self.start("pre-tool", payload.get("session_id", SESSION), **(self.key if env is None else env))
        out, err = started.communicate(json.dumps(payload).encode(), timeout=60)
        return Answer(started.returncode, out, err)
