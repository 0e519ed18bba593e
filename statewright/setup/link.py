"""Link the hot modules into one file, so that a hook reads what it runs and looks for nothing.

``statewright.code`` holds marshalled code for one very Python: a head (``setup.linked`` with its tables filled in), images
of what each rehearsed kind of call runs, and every module unit by unit (``setup.missing``). Its name tells the Python. A
launcher runs the head first; when the file is missing, belongs to another Python or is older than the package, the plain
modules are imported instead.
"""

import ast
import gc
import marshal
import os
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from statewright.setup import linked, missing
from statewright.setup.constants import folded
from statewright.setup.images import Images
from statewright.setup.joined import joined
from statewright.setup.rehearsal import FRONT, HOOKS, VERBS, Runs, rehearse
from statewright.setup.source import OURS, Source, imported, parse
from statewright.setup.tables import tabled
from statewright.setup.units import store

NAME = "statewright.%x.code"  # filled with sys.hexversion
ROOTS = ("statewright.hook", "statewright.agent", "statewright.shell.reader", "statewright.sessions", "statewright.harness.claude_code_settings")
COLD = ("workflow", "setup", "cli", "person", "roads", "passphrase", "ogr")  # rooms the slow path calls: never linked
Place = tuple[int, int]  # offset, length


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
        found[name] = tabled(parse(name, path))
        queue += [name.rsplit(".", n)[0] for n in range(1, name.count(".") + 1)]
        for one in found[name].statements:
            for node in ast.walk(one.node):
                for module, inside, _ in imported(node):
                    queue += [module, "%s.%s" % (module, inside)]
    for part in (part for room in found.values() for part in room.parts if part in found):
        raise ValueError("%s is its room's alone: import the room" % part)
    return joined(folded(package.parent, found))


class _File:
    """The linked file in the making: what lies where behind the head."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def put(self, what: Any) -> Place:
        """Add something; its place behind the head."""
        raw = marshal.dumps(what)
        self.parts.append(raw)
        self.size += len(raw)
        return self.size - len(raw), len(raw)


def link(package: Path, folder: Path, runs: Runs | None = None) -> tuple[Path, int]:
    """Write the linked file for this interpreter into ``folder``; gives it and the length of its head. runs: a rehearsal's, else held here."""
    gc.disable()  # half a million nodes without a circle, which a collection would go through again and again
    try:
        return _link(package, folder, rehearse(package.parent) if runs is None else runs)
    finally:
        gc.enable()


def _link(package: Path, folder: Path, runs: Runs) -> tuple[Path, int]:
    sources = modules(package)
    extensions = _extensions()
    file = _File()
    images = Images(sources, extensions, runs, file.put)
    tables: dict[str, Any] = {
        "ROOT": package.parent.as_posix(), "STAMPS": _stamps(package, sources), "EXTENSIONS": extensions, "FRONT": images.first(FRONT),
        "IMAGES": {hook: {tool.encode(): images.node((FRONT,), kind) for tool, kind in tools.items()} for hook, tools in HOOKS.items()},
        "VERBS": {verb: images.node((), kind) for verb, kind in VERBS.items()},
    }  # fmt: skip
    bundles, index = images.bundles()
    stores = {name: file.put(store(source, sources, extensions, file.put)) for name, source in sorted(sources.items())}
    further = {"STORES": file.put(stores), "BUNDLES": bundles, "INDEX": index, "CORE": images.core}
    tables["MISSING"] = file.put(_compiled(missing.__file__, further))
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / (NAME % sys.hexversion)
    head = marshal.dumps(_compiled(linked.__file__, tables))
    _replace(target, head + b"".join(file.parts))
    return target, len(head)


def put(package: Path, folder: Path) -> tuple[Path, int]:
    """``link``, or a copy of what it made for this very package and Python before: kept beside the package's bytecode, as that is."""
    key = _key(package)
    kept = package / "__pycache__" / (NAME % sys.hexversion)
    target = folder / kept.name
    try:
        raw = kept.read_bytes()
    except OSError:
        raw = b""
    if raw[:32] == key:
        head = int.from_bytes(raw[32:40], "big")
        folder.mkdir(parents=True, exist_ok=True)
        _replace(target, raw[40:])
        return target, head
    target, head = link(package, folder)
    try:
        kept.parent.mkdir(exist_ok=True)
        _replace(kept, key + head.to_bytes(8, "big") + target.read_bytes())
    except OSError:
        pass  # a package that cannot be written to is linked at every installation
    return target, head


def _key(package: Path) -> bytes:
    """What all of the package's sources and this Python are known by."""
    found = [(path.as_posix(), path.stat()) for path in sorted(package.rglob("*.py"))]
    rows = [(path, one.st_size, one.st_mtime_ns, one.st_ino) for path, one in found]
    return sha256(repr((sys.executable, sys.version, _extensions(), rows)).encode()).digest()


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(".%d.new" % os.getpid())
    fresh.write_bytes(data)
    os.replace(fresh, path)


def _extensions() -> dict[str, str]:
    """The C parts that ``fast`` takes, where this Python has them as files."""
    found = {name: find_spec(name) for name in ("_json", "fcntl", "_sha2", "_sha256", "_socket", "select")}
    return {name: spec.origin for name, spec in found.items() if spec and spec.origin and os.path.isfile(spec.origin)}


def _stamps(package: Path, sources: dict[str, Source]) -> tuple[tuple[str, int, float, int], ...]:
    """What tells that the package changed.

    A checkout is edited in place, so each source is watched. An installed package is only ever replaced as a whole, by an
    installer that writes every file anew: its first file then has another inode or time.
    """
    installed = any("site-packages" in one.path.parts for one in sources.values())
    paths = [package / "__init__.py"] if installed else sorted(path for one in sources.values() for path in one.files)
    found = [(path.as_posix(), path.stat()) for path in paths]
    return tuple((path, one.st_size, one.st_mtime, one.st_ino) for path, one in found)


def _compiled(file: str, tables: dict[str, Any]) -> Any:
    """A part of the loader with its tables filled in."""
    source = parse(OURS, Path(file))
    body = []
    for one in source.statements:
        (name,) = one.binds if len(one.binds) == 1 else ("",)
        if name in tables and isinstance(one.node, ast.Assign):
            one.node.value = ast.copy_location(ast.parse(repr(tables[name]), mode="eval").body, one.node)
        if not one.ours:
            body.append(one.node)
    return compile(ast.fix_missing_locations(ast.Module(body, [])), "statewright.code", "exec", dont_inherit=True, optimize=2)
