"""A module's names as its room calls them (see ``joined.py``), put in their place wherever Python would look there: not in what a function,
a class or a comprehension binds for itself.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from statewright.setup.source import FUNCTION, IMPORT, Source, imported

COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Key = tuple[str, str]  # a module, a name in it


@dataclass
class Room:
    """A room: its modules in the order in which their statements run, and what each of their names is called in it."""

    name: str
    modules: list[str]
    names: dict[Key, str] = field(default_factory=dict)


def imports(node: ast.AST) -> Iterator[tuple[Key, str]]:
    """((module, name there), name here); the name there is "" for a module itself."""
    if isinstance(node, ast.ImportFrom):
        yield from (((str(node.module), one.name), one.asname or one.name) for one in node.names)
    elif isinstance(node, ast.Import):
        yield from (((one.name, ""), one.asname or one.name) for one in node.names)


def bound(body: list[Any]) -> set[str]:
    """The names that a function's own statements bind, not those of functions, classes and comprehensions inside it."""
    found: set[str] = set()
    kept: set[str] = set()
    left = list(body)
    while left:
        node = left.pop()
        if isinstance(node, FUNCTION | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Lambda):
            pass
        elif isinstance(node, COMPREHENSION):
            found |= {one.target.id for one in ast.walk(node) if isinstance(one, ast.NamedExpr)}
        else:
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, IMPORT):
                found |= {here for _, here in imports(node)}
            elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
                found.add(node.name)
            elif isinstance(node, ast.MatchMapping) and node.rest:
                found.add(node.rest)
            elif isinstance(node, ast.Global):
                kept |= set(node.names)
            left += ast.iter_child_nodes(node)
    return found - kept


def arguments(node: ast.arguments) -> set[str]:
    return {one.arg for one in (*node.posonlyargs, *node.args, *node.kwonlyargs, node.vararg, node.kwarg) if one is not None}


def variables(node: ast.AST) -> set[str]:
    """Every name that is some function's own anywhere in a statement."""
    found: set[str] = set()
    for one in ast.walk(node):
        if isinstance(one, FUNCTION):
            found |= bound(one.body) | arguments(one.args)
        elif isinstance(one, ast.Lambda):
            found |= arguments(one.args)
        elif isinstance(one, ast.ClassDef):
            found |= bound(one.body)
        elif isinstance(one, COMPREHENSION):
            found |= bound([part.target for part in one.generators])
    return found


