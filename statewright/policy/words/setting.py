"""What a command sets: by assignment, by a builtin that takes names, by a reference to another name.

A name that only a running shell knows is HOLE. Sources: bash(1) Shell Builtin Commands and PARAMETERS, zshbuiltins(1).
"""

from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

    # name, value, the word that holds it, and how: "", "[key" an element, "(" a list, "-" a list in bash alone
    Setting = tuple[str, str | None, Word | None, str]

DECLARING = ("export", "declare", "typeset", "local", "readonly")
READING = ("read", "mapfile", "readarray")
VALUED = {"read": "dinNptu", "mapfile": "CcdnOsu", "readarray": "CcdnOsu"}  # options that take a value, which is no name
SHELL = frozenset((*DECLARING, *READING, "env", "wait", "unset", "printf", "getopts", "set", "let"))


def settings(call: "Call", names: "Names") -> "list[Setting]":
    """Everything a command sets, with its value where that is plain to see."""
    out: "list[Setting]" = []
    command = call.command
    for assign in command.assigns:
        how = "[" + assign.index.raw if assign.index is not None else "(" if assign.value.raw[:1] == "(" else ""
        out.append((assign.name, assign.value.text if assign.value.static and not assign.append else None, assign.value, how))
        out += _referred(assign.name, call, names)
    for redirect in command.redirects:
        if redirect.fd[:1] == "{":
            out.append(_named(redirect.fd[1:-1], ""))
    if call.name in SHELL and len(call.words) > 1:
        _builtin(call, names, out)
    return out


def _builtin(call: "Call", names: "Names", out: "list[Setting]") -> None:
    name = call.name
    if name == "env":
        for word in call.words[1:]:
            key, sign, value = word.text.partition("=")
            if sign and identifier(key):
                out.append((key, value if word.static else None, word, ""))
            elif key[:1] != "-" and not sign:
                break
        return
    words = _spread(call, names)
    if name in DECLARING:
        _declared(call, names, words, out)
        return
    found: "list[str]" = []
    how = ""
    if name in READING:
        found, listing = _read(name, words)
        how = "-" if name != "read" or "a" in listing else "(" if listing else ""
    elif name == "getopts":
        found = _every(words, 1)
    elif name == "unset":
        found = [text for text, _ in words if text in ("PATH", "path", HOLE)]  # programs are looked for in the working folder then
    elif name == "wait":
        found = [one for text, at in _after(words, "p") for one in ([text[2:]] if at < 0 else _every(words, at))]
    elif name == "printf":
        found = _printed(call, words, names)
    elif name == "let":
        from statewright.policy.words.arithmetic import names_in

        found = [one + "[" if one + "[" in text else one for text, _ in words for one in names_in(text)[1]]
    elif name == "set":  # zsh: set -A NAME VALUE …
        found = [words[i + 1][0] for i, (text, _) in enumerate(words[:-1]) if text[:1] in ("-", "+") and text[-1:] == "A"]
        how = "("
    for text in found:
        out.append(_named(text, how))
        out += _referred(out[-1][0], call, names)


def _named(text: str, how: str) -> "Setting":
    key = front(text)
    return key, None, None, "[" + text[len(key) + 1 :].partition("]")[0] if text[len(key) : len(key) + 1] == "[" else how


def _spread(call: "Call", names: "Names") -> "list[tuple[str, Word]]":
    """The words behind the first, each as every word it may become: a list in braces, a variable that splits."""
    from statewright.policy.words.patterns import plain

    out: "list[tuple[str, Word]]" = []
    for word in call.words[1:]:
        if word.plain:
            out.append((word.text, word))
            continue
        if word.glob and word.text[:1] != "-" and not word.text.partition("[")[0].replace("_", "").isalnum():
            out.append((HOLE, word))  # a file's name may be any
            continue
        array = bool(word.parts) and word.parts[-1][0] == "array"
        for pattern in [word.text] if array or (word.static and not word.brace) else names.patterns(word):
            text = plain(pattern)
            text = pattern if text is None else text
            for piece in text.split() if word.splits and HOLE not in text else [text]:
                out.append((piece, word))
    return out


