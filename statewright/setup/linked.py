"""The loader inside the linked file; ``setup.link`` compiles this source into its head and fills in the tables.

A hook runs a small part of what it could run. The linked file holds the hot modules in slices: what a module needs
whenever it is used, and apart from that what only some calls run. Slices that the same calls run lie together, so a
call reads a few pieces of the file and no more. A function whose slice is not there yet is stood in for by one that
fetches it. Runs under ``-I -S`` from a launcher that hands it the open linked file.
"""

import sys
from gc import disable
from marshal import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    from posix import stat
except ImportError:
    from os import stat

ROOT = ""  # the folder that holds the package
STAMPS: "tuple[tuple[str, int, float], ...]" = ()  # of each source: path, bytes, time of its last change
GROUPS: "tuple[tuple[int, int], ...]" = ()  # where each group of slices lies: offset, length
HOME: "dict[str, int]" = {}  # the group that holds a module's own slice
LATER: "dict[str, tuple[int, ...]]" = {}  # the groups that hold a module's other slices

EXTENSIONS: "dict[str, str]" = {}  # where Python's own C parts lie that are not built into it

modules = sys.modules
Module = type(sys)
OPEN: "list[Any]" = []  # the linked file
READ: "dict[int, dict[str, Any]]" = {}
DONE: "set[tuple[str, int]]" = set()


def fresh() -> bool:
    """Whether every source is still the one that was linked."""
    try:
        for path, size, changed in STAMPS:
            found = stat(path)
            if found.st_size != size or found.st_mtime != changed:
                return False
    except OSError:
        return False
    return True


def group(number: int) -> "dict[str, Any]":
    """A group's slices by module: (package, code, stand-ins) for a module's own slice, (code, slices before it, importers) for another."""
    if number not in READ:
        offset, length = GROUPS[number]
        OPEN[0].seek(offset)
        READ[number] = loads(OPEN[0].read(length))  # noqa: S302 - written by the installer, as bytecode is
    return READ[number]


def need(name: str) -> "Any":
    """The module, loaded if it is not."""
    found = modules.get(name)
    if found is not None:
        return found
    parent, _, leaf = name.rpartition(".")
    if parent:
        need(parent)
    package, code, late = group(HOME[name])[name]
    found = modules[name] = Module(name)
    if parent:
        setattr(modules[parent], leaf, found)
    if package:
        found.__path__ = [ROOT + "/" + name.replace(".", "/")]
    inside = found.__dict__
    inside["__need__"] = need
    for one, number in late:
        inside[one] = stand_in(name, one, number)
    if name in LATER:
        inside["__getattr__"] = finder(name)
    if code is not None:
        exec(code, inside)  # noqa: S102
    return found


def fetch(name: str, number: int) -> None:
    """Run another slice of a loaded module in it, once; who imported a stand-in gets the function itself."""
    if (name, number) not in DONE:
        DONE.add((name, number))
        code, before, importers = group(number)[name]
        for one in before:
            fetch(name, one)
        inside = modules[name].__dict__
        exec(code, inside)  # noqa: S102
        for function, other, alias in importers:
            there = modules[other].__dict__ if other in modules else {}
            if getattr(there.get(alias), "__code__", None) is STAND_IN:
                there[alias] = inside[function]


def stand_in(name: str, function: str, number: int) -> "Any":
    """What a function's name is bound to before its slice is there."""

    def late(*args: "Any", **named: "Any") -> "Any":
        fetch(name, number)
        return modules[name].__dict__[function](*args, **named)

    return late


STAND_IN = stand_in("", "", 0).__code__


def finder(name: str) -> "Any":
    """A module's ``__getattr__``: what is asked for and not there may lie in another slice."""

    def look(wanted: str) -> "Any":
        inside = modules[name].__dict__
        if wanted[:2] != "__" or wanted == "__version__":
            for number in LATER[name]:
                fetch(name, number)
                if wanted in inside:
                    return inside[wanted]
        raise AttributeError("module %r has no attribute %r" % (name, wanted))

    return look


class Linked:
    """Finds, for the import system, what is in the tables, without a look into folders; all else is found as ever."""

    @staticmethod
    def find_spec(name: str, path: "Any" = None, target: "Any" = None) -> "Any":
        if name not in HOME and name not in EXTENSIONS:
            return None
        from _frozen_importlib import ModuleSpec

        if name in EXTENSIONS:
            from _frozen_importlib_external import ExtensionFileLoader

            return ModuleSpec(name, ExtensionFileLoader(name, EXTENSIONS[name]), origin=EXTENSIONS[name])
        need(name)
        return ModuleSpec(name, Linked,  # type: ignore[arg-type]
                          is_package=group(HOME[name])[name][0])

    @staticmethod
    def create_module(spec: "Any") -> "Any":
        return modules[spec.name]

    @staticmethod
    def exec_module(module: "Any") -> None:
        pass


def use(file: "Any") -> bool:
    """Make the linked modules the ones that are imported; False when a source changed since."""
    if not fresh():
        return False
    OPEN.append(file)
    disable()  # a process of a few milliseconds: a collection costs more than it could free
    sys.path.append(ROOT)  # last: what is not linked is rarely looked for, Python's own parts always are
    sys.meta_path.insert(0, Linked)
    return True


def hook(name: str, file: "Any") -> None:
    """Answer one hook call and leave. Returns only where the linked modules cannot be used: a source changed, or they are damaged."""
    if use(file):
        try:
            need("statewright.hook").main(name)
        except BaseException:
            sys.meta_path.remove(Linked)
            for one in [one for one in modules if one.partition(".")[0] == "statewright"]:
                del modules[one]


def verb(argv: "list[str]", file: "Any") -> None:
    """Run what an agent calls and leave. Returns where it is another command, or the linked modules cannot be used."""
    if argv[:1] in (["transition"], ["status"], ["statusline"]) and use(file):
        code = need("statewright.agent").main(argv)
        sys.stdout.flush()
        need("statewright.fast").leave(code)
