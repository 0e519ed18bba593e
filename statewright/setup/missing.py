"""The part of the linked file's loader that fetches what no image holds (see ``setup.linked``), read when a call comes to something rare.

Compiled without its imports from there: the loader's own names are in it. A module's *store* holds it unit by unit: what
binds one name, or one method of a class.
"""

from marshal import loads

from statewright.setup.linked import MADE, NEXT, ROOT, Module, finder, give, modules, read, stub, take

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

STORES: "Any" = None  # where a table lies of where each module's store lies

BUNDLES: "list[tuple[int, int]]" = []  # where the bundles lie that are read once the core's image is there: (image, numbers before it, names shared)
INDEX: "dict[str, str]" = {}  # by module a line for each function in a bundle: its name there, the bundle's number
CORE: "Any" = None  # where the image lies of what most lines run

STUB = stub("", "").__code__
FETCHED: "dict[str, list[str]]" = {}  # by module the names that were bound by their units
READ: "dict[Any, Any]" = {}  # what was read, by its place
BUSY: "set[tuple[str, str]]" = set()
BROUGHT: "set[int]" = set()  # numbers of bundles that were read, and where the core's image lies once that was


def kept(place: "tuple[int, int]") -> "Any":
    """What lies there, read once."""
    if place not in READ:
        READ[place] = read(place)
    return READ[place]


def store(module: str) -> "Any":
    """A module's store, see ``setup.units``."""
    return kept(kept(STORES)[module])


def unit(module: str, name: str) -> "Any":
    """(where a unit's code lies, values that must be bound before it, functions that it names); None where the module has no such name."""
    lines, packed = store(module)[3:]
    at = lines.find("\n%s\t" % name) + 1
    if not at:
        return None
    _, start, end = lines[at : lines.index("\n", at)].split("\t")
    return loads(packed[int(start) : int(end)])  # noqa: S302


def expected(module: str, name: str = "") -> None:
    """Read the image that was expected, if one is for the module or the name, or the bundle that the name is in."""
    wanted = road(NEXT[0], module, name) if NEXT else []
    for place, further in wanted:
        NEXT[0] = further
        BROUGHT.add(place)
        over(read(place), {})
    if wanted:
        return
    if name and CORE in BROUGHT:
        lines = INDEX.get(module, "")
        at = lines.find("\n%s " % name) + 1
        if at:
            bring(int(lines[at + len(name) : lines.index("\n", at)]))


def road(further: "Any", module: str, name: str) -> "list[Any]":
    """The images to be read one after the other until one is there that is for the module or the name, each with what may follow it."""
    for asked, (place, later) in kept(further) if further else ():
        names = asked.get(module)
        if names is not None and (not name or name in names):
            return [(place, later)]
        rest = road(later, module, name)
        if rest:
            return [(place, later), *rest]
    return []


def bring(number: int) -> None:
    """Read a bundle, after those that hold classes it adds to."""
    if number not in BROUGHT:
        BROUGHT.add(number)
        made, first, shared = read(BUNDLES[number])
        for one in first:
            bring(one)
        over(made, shared)


def over(made: "Any", shared: "dict[str, tuple[str, ...]]") -> None:
    """Take in an image. What was bound before by a unit, or by another bundle, stays; a class that stays gets the methods that it lacks."""
    before = []
    for module, _, _ in made[1] if FETCHED else ():
        inside = MADE.get(module, {})
        for one in FETCHED.get(module, ()):
            if one in inside:  # a loop's name binds nothing
                before.append((inside, one, inside[one]))
    for module, names in shared.items():
        if module in MADE:
            inside = MADE[module]
            for one in names:
                if one in inside and getattr(inside[one], "__code__", None) is not STUB:
                    before.append((inside, one, inside[one]))
    take(*made)
    for inside, one, value in before:
        again, inside[one] = inside[one], value
        if again is not value and isinstance(value, type):
            for name, function in vars(again).items():
                if getattr(vars(value).get(name), "__code__", None) is STUB:
                    setattr(value, name, function)


def need(name: str) -> "Any":
    """The module, loaded if it is not."""
    expected(name)
    if name not in modules:
        package, answers, alone, lines, _ = store(name)
        found = modules[name] = Module(name)
        MADE[name] = found.__dict__
        if package:
            found.__path__ = [ROOT + "/" + name.replace(".", "/")]
        if alone:
            exec(read(alone), found.__dict__)  # noqa: S102
        if not answers:
            found.__getattr__ = finder(name)  # type: ignore[method-assign]
        for one in lines.split("\n")[1:-1] if answers else ():
            if "." not in one.partition("\t")[0]:
                define(name, one.partition("\t")[0])
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
    found = unit(module, name)
    if found is None:
        raise AttributeError("module %r has no attribute %r" % (module, name))
    BUSY.add((module, name))
    exec(ready(module, found), inside)  # noqa: S102
    BUSY.discard((module, name))
    FETCHED.setdefault(module, []).append(name)


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
    return read(code)


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
        give(ready(module, unit(module, name)), inside)
    return inside[owner].__dict__[leaf]
