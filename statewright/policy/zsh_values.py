"""What zsh makes of ``$x:r`` and ``$x[2]``, where bash takes what stands behind the name for text.

zshexpn(1), Modifiers and Parameter Expansion; zshparam(1), Array Subscripts. Loaded for the lines alone that hold such a word.
"""

from statewright.policy.patterns import LITERAL

SAME = "aAcPQqxw"  # a path made whole, quotes put on or taken off


def also(values: "list[str]", after: str) -> "list[str]":
    """The further texts that ``$x`` and the text behind it may become."""
    out: "list[str]" = []
    for value in values:
        text, rest = value.replace(LITERAL, ""), after
        if rest[:1] == "[" and "]" in rest:
            spec, _, rest = rest[1:].partition("]")
            out += [_modified(one, rest) for one in (text, _slice(text, spec)) if one]
        elif rest[:1] == ":" and rest[1:2].isalpha():
            out.append(_modified(text, rest))
    return out


def _slice(text: str, spec: str) -> str:
    """``$x[2,-1]``: letters, counted from one, or from the end."""
    first, comma, last = spec.partition(",")
    try:
        begin, end = int(first), int(last) if comma else int(first)
    except ValueError:
        return text
    begin = begin - 1 if begin > 0 else max(0, len(text) + begin)
    return text[begin : end if end >= 0 else len(text) + end + 1]


def _modified(text: str, rest: str) -> str:
    """A value with the modifiers in front of ``rest`` applied, and what is left of that behind it."""
    while rest[:1] == ":" and rest[1:2].isalpha():
        letter, left = rest[1], rest[2:]
        head, slash, tail = text.rstrip("/").rpartition("/")
        stem, dot, end = tail.rpartition(".")
        if letter == "h":
            text = head or slash or "."
        elif letter == "t":
            text = tail
        elif letter == "r":
            text = head + slash + stem if dot and stem else text
        elif letter == "e":
            text = end if dot else ""
        elif letter in "lu":
            text = text.lower() if letter == "l" else text.upper()
        elif letter in "sg" and left.lstrip("s")[:1]:
            left = left.lstrip("s") if letter == "g" else left
            old, _, more = left[1:].partition(left[0])
            new, _, left = more.partition(left[0])
            text = text.replace(old, new)
        elif letter not in SAME:
            break
        rest = left.lstrip("0123456789") if letter in "ht" else left
    return text + rest
