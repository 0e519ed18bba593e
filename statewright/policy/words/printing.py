"""What printf and ``echo -e`` make of their formats and escapes. printf(1), bash(1)."""

from statewright.policy.words.patterns import LITERAL, MORE, plain
from statewright.shell.model import HOLE

SIMPLE = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b", '"': '"', "'": "'"}
FLAGS = "#0- +'123456789.*$hlLjzt"  # what may stand between a percent sign and its letter
ROWS = 4096  # times that a format is gone through
HEX = "0123456789abcdefABCDEF"


def unescaped(text: str) -> str:
    """``\\x2e``, ``\\056``, ``\\n`` … as printf and ``echo -e`` read them."""
    if "\\" not in text:
        return text
    out = []
    i, n = 0, len(text)
    while i < n:
        c = text[i]
        if c != "\\" or i + 1 >= n:
            out.append(c)
            i += 1
            continue
        c = text[i + 1]
        i += 2
        if c in "xuU":
            end = i
            while end < n and end - i < {"x": 2, "u": 4, "U": 8}[c] and text[end] in HEX:
                end += 1
            code = int(text[i:end], 16) if end > i else 0
            out.append("\n" if not code and end > i else chr(code) if 0 < code < 0x110000 else "\\" + c)
            i = end
        elif c in "01234567":
            end = i
            while end < n and end - i < (3 if c == "0" else 2) and text[end] in "01234567":
                end += 1
            code = int(text[i - 1 : end], 8)
            out.append(chr(code) if code else "\n")  # the end of a text for xargs -0
            i = end
        else:
            out.append(SIMPLE.get(c, "\\" + c))
    return "".join(out)


def counted(forms: "list[str]", arguments: "list[str]") -> "list[str]":
    """The arguments that a format's ``%n`` takes as the names of variables; each that it may take, where that is not plain to see."""
    out: "list[str]" = []
    for form in forms:
        while "%(" in form:  # a time, whose own format has no argument
            before, _, rest = form.partition("%(")
            form = before + "%" + rest.partition(")")[2]
        kinds = ""
        for piece in form.replace("%%", "").split("%")[1:]:
            bare = piece.lstrip(FLAGS)
            kinds += "*" * piece[: len(piece) - len(bare)].count("*") + (bare[:1] or "%")
        if "n" in kinds:
            loose = "$" in form or any(HOLE in text for text in arguments)
            out += [text for k, text in enumerate(arguments) if loose or kinds[k % len(kinds)] == "n"]
    return out


def formatted(form: str, arguments: "list[str]") -> str:
    """What printf prints; the format is used anew while arguments are left. Arguments are patterns."""
    out: "list[str]" = []
    at = 0
    for _ in range(ROWS):
        used = at
        i = 0
        while i < len(form):
            if form[i] != "%":
                end = form.find("%", i)
                end = len(form) if end < 0 else end
                out.append(unescaped(form[i:end]))
                i = end
                continue
            end = i + 1
            while end < len(form) and form[end] in "-+ #0123456789.*'$hlLjzt" + LITERAL:
                end += 1
            kind = form[end : end + 1]
            if kind == "%":
                out.append("%")
            elif kind:
                text, at = _converted(kind, form[i + 1 : end].replace(LITERAL, ""), arguments, at)
                out.append(text)
            i = end + 1
        if at >= len(arguments) or at == used:
            break
    else:
        out.append("\n" + MORE)
    return "".join(out)


def _converted(kind: str, spec: str, arguments: "list[str]", at: int) -> "tuple[str, int]":
    """One argument as ``%<spec><kind>`` prints it, and where the next stands: ``*`` takes one of its own, zsh's ``2$`` names its place."""
    place, sign, rest = spec.partition("$")
    spec = rest if sign else spec
    taken: "list[str]" = []
    for _ in range(spec.count("*")):
        taken.append(arguments[at] if at < len(arguments) else "")
        at += 1
    if sign and place.isdigit():
        argument = arguments[int(place) - 1] if 0 < int(place) <= len(arguments) else ""
        at = max(at, int(place))
    else:
        argument = arguments[at] if at < len(arguments) else ""
        at += 1
    width, dot, precision = spec.partition(".")
    precision = taken[-1] if precision == "*" else precision.rstrip("hlLjzt")
    if kind == "b":
        argument = unescaped(argument)
    if kind in "diuoxX":
        return _number(kind, width, argument), at
    if kind == "c":
        return argument[:1], at
    if kind in "sbq" and dot and plain(argument) is not None:
        argument = argument[: int(precision)] if precision.isdigit() else argument if precision else ""
    return argument, at


def _number(kind: str, width: str, argument: str) -> str:
    """A number as printf writes it: a quote in front of a character stands for its code."""
    text = argument.strip()
    if text[:1] in ("'", '"') and len(text) > 1:
        value = ord(text[1])
    else:
        try:
            value = int(text, 8) if len(text) > 1 and text[0] == "0" and text.isdigit() else int(text, 0)
        except ValueError:
            return argument
    made = "%x" % value if kind == "x" else "%X" % value if kind == "X" else "%o" % value if kind == "o" else str(value)
    zeros = width.lstrip("+ #'")
    return made.rjust(min(int(zeros), 64), "0") if zeros[:1] == "0" and zeros.isdigit() else made