class Renamer(ast.NodeTransformer):
    """Puts a module's names of a room, and what it takes of other rooms' modules, in place of its own. room: its own room, if it is in one."""

    def __init__(self, source: Source, of: dict[str, Room], names: dict[str, str], room: Room | None = None) -> None:
        self.name = source.name
        self.of = of
        self.names = dict(names)
        self.room = room
        self.modules: dict[str, str] = {}  # names that stand for whole modules of a room
        self.scopes: list[tuple[bool, set[str], dict[str, str]]] = []  # is it a function's, its names, those that stand for modules
        for one in source.statements:
            for module, there, here in imported(one.node):
                if "%s.%s" % (module, there) in of:
                    self.modules[here] = "%s.%s" % (module, there)
                elif module in of and of[module] is room:
                    self.names[here] = self.there(module, there)

    def there(self, module: str, name: str) -> str:
        """What a name of a room's module is called in the room."""
        return self.of[module].names[module, name]

    def statement(self, node: ast.stmt) -> Any:
        """A module's statement as it stands in the room, None for an import of what is there."""
        if isinstance(node, IMPORT):
            ((key, here),) = imports(node)
            if here in self.modules and self.of[self.modules[here]] is self.room:
                return None
            if key[0] in self.of and self.of[key[0]] is self.room:
                return None
            made: Any = self.visit(node)
            made.names = [ast.alias(made.names[0].name, self.names.get(here, here))]
            return made
        return self.visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        made = []
        module = str(node.module)
        for one in node.names:
            whole = self.of.get("%s.%s" % (module, one.name))
            here = one.asname or one.name
            if whole is not None and whole is self.room:
                continue
            if whole is not None:
                front, _, last = whole.name.rpartition(".")
                made.append((front, ast.alias(last, here)))
            elif module in self.of:
                made.append((self.of[module].name, ast.alias(self.there(module, one.name), here)))
            else:
                made.append((module, one))
        if not made:
            return ast.copy_location(ast.Pass(), node)
        if len({front for front, _ in made}) > 1:
            raise ValueError("%s: one import of several rooms" % module)
        return ast.copy_location(ast.ImportFrom(made[0][0], [one for _, one in made], 0), node)

    def _scope(self, name: str) -> tuple[bool, set[str], dict[str, str]] | None:
        """The innermost scope that has the name, None where it is the module's."""
        for number, one in enumerate(reversed(self.scopes)):
            if name in one[1] and (one[0] or number == 0):
                return one
        return None

    def visit_Name(self, node: ast.Name) -> ast.AST:
        scope = self._scope(node.id)
        if isinstance(node.ctx, ast.Load) and node.id in (self.modules if scope is None else scope[2]):
            raise ValueError("%s: %s, a module of a room, is used as a value" % (self.name, node.id))
        if scope is not None and not scope[0] and node.id in self.names and isinstance(node.ctx, ast.Load):
            raise ValueError("%s: %s is read where it is a name of a class or of its module" % (self.name, node.id))
        if scope is None and node.id in self.names:
            node.id = self.names[node.id]
        return node

    def visit_Global(self, node: ast.Global) -> ast.AST:
        node.names = [self.names.get(name, name) for name in node.names]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if isinstance(node.value, ast.Name):
            scope = self._scope(node.value.id)
            module = (self.modules if scope is None else scope[2]).get(node.value.id)
            if module is not None:
                name = self.there(module, node.attr)
                if self.of[module] is self.room:
                    return ast.copy_location(ast.Name(name, node.ctx), node)
                node.attr = name
                if scope is None:
                    node.value.id = self.names.get(node.value.id, node.value.id)
                return node
        return self.generic_visit(node)

    def _inside(self, names: set[str], body: list[Any], parts: list[Any], function: bool = True) -> list[Any]:
        """Visit what stands in a scope of its own."""
        modules: dict[str, str] = {}
        for one in body:
            for part in ast.walk(one):
                if isinstance(part, ast.ImportFrom):
                    for module, there, here in imported(part):
                        whole = "%s.%s" % (module, there)
                        if whole in self.of and here in names and modules.setdefault(here, whole) != whole:
                            raise ValueError("%s: %s stands for two modules" % (self.name, here))
        self.scopes.append((function, names, modules))
        found = [self.visit(one) for one in parts]
        self.scopes.pop()
        return found

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        node.args.defaults = [self.visit(one) for one in node.args.defaults]
        node.args.kw_defaults = [None if one is None else self.visit(one) for one in node.args.kw_defaults]
        if not self.scopes:
            node.name = self.names.get(node.name, node.name)
        node.body = self._inside(arguments(node.args) | bound(node.body), node.body, node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.bases = [self.visit(one) for one in node.bases]
        node.decorator_list = [self.visit(one) for one in node.decorator_list]
        if not self.scopes:
            node.name = self.names.get(node.name, node.name)
        node.body = self._inside(bound(node.body), [], node.body, False)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        node.args.defaults = [self.visit(one) for one in node.args.defaults]
        (node.body,) = self._inside(arguments(node.args), [], [node.body])
        return node

    def _comprehended(self, node: Any) -> ast.AST:
        node.generators[0].iter = self.visit(node.generators[0].iter)
        names = bound([part.target for part in node.generators])
        self.scopes.append((True, names, {}))
        for number, part in enumerate(node.generators):
            part.target = self.visit(part.target)
            if number:
                part.iter = self.visit(part.iter)
            part.ifs = [self.visit(one) for one in part.ifs]
        for name in ("elt", "key", "value"):
            if hasattr(node, name):
                setattr(node, name, self.visit(getattr(node, name)))
        self.scopes.pop()
        return node  # type: ignore[no-any-return]

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehended
