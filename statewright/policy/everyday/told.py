"""The words of an everyday line with more than plain commands: quotes, variables, sums, and the output of commands; see ``compound.py``."""

from statewright.policy.everyday.forms import LETTERS
from statewright.policy.everyday.words import LIVE, NUMBER, PATTERN, QUOTED, STATUS, mark

TYPE_CHECKING = False
if TYPE_CHECKING:
    Words = list[str]
    Value = tuple[str, str]  # its sort: s a plain text, g a pattern for names, n a number, d known when the line runs; and what stands for it
    # the text; where we are, how deep, whether anything was set, whether only the line's own variables may be told, in how many loops that read,
    # whether there was one; the values; the commands and whether each reads a pipe; the files that are read, and those that are printed into
    Line = tuple[str, list[int], dict[str, Value], list[tuple[Words, bool]], list[str], list[str]]

ANY = ("n", "7")  # any number at all
WORD = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:@%,+=~*")


def identifier(line: "Line") -> str:
    text, at = line[0], line[1]
    start = at[0]
    while text[at[0] : at[0] + 1] in LETTERS and text[at[0] : at[0] + 1]:
        at[0] += 1
    key = text[start : at[0]]
    return "" if key[:1].isdigit() or key[:1] == "_" else key


def word(line: "Line") -> "tuple[str, bool] | None":
    """A word as a plain line's words are written, and whether any of it is told by a variable or by commands."""
    text, at = line[0], line[1]
    out, quoted, told = "", "", False
    start = at[0]
    while True:
        c = text[at[0] : at[0] + 1]
        if c in WORD and c:
            out += c
            at[0] += 1
        elif c == "'":
            end = text.find("'", at[0] + 1)
            inside = text[at[0] + 1 : end]
            if end < 0:
                return None
            sign = ""
            if not LIVE.isdisjoint(inside) or not inside.isprintable() or not inside.isascii():
                sign = mark(inside, "'")
                if not sign:
                    return None
            out, quoted = out + sign + inside, QUOTED
            at[0] = end + 1
        elif c == '"':
            at[0] += 1
            double = _double(line)
            if double is None:
                return None
            told = told or double[1]
            if double[0][:1] == QUOTED and not out and text[at[0] : at[0] + 1] in ("", " ", ";", "\n", ")"):
                return double[0][1:], True  # a pattern's names, one by one
            out, quoted = out + double[0], QUOTED
        elif c == "$":
            value = _dollar(line)
            if value is None:
                return None
            told = True
            whole = not out and not quoted and text[at[0] : at[0] + 1] in ("", " ", ";", "\n", ")")
            if value[0] == "g" and whole:
                return value[1], True
            if value[1] == "$?":
                return ("$?", True) if whole else None
            out += STATUS if value[0] in ("d", "g") else value[1] + NUMBER if value == ANY else value[1]
        else:
            break
    if at[0] == start or (out == "" and not quoted):
        return None
    return quoted + out, told


def _double(line: "Line") -> "tuple[str, bool] | None":
    """What stands in double quotes. Behind ``QUOTED`` a pattern that is all there is."""
    text, at = line[0], line[1]
    out = raw = ""
    told = False
    start = at[0]
    while True:
        c = text[at[0] : at[0] + 1]
        if c == '"':
            break
        if c in ("", "\\", "`"):
            return None
        if c == "$":
            first = at[0] == start
            value = _dollar(line)
            if value is None:
                return None
            told = True
            if value[0] == "g" and first and text[at[0] : at[0] + 1] == '"':
                at[0] += 1
                return QUOTED + value[1], True
            out += STATUS + value[1] if value[0] in ("d", "g") or value[1] == "$?" else value[1] + NUMBER if value == ANY else value[1]
        else:
            out += c
            raw += c
            at[0] += 1
    at[0] += 1
    if not LIVE.isdisjoint(raw) or not raw.isprintable() or not raw.isascii():
        sign = mark(raw, '"')
        if not sign or (told and sign != PATTERN and "!" in raw):
            return None
        out = sign + out
    return out, told


def _dollar(line: "Line") -> "Value | None":
    """What a dollar stands for."""
    text, at, values = line[0], line[1], line[2]
    at[0] += 1
    c = text[at[0] : at[0] + 1]
    if c == "?":
        at[0] += 1
        return "n", "$?"
    if c == "(":
        if text[at[0] + 1 : at[0] + 2] == "(":
            return _sum(line)
        number = _commands(line)
        return None if number is None else ("n", "7") if number else ("d", "")
    braces = c == "{"
    at[0] += braces
    key = identifier(line)
    if not key:
        return None
    after = text[at[0] : at[0] + 1]
    if braces:
        if after != "}":
            return None
        at[0] += 1
    elif after == "[" or (after == ":" and text[at[0] + 1 : at[0] + 2].isalpha()):
        return None  # zsh takes these for parts of the name
    return values.get(key) or (None if at[3] else ("d", ""))


def _commands(line: "Line") -> "bool | None":
    from statewright.policy.everyday.compound import told  # what stands in brackets is a line of its own

    return told(line)


def _sum(line: "Line") -> "Value | None":
    """A sum of numbers, of variables that hold one and of commands that tell one."""
    text, at = line[0], line[1]
    at[0] += 2
    depth = 0
    while True:
        c = text[at[0] : at[0] + 1]
        if c == ")":
            if not depth:
                break
            depth -= 1
        elif c == "(":
            depth += 1
        elif c == "$" or c.isalpha():
            at[0] -= c != "$"
            value = _dollar(line)
            if value is None or value[0] != "n" or value[1] == "$?":
                return None
            continue
        elif not c or c not in "0123456789 +-*/%":
            return None
        at[0] += 1
    if text[at[0] : at[0] + 2] != "))":
        return None
    at[0] += 2
    return "n", "7"


def skip(line: "Line", signs: str) -> str:
    """Go past such signs; what comes then."""
    text, at = line[0], line[1]
    while text[at[0] : at[0] + 1] and text[at[0]] in signs:
        at[0] += 1
    return text[at[0] : at[0] + 1]
