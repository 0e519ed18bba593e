"""Commands about a run: start, status, transition, check, log, prune."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from statewright import agent, fast, person
from statewright.cli import checks
from statewright.cli.ground import AsJson, Json, No, Place, RunName, count, here, named, only_person, pick, runs, say, say_json, the_run
from statewright.store import acceptance, layout
from statewright.store import run as store
from statewright.store.start import begin
from statewright.trace import reading

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True}


def add(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command()(start)
    app.command(context_settings=PASSED_ON)(status)
    app.command(context_settings=PASSED_ON)(transition)
    app.command(context_settings=PASSED_ON, hidden=True)(statusline)
    app.command()(check)
    app.command()(log)
    app.command()(prune)


def start() -> None:
    """Start a run by hand (a person's).

    With activation manual the next session starts in the initial state; with scope project the run of all sessions begins
    now. A workflow with errors is not started.
    """
    from statewright.workflow.compiler import compile_project, write_plan

    place = here()
    only_person("start", place, terminal=None if runs(place) else True)  # the first may come from a script, never from an agent
    compiled = compile_project(place.project)
    if compiled.errors:
        for problem in compiled.errors:
            typer.echo(str(problem), err=True)
        raise No("the workflow has %s; nothing is started" % count(len(compiled.errors), "error"))
    write_plan(place.project, compiled, place.data)
    config = compiled.config
    if config.mode == "off":
        raise No("the mode is off; a person runs: statewright resume")
    if config.scope == "project":
        run = begin(place.project, place.data, "", "terminal", fast.now(), by_person=True)
        snap = run.read()
        say("Run %s: workflow %s, state %s." % (run.name, snap["machine"], snap["state"]))
    elif config.activation == "manual":
        fast.make_dirs(layout.runs_dir(place.project))
        fast.replace(layout.runs_dir(place.project) + "/armed", fast.iso(fast.now()).encode())
        main = compiled.head["id"]
        say("The next session's first tool call starts a run of %s in %s." % (main, compiled.head["machines"][main]["initial"]))
    else:
        say("Nothing to do: with activation auto a run starts with a session's first tool call, and again with your prompt after a final state.")


def status(ctx: typer.Context, as_json: AsJson = False) -> int:
    """Where the run stands: what is allowed, limits left, what leads on, last refusals."""
    return agent.main(["status", *(["--json"] if as_json else []), *ctx.args])


def transition(ctx: typer.Context) -> int:
    """Move the run on by an event of its state.

    statewright transition EVENT [--set key=value]... [--reason TEXT] [--json]

    The hook lets exactly this plain command of an agent through; called any other way it needs a person's terminal.
    """
    return agent.main(["transition", *ctx.args])


def statusline(ctx: typer.Context) -> int:
    """One line for the harness's status bar."""
    return agent.main(["statusline", *ctx.args])


def check(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="A check the workflow declares.")] = "",
    every: Annotated[bool, typer.Option("--all", help="Run all of them, in the workflow's order.")] = False,
    as_json: AsJson = False,
) -> int:
    """Run a declared check and record its result as a measured fact; exit status 0 when it passed."""
    place = here()
    words = list(ctx.obj or [])
    run = agent.current(place.project, place.session, words)
    declared = _declared(place, run)
    if every == bool(name):
        raise agent.WrongUse("usage: statewright check NAME, or --all; declared: %s" % (", ".join(declared) or "none"))
    if name and name not in declared:
        raise agent.WrongUse("the workflow declares no check %s; declared: %s" % (name, ", ".join(declared) or "none"))
    why = "no run goes on" if run is None else _may_not_record(run, words)
    counts = not why
    results = {one: _one(place, run if counts else None, one, declared[one], as_json) for one in (declared if every else [name])}
    if as_json:
        say_json({"recorded": counts, "checks": results})
    elif not counts:
        say("Not recorded: %s." % why)
    return 0 if all(row["status"] == "passed" for row in results.values()) else 1


def _declared(place: Place, run: store.Run | None) -> dict[str, Json]:
    if run is not None:
        snap = run.read()
        found = run.plan(snap).state(snap["machine"], snap["state"])
    else:
        plan = acceptance.ensure_plan(place.project, acceptance.current_digest(place.project, place.data)[0], place.data)
        main = plan.head()["id"]
        found = plan.state(main, plan.machine(main)["initial"])
    return dict(found.get("checks", {}))


