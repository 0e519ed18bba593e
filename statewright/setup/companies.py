"""What runs together: of many lines that were rehearsed, the functions that most of them ran, and for the rest those that the same lines ran.

A line that is read in full runs a third of the rules' code, and no two kinds of line the same third. What nearly all plain lines
run is one image (the *core*); every other function that a rehearsed line ran is fetched with its *company*, the functions that
the very same rehearsed lines ran, once a call comes to one of them.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from statewright.setup.layers import NONE, Layer, Lines, collect, gathered, methods, ran
from statewright.setup.source import FUNCTION, Source

READING = 15  # what it costs to read one image more, in lines of code that are read and not needed

Part = tuple[str, str]  # module, function or Class.method


@dataclass
class Company:
    """Functions that the same lines ran. first: companies (by number) that must be there before it, since they hold classes it adds to."""

    parts: set[Part]
    lines: Lines
    lines_of: frozenset[int]  # which rehearsed lines ran it
    first: list[int] = field(default_factory=list)
    there: Layer = field(default_factory=Layer)
    layer: Layer = field(default_factory=Layer)


def gather(sources: dict[str, Source], runs: list[Lines]) -> tuple[Lines, list[Company]]:
    """(the core's lines, the companies). runs: what each rehearsed line ran."""
    runs = [gathered(sources, one) for one in runs]
    ran_by: dict[Part, frozenset[int]] = {}
    held: dict[Part, frozenset[int]] = {}  # which lines of a function or method ran
    rest: Lines = {}  # what ran of methods that go with their class
    for name, source in sources.items():
        left = frozenset().union(*(one.get(name, NONE) for one in runs))
        for part, node in _functions(source):
            found = frozenset(number for number, lines in enumerate(runs) if ran(node, lines.get(name, NONE)))
            if found:
                ran_by[name, part] = found
                held[name, part] = left & set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
                left -= held[name, part]
        rest[name] = left
    groups: dict[frozenset[int], set[Part]] = {frozenset(range(len(runs))): set()}
    for one in sorted(ran_by):
        groups.setdefault(ran_by[one], set()).add(one)
    having: dict[Part, frozenset[int]] = {}  # which lines have a class for certain, since they ran a method of it
    for (module, part), numbers in ran_by.items():
        if "." in part:
            owner = module, part.partition(".")[0]
            having[owner] = having.get(owner, NONE) | numbers
    made = _merged(groups, held, having)
    return _lines(made[0][1], held, rest), [Company(parts, _lines(parts, held, rest), numbers) for numbers, parts in made[1:]]


def _merged(
    groups: dict[frozenset[int], set[Part]], held: dict[Part, frozenset[int]], having: dict[Part, frozenset[int]]
) -> list[tuple[frozenset[int], set[Part]]]:
    """Fewer groups, as long as reading two as one costs the rehearsed lines less: the largest first, which all lines read.

    Methods stay with lines that have their class, so that no line has to have a class for a method that it does not run.
    """
    found = sorted(groups.items(), key=lambda one: (-len(one[0]), sorted(one[0])))
    sizes = [sum(len(held[part]) for part in parts) for _, parts in found]
    bounds = [_bound(parts, having, found[0][0]) for _, parts in found]

    def gain(one: int, other: int) -> int:
        few, more = found[one][0], found[other][0]
        if not few | more <= bounds[one] & bounds[other]:
            return 0
        return READING * len(few & more) - sizes[one] * len(more - few) - sizes[other] * len(few - more)

    gains = [[gain(one, other) for other in range(one)] for one in range(len(found))]
    while True:
        best, one, other = max(((max(row), one, row.index(max(row))) for one, row in enumerate(gains) if row), default=(0, 0, 0))
        if best <= 0:
            return found
        numbers, parts = found.pop(one)
        found[other] = found[other][0] | numbers, found[other][1] | parts
        sizes[other] += sizes.pop(one)
        bounds[other] &= bounds.pop(one)
        del gains[one]
        for row in gains[one:]:
            del row[one]
        gains[other] = [gain(other, at) for at in range(other)]
        for at in range(other + 1, len(found)):
            gains[at][other] = gain(at, other)


def _bound(parts: Iterable[Part], having: dict[Part, frozenset[int]], all_: frozenset[int]) -> frozenset[int]:
    """The lines that have all classes of these methods."""
    owners = [(module, part.partition(".")[0]) for module, part in parts if "." in part]
    return all_.intersection(*(having[one] for one in owners))


def settle(sources: dict[str, Source], core: Layer, companies: list[Company]) -> None:
    """Work out what each company's image holds: what it needs beyond the core and the companies it adds to."""
    for number, one in enumerate(companies):
        alone = collect(sources, one.lines, core)
        wanted = _classes(sources, alone, core)
        one.first = [other for other in range(number) if wanted & _classes(sources, companies[other].layer, core)]
        one.there = core.copy()
        for other in one.first:
            one.there.add(companies[other].layer)
        one.layer = collect(sources, one.lines, one.there) if one.first else alone


def shared(sources: dict[str, Source], companies: list[Company]) -> dict[str, set[str]]:
    """By module the names that more than one company's image binds: who comes second must not bind them anew."""
    seen: dict[str, set[str]] = {}
    twice: dict[str, set[str]] = {}
    for one in companies:
        for module, names in bound(sources, one.layer, one.there).items():
            twice.setdefault(module, set()).update(names & seen.setdefault(module, set()))
            seen[module] |= names
    return twice


def bound(sources: dict[str, Source], layer: Layer, there: Layer) -> dict[str, set[str]]:
    """By module the names that a layer binds beyond what is there, be it to what stands in for a function."""
    found: dict[str, set[str]] = {}
    for held, before in ((layer.statements, there.statements), (layer.stubs, there.stubs)):
        for module, numbers in held.items():
            fresh = numbers - before.get(module, set())
            found.setdefault(module, set()).update(name for number in fresh for name in sources[module].statements[number].binds)
    return found


def _functions(source: Source) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for one in source.statements:
        if isinstance(one.node, FUNCTION):
            yield one.node.name, one.node
        elif isinstance(one.node, ast.ClassDef):
            for name, method in methods(one.node).items():
                yield "%s.%s" % (one.node.name, name), method


def _lines(parts: Iterable[Part], held: dict[Part, frozenset[int]], rest: Lines) -> Lines:
    found = {module: set(lines) for module, lines in rest.items()}
    for one in parts:
        found[one[0]] |= held[one]
    return {module: frozenset(lines) for module, lines in found.items()}


def _classes(sources: dict[str, Source], layer: Layer, there: Layer) -> set[tuple[str, int]]:
    return {(module, number) for module, numbers in layer.statements.items() for number in numbers - there.statements.get(module, set())
            if isinstance(sources[module].statements[number].node, ast.ClassDef)}
