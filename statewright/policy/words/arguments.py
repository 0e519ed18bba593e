"""Arguments that the line makes of its own text in a way nobody can follow. What can be followed is spelled out, see spelled.py."""

from statewright.policy.outputs.output import DECODING
from statewright.policy.outputs.passing_names import CHANGING
from statewright.policy.words.patterns import HIDDEN
from statewright.shell.model import HOLE
from statewright.shell.programs import HARMLESS, row
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Command, Word
    from statewright.shell.programs import Row

DEEPEST = 3
ACTIONS = ("-exec", "-delete", "-fprint", "-fls", "-okdir", "-ok ")
GIVING = ("echo", "printf")
READING = ("read", "mapfile", "readarray")


def judged(call: "Call", event: "Event") -> bool:
    """Whether a call is one whose arguments decide what it does."""
    return bool(call.name) and not call.command.behind and not call.command.wrapper and call.name not in (*HARMLESS, *event.script.functions)


def unseen(call: "Call", found: "list[Call]", names: "Names") -> "Word | None":
    """An argument that the line makes from text of its own in a way nobody can follow, and that may be an option of the program."""
    from statewright.shell.program_options import rows

    known = row(call.name)
    if _filled(call, found) and _writing(call.name, known):
        from statewright.policy.words import spoken

        word = spoken.taken(call, found, names)
        if word is not None:
            return word
    if known is None or not (call.name in ("find", "sed", "awk") or len(known[1]) > 1 or "w" in known[1] or "max" in known[1] or rows(call.name)[0]):
        return None
    for word in call.words[1:]:
        if call.name == "find" and not word.plain and any(action in word.raw for action in ACTIONS):
            return word
        writes = known[0] == "reader" and ("w" in known[1] or "max" in known[1] or "how" in known[1] or bool(rows(call.name)[0]))
        if writes and not word.static and any(_option(pattern, call.name, str(known[1].get("v", ""))) for pattern in names.patterns(word)):
            return word
        if not word.static and any(pattern[:1] in (HOLE, HIDDEN) for pattern in names.patterns(word)) and _made(word, found, 0):
            return word
    return None


def _filled(call: "Call", found: "list[Call]") -> bool:
    """Whether what another command of the line prints may be words of a call."""
    text = call.event.script.text if call.event else "`"
    if call.command.open or any(word.subst for word in call.words[1:]):
        return True
    if call.parent is not None and any(text[:1] == HOLE for text in call.texts[1:]):  # xargs -I{} sort {}
        return True
    return ("$(" in text or "`" in text or "<(" in text or any(one.name in READING for one in found)) and any(word.vars for word in call.words[1:])


def _writing(name: str, known: "Row | None") -> bool:
    """Whether a program has options that write, or bring in code: all but the readers that have none."""
    from statewright.shell.program_options import rows

    plain = known is not None and known[0] in ("reader", "mover", "remover") and not any(key in known[1] for key in ("w", "max", "how", "subs"))
    return not plain or bool(rows(name)[0])


def _option(pattern: str, name: str, valued: str) -> bool:
    """Whether a text nobody knows stands where it names an option: ``-$X``, ``-n$X``, ``--$X``, but not ``-k$X`` or ``--key=$X``."""
    front, hole, _ = pattern.partition(HOLE)
    if not hole or front[:1] != "-" or "=" in front:
        return False
    if front[:2] == "--":
        return True
    return name != "git" and not any(letter in valued for letter in front[1:])  # git log -$N: how many


def _made(word: "Word", found: "list[Call]", depth: int) -> bool:
    if depth > DEEPEST:
        return True
    for kind, text, _ in word.parts:
        if kind == "cmd" and _changes(read(text[2:-1] if text[:2] == "$(" else text[1:-1]).commands):
            return True
        if kind != "var":
            continue
        name = variable(text)
        for call in found:
            if any(one.name == name and one.value is not word and _made(one.value, found, depth + 1) for one in call.command.assigns):
                return True
            fills = call.name in READING and name in (*call.texts[1:], "REPLY", "MAPFILE")
            if fills and _changes([other.command for other in found if other.command.stdin or other.name in GIVING]):
                return True
    return False


def variable(source: str) -> str:
    """The variable that an expansion names, "" for one of the shell's own signs."""
    body = source.lstrip("${!#")
    end = 0
    while end < len(body) and (body[end].isalnum() or body[end] == "_"):
        end += 1
    return body[:end]


def _changes(commands: "list[Command]") -> bool:
    """Whether a program among them changes what it is given, and another gives it something."""
    names = [command.words[0].text.rpartition("/")[2] for command in commands if command.words]
    gives = any(name in GIVING for name in names) or any(one.op[:2] == "<<" for command in commands for one in command.redirects)
    return gives and any(name in CHANGING or name in DECODING for name in names)
