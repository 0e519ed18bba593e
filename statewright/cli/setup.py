"""Commands about this machine: install, uninstall, doctor, demo."""

from __future__ import annotations

from typing import Annotated

import typer

Harness = Annotated[str, typer.Argument(metavar="HARNESS", help="The agent program: claude-code.")]
Scope = Annotated[str, typer.Option("--scope", help="Whose settings: user, project or local.")]


def add(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command()(demo)


def demo(keep: Annotated[bool, typer.Option("--keep", help="Leave the temporary folder there to look at.")] = False) -> int:
    """A whole bug fix through the real hook programs, in a temporary folder: what is allowed, what is refused, and why."""
    from statewright.cli.demo import run

    return run(keep)
