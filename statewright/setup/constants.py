"""Tables that a module works out when it is loaded, put into the linked file as what they come to.

A rule asks for a word or two of its lists, and to make a set of a hundred words costs more than the question. So a set of words that
is only ever asked whether it holds one becomes a text (``statewright/shell/rows.py``); a table that is put together becomes itself.
"""

import ast
import marshal
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from statewright.setup.source import Source, Statement, imported
from statewright.setup.tables import MAKER, TABLES

ROOMS = ("statewright.policy", "statewright.shell")  # pure rooms: what they work out is the same in every process
FEW = 20  # a set of fewer words is made faster than the text is asked
EVALUATE = """
import marshal, sys
from importlib import import_module
sys.path.insert(0, sys.argv[1])
found = {}
for name in sys.argv[2:]:
    for key, value in vars(import_module(name)).items():
        try:
            if type(value) in (frozenset, dict) and value:
                marshal.dumps(value)
                found.setdefault(name, {})[key] = value
        except ValueError:
            pass
sys.stdout.buffer.write(marshal.dumps(found))
"""


@cache
def evaluated(root: Path, names: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """What the sets and tables of these modules come to, by module and name; {} where that could not be found out."""
    command = [sys.executable, "-I", "-S", "-c", EVALUATE, str(root), *names]
    try:
        found: dict[str, dict[str, Any]] = marshal.loads(subprocess.run(command, capture_output=True, timeout=60, check=True).stdout)  # noqa: S302
    except (OSError, ValueError, EOFError, subprocess.SubprocessError):
        return {}
    return found


def folded(root: Path, sources: dict[str, Source]) -> dict[str, Source]:
    """The modules with their tables as what they come to."""
    names = tuple(sorted(name for name in sources if name.startswith(ROOMS) and name not in TABLES))
    values = evaluated(root, names)
    other = _used_otherwise(sources.values())
    return {name: _module(source, values.get(name, {}), other) for name, source in sources.items()}


def _module(source: Source, values: dict[str, Any], other: set[str]) -> Source:
    made: list[Statement] = []
    packed = False
    for number, one in enumerate(source.statements):
        target = one.node.targets[0] if isinstance(one.node, ast.Assign) and len(one.node.targets) == 1 else None
        name = target.id if isinstance(target, ast.Name) else ""  # what a comprehension's own names are bound to stays in it
        if name not in values or len(source.bound[name]) > 1 or source.companions[number]:
            made.append(one)
            continue
        value = _folded(one.node.value, values[name], name not in other)  # type: ignore[attr-defined]
        packed = packed or isinstance(value, ast.Call)
        node = ast.fix_missing_locations(ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), one.node))
        made.append(Statement(node, {name}, None))
    if packed:
        taken = ast.parse("from %s import Words as __words__" % MAKER).body[0]
        made.insert(0, Statement(taken, {"__words__"}, (MAKER, "Words")))
    return replace(source, statements=made, bound={}) if made != source.statements else source


def _folded(node: ast.expr, value: Any, asked: bool) -> ast.expr:
    """What to write for a set or table. asked: it is only ever asked whether it holds something."""
    if isinstance(value, dict):
        made = (ast.Call, ast.DictComp, ast.BinOp)
        worked = any(isinstance(one, made) or (isinstance(one, ast.Dict) and None in one.keys) for one in ast.walk(node))
        return ast.parse(repr(value), mode="eval").body if worked else node
    if asked and len(value) >= FEW and max(map(len, value)) > 1 and all(isinstance(word, str) and "\n" not in word for word in value):
        return ast.Call(ast.Name("__words__", ast.Load()), [ast.Constant("\n%s\n" % "\n".join(sorted(value)))], [])
    return ast.Constant(value) if isinstance(node, ast.BinOp) else node


def _used_otherwise(sources: Iterable[Source]) -> set[str]:
    """Every name that stands anywhere but behind ``in`` or ``not in``, whichever module it is of; those imported under another name too."""
    found: set[str] = set()
    left: list[ast.AST] = [one.node for source in sources for one in source.statements]
    while left:
        node = left.pop()
        if isinstance(node, ast.Compare):
            left.append(node.left)
            for sign, right in zip(node.ops, node.comparators, strict=True):
                if isinstance(sign, ast.In | ast.NotIn) and isinstance(right, ast.Attribute):
                    left.append(right.value)
                elif not (isinstance(sign, ast.In | ast.NotIn) and isinstance(right, ast.Name)):
                    left.append(right)
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        found |= {name for _, name, here in imported(node) if name != here}
        left.extend(ast.iter_child_nodes(node))
    return found
