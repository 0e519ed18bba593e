"""The command reference in the README, made from the application itself: python -m statewright.cli.reference"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

import typer

from statewright import agent
from statewright.cli.app import build

COMMON = ("--json", "--run", "--dry-run", "--help")  # told once, before the list


def reference() -> str:
    """Markdown: a line for each command with its arguments, its own options and what it does."""
    lines = ["```"]
    for name, command in _commands(typer.main.get_command(build()), ()):
        lines.append("%s%s" % (" ".join([name, *_parameters(command)]), _short(command.help)))
    return "\n".join([*lines, "```"]) + "\n"


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
        elif parameter.opts[0] not in COMMON:
            value = "" if getattr(parameter, "is_flag", False) else " " + (parameter.metavar or "N")
            words.append("[%s%s]" % (parameter.opts[0], value))
    return words


def _short(text: str | None) -> str:
    """The first clause of a docstring, behind a star for what is a person's; the rest is for ``--help``."""
    first = " ".join(inspect.cleandoc(text or "").split("\n\n")[0].split())
    clause = re.split(r"[:;.?(]\s|\s\(|\.$", first, maxsplit=1)[0]
    clause += "?" if first[len(clause) :][:1] == "?" else ""
    return "%s  %s" % ("*" if "(a person's" in first else "", clause[:1].lower() + clause[1:])


if __name__ == "__main__":
    print(reference(), end="")
