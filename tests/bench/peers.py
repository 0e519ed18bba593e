"""Other hooks for coding agents, from the registries, started on the same call as ours.

What each does at the call is its own affair; the notes say what it keeps. Nothing of theirs is copied.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from measure import Job
from scene import Scene

PYPI = ("cchooks", "nah", "openguardrails")
NPM = ("cc-safety-net", "tdd-guard")
RULE_HOOK = """
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Rule:
    pattern: str
    message: str


rules = [Rule(r"rm\\s+-rf", "no")]
call = json.load(sys.stdin)
text = json.dumps(call.get("tool_input", {}))
found = [rule.message for rule in rules if re.search(rule.pattern, text)]
Path(".").exists()
print(json.dumps({"systemMessage": found[0]} if found else {}))
"""
CCHOOKS_HOOK = """
from cchooks import PreToolUseContext, create_context

context = create_context()
if isinstance(context, PreToolUseContext) and context.tool_name == "WebFetch":
    context.output.deny(reason="no")
else:
    context.output.exit_success()
"""
CLIENT_HOOK = """
import json
import sys

from openguardrails.client import RuntimeClient, event_to_wire

call = json.load(sys.stdin)
client = RuntimeClient("http://127.0.0.1:9", "none")
event_to_wire({"tool": call["tool_name"], "input": call["tool_input"]})
"""


def fetch(folder: Path) -> dict[str, str]:
    """Install what the registries give into ``folder``; the versions by name. One that cannot be had is left out and said so."""
    versions: dict[str, str] = {}
    folder.mkdir(parents=True)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    python = folder / "venv" / "bin" / "python"
    for name in PYPI:
        done = subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name], capture_output=True, check=False)
        if done.returncode == 0:
            shown = subprocess.run([str(python), "-m", "pip", "show", name], capture_output=True, text=True, check=True).stdout
            versions[name] = next(line.split()[1] for line in shown.splitlines() if line.startswith("Version:"))
    npm = shutil.which("npm")
    for name in NPM if npm else ():
        command = [str(npm), "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), "%s@latest" % name]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode == 0:
            versions[name] = json.loads((folder / "node_modules" / name / "package.json").read_text())["version"]
    for name in (*PYPI, *NPM):
        if name not in versions:
            print("%s could not be had from its registry and is left out" % name, file=sys.stderr)
    return versions


def jobs(scene: Scene, folder: Path, versions: dict[str, str]) -> dict[str, Job]:
    """Each peer on the allowed Bash call of the scene."""
    stdin = scene.jobs()["pre-tool, Bash allowed"].stdin
    node = os.path.dirname(shutil.which("node") or "/usr/bin/node")
    env = {**scene.env(), "PATH": "%s:%s:/usr/bin:/bin" % (folder / "venv" / "bin", node)}
    python = str(folder / "venv" / "bin" / "python")
    bin_ = folder / "node_modules" / ".bin"
    known = {
        "cchooks": [python, str(_script(folder, "cchooks", CCHOOKS_HOOK))],
        "openguardrails": [python, str(_script(folder, "client", CLIENT_HOOK))],
        "nah": [str(folder / "venv" / "bin" / "nah"), "_claude-hook"],
        "cc-safety-net": [str(bin_ / "cc-safety-net"), "hook", "--claude-code"],
        "tdd-guard": [str(bin_ / "tdd-guard")],
    }
    notes = {"openguardrails": " client, no runtime asked", "cchooks": ", a hook of six lines"}
    home = scene.env()["HOME"]
    found = {"a rule hook with json, re, dataclasses, pathlib": Job([python, str(_script(folder, "rules", RULE_HOOK))], env, home, stdin)}
    for name, argv in known.items():
        if name in versions:
            found["%s %s%s" % (name, versions[name], notes.get(name, ""))] = Job(argv, env, home, stdin)
    return found


def _script(folder: Path, name: str, text: str) -> Path:
    path = folder / (name + "_hook.py")
    path.write_text(text)
    return path
