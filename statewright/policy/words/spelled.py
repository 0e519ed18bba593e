"""Commands spelled out: what a call's words become where the shell makes several of one, or an option of a value.

``find . {-exec,rm,f,\\;}``, ``X='f out'; uniq $X``, ``A=(-o out); sort "${A[@]}" f``. Such a command is judged as it is
written and as it will run. A value of one word that is no option says no more than it does in its place, and is left there.
"""

from statewright.policy.words.agents import INTERPRETERS, RUNNING
from statewright.policy.words.patterns import LITERAL, literal
from statewright.shell.model import HOLE
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

RUNNERS = INTERPRETERS | RUNNING | {"curl", "wget", "ps"}  # whose words name what is run, or a host
WORDS = 50_000  # words of one call
MOST = 200  # ways to spell one call; more of them are refused
TOO_MANY = "a command may become more others than are looked at"
MOVERS = ("cd", "pushd", "popd", "chdir", "echo", "printf", "test", "[", "[[", "true", ":", "return", "exit", "sleep", "wait")
ALL = ("$@", "$*", "${@}", "${*}")


def needed(call: "Call") -> bool:
    """Whether some word of a call may become an option or several words."""
    runs = family(call.name) in RUNNERS
    return call.name not in MOVERS and any(_loose(word, runs) for word in call.words[1:])


def _loose(word: "Word", runs: bool) -> bool:
    if word.brace or (runs and not word.static):
        return True
    if word.static or not word.parts:
        return False
    first = word.parts[0]
    return word.splits or first[0] != "text" or first[1][:1] == "-" or any(_whole(source) for kind, source, _ in word.parts if kind == "var")


def texts(call: "Call", names: "Names") -> "list[str]":
    """The call as shell text, its loose words put in; a HOLE alone where there are more ways than are looked at."""
    runs = family(call.name) in RUNNERS
    choices = [(i, some) for i, word in enumerate(call.words) if i and _loose(word, runs) for some in (_becomes(word, names, runs),) if some]
    if not choices:
        return []
    raws = [word.raw for word in call.words]
    out = []
    for some in _chosen(choices):
        made = list(raws)
        if sum([len(words) for _, words in some]) > WORDS:
            return [HOLE]
        for i, words in some:
            made[i] = " ".join([_quoted(one) for one in words])
        out.append(" ".join([one for one in made if one]))
        if len(out) > MOST:
            return [HOLE]
    return list(dict.fromkeys(out))


def _chosen(choices: "list[tuple[int, list[list[str]]]]") -> "list[list[tuple[int, list[str]]]]":
    """All words at their first, then each in turn at another."""
    first = [(i, some[0]) for i, some in choices]
    return [first] + [[*first[:k], (i, one), *first[k + 1 :]] for k, (i, some) in enumerate(choices) for one in some[1:]]


def _becomes(word: "Word", names: "Names", runs: bool) -> "list[list[str]]":
    """What a word may become where that matters: lists of words. runs: each of them may be what an interpreter runs."""
    if word.brace:
        made = [literal(text.replace(LITERAL, "")) for text in names.patterns(word)]
        return [] if any(HOLE in text for text in made) and all(text[:1] == HOLE for text in made) else [made]
    if len(word.parts) == 1 and word.parts[0][0] == "var" and _whole(word.parts[0][1]):
        made = _elements(word.parts[0][1], names)
        made = [literal(text) for text in made] if word.parts[0][2] else [piece for text in made for piece in text.split()]
        return [made] if len(made) > 1 or any(text[:1] == "-" or " " in text for text in made) else []
    out: "list[list[str]]" = []
    for text in names.patterns(word):
        plain = text.replace(LITERAL, "")
        if plain.replace(HOLE, "") == "":
            continue
        whole = all(quoted for kind, _, quoted in word.parts if kind != "text")
        pieces = [literal(plain)] if whole else text.split()  # split ones are patterns
        if len(pieces) == 1 and HOLE in plain:
            continue
        if len(pieces) != 1 or plain[:1] == "-" or runs:
            out.append(pieces)
            if len(pieces) > 1 and plain[:1] == "-":
                out.append([literal(plain)])  # zsh splits no variable
    return out


def _whole(source: str) -> bool:
    """Whether an expansion gives every element of a list."""
    return source in ALL or "[@]" in source or "[*]" in source or source[:3] == "${@" or source[:3] == "${*"


def _elements(source: str, names: "Names") -> "list[str]":
    body = source[1:].lstrip("{")
    end = 0
    while end < len(body) and (body[end].isalnum() or body[end] == "_"):
        end += 1
    return [value.replace(LITERAL, "") for value in names.known(body[:end] or body[:1])]


def _quoted(pattern: str) -> str:
    """A word as shell text that matches what the pattern does."""
    if HOLE in pattern:
        return '"$__"'
    if not any(c in pattern for c in "*?["):
        return "'" + pattern.replace(LITERAL, "").replace("'", "'\\''") + "'"
    out = []
    for i, c in enumerate(pattern):
        means = c in "*?[" and pattern[i - 1 : i] != LITERAL
        out.append("" if c == LITERAL else c if means or c.isalnum() or c in "]!^-_./=,:@%+" else "\\" + c)
    return "".join(out)
