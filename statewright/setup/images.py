"""Images: for each kind of call the code of all it needs, beyond what images read before it hold."""

from collections.abc import Callable, Iterable
from typing import Any

from statewright.setup.layers import Layer, collect
from statewright.setup.rehearsal import Runs
from statewright.setup.rewrite import Rewriter, code
from statewright.setup.source import Source, imported

Place = tuple[int, int]


class Images:
    """Images of one linked file. put: writes something into it and gives its place."""

    def __init__(self, sources: dict[str, Source], extensions: Iterable[str], runs: Runs, put: Callable[[Any], Place]) -> None:
        self.sources = sources
        self.extensions = tuple(extensions)
        self.runs = runs
        self.put = put
        self.layers: dict[tuple[str, ...], Layer] = {(): Layer()}

    def first(self, kind: str) -> Place:
        """The image that is read when nothing is there yet."""
        return self.put(self.image((kind,)))

    def chain(self, before: tuple[str, ...], kinds: tuple[str, ...]) -> tuple[Any, ...]:
        """A kind's image's place, then for each that may follow its place and that of a table of what it holds."""
        found: list[Any] = []
        for kind in kinds:
            before = (*before, kind)
            place = self.put(self.image(before))
            found.append((place, self.put(self.held(before))) if found else place)
        return tuple(found)

    def layer(self, kinds: tuple[str, ...]) -> Layer:
        """What is there when the images of these kinds were read one after the other."""
        if kinds not in self.layers:
            self.layers[kinds] = collect(self.sources, self.runs.get(kinds[-1], {}), self.layer(kinds[:-1]))
        return self.layers[kinds]

    def held(self, kinds: tuple[str, ...]) -> dict[str, frozenset[str]]:
        """What the last one's image holds: by module its names, methods as ``Class.method``."""
        layer, there = self.layer(kinds), self.layer(kinds[:-1])
        found = {name: {bound for number in numbers - there.statements.get(name, set()) for bound in self.sources[name].statements[number].binds}
                 for name, numbers in layer.statements.items()}
        for (module, owner), names in layer.methods.items():
            found[module] |= {"%s.%s" % (owner, name) for name in names - there.methods.get((module, owner), set())}
        return {name: frozenset(one) for name, one in found.items() if one or name not in there.statements}

    def image(self, kinds: tuple[str, ...]) -> Any:
        """The last one's modules, (name, is it a package, does it answer for names itself), then (module, code, code of methods) in order."""
        layer, there = self.layer(kinds), self.layer(kinds[:-1])
        fresh = [name for name in layer.statements if name not in there.statements]
        rows = []
        for name in self._order(layer):
            source = self.sources[name]
            rewriter = Rewriter(source, self.sources, self.extensions, layer.statements, layer)
            numbers = layer.statements[name] - there.statements.get(name, set())
            stubs = layer.stubs.get(name, set()) - there.stubs.get(name, set()) - layer.statements[name]
            body = []
            for number, one in enumerate(source.statements):
                if number in numbers:
                    body += rewriter.statement(number)
                elif number in stubs:
                    body.append(rewriter.stub(one.node, next(iter(one.binds))))
            given = [rewriter.given(owner, names - there.methods[module, owner]) for (module, owner), names in layer.methods.items()
                     if module == name and names - there.methods.get((module, owner), names)]
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
