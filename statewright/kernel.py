"""decide(workflow, snapshot, event) -> Outcome: the one decision path. Pure and total.

The snapshot handed in is never changed; the outcome holds the next one. Rules that need no
counter may be run before the lock is taken (``judge``) and their findings handed to ``decide``.
"""

from statewright import brief, moves
from statewright.model import ALLOW, DENY, EDIT_TOOLS, STRENGTH, Finding, Outcome
from statewright.policy import authority, budget, commands, edits, environment, files, iterations, lifecycle, own, protection, tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json, Snapshot, State, Workflow

STATIC = (protection, authority, lifecycle, tools, commands, environment, edits)
COUNTED = (files, iterations, budget)
ALWAYS = ("protection", "authority")  # bind while paused too
PENDING = 256  # calls remembered at most; the oldest is given up first
REPEATED = 5  # refusals by one rule in a row; the next says to ask the person


def judge(state: "State", snap: "Snapshot", event: "Event") -> "list[Finding]":
    """The findings of the rules that need no counter. Reads the shell text, once."""
    if event.command is not None and event.script is None:
        from statewright.shell.reader import read

        event.script = read(event.command)
    words = own.own_command(event.script, event) if event.script is not None else None
    event.extra["own"] = words
    if words:
        found = lifecycle.check(state, snap, event)
        return [found] if found else [Finding(ALLOW, "own", "")]
    findings = []
    for rule in STATIC:
        found = rule.check(state, snap, event)
        if found:
            findings.append(found)
    event.extra["changed"] = files.changed_files(event) if event.command is not None or event.tool in EDIT_TOOLS else []
    return findings


def decide(workflow: "Workflow", snap: "Snapshot", event: "Event", findings: "list[Finding] | None" = None) -> Outcome:
    """What follows from an event in a run. findings: what ``judge`` gave for this very state."""
    step = _STEPS.get(event.kind)
    if step is None or (snap["status"] == "off" and event.kind not in ("mode", "approve")):
        return Outcome()
    return step(workflow, snap, event, findings)  # type: ignore[no-any-return]


def _pre(workflow: "Workflow", snap: "Snapshot", event: "Event", findings: "list[Finding] | None") -> Outcome:
    state = workflow.state(snap["machine"], snap["state"])
    out = Outcome()
    found = list(judge(state, snap, event) if findings is None else findings)
    if event.extra.get("own") is None:
        for rule in COUNTED:
            one = rule.check(state, snap, event)
            if one:
                found.append(one)
    if snap["status"] == "paused":
        found = [one for one in found if one.rule in ALWAYS or one.effect == ALLOW]
    out.findings = found
    for one in found:
        if out.effect is None or STRENGTH[one.effect] > STRENGTH[out.effect]:
            out.effect, out.rule, out.reason = one.effect, one.rule, one.reason
            out.data["hint"] = one.hint
    nxt = out.snapshot = dict(snap)
    if out.effect == DENY:
        _refuse(out, nxt, state, event)
    else:
        _reserve(out, nxt, state, event)
    return out


def _refuse(out: Outcome, nxt: "Snapshot", state: "State", event: "Event") -> None:
    """Record a refusal and word it: the reason, what is allowed, the way on."""
    before = nxt["refused"]
    n = before["n"] + 1 if before["rule"] == out.rule else 1
    nxt["refused"] = {"rule": out.rule, "n": n}
    moves.remember(nxt, event, out.rule, event.tool, out.reason)
    fired = [one.rule for one in out.findings if one.effect == DENY]
    out.entries.append(
        moves.entry(
            "refusal",
            nxt,
            event,
            tool=event.tool,
            mcp_server=event.mcp_server,
            call=event.call,
            agent=event.agent,
            agent_type=event.agent_type,
            params=event.extra.get("digest"),
            status_code=403,
            rule=out.rule,
            rules=fired,
        )
    )
    parts = [out.reason]
    if out.data.get("hint"):
        parts.append(out.data["hint"])
    if out.rule in ("tools", "iterations", "budget", "commands", "files"):
        parts.append(brief.way_out(state, nxt["own"]))
    if n > REPEATED:
        parts.append("This rule has now refused %d calls in a row: stop trying and ask the person." % n)
    out.reason = "statewright [%s, state %s]: %s" % (out.rule, nxt["state"], " ".join(parts))


