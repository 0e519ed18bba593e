"""A run's journal as spans, with the names of the OpenTelemetry conventions for generative AI.

    invoke_workflow <workflow>                 the run
    ├── statewright.transition, .check …       what happened to the run itself
    └── invoke_agent <agent>                   the main agent; a subagent hangs on the call that started it, where the trace tells which
        ├── chat <model>                       one message of the model
        └── execute_tool <tool>                one call; a refused one is a failed span without length

Trace and span ids follow from the run's and the steps' ids alone: sending a run twice sends the same spans.
Nothing but what the journal holds goes in: names, times, counts, never an input, an output or a path.

``error.type`` is ``refused`` (by the workflow), ``refused_by_others`` (by a person or the agent program),
the status code of a call that failed, or ``failed`` for the rest.
Conventions: open-telemetry/semantic-conventions-genai, gen-ai-spans.md and gen-ai-agent-spans.md (status: development).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from statewright.trace import reading
from statewright.trace.aetp import NothingToExport
from statewright.trace.step import ENGINE
from statewright.trace.survey import MAIN, Agent, Json, Run, asked, survey, times
from statewright.trace.values import HARNESSES, REFUSED, count, part, provider, several, text

Value = str | int | bool | list[str]
INTERNAL, CLIENT = 1, 3  # SpanKind on the wire


@dataclass
class Span:
    """trace: 32, span and parent: 16 hex digits, parent "" at the root. start, end: nanoseconds since the epoch. error: "" when all went well."""

    name: str
    trace: str
    span: str
    parent: str
    start: int
    end: int
    kind: int = INTERNAL
    attributes: dict[str, Value] = field(default_factory=dict)
    error: str = ""


def spans(run_dir: str | Path) -> Iterator[Span]:
    """The run's spans, parents first. Raises NothingToExport for a run without a step, OSError when it cannot be read.

    The journal is read twice; memory grows with the number of agents and model messages only.
    """
    run = survey(reading.run_dir(run_dir))
    if not run.steps:
        raise NothingToExport(f"{run.folder.name} has no step yet")
    yield _root(run)
    for name, agent in run.agents.items():
        yield _agent(run, name, agent)
    told: set[str] = set()
    for line in reading.lines(run.folder, run.snap):
        if line.get("kind") == "step" and isinstance(line.get("step"), dict):
            yield _step(run, line)
        elif line.get("kind") == "llm" and text(line.get("message")) in run.messages and text(line["message"]) not in told:
            told.add(text(line["message"]))
            yield _chat(run, run.messages[text(line["message"])])


def _id(run: Run, kind: str, name: str) -> str:
    return hashlib.sha256(f"{run.trace}\n{kind}\n{name}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _root(run: Run) -> Span:
    name = text(run.first.get("workflow"))
    outcome = _outcome(run)
    attributes: dict[str, Value] = {
        "gen_ai.operation.name": "invoke_workflow", "gen_ai.workflow.name": name, "gen_ai.conversation.id": text(run.first.get("session")),
        "statewright.harness": text(run.first.get("harness")), "statewright.run": text(run.first.get("run")), "statewright.outcome": outcome,
        "statewright.workflow.digest": text(run.first.get("plan")), "statewright.steps": run.steps, "statewright.refused": run.refused,
    }
    return Span(f"invoke_workflow {name}".strip(), run.trace, _id(run, "run", ""), "", run.began, run.ended, INTERNAL, _given(attributes),
                "failed" if outcome == "failed" else "")


def _outcome(run: Run) -> str:
    snap = run.snap or {}
    if snap.get("final"):
        return "failed" if reading.final_state(run.folder, snap).get("outcome") == "failure" else "completed"
    if snap.get("approval"):
        return "escalated"
    return text(run.last.get("outcome")) if run.last.get("outcome") in ("completed", "failed") else "incomplete"


def _agent(run: Run, name: str, agent: Agent) -> Span:
    parent = _id(run, "step", agent.parent) if agent.parent else _id(run, "agent", MAIN) if name != MAIN and MAIN in run.agents else ""
    attributes: dict[str, Value] = {
        "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name, "gen_ai.conversation.id": text(run.first.get("session")),
        "gen_ai.agent.version": run.version if name == MAIN else "", "gen_ai.provider.name": HARNESSES.get(text(run.first.get("harness")), ""),
        "statewright.agent.role": agent.role,
    }
    return Span(f"invoke_agent {name}", run.trace, _id(run, "agent", name), parent or _id(run, "run", ""), agent.start, agent.end, INTERNAL,
                _given(attributes))


def _chat(run: Run, line: Json) -> Span:
    model = text(line.get("model"))
    agent = _who(run, line)
    read, written = count(line, "cache_read_tokens"), count(line, "cache_write_tokens")
    start, end = asked(line)
    attributes: dict[str, Value] = {
        "gen_ai.operation.name": "chat", "gen_ai.agent.name": agent, "gen_ai.conversation.id": text(run.first.get("session")),
        "gen_ai.provider.name": provider(model, text(run.first.get("harness"))), "gen_ai.response.model": model,
        "gen_ai.response.id": text(line["message"]), "gen_ai.usage.input_tokens": count(line, "input_tokens") + read + written,
        "gen_ai.usage.output_tokens": count(line, "output_tokens"), "gen_ai.usage.cache_read.input_tokens": read,
        "gen_ai.usage.cache_creation.input_tokens": written,
    }
    return Span(f"chat {model}".strip(), run.trace, _id(run, "message", text(line["message"])), _id(run, "agent", agent), start, end, CLIENT,
                _given(attributes))


def _step(run: Run, line: Json) -> Span:
    step = line["step"]
    agent = _who(run, step)
    what = text(line.get("what")) or "other"
    name = text(step.get("step_id"))
    start, end = times(step)
    call = next((one for one in several(step, "tool_calls") if isinstance(one, dict)), None)
    attributes: dict[str, Value] = {"gen_ai.conversation.id": text(run.first.get("session")), "statewright.step": name,
                                    "statewright.what": what, "statewright.state": text(line.get("state"))}
    for key in ("rule", "event", "source", "target", "check", "grade", "result", "answer", "road"):
        attributes[f"statewright.{key}"] = text(line.get(key))
    attributes["statewright.constraints"] = [text(one) for one in several(part(step, "output"), "constraints_referenced")]
    if agent != ENGINE:
        attributes["gen_ai.agent.name"] = agent
    if call is not None:
        attributes.update(_call(call, line))
    parent = _id(run, "run", "") if agent == ENGINE else _id(run, "agent", agent)
    title = f"execute_tool {attributes['gen_ai.tool.name']}".strip() if call is not None else f"statewright.{what}"
    return Span(title, run.trace, _id(run, "step", name), parent, start, end, INTERNAL, _given(attributes), _error(step, what, call))


def _who(run: Run, value: Json) -> str:
    name = text(value.get("agent_name")) or MAIN
    return run.names.get(name, name)


def _call(call: Json, line: Json) -> dict[str, Value]:
    server = text(call.get("mcp_server"))
    return {
        "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": text(call.get("tool_name")), "gen_ai.tool.call.id": text(call.get("call_id")),
        "gen_ai.tool.type": "extension" if server else "function", "statewright.mcp_server": server,
        "statewright.status_code": count(call, "status_code"), "statewright.result_bytes": count(line, "bytes"),
    }


def _error(step: Json, what: str, call: Json | None) -> str:
    if step.get("status") != "failed":
        return ""
    if what in REFUSED:
        return "refused"
    if what == "release":
        return "refused_by_others"
    return str(count(call, "status_code")) if call is not None else "failed"


def _given(attributes: dict[str, Value]) -> dict[str, Value]:
    """Without what is not known."""
    return {key: value for key, value in attributes.items() if value not in ("", [])}
