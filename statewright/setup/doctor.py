"""Look at this machine and this project (``setup.doctor_project``) as the harness would, and mend what can be mended."""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from statewright.harness.claude_code_settings import OFF_SWITCHES, ours
from statewright.setup import claude_code, claude_code_mcp, doctor_project, jsontext, launchers, statusline
from statewright.setup.doctor_check import Check
from statewright.setup.launchers import SetupError
from statewright.store import layout

SLOW = 2.0  # times the bare interpreter; above it something is wrong
BLOCKS_SINCE = (2, 1, 295)  # onFailure is heeded from here on
DENIES_SINCE = (2, 1, 90)


def examine(project: str = "") -> list[Check]:
    """Every check, in the order a call passes through what they look at."""
    found = [_launchers(), *_settings(project), *_mcp(project), *_sandbox(project), _client()]
    found += doctor_project.examine(project) if project else [Check("project", "warn", "no .statewright folder here or above", "statewright init")]
    if found[0].verdict != "fail":
        found.append(_speed())
    return found


def _launchers() -> Check:
    folder = launchers.data_dir() / "hooks"
    missing = [name for name in launchers.HOOKS if not os.access(folder / name, os.X_OK)]
    if missing:
        return Check("launchers", "fail", "missing in %s: %s" % (folder, ", ".join(missing)), "run install.sh, or statewright doctor --repair")
    python = interpreter_of(folder / "pre-tool")
    if not os.access(python, os.X_OK):
        return Check("launchers", "fail", "their interpreter %s is gone" % python, "run install.sh again")
    if any(part in python for part in launchers.SHIMS):
        return Check("launchers", "warn", "their interpreter %s is a version manager's shim" % python, "run install.sh again")
    if not list(folder.glob("statewright.*.code")):
        return Check("launchers", "warn", "the hot modules are not linked: calls are slower", "statewright doctor --repair")
    return Check("launchers", "ok", "%d executables for %s" % (len(launchers.HOOKS), python))


def interpreter_of(launcher: Path) -> str:
    """The interpreter a launcher names, in its first line or behind its shell's exec."""
    lines = launcher.read_text(encoding="utf-8", errors="replace").split("\n")
    if lines[0] == "#!/bin/sh" and len(lines) > 1:
        found = re.match(r"'''exec' '(.*)' -I", lines[1])
        return found.group(1).replace("'\\''", "'") if found else ""
    return lines[0][2:].rsplit(" ", 1)[0]


def _settings(project: str) -> list[Check]:
    found = []
    holding = []
    for scope in claude_code.SCOPES:
        path = claude_code.settings_path(scope, Path(project) if project else None)
        if not path.is_file():
            continue
        try:
            settings: Any = json.loads(path.read_text(encoding="utf-8"))
            mine = ours(settings)
        except ValueError as error:
            why = jsontext.comment(path.read_text(encoding="utf-8", errors="replace")) or error
            found.append(Check("settings", "fail", "%s is not plain JSON (%s): %s" % (path, why, claude_code.IGNORED), "mend the file"))
            continue
        off = [key for key in OFF_SWITCHES if settings.get(key)]
        if off:
            found.append(Check("settings", "fail", "%s sets %s: hooks are off" % (path, ", ".join(off)), "remove it"))
        if mine:
            holding.append(scope)
            found += _altered(scope, path, settings["hooks"])
    why = statusline.hidden(Path(project) if project else None) if holding else ""
    if why:
        found.append(Check("statusline", "warn", why))
    if not holding:
        found.append(Check("settings", "fail", "no settings file holds our hooks: nothing is enforced", "statewright install claude-code"))
    elif len(holding) > 1:
        found.append(Check("settings", "warn", "our hooks are in %s settings: every call is judged twice" % " and ".join(holding), "uninstall one"))
    else:
        found.append(Check("settings", "ok", "our hooks are in %s settings" % holding[0]))
    return found


def _altered(scope: str, path: Path, hooks: dict[str, Any]) -> list[Check]:
    """Entries of ours that are missing, or not as we write them: a matcher or async: true would let calls by."""
    wrong = []
    for event, group in claude_code.entries(scope, launchers.data_dir() / "hooks").items():
        if not any(_same(one, group) for one in hooks.get(event, ())):
            wrong.append(event)
    return [Check("settings", "fail", "%s lacks our entries as installed for %s" % (path, ", ".join(wrong)), _again(scope))] if wrong else []


