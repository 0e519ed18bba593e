"""From a kernel entry to a complete AETP step. Pure; what a step may say is fixed here.

A trace must hold no raw value (AETP section 5), so every text in a step comes from a template below,
filled with counts, ids and names, and every name passes ``authored`` or ``foreign`` first.
"""

from statewright import fast
from statewright.model import READING_TOOLS
from statewright.trace.shape import NULL_DIGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Json = dict[str, Any]

_PLAIN = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:-")
_HEX = frozenset("0123456789abcdef")
LONGEST = 64
LAST_SECOND = 253402300799.0  # the end of the year 9999
DAY = 86400.0

ENGINE, ENGINE_ROLE = "statewright", "workflow engine"

# What one agent may be said to have handed to another, after an id or alone. Anything else reads "handed over".
HANDOVERS = frozenset(("started", "finished", "failed", "approved", "denied", "result returned", "task given", "handed over"))

SUMMARIES = {
    "call": "Tool {tool} ended with status {code} in state {state}.",
    "refusal": "Tool {tool} refused in state {state} by rule {rule}.",
    "transition": "Transition {source} to {target} on event {event}.",
    "transition_refused": "Event {event} refused in state {source}.",
    "fallback": "Fallback {source} to {target} by rule {rule}.",
    "approval_request": "Event {event} in state {state} waits for a person's approval.",
    "approval_answer": "A person's answer on event {event}: {answer}.",
    "check": "Check {check} gave {result} with grade {grade}.",
    "config": "A change of the harness's settings was refused in state {state}.",
    "stop": "The agent stopped in state {state} and was sent back once.",
    "mode": "A person set the run to {result}.",
    "release": "Tool {tool} did not run in state {state}: refused by others.",
    "forgery": "An event that the harness did not send was refused in state {state}.",
    "doubt": "A run of check {check} was not counted in state {state}.",
    "compaction": "The harness compacted the context in state {state}.",
    "other": "Event recorded in state {state}.",
}
# The words a memory operation may have (AETP sections 3 and 4.9).
MEMORY = {"operation": ("read", "write", "delete"), "memory_type": ("key-value", "in-context", "vector"), "scope": ("project", "user", "session")}
# What happens to an agent's own call is that agent's step; the rest is the engine's.
_CALLS = frozenset(("call", "refusal", "release"))
_AGENTS_OWN = frozenset((*_CALLS, "stop", "compaction"))
_FAILED_WORDS = frozenset(("fail", "failed", "error", "timeout", "denied", "rejected", "expired"))


def plain(name: "Any") -> bool:
    """Whether a name may stand in a trace as it is."""
    return isinstance(name, str) and 0 < len(name) <= LONGEST and _PLAIN.issuperset(name)


def authored(name: "Any") -> str:
    """A name out of the workflow file. Foreign characters go and a few digits of a hash keep it distinct."""
    if plain(name):
        return str(name)
    text = name if isinstance(name, str) else ""
    kept = "".join(char for char in text.replace(" ", "_") if char in _PLAIN)
    return "%s-%s" % (kept[: LONGEST - 9] or "unnamed", _short(text)) if text else "unnamed"


def foreign(name: "Any", kind: str) -> str:
    """A name that others chose (tool, server, agent type, call id). One that is not plain shows as a hash only."""
    if plain(name):
        return str(name)
    return "%s-%s" % (kind, _short(name)) if isinstance(name, str) and name else kind


def _short(text: str) -> str:
    return fast.sha256(text.encode("utf-8", "surrogatepass"))[:8]


def agent_name(agent: str, agent_type: str) -> str:
    """``main``, or for a subagent ``<type>-<8 of its id>``."""
    if not agent:
        return "main"
    return "%s-%s" % (foreign(agent_type, "agent")[: LONGEST - 9], agent[:8] if plain(agent) else _short(str(agent)))


def place(machine: str, state: str) -> str:
    """``<workflow>/<state>`` in trace names."""
    return "%s/%s" % (authored(machine), authored(state))


