"""Commands about traces: show, export, verify, validate, stats, receipt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from statewright import agent, fast
from statewright.cli.ground import AsJson, Json, No, here, named, say, say_json, the_run
from statewright.store import heard, layout
from statewright.store import run as store
from statewright.trace import reading

RunArgument = Annotated[str, typer.Argument(metavar="[RUN]", help="A run's name or folder; the current run when left out.")]


def build() -> typer.Typer:
    """The group of commands."""
    app = typer.Typer(help="A run's trace: look at it, check it, hand it on.", no_args_is_help=True, rich_markup_mode=None)
    for command in (show, export, verify, validate, stats, receipt):
        app.command()(command)
    return app


def folder_of(run: str) -> Path:
    """A run's folder, by path, by name, or the current one."""
    if run and ("/" in run or Path(run, reading.JOURNAL).exists()):
        return reading.run_dir(run)
    place = here()
    return Path((named(place, run) if run else the_run(place)).dir)


def fresh(folder: Path) -> Path:
    """The run's folder, after what its harness wrote late into the transcript is in the journal too."""
    home = folder.resolve().parent
    if home.name == "runs" and home.parent.name == layout.FOLDER:
        try:
            heard.refresh(store.Run(str(home.parent.parent), folder.resolve().name), fast.now())
        except (OSError, fast.Busy, store.Damaged) as error:
            typer.echo("statewright: the newest model calls may be missing: %s" % (error or "the run is locked"), err=True)
    return folder


def steps(folder: Path) -> list[Json]:
    """The journal's lines that hold a step."""
    lines = (reading.parsed(raw) for raw, _ in reading.raw_lines(folder, reading.snapshot(folder)))
    return [line for line in lines if line is not None and line.get("kind") == "step"]


def show(run: RunArgument = "", as_json: AsJson = False) -> None:
    """The whole run, a line for each step."""
    from statewright.cli.runs import sentence

    folder = folder_of(run)
    if as_json:
        say_json(steps(folder))
        return
    for raw, _ in reading.raw_lines(folder, reading.snapshot(folder)):
        say(sentence(reading.parsed(raw)))


def export(
    run: RunArgument = "",
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to write; standard output when left out.")] = "",
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="aetp, otlp-json (OpenTelemetry spans) or jsonl (the journal).")] = "aetp",
    otlp: Annotated[str, typer.Option("--otlp", metavar="URL", help="Send the spans to this OpenTelemetry collector instead.")] = "",
) -> None:
    """The run as one AETP 1.0 document, as OpenTelemetry spans, or as it is."""
    from statewright.cli import exports
    from statewright.trace import aetp

    folder = fresh(folder_of(run))
    try:
        if otlp or form != "aetp":
            exports.other(folder, form, out, otlp)
        elif out:
            say("Wrote %s" % aetp.write(folder, out))
        else:
            for piece in aetp.text(folder):
                sys.stdout.write(piece)
    except aetp.NothingToExport:
        raise No("the run has no step yet") from None


def verify(
    run: RunArgument = "",
    head: Annotated[str, typer.Option("--head", metavar="HASH", help="A chain head noted earlier (trace receipt).")] = "",
    as_json: AsJson = False,
) -> int:
    """Find a changed, missing or reordered line; exit status 1 when there is one."""
    from statewright.trace.verify import verify as check

    result = check(folder_of(run), head)
    if as_json:
        say_json(vars(result))
    elif result.ok:
        say("Whole: %d lines, %d steps, head %s." % (result.lines, result.steps, result.head[:16]))
    else:
        say("Broken at line %d (%s): %s" % (result.line, result.kind, result.message))
    if not as_json:
        for note in result.notes:
            say("note: %s" % note)
    return 0 if result.ok else 1


def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="AETP documents, of any program.")],
    producer: Annotated[bool, typer.Option("--producer", help="Hold them to the stricter profile of our own traces.")] = False,
    as_json: AsJson = False,
) -> int:
    """Is this AETP 1.0? Exit status 1 when a file is not."""
    from statewright.trace.validate import valid, validate_trace

    rows: dict[str, Any] = {}
    for file in files:
        if not Path(file).is_file():
            raise agent.WrongUse("there is no file %s" % file)
        rows[file] = validate_trace(file, producer=producer)
    good = {file: valid(found) for file, found in rows.items()}
    if as_json:
        say_json({file: {"valid": good[file], "issues": [vars(issue) for issue in found]} for file, found in rows.items()})
        return 0 if all(good.values()) else 1
    for file, found in rows.items():
        for issue in found:
            say("%s: %s %s at %s: %s" % (file, issue.level, issue.rule, issue.path or "/", issue.message))
        say("%s: %s" % (file, "valid" if good[file] else "not valid"))
    return 0 if all(good.values()) else 1


def stats(run: RunArgument = "", as_json: AsJson = False) -> None:
    """Calls, refusals by rule, transitions and bytes, for each state."""
    found = count(steps(folder_of(run)))
    if as_json:
        say_json(found)
        return
    for state, row in found.items():
        refused = ", ".join("%s %d" % pair for pair in row["refused"].items()) or "none"
        say("%-30s calls %d, bytes %d, transitions %d, refused: %s" % (state, row["calls"], row["bytes"], row["transitions"], refused))


def count(lines: list[Json]) -> dict[str, Json]:
    """The numbers of ``stats``, by state in the order of first entry."""
    table: dict[str, Json] = {}
    for line in lines:
        row = table.setdefault(str(line.get("state")), {"calls": 0, "bytes": 0, "transitions": 0, "refused": {}})
        what = line.get("what")
        if what == "call":
            row["calls"] += 1
            row["bytes"] += line.get("bytes", 0)
        elif what in ("transition", "fallback"):
            row["transitions"] += 1
        elif what in ("refusal", "transition_refused"):
            rule = str(line.get("rule", "other"))
            row["refused"][rule] = row["refused"].get(rule, 0) + 1
    return table


def receipt(run: RunArgument = "", as_json: AsJson = False) -> None:
    """What to keep elsewhere: workflow digest, end state, checks with grades, approvals, chain head."""
    folder = folder_of(run)
    snap = reading.snapshot(folder)
    if snap is None:
        raise No("the run's state cannot be read; a person runs: statewright doctor --repair")
    lines = steps(folder)
    facts: Json = {
        "run": snap["run"],
        "workflow": snap["plan"],
        "state": "%s/%s" % (snap["machine"], snap["state"]),
        "final": snap["final"],
        "steps": snap["step"],
        "checks": {name: {"status": row["status"], "grade": row["grade"]} for name, row in snap["checks"].items()},
        "approvals": [{"event": line.get("event"), "road": line["road"]} for line in lines if line.get("road")],
        "refused": sum(sum(row["refused"].values()) for row in count(lines).values()),
        "head": snap["head"],
    }
    if as_json:
        say_json(facts)
        return
    for key, value in facts.items():
        if isinstance(value, dict):
            value = ", ".join("%s %s (%s)" % (name, row["status"], row["grade"]) for name, row in value.items()) or "none"
        elif isinstance(value, list):
            value = ", ".join("%s by %s" % (row["event"], row["road"]) for row in value) or "none"
        say("%-10s %s" % (key, value))
