"""The words of an everyday line: quoted pieces are set aside, harmless redirects taken off, and the rest must be words and plain operators."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Words = list[str]

QUOTED = "\1"  # in front of a word some of which was quoted
PATTERN = "\2"  # in front of a quoted piece with signs of a pattern in it: a reader's word, none that a runner may hand on
NUMBER = "\6"  # behind a number that only the running shell knows, or that stands for several: what it makes of a name is not told
STATUS = "\4"  # in front of one with $? in it: a text to print
TEXT = "\3"  # in front of a quoted piece of any other signs: a message or a program, read as such or not at all
# Outside quotes these stand for themselves in bash and in zsh, or are the few operators that are looked for.
SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:@%,+=~ &|;><" + QUOTED)
LIVE = frozenset("$`\\![\1\n\t\r")  # inside quotes: expanded, evaluated later, or no text of one line
SIGNS = {"'": frozenset("$\\!["), '"': frozenset("\\[")}  # those of them that a pattern may hold in such quotes
ENDS = ("&&", "||", ";", "|")
HARMLESS_REDIRECTS = ("2>&1", "2>/dev/null", ">/dev/null", "&>/dev/null", "1>/dev/null", ">&2", "1>&2")
OPENING = (">", "2>", "1>", "&>")  # with the file in the next word
ENDINGS = frozenset("&|;><")
MESSAGE = "$(cat <<'EOF'\n"  # in double quotes, with EOF and the bracket on lines of their own behind it: a text


def split(text: str) -> "list[tuple[Words, bool]] | None":
    """The simple commands of a line and whether each reads a pipe; None where there is more to it than words and plain operators."""
    kept: "list[str]" = []
    if QUOTED in text:
        return None
    if "'" in text or '"' in text:
        bare = _set_aside(text, kept)
        if bare is None:
            return None
        text = bare
    if not SAFE.issuperset(text):
        made = _odd(text)
        if made is None:
            return None
        text = made
    out: "list[tuple[Words, bool]]" = []
    words: "Words" = []
    piped = opened = False
    at = 0
    for token in text.split(" "):
        if not token:
            continue
        end = token if token in ENDS else ";" if token[-1] == ";" and len(token) > 1 else ""
        if end != token:
            word = token[:-1] if end else token
            if opened:
                if word != "/dev/null":
                    return None
                word, opened = "", False
            elif word in HARMLESS_REDIRECTS and words:
                word = ""
            elif not ENDINGS.isdisjoint(word):
                if word not in OPENING or not words or end:
                    return None
                word, opened = "", True
            elif QUOTED in word:
                pieces = word.split(QUOTED)
                word = QUOTED + pieces[0]
                for piece in pieces[1:]:
                    word += kept[at] + piece
                    at += 1
            if word:
                words.append(word)
        if end:
            if not words or opened:
                return None
            out.append((words, piped))
            words, piped = [], end == "|"
    if not words or opened:
        return None
    out.append((words, piped))
    return out


def _set_aside(text: str, kept: "list[str]") -> "str | None":
    """The line with a mark in place of each quoted piece; the pieces, in order, go to ``kept``."""
    out = ""
    i = 0
    while True:
        one, two = text.find("'", i), text.find('"', i)
        at = one if two < 0 or 0 <= one < two else two
        if at < 0:
            return out + text[i:]
        end = text.find(text[at], at + 1)
        inside = text[at + 1 : end]
        if end < 0:
            return None
        if not LIVE.isdisjoint(inside) or not inside.isprintable() or not inside.isascii():
            if inside[:2] == "$(" and text.startswith(MESSAGE, at + 1):
                end = text.find("\nEOF\n", at + len(MESSAGE))
                inside = text[at + 1 + len(MESSAGE) : end]
                if end < 0 or text[end + 5 : end + 7] != ')"' or not inside.replace("\n", "").isprintable():
                    return None
                if "\nEOF" in inside or inside[:3] == "EOF":  # bash ends it there too, if a bracket follows in the line
                    return None
                if ")" in inside and ("`" in inside or "$" in inside):  # bash 3.2 counts brackets and knows no heredoc
                    return None
                inside, end = TEXT + inside, end + 6
            else:
                sign = mark(inside, text[at])
                if not sign:
                    return None
                inside = sign + inside
        kept.append(inside)
        out += text[i:at] + QUOTED
        i = end + 1


def mark(inside: str, quote: str) -> str:
    """What a quoted piece with unusual signs may be: a pattern, a text, "" for neither."""
    if not inside.replace("\n", "").isprintable():
        return ""
    if quote == '"' and "$?" in inside:
        return STATUS if mark(inside.replace("$?", ""), quote) else ""
    live = LIVE.intersection(inside)
    if live <= SIGNS[quote] and not _expands(inside, quote) and inside.isascii():
        return PATTERN
    if quote == '"' and ("$" in live or "`" in live or _expands(inside, quote)):
        return ""
    return TEXT


def _expands(inside: str, quote: str) -> bool:
    """Whether a dollar or a backslash in quotes may be more than a sign of a pattern: ``$`` before a name, in double quotes what ``\\`` escapes."""
    sign, after = ("\\", '$`"\\\n') if quote == '"' else ("$", "_{([$`'@*#?!-")
    at = inside.find(sign)
    while at >= 0:
        c = inside[at + 1 : at + 2]
        if (quote == '"' and not c) or (c and (c in after or (sign == "$" and c.isalnum()))):
            return True
        at = inside.find(sign, at + 1)
    return False


def _odd(text: str) -> "str | None":
    """A line with newlines, patterns or tests in it, as one of words and plain operators; None where there is still more to it."""
    lines = [line for line in text.replace("\\\n", "").split("\n") if line.strip(" ")]
    if len(lines) > 1:
        text = lines[0]
        for line in lines[1:]:
            text += (" " if text.rstrip(" ").endswith(("&&", "||", "|")) else " ; ") + line
    else:
        text = "".join(lines)
    before, opened = ";", False
    if "{" in text and "," in text:
        text = " ".join([_listed(token) for token in text.split(" ")])
    for token in text.split(" "):
        if not token:
            continue
        word = token[:-1] if token[-1] == ";" and len(token) > 1 else token
        if word in ("[", "[["):
            if opened or (before not in ENDS and before[-1] != ";"):
                return None
            opened = True
        elif word in ("]", "]]"):
            if not opened:
                return None
            opened = False
        elif not SAFE.issuperset(word):
            if word in ("{}", "-I{}", "$?") or (word[:7] == "stash@{" and word[7:-1].isdigit() and word[-1] == "}"):
                pass
            elif "*" not in word or QUOTED in word or word[0] == "-" or "=" in word or not SAFE.issuperset(word.replace("*", "")):
                return None
        before = token
    return None if opened else text


def _listed(token: str) -> str:
    """A word with one plain list in braces as the words that it becomes, each a path: it is no option and no program."""
    front, _, rest = token.partition("{")
    inside, _, end = rest.partition("}")
    if "," not in inside or QUOTED in token or front[:1] in ("-", "+", "/", "~", ".", "=") or not SAFE.issuperset(front + inside + end):
        return token
    words = [front + piece + end for piece in inside.split(",")]
    return token if "=" in token or not all("/" in word or "." in word for word in words) else " ".join(["./" + word for word in words])
