"""Canary strings in all that a harness hands over: none is in the journal, the document, the receipt or what a person is shown."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import SESSION, Place

FLOW = {"id": "quiet", "initial": "working", "states": {
    "working": {"allowed_tools": ["Read", "Edit", "Bash", "Agent", "mcp__*"], "max_edit_lines": 5, "on": {"DONE": "done"}},
    "done": {"type": "final"}}}
CANARY = "cAnArY7f3a"
AGENT = "a%s" % CANARY
words = st.text(max_size=6).map(lambda text: "%s %s/%s" % (text, CANARY, text))
values = st.recursive(words | st.just(CANARY), lambda inner: st.lists(inner, max_size=2) | st.dictionaries(words, inner, max_size=2), max_leaves=4)
KEYS = ("file_path", "command", "old_string", "new_string", "prompt", "url", "subagent_type")
inputs = st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, values))
tools = st.sampled_from(["Read", "Edit", "Bash", "Agent", "Write", "WebFetch", "mcp__x__" + CANARY + " /", "mcp__%s /__y" % CANARY, CANARY + " !"])


def line(agent: str = "") -> str:
    """A model message that is all canaries but for its counts."""
    usage = {"input_tokens": 5, "output_tokens": 7, "note": CANARY}
    content = [{"type": "text", "text": CANARY}, {"type": "tool_use", "id": "%s !" % CANARY, "name": CANARY, "input": {CANARY: CANARY}}]
    message = {"id": "m /%s%s" % (CANARY, agent), "model": "/home/%s/model" % CANARY, "content": content, "usage": usage}
    told = {"type": "assistant", "timestamp": "/%s" % CANARY, "version": "%s /" % CANARY, "cwd": "/home/" + CANARY, "message": message}
    return json.dumps(told) + "\n"


def played(place: Place, calls: list[tuple[str, Any, Any]]) -> None:
    """A session with these calls, a subagent, a prompt, a failure, an approval-like reason and a transcript, all full of canaries."""
    transcript = place.home / ".claude" / "projects" / CANARY / (SESSION + ".jsonl")
    more = {"transcript_path": str(transcript), "cwd": "%s/%s" % (place.project, CANARY), "permission_mode": CANARY}
    (transcript.parent / SESSION / "subagents").mkdir(parents=True)
    transcript.write_text(line() + '{"assistant" %s\n' % CANARY)
    (transcript.parent / SESSION / "subagents" / "agent-a1.jsonl").write_text(line("sub"))
    place.hook("session-start", {**place.payload("SessionStart", source="startup"), **more})
    place.hook("user-prompt", {**place.payload("UserPromptSubmit", prompt=CANARY), **more})
    for number, (tool, given_input, result) in enumerate(calls):
        name = "toolu_%d" % number
        agent = {"agent_id": "a1", "agent_type": "%s /" % CANARY} if number % 2 else {}
        place.hook("pre-tool", {**place.payload("PreToolUse", tool, given_input, name), **more, **agent})
        if number % 3:
            place.hook("post-tool", {**place.payload("PostToolUse", tool, given_input, name, tool_response=result), **more, **agent})
        else:
            failed = place.payload("PostToolUseFailure", tool, given_input, name, error="Exit code 1\n" + CANARY)
            place.hook("post-tool", {**failed, **more, **agent})
    place.hook("stop", {**place.payload("SubagentStop", agent_id="a1", agent_type="%s /" % CANARY, last_assistant_message=CANARY), **more})
    place.cli("transition", CANARY, "--set", "%s=%s" % (CANARY, CANARY), "--reason", CANARY)
    place.hook("stop", {**place.payload("Stop", last_assistant_message=CANARY), **more})
    place.hook("session-end", {**place.payload("SessionEnd", reason="%s /" % CANARY), **more})


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.tuples(tools, inputs, values), min_size=4, max_size=6))
def test_no_canary_is_anywhere(tmp_path_factory: Any, calls: list[tuple[str, Any, Any]]) -> None:
    place = Place(tmp_path_factory.mktemp(CANARY)).workflow(FLOW)
    git = ["git", "-C", str(place.project), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "work"], check=True)
    played(place, calls)
    identity = {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@example.org", "GIT_COMMITTER_NAME": "x", "GIT_COMMITTER_EMAIL": "x@example.org"}
    asked = (["export"], ["receipt", "--git-note"], ["receipt", "--json"], ["show"], ["stats"])
    told = {" ".join(words): place.cli("trace", *words, **identity).stdout for words in asked}
    assert all(told.values()) and json.loads(told["export"])["steps"]
    told["note"] = subprocess.run([*git, "notes", "--ref", "statewright", "show"], capture_output=True, text=True, check=True).stdout
    told.update({path.name: path.read_text() for path in place.run.glob("trace*")})
    assert {"trace.jsonl", "trace.aetp.json"} <= told.keys()
    assert told["trace.jsonl"].count('"kind":"llm"') == 2 and "transcript_skipped" in told["trace.jsonl"], "the transcript was read"
    names = (CANARY, CANARY.lower(), str(place.home), Path.home().name + "@", socket.gethostname(), os.environ.get("LOGNAME") or CANARY)
    for where, text in told.items():
        for name in names:
            assert name not in text or len(name) < 5, (where, name, text[max(0, text.find(name) - 200):][:400])
