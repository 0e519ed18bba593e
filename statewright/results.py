"""The part of the kernel that keeps what checks gave: who may record a result, and what guards read of it. Pure."""

from statewright import moves
from statewright.model import DENY, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json, Snapshot, Workflow

FEWER = ("total", "tests")  # less of these than before: tests went away
MORE = ("skipped", "skips")  # more of these: tests no longer run


def claim(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A check is about to be run by us. ``event.extra["ticket"]`` as for a transition: used up here, before it runs."""
    out = Outcome()
    why = moves.unentitled(snap, event)
    if why:
        out.effect, out.rule, out.reason = DENY, "ticket", why if why != moves.NO_TICKET else ""
        return out
    if event.extra["ticket"] is not True:
        out.snapshot = dict(snap, ticket=None)
    return out


def checked(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A check's result. ``event.extra``: name, exit_code, grade, clock (the run's when the check started), started, command, counts, call, road, and
    ``nothing`` where its output says that no test ran: it failed then, whatever its exit status, since it shows nothing.
    """
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    given = event.extra
    name = given["name"]
    declared = workflow.state(snap["machine"], snap["state"]).get("checks", {}).get(name, {})
    if given.get("told"):
        nxt["told"] = max(given["told"], nxt.get("told", 0))  # the record of the programs that it was told by
    before = nxt["checks"].get(name, {})
    result = {
        "status": "passed" if given["exit_code"] == 0 and not given.get("nothing") else "failed",
        "empty": bool(given.get("nothing")),
        "exit_code": given["exit_code"],
        "grade": given["grade"],
        "clock": given["clock"],
        "at": event.time,
        "command": given.get("command") or declared.get("command", ""),
    }
    if before.get("command", result["command"]) != result["command"]:
        before = {}  # another machine's check of the same name
    result["previous_status"] = _previous(before, result)
    if given.get("call"):
        result["call"] = given["call"]  # whose end it was: another end that disagrees makes it doubtful
    _weigh(before, result, given.get("counts") or {})
    nxt["checks"] = dict(nxt["checks"], **{name: result})
    began = given.get("started", event.time)
    step = moves.entry("check", nxt, event, check=name, grade=result["grade"], result=result["status"], record=result, started=began)
    if given.get("road"):
        step["road"] = given["road"]
    out.entries.append(step)
    return out


def doubted(snap: "Snapshot", event: "Event") -> Outcome:
    """A check ran by a program that is not to be believed: nothing is known by it, whatever it said. ``event.extra``: name, why."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    name, why = event.extra["name"], event.extra["why"]
    if event.extra.get("told"):
        nxt["told"] = event.extra["told"]
    out.tell = "statewright: this run of check %s is not counted: %s." % (name, why)
    moves.remember(nxt, event, "program", event.tool or "check", "check %s is not counted: %s" % (name, why))
    out.entries.append(moves.entry("doubt", nxt, event, check=name, rule="program", status_code=403))
    return out


def _previous(before: "Json", result: "Json") -> str:
    """The result before this one. A repeat with nothing changed in between is no new result: red-then-green stays so."""
    if before.get("clock") == result["clock"] and before.get("status") == result["status"]:
        return str(before["previous_status"])
    return str(before.get("status", "unknown"))


def _weigh(before: "Json", result: "Json", counts: "Json") -> None:
    """Keep the counts, and whether tests went away or were switched off since the last run that had them all.

    What it is compared with stays until a run has all tests again or a person attests the check: running twice launders nothing.
    """
    result.update(counts)
    base = before.get("base", {})
    if result["grade"] == "attested":
        base = {}
    known = {key: counts[key] for key in FEWER + MORE if key in counts}
    less = any(key in known and key in base and known[key] < base[key] for key in FEWER)
    more = any(key in known and key in base and known[key] > base[key] for key in MORE)
    result["weakened"] = less or more or (bool(base) and not known)  # a summary that went away hides what it would tell
    result["base"] = base if result["weakened"] else {**base, **known}
