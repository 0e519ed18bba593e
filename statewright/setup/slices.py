"""Cut a module into slices by which calls run which function: its own slice, and others that are fetched when one of their functions is called."""

import ast
from dataclasses import dataclass, field
from pathlib import Path

Calls = frozenset[str]  # the rehearsed calls that run something
OWN: Calls = frozenset(("own",))  # placement of what every use of the module needs; no rehearsed call has this name
NEVER: Calls = frozenset()

FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
IMPORT = ast.Import | ast.ImportFrom
VALUE = ast.Assign | ast.AnnAssign | ast.ClassDef


@dataclass
class Statement:
    """One statement of a module's body. places: the slices it is put into (an import may be in several).

    imports: what of ours it imports anywhere in it: (module, name there, name here). body: what is compiled for it.
    """

    node: ast.stmt
    binds: set[str]
    uses: set[str]
    imports: list[tuple[str, str, str]]
    places: set[Calls] = field(default_factory=set)
    body: list[ast.stmt] = field(default_factory=list)


@dataclass
class Source:
    """A hot module: its parsed body, without docstrings and type-checking imports."""

    name: str
    path: Path
    package: bool
    tree: ast.Module
    statements: list[Statement]

    def imports(self) -> list[tuple[str, str, str]]:
        """What of ours the module imports: (module, name there, name here)."""
        return [row for one in self.statements for row in one.imports]

    def bound(self) -> dict[str, Statement]:
        """The statement that binds each name last."""
        return {name: one for one in self.statements for name in one.binds}


def parse(name: str, path: Path) -> Source:
    """Read a module's source."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | FUNCTION) and node.body:
            body = node.body[1:] if _is_text(node.body[0]) else node.body
            body = [one for one in body if not _for_types(one)]
            node.body = body or ([] if isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), node.body[0])])
    statements = []
    for node in tree.body:
        inside = list(ast.walk(node))
        uses = {one.id for one in inside if isinstance(one, ast.Name)}
        statements.append(Statement(node, _binds(node), uses, [row for one in inside for row in _imported(one)]))
    return Source(name, path, path.name == "__init__.py", tree, statements)


def _imported(node: ast.AST) -> list[tuple[str, str, str]]:
    if not isinstance(node, ast.ImportFrom) or not node.module or node.module.split(".")[0] != "statewright":
        return []
    return [(node.module, alias.name, alias.asname or alias.name) for alias in node.names]


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _for_types(node: ast.stmt) -> bool:
    """``TYPE_CHECKING = False`` and what stands under it: nothing at run time."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "TYPE_CHECKING"


def _binds(node: ast.stmt) -> set[str]:
    if isinstance(node, FUNCTION | ast.ClassDef):
        return {node.name}
    if isinstance(node, IMPORT):
        return {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


def place(source: Source, runs: dict[str, Calls], outside: set[str], used: Calls) -> None:
    """Decide for each statement which slices it belongs to.

    runs: the rehearsed calls that ran each function. outside: names that other modules ask this one for. used: the
    rehearsed calls that load the module.
    """
    functions = [one for one in source.statements if isinstance(one.node, FUNCTION)]
    for one in functions:
        ran = runs.get(next(iter(one.binds)), NEVER)
        one.places = {OWN if ran and used <= ran else ran}
    changed = True
    while changed:
        for one in source.statements:
            if one not in functions:
                one.places = set()
        _settle(source, outside)
        changed = _promote(source)


def _settle(source: Source, outside: set[str]) -> None:
    """Put everything but functions where its users are; undecided ones wait for theirs."""
    waiting = [one for one in source.statements if not one.places]
    while waiting:
        left = [one for one in waiting if not _settled(one, source, outside)]
        if len(left) == len(waiting):
            for one in left:  # they use each other
                one.places = {OWN}
            return
        waiting = left


def _settled(one: Statement, source: Source, outside: set[str]) -> bool:
    others = [other for other in source.statements if other is not one]
    users = [other for other in others if other.uses & one.binds]
    if not isinstance(one.node, IMPORT | VALUE) or one.binds & outside or any(other.binds & one.binds for other in others):
        one.places = {OWN}
    elif any(not user.places for user in users):
        return False
    else:
        found: set[Calls] = set().union(*(user.places for user in users)) if users else {NEVER}
        one.places = {OWN} if OWN in found else found if isinstance(one.node, IMPORT) else {max(found, key=rank)}
    return True


def rank(at: Calls) -> tuple[int, list[str]]:
    """How common a slice is. A value lies with the commonest of its users, whose slice runs before the others'."""
    return len(at), sorted(at)


def before(source: Source, at: Calls) -> set[Calls]:
    """The slices whose values a slice uses."""
    wanted = set().union(*(one.uses for one in source.statements if at in one.places))
    found = {other for one in source.statements if isinstance(one.node, VALUE) and one.binds & wanted for other in one.places}
    return found - {at, OWN}


def _promote(source: Source) -> bool:
    """What is called while the module's own slice runs belongs to it, and what that calls; True when something moved."""
    bound = source.bound()
    queue = []
    for one in source.statements:
        if one.places == {OWN} and not isinstance(one.node, FUNCTION):
            queue += [name.id for call in ast.walk(one.node) if isinstance(call, ast.Call) for name in ast.walk(call) if isinstance(name, ast.Name)]
    moved = False
    seen: set[str] = set()
    while queue:
        name = queue.pop()
        if name in seen or name not in bound or not isinstance(bound[name].node, FUNCTION):
            continue
        seen.add(name)
        queue += bound[name].uses
        moved = moved or bound[name].places != {OWN}
        bound[name].places = {OWN}
    return moved


def ask(source: Source, linked: set[str]) -> None:
    """Make the module ask the loader for linked modules by name: the import system would take ten times as long."""
    for one in source.statements:
        found = ast.Module([one.node], [])
        one.body = ast.fix_missing_locations(_Imports(linked).visit(found)).body if one.imports else found.body


def code(source: Source, at: Calls) -> object:
    """The code object of one slice, None when it is empty."""
    body = [node for one in source.statements if at in one.places for node in one.body]
    return compile(ast.Module(body, []), str(source.path), "exec", dont_inherit=True, optimize=0) if body else None


class _Imports(ast.NodeTransformer):
    def __init__(self, linked: set[str]) -> None:
        self.linked = linked

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        rest = []
        for alias in node.names:
            name = "%s.%s" % (node.module, alias.name)
            if name in self.linked:
                value: ast.expr = _need(name)
            elif node.module in self.linked:
                value = ast.Attribute(_need(str(node.module)), alias.name, ast.Load())
            else:
                rest.append(alias)
                continue
            out.append(ast.Assign([ast.Name(alias.asname or alias.name, ast.Store())], value))
        if rest:
            out.append(ast.ImportFrom(node.module, rest, node.level))
        return [ast.copy_location(one, node) for one in out]


def _need(name: str) -> ast.Call:
    return ast.Call(ast.Name("__need__", ast.Load()), [ast.Constant(name)], [])