def _may_not_record(run: store.Run, words: list[str]) -> str:
    """A result counts when the hook let this very command through, or a person runs it: another's PATH could lie. The ticket is used up."""
    why = checks.refusal(run, words)
    return why and (checks.refusal(run, not person.at_terminal()) and why)


def _one(place: Place, run: store.Run | None, name: str, declared: Json, quiet: bool) -> Json:
    clock = run.read()["clock"] if run is not None else 0
    why, by = checks.believed(place, run, name, declared) if run is not None else ("", "")
    if why:  # what would run is not the check
        return _doubted(name, why, quiet)
    began = fast.now()
    code, found = checks.measure(place, declared, name, quiet)
    ended = fast.now()
    why = checks.believed(place, run, name, declared, by)[0] if run is not None else ""
    if why:
        return _doubted(name, why, quiet)
    result: Json = {"status": "passed" if code == 0 and not found.get("empty") else "failed", "exit_code": code, "grade": "none", **found}
    if run is not None:
        result = checks.record(run, name, code, clock, began, ended, declared, found)
    if not quiet:
        say("%s: %s (exit status %d, %.1f s%s)" % (name, result["status"], code, ended - began, _told(result)))
    return dict(result, seconds=round(ended - began, 3))


def _doubted(name: str, why: str, quiet: bool) -> Json:
    if not quiet:
        say("%s: not counted: %s" % (name, why))
    return {"status": "unknown", "exit_code": None, "grade": "none", "reason": why}


def _told(result: Json) -> str:
    """The counts of a result, and that tests went away."""
    words = ["%d %s" % (result[key], key) for key in ("passed", "failed", "skipped") if result.get(key)]
    if result.get("empty"):
        words.insert(0, "no test ran")
    return "".join(", " + word for word in words) + ("; fewer tests or more skipped ones than before" if result.get("weakened") else "")


def log(
    lines: Annotated[int, typer.Option("--lines", "-n", min=1, help="How many of the last lines.")] = 20,
    run_name: RunName = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print the journal's own lines.")] = False,
) -> None:
    """The last lines of the run's journal."""
    place = here()
    run = named(place, run_name) if run_name else the_run(place)
    folder = Path(run.dir)
    raw = [line for line, _ in reading.raw_lines(folder, reading.snapshot(folder))][-lines:]
    for line in raw:
        say(line.decode("utf-8", "replace") if as_json else sentence(reading.parsed(line)))


def sentence(line: Json | None) -> str:
    """A journal line for a reader."""
    if line is None:
        return "   ?  (a line that cannot be read)"
    step = line.get("step") or {}
    at = str(line.get("at") or step.get("timestamp") or step.get("started_at") or "")[11:19]
    what = str(line.get("what") or line["kind"]).replace("_", " ")
    facts = []
    tool = next((call.get("tool_name") for call in step.get("tool_calls", []) if isinstance(call, dict)), None)
    if tool:
        facts.append(str(tool))
    if line.get("event"):
        facts.append("%s%s" % (line["event"], " -> %s" % line["target"] if line.get("target") else ""))
    for key in ("rule", "check", "result", "answer", "grade", "road", "workflow", "run"):
        if line.get(key):
            facts.append("%s %s" % (key, line[key]))
    return ("%4d  %s  %-20s %-26s %s" % (line["seq"], at, what, line.get("state", ""), ", ".join(facts))).rstrip()


def prune(
    days: Annotated[int, typer.Option("--days", min=0, help="Remove runs untouched for longer.")] = 30,
    keep: Annotated[int, typer.Option("--keep", min=0, help="Keep at most so many runs that have ended.")] = 50,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be removed.")] = False,
    as_json: AsJson = False,
) -> None:
    """Remove old runs with their traces (a person's). A run that has not ended goes only by age."""
    from statewright.cli.pruning import doomed, remove

    place = here()
    if not dry_run:
        only_person("prune", place, pick(place), terminal=True)
    names = doomed(place, days, keep, fast.now())
    if not dry_run:
        remove(place, names)
    if as_json:
        say(json.dumps({"removed": names, "dry_run": dry_run}))
    else:
        say("%s %d runs%s." % ("Would remove" if dry_run else "Removed", len(names), ": " + ", ".join(names) if names else ""))
