"""What filters make of the lines they are given: fields, columns, replacements. Lines as in output.py.

What only selects hands on what it was given. What puts text together may make any name of it, so only the few forms that all the world writes are
followed: ``cut``, ``awk '{print $2}'``, ``sed s/x/y/`` with plain texts, ``tr``. Everything else may print any name.
"""

from statewright.policy.texts.sed_scripts import sed_part
from statewright.policy.words.options import parse
from statewright.policy.words.patterns import HIDDEN, UNTOLD, literal, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

AWKS = ("awk", "gawk", "mawk", "nawk")
SAME = frozenset(("comm", "diff", "fmt", "join"))  # what they add are blanks and signs
BLANK = frozenset(" \t\r\n\0,;:\"'")
CASES = ("[:upper:]", "[:lower:]", "A-Z", "a-z")
SIMPLE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-/ ,:@%+=~#")
JQ = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.[]?|, ")
JQ_MAKING = ("env", "input", "tojson", "tostring", "join", "add", "implode", "reverse", "ltrimstr", "ascii", "splits", "sub", "base64", "fromjson")


def filtered(call: "Call", lines: "list[str]", names: "Names") -> "list[str]":
    """The lines that a filter prints of some."""
    name, texts = call.name, call.texts
    if name == "cut":
        return _cut(texts[1:], lines)
    if name in AWKS:
        return _awk(call, lines)
    if name == "sed":
        return _sed(texts[1:], lines)
    if name == "tr":
        return _translated(texts[1:], lines)
    if name == "rev":
        return [UNTOLD if plain(line) is None else literal((plain(line) or "")[::-1]) for line in lines]
    if name == "jq":
        return _selected(texts[1:], lines)
    if name == "paste":
        at = next((i for i, text in enumerate(texts) if _glues(text)), -1)
        glue = " " if at < 0 else texts[at].partition("=")[2] or texts[at][texts[at].find("d") + 1 :] or "".join(texts[at + 1 : at + 2])
        if "\\0" in glue and any(text[:1] == "-" and "s" in text for text in texts):
            return [*_apart(lines), "".join(lines)]  # \\0 puts nothing between them
        return _apart(lines) if glue and "0" not in glue and not glue.strip(" ,\t\\n0") else [*lines, UNTOLD]
    return _apart(lines) if name in SAME else [*lines, UNTOLD]


def _glues(text: str) -> bool:
    return text[:7] == "--delim" or (text[:1] == "-" and text[:2] != "--" and "d" in text)


def _apart(lines: "list[str]") -> "list[str]":
    """The lines and their words."""
    return list(dict.fromkeys([*lines, *(piece for line in lines for piece in line.split())]))


def _fields(line: str, sign: str, wanted: "list[str]") -> "list[str]":
    """Fields of a line by number (``1``, ``2-``, ``-3``, ``NF``), joined and one by one; a line in one piece is handed on."""
    pieces = line.split(sign) if sign else line.split()
    if len(pieces) < 2:
        return [line]
    out: "list[str]" = []
    for one in wanted:
        start, dash, end = one.partition("-")
        first = len(pieces) if start == "NF" else int(start) if start.isdigit() else 1
        last = len(pieces) if dash and not end else int(end) if dash and end.isdigit() else first
        out += pieces[max(first, 1) - 1 : last]
    if HIDDEN in line and any(one != "1" for one in wanted):
        out.append(UNTOLD)  # where a field ends that nobody can read, nobody can tell
    return [*out, (sign or " ").join(out)] if len(out) > 1 else out


def _cut(texts: "list[str]", lines: "list[str]") -> "list[str]":
    options, _ = parse(texts, "dfcb", ("--delimiter", "--fields", "--characters", "--bytes", "--output-delimiter"))
    given = {("-" + name.lstrip("-")[:1]): value for name, value in options if name[:3] not in ("--o", "--c")}
    if any(name[:3] == "--o" for name, _ in options) or "--complement" in texts:
        return [*lines, UNTOLD]
    if "-f" in given:
        sign = given.get("-d", "\t")
        return [one for line in lines for one in _fields(line, sign if HOLE not in sign else "", given["-f"].split(","))]
    out = list(lines)
    spans = next((value for name, value in options if name[:3] in ("-c", "-b", "--c", "--b")), "").split(",")
    for line in lines:
        text = plain(line)
        pieces = []
        for span in spans if text is not None else ():
            start, dash, end = span.partition("-")
            first = int(start) if start.isdigit() else 1
            pieces.append((text or "")[max(first, 1) - 1 : int(end) if end.isdigit() else len(text or "") if dash else first])
        out.append(literal("".join(pieces)))
    return out


