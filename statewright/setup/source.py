"""A hot module's source as the linker sees it: statements that bind names, without what only readers and type checkers need."""

import ast
import pickle
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
IMPORT = ast.Import | ast.ImportFrom
OURS = "statewright"
STRIDE = 10_000  # by how many lines the modules of a room lie apart where they are linked as one


@dataclass
class Statement:
    """One statement of a module's body. binds: the module's names it binds. ours: (module, name there), where it imports one name of ours."""

    node: ast.stmt
    binds: set[str]
    ours: tuple[str, str] | None

    @cached_property
    def names(self) -> set[str]:
        """The names that stand anywhere in it."""
        return used(self.node)

    @cached_property
    def _frozen(self) -> bytes:
        return pickle.dumps(self.node, pickle.HIGHEST_PROTOCOL)

    def copy(self) -> ast.stmt:
        """Its node, to be changed; ``copy.deepcopy`` takes five times as long."""
        return pickle.loads(self._frozen)  # type: ignore[no-any-return]  # noqa: S301 - its own

    @property
    def function(self) -> bool:
        """A function that is only bound by the statement, nothing of it is run."""
        return isinstance(self.node, FUNCTION) and not self.node.decorator_list

    @property
    def loose(self) -> bool:
        """Bound at any time it is the same: such a statement may come later than it stands, or never."""
        names = self.node.targets if isinstance(self.node, ast.Assign) else []
        plain = all(isinstance(one, ast.Name) for target in names for one in (target.elts if isinstance(target, ast.Tuple) else [target]))
        return isinstance(self.node, FUNCTION | IMPORT | ast.ClassDef) or (isinstance(self.node, ast.Assign) and plain)


@dataclass
class Source:
    """A hot module: its statements in order, and where each name is bound."""

    name: str
    path: Path
    package: bool
    statements: list[Statement]
    parts: dict[str, int] = field(default_factory=dict)  # modules that are linked as this one, and by how many lines theirs are moved
    bound: dict[str, list[int]] = field(default_factory=dict)
    locals: dict[int, set[str]] = field(default_factory=dict)  # by a function's line, see ``local``
    called: dict[tuple[str, str], str] = field(default_factory=dict)  # what names of modules are called that were joined to this one, see joined.py

    def __post_init__(self) -> None:
        for number, one in enumerate(self.statements):
            for name in one.binds:
                self.bound.setdefault(name, []).append(number)

    @property
    def files(self) -> list[Path]:
        """Every file it was read from."""
        return [self.path, *(_beside(self.path, part) for part in self.parts)]

    @property
    def whole(self) -> bool:
        """A module that answers for names itself is taken whole or not at all."""
        return "__getattr__" in self.bound

    @cached_property
    def aliases(self) -> dict[str, tuple[str, str]]:
        """What each name that is imported from us stands for: (module, name there)."""
        return {name: one.ours for one in self.statements if one.ours for name in one.binds}

    @cached_property
    def companions(self) -> list[list[int]]:
        """For each statement those that go with it: they change what it binds, such as ``TABLE.update(...)``."""
        changing = [(number, one.names) for number, one in enumerate(self.statements) if not one.loose]
        return [[number for number, names in changing if one.binds & names] for one in self.statements]

    def alone(self) -> list[int]:
        """Statements that are run whatever is wanted of the module: they bind no name and change nothing that has one."""
        return [at for at, one in enumerate(self.statements) if not one.loose and not (one.names | one.binds) & set(self.bound)]


def parse(name: str, path: Path) -> Source:
    """Read a module's source. A room whose own file only gathers the names of its modules is one module with all of theirs, since each
    module more costs every call: they are the room's alone, and no two of them name things alike. ValueError where they do."""
    statements = _statements(path)
    parts = list(dict.fromkeys(one.ours[0] if one.ours and one.ours[0].startswith(name + ".") else "" for one in statements))
    if not parts or not all(parts):
        return Source(name, path, path.name == "__init__.py", statements)
    moved = {part: STRIDE * number for number, part in enumerate(parts, 1)}
    statements = [one for part in parts for one in _statements(_beside(path, part), moved[part]) if not one.ours or one.ours[0] not in moved]
    made = [bound for one in statements if not isinstance(one.node, IMPORT) for bound in one.binds]
    for twice in (one for one in made if made.count(one) > 1):
        raise ValueError("%s: %s stands for two things" % (name, twice))
    return Source(name, path, True, statements, moved)


