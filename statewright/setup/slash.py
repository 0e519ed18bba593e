"""Slash commands for a person's answers: without a file of that name the harness drops what was typed."""

import os
from pathlib import Path

TEXT = """---
description: %(what)s
argument-hint: %(hint)s
disable-model-invocation: true
---
A person has answered a request of statewright's; what came of it stands beside this prompt. Go on from there.
"""
COMMANDS = {
    "approve": ("Approve the transition that waits, with the code from the status line", "CODE"),
    "reject": ("Refuse the transition that waits, with the code from the status line", "CODE REASON"),
    "accept": ("Accept the changed workflow, with the code from the status line", "CODE"),
}


def folder() -> Path:
    """Where the user's slash commands of ours lie."""
    return Path(os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude") / "commands" / "statewright"


def write() -> None:
    """Put the files there; a file of that name with another text is a person's and stays."""
    for name, (what, hint) in COMMANDS.items():
        path = folder() / (name + ".md")
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(TEXT % {"what": what, "hint": hint}, encoding="utf-8")


def remove() -> None:
    """Take away the files that are still as we wrote them, and the folder when nothing else is in it."""
    for name, (what, hint) in COMMANDS.items():
        path = folder() / (name + ".md")
        if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == TEXT % {"what": what, "hint": hint}:
            path.unlink()
    for place in (folder(), folder().parent):
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()
