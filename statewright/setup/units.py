"""A module's store: each name's unit, for calls that come to what no image holds (``setup.missing`` fetches them)."""

import ast
import marshal
from collections.abc import Callable, Iterable
from typing import Any

from statewright.setup.layers import methods
from statewright.setup.rewrite import Rewriter, code
from statewright.setup.source import Source, used

Place = tuple[int, int]
Unit = tuple[Place, tuple[str, ...], tuple[str, ...]]  # where its code lies, values that must be bound before it is run, functions that it names
Put = Callable[[Any], Place]  # writes something into the linked file and gives its place


def store(
    source: Source, linked: Iterable[str], extensions: Iterable[str], put: Put
) -> tuple[bool, bool, Place | None, str, bytes]:
    """(is it a package, does it answer for names itself, where the code lies that is always run, lines, packed units).

    lines: one for each name, methods as ``Class.method``, with where its unit begins and ends; a room that is one module has a thousand.
    """
    rewriter = Rewriter(source, linked, extensions)
    alone = [node for number in source.alone() for node in rewriter.statement(number)]
    units: dict[str, Unit] = {}
    for name in source.bound:
        if name not in units:
            numbers = _together(source, name)
            unit = _unit(source, [node for number in sorted(numbers) for node in rewriter.statement(number)], numbers, put)
            units.update(dict.fromkeys({bound for number in numbers for bound in source.statements[number].binds}, unit))
    for number, one in enumerate(source.statements):
        if isinstance(one.node, ast.ClassDef):
            for method in methods(one.node):
                units["%s.%s" % (one.node.name, method)] = _unit(source, rewriter.given(one.node.name, (method,)), {number}, put)
    lines, packed = "\n", b""
    for name, unit in units.items():
        raw = marshal.dumps(unit)
        lines += "%s\t%d\t%d\n" % (name, len(packed), len(packed) + len(raw))
        packed += raw
    return source.package, source.whole, put(code(alone, source.path)) if alone else None, lines, packed


def _together(source: Source, name: str) -> set[int]:
    """The statements that bind a name, and those that bind or change what these bind."""
    numbers: set[int] = set()
    names = {name}
    while names:
        fresh = {at for one in names for at in source.bound[one]} - numbers
        fresh |= {other for at in fresh for other in source.companions[at]} - numbers
        numbers |= fresh
        names = {one for at in fresh for one in source.statements[at].binds if set(source.bound[one]) - numbers}
    return numbers


def _unit(source: Source, body: list[ast.stmt], numbers: set[int], put: Put) -> Unit:
    own = {name for number in numbers for name in source.statements[number].binds}
    named = sorted(set().union(*(used(node) for node in body)) & set(source.bound) - own)
    functions = tuple(one for one in named if all(source.statements[number].function for number in source.bound[one]))
    return put(code(body, source.path)), tuple(one for one in named if one not in functions), functions