def _awk(call: "Call", lines: "list[str]") -> "list[str]":
    """A program that prints some fields as they are, chosen by whatever condition."""
    from statewright.policy.texts.awk_calls import programs as texts_of

    programs = texts_of(call.words)
    options, _ = parse(call.texts[1:], "Fv", ("--field-separator", "--assign"))
    sign = next((value for name, value in options if name in ("-F", "--field-separator")), "")
    if len(programs) != 1 or not programs[0][0].static or any(name in ("-v", "--assign") for name, _ in options) or len(sign) > 1:
        return [*lines, UNTOLD]
    text = programs[0][1].strip()
    front, brace, body = text.partition("{")
    bare = front
    for one in ("==", "!=", "<=", ">="):
        bare = bare.replace(one, "")
    for one in ("!seen[$0]++", "!a[$0]++", "!x[$0]++"):
        bare = bare.replace(one, "")
    if any(one in bare for one in ("=", "sub(", "BEGIN", "END", "++")) or "{" in body:
        return [*lines, UNTOLD]
    body = body.partition("}")[0].strip(" ;") if brace else "print"
    if body[:5] != "print" or (brace and text[-1:] != "}"):
        return [*lines, UNTOLD]
    wanted = [one.strip() for one in body[5:].split(",") if one.strip()]
    if any(one[:1] != "$" or not (one[1:].isdigit() or one in ("$NF", "$(NF)")) for one in wanted):
        return [*lines, UNTOLD]
    numbers = [one.strip("$()") for one in wanted if one != "$0"]
    return [one for line in lines for one in _fields(line, sign, numbers)] if numbers and "$0" not in wanted else list(lines)


def _sed(texts: "list[str]", lines: "list[str]") -> "list[str]":
    options, operands = parse(texts, "eflE" if "-E" not in texts else "efl", ("--expression", "--file"))
    scripts = [value for name, value in options if name in ("-e", "--expression")] or operands[:1]
    if any(name in ("-f", "--file") for name, _ in options) or any(HOLE in one for one in scripts):
        return [*lines, UNTOLD]
    for script in scripts:
        for piece in script.replace("\n", ";").split(";") if script.count("s") < 2 or "\\;" not in script else ["?"]:
            made = _piece(piece.strip(), lines)
            if made is None:
                return [*lines, UNTOLD]
            lines = made
    return lines


def _piece(piece: str, lines: "list[str]") -> "list[str] | None":
    """What one command of sed makes of the lines; None where that is not followed."""
    at = next((i for i, c in enumerate(piece) if c not in "0123456789,$! p"), len(piece))
    if piece[:1] == "/" or (at < len(piece) and piece[at] == "/"):  # chosen by a pattern
        end = piece.rfind("/")
        return list(lines) if piece[end + 1 :].strip("!I ") in ("p", "d", "q", "") and "s" not in piece[end:] else None
    if piece[at:] in ("", "p", "d", "q", "n", "Q") or not piece:
        return list(lines)
    if piece[at] != "s" or at + 2 >= len(piece):
        return None
    sign = piece[at + 1]
    middle = sed_part(piece, at + 2, sign)
    end = sed_part(piece, middle, sign)
    if middle < 0 or end < 0 or piece[end:].strip("gpI0123456789 "):
        return None
    return [one for line in lines for one in _replaced(line, piece[at + 2 : middle - 1], piece[middle : end - 1], "g" in piece[end:])]


