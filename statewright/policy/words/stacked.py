"""Folders by other words than their own: what ``cd -``, ``popd``, ``~1``, ``~-`` and ``cd NAME`` lead to.

bash manual, Directory Stack Builtins, Tilde Expansion, cdable_vars; zsh manual, Filename Expansion (named directories), ``cd OLD NEW``.
"""

from statewright.policy.words.patterns import UNTOLD, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.moved import Walk
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

MOST = 256  # folders that are kept of a line; one of more of them may be any


def numbered(text: str) -> bool:
    """``+1``, ``-2``: a place in the stack of folders."""
    return text[:1] in ("+", "-") and text[1:].isdigit()


def visited(names: "Names", name: str, paths: "list[str]") -> None:
    """Keep what a variable of the shell's own (PWD, OLDPWD, DIRSTACK) may hold once the line has moved."""
    known = names.given.get(name, [])
    made = [*known, *[path for path in dict.fromkeys(paths) if "\0" not in path and path not in known]]
    made = names.given[name] = made if len(made) <= MOST else [*made[: MOST - 1], UNTOLD]
    names.turn += made != known


def printed(word: "Word", walk: "Walk") -> "list[str]":
    """Where ``cd "$(cd DIR && pwd)/BELOW"`` leads, seen from the folder it stands in, and where should the inner cd fail; [] for any other word."""
    if walk.cdable or walk.event.script.functions or "alias" in walk.text or "cdpath" in walk.text.lower():
        return []  # cd, or pwd, may be another, or tell more
    if len(word.vars) == 1 and len(word.parts) == 1 and word.quoted:  # DIR="$(cd src && pwd)"; cd "$DIR"
        front, name = walk.names.calls[0].command, word.vars[0][0]
        own = not front.words and not front.place and [one.name for one in front.assigns] == [name] and walk.current == [walk.base]
        word = front.assigns[0].value if own and not word.vars[0][1] and walk.text.count(name) == 2 else word
    kind, source, quoted = word.parts[0] if word.parts else ("", "", False)
    below = "".join(text for other, text, _ in word.parts[1:] if other == "text")
    if kind != "cmd" or not quoted or source[:2] != "$(" or below[:1] not in ("", "/") or any(c in below for c in "*?[{"):
        return []
    if len(word.parts) > 2 or any(other != "text" for other, _, _ in word.parts[1:]):
        return []
    from statewright.shell.reader import read

    script = read(source[2:-1])
    first, last = script.commands[:1], script.commands[1:]
    if script.opaque or script.functions or len(last) != 1 or any(one.place or one.assigns or one.background for one in script.commands):
        return []
    operands = [one for one in first[0].words[1:] if one.text not in ("-P", "-L", "--")]
    quiet = all(one.target is not None and one.target.text in ("/dev/null", "1") for command in script.commands for one in command.redirects)
    between = script.text[first[0].end : last[0].start].strip()
    if not quiet or any(command.redirects for command in last) or between not in ("&&", ";") or len(operands) != 1 or not operands[0].static:
        return []
    said = [one.text for one in last[0].words]
    to = operands[0].text if operands[0].plain else ""
    if first[0].words[0].text != "cd" or said not in (["pwd"], ["pwd", "-P"], ["pwd", "-L"]) or to[:1] in ("", "-", "+", "~"):
        return []
    return [to + below, (below or ".") if between == "&&" else "." + below]


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