def _beside(path: Path, module: str) -> Path:
    """The file of a module of the room whose own file ``path`` is."""
    names = module.split(".")
    return path.parent.joinpath(*names[names.index(path.parent.name) + 1 :]).with_suffix(".py")


def _statements(path: Path, moved: int = 0) -> list[Statement]:
    tree = _Plain().visit(ast.parse(path.read_text(encoding="utf-8"), str(path)))
    ast.increment_lineno(tree, moved)
    return [statement(node) for one in tree.body for node in _single(one) if not isinstance(node, ast.Pass)]


def statement(node: ast.stmt, binds: set[str] | None = None) -> Statement:
    """A node of a module's body as a statement."""
    return Statement(node, _binds(node) if binds is None else binds, _ours(node))


def used(node: ast.AST) -> set[str]:
    """The names that stand anywhere in it."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def imported(node: ast.AST) -> list[tuple[str, str, str]]:
    """What a from-import takes of ours: (module, name there, name here)."""
    if not isinstance(node, ast.ImportFrom) or not node.module or node.module.split(".")[0] != OURS:
        return []
    return [(node.module, alias.name, alias.asname or alias.name) for alias in node.names]


def local(function: ast.AST) -> set[str]:
    """Every name that a function or something inside it binds, or declares to be the module's."""
    found: set[str] = set()
    for one in ast.walk(function):
        if isinstance(one, ast.arg):
            found.add(one.arg)
        elif isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            found.add(one.id)
        elif isinstance(one, FUNCTION | ast.ClassDef) and one is not function:
            found.add(one.name)
        elif isinstance(one, IMPORT):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in one.names}
        elif isinstance(one, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and one.name:
            found.add(one.name)
        elif isinstance(one, ast.Global | ast.Nonlocal):
            found |= set(one.names)
        elif isinstance(one, ast.MatchMapping) and one.rest:
            found.add(one.rest)
    return found


def _ours(node: ast.stmt) -> tuple[str, str] | None:
    found = imported(node)
    return found[0][:2] if found else None


def _single(node: ast.stmt) -> list[ast.stmt]:
    """An import of several names as several imports, anything else as it is."""
    if not isinstance(node, IMPORT):
        return [node]
    found: list[ast.stmt] = []
    for alias in node.names:
        one = ast.ImportFrom(node.module, [alias], node.level) if isinstance(node, ast.ImportFrom) else ast.Import([alias])
        found.append(ast.copy_location(one, node))
    return found


def _binds(node: ast.stmt) -> set[str]:
    if isinstance(node, FUNCTION | ast.ClassDef):
        return {node.name}
    found = {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    for one in ast.walk(node):
        if isinstance(one, IMPORT):
            found |= {(alias.asname or alias.name).split(".")[0] for alias in one.names}
    return found


class _Plain(ast.NodeTransformer):
    """Takes away docstrings, annotations, and what stands under ``TYPE_CHECKING``."""

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Module | ast.ClassDef | FUNCTION) and node.body and _is_text(node.body[0]):
            node.body[0] = ast.copy_location(ast.Pass(), node.body[0])
        if isinstance(node, FUNCTION):
            node.returns = None
        return super().generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        plain = ast.Assign([node.target], node.value) if node.value is not None else ast.Pass()
        return self.generic_visit(ast.copy_location(plain, node))

    def visit_If(self, node: ast.If) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if _for_types(node.test) else self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if _for_types(node.targets[0]) else self.generic_visit(node)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _for_types(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "TYPE_CHECKING"
