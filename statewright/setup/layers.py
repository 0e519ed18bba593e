"""What one kind of call needs of the hot modules, beyond what is there when it comes: a layer."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from statewright.setup.source import FUNCTION, Source, imported

Lines = dict[str, frozenset[int]]  # module -> the lines of its functions that a kind of call ran; a module that was loaded is there
NONE: frozenset[int] = frozenset()


@dataclass
class Layer:
    """What is there: module -> places of its statements, places of functions that are only named and so stood in for; (module, class) -> methods."""

    statements: dict[str, set[int]] = field(default_factory=dict)
    stubs: dict[str, set[int]] = field(default_factory=dict)
    methods: dict[tuple[str, str], set[str]] = field(default_factory=dict)

    def has(self, source: Source, name: str) -> bool:
        """Whether a name of a module is bound."""
        there = self.statements.get(source.name, set()) | self.stubs.get(source.name, set())
        return set(source.bound[name]) <= there

    def copy(self) -> "Layer":
        """The same, to be added to."""
        return copy.deepcopy(self)


@cache
def methods(node: ast.AST) -> dict[str, ast.FunctionDef]:
    """The methods of a class that may be left out of it and given to it later; none of what is no class."""
    return {
        one.name: one for one in (node.body if isinstance(node, ast.ClassDef) else [])
        if isinstance(one, ast.FunctionDef) and not one.decorator_list and one.name[:2] != "__"
        and not any(isinstance(name, ast.Name) and name.id in ("super", "__class__") for name in ast.walk(one))
    }  # fmt: skip


def ran(function: ast.AST, lines: frozenset[int]) -> bool:
    """Whether any line of a function's body was run."""
    return isinstance(function, FUNCTION) and any(function.body[0].lineno <= line <= (function.end_lineno or 0) for line in lines)


def collect(sources: dict[str, Source], lines: Lines, there: Layer) -> Layer:
    """``there``, and what else calls need that ran these lines."""
    lines = {**lines, **{name: _gathered(source, lines) for name, source in sources.items() if source.parts and name in lines}}
    made = _Collector(sources, lines, there.copy())
    for name in sorted(sources.keys() & lines.keys()):
        for number, one in enumerate(sources[name].statements):
            if any(ran(part, lines[name]) for part in ([one.node] if one.function else methods(one.node).values())):
                made.include(sources[name], number)
    return made.layer


def _gathered(source: Source, lines: Lines) -> frozenset[int]:
    """The lines that ran of a room's modules, where they lie in the one that they are linked as."""
    return frozenset(moved + line for part, moved in source.parts.items() for line in lines.get(part, NONE))


class _Collector:
    def __init__(self, sources: dict[str, Source], lines: Lines, layer: Layer) -> None:
        self.sources = sources
        self.lines = lines
        self.layer = layer
        self.seen: set[tuple[str, int]] = set()

    def enter(self, name: str) -> None:
        """The module is there, with what it runs whatever is wanted of it."""
        if name in self.sources and name not in self.layer.statements:
            self.layer.statements[name] = set()
            source = self.sources[name]
            for number in range(len(source.statements)) if source.whole else source.alone():
                self.include(source, number)

    def want(self, name: str, wanted: str) -> None:
        """A name of a module is there."""
        source = self.sources.get(name)
        if source and wanted in source.bound:
            for number in source.bound[wanted]:
                self.include(source, number)
        else:
            self.enter("%s.%s" % (name, wanted))

    def include(self, source: Source, number: int) -> None:
        """A statement is there, and all it takes; a function that is only named is stood in for."""
        if (source.name, number) in self.seen:
            return
        self.seen.add((source.name, number))
        self.enter(source.name)
        one = source.statements[number]
        lines = self.lines.get(source.name, NONE)
        if one.function and not ran(one.node, lines) and not source.whole:
            if number not in self.layer.statements[source.name]:
                self.layer.stubs.setdefault(source.name, set()).add(number)
            return
        self.layer.statements[source.name].add(number)
        if isinstance(one.node, ast.ClassDef):
            kept = {name for name, method in methods(one.node).items() if ran(method, lines)}
            self.layer.methods.setdefault((source.name, one.node.name), set()).update(kept)
        for companion in source.companions[number]:
            self.include(source, companion)
        if one.ours:
            self.want(*one.ours)
        else:
            self.follow(source, one.node, lines)

    def follow(self, source: Source, node: ast.stmt, lines: frozenset[int]) -> None:
        """Whatever a statement names where it runs is there too."""
        kept = self.layer.methods.get((source.name, node.name), set()) if isinstance(node, ast.ClassDef) else set()
        reached = list(reach(node, lines, kept))
        aliases = dict(source.aliases)
        for one in reached:
            for module, there, here in imported(one):
                aliases[here] = (module, there)
                self.want(module, there)
        for one in reached:
            if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one.id in source.bound:
                self.want(source.name, one.id)
            elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in aliases:
                module = "%s.%s" % aliases[one.value.id]
                if module in self.sources:
                    self.want(module, one.attr)


def reach(node: ast.AST, lines: frozenset[int], kept: set[str]) -> Iterator[ast.AST]:
    """Everything in a module's statement that runs when the module is loaded, or ran in a function. kept: methods that are there."""
    if isinstance(node, ast.ClassDef):
        late = set(methods(node)) - kept
        for part in ast.iter_child_nodes(node):
            if not (isinstance(part, ast.FunctionDef) and part.name in late):
                yield from reach(part, lines, set())
    elif isinstance(node, FUNCTION):
        for part in (*node.decorator_list, node.args):
            yield from ast.walk(part)
        for part in node.body:
            yield from (one for one in ast.walk(part) if getattr(one, "lineno", 0) in lines)
    else:
        yield node
        for part in ast.iter_child_nodes(node):
            yield from reach(part, lines, kept)