def _reserve(out: Outcome, nxt: "Snapshot", state: "State", event: "Event") -> None:
    """Count a call that was let through, and remember it until its end is known."""
    counted = iterations.counts(event)
    fresh = [path for path in event.extra.get("changed", ()) if path not in nxt["files"]]
    nxt["refused"] = {"rule": "", "n": 0}
    if counted:
        nxt["count"] += 1
    if fresh:
        nxt["files"] = nxt["files"] + fresh
    writes = event.tool in EDIT_TOOLS or (event.command is not None and not event.extra.get("own") and commands.writes(event))
    if writes:
        nxt["clock"] += 1  # whatever was checked before is stale now
    call = {
        "at": event.time,
        "params": event.extra.get("digest"),
        "tool": event.tool,
        "server": event.mcp_server,
        "agent": event.agent,
        "type": event.agent_type,
        "counted": counted,
        "files": fresh,
        "entry": nxt["entry"],
        "edit": writes,
    }
    words = event.extra.get("own")
    if words and words[0] in ("transition", "check"):
        nxt["ticket"] = {"words": words, "agent": event.agent, "call": event.call, "until": event.time + moves.TICKET_SECONDS}
    if event.kind == "snippet":  # the harness tells no end for these
        out.entries.append(_call_step(nxt, call, event, 200))
        return
    waiting = dict(nxt["pending"])
    waiting[event.call or "call-%d-%d" % (nxt["seq"], len(waiting))] = call
    while len(waiting) > PENDING:
        oldest = next(iter(waiting))
        out.entries.append(_call_step(nxt, waiting.pop(oldest), event, 499, oldest))
    nxt["pending"] = waiting


def _call_step(nxt: "Snapshot", call: "Json", event: "Event", code: int, name: str = "") -> "Json":
    return moves.entry(
        "call",
        nxt,
        event,
        tool=call["tool"],
        mcp_server=call["server"],
        call=name or event.call,
        agent=call["agent"],
        agent_type=call["type"],
        started=min(call["at"], event.time),
        duration_ms=None if name else event.duration_ms,
        params=call["params"],
        output=None if name else event.extra.get("output"),
        status_code=code,
        bytes=0 if name else event.result_bytes,
    )