def _mcp(project: str) -> list[Check]:
    """Where our MCP server is registered, whether it can start: nothing where nobody asked for it."""
    found = []
    for path in dict.fromkeys(claude_code_mcp.path_of(scope, Path(project or ".")) for scope in claude_code.SCOPES):
        try:
            if claude_code_mcp.registered(path):
                lack = find_spec("mcp") is None or find_spec("mcp_types") is None
                mend = "%s -m pip install '%s'" % (sys.executable, claude_code_mcp.NEEDED) if lack else ""
                found.append(Check("mcp", "fail" if lack else "ok", "%s names the MCP server%s" % (path, ", whose package is missing" * lack), mend))
        except (SetupError, OSError, UnicodeDecodeError) as error:
            found.append(Check("mcp", "warn", "%s" % error))
    return found


def _sandbox(project: str) -> list[Check]:
    """A client that puts its shell into a sandbox, and no road for our own command out of it: nothing where there is none."""
    from statewright.setup import sandbox

    path = sandbox.shuts_out(Path(project) if project else None)
    detail = "%s switches the client's sandbox on: transitions and checks by the shell are refused in it"
    return [Check("sandbox", "warn", detail % path, sandbox.MEND % claude_code.settings_path("user"))] if path else []


def _same(group: dict[str, Any], ours_: dict[str, Any]) -> bool:
    return group.get("matcher", "") in ("", "*") and ours_["hooks"][0] in group["hooks"]


def _again(scope: str) -> str:
    return "statewright install claude-code --scope %s" % scope


def _client() -> Check:
    client = shutil.which("claude")
    if client is None:
        return Check("client", "warn", "no claude command on PATH; its version was not looked at")
    try:
        text = subprocess.run([client, "--version"], capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        text = ""
    found = re.search(r"(\d+)\.(\d+)\.(\d+)", text)
    if not found:
        return Check("client", "warn", "claude --version told nothing")
    version = tuple(int(part) for part in found.groups())
    if version < DENIES_SINCE:
        return Check("client", "fail", "Claude Code %s ignores refusals with exit status 2 and JSON" % found.group(), "update Claude Code")
    if version < BLOCKS_SINCE:
        detail = "Claude Code %s lets a call through when a hook breaks or times out" % found.group()
        return Check("client", "warn", detail, "update to 2.1.295 or newer")
    return Check("client", "ok", "Claude Code %s" % found.group())


def _speed(rounds: int = 15) -> Check:
    """A call in a folder without a project against the bare interpreter, one after the other, as a ratio."""
    hook = launchers.data_dir() / "hooks" / "pre-tool"
    python = interpreter_of(hook)
    payload = b'{"session_id":"doctor","hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{},"tool_use_id":"t"}'
    with tempfile.TemporaryDirectory() as folder:
        env = {"PATH": os.defpath, "HOME": folder, "CLAUDE_PROJECT_DIR": folder}
        ratios = []
        for _ in range(rounds):
            times = []
            for command in ([python, "-I", "-S", "-c", "pass"], [str(hook)]):
                begin = time.perf_counter()
                try:
                    done = subprocess.run(command, input=payload, env=env, capture_output=True, timeout=20, check=False)
                except (OSError, subprocess.TimeoutExpired) as error:
                    return Check("probe", "fail", "the hook cannot be started: %s" % error, "run install.sh again")
                times.append(time.perf_counter() - begin)
                if done.returncode or done.stdout:
                    detail = "the hook answered with exit status %d where no project is" % done.returncode
                    return Check("probe", "fail", detail, "statewright doctor --repair")
            ratios.append(times[1] / times[0])
    ratio = statistics.median(ratios)
    if ratio > SLOW:
        return Check("probe", "warn", "a call costs %.2f times the bare interpreter" % ratio, "bytecode may be missing: statewright doctor --repair")
    return Check("probe", "ok", "a call costs %.2f times the bare interpreter" % ratio)


def repair(project: str = "") -> list[str]:
    """Write launchers and bytecode anew, compile the accepted workflow, rebuild unreadable state. Gives what was done."""
    done = []
    try:
        done.append("launchers and bytecode written to %s" % launchers.write())
    except SetupError as error:
        done.append("launchers not written: %s" % error)
    if not project:
        return done
    from statewright.workflow.compiler import compile_for_hook

    problem = compile_for_hook(project, layout.data_home())
    done.append("workflow not compiled: %s" % problem if problem else "workflow compiled")
    why = doctor_project.unruled(project)
    if why:
        done.append("not repaired: %s" % why)
    from statewright.setup import rebuild

    return done + rebuild.mend(project, doctor_project.run_names(project))
