"""decide(workflow, snapshot, event) -> Outcome: the one decision path. Pure and total.

The snapshot handed in is never changed; the outcome holds the next one. Rules that need no
counter may be run before the lock is taken (``judge``) and their findings handed to ``decide``.
"""

from statewright import brief, calls, moves, trust, turns
from statewright.model import ALLOW, DENY, EDIT_TOOLS, REWRITE, STRENGTH, Event, Finding, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Snapshot, State, Workflow

ALWAYS = ("protection", "authority")  # bind while paused too
REPEATED = 5  # refusals by one rule in a row; the next says to ask the person


def judge(state: "State", snap: "Snapshot", event: "Event") -> "list[Finding]":
    """The findings of the rules that need no counter. Reads the shell text, once."""
    event.extra["everyday"], event.extra["changed"] = None, []
    if event.command is not None and event.script is None:
        from statewright.policy.everyday import first as everyday

        event.extra["everyday"] = everyday.clears(state, snap, event)
        if event.extra["everyday"] is not None:  # no rule about shell text has anything against it: none is loaded
            from statewright.policy import tools

            event.extra["own"] = None
            fault = tools.check(state, snap, event)
            return [fault] if fault else []
        from statewright.shell.reader import read

        event.script = read(event.command)
    from statewright.policy import lifecycle, order
    from statewright.policy.limits.changed import changed_files
    from statewright.policy.words import own  # only here: the end of a call needs no rule

    words = own.own_words(event)
    event.extra["own"] = words
    if words:
        found = lifecycle.check(state, snap, event)
        return [found] if found else [Finding(ALLOW, "own", "")]
    findings = []
    for check in order.STATIC:
        found = check(state, snap, event)
        if found:
            findings.append(found)
    event.extra["changed"] = changed_files(event) if event.command is not None or event.tool in EDIT_TOOLS else []
    return findings


def decide(workflow: "Workflow", snap: "Snapshot", event: "Event", findings: "list[Finding] | None" = None) -> Outcome:
    """What follows from an event in a run. findings: what ``judge`` gave for this very state."""
    step = _STEPS.get(event.kind)
    if step is None or (snap["status"] == "off" and event.kind not in ("mode", "approve", "transition", "tried")):
        return Outcome()
    if event.extra.get("inside"):
        return trust.forged(snap, event)
    return trust.held(snap, event, step(workflow, snap, event, findings))


def _pre(workflow: "Workflow", snap: "Snapshot", event: "Event", findings: "list[Finding] | None") -> Outcome:
    state = workflow.state(snap["machine"], snap["state"])
    out = Outcome()
    found = list(judge(state, snap, event) if findings is None else findings)
    if event.extra.get("own") is None:
        for check in _counted(event):
            one = check(state, snap, event)
            if one:
                found.append(one)
    if snap["status"] == "paused":
        found = [one for one in found if one.rule in ALWAYS or one.effect == ALLOW]
    told = event.extra.get("ogr")  # a remote judge's answer, where a project asks one (ogr/gate.py): it can only tighten
    if told is not None:
        found += told.findings
    out.findings = found
    for one in found:
        if out.effect is None or STRENGTH[one.effect] > STRENGTH[out.effect]:
            out.effect, out.rule, out.reason = one.effect, one.rule, one.reason
            out.data["hint"] = one.hint
    nxt = out.snapshot = dict(snap)
    turns.wake(nxt)
    if told is not None:
        nxt["ogr"], out.show = told.tally(snap.get("ogr"), event.time)
        out.data["warn"], out.tell = told.warn, told.tell if out.effect == REWRITE else ""
    if out.effect == DENY:
        _refuse(out, nxt, state, event)
    else:
        calls.reserve(out, nxt, state, event)
    return out


def _counted(event: "Event") -> "tuple[Any, ...]":
    """The rules that need a counter, less the one about files where a line is known to change none."""
    if event.extra.get("everyday") is None:
        from statewright.policy import order

        return order.COUNTED
    from statewright.policy import budget, iterations

    return iterations.check, budget.check


def _refuse(out: Outcome, nxt: "Snapshot", state: "State", event: "Event") -> None:
    """Record a refusal and word it: the reason, what is allowed, the way on."""
    before = nxt["refused"]
    n = before["n"] + 1 if before["rule"] == out.rule else 1
    nxt["refused"] = {"rule": out.rule, "n": n}
    moves.remember(nxt, event, out.rule, event.tool, out.reason)
    fired = [one.rule for one in out.findings if one.effect == DENY]
    told = event.extra.get("ogr")
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
            ogr=told.categories if told is not None else [],
            from_agents=calls.received(nxt, event.agent, event.agent_type),
            reading=bool(event.mcp_server) and calls.reads(state.get("config", {}).get("trace", {}), event.tool),
        )
    )
    parts = [out.reason]
    if out.data.get("hint"):
        parts.append(out.data["hint"] if out.data["hint"][-1:] in ".!?" else out.data["hint"] + ".")
    if out.rule in ("tools", "iterations", "budget", "commands", "files"):
        parts.append(brief.way_out(state, nxt["own"]))
    if n > REPEATED:
        parts.append("This rule has now refused %d calls in a row: stop trying and ask the person." % n)
    out.reason = "statewright [%s, state %s]: %s" % (out.rule, nxt["state"], " ".join(parts))


def _answer(workflow: "Workflow", snap: "Snapshot", event: "Event", findings: "Any") -> Outcome:
    from statewright.approvals import answer  # only here: few events are a person's answer

    return answer(workflow, snap, event, findings)


def _claim(workflow: "Workflow", snap: "Snapshot", event: Event, _: "Any") -> Outcome:
    from statewright.results import claim

    return claim(workflow, snap, event, None)


def _checked(workflow: "Workflow", snap: "Snapshot", event: Event, _: "Any") -> Outcome:
    from statewright.results import checked

    return checked(workflow, snap, event, None)


def _doubted(workflow: "Workflow", snap: "Snapshot", event: Event, _: "Any") -> Outcome:
    from statewright.results import doubted

    return doubted(snap, event)


_STEPS: "dict[str, Any]" = {
    "pre": _pre,
    "snippet": _pre,
    "post": calls.post,
    "batch": calls.batch,
    "stop": turns.stop,
    "subagent_stop": turns.stop,
    "prompt": turns.prompt,
    "tasks": turns.tasks,
    "session_start": turns.session_start,
    "session_end": turns.session_end,
    "undecided": turns.undecided,
    "transition": moves.transition,
    "approve": _answer,
    "claim": _claim,
    "checked": _checked,
    "doubted": _doubted,
    "mode": moves.mode,
    "tried": moves.tried,
    "config": moves.config,
}