def _post(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A call ended: one step, its bytes, and the budget's word when it is due."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    waiting = dict(nxt["pending"])
    call = waiting.pop(event.call, None)
    if call is None:
        began = event.time - (event.duration_ms or 0) / 1000
        call = {
            "at": began,
            "params": event.extra.get("digest"),
            "tool": event.tool,
            "server": event.mcp_server,
            "agent": event.agent,
            "type": event.agent_type,
            "entry": nxt["entry"],
            "edit": event.tool in EDIT_TOOLS,
        }
    nxt["pending"] = waiting
    out.entries.append(_call_step(nxt, call, event, 200 if event.ok else event.extra.get("status_code", 500)))
    if call["edit"]:
        nxt["turn"] = dict(nxt["turn"], edits=nxt["turn"]["edits"] + 1)
    ticket = nxt["ticket"]
    if ticket and ticket["call"] == event.call:
        nxt["ticket"] = None  # a ticket not redeemed by its own call is void
    if call["entry"] != nxt["entry"]:
        return out  # what it returned belongs to the state it was let through in
    state = workflow.state(nxt["machine"], nxt["state"])
    limit = state.get("context_budget_bytes")
    size = event.result_bytes
    left = None if limit is None else limit - nxt["bytes"]
    if left is not None and size > left and event.extra.get("cut"):
        out.replace, size = event.extra["cut"](max(left, 0))
    nxt["bytes"] += size
    nxt["estimates"] = dict(list(nxt["estimates"].items())[-63:], **{event.call: size})
    _warn(out, nxt, state, limit, event)
    return out


def _warn(out: Outcome, nxt: "Snapshot", state: "State", limit: "int | None", event: "Event") -> None:
    if limit is not None and nxt["bytes"] >= limit * budget.WARN and not nxt["warned"]:
        nxt["warned"] = True
        out.tell = "statewright: %d of %d bytes of this state's context budget are used. %s" % (nxt["bytes"], limit, brief.way_out(state, nxt["own"]))


def _batch(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A model message's calls are all answered: true sizes; a call still pending was refused by others."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    estimates = dict(nxt["estimates"])
    waiting = dict(nxt["pending"])
    for one in event.calls:
        guess = estimates.pop(one["call"], None)
        if guess is not None:
            nxt["bytes"] += one["bytes"] - guess
        call = waiting.pop(one["call"], None)
        if call is not None:
            _release(out, nxt, one["call"], call, event)
    nxt["estimates"] = estimates
    nxt["pending"] = waiting
    if not out.entries and nxt["estimates"] == snap["estimates"]:
        out.snapshot = None
        return out
    state = workflow.state(nxt["machine"], nxt["state"])
    _warn(out, nxt, state, state.get("context_budget_bytes"), event)
    return out


def _release(out: Outcome, nxt: "Snapshot", name: str, call: "Json", event: "Event") -> None:
    """Give back what a call reserved that never ran."""
    if call["entry"] == nxt["entry"]:
        if call["counted"]:
            nxt["count"] -= 1
        nxt["files"] = [path for path in nxt["files"] if path not in call["files"]]
    if nxt["ticket"] and nxt["ticket"]["call"] == name:
        nxt["ticket"] = None
    out.entries.append(dict(_call_step(nxt, call, event, 403, name), what="release"))


def _stop(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """End of a turn: calls without an end were interrupted; in an unfinished state the model is sent back once."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    waiting = dict(nxt["pending"])
    for name in [name for name in waiting if waiting[name]["agent"] == event.agent and waiting[name]["tool"] != "Agent"]:
        out.entries.append(_call_step(nxt, waiting.pop(name), event, 499, name))
    nxt["pending"] = waiting
    nxt["ticket"] = None
    state = workflow.state(nxt["machine"], nxt["state"])
    turn = nxt["turn"]
    config = state.get("config", {})
    work = turn["edits"] or turn["moves"]
    if (
        event.kind == "stop"
        and nxt["status"] == "running"
        and not nxt["final"]
        and work
        and not turn["blocked"]
        and not event.stop_active
        and config.get("stop", "once") == "once"
        and state.get("on")
        and not event.background
    ):
        nxt["turn"] = dict(turn, blocked=True)
        out.block = True
        out.reason = "statewright: the workflow is in state %s, which is not its end. %s If the work waits for the person, say so and stop." % (
            state["s"],
            brief.way_out(state, nxt["own"]),
        )
        out.entries.append(moves.entry("stop", nxt, event))
    if not out.entries and nxt["pending"] == snap["pending"] and snap["ticket"] is None:
        out.snapshot = None
    return out


def _prompt(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A prompt: a new turn, and a word on where the run stands."""
    out = _stop(workflow, snap, event, None)
    nxt = out.snapshot = dict(out.snapshot or snap)
    nxt["turn"] = {"edits": 0, "moves": 0, "blocked": False}
    out.tell = brief.summary(workflow.state(nxt["machine"], nxt["state"]), nxt, nxt["own"])
    return out


def _session_end(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    out = _stop(workflow, snap, event, None)
    nxt = out.snapshot = dict(out.snapshot or snap)
    nxt["ended"] = event.time
    return out


_STEPS: "dict[str, Any]" = {
    "pre": _pre,
    "snippet": _pre,
    "post": _post,
    "batch": _batch,
    "stop": _stop,
    "subagent_stop": _stop,
    "prompt": _prompt,
    "session_end": _session_end,
    "transition": moves.transition,
    "approve": moves.answer,
    "checked": moves.checked,
    "mode": moves.mode,
    "config": moves.config,
}
