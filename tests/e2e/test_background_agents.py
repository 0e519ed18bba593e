"""Subagents that work in the background while the main agent goes on, in the real client: who did what, and what each was handed."""

from __future__ import annotations

import json
from collections.abc import Callable

from guarded import BYPASS, Guarded

from statewright.trace.validate import validate_trace

FLOW = {"id": "crew", "initial": "working", "states": {"working": {"allowed_tools": ["Read", "Agent"], "on": {"DONE": "done"}},
                                                       "done": {"type": "final"}}}


def test_each_background_agent_has_its_own_messages_and_is_handed_back(guarded: Callable[..., Guarded]) -> None:
    here = guarded(FLOW, {"notes.txt": "one\n"})
    tasks = [["Agent", {"description": "Look", "prompt": "SUB-%s look" % name, "subagent_type": "general-purpose", "run_in_background": True},
              "agent_" + name] for name in ("A", "B")]
    ran = here.run({
        "": [{"tools": tasks, "usage": {"output_tokens": 1001}}, {"tools": [here.read("notes.txt", "main_read")], "delay": 3},
             {"text": "waiting", "delay": 1}, {"text": "one is back"}, {"text": "both are back"}],
        "SUB-A": [{"tools": [here.read("notes.txt", "a_read")], "usage": {"output_tokens": 1011}},
                  {"text": "seen", "usage": {"output_tokens": 1012}}],
        "SUB-B": [{"tools": [here.read("notes.txt", "b_read")], "usage": {"output_tokens": 1021}},
                  {"text": "seen", "usage": {"output_tokens": 1022}}],
    }, args=BYPASS)
    assert ran.exit == 0, ran.stderr
    document = json.loads(here.cli("trace", "export", session=ran.session).stdout)
    assert validate_trace(document, producer=True) == []
    steps = document["steps"]
    of = {call["call_id"]: step for step in steps for call in step["tool_calls"]}
    for name in ("A", "B"):
        (sub,) = of["toolu_agent_" + name]["output"]["to_agents"]
        first = of["toolu_%s_read" % name.lower()]
        assert first["agent_name"] == sub and first["inputs"]["from_agents"] == [{"from": "main", "summary": "task given"}]
        spent = sorted(call["output_tokens"] for step in steps if step["agent_name"] == sub for call in step["llm_calls"])
        assert spent == ([1011, 1012] if name == "A" else [1021, 1022])
        back = [step for step in steps if {"from": sub, "summary": "finished"} in step["inputs"]["from_agents"]]
        assert len(back) <= 1 and all(step["agent_name"] == "main" for step in back)
    sent = sorted(("llm_" + message["id"], message["usage"]["output_tokens"]) for message in ran.messages)
    assert sorted((call["call_id"], call["output_tokens"]) for step in steps for call in step["llm_calls"]) == sent


def test_a_forked_session_counts_its_own_messages_alone(guarded: Callable[..., Guarded]) -> None:
    here = guarded(FLOW, {"notes.txt": "one\n"})
    first = here.run([{"tools": [here.read("notes.txt", "first")]}, {"text": "seen"}], args=BYPASS)
    fork = here.run([{"tools": [here.read("notes.txt", "second")]}, {"text": "seen"}], args=(*BYPASS, "--resume", first.session, "--fork-session"))
    assert fork.session != first.session
    for ran in (first, fork):
        document = json.loads(here.cli("trace", "export", session=ran.session).stdout)
        told = [call["call_id"] for step in document["steps"] for call in step["llm_calls"]]
        assert told == ["llm_" + message["id"] for message in ran.messages]
