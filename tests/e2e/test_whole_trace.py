"""A whole session of the real client as a trace: every number in it is the one the model sent."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from guarded import BYPASS, Guarded, bash
from real_client import REPO, VERSION, Result
from referencing import Registry, Resource

from statewright.store.run import Run, find
from statewright.trace.validate import validate_trace

SCHEMA = json.loads((REPO / "tests/data/specs/aetp-v1.0.schema.json").read_text("utf-8"))
WHOLE = Registry().with_resource(SCHEMA["$id"], Resource.from_contents(SCHEMA))
WORKFLOW: dict[str, Any] = {
    "id": "errand", "initial": "planning",
    "states": {"planning": {"allowed_tools": ["Read", "Bash", "Agent", "mcp__echo__*"], "on": {"READY": "working"}},
               "working": {"allowed_tools": ["Read", "Edit", "Bash"], "on": {"SHIP": {"target": "shipping", "requires_approval": True}}},
               "shipping": {"allowed_tools": ["Read", "Bash"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}
CANARY = "canary7f3a"
FILES = {"app.py": "SECRET = '%s'\n" % CANARY, "CLAUDE.md": "Remember %s.\n" % CANARY}
CONFIG = {"trace": {"reading_tools": ["mcp__echo__*"]}}


def usage(number: int, cached: int = 0) -> dict[str, int]:
    """Token counts unlike any other message's."""
    return {"input_tokens": 1000 + number, "output_tokens": 50 + number, "cache_creation_input_tokens": 7 * number, "cache_read_input_tokens": cached}


@pytest.fixture
def told(guarded: Callable[..., Guarded]) -> tuple[Guarded, list[Result], dict[str, Any]]:
    """The session's place, what each of its two processes did, and the exported document."""
    here = guarded(WORKFLOW, FILES)
    (here.project / ".statewright" / "config.json").write_text(json.dumps(CONFIG))
    server = {"mcpServers": {"echo": {"command": sys.executable, "args": [str(Path(__file__).with_name("fake_server.py"))]}}}
    (here.home / "servers.json").write_text(json.dumps(server))
    args = (*BYPASS, "--mcp-config", str(here.home / "servers.json"))
    task = {"description": CANARY, "prompt": "SUB-A %s" % CANARY, "subagent_type": "general-purpose", "run_in_background": False}
    first = here.run({
        "": [{"tools": [["Agent", task, "agent"]], "usage": usage(1)},
             {"tools": [here.read("CLAUDE.md", "memory"), here.read("missing-%s.py" % CANARY, "missing")], "usage": usage(2, 500)},
             {"tools": [here.edit("app.py", CANARY, "x", "early")], "usage": usage(3)},
             {"tools": [["mcp__echo__exec", {"command": "true # %s" % CANARY}, "mcp"]], "usage": usage(4)},
             {"tools": [bash("statewright transition READY --reason %s" % CANARY, "ready")], "usage": usage(5)},
             {"tools": [bash("statewright transition SHIP", "ship")], "usage": usage(6, 9)}, {"text": "I wait. %s" % CANARY, "usage": usage(7)}],
        "SUB-A": [{"tools": [here.read("app.py", "inner")], "usage": usage(11)}, {"text": CANARY, "usage": usage(12, 1)}],
    }, prompt="go %s" % CANARY, args=args)
    assert first.exit == 0, first.stderr
    found = find(str(here.project), first.session)
    assert found is not None
    run = Run(str(here.project), found.name, str(here.data))
    assert run.read()["status"] == "waiting"
    approved = here.person("approve")
    assert approved.returncode == 0, approved.stderr
    second = here.run([{"tools": [bash("statewright transition DONE", "done")], "usage": usage(21)}, {"text": "Done.", "usage": usage(22)}],
                      prompt="go on", args=(*args, "--resume", first.session))
    assert second.exit == 0, second.stderr
    exported = here.cli("trace", "export", run.name, session=first.session)
    assert exported.returncode == 0, exported.stderr
    assert CANARY not in exported.stdout and str(here.home) not in exported.stdout
    assert here.cli("trace", "export", run.name).stdout == exported.stdout
    document = json.loads(exported.stdout)
    written = Path(run.dir, "trace.aetp.json")
    assert json.loads(written.read_text())["outcome"] == document["outcome"], "the session's end wrote it"
    assert here.cli("trace", "verify", run.name).returncode == 0
    return here, [first, second], document


