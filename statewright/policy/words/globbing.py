"""Patterns beyond the plain ones: bash's ``extglob``, zsh's qualifiers, groups and ``EXTENDED_GLOB``, as plain patterns that match at least as much.

bash manual, Pattern Matching; zsh manual, Filename Generation. Loaded for the lines alone that hold such a pattern.
"""

from statewright.policy.words.patterns import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

ENDS = frozenset(" \t\n;|&<>()=$`")
BEHIND = frozenset("$<>=(")  # a bracket behind one of these begins no group


def patterns(text: str) -> "list[str]":
    """What the groups and qualifiers in the source of a line may match."""
    text = text.replace('"', "").replace("'", "").replace("\\", "")
    out: "list[str]" = []
    for i, c in enumerate(text):
        before = text[i - 1] if i else " "
        if c == "(" and before == ")":
            end = _closing(text, i)
            start = text.rfind("(", 0, i)
            if 0 <= start < i < end and "D" in text[i:end] and not _right(text, end + 1):
                out.append(dotted(_left(text, start).rstrip("^") + "*"))
        elif c == "(" and before not in BEHIND:
            end = _closing(text, i)
            if end > 0 and text[i + 1 : end].strip():
                out += _grouped(_left(text, i), text[i + 1 : end], _right(text, end + 1))
        elif c == "<" and before not in ENDS:
            end = text.find(">", i)
            if end > 0 and "-" in text[i:end] and not text[i + 1 : end].strip("-0123456789"):
                out.append(_left(text, i) + "*" + _right(text, end + 1))
    return [one for text in out for one in listed(text)]


def _closing(text: str, i: int) -> int:
    depth = 0
    for at in range(i, len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if not depth:
            return at
    return -1


def _left(text: str, i: int) -> str:
    start = i
    while start and text[start - 1] not in ENDS:
        start -= 1
    return text[start:i]


def _right(text: str, i: int) -> str:
    end = i
    while end < len(text) and text[end] not in ENDS:
        end += 1
    return text[i:end] + ("*" if text[end : end + 1] == "(" else "")


def _grouped(head: str, body: str, tail: str) -> "list[str]":
    """A word with a group in it; at its end the group may be zsh's qualifiers, with ``D`` for names that begin with a dot."""
    if not head and not tail:
        return []  # a subshell
    out = []
    if not tail:
        out.append(head)
        if "D" in body:
            out += [dotted(head), dotted(extended(head))]
    start = head[:-1] if head[-1:] in ("?", "*", "+", "@", "!") else head
    out.append(start + "*" + tail)
    if start[-1:] in ("", "/") and "." in body:
        out.append(start + ".*" + tail)
    return out


def dotted(pattern: str) -> str:
    """A pattern whose ``*`` and ``?`` match a leading dot."""
    made = pattern.replace("/*", "/.*").replace("/?", "/.?").replace("/[", "/.[")
    return "." + made if made[:1] in ("*", "?", "[") else made


def extended(text: str) -> str:
    """A word under ``EXTENDED_GLOB``: ``^x`` is anything else, ``x#`` any number of them, ``x~y`` less than ``x``."""
    out = ""
    for at, part in enumerate(text.split("/")):
        part = part[:1] + part[1:].partition("~")[0]
        part = part.partition("^")[0] + "*" if "^" in part else part
        while "#" in part:
            front, _, rest = part.partition("#")
            front = front[: front.rindex("[")] if front[-1:] == "]" and "[" in front else front[:-1]
            part = front + "*" + rest.lstrip("#")
        out += ("/" if at else "") + part
    return out
