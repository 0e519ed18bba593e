"""Names by which zsh, and bash, keep what a word runs and where programs and folders are looked for.

zshparam(1) Parameters Set By The Shell, zshmodules(1) The zsh/parameter Module, bash(1) Shell Variables. Such a name is an everyday one
in the other shell: a text in ``path``, a list in ``options``. Refused is what could run something else in either.
"""

from statewright.policy.words.patterns import plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.places import Place
    from statewright.shell.model import Command, Word

TIED = ("path", "fpath", "cdpath", "module_path")
WHOLE = ("galiases", "saliases", "dis_galiases", "dis_saliases", "dirstack", "DIRSTACK")  # nobody's names for other things
TABLES = ("commands", "aliases", "functions", "dis_aliases", "dis_functions", "builtins", "dis_builtins", "options", "nameddirs", "widgets")


def changes(name: str, word: "Word | None", how: str, place: "Place", call: "Call | None" = None) -> bool:
    """Whether setting a name, a list or an element of it (``how``, see setting.py) changes what runs. call: the command that sets it."""
    if how == "-":
        return False
    if name in WHOLE:
        return True
    if name in TIED:
        return bool(how) or any(_searched(value, place) for value in _told(name, word, place, call))
    if name in TABLES and how:
        return any(_runs(name, key, place) for key in _keys(word, how, place))
    return False


def _told(name: str, word: "Word | None", place: "Place", call: "Call | None") -> "list[str]":
    """The values that matter: a person's own variable, and names of files that a program lists, are no folder of the agent's making."""
    if word is not None and word.text[: len(name)] != name and word.parts and all(_harmless(part, place) for part in word.parts):
        return [value for value in place.names.patterns(word) if HOLE not in value]
    known = _values(name, word, place)
    if word is None and call is not None and call.command.stdin == "pipe":
        from statewright.policy.outputs.output import _before

        if _lists([other.command for other in _before(call, place.names.calls)]):
            return [value for value in known if HOLE not in value]
    return known


def _harmless(part: "tuple[str, str, bool]", place: "Place") -> bool:
    kind, source, _ = part
    if kind == "cmd":
        from statewright.shell.reader import read

        return _lists(read(source[2:-1] if source[:2] == "$(" else source[1:-1]).commands)
    name = source.strip("${}").partition("%")[0].partition("#")[0].partition(":")[0].partition("/")[0]
    known = place.names.values
    return kind == "text" or (kind == "var" and (name.isalnum() or "_" in name or name in "@*") and name not in known and source[:3] != "${!")


def _lists(commands: "list[Command]") -> bool:
    """Whether what commands print at last is the names of files."""
    texts = [word.text for word in commands[-1].words] if commands else []
    while len(commands) > 1 and texts[:1] in (["head"], ["tail"], ["sort"], ["uniq"]):
        commands = commands[:-1]
        texts = [word.text for word in commands[-1].words]
    if texts[:1] == ["git"]:
        return "ls-files" in texts or "--name-only" in texts or ("grep" in texts and "-l" in texts)
    if texts[:1] == ["find"]:
        pairs = [(texts[i], text) for i, text in enumerate(texts[1:])]
        return any((before == "-type" and text == "f") or (before in ("-name", "-iname") and _files(text)) for before, text in pairs)
    return texts[:1] in (["grep"], ["rg"]) and any(text[:1] == "-" and text[1:2] != "-" and "l" in text for text in texts)


def _values(name: str, word: "Word | None", place: "Place") -> "list[str]":
    known = place.names.known(name)
    if word is not None and word.text[: len(name)] != name:
        known = [*known, *place.names.patterns(word)]
    return known or [HOLE]


def _searched(value: str, place: "Place") -> bool:
    """Whether a text may be a folder: zsh would look for programs there."""
    text = plain(value.partition("=")[2] if value.startswith("path=") else value)
    if text is not None and text[:1] == "~":
        return True
    facts = place.event.facts
    if text is None or facts is None:
        return HOLE in value or facts is None or not _files(value)
    where = text if text[:1] == "/" else place.event.project + "/" + text
    kind = facts.kind(where)
    if (where + "/").startswith(place.event.project + "/") and ".." not in text:
        held = facts.names(where) if kind == "dir" else ()
        return any(call.name in held or call.texts[0] in held for call in place.names.calls if call.words)
    return bool(kind != "file")


def _files(pattern: str) -> bool:
    """Whether a pattern's last part ends as a file's name does: ``src/*.py``."""
    last = pattern.rpartition("/")[2]
    stem, dot, ending = last.rpartition(".")
    return bool(stem and dot and ending.isalnum())


def _keys(word: "Word | None", how: str, place: "Place") -> "list[str]":
    """The keys that a list, or an element, sets in a table."""
    if how[:1] == "[":
        key = how[1:].strip("'\"")
        return [key if "$" not in key and "`" not in key else HOLE]
    raw = word.raw[word.raw.find("(") : -1] if word is not None else ""
    if word is None or not raw or word.raw[-1] != ")":
        return [HOLE]
    from statewright.shell.reader import read

    made = read("x " + raw[1:].replace("\n", " ")).commands
    words = [pattern for one in made[:1] for item in one.words[1:] for pattern in place.names.patterns(item)[:2]]
    pairs = [text[1:].partition("]=")[0] for text in words if text[:1] == "[" and "]=" in text]
    return pairs or words


def _runs(name: str, key: str, place: "Place") -> bool:
    """Whether a table's key is what the line runs, or not plain to see."""
    text = plain(key)
    if text is None or not text:
        return True
    if name in ("options", "nameddirs", "widgets"):
        return text[:1].isalpha()
    return any(text in (call.name, call.words[0].text) for call in place.names.calls if call.words)


def tied(name: str, op: str, text: str) -> bool:
    """Whether an expansion or arithmetic that sets a name (``op``, see shell/model.py) changes what runs."""
    if name in TIED:
        return op in ("arith=", "[=", "!=")
    return name in (*TABLES, *WHOLE) and (op in ("[=", "!=") or (op == "arith=" and name + "[" in text))
