"""``meta.commands``: what a workflow says of programs the table does not know, or knows otherwise.

``{"mytool": "reader", "mytool sync": {"kind": "writer", "why": "uploads"}}``: the keys are a program's name or its first words, as in
``allowed_commands``; the longest that fits decides. A kind that is none would leave the program unknown, so it is refused at load.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from statewright.shell.programs import KINDS
from statewright.workflow.problems import Problem, did_you_mean

if TYPE_CHECKING:
    from statewright.workflow.loader import Machine

SYNTAX = re.compile(r"[|;&<>`(){}*?$'\"\\]")
KEYS = ("kind", "why")
MEND = "one of: %s; see: statewright commands" % ", ".join(KINDS)


def faults(table: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """``(path below meta.commands, message, mend)`` of each entry that says nothing."""
    for name, value in table.items():
        if not name.strip() or SYNTAX.search(name):
            yield (name,), '"%s" is no program\'s name or first words' % name, "write words as they are typed: no quotes, wildcards or operators"
            continue
        path: tuple[str, ...] = (name,)
        if isinstance(value, dict):
            for key in value:
                if key not in KEYS and not key.startswith("x-"):
                    yield (name, key), 'unknown key "%s"' % key, did_you_mean(key, KEYS)
            if "why" in value and not isinstance(value["why"], str):
                yield (name, "why"), "why must be text", ""
            if "kind" not in value:
                yield (name,), 'the kind of "%s" is missing' % name, 'add "kind": ' + MEND
                continue
            path, kind = (name, "kind"), value["kind"]
        else:
            kind = value
        if not isinstance(kind, str):
            yield path, 'the kind of "%s" must be text' % name, MEND
        elif kind not in KINDS:
            near = did_you_mean(kind, KINDS)
            yield path, '"%s" is no kind of program' % kind, near if near.startswith("did") else MEND


def problems(machine: "Machine") -> Iterator[Problem]:
    """Each as a load error with its place in the file."""
    for path, message, mend in faults((machine.workflow.meta or {}).get("commands") or {}):
        yield machine.problem("error", "commands", ("meta", "commands", *path), message, mend, "load")
