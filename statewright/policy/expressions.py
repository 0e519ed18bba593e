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
