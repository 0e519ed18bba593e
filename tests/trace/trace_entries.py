"""Kernel entries for the trace tests: plausible ones and, from hypothesis, hostile ones."""

from hypothesis import strategies as st

from statewright.model import new_snapshot
from statewright.trace.step import SUMMARIES

NOW = 1_767_225_600.0  # 2026-01-01T00:00:00Z


def snapshot(machine="bugfix", state="planning"):
    snap = new_snapshot("run-1", "session-1", "claude-code", "0" * 64, NOW)
    snap["machine"], snap["state"] = machine, state
    return snap


def call(tool="Read", call="toolu_1", code=200, **more):
    return {"kind": "step", "what": "call", "machine": "bugfix", "state": "planning", "tool": tool, "call": call, "started": NOW,
            "completed": NOW + 1, "status_code": code, "bytes": 10, **more}


def refusal(tool="Edit", call="toolu_2", rule="tools", **more):
    return {"kind": "step", "what": "refusal", "machine": "bugfix", "state": "planning", "tool": tool, "call": call, "started": NOW, "completed": NOW,
            "status_code": 403, "rule": rule, "rules": [rule], **more}


def move(source="planning", target="fixing", event="GO", what="transition", **more):
    return {"kind": "step", "what": what, "machine": "bugfix", "state": target, "event": event, "source": source, "target": target,
            "guards": ["ready"], "started": NOW, "completed": NOW, **more}


def request(name="esc_1", event="SHIP", **more):
    return {"kind": "step", "what": "approval_request", "machine": "bugfix", "state": "fixing", "event": event, "source": "fixing", "target": "done",
            "started": NOW, "completed": NOW,
            "escalation": {"id": name, "trigger": event, "fields": ["event", "target", "financial_impact"], "deadline": NOW + 86400}, **more}


def start(**more):
    return {"kind": "start", "run": "run-1", "session": "session-1", "harness": "claude-code", "workflow": "bugfix", "plan": "0" * 64, **more}


def session():
    """A small run, from start to its final state."""
    return [start(), call(), refusal(), move(), call("Edit", "toolu_3"), call("Bash", "toolu_4", 500), request(),
            move("fixing", "done", "SHIP", from_agents=[{"from": "human-approver", "summary": "esc_1 approved"}], road="terminal")]


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=80)
anything = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6)
KEYS = [
    "machine", "state", "tool", "mcp_server", "call", "agent", "agent_type", "started", "completed", "duration_ms", "params", "output",
    "status_code", "rule", "rules", "event", "source", "target", "guards", "escalation", "road", "answer", "to_agents", "from_agents", "check",
    "grade", "result", "bytes", "ogr", "effect", "reading",
]
whats = st.sampled_from(sorted(SUMMARIES))
names = st.text(max_size=120)
numbers = st.floats(0, 4e9) | st.integers(0, 4_000_000_000)
lists = st.lists(names, max_size=3)
typed = {
    "started": numbers, "completed": numbers, "duration_ms": st.none() | numbers, "status_code": st.none() | st.integers(-5, 999), "rules": lists,
    "guards": lists, "to_agents": lists, "bytes": st.integers(0, 1 << 40), "ogr": lists, "reading": st.booleans(),
    "from_agents": st.lists(st.fixed_dictionaries({"from": names, "summary": names}), max_size=2),
    "escalation": st.fixed_dictionaries({}, optional={"id": names, "trigger": names, "fields": lists, "deadline": numbers}),
}
plausible = st.builds(lambda what, rest: {"kind": "step", "what": what, **rest}, whats,
                      st.fixed_dictionaries({}, optional={key: typed.get(key, names) for key in KEYS}))
nonsense = st.builds(lambda what, rest: {"kind": "step", "what": what, **rest}, whats | anything,
                     st.dictionaries(st.sampled_from(KEYS), anything, max_size=12))
entries = plausible | nonsense
