"""The text that echo, printf and a heredoc put into a file, where a line tells it: its lines are counted."""

from statewright.policy.words.patterns import plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

KINDS = tuple("bsqdiouxXeEfFgGcaA")  # what printf puts a text or a number in for
BEFORE = tuple(" \t\n;&|({`")  # what a command may begin behind
NUMBERS = ("?", "#", "$", "!")  # what the shell keeps in them has one line


def output(call: "Call", text: str, names: "Names") -> "str | None":
    """What the command prints, None where that is not plain to see."""
    if call.command.stdin not in ("", "heredoc") and call.name not in ("echo", "printf", ":", "true"):
        return None
    if not call.words:
        # a bare redirect empties the file; behind a group or a loop (``}>f``, ``done>f``) it takes what those print
        at = call.command.start
        bare = text[at : at + 1] in ("<", ">", "&", *"0123456789") and (at == 0 or text[at - 1] in BEFORE)
        return "" if bare else None
    if call.name in (":", "true"):
        return ""
    if call.name == "cat" and len(call.texts) == 1:
        for redirect in call.command.redirects:
            if redirect.op[:3] == "<<<" and redirect.target is not None:
                return redirect.target.text + "\n" if not redirect.target.subst else None
            if redirect.heredoc is not None:
                return redirect.heredoc.text if not redirect.heredoc.subst else None
        return None
    if call.name not in ("echo", "printf") or any(word.subst or word.glob or word.brace for word in call.words[1:]):
        return None
    texts = []
    for word in call.words[1:]:
        value = word.text if word.static else _value(word, names)
        if value is None:
            return None
        texts.append(value)
    if call.name == "echo":
        return escapes(" ".join(text for text in texts if text not in ("-n", "-e", "-E", "-ne", "-en")) + "\n")
    form = call.words[1 + (texts[:1] == ["--"])] if len(texts) > 1 else None
    if form is not None and not form.static and not any(name in names.values for name, _ in form.vars):
        return None  # how often a form of the environment's is used again is not told
    return _printf(texts)


def _value(word: "Word", names: "Names") -> "str | None":
    """A word with variables: those that the line itself sets as they are set, those of the environment as one line."""
    if word.vars and all(name in NUMBERS and not op for name, op in word.vars):
        return word.text.replace(HOLE, "1")
    if not word.quoted or any(not name.isidentifier() or name in ("MAPFILE", "REPLY") for name, _ in word.vars):
        return None
    if not any(name in names.values for name, _ in word.vars):
        return word.text.replace(HOLE, "_")
    if any(_many(call, [name for name, _ in word.vars]) for call in names.calls):
        return None
    values = [plain(pattern) for pattern in names.patterns(word)]
    return values[0] if len(values) == 1 else None


def _many(call: "Call", used: "list[str]") -> bool:
    """Whether a command gives one of these variables what a command printed, a list, or several lines: how many is not told by what they say."""
    if any(assign.name in used and (assign.value.subst or assign.value.raw[:1] == "(") for assign in call.command.assigns):
        return True
    if call.name in ("mapfile", "readarray"):
        return any(text in used for text in call.texts[1:])
    if call.name == "read":
        lines = any(text[:1] == "-" and any(c in text for c in "dNa") for text in call.texts[1:])
        return lines and any(text in used for text in call.texts[1:])
    if call.name in ("declare", "typeset", "local", "export", "readonly"):
        given = [(word.text.partition("=")[0].rstrip("+"), word) for word in call.words[1:]]
        return any(name in used and (word.subst or word.raw.partition("=")[2][:1] == "(") for name, word in given)
    return False


def escapes(text: str) -> str:
    """The escapes that make lines, in any of their spellings."""
    out, i = [], 0
    while i < len(text):
        c = text[i]
        if c != "\\" or i + 1 >= len(text):
            out.append(c)
            i += 1
            continue
        kind = text[i + 1]
        base = 16 if kind in "xuU" else 8 if kind in "01234567" else 0
        end = i + 2 if base == 16 else i + 1
        start, most = end, {"x": 2, "u": 4, "U": 8}.get(kind, 4)
        while base and end < len(text) and end - start < most and text[end] in "0123456789abcdefABCDEF"[: base if base == 8 else 22]:
            end += 1
        if base and end > start:
            code = int(text[start:end], base) & 0xFF if kind not in "uU" else int(text[start:end], 16)
            out.append("\n" if code in (10, 11, 12, 13) else "_")
            i = end
        else:
            out.append("\n" if kind in "nrfv" else text[i : i + 2])
            i += 2
    return "".join(out)


def _printf(texts: "list[str]") -> "str | None":
    if texts[:1] == ["--"]:
        texts = texts[1:]
    if not texts or texts[0][:1] == "-":
        return None
    out: "list[str]" = []
    rest = texts[1:]
    while True:
        left = len(rest)
        i, form = 0, escapes(texts[0])
        while i < len(form):
            end = i + 1
            if form[i] == "%" and form[i + 1 : i + 2] != "%":
                while end < len(form) and not form[end].isalpha():
                    end += 1
                if form[end : end + 1] not in KINDS or "*" in form[i:end] or "(" in form[i:end]:
                    return None
                one = rest.pop(0) if rest else ""
                said = escapes(one) if form[end] == "b" else one if form[end] in "sq" else "1"
                _, point, most = form[i:end].partition(".")
                out.append(said[: int(most or 0)] if point and form[end] in "sb" and most.isascii() and (most.isdigit() or not most) else said)
                end += 1
            elif form[i] == "%":
                out.append("%")
                end += 1
            else:
                out.append(form[i])
            i = end
        if not rest or len(rest) == left:  # the form is used again while there is something to put into it
            return "".join(out)
