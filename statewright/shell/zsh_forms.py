"""zsh's own grammar, where a line shows it: loops over a list in parentheses, ``${(flags)…}``, zargs and zmv.

zshmisc(1), Alternate Forms For Complex Commands; zshexpn(1), Parameter Expansion; zshcontrib(1). bash reads none of it, so the line stays
unreadable; what zsh would run is shown all the same. Loaded for such lines alone.
"""

from statewright.shell.cursor import BREAK, NAME, NAME_START, Unreadable
from statewright.shell.model import HOLE, Assign, Expansion, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found
    from statewright.shell.model import Command, Part
    from statewright.shell.parser import Reader

LONGEST = 4000  # characters of a pattern's group
LOOP = "a loop of zsh's own"
FLAGS = "${…} holds zsh's own flags"
CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}
VALUED = "gjlrsIZ_"  # flags with an argument between two signs
TWICE = "lr"  # and with up to three


def over(reader: "Reader", names: "list[str]") -> None:
    """The list that a loop goes over, from behind the first name: ``x y in a b``, ``x (a b)``. Never returns: the body is read as what follows."""
    s = reader.s
    reader.blank()
    while s[reader.i] in NAME_START and not (s.startswith("in", reader.i) and s[reader.i + 2] in BREAK):
        names.append(reader.word().raw)
        reader.blank()
    listed = s[reader.i] == "("
    if not listed and s[reader.i] not in NAME_START:
        raise reader.error()
    reader.i += 1 if listed else 2
    command = reader.new_command()
    while True:
        reader.blank_lines() if listed else reader.blank()
        if listed and s[reader.i] == "(":  # a glob's qualifiers
            reader.i = s.find(")", reader.i) + 1 or reader.n
            continue
        if s[reader.i] in BREAK and not (s[reader.i] in "<>" and s[reader.i + 1] == "("):
            break
        value = reader.word()
        command.assigns += [Assign(name, value) for name in names]
    if listed and s[reader.i] == ")":
        reader.i += 1
    reader.emit(command)
    raise Unreadable(LOOP)


def behind_words(reader: "Reader", words: "list[Word]") -> None:
    """A parenthesis behind a command's words: a group of a pattern, ``*(.)``, ``a(b|c)d``, where none stands between; else a loop's list."""
    s, start = reader.s, reader.i
    if s[start - 1] in BREAK and words[0].raw == "foreach":
        over(reader, [word.raw for word in words[1:]])
    reader.doubt("a group in a pattern is not read")
    depth = 0
    while s[reader.i] != HOLE and reader.i - start < LONGEST:
        depth += (s[reader.i] == "(") - (s[reader.i] == ")")
        reader.i += 1
        if not depth:
            break
    else:
        reader.i = start
        raise reader.error()
    if s[start - 1] in BREAK:  # a pattern that begins with its group: each side of it
        words += [_globbed(Word(one, one)) for one in s[start + 1 : reader.i - 1].split("|") if one]
        return
    before = words[-1]
    behind = reader.word() if s[reader.i] not in BREAK else Word("", "")
    made = Word(before.raw + s[start : reader.i - len(behind.raw)] + behind.raw, before.text + "*" + behind.text)
    made.static, made.tilde = before.static and behind.static, before.tilde
    made.glob = made.splits = True
    made.vars, made.subst, made.quoted = [*before.vars, *behind.vars], before.subst or behind.subst, before.quoted or behind.quoted
    if before.parts or behind.parts:
        made.parts = [*(before.parts or [("text", before.text, False)]), ("text", "*", False), *(behind.parts or [("text", behind.text, False)])]
    words[-1] = made


def _globbed(word: "Word") -> "Word":
    word.glob = word.splits = True
    return word


def bare(reader: "Reader", parts: "list[Part]") -> None:
    """``$~x``, ``$=x``, ``$^x``: the value is a pattern, split or set side by side."""
    reader.doubt(FLAGS)
    s, start = reader.s, reader.i
    end = start + 2
    while s[end] in NAME:
        end += 1
    reader.i = end
    reader.found.expansions.append(Expansion(s[start + 2 : end], "flags", reader.place))
    parts.append(("var", "${%s}" % s[start + 1 : end], False))


def parameter(reader: "Reader", quoted: bool) -> None:
    """``${(j:,:)x}``, ``${=x}``, ``${${x}%y}``, ``${:-x}`` from behind ``${`` to in front of ``}``."""
    reader.doubt(FLAGS)
    s = reader.s
    _, reader.i = flags(s, reader.i)
    while s[reader.i] in "^=~+#" and s[reader.i + 1] != "}":
        reader.i += 1
    c = s[reader.i]
    sink: "list[tuple[str, str, bool]]" = []
    if c == "$" and s[reader.i + 1] in "({":
        reader.dollar(sink, quoted)
    elif c == '"':
        reader.i += 1
        reader.dquote(sink)
    elif c == "`":
        reader.backtick(sink, quoted)
    elif c not in ":-}":
        reader.used(reader.parameter_name(), "flags")
    while s[reader.i] == "[":
        reader.subscript(quoted)
    reader.operand_word(quoted)


