"""The loader inside the linked file; ``setup.link`` compiles this source into its head and fills in the tables.

A hook runs a small part of what it could run, and which part is known from its name and the tool. So the linked file holds
*images*: for each kind of call what such calls ran when they were rehearsed, all modules of it, read in one piece. Whatever
else a call comes to is asked of ``setup.missing``'s code, which fetches it from the file name by name. Runs under
``-I -S`` from a launcher that hands it the open linked file.
"""

import sys
from _imp import create_dynamic, exec_dynamic
from gc import disable
from marshal import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

try:
    from posix import pread, stat
except ImportError:
    from os import stat

    pread: "Any" = None  # type: ignore[no-redef]

ROOT = ""  # the folder that holds the package
STAMPS: "tuple[tuple[str, int, float, int], ...]" = ()  # what tells that the package changed: path, bytes, time of its last change, inode
FRONT: "Any" = None  # where the image lies with which every hook begins
IMAGES: "dict[str, dict[bytes, tuple[Any, Any]]]" = {}  # by hook and tool (b"" for others): the next image, what may follow
VERBS: "dict[str, tuple[Any, Any]]" = {}  # the agent's commands likewise
EXTENSIONS: "dict[str, str]" = {}  # Python's own C parts that are files: where
MISSING: "Any" = None  # where the code lies that fetches what no image holds

modules = sys.modules
Module = type(sys)
Spec: "Any" = type(sys.implementation)  # anything with a name and an origin will do
OPEN: "list[Any]" = []  # the linked file, the length of its head
NEXT: "list[Any]" = []  # where the images are told that may be needed yet, in a list of one
RARE: "list[Any]" = []  # the code that fetches, once it is there
MADE: "dict[str, dict[str, Any]]" = {}  # the modules made here: their namespaces


def fresh() -> bool:
    """Whether the package is still the one that was linked."""
    try:
        for path, size, changed, inode in STAMPS:
            found = stat(path)
            if found.st_size != size or found.st_mtime != changed or found.st_ino != inode:
                return False
    except OSError:
        return False
    return True


def read(place: "tuple[int, int]") -> "Any":
    """What lies at (offset behind the head, length) of the linked file."""
    if pread is not None:
        return loads(pread(OPEN[0].fileno(), place[1], OPEN[1] + place[0]))  # noqa: S302 - written by the installer, as bytecode is
    OPEN[0].seek(OPEN[1] + place[0])
    return loads(OPEN[0].read(place[1]))  # noqa: S302


def image(place: "tuple[int, int]") -> None:
    """Read an image."""
    take(*read(place))


def take(fresh: "Any", rows: "Any") -> None:
    """Take in an image: its modules as (name, is it a package, does it answer for names itself), then (module, code, code of methods) in order."""
    made = MADE
    for name, package, answers in fresh:
        if name not in modules:  # else the import system loaded it, whole
            found = modules[name] = Module(name)
            inside = made[name] = found.__dict__
            if package:
                inside["__path__"] = [ROOT + "/" + name.replace(".", "/")]
            if not answers:
                inside["__getattr__"] = finder(name)
    for name, code, given in rows:
        if name in made:
            if code:
                exec(code, made[name])  # noqa: S102
            if given:
                give(given, made[name])


def give(code: "Any", inside: "dict[str, Any]") -> None:
    """Methods for classes that are there without them."""
    held: "dict[str, Any]" = {}
    exec(code, inside, held)  # noqa: S102
    for name, one in held.items():
        owner, _, method = name.partition(".")
        setattr(inside[owner], method, one)


def finder(name: str) -> "Any":
    """A module's ``__getattr__``: what is asked for and not there is fetched."""

    def look(wanted: str) -> "Any":
        if wanted[:2] != "__" or wanted == "__version__":
            return missing().late(name, wanted)
        raise AttributeError("module %r has no attribute %r" % (name, wanted))

    return look


def stub(module: str, name: str) -> "Any":
    """What a function or method that is not there is bound to before it is called. Others may have taken it by then, so it stays good."""
    found: "list[Any]" = []

    def late(*args: "Any", **named: "Any") -> "Any":
        if not found:
            found.append(missing().real(module, name))
        return found[0](*args, **named)

    return late


def late(module: str, name: str) -> "Any":
    """A module's name, for its own functions."""
    inside = modules[module].__dict__
    return inside[name] if name in inside else missing().late(module, name)


def need(name: str) -> "Any":
    """A module, loaded if it is not."""
    return modules.get(name) or (extension(name) if name in EXTENSIONS else missing().need(name))


def extension(name: str) -> "Any":
    """A C part of Python's, without the import system's look into every folder; ImportError as ever."""
    found = modules[name] = create_dynamic(Spec(name=name, origin=EXTENSIONS[name]))
    exec_dynamic(found)
    return found


def missing() -> "Any":
    """The code that fetches (``setup.missing``), with this loader's names in it."""
    if not RARE:
        found = Module("missing")
        found.__dict__.update(globals())
        exec(read(MISSING), found.__dict__)  # noqa: S102
        RARE.append(found)
    return RARE[0]


def expecting(hook: str, raw: bytes) -> None:
    """Read at once what a call of this hook with this input will run. A wrong guess costs time alone."""
    images = IMAGES.get(hook)
    if images and not RARE:
        parts = raw[raw.find(b'"tool_name"') + 11 :][:99].split(b'"', 2)
        choice = images.get(parts[1] if len(parts) > 2 else b"") or images[b""]
        image(choice[0])
        NEXT.append(choice[1])


def use(file: "Any") -> bool:
    """Make the linked modules the ones that are imported; False when a source changed since."""
    if not fresh():
        return False
    disable()  # a process of a few milliseconds: a collection costs more than it could free
    OPEN.extend((file, file.tell()))
    sys.path.append(ROOT)  # last: what is not linked is rarely looked for, Python's own parts always are
    __builtins__.__dict__.update(__late__=late, __need__=need, __stub__=stub, __modules__=modules)
    return True


def hook(name: str, file: "Any") -> None:
    """Answer one hook call and leave. Returns only where the linked modules cannot be used: a source changed, or they are damaged."""
    if use(file):
        try:
            image(FRONT)
            found = need("statewright.hook")
            found.expecting = expecting
            found.main(name)
        except BaseException:
            for one in [one for one in modules if one.partition(".")[0] == "statewright"]:
                del modules[one]


def verb(argv: "list[str]", file: "Any") -> None:
    """Run what an agent calls and leave. Returns where it is another command, or the linked modules cannot be used."""
    if argv and argv[0] in VERBS and use(file):
        images = VERBS[argv[0]]
        image(images[0])
        NEXT.append(images[1])
        code = need("statewright.agent").main(argv)
        sys.stdout.flush()
        need("statewright.fast").leave(code)
