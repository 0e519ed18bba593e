"""What our MCP server does when a tool is called: the command line's answers, for the run whose hook let the call through."""

from __future__ import annotations

import json
import tempfile
from typing import IO, Any

from statewright import agent, fast, look
from statewright.cli import checks
from statewright.cli.ground import Place
from statewright.model import Event
from statewright.policy.words import own_tool
from statewright.store import acceptance
from statewright.store import run as store

Json = dict[str, Any]
TAIL = 8000  # bytes of a check's output that are passed on
NOT_SEEN = "the hook did not let this call through (is statewright installed in this client? a person looks with: statewright doctor)"


class Refused(Exception):
    """The answer is no; the message is for the model."""


def call(name: str, given: Json, ident: str) -> str:
    """The text of a tool's result. ident: the harness's name for the call, "" when it tells none. Refused is an error result."""
    words = own_tool.words(name, given)
    if words is None:
        raise Refused(own_tool.usage(name))
    place = Place(*agent.here())
    run = run_of(place, words, ident)
    if name == "transition":
        return _transition(place, run, words, given, ident)
    if name == "check":
        return _check(place, run, words, ident)
    seen = look.view(place.project, place.data, run)
    if name == "approval_status":
        return _text({"status": seen.get("status"), "approval": seen.get("approval")})
    return _text(seen if name == "get_state" else workflows(place, run))


def run_of(place: Place, words: list[str], ident: str) -> store.Run | None:
    """The run that holds this call as let through and not yet ended; where the harness names no call, the session's."""
    mine = store.find(place.project, place.session) if place.session else None
    names = store.names(place.project) if ident else []
    runs: list[store.Run] = [*([mine] if mine else []), *(store.Run(place.project, name) for name in names)]
    for run in runs:
        try:
            if ident in run.read()["pending"]:
                return run
        except store.Damaged:
            continue
    return mine or agent.current(place.project, place.session, words) or agent.current(place.project, place.session)


def _transition(place: Place, run: store.Run | None, words: list[str], given: Json, ident: str) -> str:
    if run is None:
        raise Refused(NOT_SEEN)
    extra = {"event": given["event"], "data": given.get("data", {}), "reason": given.get("reason", ""), "ticket": words, "nonce": fast.token(6)}
    if ident:
        extra["call"] = ident
    out = run.decide(Event("transition", time=fast.now(), own=agent.own_names(), extra=extra))
    came, hint = agent.settle(run, place.data, out)
    if not came["ok"]:
        raise Refused("refused: %s%s" % (out.reason, "\n" + hint if hint else ""))
    return out.tell


def _check(place: Place, run: store.Run | None, words: list[str], ident: str) -> str:
    """Run declared checks; only a call that the hook let through is recorded, and only such a one is run."""
    if run is None or not checks.claim(run, words, ident):
        raise Refused(NOT_SEEN)
    snap = run.read()
    declared = run.plan(snap).state(snap["machine"], snap["state"]).get("checks", {})
    wanted = list(declared) if words[-1] == "--all" else [words[-1]]
    if not declared or wanted[0] not in declared:
        raise Refused("the workflow declares no check %s; declared: %s" % (wanted[0] if wanted else "", ", ".join(declared) or "none"))
    parts, failed = [], False
    for name in wanted:
        with tempfile.TemporaryFile() as output:
            clock, began = run.read()["clock"], fast.now()
            why, by = checks.believed(place, run, name, declared[name])
            if not why:
                code, found = checks.measure(place, declared[name], name, True, output)
                why = checks.believed(place, run, name, declared[name], by)[0]
            if why:
                raise Refused("%s: not counted: %s" % (name, why))
            row = checks.record(run, name, code, clock, began, fast.now(), declared[name], found)
            parts.append("%s: %s (exit status %d)\n%s" % (name, row["status"], code, _tail(output)))
        failed = failed or row["status"] != "passed"
    if failed:
        raise Refused("\n".join(parts))
    return "\n".join(parts)


def _tail(output: IO[bytes]) -> str:
    size = output.seek(0, 2)
    output.seek(max(0, size - TAIL))
    text = output.read().decode("utf-8", "replace")
    return "[%d bytes left out]\n%s" % (size - TAIL, text) if size > TAIL else text


def workflows(place: Place, run: store.Run | None) -> Json:
    """The machines that rule here with their states, and which one the run is in."""
    snap = run.read() if run is not None else None
    if run is not None and snap:
        plan = run.plan(snap)
    else:
        plan = acceptance.ensure_plan(place.project, acceptance.current_digest(place.project, place.data)[0], place.data)
    head = plan.head()
    states: dict[str, list[str]] = {}
    for key in head["index"]:
        machine, _, state = key.partition("/")
        states.setdefault(machine, []).append(state)
    machines = {name: {"initial": one["initial"], "states": states.get(name, [])} for name, one in head["machines"].items()}
    return {"main": head["id"], "current": "%s/%s" % (snap["machine"], snap["state"]) if snap else None, "machines": machines}


def _text(value: Json) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)