def render(entry: "Json", number: int, state_ref: str) -> "Json":
    """One AETP step, valid against StatewrightProducerStep whatever the entry holds.

    number: the step's number in its trace, from 1. state_ref: ``<machine>/<state>``, taken where the
    entry names none itself.
    """
    what = entry.get("what")
    what = what if isinstance(what, str) and what in SUMMARIES else "other"
    machine, _, state = state_ref.partition("/")
    workflow = authored(entry.get("machine") or machine)
    state = authored(entry.get("state") or entry.get("source") or state)
    names = _names(entry, workflow, state)
    started, completed = _times(entry)
    output: Json = {"to_agents": [_agent(one) for one in _list(entry, "to_agents")]}
    output["content_summary"] = SUMMARIES[what].format(**names)[:240]
    output["constraints_referenced"] = _constraints(entry, workflow, state)
    status = "failed" if _failed(what, entry, names) else "completed"
    kind, calls = "REASONING", []
    if what in _CALLS:
        kind = "RETRIEVAL" if _reads(entry, names) else "REASONING"
        calls.append(_call(entry, names, number, what != "call", completed - started))
    elif what == "approval_request":
        kind, status = "ESCALATION", "escalated"
        output["escalation_event"] = _escalation(entry, names, completed, output["constraints_referenced"])
    own = what in _AGENTS_OWN
    return {
        "step_id": "step_%d" % number, "step_number": number,
        "agent_name": agent_name(entry.get("agent") or "", entry.get("agent_type") or "") if own else ENGINE,
        "agent_role": ENGINE_ROLE if not own else foreign(entry.get("agent_type"), "agent") if entry.get("agent") else "main agent",
        "started_at": fast.iso(started), "completed_at": fast.iso(completed), "step_type": kind,
        "inputs": {"from_agents": _from_agents(entry), "from_tools": [], "from_memory": [], "context_window_tokens": 0},
        "llm_calls": [], "tool_calls": calls, "memory_ops": _memory(entry), "output": output, "status": status,
    }


def _names(entry: "Json", workflow: str, state: str) -> "dict[str, str]":
    """Every word a template may be filled with, cleaned."""
    names = {"workflow": workflow, "state": state, "code": str(_code(entry))}
    for key in ("event", "target", "check", "rule"):
        names[key] = authored(entry.get(key))
    for key in ("grade", "result", "answer"):
        names[key] = foreign(entry.get(key), key)
    names["source"] = authored(entry.get("source") or entry.get("state")) if entry.get("source") or entry.get("state") else state
    names["tool"] = foreign(_bare(entry.get("tool"), entry.get("mcp_server")), "tool")
    escalation = entry.get("escalation")
    names["escalation"] = foreign(escalation.get("id") if isinstance(escalation, dict) else escalation, "escalation")
    return names


def _bare(tool: "Any", server: "Any") -> "Any":
    """The tool's own name: AETP has a member of its own for the server."""
    prefix = "mcp__%s__" % server if server and isinstance(server, str) else ""
    return tool[len(prefix):] if prefix and isinstance(tool, str) and tool.startswith(prefix) else tool


def _times(entry: "Json") -> "tuple[float, float]":
    completed = _number(entry.get("completed"), _number(entry.get("started"), 0.0))
    return min(_number(entry.get("started"), completed), completed), completed  # a clock set back gives no negative time


def _number(value: "Any", default: float) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        return default
    return min(max(0.0, value), LAST_SECOND)


def _code(entry: "Json") -> int:
    code = entry.get("status_code")
    if isinstance(code, int) and not isinstance(code, bool) and 100 <= code <= 599:
        return code
    return 403 if entry.get("what") in ("refusal", "release") else 200 if code is None else 500


def _failed(what: str, entry: "Json", names: "dict[str, str]") -> bool:
    if what == "call":
        return _code(entry) != 200
    if what in ("check", "approval_answer"):
        return names["result" if what == "check" else "answer"] in _FAILED_WORDS
    return what in ("refusal", "release", "transition_refused", "config", "forgery", "doubt")


def _reads(entry: "Json", names: "dict[str, str]") -> bool:
    return entry.get("reading") is True if entry.get("mcp_server") else names["tool"] in READING_TOOLS


