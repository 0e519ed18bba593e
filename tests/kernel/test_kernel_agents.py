"""Who handed what to whom, which memory was touched, and how a run ended: what the trace needs and no rule does."""

from __future__ import annotations

from builders import Run, call, ended, event, move

from statewright.trace.step import render

MACHINE = {"id": "m", "initial": "work", "states": {
    "work": {"on": {"DONE": "done", "GIVE_UP": "failed"}}, "done": {"type": "final"}, "failed": {"type": "final"}},
    "config": {"trace": {"memory_files": ["notes/*.md"], "memory_tools": {"mcp__mem__get*": "read", "mcp__mem__*": "write"},
                         "reading_tools": ["mcp__docs__*"]}}}
SUB = {"agent": "a0000000000000001", "agent_type": "finder"}
NAME = "finder-a0000000"


def named(text):
    return "hmac-sha256:" + "0" * 60 + "%04x" % len(text)


def step(entry):
    return render(entry, 1, "")


def done(run, one, **more):
    run.take(one)
    run.take(ended(one, extra={"pseudonym": named, **more.pop("extra", {})}, agent=one.agent, agent_type=one.agent_type, **more))
    return step(run.entries[-1])


def test_the_call_that_starts_a_subagent_lists_it_and_the_subagents_first_step_has_its_task() -> None:
    run = Run(MACHINE)
    spawned = {"spawned": [{"agent": SUB["agent"], "type": "finder"}]}
    assert done(run, call("Agent"), extra=spawned)["output"]["to_agents"] == [NAME]
    first = done(run, call("Read", **SUB))
    assert (first["agent_name"], first["inputs"]["from_agents"]) == (NAME, [{"from": "main", "summary": "task given"}])
    assert done(run, call("Read", **SUB))["inputs"]["from_agents"] == []


def test_a_refused_first_call_of_a_subagent_has_its_task_too() -> None:
    run = Run({**MACHINE, "states": {"work": {"allowed_tools": ["Read"], "on": {"DONE": "done"}}, "done": {"type": "final"}}})
    run.take(call("Edit", **SUB))
    assert step(run.entries[-1])["inputs"]["from_agents"] == [{"from": "main", "summary": "task given"}]


def test_what_a_subagent_ended_with_is_the_main_agents_at_its_next_step() -> None:
    run = Run(MACHINE)
    done(run, call("Read", **SUB))
    run.take(event("subagent_stop", **SUB))
    assert done(run, call("Read", agent="b", agent_type="finder"))["inputs"]["from_agents"] == [{"from": "main", "summary": "task given"}]
    assert done(run, call("Read"))["inputs"]["from_agents"] == [{"from": NAME, "summary": "finished"}]
    assert done(run, call("Read"))["inputs"]["from_agents"] == []


def test_the_harness_own_helpers_hand_nothing_over() -> None:
    run = Run(MACHINE)
    run.take(event("subagent_stop", agent="a1", agent_type=""))
    assert done(run, call("Read"))["inputs"]["from_agents"] == []


def test_however_many_subagents_there_are_only_so_many_are_remembered() -> None:
    run = Run(MACHINE)
    for number in range(200):
        done(run, call("Read", agent="a%d" % number, agent_type="t"))
        run.take(event("subagent_stop", agent="a%d" % number, agent_type="t"))
    assert len(run.snap["agents"]) == len(run.snap["returned"]) == 64


def test_a_harness_memory_file_and_a_configured_one_are_memory_operations() -> None:
    run = Run(MACHINE)
    for tool, path, expected in (("Read", "/p/CLAUDE.md", ("read", "project")), ("Edit", "/h/.claude/CLAUDE.md", ("write", "user")),
                                 ("Write", "/p/notes/a.md", ("write", "project"))):
        (op,) = done(run, call(tool, {"file_path": path, "old_string": "a", "new_string": "b", "content": "c"}))["memory_ops"]
        assert (op["operation"], op["scope"], op["memory_type"], op["key"][:12]) == (*expected, "key-value", "hmac-sha256:")
    assert done(run, call("Read", {"file_path": "/p/app.py"}))["memory_ops"] == []
    assert done(run, call("Bash", {"command": "cat CLAUDE.md"}))["memory_ops"] == []


def test_a_memory_read_that_failed_or_was_refused_is_no_operation() -> None:
    run = Run(MACHINE)
    assert done(run, call("Read", {"file_path": "/p/CLAUDE.md"}), ok=False)["memory_ops"] == []


def test_memory_tools_and_reading_tools_of_servers_are_those_a_person_named() -> None:
    run = Run(MACHINE)
    tools = (("mcp__mem__get_one", "mem", "read", "REASONING"), ("mcp__mem__put", "mem", "write", "REASONING"),
             ("mcp__docs__find", "docs", None, "RETRIEVAL"), ("mcp__other__get", "other", None, "REASONING"))
    for tool, server, operation, kind in tools:
        made = done(run, call(tool))
        assert [op["operation"] for op in made["memory_ops"]] == ([operation] if operation else [])
        assert (made["step_type"], made["tool_calls"][0]["mcp_server"]) == (kind, server)


def test_a_compaction_rewrites_the_context_the_agent_remembers() -> None:
    run = Run(MACHINE)
    run.take(event("session_start", source="compact", extra={"pseudonym": named}))
    (op,) = step(run.entries[-1])["memory_ops"]
    assert (op["operation"], op["memory_type"], op["scope"]) == ("write", "in-context", "session")
    run.take(event("session_start", source="resume", extra={"pseudonym": named}))
    assert run.whats() == ["compaction"]


def test_a_final_state_and_the_sessions_end_say_how_the_run_ended() -> None:
    for name, outcome in (("DONE", "completed"), ("GIVE_UP", "failed")):
        run = Run(MACHINE)
        run.take(move(name))
        assert run.entries[-1] == {"kind": "end", "outcome": outcome, "source": "final"}
        run.take(event("session_end", source="clear"))
        assert run.entries[-1] == {"kind": "end", "outcome": outcome, "source": "clear"}
    run = Run(MACHINE)
    run.take(event("session_end", source="other"))
    assert run.entries[-1]["outcome"] == "incomplete"


def test_a_session_that_ends_while_a_person_is_asked_ended_escalated() -> None:
    run = Run({"id": "m", "initial": "work", "states": {"work": {"on": {"SHIP": {"target": "done", "requires_approval": True}}},
                                                         "done": {"type": "final"}}})
    run.take(move("SHIP"))
    run.take(event("session_end"))
    assert run.entries[-1]["outcome"] == "escalated"
