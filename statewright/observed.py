"""A declared check whose command the agent ran itself: what its call is remembered by, and what its end proves. Pure."""

from statewright import moves, results
from statewright.model import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json, Outcome, Snapshot, State, Workflow


def begun(state: "State", event: "Event", name: str, nxt: "Snapshot") -> "Json":
    """What a check's call is remembered by; of one whose program is not to be believed, why. The record that told of it is the run's last."""
    from statewright.machine.counts import kind_of

    declared = state["checks"][name]
    look = event.extra.get("programs")
    least = nxt.get("told", 0)
    why, by, number = look(event, declared, "", least) if look else ("", "", 0)
    if number > least:
        nxt["told"] = number
    if why:
        return {"doubted": name, "doubt": why}
    return {"check": name, "line": declared["command"].strip(), "parse": kind_of(declared), "by": by, "cwd": declared.get("cwd", "")}


def ended(out: "Outcome", workflow: "Workflow", nxt: "Snapshot", call: "Json", event: "Event") -> "Snapshot":
    """A check's own command ended in sight of the hook: its status is a fact, of the weakest grade."""
    code = event.extra.get("exit_code")
    line = call.get("line", "")
    if call.get("doubt"):
        return _not_counted(out, nxt, event, call["doubted"], call["doubt"])
    if code is None or (event.command is not None and event.command.strip() != line):
        return nxt  # not known, or another hook put another command in its place
    if call.get("by") and event.extra.get("programs"):
        why = event.extra["programs"](event, {"command": line, "cwd": call["cwd"]}, call["by"], nxt.get("told", 0))[0]
        if why:
            return _not_counted(out, nxt, event, call["check"], why)
    extra = {
        "name": call["check"], "exit_code": code, "grade": "observed", "clock": call["clock"], "started": call["at"], "call": event.call,
        "command": line,
    }  # fmt: skip
    _counted(extra, call.get("parse", ""), event)
    seen = results.checked(workflow, nxt, Event("checked", time=event.time, extra=extra), None)
    out.entries.extend(seen.entries)
    return seen.snapshot or nxt


def _not_counted(out: "Outcome", nxt: "Snapshot", event: "Event", name: str, why: str) -> "Snapshot":
    seen = results.doubted(nxt, Event("doubted", time=event.time, tool=event.tool, extra={"name": name, "why": why}))
    out.entries.extend(seen.entries)
    out.tell = out.tell or seen.tell
    return seen.snapshot or nxt


def _counted(extra: "Json", kind: str, event: "Event") -> None:
    """What the output tells besides the exit status, as far as it came along: the counts, and that no test ran."""
    result = event.result
    text = event.error
    if isinstance(result, dict):
        text = "\n".join([part for part in (result.get("stdout"), result.get("stderr")) if isinstance(part, str) and part])
    if not isinstance(text, str) or not text:
        return
    from statewright.machine.counts import counts, nothing_ran

    extra["counts"] = counts(kind, text)
    extra["nothing"] = nothing_ran(kind, text)


def ended_again(out: "Outcome", nxt: "Snapshot", event: "Event") -> None:
    """A second end of a check's call that tells another result: one of the two was made up, so neither counts."""
    for name, rec in nxt["checks"].items():
        if rec.get("call") == event.call and rec["exit_code"] != event.extra.get("exit_code") and rec["status"] != "unknown":
            doubted = dict(rec, status="unknown", grade="none", exit_code=None)
            nxt["checks"] = dict(nxt["checks"], **{name: doubted})
            moves.remember(nxt, event, "sender", event.tool, "check %s: two ends of one call disagree, its result counts for nothing" % name)
            out.entries.append(moves.entry("forgery", nxt, event, rule="sender", check=name, record=doubted, status_code=403))
