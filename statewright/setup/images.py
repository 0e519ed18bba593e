"""Images: for each kind of call the code of all it needs, beyond what images read before it hold."""

from collections.abc import Callable, Iterable
from typing import Any

from statewright.setup.companies import bound, gather, settle, shared
from statewright.setup.layers import Layer, collect
from statewright.setup.rehearsal import ASKED, CORE, FOLLOW, Runs, numbered
from statewright.setup.rewrite import Rewriter, code
from statewright.setup.source import Source, imported
from statewright.setup.tables import MAKER

Place = tuple[int, int]


class Images:
    """Images of one linked file. put: writes something into it and gives its place."""

    def __init__(self, sources: dict[str, Source], extensions: Iterable[str], runs: Runs, put: Callable[[Any], Place]) -> None:
        self.sources = sources
        self.extensions = tuple(extensions)
        core, self.companies = gather(sources, numbered(runs))
        self.runs: Runs = {**runs, CORE[-1]: {**core, MAKER: frozenset(range(1000))}}  # packed tables are made with it: no rehearsal runs it
        self.put = put
        self.core: Place | None = None  # where the core's image lies
        self.nodes: dict[tuple[str, ...], tuple[Place, Place | None]] = {}
        self.layers: dict[tuple[str, ...], Layer] = {(): Layer()}

    def first(self, kind: str) -> Place:
        """The image that is read when nothing is there yet."""
        return self.put(self.image(self.layer((kind,)), Layer()))

    def node(self, before: tuple[str, ...], kind: str) -> tuple[Place, Place | None]:
        """Where a kind's image lies and where those that may follow are told: (what each is read for, its node)."""
        kinds = (*before, kind)
        if kinds in self.nodes:
            return self.nodes[kinds]
        further = tuple((self.asked((*kinds, one)), self.node(kinds, one)) for one in FOLLOW.get(kind, ()))
        place = self.put(self.image(self.layer(kinds), self.layer(before)))
        self.core = place if kinds == CORE else self.core
        self.nodes[kinds] = place, self.put(further) if further else None
        return self.nodes[kinds]

    def bundles(self) -> tuple[list[Place], dict[str, str]]:
        """What may be read once the core is there: places of (image, numbers of those to be read before, names not to be bound twice).

        By module then a line for each of its functions that is in one: its name there, the number.
        """
        settle(self.sources, self.layer(CORE), self.companies)
        twice = shared(self.sources, self.companies)
        rows: list[Place] = []
        index: dict[str, str] = {}
        for number, one in enumerate(self.companies):
            names = {name: some & twice[name] for name, some in bound(self.sources, one.layer, one.there).items()}
            both = {name: tuple(sorted(some)) for name, some in names.items() if some}
            rows.append(self.put((self.image(one.layer, one.there), tuple(one.first), both)))
            for module, part in sorted(one.parts):
                index[module] = index.get(module, "\n") + "%s %d\n" % (part, number)
        return rows, index

    def layer(self, kinds: tuple[str, ...]) -> Layer:
        """What is there when the images of these kinds were read one after the other."""
        if kinds not in self.layers:
            self.layers[kinds] = collect(self.sources, self.runs.get(kinds[-1], {}), self.layer(kinds[:-1]))
        return self.layers[kinds]

    def asked(self, kinds: tuple[str, ...]) -> dict[str, frozenset[str]]:
        """What the last one's image is read for when it is asked for: by module the names."""
        if kinds[-1] in ASKED:
            module, name = ASKED[kinds[-1]]
            for source in self.sources.values():  # it may have been joined to its room
                if (module, name) in source.called:
                    return {source.name: frozenset((source.called[module, name],))}
            return {module: frozenset((name,))}
        return self.held(kinds)

    def held(self, kinds: tuple[str, ...]) -> dict[str, frozenset[str]]:
        """What the last one's image holds: by module its names, methods as ``Class.method``."""
        layer, there = self.layer(kinds), self.layer(kinds[:-1])
        found = {name: {bound for number in numbers - there.statements.get(name, set()) for bound in self.sources[name].statements[number].binds}
                 for name, numbers in layer.statements.items()}
        for (module, owner), names in layer.methods.items():
            found[module] |= {"%s.%s" % (owner, name) for name in names - there.methods.get((module, owner), set())}
        return {name: frozenset(one) for name, one in found.items() if one or name not in there.statements}

    def image(self, layer: Layer, there: Layer) -> Any:
        """A layer's modules, (name, is it a package, does it answer for names itself), then (module, code, code of methods) in order."""
        fresh = [name for name in layer.statements if name not in there.statements]
        rows = []
        for name in self._order(layer):
            source = self.sources[name]
            if layer.of(name) == there.of(name):
                continue
            rewriter = Rewriter(source, self.sources, self.extensions, layer.statements, layer)
            numbers = layer.statements[name] - there.statements.get(name, set())
            stubs = layer.stubs.get(name, set()) - there.stubs.get(name, set()) - layer.statements[name]
            body = []
            for number, one in enumerate(source.statements):
                if number in numbers:
                    body += rewriter.statement(number)
                elif number in stubs:
                    body.append(rewriter.stub(one.node, next(iter(one.binds))))
            given = [one for (module, owner), names in layer.methods.items() if module == name and names - there.methods.get((module, owner), names)
                     for one in rewriter.given(owner, names - there.methods[module, owner])]
            if body or given:
                rows.append((name, code(body, source.path), code(given, source.path)))
        return tuple((name, self.sources[name].package, self.sources[name].whole) for name in fresh), tuple(rows)

    def _order(self, layer: Layer) -> list[str]:
        """Its modules, each after those it imports when it is loaded."""
        found: list[str] = []
        seen: set[str] = set()

        def visit(name: str) -> None:
            if name in seen or name not in layer.statements:
                return
            seen.add(name)
            for number in sorted(layer.statements[name]):
                for module, inside, _ in imported(self.sources[name].statements[number].node):
                    visit(module)
                    visit("%s.%s" % (module, inside))
            found.append(name)

        for name in sorted(layer.statements):
            visit(name)
        return found
