"""The part of the linked file's loader that fetches what no image holds (see ``setup.linked``), read when a call comes to something rare.

Compiled without its imports from there: the loader's own names are in it. A module's *store* holds it unit by unit: what
binds one name, or one method of a class.
"""

from marshal import loads

from statewright.setup.linked import MADE, NEXT, ROOT, Module, finder, give, image, modules, read, stub

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STORES: "dict[str, tuple[int, int]]" = {}  # where each module's store lies

STUB = stub("", "").__code__
READ: "dict[Any, Any]" = {}  # what was read, by its place
BUSY: "set[tuple[str, str]]" = set()


def kept(place: "tuple[int, int]") -> "Any":
    """What lies there, read once."""
    if place not in READ:
        READ[place] = read(place)
    return READ[place]


def expected(module: str, name: str = "") -> None:
    """Read the images that were expected, as far as one that holds the module or the name."""
    for number, (_, held) in enumerate(NEXT):
        names = kept(held).get(module)
        if names is not None and (not name or name in names):
            wanted = NEXT[: number + 1]
            del NEXT[: number + 1]
            for place, _ in wanted:
                image(place)
            return


def need(name: str) -> "Any":
    """The module, loaded if it is not."""
    expected(name)
    if name not in modules:
        package, answers, alone, units, _ = kept(STORES[name])
        MADE.add(name)
        found = modules[name] = Module(name)
        if package:
            found.__path__ = [ROOT + "/" + name.replace(".", "/")]
        if alone:
            exec(loads(alone), found.__dict__)  # noqa: S102, S302 - the installer's
        if not answers:
            found.__getattr__ = finder(name)  # type: ignore[method-assign]
        for one in units if answers else ():
            define(name, one)
    return modules[name]


def late(module: str, name: str) -> "Any":
    """A name of a module; AttributeError where it has none."""
    inside = modules[module].__dict__
    if name not in inside:
        define(module, name)
    return inside[name]


def define(module: str, name: str) -> None:
    """Bind a name of a loaded module, if it is not, with all that must be there for it."""
    expected(module, name)
    inside = modules[module].__dict__
    if (name in inside and getattr(inside[name], "__code__", None) is not STUB) or (module, name) in BUSY:
        return
    units = kept(STORES[module])[3]
    if name not in units:
        raise AttributeError("module %r has no attribute %r" % (module, name))
    BUSY.add((module, name))
    exec(ready(module, units[name]), inside)  # noqa: S102
    BUSY.discard((module, name))


def ready(module: str, unit: "Any") -> "Any":
    """A unit's code, once what it names is bound: values as they are, functions by what stands in for them."""
    code, values, functions = unit
    inside = modules[module].__dict__
    for one in values:
        if one not in inside:
            define(module, one)
    for one in functions:
        if one not in inside:
            inside[one] = stub(module, one)
    return loads(code)  # noqa: S302


def real(module: str, name: str) -> "Any":
    """The function or method itself, for what stands in for it."""
    inside = modules[module].__dict__
    owner, _, leaf = name.rpartition(".")
    if not owner:
        define(module, name)
        return inside[name]
    if inside[owner].__dict__[leaf].__code__ is STUB:
        expected(module, name)
    if inside[owner].__dict__[leaf].__code__ is STUB:
        give(ready(module, kept(STORES[module])[4][name]), inside)
    return inside[owner].__dict__[leaf]
