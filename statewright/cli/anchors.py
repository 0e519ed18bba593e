"""Commands about what a trace is worth to others: receipt, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from statewright import agent
from statewright.cli.ground import AsJson, Json, No, here, say, say_json
from statewright.cli.traces import RunArgument, folder_of, fresh
from statewright.store import layout
from statewright.trace import anchor, reading


def verify(
    run: RunArgument = "",
    head: Annotated[str, typer.Option("--head", metavar="HASH", help="A chain head noted earlier (trace receipt).")] = "",
    ci: Annotated[bool, typer.Option("--ci", help="Hold the commit's note (trace receipt --git-note) against the runs; fail on every gap.")] = False,
    commit: Annotated[str, typer.Option("--commit", metavar="REV", help="With --ci: the commit meant.")] = "HEAD",
    as_json: AsJson = False,
) -> int:
    """Find what was changed: a missing, changed or reordered line, what a run's state claims beyond its journal; exit status 1 when there is one.

    With --ci: exit status 1 when the commit has no receipt, a run's journal is not here, was changed, or does not bear the
    receipt out, or when the run did not end well, was not held all the time, failed a check, or had another workflow.
    """
    from statewright.trace.verify import verify as check

    if ci:
        return _gaps(run, commit, as_json)
    result = check(folder_of(run), head)
    if as_json:
        say_json(vars(result))
    elif result.ok:
        say("Whole: %d lines, %d steps, head %s." % (result.lines, result.steps, result.head[:16]))
    elif result.differences:
        say("The journal is whole (%d lines), but the run's state claims what it does not prove:" % result.lines)
        for why in result.differences:
            say("  " + why)
    else:
        say("Broken at %s" % result.faults()[0])
    if not as_json:
        for note in result.notes:
            say("note: %s" % note)
    return 0 if result.ok else 1


def _gaps(run: str, commit: str, as_json: bool) -> int:
    place = here()
    runs = Path(layout.runs_dir(place.project))
    folder = reading.run_dir(run) if "/" in run else runs / run if run else None
    found = anchor.gaps(place.project, commit, folder, runs, layout.source_digest(place.project))
    if as_json:
        say_json({"commit": commit, "ok": not found, "gaps": found})
    else:
        for why in found:
            say("gap: %s" % why)
        say("%s: %s" % (commit, "not vouched for" if found else "vouched for, no gap"))
    return 1 if found else 0


def receipt(
    run: RunArgument = "",
    git_note: Annotated[bool, typer.Option("--git-note", help="Bind it to the current commit as a git note (refs/notes/statewright).")] = False,
    commit: Annotated[str, typer.Option("--commit", metavar="REV", help="With --git-note: the commit meant.")] = "HEAD",
    as_json: AsJson = False,
) -> None:
    """What to keep elsewhere of a run: workflow digest, states, checks with grades, approvals, chain head."""
    from statewright.trace.receipt import receipt as facts_of

    folder = fresh(folder_of(run))
    if not any(path.exists() for path in reading.parts(folder, None)):
        raise agent.WrongUse("there is no journal in %s" % folder)
    facts = facts_of(folder)
    if git_note:
        try:
            name = anchor.write_note(str(folder.resolve().parents[2]), facts, commit)
        except anchor.NoGit as error:
            raise No("no note was written: %s" % error) from None
        except ValueError as error:
            raise No("no note was written: %s; look at it with git notes --ref=statewright show" % error) from None
    if as_json:
        say_json(facts)
        return
    for key, value in facts.items():
        say("%-10s %s" % (key.replace("_", " "), _words(value)))
    if git_note:
        say("Bound to commit %s; push it with: git push origin refs/notes/statewright" % name[:12])


def _words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join("%s %s (%s)" % (name, row["status"], row["grade"]) for name, row in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(_one(item) for item in value) or "none"
    return str(value)


def _one(item: "Json | str | int") -> str:
    return "%s %s by %s" % (item["event"], item["answer"], item["road"]) if isinstance(item, dict) else str(item)
