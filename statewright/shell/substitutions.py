"""``s/a/b/`` as sed and Perl have it: what it makes of a text, where both sides are plain letters."""

SPACES = ("\\r$", "\\r", "\\s*$", "\\s+$", "\\s\\+$", "[ \\t]*$", "[[:space:]]*$", " *$")


def substituted(text: str, script: str) -> "str | None":
    """The text after a script of substitutions; None where it cannot be told. Lines taken out or blanks at their ends change no name."""
    for piece in script.strip().split(";"):
        one = piece.strip()
        if one and (one[-1] == "d" or one[-1] == "p") and all(c.isdigit() or c in "$,dp " for c in one):
            continue
        if one[:1] != "s" or len(one) < 4 or one[1].isalnum():
            if one:
                return None
            continue
        parts = one[2:].replace("\\" + one[1], "\2").split(one[1])
        if len(parts) != 3 or not set(parts[2].strip()) <= set("gI0123456789"):
            return None
        old, new = parts[0].replace("\2", one[1]), parts[1].replace("\2", one[1])
        if old in SPACES and not new:
            continue
        found = _letters(old)
        made = new.replace("\\.", ".").replace("\\/", "/")
        if not found or "\\" in made or "&" in made or "$" in made:
            return None
        text = text.replace(found, made)
    return text


def _letters(pattern: str) -> str:
    """What a pattern matches when it is plain letters, "" when it is not."""
    out = []
    i = 0
    while i < len(pattern):
        c = pattern[i]
        if c == "\\" and pattern[i + 1 : i + 2] and not pattern[i + 1].isalnum():
            i += 1
            c = pattern[i]
        elif c in ".*[]^$+?(){}|\\@%":
            return ""
        out.append(c)
        i += 1
    return "".join(out)
