"""Commands about workflow files: validate, templates, graph, import-xstate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from statewright import agent
from statewright.cli.ground import AsJson, No, count, here, pick, say, say_json

FileName = Annotated[str, typer.Argument(metavar="[FILE]", help="A workflow file; this project's when left out.")]


def add(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command()(validate)
    app.command()(templates)
    app.command()(graph)
    app.command("import-xstate")(import_xstate)


def validate(file: FileName = "", as_json: AsJson = False) -> int:
    """What is wrong with a workflow, where, and how to mend it; exit status 1 when there are errors."""
    problems, states = _problems(file)
    errors, warnings = (sum(problem.severity == one for problem in problems) for one in ("error", "warning"))
    if as_json:
        counts = {"ok": not errors, "errors": errors, "warnings": warnings, "notes": len(problems) - errors - warnings, "states": states}
        say_json({**counts, "problems": [one.as_json() for one in problems]})
        return 1 if errors else 0
    for problem in problems:
        say(str(problem))
    if problems:
        notes = len(problems) - errors - warnings
        parts = [count(errors, "error"), count(warnings, "warning"), *([count(notes, "note")] if notes else []), count(states, "state")]
        say("%s." % ", ".join(parts))
    else:
        say("Valid: %s, nothing to remark." % count(states, "state"))
    return 1 if errors else 0


def _problems(file: str) -> tuple[list[Any], int]:
    """Load and lint problems of a file, or of this project with its settings; the number of states."""
    from statewright.workflow.compiler import compile_project
    from statewright.workflow.linter import lint
    from statewright.workflow.loader import load
    from statewright.workflow.problems import LoadError

    if not file:
        try:
            compiled = compile_project(here().project)
        except LoadError as error:
            return error.problems, 0
        return [*compiled.loaded.problems, *compiled.problems], len(compiled.states)
    if not Path(file).is_file():
        raise agent.WrongUse("there is no file %s" % file)
    loaded = load(file)
    problems = list(loaded.problems)
    if loaded.ok and loaded.main is not None:
        problems += lint(loaded)
    return problems, sum(len(machine.workflow.states) for machine in loaded.machines.values())


def templates(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Print this template's workflow.")] = "",
    as_json: AsJson = False,
) -> None:
    """The workflows that come along: what each is for."""
    from statewright.workflow import templates as shipped

    if name:
        if name not in shipped.names():
            raise agent.WrongUse("there is no template %s; there is: %s" % (name, ", ".join(shipped.names())))
        say(shipped.read(name).rstrip("\n"))
        return
    rows = []
    for one in shipped.names():
        definition = json.loads(shipped.read(one))
        rows.append({"name": one, "description": str(definition.get("description") or ""), "states": list(definition["states"])})
    if as_json:
        say_json(rows)
        return
    for row in rows:
        say("%-15s %s" % (row["name"], row["description"]))
        say("%-15s %s" % ("", ", ".join(row["states"])))
    say("Use one with: statewright init --template NAME")


def graph(
    file: FileName = "",
    mermaid: Annotated[bool, typer.Option("--mermaid", help="Mermaid text, for Markdown.")] = False,
    xstate: Annotated[bool, typer.Option("--xstate", help="XState machine JSON.")] = False,
) -> None:
    """Draw the workflow: states, events, guards, approvals."""
    from statewright.workflow import graph as draw
    from statewright.workflow import xstate as foreign
    from statewright.workflow.loader import load
    from statewright.workflow.problems import LoadError

    current = ""
    if not file:
        place = here()
        file = place.folder + "/workflow.json"
        run = pick(place)
        if run is not None:
            snap = run.read()
            current = "The run %s is in %s/%s." % (run.name, snap["machine"], snap["state"])
    elif not Path(file).is_file():
        raise agent.WrongUse("there is no file %s" % file)
    loaded = load(file)
    if not loaded.ok or loaded.main is None:
        raise LoadError(loaded.problems)
    if xstate:
        say_json(foreign.to_xstate(json.loads(Path(file).read_text(encoding="utf-8"))))
        return
    for machine in loaded.machines.values():
        say((draw.mermaid if mermaid else draw.text)(machine.workflow).rstrip("\n"))
        say()
    if current and not mermaid:
        say(current)


def import_xstate(
    source: Annotated[str, typer.Argument(metavar="FILE", help="XState machine JSON.")],
    out: Annotated[str, typer.Option("--out", "-o", metavar="FILE", help="Where to write; standard output when left out.")] = "",
) -> None:
    """Turn an XState machine into a workflow file; what cannot be carried over is an error, never left out silently."""
    from statewright.workflow import xstate as foreign

    if not Path(source).is_file():
        raise agent.WrongUse("there is no file %s" % source)
    definition = foreign.from_xstate(Path(source).read_bytes(), source)
    text = json.dumps(definition, indent=2, ensure_ascii=False) + "\n"
    if not out:
        say(text.rstrip("\n"))
        return
    if Path(out).exists():
        raise No("%s is there already; nothing was changed" % out)
    Path(out).write_text(text, encoding="utf-8")
    say("Wrote %s. Look at it with: statewright validate %s" % (out, out))
