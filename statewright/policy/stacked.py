"""Folders by other words than their own: what ``cd -``, ``popd``, ``~1``, ``~-`` and ``cd NAME`` lead to.

bash manual, Directory Stack Builtins, Tilde Expansion, cdable_vars; zsh manual, Filename Expansion (named directories), ``cd OLD NEW``.
"""

from statewright.policy.patterns import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.resolve import Names

MOST = 24  # folders that are kept of a line


def numbered(text: str) -> bool:
    """``+1``, ``-2``: a place in the stack of folders."""
    return text[:1] in ("+", "-") and text[1:].isdigit()


def visited(names: "Names", name: str, paths: "list[str]") -> None:
    """Keep what a variable of the shell's own (PWD, OLDPWD, DIRSTACK) may hold once the line has moved."""
    known = names.given.get(name, [])
    made = names.given[name] = [*known, *[path for path in dict.fromkeys(paths) if "\0" not in path and path not in known]][:MOST]
    names.turn += made != known


def tildes(made: "list[str]", names: "Names") -> "list[str]":
    """The folders that a word's ``~…`` may stand for beyond a home: HOME as the line sets it, the stack, a variable's value."""
    out = []
    for text in made:
        head, slash, rest = text.partition("/")
        key = head[1:]
        if head[:1] != "~":
            continue
        if not key:
            values = names.values.get("HOME", [])
        elif key in ("-", "+"):
            values = names.known("OLDPWD" if key == "-" else "PWD")
        elif key.lstrip("+-").isdigit():
            values = [*names.known("DIRSTACK"), *names.known("PWD"), names.cwd]  # ~0: where the shell is
        else:
            values = [*names.known(key), *names.values.get("nameddirs", [])] if key.isidentifier() else []
        out += [value + slash + rest for value in values]
    return out


def named(text: str, rest: "list[str]", base: str, names: "Names", cdable: bool) -> "list[str]":
    """Where ``cd NAME`` leads under ``cdable_vars``, and zsh's ``cd OLD NEW`` from one folder."""
    out = []
    if cdable and text.isidentifier():
        out += [plain(value) or value for value in names.known(text)]
    if rest and text and text in base:
        out.append(base.replace(text, rest[0], 1))
    return out
