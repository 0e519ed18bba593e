"""The command reference in the README, made from the application itself: python -m statewright.cli.reference"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import typer

from statewright import agent
from statewright.cli.app import build


def reference() -> str:
    """Markdown: a row for each command with its arguments, its options and what it does."""
    lines = ["| command | what it does |", "|---|---|"]
    for name, command in _commands(typer.main.get_command(build()), ()):
        lines.append("| `statewright %s` | %s |" % (" ".join([name, *_parameters(command)]), _first(command.help)))
    return "\n".join(lines) + "\n"


def _commands(group: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if command.hidden:
            continue
        if hasattr(command, "commands"):
            yield from _commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


def _parameters(command: Any) -> list[str]:
    words = []
    if command.name == "transition":  # read by the agent's own road, not by typer
        return [agent.USAGE.partition("transition ")[2]]
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            words.append(parameter.metavar or parameter.name.upper())
        elif "--help" not in parameter.opts:
            value = "" if getattr(parameter, "is_flag", False) else " " + (parameter.metavar or "N")
            words.append("[%s%s]" % (parameter.opts[0], value))
    return words


def _first(text: str | None) -> str:
    """The first sentence or paragraph of a docstring, as a table cell."""
    return " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split()).replace("|", "\\|")


if __name__ == "__main__":
    print(reference(), end="")
