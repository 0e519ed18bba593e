"""Events that would give, free or prove something must come from the session's harness. Pure.

An agent can start the hook's programs from a script and feed them what it likes. Most made-up events only cost
it something, so a look at the sender is spared for those that would gain: a ticket, a check's result, a
smaller count, the end of background work, a prompt. ``event.sender`` looks; without one nothing is looked at.
"""

from statewright import moves
from statewright.model import DENY, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot

ALWAYS = ("prompt", "approve", "session_start", "session_end")
MOST = 16  # sessions of one run whose senders are remembered
WHY = "statewright [sender, state %s]: %s; it is refused and recorded."
INSIDE = "this event was sent from inside the agent's own shell, not by the program the session runs in"


def held(snap: "Snapshot", event: "Event", out: Outcome) -> Outcome:
    """The outcome itself, or a refusal when it would gain something and the sender is a stranger."""
    if event.sender is None or not _gains(snap, event, out):
        return out
    known = snap.get("senders", {})
    pinned = known.get(event.session, "")
    event.extra["since"] = snap["started"]
    event.extra["company"] = [one for session, one in known.items() if session != event.session]
    found, why = event.sender(pinned, event)
    if why:
        return forged(snap, event, "this event is made up: " + why)
    if found != pinned:
        out.data["pinned"] = True
        nxt = out.snapshot = dict(out.snapshot or snap)
        nxt["senders"] = dict(list(known.items())[1 - MOST :], **{event.session: found})
    return out


def forged(snap: "Snapshot", event: "Event", why: str = INSIDE) -> Outcome:
    """An event the harness did not send: nothing comes of it but a line in the journal."""
    out = Outcome()
    out.data["forged"] = why
    nxt = out.snapshot = dict(snap)
    if event.kind in ("pre", "snippet"):
        out.effect, out.rule = DENY, "sender"
        out.reason = WHY % (snap["state"], why)
    moves.remember(nxt, event, "sender", event.tool or event.kind, why)
    out.entries.append(moves.entry("forgery", nxt, event, rule="sender", status_code=403))
    return out


def _gains(snap: "Snapshot", event: "Event", out: Outcome) -> bool:
    kind, nxt = event.kind, out.snapshot
    if kind in ALWAYS:
        return True
    if nxt is None:
        return False
    if kind in ("pre", "snippet"):
        return bool(nxt["ticket"] and nxt["ticket"] is not snap["ticket"]) or event.session not in snap.get("senders", ())
    less = len(nxt["background"]) < len(snap["background"])
    if kind in ("post", "tasks"):
        return less or nxt["checks"] is not snap["checks"]
    if kind == "batch":
        return less or nxt["count"] < snap["count"] or nxt["bytes"] < snap["bytes"] or len(nxt["pending"]) < len(snap["pending"])
    return kind in ("stop", "subagent_stop") and (
        less or out.block or bool(event.extra.get("moved")) or nxt.get("crons") != snap.get("crons")
    )
