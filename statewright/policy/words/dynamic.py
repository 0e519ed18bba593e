"""Commands whose program is put together in the line: by a variable, a list, ``"$@"``, what another command prints.

Such a command is written out as every command it may be, and each is judged as a line of its own. Loaded for those lines alone.
"""

from statewright.policy.words.patterns import HIDDEN, LITERAL, MORE, glob, plain
from statewright.policy.words.values import bare
from statewright.shell.model import HOLE
from statewright.shell.parallel import quoted
from statewright.shell.programs import SHELLS, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

UNKNOWN = '"$_1unknown"'  # a word that the reader takes for what only a running shell knows
READING = (*SHELLS, "source", ".")
# Not in the tables of programs, though they change or run something.
FURTHER = frozenset(("env", "command", "exec", "eval", "sudo", "xargs", "nice", "nohup", "time", "timeout", "builtin", "busybox", "statewright"))


def itself(name: str) -> bool:
    """Whether a path names the running shell's own program. proc(5)."""
    return name[:6] == "/proc/" and name[-4:] == "/exe"


def texts(call: "Call", names: "Names") -> "list[str]":
    """The lines that a command with no program to see may be, and the program texts it may hand to a shell."""
    first = names.patterns(call.words[0])
    rest: "list[str]" = []
    for word in call.words[1:]:
        rest += [word.raw] if word.static or word.raw[:2] == "<(" else [shown(value) for value in names.patterns(word)]
    out = []
    for i, pattern in enumerate(first):
        if MORE in pattern:
            out.append(MORE)
            continue
        words = pattern.split() or [pattern]
        name = (plain(words[0]) or "").rpartition("/")[2]
        if _shell(words[0]) or call.words[0].raw.strip('"{}$') == "_":
            out.append(" ".join([name if name in SHELLS else "bash", *[shown(one) for one in words[1:]], *rest]))
        elif not name:
            continue
        else:
            out.append(" ".join([*[shown(one) for one in words], *rest]))
            if len(first) > 1 and (not i or name in FURTHER or row(name) is not None):  # the words of a list
                out.append(" ".join([*[shown(one) for one in first[i:]], *rest]))
    return list(dict.fromkeys(out))


def shown(pattern: str) -> str:
    """A pattern as a word of a shell text."""
    if HOLE in pattern:
        return UNKNOWN
    text = plain(pattern)
    if text is not None:
        return quoted(text)
    return "".join([c if c.isalnum() or c in "*?[]^!{},./_-~=:@%+" else "" if c == LITERAL else "\\" + c for c in pattern])


def shell(call: "Call", names: "Names") -> bool:
    """Whether a command may be a shell."""
    return any(_shell(one) or plain(one) in READING for one in names.patterns(call.words[0]))


def _shell(pattern: str) -> bool:
    base = pattern.rpartition("/")[2]
    return itself(pattern) or (bool(base.strip("*" + HOLE)) and any(glob(base, name) for name in SHELLS))


def unknown(call: "Call", names: "Names") -> bool:
    """Whether nothing tells what a command runs."""
    return any(bare(pattern) or HIDDEN in pattern for pattern in names.patterns(call.words[0]))
