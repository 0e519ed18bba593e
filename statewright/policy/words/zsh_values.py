"""What zsh makes of ``$x:r`` and ``$x[2]``, where bash takes what stands behind the name for text.

zshexpn(1), Modifiers and Parameter Expansion; zshparam(1), Array Subscripts. Loaded for the lines alone that hold such a word.
"""

from statewright.policy.words.patterns import LITERAL, LONGEST, most
from statewright.policy.words.values import operated
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.resolve import Names

MOST = 4096  # words that a value is split into
DEEPEST = 8  # expansions within each other
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


def flagged(body: str, names: "Names", depth: int = 0) -> "list[str]":
    """What ``${(j::)x}``, ``${=x}``, ``${${x}%y}``, ``${:-x}`` may become: each word, and all of them joined."""
    from statewright.shell.zsh_forms import flags

    given, i = flags(body, 0)
    while body[i : i + 1] in ("^", "=", "~", "+") and i < len(body):
        given += [("=", [])] if body[i] == "=" else []
        i += 1
    words, rest = _base(body, i, names, depth)
    kept = [word.replace(LITERAL, "") for word in words]
    if rest:
        operand = rest.lstrip(":")
        if operand[:1] in ("-", "=") and rest[:1] not in ("#", "%", "/"):
            kept = kept + names.text(operand[1:])
        elif rest[:1] == ":" and rest[1:2].isalpha():
            kept = [_modified(word, rest) for word in kept]
        else:
            kept = [word.replace(LITERAL, "") for word in operated(rest, kept, True)]
    glue = [argument for letter, arguments in given for argument in (arguments[:1] if letter == "j" else ["\n"] if letter == "F" else ())]
    for letter, arguments in given:
        kept = most(_turned(letter, arguments, kept, names))
    made = [one.join(kept) for one in glue]
    return most([one if len(one) <= LONGEST else HOLE for one in [*made, *kept]]) or [HOLE]


def _base(body: str, i: int, names: "Names", depth: int) -> "tuple[list[str], str]":
    """The words of what an expansion is made from, and the operators behind it."""
    if body[i : i + 1] == '"' and '"' in body[i + 1 :]:
        end = body.rindex('"')
        return names.text(body[i : end + 1]), body[end + 1 :]
    if body[i : i + 2] in ("${", "$("):
        close, end, open_ = ("}" if body[i + 1] == "{" else ")"), i + 1, 0
        while end < len(body):
            open_ += (body[end] == body[i + 1]) - (body[end] == close)
            end += 1
            if not open_:
                break
        source = body[i:end]
        if depth > DEEPEST:
            return [HOLE], body[end:]
        if source[1] == "(":
            return names.substitution(source), body[end:]
        inner = source[2:-1]
        nested = inner[:1] in ("(", "=", "~", "^", "+", ":", '"') or inner[:2] in ("${", "$(")
        return flagged(inner, names, depth + 1) if nested else names.variable(source, True), body[end:]
    end = i
    while end < len(body) and (body[end].isalnum() or body[end] == "_"):
        end += 1
    return names.known(body[i:end]) if end > i else [], body[end:]


def _turned(letter: str, arguments: "list[str]", words: "list[str]", names: "Names") -> "list[str]":
    """The words after one flag."""
    if letter in "sf0z=":
        stop = {"f": "\n", "0": "\n"}.get(letter, arguments[0] if letter == "s" and arguments else " ")
        return [piece for word in words for piece in (word.split() if letter in "z=" else word.split(stop) if stop else list(word))]
    if letter in "LUC":
        return [word.lower() if letter == "L" else word.upper() if letter == "U" else word.title() for word in words]
    if letter == "P":
        return [value.replace(LITERAL, "") for word in words for value in names.known(word)]
    if letter == "e":
        return [value.replace(LITERAL, "") for word in words for value in names.text('"' + word + '"')]
    if letter == "Q":
        return [word.replace('"', "").replace("'", "").replace("\\", "") for word in words]
    if letter in "aO":
        return words[::-1] if letter == "O" else words
    if letter in "oin":
        return sorted(words)
    if letter in "lr" and arguments:
        return [*words, *[made for word in words or [""] for more in arguments[1:] for made in (more, more + word, word + more)]]
    return words
