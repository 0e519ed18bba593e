"""A transition that waits for a person: asked for, answered once, or expired. Pure; loaded when one is asked for or answered.

What the request is bound to comes in with the event (store/codes.py): ``event.extra["seal"]`` closes a request, and
``event.extra["proof"]`` says of the pending one whether it is still as it was sealed and whether the typed code is its own.
"""

from statewright import brief, moves
from statewright.machine import runs, transitions
from statewright.model import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json, Snapshot, Workflow

TRIES = 3  # wrong codes; then the code is void and only a terminal is left


def wait(out: Outcome, nxt: "Snapshot", state: "Json", event: "Event", move: "transitions.Move", context: "Json") -> Outcome:
    """Ask a person: the run waits, the state's tools stay. The model is told here, once."""
    hours = state.get("config", {}).get("approval_hours", 24)
    ask = {
        "id": "esc_%s" % event.extra["nonce"],
        "at": [nxt["machine"], nxt["state"], nxt["entry"]],
        "event": move.event,
        "branch": move.branch,
        "guards": move.guards,
        "context": context,
        "offered": sorted(event.extra.get("data", {})),
        "asked": event.time,
        "deadline": event.time + hours * 3600.0,
        "message": move.branch.get("message", ""),
        "reason": event.extra.get("reason", ""),
        "tries": 0,
    }
    seal = event.extra.get("seal")
    if seal is not None:
        ask.update(seal(ask))
    nxt["status"] = "waiting"
    nxt["approval"] = ask
    out.snapshot = nxt
    target = brief.target(move.branch)
    escalation = {"id": ask["id"], "trigger": move.event, "fields": ["event", "target", *ask["offered"]], "deadline": ask["deadline"]}
    out.entries.append(
        moves.entry("approval_request", nxt, event, event=move.event, source=nxt["state"], target=target, guards=move.guards, escalation=escalation)
    )
    about = " (%s)" % ask["message"] if ask["message"] else ""
    out.tell = "statewright: %s to %s needs a person's approval%s. " % (move.event, target, about) + (
        "Tell the person, who answers with the code in the status line or runs `%s approve` in a terminal of their own, "
        "and stop or go on within %s." % (nxt["own"], nxt["state"])
    )
    return out


def lapse(out: Outcome, snap: "Snapshot", event: "Event") -> "Snapshot":
    """The run goes on in its state: nobody answered in time."""
    nxt = dict(snap, status="running", approval=None)
    out.entries.append(moves.entry("approval_answer", nxt, event, event=snap["approval"]["event"], answer="expired", from_agents=[]))
    return nxt


def answer(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A person's word on the pending approval.

    ``event.extra``: approved, road (``typed code``, ``terminal``, ``terminal+passphrase``), reason, and id where the person saw
    one request and no other is meant.
    """
    out = Outcome()
    ask = snap["approval"]
    if snap["status"] != "waiting" or not ask:
        out.effect, out.rule, out.reason = "deny", "approval", "no approval is pending"
        return out
    if event.extra.get("id") not in (None, ask["id"]):
        out.effect, out.rule, out.reason = "deny", "approval", "another request is pending by now; look at it first: statewright approvals"
        return out
    fault = event.extra["proof"](ask) if "proof" in event.extra else ""
    if fault == "code":
        return _wrong(out, snap, event, ask)
    nxt = out.snapshot = dict(snap, status="running", approval=None)
    road = event.extra.get("road", "terminal")
    step = moves.entry("approval_answer", nxt, event, event=ask["event"], answer="denied", road=road, from_agents=[])
    out.entries.append(step)
    if fault:
        out.effect, out.rule, out.reason = "deny", "approval", "the request is void: %s; the agent has to ask again" % fault
        step["answer"] = "void"
    elif event.time > ask["deadline"]:
        out.effect, out.rule, out.reason = "deny", "approval", "the approval of %s expired; the agent has to ask again" % ask["event"]
        step["answer"] = "expired"
    elif not event.extra["approved"]:
        step["from_agents"] = [{"from": "human-approver", "summary": "%s denied" % ask["id"]}]
        out.tell = "%s was refused by a person%s." % (ask["event"], ": " + event.extra["reason"] if event.extra.get("reason") else "")
    else:
        _granted(workflow, out, nxt, event, ask, step)
    _tell_later(out, event, ask)
    return out


def _tell_later(out: Outcome, event: "Event", ask: "Json") -> None:
    """What the agent is told with the person's next prompt, whatever road the answer came by."""
    said = "%s was not approved: %s." % (ask["event"], out.reason) if out.effect == "deny" else ""
    if not said:
        said = "%s was approved by a person." % ask["event"] if event.extra["approved"] else out.tell
    out.snapshot = dict(out.snapshot or {}, answer=said)


def _granted(workflow: "Workflow", out: Outcome, nxt: "Snapshot", event: "Event", ask: "Json", step: "Json") -> None:
    state = workflow.state(nxt["machine"], nxt["state"])
    move = transitions.take(state, ask["event"], runs.facts(nxt, ask["context"], state.get("checks", ())), False)
    if move.refused or move.branch != ask["branch"]:  # facts changed while it waited: an approval is no way round a guard
        out.effect, out.rule = "deny", "approval"
        out.reason = "not any more: %s; the agent has to ask again" % (move.refused or "another branch holds now")
        step["answer"] = "void"
        return
    out.entries.remove(step)  # the transition itself is the record
    moves.go(workflow, out, dict(nxt, context=ask["context"]), event, move, ask)


def _wrong(out: Outcome, snap: "Snapshot", event: "Event", ask: "Json") -> Outcome:
    """A code that is not this request's. The third voids it: guessing is no road."""
    tries = ask["tries"] + 1
    out.snapshot = dict(snap, approval=dict(ask, tries=tries))
    left = TRIES - tries
    out.effect, out.rule = "deny", "code"
    void = "the code is void now, answer in a terminal of your own: statewright approve, or statewright reject"
    out.reason = "that is not the code of this request; %s" % ("%d tries are left" % left if left > 0 else void)
    out.entries.append(moves.entry("transition_refused", snap, event, event=ask["event"], rule="code", guards=[], status_code=403))
    return out
