"""Options as getopt reads them: clustered, attached, abbreviated, late."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.shell.model import Word


def parse(texts: "list[str]", values: str = "", long_values: "tuple[str, ...]" = ()) -> "tuple[list[tuple[str, str]], list[str]]":
    """``([(option, value)], operands)`` of the words behind the program. values: short options that take one."""
    options: "list[tuple[str, str]]" = []
    operands: "list[str]" = []
    i = 0
    while i < len(texts):
        text = texts[i]
        i += 1
        if text == "--":
            operands += texts[i:]
            break
        if text[:2] == "--":
            name, sign, value = text.partition("=")
            if not sign and i < len(texts) and any(abbreviates(name, one) for one in long_values):
                value = texts[i]
                i += 1
            options.append((name, value))
        elif text[:1] == "-" and len(text) > 1:
            for j in range(1, len(text)):
                letter = text[j]
                if letter in values:
                    value = text[j + 1 :]
                    if not value and i < len(texts):
                        value = texts[i]
                        i += 1
                    options.append(("-" + letter, value))
                    break
                options.append(("-" + letter, ""))
        else:
            operands.append(text)
    return options, operands


def in_place(texts: "list[str]") -> bool:
    """Whether sed's words edit files in place: ``-i`` of any sed, ``-I`` of BSD's and macOS's, in a cluster, with a suffix or without."""
    for text in texts:
        if text[:2] == "--":
            if len(text) > 2 and "--in-place".startswith(text.partition("=")[0]):
                return True
        elif text[:1] == "-":
            for letter in text[1:]:
                if letter in "iI":
                    return True
                if letter in "ef":
                    break
    return False


# Whole options that begin like a listed one: written out they are themselves.
OTHERS = frozenset(("--cc", "--to", "--cookie", "--checkpoint", "--cursor", "--format", "--exit-code", "--tag", "--parent", "--parents"))


def abbreviates(given: str, listed: str) -> bool:
    """Whether a long option as written may be the listed one: getopt_long takes any abbreviation, from one letter on."""
    return given == listed or (len(given) > 2 and given[:2] == "--" and given not in OTHERS and listed.startswith(given))


def has(options: "list[tuple[str, str]]", texts: "list[str]", wanted: "tuple[str, ...]", least: int = 3) -> str:
    """The first of ``wanted`` that is there: a short option in any cluster, a long one with a value or abbreviated (to ``least``
    characters), or a word as written for those with a single dash and several letters."""
    names = [name for name, _ in options]
    for want in wanted:
        if want[:2] == "--":
            for name in names:
                if name == want or (len(name) >= least and abbreviates(name, want)):
                    return want
        elif len(want) == 2 and want[0] == "-":
            if want in names:
                return want
        else:
            for text in texts:
                if text == want or text.startswith(want + "="):
                    return want
    return ""


def first_operands(texts: "list[str]", flags: "tuple[str, ...]", valued: "tuple[str, ...]") -> "Any":
    """Behind the options a program with subcommands takes first: the index, or -1 where an unknown option stands."""
    i = 0
    while i < len(texts) and texts[i][:1] == "-" and len(texts[i]) > 1:
        if texts[i] in valued:
            i += 2
        elif texts[i] in flags or texts[i].partition("=")[0] in valued:
            i += 1
        else:
            return -1
    return i


def without(words: "list[Word]", valued: "frozenset[str]", attached: "tuple[str, ...]") -> "list[Word]":
    """The words less some options: those of ``valued`` with the word behind each, and words that begin as one of ``attached``."""
    out = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.text in valued:
            skip = True
        elif not word.text.startswith(attached):
            out.append(word)
    return out
