"""The part of the kernel that follows a turn: its end, the next prompt, the session's end. Pure."""

from statewright import brief, calls, moves
from statewright.model import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Snapshot, Workflow


def stop(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """End of a turn: calls without an end were interrupted; in an unfinished state the model is sent back once."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    out.entries.extend(event.extra.get("heard", ()))
    waiting = dict(nxt["pending"])
    for name in [name for name in waiting if waiting[name]["agent"] == event.agent and waiting[name]["tool"] != "Agent"]:
        out.entries.append(calls.call_step(nxt, waiting.pop(name), event, 499, name))
    nxt["pending"] = waiting
    if nxt["background"]:
        from statewright.background import running

        nxt["background"] = running(nxt["background"], event)
    if event.kind == "subagent_stop" and event.agent and event.agent_type:  # one without a type is the harness's own helper
        nxt["returned"] = [*nxt.get("returned", ()), {"agent": event.agent, "type": event.agent_type}][-calls.AGENTS :]
    if nxt["ticket"] and nxt["ticket"]["agent"] == event.agent:  # a subagent's end is not the end of another's command
        nxt["ticket"] = None
    crons = event.extra.get("crons")
    if crons is not None and event.kind == "stop" and crons != nxt.get("crons", []):
        nxt["crons"] = crons  # a prompt of these words is no person's
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
    if not out.entries and all(nxt.get(key) == snap.get(key) for key in ("pending", "ticket", "background", "returned", "crons")):
        out.snapshot = None
    return out


def prompt(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A prompt: a new turn, and a word on where the run stands."""
    out = stop(workflow, snap, event, None)
    nxt = out.snapshot = dict(out.snapshot or snap)
    if nxt["status"] == "waiting" and event.time > nxt["approval"]["deadline"]:
        from statewright.approvals import lapse

        late = nxt["approval"]["event"]
        nxt = out.snapshot = lapse(out, nxt, event)
        nxt["answer"] = "The approval of %s expired: nobody answered in time." % late
    nxt["turn"] = {"edits": 0, "moves": 0, "blocked": False}
    wake(nxt)
    told = nxt.pop("answer", "")  # what a person said to an approval since the last turn
    out.tell = "\n".join(part for part in (told, brief.summary(workflow.state(nxt["machine"], nxt["state"]), nxt, nxt["own"])) if part)
    return out


def session_start(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A session begins or goes on, perhaps in another process of the harness: its background work is no longer waited for.

    After a compaction the model's context is another: an operation on its memory.
    """
    out = Outcome()
    if (snap["background"] and event.source != "compact") or again(snap):
        out.snapshot = dict(snap, background={} if event.source != "compact" else snap["background"])
        wake(out.snapshot)
    named = event.extra.get("pseudonym")
    if event.source == "compact" and named:
        from statewright.trace import memory

        touched = memory.compaction(event.session)
        out.snapshot = dict(out.snapshot or snap)
        out.entries.append(moves.entry("compaction", snap, event, memory=[dict(touched, key=named(touched["touched"]))]))
    return out


def again(snap: "Snapshot") -> bool:
    """Whether a run whose session had ended goes on, as after a resume."""
    return snap["ended"] is not None and not snap["final"]


def wake(nxt: "Snapshot") -> None:
    """Such a run has not ended after all."""
    if again(nxt):
        nxt["ended"] = None


def tasks(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """The harness tells that background work has ended."""
    out = Outcome()
    left = {name: one for name, one in snap["background"].items() if name not in event.extra["tasks_ended"]}
    if left != snap["background"]:
        out.snapshot = dict(snap, background=left)
    return out


def session_end(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    out = stop(workflow, snap, event, None)
    nxt = out.snapshot = dict(out.snapshot or snap)
    if workflow.state(nxt["machine"], nxt["state"]).get("config", {}).get("scope") == "project" and not nxt["final"]:
        return out  # the run of all sessions outlives one of them
    nxt["ended"] = event.time
    out.entries.append({"kind": "end", "outcome": _outcome(workflow, nxt), "source": event.source})
    return out


def _outcome(workflow: "Workflow", snap: "Snapshot") -> str:
    """How a run stands when nobody goes on with it."""
    if snap["final"]:
        return moves.outcome(workflow.state(snap["machine"], snap["state"]))
    return "escalated" if snap["approval"] else "incomplete"


def undecided(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """The gate refused because it could not decide (unreadable input, a fault of ours): that is on record too."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    moves.remember(nxt, event, "undecided", event.tool or "call", "the call could not be judged")
    step = moves.entry("refusal", nxt, event, tool=event.tool or "unknown", call=event.call, agent=event.agent, agent_type=event.agent_type)
    out.entries.append(dict(step, rule="undecided", rules=["undecided"], status_code=403))
    return out
