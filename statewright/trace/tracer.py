"""Write AETP traces from your own program.

    tracer = AETPTracer("my-agents", models={"planner": "some-model-1"})
    call = tracer.tool_call("lookup", parameters={"id": 7}, output=rows, latency_ms=12)
    tracer.step("finder", "Finder", "Looked the order up.", kind="RETRIEVAL", tool_calls=[call])
    tracer.finish("completed")
    tracer.write("trace.json")

Parameters and outputs go in and only their structural hashes come out. What you write into a summary is
yours to keep free of personal data (section 5); ``write`` refuses a trace that ``validate_trace`` finds invalid.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.trace.aetp import VERSION, chunks
from statewright.trace.shape import digest
from statewright.trace.validate import Issue, issues

Json = dict[str, Any]


def _given(**members: str) -> Json:
    """The members that are not empty."""
    return {key: value for key, value in members.items() if value}


class InvalidTrace(ValueError):
    """The trace breaks the specification; ``issues`` holds how."""

    def __init__(self, found: list[Issue]) -> None:
        super().__init__("; ".join(f"{issue.path or '/'}: {issue.message}" for issue in found[:5]))
        self.issues = found


class AETPTracer:
    """One trace: an envelope, steps in order, an outcome.

    system: the name of the system under trace. models: alias → the provider's model id; every LLM call
    names one of the aliases. clock: seconds since the epoch, UTC.
    """

    def __init__(self, system: str, *, models: Mapping[str, str] | None = None, version: str = "", framework: str = "", scenario_id: str = "",
                 trace_id: str = "", clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        info = {"name": system, **_given(version=version, framework=framework),
                "models": [{"alias": alias, "model": model} for alias, model in (models or {}).items()]}
        self._head: Json = {"aetp_version": VERSION, "trace_id": trace_id or str(uuid.uuid4()), **_given(scenario_id=scenario_id),
                            "created_at": fast.iso(clock()), "agent_system": info}
        self._steps: list[Json] = []
        self._outcome: Json = {}
        self._calls = 0
        self._human = False

    def tool_call(self, name: str, *, parameters: Any = None, output: Any = None, latency_ms: float = 0, status_code: int = 200, mcp_server: str = "",
                  call_id: str = "") -> Json:
        """A tool call for ``step``. parameters, output: JSON values, of which only the shape is kept. latency_ms: milliseconds."""
        return {"call_id": call_id or self._id("tool"), "tool_name": name, **_given(mcp_server=mcp_server),
                "parameters_schema_hash": digest(parameters), "output_schema_hash": digest(output), "latency_ms": latency_ms,
                "status_code": status_code}

    def llm_call(self, alias: str, *, input_tokens: int, output_tokens: int, latency_ms: float = 0, cached: bool = False, call_id: str = "") -> Json:
        """A model call for ``step``."""
        return {"call_id": call_id or self._id("llm"), "model_alias": alias, "input_tokens": input_tokens, "output_tokens": output_tokens,
                "latency_ms": latency_ms, "cached": cached}

    @staticmethod
    def memory_op(operation: str, *, memory_type: str, scope: str, key: str, secret: bytes) -> Json:
        """A memory operation (``read``, ``write``, ``delete``) for ``step``. The key is replaced by its HMAC under your secret."""
        hidden = hmac.new(secret, key.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()
        return {"operation": operation, "memory_type": memory_type, "scope": scope, "key": f"hmac-sha256:{hidden}"}

    @staticmethod
    def escalation(escalation_id: str, tier: str, trigger: str, *, fields: Sequence[str] = (), deadline: float | None = None) -> Json:
        """What ``step`` takes as ``escalation``. trigger: a constraint's id. fields: names of what the person is shown. deadline: epoch seconds."""
        event: Json = {"escalation_id": escalation_id, "tier": tier, "trigger_constraint_id": trigger, "context_fields_included": list(fields),
                       "reversibility_flagged": "reversibility" in fields, "financial_impact_included": "financial_impact" in fields}
        return event if deadline is None else {**event, "approval_deadline": fast.iso(deadline)}

    def step(self, agent: str, role: str, summary: str, *, kind: str = "REASONING", started: float | None = None, completed: float | None = None,
             tool_calls: Sequence[Json] = (), llm_calls: Sequence[Json] = (), memory_ops: Sequence[Json] = (),
             from_agents: Mapping[str, str] | None = None, to_agents: Sequence[str] = (),
             constraints: Sequence[str] = (), context_window_tokens: int = 0, escalation: Json | None = None, status: str = "completed") -> str:
        """Add a step; gives its id. started, completed: epoch seconds, by default now. An escalation sets kind and status itself."""
        end = self._clock() if completed is None else completed
        number = len(self._steps) + 1
        output: Json = {"to_agents": list(to_agents), "content_summary": summary, "constraints_referenced": list(constraints)}
        if escalation is not None:
            kind, status, self._human = "ESCALATION", "escalated", True
            output["escalation_event"] = escalation
            if escalation["trigger_constraint_id"] not in constraints:
                output["constraints_referenced"].append(escalation["trigger_constraint_id"])
        given = [{"from": name, "summary": told} for name, told in (from_agents or {}).items()]
        self._steps.append({
            "step_id": f"step_{number:03d}", "step_number": number, "agent_name": agent, "agent_role": role,
            "started_at": fast.iso(end if started is None else started), "completed_at": fast.iso(end), "step_type": kind,
            "inputs": {"from_agents": given, "from_tools": [], "from_memory": [], "context_window_tokens": context_window_tokens},
            "llm_calls": list(llm_calls), "tool_calls": list(tool_calls), "memory_ops": list(memory_ops), "output": output, "status": status})
        return str(self._steps[-1]["step_id"])

    def finish(self, status: str, summary: str = "", *, human_in_loop: bool | None = None) -> Json:
        """Settle the outcome (``completed``, ``failed``, ``escalated``, ``incomplete``) and give the whole document. Raises InvalidTrace."""
        self._outcome = {"status": status, **_given(content_summary=summary), "completed_at": fast.iso(self._clock()),
                         "human_in_loop": self._human if human_in_loop is None else human_in_loop}
        document = {**self._head, "steps": list(self._steps), "outcome": self._outcome}
        wrong = [issue for issue in issues(document) if issue.level == "error"]
        if wrong:
            raise InvalidTrace(wrong)
        return document

    def write(self, path: str | Path) -> Path:
        """Write the finished trace, in one replacement. Raises ValueError before ``finish``, OSError when it cannot be written."""
        if not self._outcome:
            raise ValueError("a trace has an outcome: call finish first")
        target = Path(path)
        fresh = target.with_name(f"{target.name}.{os.getpid()}.new")
        fresh.write_text("".join(chunks(self._head, iter(self._steps), self._outcome)), "ascii", newline="\n")
        os.replace(fresh, target)
        return target

    def _id(self, kind: str) -> str:
        self._calls += 1
        return f"{kind}_{self._calls:03d}"