def _call(entry: "Json", names: "dict[str, str]", number: int, refused: bool, took: float) -> "Json":
    call: Json = {"call_id": foreign(entry.get("call"), "call") if entry.get("call") else "call_%d" % number, "tool_name": names["tool"]}
    if entry.get("mcp_server"):
        call["mcp_server"] = foreign(entry["mcp_server"], "server")
    call["parameters_schema_hash"] = _digest(entry.get("params"))
    call["output_schema_hash"] = NULL_DIGEST if refused else _digest(entry.get("output"))
    call["latency_ms"] = 0 if refused else int(_number(entry.get("duration_ms"), took * 1000) + 0.5)
    call["status_code"] = _code(entry)
    return call


def _digest(value: "Any") -> str:
    """Only a digest passes, so that no raw value ever gets here by mistake; a shape's text is hashed here."""
    if isinstance(value, str) and value[:1] == "{":
        return "sha256:" + fast.sha256(value.encode("utf-8"))
    if isinstance(value, str) and len(value) == 71 and value[:7] == "sha256:" and _HEX.issuperset(value[7:]):
        return value
    return NULL_DIGEST


def _list(entry: "Json", key: str) -> "list[Any]":
    value = entry.get(key)
    return value if isinstance(value, list) else []


def _constraints(entry: "Json", workflow: str, state: str) -> "list[str]":
    """The ids that ruled this step, most telling first: rules, guards, what a remote judge said, the state."""
    here = "SW:%s/%s" % (workflow, state)
    rules = [*([entry["rule"]] if entry.get("rule") else []), *_list(entry, "rules")]
    found = ["%s/%s" % (here, authored(rule)) for rule in rules]
    found += ["SW:%s/guard/%s" % (workflow, authored(guard)) for guard in _list(entry, "guards")]
    found += ["OGR:%s" % foreign(category, "category") for category in _list(entry, "ogr")]
    found.append(here)
    return list(dict.fromkeys(found))


def _from_agents(entry: "Json") -> "list[Json]":
    given = []
    for one in _list(entry, "from_agents"):
        if isinstance(one, dict):
            given.append({"from": _agent(one), "summary": _handover(one.get("summary"))})
    return given


def _agent(one: "Any") -> str:
    """An agent's name: as given (``from``, or a text), or made of its ``agent`` id and ``type``."""
    if isinstance(one, dict) and isinstance(one.get("agent"), str):
        return agent_name(one["agent"], one.get("type") or "")
    return foreign(one.get("from") if isinstance(one, dict) else one, "agent")


def _memory(entry: "Json") -> "list[Json]":
    """Operations on a memory; what is not from a fixed list or a keyed hash is no operation."""
    found = []
    for one in _list(entry, "memory"):
        if not isinstance(one, dict) or not isinstance(one.get("key"), str):
            continue
        head, _, digest = one["key"].partition(":")
        kept = {key: one.get(key) for key in MEMORY}
        if head == "hmac-sha256" and len(digest) == 64 and _HEX.issuperset(digest) and all(kept[key] in MEMORY[key] for key in MEMORY):
            found.append(dict(kept, key=one["key"]))
    return found


def _handover(summary: "Any") -> str:
    if isinstance(summary, str):
        name, _, word = summary.partition(" ")
        if summary in HANDOVERS or (plain(name) and word in HANDOVERS):
            return summary
    return "handed over"


def _escalation(entry: "Json", names: "dict[str, str]", completed: float, constraints: "list[str]") -> "Json":
    asked = entry.get("escalation")
    asked = asked if isinstance(asked, dict) else {}
    trigger = "SW:%s/%s/%s" % (names["workflow"], names["state"], authored(asked.get("trigger") or entry.get("event")))
    if trigger not in constraints:
        constraints.insert(0, trigger)
    fields = [foreign(field, "field") for field in _list(asked, "fields")]  # the agent names the facts it offers
    return {
        "escalation_id": names["escalation"], "tier": "human approver", "trigger_constraint_id": trigger,
        "context_fields_included": fields, "reversibility_flagged": "reversibility" in fields,
        "financial_impact_included": "financial_impact" in fields,
        "approval_deadline": fast.iso(max(completed, _number(asked.get("deadline"), completed + DAY))),
    }
