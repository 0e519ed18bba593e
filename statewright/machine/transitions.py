"""Which transition an event leads to from a state, and what stands against it."""

from statewright.machine.guards import explain, failing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json, State

FACT_ROOTS = ("checks", "run", "state")  # facts: nobody's to assert


class Move:
    """A transition found. refused: why there is none. branch: the compiled branch taken."""

    __slots__ = ("branch", "event", "fallback", "guards", "refused", "rule")

    def __init__(self, event: str) -> None:
        self.event = event
        self.branch: Json = {}
        self.guards: list[str] = []
        self.fallback = False
        self.refused = ""
        self.rule = ""


def merged(context: "Json", data: "Json", machines: "list[str] | tuple[()]" = ()) -> "Json":
    """The context with offered data put in; dotted keys reach into objects. ValueError names a key nobody may set.

    machines: those whose results stand in the context under their names, and are what they gave, not what is claimed.
    """
    result = dict(context)
    for key in data:
        parts = key.split(".")
        if parts[0] in machines:
            raise ValueError("%s is what the sub-machine %s gives back, not yours to set" % (key, parts[0]))
        if parts[0] in FACT_ROOTS or not all(parts):
            raise ValueError("%s is a fact, not yours to set: it comes from checks and counters" % key)
        place = result
        for part in parts[:-1]:
            inner = place.get(part)
            place[part] = dict(inner) if isinstance(inner, dict) else {}
            place = place[part]
        place[parts[-1]] = data[key]
    return result


def take(state: "State", event: str, facts: "Json", pending: bool, own: str = "statewright") -> "Move":
    """The transition ``event`` means in ``state``. facts: context and facts, offered data merged in. own: what the agent calls us by."""
    move = Move(event)
    branches: Any = state.get("on", {}).get(event)
    if branches is None:
        return _fallback(state, move, facts, pending)
    reasons, wanting = [], []
    defined = state.get("guards", {})
    for branch in branches:
        names = branch.get("guards", [])
        failed = failing(names, defined, facts)
        move.guards.extend(name for name in names if name not in move.guards)
        if not failed:
            move.branch = branch
            return move
        wanting += [defined[name] for name in failed if name in defined]
        reasons.append("; ".join(explain(name, defined.get(name), facts) for name in failed))
    move.rule = "guard"
    if len(reasons) == 1:
        move.refused = "%s is held back: %s" % (event, reasons[0])
    else:
        move.refused = "%s is held back, no branch passes: %s" % (
            event,
            " | ".join("%d. to %s: %s" % (n + 1, branches[n].get("target", branches[n].get("invoke")), text) for n, text in enumerate(reasons)),
        )
    move.refused += supply(wanting, facts, state.get("checks", {}), own)
    return move


def supply(guards: "list[Json]", facts: "Json", declared: "Json", own: str) -> str:
    """Which command supplies the facts that guards found wanting; "" when none of them is a check's."""
    words = []
    for field in dict.fromkeys(guard["field"] for guard in guards):
        root, _, rest = field.partition(".")
        name, _, fact = rest.partition(".")
        if root != "checks" or name not in declared:
            continue
        seen = facts.get("checks", {}).get(name, {})
        if fact == "weakened" and seen.get("weakened"):
            words.append("tests were deleted or are skipped now: bring them back, or a person runs: %s attest %s" % (own, name))
            continue
        first = {"stale": "something changed since it began; ", "failed": "mend what fails; "}.get(seen.get("status"), "")
        if seen.get("empty") and seen["status"] != "stale":
            first = "no test ran, which proves nothing: write one that the command finds, or ask the person to correct the command; "
        text = "%sto supply checks.%s run: %s check %s (it runs %s)" % (first, name, own, name, declared[name]["command"])
        if text not in words:
            words.append(text)
    return ". " + "; ".join(words) if words else ""


def _fallback(state: "State", move: "Move", facts: "Json", pending: bool) -> "Move":
    """An unknown event goes to ``safe_next``, but never round an approval or a guard."""
    events = state.get("on", {})
    known = ", ".join(events) or "none"
    target = state.get("safe_next")
    if not target:
        move.rule = "event"
        move.refused = "there is no event %s in state %s; its events are: %s" % (move.event, state["s"], known)
        return move
    defined = state.get("guards", {})
    for name, branches in events.items():
        to_target = [branch for branch in branches if target in (branch.get("target"), branch.get("on_complete"), branch.get("on_fail"))]
        approval = any(branch.get("approval") for branch in to_target)
        open_now = any(not failing(branch.get("guards", []), defined, facts) for branch in to_target)
        if to_target and (approval or not open_now):
            move.rule = "safe_next"
            move.refused = "there is no event %s in state %s, and the fallback to %s would go round what %s asks for; its events are: %s" % (
                move.event,
                state["s"],
                target,
                name,
                known,
            )
            return move
    if pending:
        move.rule = "safe_next"
        move.refused = "there is no event %s in state %s, and no fallback while an approval is pending" % (move.event, state["s"])
        return move
    move.fallback = True
    move.branch = {"target": target}
    return move