def _declared(call: "Call", names: "Names", words: "list[tuple[str, Word]]", out: "list[Setting]") -> None:
    options = "".join([text[1:] for text, _ in words if text[:1] in ("-", "+") and "=" not in text])
    reference = "n" in options and call.name not in ("export", "readonly")
    for text, word in words:
        key, sign, value = text.partition("=")
        if key[:1] in ("-", "+") and len(key) > 1:
            continue
        key = key.rstrip("+")
        bare = front(key)
        if not sign and bare != HOLE:
            # a function's own PATH is unset at first; a tied or referred name is set with the other
            if (bare in ("PATH", "path") and (call.name == "local" or (names.event.script.functions and "p" not in options))) or "T" in options:
                out.append((bare, None, None, "("))
            continue
        listing = value[:1] == "(" or word.raw.partition("=")[2][:1] == "("
        how = "[" + key.partition("[")[2].partition("]")[0] if "[" in key else "(" if listing else ""
        out.append((bare, value if word.static and not word.brace and HOLE not in value else None, word if word.text[:1] == text[:1] else None, how))
        if reference:
            out += [(one, None, None, "(") for one in [front(value)] if one]
        else:
            out += _referred(bare, call, names)


def _read(name: str, words: "list[tuple[str, Word]]") -> "tuple[list[str], str]":
    """The names that ``read`` or ``mapfile`` is given, and by which option ``read`` fills a list."""
    found: "list[str]" = []
    skip, listing = False, ""
    for text, _ in words:
        if skip:
            skip = False
        elif text[:1] == "-" and len(text) > 1:
            skip = text[-1] in VALUED[name]
            listing += "a" if "a" in text else "A" if "A" in text else ""
        else:
            found.append(text)
    return found, listing


def _every(words: "list[tuple[str, Word]]", at: int) -> "list[str]":
    """Whatever the word at a place may become."""
    return [text for text, word in words if word is words[at][1]] if at < len(words) else []


def _after(words: "list[tuple[str, Word]]", letter: str) -> "list[tuple[str, int]]":
    """Each option cluster that ends in a letter or has its value attached, and where the value stands; -1 when attached."""
    out = []
    for i, (text, _) in enumerate(words):
        if text[:1] == "-" and letter in text:
            rest = text.partition(letter)[2]
            if rest:
                out.append((letter + " " + rest, -1))
            elif i + 1 < len(words):
                out.append((text, i + 1))
    return out


def _printed(call: "Call", words: "list[tuple[str, Word]]", names: "Names") -> "list[str]":
    """The variables that printf sets: by ``-v``, and by ``%n``, the number of characters so far."""
    first, word = words[0]
    if any("%" in text and "n" in text for text, _ in words):
        from statewright.policy.words.printing import counted

        at = 0 if first[:2] != "-v" else 1 if len(first) > 2 else 2
        at += words[at : at + 1] != [] and words[at][0] == "--"
        found = counted(_every(words, at), [text for text, other in words if words[at:] and other is not words[at][1]][at:])
        if found:
            return found + ([first[2:]] if len(first) > 2 else _every(words, 1) if at else [])
    if first[:2] == "-v":
        return [first[2:]] if len(first) > 2 else _every(words, 1)
    told = word.subst or any(name in names.values for name, _ in word.vars)  # by the line itself, from somewhere: it may be -v
    if first == HOLE and told and (len(call.words) > 2 or word.splits):
        return [HOLE if word.splits else words[1][0]]
    return []


def _referred(name: str, call: "Call", names: "Names") -> "list[Setting]":
    """What else is set with a name that refers to others."""
    if name not in names.links:
        return []
    targets = names.links[name]
    out: "list[Setting]" = []
    for value in [*targets, *names.values.get(name, ())]:
        unknown = HOLE in value and (not targets or value in targets or "for" in call.command.place or "select" in call.command.place)
        key = HOLE if unknown else front(value)
        if identifier(key) or key == HOLE:
            out.append((key, None, None, "("))
    return out


def front(text: str) -> str:
    """The name that a text begins with; HOLE where that is not plain to see."""
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return HOLE if text[end : end + 1] == HOLE else text[:end]


def identifier(text: str) -> bool:
    """Whether a text is a variable's name."""
    return text.isascii() and text.isidentifier()
