"""Everyday lines with a loop over what it reads, and with texts that stand in the line for a command to read (heredocs)."""

from statewright.policy.everyday.compound import _list, _read, _word_is, told
from statewright.policy.everyday.own import own
from statewright.policy.everyday.told import identifier, skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from statewright.policy.everyday.told import Line

MARK = "\5"  # in place of a text that a command reads
PARTING = ("IFS= ", "IFS=, ", "IFS=: ", "IFS=',' ", "IFS=':' ")


def reading(line: "Line", piped: bool) -> bool:
    """``while read -r one; do …; done``, behind a pipe or with a file: its body reads what the loop does."""
    text, at, values = line[0], line[1], line[2]
    skip(line, " ")
    for one in PARTING:
        if text.startswith(one, at[0]):
            at[0] += len(one)
    if not _word_is(line, "read"):
        return False
    _word_is(line, "-r")
    names = []
    while skip(line, " ") not in ("", ";", "\n"):
        key = identifier(line)
        if not own(key, values) or key in names or text[at[0] : at[0] + 1] not in (" ", ";", "\n"):
            return False
        names.append(key)
    at[0] += 1
    if not names or not _word_is(line, "do"):
        return False
    values.update(dict.fromkeys(names, ("d", "")))
    at[2] = at[5] = 1
    at[4] += 1
    fine = _list(line, "done") is not None and _word_is(line, "done")
    at[4] -= 1
    if not fine or skip(line, " ") != "<":
        return fine
    return not piped and _given(line)


def _given(line: "Line") -> bool:
    """Go past the file or the commands that a loop reads."""
    text, at = line[0], line[1]
    if text.startswith("< <(", at[0]):
        at[0] += 3
        return told(line) is not None
    at[5] = 2  # what it is told is what a file says
    return _read(line, ["cat"], False)


def lifted(text: str, blocked: "Sequence[str]") -> "str | None":
    """A line with a mark in place of each text that a command reads; None where one is not plain. blocked: no variable may be told then."""
    quote = ""
    i = 0
    if MARK in text:
        return None
    while i < len(text):
        c = text[i]
        if quote:
            quote = "" if c == quote else quote
        elif c in ("'", '"'):
            quote = c
        elif c == "\\":
            return None
        elif text.startswith("<<", i):
            made = _cut(text, i, blocked)
            if made is None:
                return None
            text = made
        i += 1
    return None if quote else text


def _cut(text: str, start: int, blocked: "Sequence[str]") -> "str | None":
    """A line without the text whose ``<<`` stands there."""
    end = text.find("\n", start)
    if end < 0:
        return None
    rest = text[start + 2 : end].lstrip(" ")
    literal = rest[:1] in ("'", '"') and rest[:1] != ""
    name = rest[1:].partition(rest[0])[0] if literal else rest.partition(" ")[0]
    if literal and rest[len(name) + 1 : len(name) + 2] != rest[0]:
        return None  # the quotes go on in the next line
    rest = rest[len(name) + 2 * literal :]
    if rest[:1] not in ("", " ") or text[:start].count("(") != text[:start].count(")") or "(" in rest or ")" in rest:
        return None  # in brackets it ends where the shell says
    if not name.isalnum() or not name.isascii() or "'" in rest or '"' in rest or "<<" in rest or "#" in rest:
        return None
    at = (text + "\n").find("\n%s\n" % name, end)
    body = text[end + 1 : at] if at > end else ""
    if at < 0 or not body.replace("\n", "").replace("\t", "").isprintable() or (not literal and not _plain(body, blocked)):
        return None
    return text[:start] + MARK + rest + text[at + 1 + len(name) :]


def _plain(body: str, blocked: "Sequence[str]") -> bool:
    """Whether nothing in a text is expanded but variables by their names."""
    if "`" in body or "\\" in body:
        return False
    for piece in body.split("$")[1:]:
        key = piece[1:].partition("}")[0] if piece[:1] == "{" else piece[:1]
        if blocked or not key.isidentifier() or (piece[:1] == "{" and "}" not in piece):
            return False
    return True
