"""The variables that arithmetic sets beyond what is written out in it: by a value that holds an assignment, or a name.

In arithmetic a variable's value is an expression again (bash(1), ARITHMETIC EVALUATION): with ``X='Y=1'``, ``$((X))`` sets Y.
"""

from statewright.policy.words.patterns import plain
from statewright.shell.cursor import NAME, NAME_START

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Script

MOST = 4000  # texts looked at; with more of them anything may be set


def assigned(script: "Script", names: "Names") -> "list[str]":
    """The names that what a line evaluates may set, by literals and by values that the line itself gives."""
    todo: "list[str]" = []
    for kind, source in script.roots:
        if kind in ("text", "name", "index"):
            todo.append(source)
        elif kind in ("var", "expr"):
            todo += _made(source, names)
    out: "list[str]" = []
    done: "set[str]" = set()
    while todo and len(done) < MOST:
        text = todo.pop()
        if text in done:
            continue
        done.add(text)
        used, set_here = names_in(text)
        out += set_here
        todo += [plain(value) or value for name in used for value in names.values.get(name, ()) if not value.isdigit()]
    return [*out, "PATH"] if todo else out


def _made(source: str, names: "Names") -> "list[str]":
    """What an expression with expansions in it may be."""
    from statewright.shell.reader import read

    if "(" not in source:
        commands = read('x "%s"' % source.replace("\n", " ").replace('"', "")).commands
        if len(commands) == 1 and len(commands[0].words) == 2:
            return [plain(value) or value for value in names.patterns(commands[0].words[1])]
    return [source]


def names_in(text: str) -> "tuple[list[str], list[str]]":
    """The names in an expression, and those it assigns to."""
    used: "list[str]" = []
    found: "list[str]" = []
    i, n = 0, len(text)
    while i < n:
        if text[i] not in NAME:
            i += 1
            continue
        j = i
        while j < n and text[j] in NAME:
            j += 1
        if text[i] in NAME_START:
            used.append(text[i:j])
            rest = text[j : j + 64].lstrip(" ]")
            before = text[max(0, i - 4) : i].rstrip()
            if (
                (rest[:1] == "=" and rest[1:2] != "=")
                or rest[:2] in ("++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=")
                or rest[:3] in ("<<=", ">>=")
                or rest[:1] == "["
                or before[-2:] in ("++", "--")
            ):
                found.append(text[i:j])
        i = j
    return used, found
