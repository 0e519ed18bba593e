"""A person's answers: approvals, approve, reject, attest, and the passphrase that stands before them."""

from __future__ import annotations

import getpass
from typing import Annotated

import typer

from statewright import agent, brief, fast, passphrase, person, roads
from statewright.cli.ground import AsJson, Json, No, Place, RunName, demand, here, only_person, pick, runs, same_data, say, say_json, the_run
from statewright.look import age
from statewright.model import Event
from statewright.store import environment, layout


def add(app: typer.Typer) -> None:
    """Put the commands into the application."""
    for command in (approvals, approve, reject, attest):
        app.command()(command)
    app.command(name="passphrase")(passphrase_verb)


def approvals(as_json: AsJson = False) -> None:
    """What waits for a person: each with the one-time code that answers it as a prompt (codes only in your own terminal)."""
    place = here()
    why = person.at_terminal()
    road = "" if why or as_json else demand(place)
    found = roads.pending(place.project, place.data)
    if as_json:
        keys = ("id", "event", "message", "asked", "deadline")
        say_json([{"run": name, **{key: ask[key] for key in keys}, "target": brief.target(ask["branch"])} for name, ask, _ in found])
        return
    changed = bool(roads.offer(place.project, place.data))
    if not found and not changed:
        say("Nothing waits for a person.")
    for name, ask, code in found:
        say("%s: %s -> %s%s" % (name, ask["event"], brief.target(ask["branch"]), " (%s)" % ask["message"] if ask["message"] else ""))
        for line in asked(ask):
            say("  " + line)
        if road:
            say("  As a prompt: statewright approve %s" % code if code else "  Its code is void; here: statewright approve --run %s" % name)
    if changed:
        code = roads.accept_code(place.project, place.data) if road else ""
        say("The workflow's files changed. Here: statewright accept%s" % ("; as a prompt: statewright accept %s" % code if code else ""))
    if why and (found or changed):
        say("Codes are not shown: %s." % why)


def asked(ask: Json) -> list[str]:
    """What a person answers, in lines: what the agent said, and the data it brings."""
    lines = ["the agent says: %s" % ask["reason"]] if ask["reason"] else []
    lines += ["sets %s" % key for key in ask["offered"]]
    left = ask["deadline"] - fast.now()
    return [*lines, "expires in %s" % age(left) if left > 0 else "expired"]


def approve(
    code: Annotated[str, typer.Argument(metavar="[CODE]", help="Its one-time code; not needed in a terminal.")] = "",
    run_name: RunName = "",
) -> None:
    """Approve the transition that waits (a person's, in a terminal of their own)."""
    place = here()
    _answer(place, run_name, "approve", "", code)


def reject(
    reason: Annotated[str, typer.Argument(metavar="[REASON]", help="Told to the agent.")] = "",
    run_name: RunName = "",
) -> None:
    """Refuse the transition that waits; the run goes on in its state (a person's)."""
    place = here()
    _answer(place, run_name, "reject", reason, "")


def _answer(place: Place, run_name: str, verb: str, reason: str, code: str) -> None:
    only_person(verb, place, pick(place, run_name))
    waiting = [(name, run) for name, run, snap in runs(place) if snap["status"] == "waiting" and run_name in ("", name)]
    if not waiting:
        same_data(place)
        raise No("no approval is pending%s" % (" in run %s" % run_name if run_name else ""))
    if len(waiting) > 1:
        raise No("several runs wait; name one with --run: %s" % ", ".join(name for name, _ in waiting))
    run = waiting[0][1]
    ask = run.read()["approval"]
    if not ask:
        raise No("no approval is pending")
    say("%s: %s -> %s" % (waiting[0][0], ask["event"], brief.target(ask["branch"])))
    for line in asked(ask):
        say("  " + line)
    road = demand(place)  # after it is plain what the answer is about
    extra: Json = {"approved": verb == "approve", "reason": reason, "road": road, "id": ask["id"]}
    if code:
        extra["code"] = code
    out = run.decide(Event("approve", time=fast.now(), extra=extra))
    snap = run.read()
    if snap["session"]:
        environment.write(place.data, snap["session"], run.plan(snap).state(snap["machine"], snap["state"]))
    if out.effect == "deny":
        raise No(out.reason)
    if verb == "approve":
        say("Approved: %s. The run is in %s/%s." % (ask["event"], snap["machine"], snap["state"]))
    else:
        say("Rejected: %s. The run stays in %s/%s." % (ask["event"], snap["machine"], snap["state"]))


def attest(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A check the workflow declares.")],
    failed: Annotated[bool, typer.Option("--failed", help="Say that it does not hold.")] = False,
    run_name: RunName = "",
) -> None:
    """Say that a check holds (a person's): from your own knowledge, now; the strongest grade."""
    place = here()
    road = only_person("attest", place, pick(place, run_name), asks=True)
    run = the_run(place, run_name)
    snap = run.read()
    declared = run.plan(snap).state(snap["machine"], snap["state"]).get("checks", {})
    if name not in declared:
        raise agent.WrongUse("the workflow declares no check %s; declared: %s" % (name, ", ".join(declared) or "none"))
    now = fast.now()
    extra = {"name": name, "exit_code": 1 if failed else 0, "grade": "attested", "clock": snap["clock"], "started": now, "road": road}
    run.decide(Event("checked", time=now, extra=extra))
    say("Attested: %s %s in run %s." % (name, "failed" if failed else "passed", run.name))


def passphrase_verb(
    do: Annotated[str, typer.Argument(metavar="ACTION", help="set, change or remove.")],
) -> None:
    """A passphrase before a terminal approves (a person's): what imitates a terminal does not know it."""
    if do not in ("set", "change", "remove"):
        raise agent.WrongUse("usage: statewright passphrase set, change or remove")
    only_person("passphrase")
    data = layout.data_home()
    there = passphrase.is_set(data)
    if there == (do == "set"):
        raise No("a passphrase is set; use: statewright passphrase change" if there else "no passphrase is set")
    if there:
        demand(None)
    if do == "remove":
        passphrase.remove(data)
        say("The passphrase is gone.")
        return
    fresh = getpass.getpass("New passphrase: ")
    if fresh != getpass.getpass("Once more: "):
        raise No("the two are not the same; nothing was changed")
    try:
        passphrase.write(data, fresh)
    except ValueError as error:
        raise No(str(error)) from None
    say("The passphrase is set. Who forgets it removes %s" % passphrase.path(data))
