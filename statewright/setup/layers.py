"""What one kind of call needs of the hot modules, beyond what is there when it comes: a layer."""

import ast
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
        there, stubs = self.statements.get(source.name, ()), self.stubs.get(source.name, ())
        return all(number in there or number in stubs for number in source.bound[name])

    def of(self, module: str) -> tuple[object, ...]:
        """What is there of one module."""
        return self.statements.get(module), self.stubs.get(module), {key: names for key, names in self.methods.items() if key[0] == module}

    def copy(self) -> "Layer":
        """The same, to be added to."""
        made = Layer()
        made.add(self)
        return made

    def add(self, other: "Layer") -> None:
        """What another holds is there too."""
        for mine, theirs in ((self.statements, other.statements), (self.stubs, other.stubs)):
            for module, numbers in theirs.items():
                mine.setdefault(module, set()).update(numbers)
        for owner, names in other.methods.items():
            self.methods.setdefault(owner, set()).update(names)


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
    return isinstance(function, FUNCTION) and not lines.isdisjoint(range(function.body[0].lineno, (function.end_lineno or 0) + 1))


def collect(sources: dict[str, Source], lines: Lines, there: Layer) -> Layer:
    """``there``, and what else calls need that ran these lines."""
    lines = gathered(sources, lines)
    made = _Collector(sources, lines, there.copy())
    for name in sorted(sources.keys() & lines.keys()):
        for number, one in enumerate(sources[name].statements):
            if any(ran(part, lines[name]) for part in ([one.node] if one.function else methods(one.node).values())):
                made.include(sources[name], number)
    return made.layer


def gathered(sources: dict[str, Source], lines: Lines) -> Lines:
    """The same, with the lines of rooms that are linked as one module where they lie in that one."""
    rooms = {name: source.parts for name, source in sources.items() if source.parts and not lines.keys().isdisjoint((name, *source.parts))}
    made = {name: lines.get(name, NONE) | {moved + line for part, moved in parts.items() for line in lines.get(part, NONE)}
            for name, parts in rooms.items()}
    return {**{name: one for name, one in lines.items() if not any(name in parts for parts in rooms.values())}, **made}


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
        reached = [one for one, line, method in mentions(node) if (not line or line in lines) and (not method or method in kept)]
        aliases = dict(source.aliases)
        for one in reached:
            for module, there, here in imported(one):
                aliases[here] = (module, there)
                self.want(module, there)
        for one in reached:
            if isinstance(one, ast.Name) and one.id in source.bound:
                self.want(source.name, one.id)
            elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id in aliases:
                module = "%s.%s" % aliases[one.value.id]
                if module in self.sources:
                    self.want(module, one.attr)


@cache
def mentions(node: ast.AST) -> list[tuple[ast.AST, int, str]]:
    """What a module's statement names: names that are read, attributes of names, imports of ours; each with the line that has to have run
    for it (0: it runs when the module is loaded), and the method that has to be there ("": none)."""
    return [row for row in _reach(node) if (isinstance(row[0], ast.Name) and isinstance(row[0].ctx, ast.Load))
            or (isinstance(row[0], ast.Attribute) and isinstance(row[0].value, ast.Name)) or imported(row[0])]


def _reach(node: ast.AST) -> Iterator[tuple[ast.AST, int, str]]:
    if isinstance(node, ast.ClassDef):
        late = methods(node)
        for part in ast.iter_child_nodes(node):
            method = part.name if isinstance(part, ast.FunctionDef) and part.name in late else ""
            yield from ((one, line, method) for one, line, _ in _reach(part))
    elif isinstance(node, FUNCTION):
        for part in (*node.decorator_list, node.args):
            yield from ((one, 0, "") for one in ast.walk(part))
        for part in node.body:
            yield from ((one, one.lineno, "") for one in ast.walk(part) if hasattr(one, "lineno"))
    else:
        yield node, 0, ""
        for part in ast.iter_child_nodes(node):
            yield from _reach(part)
