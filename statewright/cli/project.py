"""Commands about a project: init, version."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Annotated, Any

import typer

import statewright
from statewright import agent, fast
from statewright.cli.ground import AsJson, No, say
from statewright.cli.testing import detect
from statewright.store import acceptance, layout, programs

FILES = ("workflow.json", "config.json", ".gitignore")


def add(app: typer.Typer) -> None:
    """Put the commands into the application."""
    app.command()(init)
    app.command()(version)


def init(
    template: Annotated[str, typer.Option("--template", "-t", metavar="NAME", help="One of: statewright templates.")] = "bugfix",
    workflow: Annotated[str, typer.Option("--workflow", "-w", metavar="FILE", help="A workflow file of your own, instead of a template.")] = "",
    test_command: Annotated[str, typer.Option("--test-command", metavar="CMD", help="What runs the tests; found by the project's files.")] = "",
    anyway: Annotated[bool, typer.Option("--here", help="Here, though it is the home folder, / or within another project.")] = False,
) -> None:
    """Put a workflow into this folder: .statewright/workflow.json, config.json and .gitignore."""
    project = fast.real(fast.getcwd())
    folder = Path(project) / layout.FOLDER
    if folder.exists() and not folder.is_dir():
        raise No("%s is no folder; move it away first, nothing was changed" % folder)
    if not anyway:
        _fit(project)
    there = [name for name in FILES[:2] if (folder / name).exists()]
    if there:
        raise No("%s is there already; nothing was changed" % (folder / there[0]))
    command = test_command.strip()
    guessed = not command and not workflow
    command = command or detect(Path(project))
    lacking = missing(command, project)
    made = not folder.exists()
    text = own_file(workflow) if workflow else from_template(template, command)
    folder.mkdir(exist_ok=True)
    try:
        digest, initial, warnings = write(project, text)
    except BaseException:
        for name in FILES:
            (folder / name).unlink(missing_ok=True)
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    acceptance.accept(project, layout.data_home(), digest, "init")
    programs.meet(project, layout.data_home())
    for warning in warnings:
        say(warning)
    say("Wrote %s (%s, initial state %s)." % (folder / "workflow.json", workflow or "template %s" % template, initial))
    if not workflow and '"tests"' in text:
        say("The tests are run by: %s" % command + (", a guess from the project's files." if guessed else "."))
        if guessed:
            say("If that is wrong, change checks.tests.command in %s, then: statewright accept." % (folder / "workflow.json"))
        for program in lacking:
            say("warning: %s is not found here; until it is, the check of the tests fails." % program)
    say("Next: statewright install claude-code (once on this machine), then start your agent here. Look with: statewright graph, statewright status.")


def _fit(project: str) -> None:
    """No where a workflow would hold much more than a project, or part one project in two."""
    way = "nothing was changed. If you mean it: statewright init --here"
    if project == fast.real(str(Path.home())) or project == str(Path(project).parent):
        raise No("%s is no project: its workflow would hold every session anywhere below; %s" % (project, way))
    above = layout.find_project(str(Path(project).parent))
    if above:
        raise No("this folder is within the project %s, whose workflow holds here; %s" % (above, way))


def write(project: str, text: str) -> tuple[str, str, list[str]]:
    """Write the project's files and the compiled plan; digest, initial state, warnings. LoadError or No when the workflow is unfit."""
    from statewright.workflow.compiler import compile_project, write_plan

    folder = Path(project) / layout.FOLDER
    (folder / "workflow.json").write_text(text, encoding="utf-8")
    (folder / "config.json").write_text("{}\n", encoding="utf-8")
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text("runs/\n", encoding="utf-8")
    compiled = compile_project(project)
    if compiled.errors:
        raise No("; ".join(str(problem) for problem in compiled.errors))
    write_plan(project, compiled, layout.data_home())
    main = compiled.head["id"]
    return compiled.digest, compiled.head["machines"][main]["initial"], [str(problem) for problem in compiled.problems]


def own_file(path: str) -> str:
    """The text of a workflow file of the person's."""
    if not Path(path).is_file():
        raise agent.WrongUse("there is no file %s" % path)
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise No("%s is not UTF-8 text" % path) from None


def from_template(name: str, command: str) -> str:
    """A template's text with this project's test command put in."""
    from statewright.workflow import templates

    if name not in templates.names():
        raise agent.WrongUse("there is no template %s; there is: %s" % (name, ", ".join(templates.names())))
    text = templates.read(name)
    definition = json.loads(text)
    if not with_tests(definition, command):
        return text
    return json.dumps(definition, indent=2, ensure_ascii=False) + "\n"


def with_tests(definition: dict[str, Any], command: str) -> bool:
    """Put a project's test command into a template: its check, and every list that holds the template's own; whether anything changed."""
    check = definition.get("checks", {}).get("tests")
    if not check or check["command"] == command:
        return False
    own = check["command"].split()
    check["command"] = command
    words = command.split()
    for state in definition["states"].values():
        entries = state.get("allowed_commands", [])
        covers = [entry.split() for entry in entries]
        if any(own[: len(entry)] == entry for entry in covers) and not any(words[: len(entry)] == entry for entry in covers):
            entries.insert(0, command)
    return True


def missing(command: str, project: str) -> list[str]:
    """The programs of a test command that are not on PATH, or not in the project where a path names them. WrongUse: no command the hook can judge."""
    from statewright.shell.programs import HARMLESS
    from statewright.shell.reader import read

    script = read(command)
    if script.opaque or not any(one.words for one in script.commands):
        raise agent.WrongUse("the test command %s cannot be judged: %s" % (command, script.opaque[0] if script.opaque else "it runs nothing"))
    names = [one.words[0].text for one in script.commands if one.words and one.words[0].plain]
    if "cd" in names or "pushd" in names:
        names = [name for name in names if "/" not in name]  # a path from another folder
    return [name for name in dict.fromkeys(names) if name not in HARMLESS and not shutil.which(os.path.join(project, name) if "/" in name else name)]


def version(as_json: AsJson = False) -> None:
    """The version, and the Python it runs on."""
    import platform

    facts = {"statewright": statewright.__version__, "python": platform.python_version(), "installed": os.path.dirname(statewright.__file__)}
    say(json.dumps(facts) if as_json else "statewright %(statewright)s (Python %(python)s, %(installed)s)" % facts)
