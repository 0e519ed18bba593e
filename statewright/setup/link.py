"""Link the hot modules into one file, so that a hook reads what it runs and looks for nothing.

``statewright.code`` holds marshalled code for one very Python: a head (``setup.linked`` with its tables filled in) and
groups of slices (``setup.slices``) after it. Its name tells the Python. A launcher runs the head first; when the file is
missing, belongs to another Python or is older than a source, the plain modules are imported instead.
"""

import ast
import marshal
import os
import sys
from collections import defaultdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from statewright.setup import linked
from statewright.setup.rehearsal import Runs, rehearse
from statewright.setup.slices import IMPORT, NEVER, OWN, Calls, Source, ask, before, code, parse, place

NAME = "statewright.%x.code"  # filled with sys.hexversion
ROOTS = ("statewright.hook", "statewright.agent", "statewright.shell.reader", "statewright.sessions", "statewright.harness.claude_code_settings")
COLD = ("workflow", "setup", "cli", "person", "roads", "passphrase", "ogr")  # rooms the slow path calls: never linked


def _file(package: Path, name: str) -> Path | None:
    base = package.parent.joinpath(*name.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None


def modules(package: Path) -> dict[str, Source]:
    """Every module the hot roots may load, by name."""
    found: dict[str, Source] = {}
    queue = list(ROOTS)
    while queue:
        name = queue.pop()
        path = _file(package, name)
        if name in found or path is None or name.split(".")[1:2] in [[room] for room in COLD]:
            continue
        found[name] = parse(name, path)
        queue += [name.rsplit(".", n)[0] for n in range(1, name.count(".") + 1)]
        for module, inside, _ in found[name].imports():
            queue += [module, "%s.%s" % (module, inside)]
    return found


def _asked(sources: dict[str, Source]) -> tuple[dict[str, set[str]], dict[str, list[tuple[str, str, str]]]]:
    """Names other modules ask each module for, and who imports which under what name: (name, importer, name there)."""
    asked: dict[str, set[str]] = defaultdict(set)
    importers: dict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for name, source in sources.items():
        aliases = {}
        for module, inside, here in source.imports():
            if "%s.%s" % (module, inside) in sources:
                aliases[here] = "%s.%s" % (module, inside)
            else:
                asked[module].add(inside)
                importers[module].append((inside, name, here))
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
                asked[aliases[node.value.id]].add(node.attr)
    return asked, importers


def _uses(sources: dict[str, Source], runs: Runs) -> dict[str, Calls]:
    """The rehearsed calls that use each module: they run something of it, or it is imported by what they run.

    An import inside a function may not have been reached: of its calls those count that loaded the module.
    """
    used = {name: frozenset().union(*(kinds for function, kinds in runs.get(name, {}).items() if function)) for name in sources}
    changed = True
    while changed:
        changed = False
        for name, source in sources.items():
            wanted = [(name.rpartition(".")[0], used[name])]
            for one in source.statements:
                here = frozenset().union(*(used[name] if at == OWN else at for at in one.places))
                for module, inside, _ in one.imports:
                    for other in (module, "%s.%s" % (module, inside)):
                        wanted.append((other, here if isinstance(one.node, IMPORT) else here & runs.get(other, {}).get("", NEVER)))
            for other, kinds in wanted:
                if other in used and not kinds <= used[other]:
                    used[other] |= kinds
                    changed = True
    return used


class _File:
    """Groups of slices in the making."""

    def __init__(self, sources: dict[str, Source], runs: Runs) -> None:
        self.keys: list[Any] = []
        self.groups: list[dict[str, Any]] = []
        self.home: dict[str, int] = {}
        self.later: dict[str, tuple[int, ...]] = {}
        asked, importers = _asked(sources)
        used: dict[str, Calls] = dict.fromkeys(sources, NEVER)
        for _ in range(3):  # what is loaded hangs on what is imported where, and that on what is loaded
            for name, source in sources.items():
                place(source, runs.get(name, {}), asked[name], used[name])
            used = _uses(sources, runs)
        for source in sources.values():
            ask(source, set(sources))
        for name in sorted(sources):
            self._module(sources[name], used[name], asked[name], importers[name])

    def _group(self, key: Any) -> int:
        if key not in self.keys:
            self.keys.append(key)
            self.groups.append({})
        return self.keys.index(key)

    def _module(self, source: Source, used: Calls, asked: set[str], importers: list[tuple[str, str, str]]) -> None:
        places = sorted({at for one in source.statements for at in one.places} - {OWN}, key=sorted)
        number = {at: self._group(at if at else source.name) for at in places}
        late = []
        for one in source.statements:
            if isinstance(one.node, ast.FunctionDef) and OWN not in one.places:
                name, (at,) = one.node.name, one.places
                if name in asked or any(name in other.uses for other in source.statements if at not in other.places):
                    late.append((name, number[at]))
        for at in places:
            bound = {name for one in source.statements if at in one.places for name in one.binds}
            first = tuple(sorted(number[other] for other in before(source, at)))
            self.groups[number[at]][source.name] = (code(source, at), first, tuple(row for row in importers if row[0] in bound))
        self.home[source.name] = own = self._group(("own", used if used else source.name))
        self.groups[own][source.name] = (source.package, code(source, OWN), tuple(late))
        if places:
            self.later[source.name] = tuple(sorted(number.values()))


def link(package: Path, folder: Path, runs: Runs | None = None) -> tuple[Path, int]:
    """Write the linked file for this interpreter into ``folder``; gives it and the length of its head. runs: a rehearsal's, else held here."""
    sources = modules(package)
    made = _File(sources, rehearse(package.parent) if runs is None else runs)
    blobs = [marshal.dumps(group) for group in made.groups]
    head = b""
    for _ in range(4):  # the offsets are part of the head, whose length moves them
        offsets = [len(head) + sum(map(len, blobs[:n])) for n in range(len(blobs))]
        tables = {"ROOT": package.parent.as_posix(), "STAMPS": _stamps(sources), "HOME": made.home, "EXTENSIONS": _extensions(), "LATER": made.later,
                  "GROUPS": tuple(zip(offsets, map(len, blobs), strict=True))}
        head = marshal.dumps(_head(tables))
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / (NAME % sys.hexversion)
    fresh = target.with_suffix(".new")
    fresh.write_bytes(head + b"".join(blobs))
    os.replace(fresh, target)
    return target, len(head)


def _extensions() -> dict[str, str]:
    """The C parts that ``fast`` takes, where this Python has them as files."""
    found = {name: find_spec(name) for name in ("_json", "fcntl", "_sha2", "_sha256", "_socket", "select")}
    return {name: spec.origin for name, spec in found.items() if spec and spec.origin and os.path.isfile(spec.origin)}


def _stamps(sources: dict[str, Source]) -> tuple[tuple[str, int, float], ...]:
    """What tells that a source changed. An installed package is replaced file by file, which its folders show; a checkout is edited in place."""
    paths = {one.path for one in sources.values()}
    if any("site-packages" in path.parts for path in paths):
        paths = {path.parent for path in paths}
    return tuple((path.as_posix(), path.stat().st_size, path.stat().st_mtime) for path in sorted(paths))


def _head(tables: dict[str, Any]) -> Any:
    """The loader's code with its tables filled in."""
    tree = ast.parse(Path(linked.__file__).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in tables and node.value is not None:
            node.value = ast.copy_location(ast.parse(repr(tables[node.target.id]), mode="eval").body, node)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id in tables:
            node.value = ast.copy_location(ast.parse(repr(tables[node.targets[0].id]), mode="eval").body, node)
    return compile(ast.fix_missing_locations(tree), "statewright.code", "exec", dont_inherit=True, optimize=2)
