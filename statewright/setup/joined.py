"""Rooms of many small modules, linked as one module each: a line that is read in full comes to two hundred of them, and to make a module,
to run its statements and to bind what it imports costs more than most of their functions.

Every module keeps its names as it sees them; where two modules of a room name things alike, or a name is also that of a variable
somewhere in the room, it is told apart by its module's name behind two underscores.
"""

import ast
import builtins

from statewright.setup.renamed import Key, Renamer, Room, bound, imports, variables
from statewright.setup.source import IMPORT, STRIDE, Source, Statement, imported, statement
from statewright.setup.tables import MAKER, TABLES

ROOMS = ("statewright.shell", "statewright.policy")  # none before one that it takes names of
JOINED = ".room"  # behind a room's name: what its modules are linked as. No file is called so: who imports them by name gets the plain ones.


def joined(sources: dict[str, Source]) -> dict[str, Source]:
    """The hot modules with those rooms as one module each."""
    rooms = {room + JOINED: Room(room + JOINED, _order(sources, room)) for room in ROOMS if room in sources}
    of = {module: room for room in rooms.values() for module in room.modules}
    for room in rooms.values():
        _name(sources, room, of)
    made = {name: _whole(sources, room, of) for name, room in rooms.items()}
    for name, source in sources.items():
        if name not in of:
            statements = [Renamer(source, of, {}).visit(one.node) for one in source.statements]
            made[name] = Source(name, source.path, source.package, [statement(node) for node in statements], source.parts)
    return made


def _order(sources: dict[str, Source], room: str) -> list[str]:
    """The room's modules, each behind those it imports when it is loaded."""
    found: list[str] = []
    seen: set[str] = set()

    def visit(name: str) -> None:
        if name in seen or name not in sources or not name.startswith(room + ".") or name in (*TABLES, MAKER):
            return
        if sources[name].package or sources[name].whole:  # a folder's own file holds nothing
            return
        seen.add(name)
        for one in sources[name].statements:
            for module, inside, _ in imported(one.node):
                visit(module)
                visit("%s.%s" % (module, inside))
        found.append(name)

    for name in sorted(sources):
        visit(name)
    return found


def _name(sources: dict[str, Source], room: Room, of: dict[str, Room]) -> None:
    """Give every name of the room's modules one of its own in the room."""
    nodes = [(module, one.node) for module in room.modules for one in sources[module].statements]
    own = [(module, name) for module, node in nodes if not isinstance(node, IMPORT) for name in sorted(bound([node]))]
    taken = set(dir(builtins))
    taken |= {name for _, node in nodes for name in variables(node)}
    times: dict[str, int] = {}
    for _, name in dict.fromkeys(own):
        times[name] = times.get(name, 0) + 1
    for module, name in own:
        alone = times[name] == 1 and name not in taken
        room.names[module, name] = name if alone else "%s__%s" % (name, module[len(room.name) - len(JOINED) + 1 :].replace(".", "_"))
    taken |= {*times, *room.names.values()}
    foreign: dict[Key, str] = {}
    for module, node in nodes:
        for key, here in imports(node) if isinstance(node, IMPORT) else ():
            there = of.get(key[0]) or of.get("%s.%s" % key)
            if there is not room:
                what = key if there is None else (there.name, there.names.get(key, ""))
                if what not in foreign:
                    foreign[what] = here if here not in taken else "%s__%d" % (here, len(foreign))
                    taken.add(foreign[what])
                room.names[module, here] = foreign[what]


def _whole(sources: dict[str, Source], room: Room, of: dict[str, Room]) -> Source:
    """The room as one module."""
    made: list[Statement] = []
    moved = {module: STRIDE * number for number, module in enumerate(room.modules, 1)}
    taken: set[str] = set()
    for module in room.modules:
        renamer = Renamer(sources[module], of, {name: new for (other, name), new in room.names.items() if other == module}, room)
        mine = {new for (other, _), new in room.names.items() if other == module}
        for one in sources[module].statements:
            node = renamer.statement(one.node)
            if node is None:
                continue
            fresh = statement(node, bound([node]))
            if not fresh.loose and fresh.names & set(room.names.values()) - mine:
                raise ValueError("%s: a statement that changes what others bind: %s" % (module, ast.unparse(one.node).partition("\n")[0]))
            if isinstance(node, IMPORT):
                if fresh.binds <= taken:
                    continue
                taken |= fresh.binds
            ast.increment_lineno(node, moved[module])
            made.append(fresh)
    return Source(room.name, sources[room.name.removesuffix(JOINED)].path, False, made, moved, called=dict(room.names))
