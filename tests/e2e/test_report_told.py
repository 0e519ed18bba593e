"""A session of the real client, told again as a page and as spans: every call, every model message, none of its words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from guarded import BYPASS, Guarded, bash

WORKFLOW: dict[str, Any] = {
    "id": "errand", "initial": "planning",
    "states": {"planning": {"allowed_tools": ["Read", "Bash", "Agent"], "max_iterations": 9, "on": {"READY": "working"}},
               "working": {"allowed_tools": ["Read", "Edit", "Bash"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}
FILES = {"canary-file.py": "SECRET = 'canary-content'\n"}
TOKENS = 100  # that the scripted model says each message took


def _report(here: Guarded, run: str) -> str:
    said = here.cli("report", run, "-o", "-")
    assert said.returncode == 0, said.stderr
    return said.stdout


def _spans(here: Guarded, run: str) -> list[dict[str, Any]]:
    said = here.cli("trace", "export", run, "--format", "otlp-json")
    assert said.returncode == 0, said.stderr
    return [span for line in said.stdout.splitlines() for group in json.loads(line)["resourceSpans"] for scope in group["scopeSpans"]
            for span in scope["spans"]]


def _value(span: dict[str, Any], key: str) -> Any:
    found = next((one["value"] for one in span["attributes"] if one["key"] == key), {})
    return next(iter(found.values()), None)


def test_a_real_session_is_told_whole_and_without_its_words(guarded: Callable[..., Guarded], tmp_path: Path) -> None:
    here = guarded(WORKFLOW, FILES)
    task = {"description": "canary-task", "prompt": "SUB-A canary-prompt", "subagent_type": "general-purpose", "run_in_background": False}
    main = [
        {"tools": [["Agent", task, "agent"]]},
        {"tools": [here.read("canary-file.py", "look")]}, {"tools": [here.edit("canary-file.py", "canary-content", "canary-edit", "early")]},
        {"tools": [bash("statewright transition READY --reason canary-reason", "ready")]},
        {"tools": [here.edit("canary-file.py", "canary-content", "canary-edit", "mend"), here.read("canary-missing.py", "missing")]},
        {"tools": [bash("statewright transition DONE", "done")]}, {"text": "canary-answer"}]
    helper = [{"tools": [here.read("canary-file.py", "inner")]}, {"text": "canary-found"}]
    ran = here.run({"": main, "SUB-A": helper}, prompt="canary-prompt", args=BYPASS)
    assert ran.exit == 0 and ran.refused("early") and ran.file("canary-file.py") == "SECRET = 'canary-edit'\n"
    run = (here.project / ".statewright" / "runs" / (ran.session + ".current")).read_text()

    page = _report(here, run)
    for words in ("The run ended in done.", "Hash chain whole", "The state does not list this tool.", "claude-code 2."):
        assert words in page, words
    spans = _spans(here, run)
    tools = sorted(_value(span, "gen_ai.tool.call.id") for span in spans if span["name"].startswith("execute_tool"))
    assert tools == sorted("toolu_" + name for name in ("agent", "inner", "look", "early", "ready", "mend", "missing", "done"))
    failed = {span["name"]: _value(span, "error.type") for span in spans if span["status"]}
    assert failed == {"execute_tool Edit": "refused", "execute_tool Read": "500"}
    asked = [request["body"] for request in ran.requests if request["body"].get("tools")]
    chats = [span for span in spans if span["name"].startswith("chat ")]
    assert len(chats) == len(asked) == len(main) + len(helper) and all(_value(span, "gen_ai.provider.name") == "anthropic" for span in chats)
    names = {span["spanId"]: span["name"] for span in spans}
    inner = next(span for span in spans if _value(span, "gen_ai.tool.call.id") == "toolu_inner")
    assert names[inner["parentSpanId"]].startswith("invoke_agent general-purpose-")
    assert sum(names[span["parentSpanId"]] != "invoke_agent main" for span in chats) == len(helper)
    assert sum(int(_value(span, "gen_ai.usage.input_tokens")) for span in chats) == TOKENS * len(asked)
    assert f"{TOKENS * len(asked):,}" in page
    for said in (page, json.dumps(spans)):
        assert "canary" not in said and str(tmp_path) not in said