def flags(s: str, i: int) -> "tuple[list[tuple[str, list[str]]], int]":
    """The flags in parentheses that begin at a place, each letter with its arguments, and where they end."""
    out: "list[tuple[str, list[str]]]" = []
    if s[i : i + 1] != "(":
        return out, i
    i += 1
    while s[i : i + 1] not in (")", "", HOLE):
        letter = s[i]
        given: "list[str]" = []
        i += 1
        for _ in range(3 if letter in TWICE else 1 if letter in VALUED else 0):
            sign = s[i : i + 1]
            end = s.find(CLOSING.get(sign, sign), i + 1) if sign and not sign.isalnum() and sign not in (")", HOLE) else -1
            if end < 0 or (given and sign != s[i - 1]):
                break
            given.append(s[i + 1 : end])
            i = end + 1
        out.append((letter, given))
    return out, min(i + 1, len(s))


def zargs(command: "Command") -> "list[Word]":
    """The words of what zargs runs: the command behind the last ``--``, its arguments behind or within it."""
    words = command.words[1:]
    marks = [i for i, word in enumerate(words) if word.text == "--"]
    end = next((word.text[2:] for word in words if word.text[:2] == "-e" and len(word.text) > 2), "")
    if end:
        marks += [i for i, word in enumerate(words) if word.text == end]
    if not marks:
        return []
    last = max(marks)
    given, made = words[:last], words[last + 1 :]
    holder = next((word.text[2:] or "{}" for word in given if word.text[:2] in ("-i", "-I")), "")
    skip = [i + 1 for i, word in enumerate(given) if word.text in ("-I", "-n", "-l", "-L", "-P", "-s")]
    holder = next((given[i].text for i in skip if given[i - 1].text == "-I" and i < len(given)), holder)
    arguments = [word for i, word in enumerate(given) if word.text[:1] != "-" and i not in skip]
    made = made or [Word("print", "print")]
    if not holder:
        return [*made, *arguments]
    return [one for word in made for one in ([_filled(word, holder, argument) for argument in arguments] if holder in word.text else [word])]


def _filled(word: "Word", holder: str, argument: "Word") -> "Word":
    """A word with what zargs puts in a holder's place."""
    made = Word(word.raw.replace(holder, argument.raw), word.text.replace(holder, argument.text))
    made.static = word.static and argument.static
    made.glob, made.brace, made.tilde = word.glob or argument.glob, word.brace or argument.brace, argument.tilde
    made.vars, made.subst, made.splits = [*word.vars, *argument.vars], word.subst or argument.subst, argument.splits
    if word.parts or argument.parts:
        front, _, behind = word.text.partition(holder)
        made.parts = [("text", front, True), *(argument.parts or [("text", argument.text, False)]), ("text", behind, True)]
    return made


def zmv(command: "Command") -> "list[Word]":
    """What zmv, zcp and zln run, as one command with patterns in place of the names: ``mv src/*.js src/*.ts``."""
    words = command.words
    name = words[0].text
    program = {"zcp": "cp", "zln": "ln"}.get(name, "mv")
    more: "list[Word]" = []
    i, ends = 1, False
    while i < len(words) and words[i].text[:1] == "-" and words[i].text != "-":
        letters = words[i].text[1:]
        ends = ends or "Q" in letters
        i += 1
        if letters == "-":
            break
        for at, letter in enumerate(letters):
            program = {"C": "cp", "L": "ln", "M": "mv"}.get(letter, program)
            if letter in "pPo":
                value = letters[at + 1 :] or (words[i].text if i < len(words) else "")
                i += 0 if letters[at + 1 :] else 1
                if letter == "o":
                    more = [Word(one, one) for one in value.split()]
                else:
                    program = value
                break
    made = [_pattern(word) for word in words[i:]]
    if ends and made and words[i].text[-1:] == ")":
        made[:1] = _qualified(words[i].text)
    return [*[Word(one, one) for one in program.split()], *more, *made]


def _qualified(text: str) -> "list[Word]":
    """A source of ``zmv -Q``, which ends with qualifiers: without them; ``D`` among them is for names that begin with a dot as well."""
    front, _, behind = text[:-1].rpartition("(")
    made = _pattern(Word(front, front))
    if "D" not in behind:
        return [made]
    hidden = "/".join(["." + part if part[:1] in ("*", "?", "[") else part for part in made.text.split("/")])
    return [made, _pattern(Word(front, hidden))]


def _pattern(word: "Word") -> "Word":
    """A source's pattern without its groups, a target with ``*`` for each ``$1`` in it."""
    text, out, i = word.text.replace(HOLE, "*"), [], 0
    while i < len(text):
        c = text[i]
        if c == "$":
            i += 1
            if text[i : i + 1] == "{":
                end = text.find("}", i)
                i = len(text) if end < 0 else end + 1
            else:
                while i < len(text) and text[i] in NAME:
                    i += 1
            out.append("*")
            continue
        if c not in "()":
            out.append(c)
        i += 1
    made = Word(word.raw, "".join(out))
    made.glob = made.splits = "*" in made.text or "?" in made.text or "[" in made.text
    made.tilde = word.tilde
    return made


def runs(found: "Found", command: "Command", name: str) -> "list[Word]":
    """The words of the command that zsh's own function runs."""
    if not all(word.static for word in command.words):
        from statewright.shell.later import doubt

        doubt(found, "what %s runs is not plain to see" % name)
    return zargs(command) if name == "zargs" else zmv(command)
