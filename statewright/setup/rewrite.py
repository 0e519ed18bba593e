"""Rewrite a module's statements for the linked file: what is not there is asked of the loader (``setup.linked``) where it is used."""

import ast
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from statewright.setup.layers import Layer, methods
from statewright.setup.source import Source, local


class Rewriter(ast.NodeTransformer):
    """linked: every module of the linked file. here: those of them that are loaded for certain. extensions: C parts that the loader loads.

    Names that ``layer`` does not hold are asked for in functions; without one, names that are imported from us are asked for everywhere.
    """

    def __init__(
        self, source: Source, linked: Iterable[str], extensions: Iterable[str], here: Iterable[str] = (), layer: Layer | None = None
    ) -> None:
        self.source = source
        self.linked = set(linked)
        self.extensions = set(extensions)
        self.here = set(here)
        self.layer = layer
        self.aliases = {name: one for name, one in source.aliases.items() if len(source.bound[name]) == 1}
        self.local: set[str] | None = None

    def statement(self, number: int) -> list[ast.stmt]:
        """A statement as it is put into the linked file."""
        one = self.source.statements[number]
        node = one.copy()
        if isinstance(node, ast.ClassDef) and self.layer:
            kept = self.layer.methods.get((self.source.name, node.name), set())
            late = set(methods(one.node)) - kept
            node.body = [self.stub(part, "%s.%s" % (node.name, part.name)) if isinstance(part, ast.FunctionDef) and part.name in late else part
                         for part in node.body]
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def given(self, name: str, wanted: Iterable[str]) -> list[ast.stmt]:
        """These methods of a class of this name as functions named ``Class.method``, for the loader to give to it: a class costs far more."""
        found = next(one for one in self.source.statements if isinstance(one.node, ast.ClassDef) and one.node.name == name)
        late: set[str] = set(methods(found.node)) & set(wanted)
        node: Any = found.copy()
        made: list[ast.stmt] = [self.visit(one) for one in node.body if isinstance(one, ast.FunctionDef) and one.name in late]
        for one in made:
            one.name = "%s.%s" % (name, one.name)  # type: ignore[attr-defined]
        return made

    def stub(self, node: ast.stmt, name: str) -> ast.stmt:
        """What stands in for a function or method that is only named."""
        made = ast.Assign([ast.Name(name.rpartition(".")[2], ast.Store())], _call("__stub__", self.source.name, name))
        return ast.copy_location(made, node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outer = self.local
        if outer is None:
            self.local = self.source.locals.get(node.lineno)
            if self.local is None:
                self.local = self.source.locals[node.lineno] = local(node)
        found = self.generic_visit(node)
        self.local = outer
        return found

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not isinstance(node.ctx, ast.Load) or node.id not in self.source.bound or node.id in (self.local or ()):
            return node
        if self.layer is None and node.id in self.aliases:
            found = self._ours(*self.aliases[node.id])
        elif self.layer is not None and self.local is not None and not self.layer.has(self.source, node.id):
            found = self._ours(*self.aliases[node.id]) if node.id in self.aliases else _call("__late__", self.source.name, node.id)
        else:
            return node
        return ast.copy_location(found, node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> Any:
        module = str(node.module)
        whole = module in self.extensions
        rest = [one for one in node.names if not whole and module not in self.linked and "%s.%s" % (module, one.name) not in self.linked]
        made: list[ast.stmt] = [_bind(one, ast.Attribute(_call("__need__", module), one.name, ast.Load()) if whole else self._ours(module, one.name))
                                for one in node.names if one not in rest]
        if rest:
            made.append(ast.ImportFrom(node.module, rest, node.level))
        return [ast.copy_location(one, node) for one in made]

    def visit_Import(self, node: ast.Import) -> Any:
        return [ast.copy_location(_bind(one, _call("__need__", one.name)) if one.name in self.extensions else ast.Import([one]), node)
                for one in node.names]

    def _ours(self, module: str, name: str) -> ast.expr:
        whole = "%s.%s" % (module, name)
        if whole in self.linked:
            return self._module(whole)
        if module in self.linked:
            return ast.Attribute(self._module(module), name, ast.Load())
        return ast.Attribute(_call("__import__", module, fromlist=name), name, ast.Load())  # a cold one

    def _module(self, name: str) -> ast.expr:
        if name in self.here:
            return ast.Subscript(ast.Name("__modules__", ast.Load()), ast.Constant(name), ast.Load())
        return _call("__need__", name)


def _call(function: str, *words: str, fromlist: str = "") -> ast.Call:
    more = [ast.keyword("fromlist", ast.Tuple([ast.Constant(fromlist)], ast.Load()))] if fromlist else []
    return ast.Call(ast.Name(function, ast.Load()), [ast.Constant(one) for one in words], more)


def _bind(alias: ast.alias, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(alias.asname or alias.name, ast.Store())], value)


def code(body: list[ast.stmt], path: Path) -> Any:
    """The code object of some statements, None for none."""
    whole = ast.fix_missing_locations(ast.Module(body, []))
    return compile(whole, str(path), "exec", dont_inherit=True, optimize=0) if body else None
