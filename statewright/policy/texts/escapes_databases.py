"""The shell texts that stand in what databases' shells are given. sqlite3(1), psql(1), mysql(1)."""

from statewright.policy.texts.recipes import in_quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    Found = list[tuple[str, bool]]

PIPED = ("o", "out", "g", "gx", "w", "write")  # psql's commands with a file or a pipe


def sqlite(text: str) -> "Found":
    """Dot commands: ``.shell``, ``.system`` and what they may be cut to, a file that begins with ``|``; ``edit()``."""
    out: "Found" = []
    for line in text.split("\n"):
        line = line.strip().lstrip(";")
        word, _, rest = line[1:].replace("\t", " ").partition(" ")
        if line[:1] != "." or not word:
            continue
        if len(word) > 1 and (word == "shell"[: len(word)] or word == "system"[: len(word)]):
            out.append((rest, True))
            out += [(rest.strip().strip("'\""), True)] if rest.strip()[:1] in "'\"" else []  # one word in quotes is run as it is
        elif "|" in rest:
            out += [(one[1:], True) for one in in_quotes(rest) if one[:1] == "|"]
            out += [(rest[at + 1 :].rstrip("'\""), True) for at in (rest.find("|"),) if rest[:at].strip(" -abcdefghijklmnopqrstuvwxyz'\"") == ""]
    return out + [(one, True) for piece in text.split("edit(")[1:] for one in in_quotes(piece) if " " in one]


def psql(text: str) -> "Found":
    r"""``\! X``, ``\o |X`` and its like, texts in backticks beside a backslash, ``program 'X'``."""
    out: "Found" = []
    low = text.lower()
    at = low.find("program")
    while at >= 0:
        behind = text[at + 7 :].lstrip(" \t\n(eE")
        if behind[:1] == "'":
            out.append((behind[1:].partition("'")[0] if "''" not in behind else behind[1:].rpartition("'")[0].replace("''", "'"), True))
        elif behind[:1] == "$" and behind.count("$") > 3:
            out.append((behind.split("$")[2], True))
        at = low.find("program", at + 7)
    for line in text.split("\n"):
        if "\\" not in line:
            continue
        out += _banged(line, "\\!")
        for piece in line.split("\\")[1:]:
            word, _, rest = piece.replace("\t", " ").partition(" ")
            word, bar, attached = word.partition("|")
            if word in PIPED and (bar or rest.strip()[:1] == "|"):
                out.append((attached + " " + rest if bar else rest.strip()[1:], True))
            elif word in ("setenv", "set", "pset") and " " in rest.strip():
                out.append((rest.strip().partition(" ")[2].strip("'"), False))
        out += [(piece, True) for piece in line.split("`")[1::2]]
    return out


def mysql(text: str) -> "Found":
    r"""``system X``, ``\! X``, ``pager X``, ``\P X``."""
    out: "Found" = []
    for line in text.replace(";", "\n").split("\n"):
        line = line.strip()
        word, _, rest = line.replace("\t", " ").partition(" ")
        if word.lower() in ("system", "pager", "nopager", "edit", "\\p", "\\!"):
            out += [(rest, True)] if rest.strip() and word != "\\p" else []
        for sign in ("\\!", "\\P"):
            out += _banged(line, sign)
    for line in text.split("\n"):  # what a command of a line runs may hold a semicolon itself
        out += [(one, False) for one, _ in _banged(line, "\\!")] if ";" in line else []
        out += [(piece, False) for piece in line.split("system ")[1:2]] if ";" in line else []
    return out


def _banged(line: str, sign: str) -> "Found":
    """What stands behind the first of a sign: the whole line is run; and what stands before its next one, where that is but a piece."""
    _, _, rest = line.partition(sign)
    return [(one, one == rest) for one in dict.fromkeys((rest, rest.partition(sign)[0])) if one.strip()]
