"""Commands about traces: show, export, validate, stats."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from statewright import agent, fast
from statewright.cli.ground import AsJson, Json, No, colour, here, named, say, say_json, the_run
from statewright.store import heard, layout
from statewright.store import run as store
from statewright.trace import reading

RunArgument = Annotated[str, typer.Argument(metavar="[RUN]", help="A run's name or folder; the current run when left out.")]


def build() -> typer.Typer:
    """The group of commands."""
    app = typer.Typer(help="A run's trace: look at it, check it, hand it on.", no_args_is_help=True, rich_markup_mode=None)
    from statewright.cli.anchors import receipt, verify

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
    """The whole run: a line for each thing that happened, with when, who, what, and what it took."""
    from statewright.trace.timeline import timeline

    folder = fresh(folder_of(run))
    if as_json:
        say_json(steps(folder))
        return
    for line in timeline(folder, colour()):
        say(line)


def export(
    run: RunArgument = "",
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to write; standard output when left out.")] = "",
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="aetp, otlp-json (OpenTelemetry spans) or jsonl (the journal).")] = "aetp",
    otlp: Annotated[str, typer.Option("--otlp", metavar="URL", help="Send the spans to this OpenTelemetry collector instead.")] = "",
) -> None:
    """The run as AETP 1.0, OpenTelemetry spans, or as it is."""
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


def validate(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="AETP documents, of any program.")],
    producer: Annotated[bool, typer.Option("--producer", help="Hold them to the stricter profile of our own traces.")] = False,
    personal: Annotated[bool, typer.Option("--personal", help="Exit status 3 when a valid file looks like it holds personal data.")] = False,
    as_json: AsJson = False,
) -> int:
    """Is this AETP 1.0? Exit status 1 when a file is not; what looks like personal data is advice and changes no status by itself."""
    from statewright.trace.validate import valid, validate_trace

    rows: dict[str, Any] = {}
    for file in files:
        if not Path(file).is_file():
            raise agent.WrongUse("there is no file %s" % file)
        rows[file] = validate_trace(file, producer=producer)
    good = {file: valid(found) for file, found in rows.items()}
    if as_json:
        say_json({file: {"valid": good[file], "issues": [vars(issue) for issue in found]} for file, found in rows.items()})
        return _status(rows, good, personal)
    for file, found in rows.items():
        for issue in found:
            say("%s: %s %s at %s: %s" % (file, issue.level, issue.rule, issue.path or "/", issue.message))
        say("%s: %s" % (file, "valid" if good[file] else "not valid"))
    return _status(rows, good, personal)


def _status(rows: dict[str, Any], good: dict[str, bool], personal: bool) -> int:
    if not all(good.values()):
        return 1
    return 3 if personal and any(issue.level == "advice" for found in rows.values() for issue in found) else 0


def stats(run: RunArgument = "", as_json: AsJson = False) -> None:
    """Counts for each state: calls, refusals by rule, bytes, transitions, model messages, tokens, time."""
    from statewright.trace.stats import lines
    from statewright.trace.stats import stats as count

    found = count(fresh(folder_of(run)))
    if as_json:
        say_json(found)
        return
    for line in lines(found):
        say(line)