def test_every_number_is_the_one_that_the_model_sent(told: tuple[Guarded, list[Result], dict[str, Any]]) -> None:
    _, (first, second), document = told
    _valid(document)
    _messages(document, first.messages + second.messages)
    _calls(document)
    _agents(document)
    _approval(document)
    assert document["agent_system"]["name"] == "claude-code" and document["agent_system"]["version"] == VERSION
    assert document["outcome"]["status"] == "completed" and document["outcome"]["human_in_loop"] is True
    assert (document["scenario_id"], document["aetp_version"]) == ("errand", "1.0")


def _valid(document: dict[str, Any]) -> None:
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    reader = jsonschema.Draft202012Validator(SCHEMA, format_checker=checker)
    producer = jsonschema.Draft202012Validator({"$ref": SCHEMA["$id"] + "#/$defs/StatewrightProducer"}, registry=WHOLE, format_checker=checker)
    assert [error.message for error in reader.iter_errors(document)] == []
    assert [error.message for error in producer.iter_errors(document)] == []
    assert validate_trace(document, producer=True) == []


def _messages(document: dict[str, Any], sent: list[dict[str, Any]]) -> None:
    """Each message once, at its agent, with its counts; and none that the model did not send."""
    told = {}
    for step in document["steps"]:
        for call in step["llm_calls"]:
            told[call["call_id"]] = (call["input_tokens"], call["output_tokens"], call["cached"], step["inputs"]["context_window_tokens"],
                                     step["agent_name"] == "main", call["model_alias"])
    wanted = {}
    for message in sent:
        use = message["usage"]
        fresh, cached = use["input_tokens"] + use["cache_creation_input_tokens"], use["cache_read_input_tokens"]
        wanted["llm_" + message["id"]] = (fresh, use["output_tokens"], cached > 0, fresh + cached, message["thread"] == "", message["model"])
    assert told == wanted
    assert sum(len(step["llm_calls"]) for step in document["steps"]) == len(sent)
    assert [model["model"] for model in document["agent_system"]["models"]] == sorted({message["model"] for message in sent})


def _calls(document: dict[str, Any]) -> None:
    calls = {call["call_id"].removeprefix("toolu_"): (call["tool_name"], call.get("mcp_server"), call["status_code"],
                                                      step["step_type"], step["status"])
             for step in document["steps"] for call in step["tool_calls"]}
    assert calls == {
        "agent": ("Agent", None, 200, "REASONING", "completed"), "inner": ("Read", None, 200, "RETRIEVAL", "completed"),
        "memory": ("Read", None, 200, "RETRIEVAL", "completed"), "missing": ("Read", None, 500, "RETRIEVAL", "failed"),
        "early": ("Edit", None, 403, "REASONING", "failed"), "mcp": ("exec", "echo", 200, "RETRIEVAL", "completed"),
        "ready": ("Bash", None, 200, "REASONING", "completed"), "ship": ("Bash", None, 200, "REASONING", "completed"),
        "done": ("Bash", None, 200, "REASONING", "completed")}
    ops = [(op["operation"], op["scope"]) for step in document["steps"] for op in step["memory_ops"]]
    assert ops == [("read", "project")]


def _agents(document: dict[str, Any]) -> None:
    steps = document["steps"]
    (sub,) = {step["agent_name"] for step in steps} - {"main", "statewright"}
    assert sub.startswith("general-purpose-")
    spawning = next(step for step in steps for call in step["tool_calls"] if call["call_id"] == "toolu_agent")
    assert spawning["output"]["to_agents"] == [sub] and spawning["inputs"]["from_agents"] == [{"from": sub, "summary": "finished"}]
    inner = next(step for step in steps for call in step["tool_calls"] if call["call_id"] == "toolu_inner")
    assert inner["agent_name"] == sub and inner["inputs"]["from_agents"] == [{"from": "main", "summary": "task given"}]
    assert inner["llm_calls"][0]["output_tokens"] == 61
    texts = [step["agent_name"] for step in steps if step["step_id"].startswith("gen_")]
    assert sorted(texts) == sorted([sub, "main", "main"])


def _approval(document: dict[str, Any]) -> None:
    steps = document["steps"]
    (asked,) = [step for step in steps if step["step_type"] == "ESCALATION"]
    event = asked["output"]["escalation_event"]
    assert (asked["status"], asked["agent_name"], event["trigger_constraint_id"]) == ("escalated", "statewright", "SW:errand/working/SHIP")
    word = {"from": "human-approver", "summary": event["escalation_id"] + " approved"}
    answered = [step for step in steps if word in step["inputs"]["from_agents"]]
    assert [step["output"]["content_summary"] for step in answered] == ["Transition working to shipping on event SHIP."]
