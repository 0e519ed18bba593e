"""The report of a run as one HTML file."""

from __future__ import annotations

from typing import Annotated

import typer

from statewright.cli.exports import write
from statewright.cli.ground import No
from statewright.cli.traces import RunArgument, folder_of


def add(app: typer.Typer) -> None:
    """Hang the command into the application."""
    app.command()(report)


def report(
    run: RunArgument = "",
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to write; - for standard output.")] = "report.html",
) -> None:
    """Write one self-contained HTML page about a run (a person's): graph, course, budgets, refusals, checks, approvals, timeline."""
    from statewright.report.page import page

    folder = folder_of(run)
    try:
        made = page(folder)
    except FileNotFoundError as error:
        raise No(str(error)) from None
    write(iter((made,)), "" if out == "-" else out)