def _replaced(line: str, old: str, new: str, every: bool) -> "list[str]":
    """A line in which a pattern is replaced, and the line as it is: it may hold nothing of the kind."""
    if "\\" in new or "&" in new:
        return [line, UNTOLD]
    shown = old.replace("\\.", "\2").replace("\\/", "/").strip("^$")
    if new == "" and old.strip("^$") in (":.*", ": .*", " .*", "\t.*", " *.*", "@.*", " ->.*", " -> .*", ",.*", "|.*"):
        return [line.partition(old.strip("^$")[0])[0] or line, line]
    text = plain(line)
    if old in ("^", "$"):
        return [new + line] if old == "^" else [line + new]
    simple = set(shown) <= SIMPLE | {"\2", "."}
    if text is not None and simple:
        return _put(text, shown, new, old[:1] == "^", old[-1:] == "$", every)
    if HIDDEN in line:
        return [UNTOLD]
    if text is None and new == "" and old[:1] == "^" and simple:
        return [line]  # the front of a path, or its ./
    return [line, (UNTOLD if old[:1] != "^" else "") + new + (UNTOLD if old[-1:] != "$" else "")] if text is None else [line, UNTOLD]


def _put(text: str, shown: str, new: str, front: bool, end: bool, every: bool) -> "list[str]":
    """A plain line with one plain text in place of another; ``.`` is any letter, \\2 the dot itself."""
    size = len(shown)
    if front or end:
        part = text[:size] if front else text[-size:]
        same = len(part) == size and all(c == "." or c == (one if one != "." else "\2") for c, one in zip(shown, part, strict=True))
        made = literal((new + text[size:] if front else text[:-size] + new) if same and size else text)
        return [made, literal(text)] if front and not new and not shown.strip(".") else [made]  # columns in front of the name
    if "." in shown:
        return [literal(text), UNTOLD]
    shown = shown.replace("\2", ".")
    return [literal(text.replace(shown, new) if every else text.replace(shown, new, 1))]


def _translated(texts: "list[str]", lines: "list[str]") -> "list[str]":
    sets = [text.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r").replace("\\0", "\0") for text in texts if text[:1] != "-"]
    options = "".join(text[1:] for text in texts if text[:1] == "-" and text[:2] != "--")
    if "c" in options or "C" in options or any(text[:2] == "--" for text in texts) or not sets or HOLE in "".join(texts):
        return [*lines, UNTOLD]
    if all(one in CASES for one in sets) and len(sets) == 2:
        return list(lines)
    if all(set(one) <= BLANK | {"s", "p", "a", "c", "e", "[", "]"} and (set(one) <= BLANK or one in ("[:space:]",)) for one in sets):
        signs = set("".join(sets))
        out = list(lines)
        for line in lines:
            for sign in signs & BLANK:
                out += line.split(sign) if sign in line else []
            out += ["".join(c for c in line if c not in sets[0])] if "d" in options else []
        out += ["".join(lines)] if "d" in options and "\n" in signs else []
        return _apart(out)
    if any(plain(line) is None for line in lines) or any("[" in one or "\\" in one for one in sets):
        return [*lines, UNTOLD]
    if "d" in options:
        return [*("".join(c for c in line if c not in sets[0]) for line in lines), *lines] if "-" not in sets[0][1:] else [*lines, UNTOLD]
    if len(sets) != 2 or len(sets[0]) != len(sets[1]) or "-" in "".join(sets)[1:]:
        return [*lines, UNTOLD]
    table = dict(zip(map(ord, sets[0]), sets[1], strict=True))
    return [line.translate(table) for line in lines]


def _selected(texts: "list[str]", lines: "list[str]") -> "list[str]":
    """jq with a path for a program: the texts that stand in quotes in its input."""
    options = [text for text in texts if text[:1] == "-"]
    program = next((text for text in texts if text[:1] != "-"), ".")
    free = any(word in program for word in JQ_MAKING) or any("n" in one or "arg" in one or "f" in one for one in options)
    if not set(program) <= JQ or free or any("\\" in line for line in lines):
        return [*lines, UNTOLD]
    return list(dict.fromkeys([*lines, *(piece for line in lines for piece in line.split('"') if piece.strip(" ,:{}[]"))]))
