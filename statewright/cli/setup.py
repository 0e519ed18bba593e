"""Commands about this machine: install, uninstall, doctor, demo."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from statewright import agent, fast
from statewright.cli import serving
from statewright.cli.ground import AsJson, No, colour, only_person, say, say_json
from statewright.look import GREEN, RED, YELLOW, Paint
from statewright.setup import claude_code, claude_code_mcp, launchers, merged, statusline
from statewright.setup.merged import Change
from statewright.store import layout

Harness = Annotated[str, typer.Argument(metavar="HARNESS", help="The agent program: claude-code.")]
Scope = Annotated[str, typer.Option("--scope", metavar="SCOPE", help="Whose settings: user, project or local.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show the difference.")]


def add(app: typer.Typer) -> None:
    """Put the commands into the application."""
    for command in (install, uninstall, doctor, demo):
        app.command()(command)


def _known(harness: str, scope: str) -> None:
    if harness != "claude-code":
        raise agent.WrongUse("there is no harness %s; there is: claude-code" % harness)
    if scope not in claude_code.SCOPES:
        raise agent.WrongUse("there is no scope %s; there is: %s" % (scope, ", ".join(claude_code.SCOPES)))


def _project() -> Path:
    return Path(layout.find_project(fast.real(fast.getcwd())) or fast.getcwd())


def install(
    harness: Harness,
    scope: Scope = "user",
    mcp: Annotated[bool, typer.Option("--mcp", help="Register the MCP server as well.")] = False,
    dry_run: DryRun = False,
) -> None:
    """Put the hooks into the agent program's settings; order, indentation and foreign entries stay."""
    _known(harness, scope)
    only_person("install", terminal=True)
    lack = serving.missing() if mcp else ""
    if lack:
        raise No(lack)
    path = claude_code.settings_path(scope, _project())
    data = launchers.data_dir()
    try:
        hooks = data / "hooks" if dry_run else launchers.write()
        changes = [("hooks", claude_code.install(scope, path, hooks, dry_run))]
        if mcp:
            changes.append(("MCP server", claude_code_mcp.install(scope, _project(), data, dry_run)))
    except launchers.SetupError as error:
        raise No(str(error)) from None
    for what, change in changes:
        if dry_run:
            say(change.diff().rstrip("\n") or "%s has the %s already." % (change.path, what))
        else:
            _say_in(what, change)
    if dry_run:
        return
    for remark in statusline.remarks(_project()):
        say("Mind: %s." % remark)
    where = "every project with a .statewright folder" if scope == "user" else "this project, once it has a .statewright folder"
    say("They hold in %s. Next, in a project: statewright init. Look: statewright doctor" % where)


def uninstall(
    harness: Harness,
    scope: Scope = "user",
    dry_run: DryRun = False,
    every: Annotated[bool, typer.Option("--all", help="From every settings file they were put into.")] = False,
) -> None:
    """Take the hooks out again; the settings file comes back byte for byte."""
    _known(harness, scope)
    only_person("uninstall", terminal=True)
    paths = _installed() if every else [claude_code.settings_path(scope, _project()), claude_code_mcp.path_of(scope, _project())]
    try:
        for path in paths:
            server = path.name in claude_code_mcp.SERVER_FILES
            if server and not every and not claude_code_mcp.registered(path):
                continue
            change = claude_code_mcp.uninstall(path, dry_run) if server else claude_code.uninstall(path, dry_run)
            if dry_run:
                say(change.diff().rstrip("\n") or "%s holds none of ours." % path)
            elif change.changed:
                say("The %s out of %s." % ("MCP server is" if server else "hooks are", path))
            else:
                say("%s held none of ours." % path)
    except launchers.SetupError as error:
        raise No(str(error)) from None


def _say_in(what: str, change: Change) -> None:
    verb = "are" if what == "hooks" else "is"
    say("The %s %s in %s." % (what, verb, change.path) if change.changed else "The %s %s in %s already." % (what, verb, change.path))


def _installed() -> list[Path]:
    """Every settings file that an installation is remembered for, the user's in any case."""
    return list(dict.fromkeys([claude_code.settings_path("user"), *merged.remembered()]))


def doctor(
    repair: Annotated[bool, typer.Option("--repair", help="Mend what can be mended: launchers, compiled workflow, unreadable state.")] = False,
    as_json: AsJson = False,
) -> int:
    """Look at the installation as the agent program would: launchers, settings, client, project, speed; exit status 1 when something fails."""
    from statewright.setup import doctor as look

    project = layout.find_project(fast.real(fast.getcwd()))
    done = []
    if repair:
        only_person("doctor --repair", terminal=True)
        done = look.repair(project)
    found = look.examine(project)
    failed = any(check.verdict == "fail" for check in found)
    if as_json:
        say_json({"ok": not failed, "repaired": done, "checks": [check.as_dict() for check in found]})
        return 1 if failed else 0
    for line in done:
        say("repair: %s" % line)
    paint = Paint(colour())
    shades = {"ok": GREEN, "warn": YELLOW, "fail": RED}
    for check in found:
        mend = "; " + check.mend if check.mend else ""
        say("%s  %-10s %s%s" % (paint("%-4s" % check.verdict, shades[check.verdict]), check.name, check.detail, mend))
    return 1 if failed else 0


def demo(keep: Annotated[bool, typer.Option("--keep", help="Leave the temporary folder there to look at.")] = False) -> int:
    """A whole bug fix through the real hook programs: in a temporary folder; what is allowed, what is refused, and why."""
    from statewright.cli.demo import run

    return run(keep)
