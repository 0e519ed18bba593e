"""What a word that holds a program text may become: the text of sed and awk is judged as it will run.

A number stands as ``1`` and so does a variable that the line does not set: the harness gave it its value, not the agent.
"""

from statewright.policy.words.patterns import HIDDEN, LITERAL
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

MOST = 32  # values of one text that are looked at
SHELL_SETS = ("_", "0", "@", "*", "OLDPWD", "DIRSTACK", "REPLY", "OPTARG", "MAPFILE", "COPROC", "reply", "match", "MATCH", "mapfile")
PUTTING = frozenset(("read", "mapfile", "readarray", "printf", "getopts", "declare", "typeset", "local", "readonly", "export", "env", "let", "vared"))
MOVERS = ("cd", "pushd", "popd", "chdir")


def values(word: "Word", call: "Call") -> "list[str] | None":
    """Every text the word may be; None when some part of it is not known."""
    if HOLE not in word.text:
        return [word.text]
    if call.event is None or not word.parts or call.event.extra.get("valued"):
        return None  # asked while the line's names are being worked out for such a word: they cannot wait for it
    from statewright.policy.words.calls import calls
    from statewright.policy.words.resolve import names_of

    call.event.extra["valued"] = True
    try:
        made = _texts(word, names_of(call.event, calls(call.event)), 0)
    finally:
        call.event.extra["valued"] = False
    if made is None or (any(kind != "text" and not quoted for kind, _, quoted in word.parts) and any(c in text for text in made for c in " \t\n*?[")):
        return None  # it may become several words
    return made


def scripts(call: "Call", given: "list[str]") -> "list[str] | None":
    """The texts that given ones, ends of some of the call's words, may be; None when one is not known."""
    out: "list[str]" = []
    for text in given:
        if HOLE not in text:
            out.append(text)
            continue
        word = next((word for word in call.words if word.text.endswith(text)), None)
        made = None if word is None or HOLE in word.text[: len(word.text) - len(text)] else values(word, call)
        if word is None or made is None:
            return None
        out += [one[len(word.text) - len(text) :] for one in made]
    return out


def _texts(word: "Word", names: "Names", depth: int) -> "list[str] | None":
    made = [""]
    for kind, source, quoted in word.parts or [("text", word.text, word.quoted)]:
        if kind == "text":
            some = None if word.brace or (word.glob and not quoted) else [source]
        elif kind == "arith":
            some = ["1"]
        elif kind == "var":
            some = _variable(source, names, depth)
        elif kind == "cmd":
            some = _printed(source, names)
        else:
            some = None
        if some is None:
            return None
        made = [left + right for left in made for right in some]
        if len(made) > MOST:
            return None
    return made


def _variable(source: str, names: "Names", depth: int) -> "list[str] | None":
    body = source[1:]
    if body[:1] == "{":
        body = body[1:-1]
    if body in ("#", "?", "$", "!", "-", "LINENO", "RANDOM", "SECONDS", "UID", "EUID", "PPID") or (body[:1] == "#" and len(body) > 1):
        return ["1"]
    end = 0
    while end < len(body) and (body[end].isalnum() or body[end] == "_"):
        end += 1
    name = body[:end]
    if not name or name in SHELL_SETS or name[:5] == "BASH_" or (name == "PWD" and any(call.name in MOVERS for call in names.calls)):
        return None
    if not names.known(name) and not names.links and end == len(body):
        return None if name.isdigit() or _put(name, names) else ["1"]
    known = [value.replace(LITERAL, "") for value in names.variable(source, True)]
    if not any(HOLE in value or HIDDEN in value for value in known):
        return known
    assigned = [assign for call in names.calls for assign in call.command.assigns if assign.name == name]
    if depth > 3 or end != len(body) or not assigned or names.links or _put(name, names) or any(assign.append for assign in assigned):
        return None
    out: "list[str]" = []
    for assign in assigned:
        some = _texts(assign.value, names, depth + 1)
        if some is None:
            return None
        out += some
    return list(dict.fromkeys(out))


def _put(name: str, names: "Names") -> bool:
    """Whether a command of the line names the variable to give it a value."""
    return any(call.name in PUTTING and any(text.partition("=")[0].lstrip("-v") == name for text in call.texts[1:]) for call in names.calls)


def _printed(source: str, names: "Names") -> "list[str] | None":
    from statewright.shell.numbers import gives_numbers
    from statewright.shell.reader import read

    script = read(source[2:-1] if source[:2] == "$(" else source[1:-1])
    if not script.opaque and script.commands and gives_numbers((script.commands, 0, len(script.commands), ()), _seen, script.functions):
        return ["1"]
    made = [value.replace(LITERAL, "") for value in names.substitution(source)]
    return None if any(HOLE in value or HIDDEN in value for value in made) else made


def _seen(word: "Word") -> bool:
    return word.static
