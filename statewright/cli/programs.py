"""``statewright commands``: what programs are known to do, and which of their options ask for more than an entry lists."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from statewright import agent
from statewright.cli.ground import AsJson, No, here, say, say_json

TELLS = {"code": "refused unless listed", "place": "refused outside the project", "write": "needs Edit or Write", "run": "judged as a command"}


def add(app: typer.Typer) -> None:
    """Put the command into the application."""
    app.command()(commands)


def commands(
    name: Annotated[str, typer.Argument(metavar="[PROGRAM]", help="Only this program, with its options.")] = "",
    as_json: AsJson = False,
) -> None:
    """What programs are known to do: the table behind the rules for shell commands."""
    found = [row for row in _table(_overrides()) if name in ("", row["name"])]
    if name and not found:
        raise No("%s is not in the table: in a reading shell it is refused, unless the workflow's meta.commands gives its kind" % name)
    if as_json:
        say_json(found)
        return
    for row in found:
        say(("%-18s %-12s %s" % (row["name"], row["kind"], row["does"])).rstrip())
        if name:
            say("  source: %s" % row["source"])
            for option in row["options"]:
                say("  %s: %s (%s)" % (" ".join(option["words"]), option["does"], TELLS[option["kind"]]))
            if row["options_source"]:
                say("  source of the options: %s" % row["options_source"])


def _table(overrides: dict[str, Any]) -> list[dict[str, Any]]:
    from statewright.shell.program_options import programs, rows
    from statewright.shell.programs import every

    known = every()
    table = []
    for one in sorted({*known, *programs(), *overrides}):
        kind, details, source = known.get(one, ("unknown", {}, ""))
        does = str(details.get("say", ""))
        if one in overrides:
            value = overrides[one]
            kind, does, source = (value, "", "") if isinstance(value, str) else (value["kind"], value.get("why", ""), "")
            source = "this workflow's meta.commands"
        found, facts = rows(one)
        options = [{"kind": sort, "words": words, "does": what} for sort, words, what in found]
        table.append({"name": one, "kind": kind, "does": does, "source": source, "options": options, "options_source": facts.get("from", "")})
    return table


def _overrides() -> dict[str, Any]:
    """The project's own table, where the command is given in a project whose workflow can be read."""
    from statewright.workflow.loader import load

    try:
        loaded = load(Path(here().project))
    except agent.WrongUse:
        return {}
    return (loaded.main.workflow.meta or {}).get("commands") or {} if loaded.ok and loaded.main is not None else {}
