"""A long ``allowed_commands`` list as a model needs it told: what changes files in full, the rest by program.

Made when a workflow is compiled, so that no call pays for it. The list itself stays in the state, and ``statewright status`` shows it.
"""

from __future__ import annotations

from typing import Any

from statewright.model import Event
from statewright.policy.permitted.harmless import harmless
from statewright.policy.permitted.readonly import Context, refusal
from statewright.policy.words.calls import calls
from statewright.shell.programs import family, row
from statewright.shell.reader import read

FEW = 16  # entries told as they stand
NAMES = 10  # programs of readers named
CHANGING = ("writer", "remover", "mover")
RUNNING = ("runner", "go_test", "npm_run")  # a closer look that means: it runs the project's own code
TESTING = ("test", "lint", "check", "typecheck")
VERSIONS = ("-v", "-V", "--version", "version")


class _Nowhere:
    """A disk that holds nothing."""

    def real(self, path: str) -> str:
        return path

    def text(self, path: str) -> str | None:
        return None

    def kind(self, path: str) -> str:
        return ""

    def cell(self, path: str, name: str) -> str | None:
        return None

    def inode(self, path: str) -> str:
        return ""

    def names(self, path: str) -> list[str]:
        return []

    def entries(self, path: str) -> tuple[list[str], list[str]]:
        return [], []


def told(entries: list[str]) -> str:
    """The list in a few words, "" when it is short enough to be told as it stands."""
    if len(entries) <= FEW:
        return ""
    kinds: dict[str, list[str]] = {"change": [], "run": [], "read": []}
    for entry in entries:
        kinds[kind(entry)].append(entry)
    parts = []
    if kinds["change"]:
        parts.append(", ".join(kinds["change"]))
    if kinds["run"]:
        parts.append("tests, linters and builds by " + _programs(kinds["run"], len(entries)))
    if kinds["read"]:
        parts.append("reading by " + _programs(kinds["read"], NAMES))
    return "; ".join(parts)


def _programs(entries: list[str], most: int) -> str:
    first = [entry.split()[0] for entry in entries]
    names = list(dict.fromkeys(family(name) if family(name) in first else name for name in first))
    if len(names) <= most + 1:
        return ", ".join(names)
    return "%s and %d more programs" % (", ".join(names[:most]), len(names) - most)


def kind(entry: str) -> str:
    """``change`` for what writes files or a repository, ``run`` for what runs the project's code, ``read`` for what only looks."""
    words = entry.split()
    known = row(words[0]) if words else None
    if any(word.lstrip("-") in TESTING for word in words[1:]) and (known is None or known[0] != "reader"):
        return "run"
    event = Event("pre", command=entry, script=read(entry), project="/p", cwd="/p", home="/h", facts=_Nowhere())
    found = calls(event)
    if not words or event.script.opaque or not found:
        return "run"
    last = found[-1]
    no = None if harmless(last, event) else refusal(last, Context(web=True))
    if no is not None:
        return "change" if no[0] in CHANGING else "run"
    return "read" if len(found) == 1 and _only_looks(words) else "run"


def _only_looks(words: list[str]) -> bool:
    known = row(words[0])
    if words[-1] in VERSIONS and len(words) == 2:
        return True
    if known is None or known[0] in ("runner", "interpreter"):
        return known is None  # a builtin of the shell
    details: dict[str, Any] = known[1]
    subs: dict[str, Any] = details.get("subs", {})
    how = next((look.get("how") for name, look in subs.items() if isinstance(look, dict) and words[1 : 1 + len(name.split())] == name.split()), None)
    return how not in RUNNING and (known[0] == "reader" or bool(subs))
