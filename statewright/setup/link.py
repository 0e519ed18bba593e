"""Link the hot modules into one file, so that a hook does not look for sixty.

``statewright_hot`` is an ordinary byte-compiled module: a loader of a few lines and a table that says where in
``statewright_hot.code`` each module's marshalled code lies, so that a call reads what it runs and no more. A
launcher imports it first; when it is missing, was made by another Python or is older than a source, the plain
modules are imported instead.
"""

import ast
import marshal
import os
import py_compile
import sys
from collections.abc import Iterable
from pathlib import Path

NAME = "statewright_hot"
ROOTS = ("statewright.hook", "statewright.agent", "statewright.shell.reader", "statewright.sessions", "statewright.harness.claude_code_settings")

COLD = (["workflow"], ["setup"], ["cli"], ["person"], ["look"], ["ogr"], ["rehearse"])  # rooms the slow path calls: never linked

LOADER = '''"""Made by statewright's installer from its hot modules; made anew at each install."""

import sys
from marshal import loads

{table}

try:
    from posix import stat
except ImportError:
    from os import stat
CODE = __file__.rpartition(".")[0] + ".code"


def fresh():
    if sys.hexversion != PYTHON:
        return False
    try:
        for path, size, changed in STAMPS:
            found = stat(path)
            if found.st_size != size or found.st_mtime != changed:
                return False
    except OSError:
        return False
    return True


def load(name):
    package, path, needs, offset, length = TABLE[name]
    for one in needs:
        if one not in sys.modules:
            load(one)
    if name in sys.modules:
        return
    module = sys.modules[name] = type(sys)(name)
    module.__file__ = path
    if package:
        module.__path__ = [path.rpartition("/")[0]]
        module.__package__ = name
    else:
        module.__package__ = name.rpartition(".")[0]
    parent, _, leaf = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], leaf, module)
    CODES.seek(offset)
    exec(loads(CODES.read(length)), module.__dict__)


class Linked:
    """Finds, for the import system, what is in the table; all else is found as ever."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in TABLE:
            return None
        load(name)
        from _frozen_importlib import ModuleSpec

        return ModuleSpec(name, Linked, is_package=TABLE[name][0])

    @staticmethod
    def create_module(spec):
        return sys.modules[spec.name]

    @staticmethod
    def exec_module(module):
        pass


if fresh():
    CODES = open(CODE, "rb", 0)
    sys.meta_path.insert(0, Linked)
'''


def _file(package: Path, name: str) -> Path | None:
    base = package.parent.joinpath(*name.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None


def _imports(package: Path, name: str, nodes: Iterable[ast.AST]) -> list[str]:
    """The modules of ours that these statements import, in order, the module's packages first."""
    wanted = [name.rsplit(".", n)[0] for n in range(name.count("."), 0, -1)]
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "statewright":
            wanted.append(node.module)
            wanted += [sub for sub in ("%s.%s" % (node.module, alias.name) for alias in node.names) if _file(package, sub)]
        elif isinstance(node, ast.Import):
            wanted += [alias.name for alias in node.names if alias.name.split(".")[0] == "statewright"]
    return [one for one in dict.fromkeys(wanted) if one != name]


def modules(package: Path) -> dict[str, tuple[Path, list[str]]]:
    """Every module the hot roots load, with its file and what it needs."""
    found: dict[str, tuple[Path, list[str]]] = {}
    queue = list(ROOTS)
    while queue:
        name = queue.pop()
        path = _file(package, name)
        if name in found or path is None:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found[name] = (path, _imports(package, name, tree.body))
        queue += [one for one in _imports(package, name, ast.walk(tree)) if one.split(".")[1:2] not in COLD]
    return found


def link(package: Path, folder: Path) -> Path:
    """Write ``statewright_hot.py`` and its bytecode for this interpreter into ``folder``; gives the file."""
    table: dict[str, tuple[bool, str, tuple[str, ...], int, int]] = {}
    stamps = []
    codes = b""
    for name, (path, needs) in sorted(modules(package).items()):
        text = path.read_bytes()
        code = compile(text, str(path), "exec", dont_inherit=True, optimize=0)
        body = marshal.dumps(code)
        table[name] = (path.name == "__init__.py", path.as_posix(), tuple(needs), len(codes), len(body))
        codes += body
        found = path.stat()
        stamps.append((path.as_posix(), found.st_size, found.st_mtime))
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / (NAME + ".py")
    source = LOADER.format(table="PYTHON = %d\nSTAMPS = %r\nTABLE = %r" % (sys.hexversion, tuple(stamps), table))
    for path, data in ((target.with_suffix(".code"), codes), (target, source.encode("utf-8"))):
        fresh = path.with_suffix(".new")
        fresh.write_bytes(data)
        os.replace(fresh, path)
    py_compile.compile(str(target), doraise=True)
    return target
