"""The part of the kernel that changes a run's state: transitions, check results, a person's modes. Pure."""

from statewright import brief
from statewright.machine import runs, transitions
from statewright.model import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json, Snapshot, Workflow

TICKET_SECONDS = 60.0
NO_TICKET = "this transition was not let through by the hook as a plain command of its own"
APART = "this shell is apart"  # how the reason begins that names another road
PER_CALL = ("claude-code",)  # harnesses that start a shell for each command


def entry(what: str, snap: "Snapshot", event: "Event", /, **more: "Any") -> "Json":
    """A journal entry for something that happened to the run itself."""
    step = {"kind": "step", "what": what, "machine": snap["machine"], "state": snap["state"], "started": event.time, "completed": event.time}
    step.update(more)
    return step


def remember(nxt: "Snapshot", event: "Event", rule: str, tool: str, reason: str) -> None:
    """Keep a refusal for ``status``: the last five, in the state file, never in the trace."""
    row = {"time": event.time, "state": nxt["state"], "rule": rule, "tool": tool, "reason": reason[:300]}
    nxt["refusals"] = [*nxt["refusals"], row][-5:]


def transition(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """``event.extra``: event, data, and who stands behind it.

    ``ticket`` is True for a person, else the words of the command, which must be those the hook let through. They are
    compared here, under the run's lock: two processes with one ticket are one transition.
    """
    out = Outcome()
    name = event.extra["event"]
    data = event.extra.get("data", {})
    if snap["status"] == "waiting" and event.time > snap["approval"]["deadline"]:
        from statewright.approvals import lapse

        snap = lapse(out, snap, event)  # nobody answered in time: that must not hold the run for ever
    nxt = dict(snap)
    if nxt["ticket"] is not None:
        nxt["ticket"] = None  # single use, whatever comes of it
    state = workflow.state(snap["machine"], snap["state"])
    refused, rule, move = "", "", None
    context = snap["context"]
    why = unentitled(snap, event)
    if why:
        refused, rule = why if why != NO_TICKET else "%s; run exactly: %s transition %s" % (why, nxt["own"], name), "ticket"
    elif snap["status"] in ("paused", "off"):
        refused, rule = "a person has set the run to %s; nothing transitions until a person resumes it" % snap["status"], "mode"
    elif snap["status"] == "waiting":
        refused, rule = "an approval of %s is pending; nothing else can transition" % snap["approval"]["event"], "approval"
    elif snap["final"]:
        refused, rule = "the run has ended in %s; the person's next prompt starts a new one" % snap["state"], "final"
    else:
        try:
            context = transitions.merged(snap["context"], data, runs.others(workflow, snap["machine"], data))
        except ValueError as error:
            refused, rule = str(error), "fact"
        else:
            move = transitions.take(state, name, runs.facts(snap, context, state.get("checks", {})), snap["status"] == "waiting", nxt["own"])
            refused, rule = move.refused, move.rule
            if snap["background"] and not refused:
                refused, rule = _held(workflow, nxt, event, move)
    if refused:
        return _refused(out, nxt, snap, event, name, refused, rule, move.guards if move else [])
    assert move is not None  # noqa: S101 - for the type checker: not refused means a move was found
    if move.fallback and move.branch["target"] == snap["state"]:
        return _stay(out, nxt, state, event, move)
    if move.branch.get("approval"):
        from statewright.approvals import wait  # only here: most transitions need no person

        return wait(out, nxt, state, event, move, context)
    nxt["context"] = context
    return go(workflow, out, nxt, event, move)


def _stay(out: Outcome, nxt: "Snapshot", state: "Json", event: "Event", move: "transitions.Move") -> Outcome:
    """A fallback to where the run is already: it stays, and no made-up event gives it fresh limits."""
    out.snapshot = nxt
    out.entries.append(entry("fallback", nxt, event, event="unknown", source=state["s"], target=state["s"], guards=[]))
    way = brief.way_out(state, nxt["own"])
    out.tell = "There is no event %s here; the run stays in %s, its limits as they are. %s" % (move.event, state["s"], way)
    return out


def _held(workflow: "Workflow", nxt: "Snapshot", event: "Event", move: "transitions.Move") -> "tuple[str, str]":
    """Why background work holds the transition back; what is known to be over is forgotten."""
    from statewright import background

    try:
        target = runs.target(workflow, nxt, move.branch)
    except KeyError:
        return "", ""  # entering it tells what is wrong
    over, why = background.holds(nxt, target, event)
    nxt["background"] = {key: one for key, one in nxt["background"].items() if key not in over}
    return why, background.RULE if why else ""


def unentitled(snap: "Snapshot", event: "Event") -> str:
    """Why neither a person stands behind the event nor the very command that the hook let through, "" when one does.

    ``event.extra["outsider"]``, where given, looks at the process: what waited in the background for a ticket is older than it.
    """
    given = event.extra.get("ticket")
    ticket = snap["ticket"]
    if given is True:
        return ""
    if not given or not ticket or ticket["words"] != given or ticket["until"] < event.time or event.extra.get("call") not in (None, ticket["call"]):
        return NO_TICKET
    look = event.extra.get("outsider")
    pinned = snap.get("senders", {}).get(ticket.get("session", ""), "")
    if look is None or not pinned or snap["harness"] not in PER_CALL or any("\0" in word for word in given):
        return ""  # by MCP the server redeems it, which the harness started long ago
    why = look(pinned, ticket["until"] - TICKET_SECONDS)
    return why if not why or why.startswith(APART) else NO_TICKET


def _refused(out: Outcome, nxt: "Snapshot", snap: "Snapshot", event: "Event", name: str, why: str, rule: str, guards: "list[str]") -> Outcome:
    out.effect, out.rule, out.reason = "deny", rule, why
    remember(nxt, event, rule, "transition", why)
    out.snapshot = nxt
    known = name if rule == "guard" else "unknown"  # what an agent typed is not for the trace
    out.entries.append(entry("transition_refused", snap, event, event=known, rule=rule, guards=guards, status_code=403))
    return out


def go(workflow: "Workflow", out: Outcome, nxt: "Snapshot", event: "Event", move: "transitions.Move", approval: "Json | None" = None) -> Outcome:
    machine, source = nxt["machine"], nxt["state"]
    before, nxt = nxt, dict(nxt)
    try:
        if "invoke" in move.branch:
            passed = runs.invoke(workflow, nxt, move.branch, event.time)
        else:
            passed = runs.enter(workflow, nxt, machine, move.branch["target"], event.time)
    except (KeyError, ValueError) as error:
        return _refused(out, before, before, event, move.event, "the workflow cannot go there: %s" % error, "workflow", move.guards)
    nxt["turn"] = dict(nxt["turn"], moves=nxt["turn"]["moves"] + 1)
    nxt["refused"] = {"rule": "", "n": 0}
    nxt["ended"] = event.time if nxt["final"] else None
    out.snapshot = nxt
    at = source
    for number, place in enumerate(passed):
        inner, _, name = place.partition("/")
        what = "fallback" if move.fallback and not number else "transition"
        step = entry(
            what,
            nxt,
            event,
            machine=inner,
            state=name,
            event="done" if number else "unknown" if move.fallback else move.event,
            source=at,
            target=name,
            guards=[] if number else move.guards,
        )
        if approval is not None and not number:
            step["from_agents"] = [{"from": "human-approver", "summary": "%s approved" % approval["id"]}]
            step["road"] = event.extra.get("road", "terminal")
        out.entries.append(step)
        at = name
    if nxt["final"]:
        out.entries.append({"kind": "end", "outcome": outcome(workflow.state(nxt["machine"], nxt["state"])), "source": "final"})
    out.tell = brief.summary(workflow.state(nxt["machine"], nxt["state"]), nxt, nxt["own"])
    if move.fallback:
        out.tell = "There is no event %s here; the fallback was taken.\n%s" % (move.event, out.tell)
    return out


def outcome(state: "Json") -> str:
    """A final state's outcome in the trace's words."""
    return "failed" if state.get("outcome") == "failure" else "completed"


def tried(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A person's verb came by a road that is no person's. ``event.extra``: verb, why."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    verb = event.extra["verb"]
    remember(nxt, event, "authority", verb, event.extra["why"])
    out.entries.append(entry("transition_refused", snap, event, event=verb, rule="authority", guards=[], status_code=403))
    return out


def mode(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A person pauses, resumes or switches off the run. ``event.extra``: status (running, paused, off)."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    wanted = event.extra["status"]
    nxt["status"] = "waiting" if wanted == "running" and nxt["approval"] else wanted
    if wanted == "running":
        nxt["senders"] = {}  # a session may go on in another container
    out.entries.append(entry("mode", nxt, event, result=wanted))
    return out


def config(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """The harness's settings changed under our hooks. ``event.extra``: fault, what is wrong with them, "" when nothing."""
    out = Outcome()
    if not event.extra.get("fault"):
        return out
    out.snapshot = dict(snap)
    out.block = True
    out.reason = "statewright: this settings change is not taken: %s" % event.extra["fault"]
    out.entries.append(entry("config", snap, event, rule="protection", status_code=403))
    return out
