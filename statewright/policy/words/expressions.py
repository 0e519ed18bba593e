"""Regular expressions, read loosely: what must stand in a text that one may match. grep(1), find(1) and regex(7), basic and extended alike."""


def loosely(pattern: str, text: str) -> bool:
    """Whether a regular expression may match: the texts that one of its alternatives must have stand there, in their order."""
    for piece in pattern.replace("\\|", "|").split("|"):
        at = 0
        for run in _needed(piece):
            at = text.find(run, at) + len(run)
            if at < len(run):
                break
        else:
            return True
    return False


def _needed(piece: str) -> "list[str]":
    """The plain texts of an alternative, less sets, classes such as ``\\w`` and what need not be there."""
    out = [""]
    piece = piece.replace("\\?", "?").replace("\\{", "{").replace("\\(", "(").replace("\\)", ")")
    i = 0
    while i < len(piece):
        c, step = piece[i], 1
        kept = ""
        if c == "[":
            end = piece.find("]", i + 2)
            step = (end if end > 0 else len(piece)) - i + 1
        elif c == "(":
            end = piece.find(")", i)
            step = end - i + 1 if end > 0 and piece[end + 1 : end + 2] in ("?", "*", "{") else 1
        elif c == "{":
            end = piece.find("}", i)
            step = end - i + 1 if end > 0 else 1
        elif c == "\\":
            step = 2
            kept = piece[i + 1 : i + 2] if piece[i + 1 : i + 2] in (".", "/", "-") else ""
        elif c.isalnum() or c in "/_-":
            kept = c
        if kept and piece[i + step : i + step + 1] not in ("?", "*", "{"):
            out[-1] += kept
        elif c not in "^$":
            out.append("")
        i += step
    return [run for run in out if run]


MOST = 64  # alternatives of a pattern
OPERATORS = "|(){}?+"
LETTERS = frozenset("/-_,:=@%#~ '\"<>!;&")


def alternatives(pattern: str, extended: bool) -> "list[str] | None":
    """Plain patterns, one of which matches wherever a regular expression does: letters, ``\\.``, ``.``, ``.*``, ``^`` in front, ``$`` at the end.

    None where that is not told. extended: ``grep -E``, ``-P``; else the operators have a backslash. regex(7)
    """
    tokens = _tokens(pattern, extended)
    read = _alternatives(tokens, 0) if tokens else None
    if read is None or tokens is None or read[1] != len(tokens):
        return None
    for one in read[0]:
        body = one[one[:1] == "^" :]
        body = body[:-1] if body[-1:] == "$" else body
        if not body.replace(".*", "") or "^" in body or "$" in body:
            return None
    return read[0]


def _tokens(pattern: str, extended: bool) -> "list[str] | None":
    """Its pieces: an operator alone, or what stands for one letter."""
    out: "list[str]" = []
    i = 0
    while i < len(pattern):
        c = pattern[i]
        if c == "\\":
            i += 1
            c = pattern[i : i + 1]
            if c in OPERATORS and c:
                out.append("." if extended else c)
            elif c == ".":
                out.append("\\.")
            elif c in "wWdDsS" and c:
                out.append(".")
            elif c in LETTERS or (c in "[]^$*\\" and c):
                out.append(c if c in LETTERS else ".")
            elif not c or c not in "bB<>":
                return None
        elif c == "[":
            end = pattern.find("]", i + (3 if pattern[i + 1 : i + 2] == "^" else 2))
            if end < 0 or any(lead in pattern[i + 1 : end] for lead in ("[:", "[.", "[=")):
                return None
            out.append(".")
            i = end
        elif c in OPERATORS:
            if extended and c == "(" and pattern[i + 1 : i + 2] == "?":
                return None
            out.append(c if extended else ".")
        elif c.isalnum() or c in LETTERS or c in ".*^$":
            out.append(c)
        else:
            return None
        i += 1
    return out


def _alternatives(tokens: "list[str]", i: int) -> "tuple[list[str], int] | None":
    """What stands up to the parenthesis that closes, spelled out, and where that is."""
    done: "list[str]" = []
    made = [""]
    while i < len(tokens) and tokens[i] != ")":
        piece = tokens[i]
        i += 1
        if piece == "|":
            done += made
            made = [""]
            continue
        if piece == "(":
            inner = _alternatives(tokens, i) if len(done) + len(made) < MOST else None
            if inner is None or inner[1] >= len(tokens):
                return None
            atoms, i = inner[0], inner[1] + 1
        elif piece in ("*", "?", "+", "{", "}"):
            return None  # behind nothing
        else:
            atoms = [piece]
        while i < len(tokens) and tokens[i] in ("*", "?", "+", "{"):
            sign = tokens[i]
            i = tokens.index("}", i) + 1 if sign == "{" and "}" in tokens[i:] else i + 1
            atoms = ["", *atoms] if sign == "?" else [one + ".*" for one in atoms] if sign == "+" else [".*"]
        made = [one + atom for one in made for atom in atoms]
        if len(made) + len(done) > MOST:
            return None
    return done + made, i
