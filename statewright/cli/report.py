"""The report of a run as one HTML file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from statewright.cli.exports import write
from statewright.cli.ground import No
from statewright.cli.traces import RunArgument, folder_of

MARK = b'<meta name="generator" content="statewright">'


def add(app: typer.Typer) -> None:
    """Hang the command into the application."""
    app.command()(report)


def report(
    run: RunArgument = "",
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to write; - for standard output.")] = "report.html",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is no report.")] = False,
) -> None:
    """Write one HTML page about a run (a person's): graph, course, budgets, refusals, checks, approvals, timeline."""
    from statewright.report.page import page

    folder = folder_of(run)
    try:
        made = page(folder)
    except FileNotFoundError as error:
        raise No(str(error)) from None
    if out == "-":
        write(iter((made,)), "")
        return
    path = Path(out).absolute()
    if path.exists() and not force and not _ours(path):
        raise No("%s is there already and no report of ours; name another file with --out, or write over it with --force" % path)
    write(iter((made,)), str(path))


def _ours(path: Path) -> bool:
    """Whether an earlier report lies there, as its head says."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return MARK in file.read(4096)
