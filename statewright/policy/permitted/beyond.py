"""What stands behind the words an entry lists: options that take code or configuration from elsewhere, or write a file.

The rows are those of ``shell/program_options.py``. An entry that lists the option itself permits it; one that lists the whole
program permits what it writes.
"""

from statewright.policy.words.listed import matches
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import plain
from statewright.policy.words.places import Place
from statewright.shell.model import HOLE
from statewright.shell.program_options import rows
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

    Row = tuple[str, list[str], str]

# How a program that runs another finds its name: the word in front of it, "" for the first operand.
RUNNERS = {
    "python": "-m", "pypy": "-m", "npx": "", "bunx": "", "pnpx": "", "poetry": "run", "uv": "run", "pipenv": "run", "hatch": "run", "pdm": "run",
    "rye": "run", "bundle": "exec", "yarn": "", "pnpm": "exec", "npm": "exec", "coverage": "run", "php": "", "rails": "", "bun": "x", "mise": "exec",
    "direnv": "exec", "uvx": "", "pipx": "run",
}  # fmt: skip
SCRIPTED = ("npm", "pnpm", "yarn", "bun")
FINE_FILES = ("/dev/null", "/dev/stdout", "/dev/stderr")


class Fault:
    """One option too many. option: as written; what: what it does; write: whether a write tool in the state would permit it."""

    __slots__ = ("option", "program", "what", "write")

    def __init__(self, option: str, name: str, what: str, write: bool = False) -> None:
        self.option = option.replace(HOLE, "…")
        self.program = name
        self.what = what
        self.write = write


def fault(call: "Call", covers: int, place: Place, writable: bool, words_listed: int = 2) -> "Fault | None":
    """The first option behind the ``covers`` words of an entry that it does not permit. writable: the state may write files."""
    texts = spread(call, place.names)
    at, name = 0, base(call.name)
    while True:
        nxt = _inner(name, texts, at)
        end = nxt if nxt and name != "yarn" else len(texts)  # yarn's own options may stand behind a script's name
        found, facts = rows(name)
        if found and not ("deep" in facts and words_listed < 2):
            one = _segment(name, texts[: max(end, 0)], max(at + 1, covers), found, facts, place, writable)
            if one:
                return one
        if name in SCRIPTED and (not nxt or name == "yarn"):
            from statewright.policy.permitted.scripted import handed

            one = handed(name, texts[at:], place, writable)
            if one:
                return one
        if not nxt:
            return None
        at, name = nxt, "phpunit" if texts[nxt] == "artisan" else base(texts[nxt])


def further(name: str, word: "Word", place: Place, front: str) -> bool:
    """Whether the words that a variable adds to a program's own ask for what an entry would have to list."""
    found, facts = rows(name)
    for pattern in place.names.patterns(word):
        text = plain(pattern)
        if text is None:
            return True
        if _segment(name, [name, *text.removeprefix(front).split()], 1, found, facts, place, False):
            return True
    return False


def base(text: str) -> str:
    """``./vendor/bin/phpunit`` -> ``phpunit``, ``python3.12`` -> ``python``: rows go by the bare name."""
    name = text.rpartition("/")[2]
    return name if rows(name)[0] else family(name)


def spread(call: "Call", names: "Names") -> "list[str]":
    """The words of a command with the variables of the same line put in; unquoted ones are split."""
    out: "list[str]" = []
    for word in call.words:
        if word.static and not word.brace:
            out.append(word.text)
            continue
        values = [plain(pattern) for pattern in names.patterns(word)]
        if any(value is None for value in values):
            name, sign, rest = word.text.partition("=")  # what is not there to read in an option's name may be nothing at all
            out.append(name.replace(HOLE, "") + sign + rest if name[:1] == "-" else word.text)
        else:
            for value in values:
                out += [value or ""] if word.quoted and not word.splits else (value or "").split()
    return out


def _inner(name: str, texts: "list[str]", at: int) -> int:
    """Where the program stands that a runner starts, 0 when there is none."""
    lead = RUNNERS.get(name)
    if lead is None:
        return 0
    i = at + 1
    if lead:
        while i < len(texts) and texts[i] != lead:
            if texts[i][:1] != "-":
                return 0
            i += 1
        i += 1
    while i < len(texts) and texts[i][:1] == "-":
        if name == "coverage" and texts[i] == "-m":
            return i + 1 if i + 1 < len(texts) else 0
        i += 1
    return i if i < len(texts) else 0


def _segment(
    name: str, texts: "list[str]", start: int, found: "list[Row]", facts: "dict[str, str]", place: Place, writable: bool
) -> "Fault | None":
    runs_scripts = name in ("npm", "pnpm", "yarn", "bun") or (name == "cargo" and not {"test", "bench", "clippy"}.isdisjoint(texts))
    values, takes = facts.get("values", ""), facts.get("takes", "").split()
    i, ended = start, False
    if 0 < start <= len(texts) and texts[start - 1][:1] == "-" and _takes_value(texts[start - 1], found, values, takes):
        i += 1  # the value of an option that the entry lists
    while i < len(texts):
        text = texts[i]
        after = texts[i + 1] if i + 1 < len(texts) else None
        i += 1
        if text == "--":
            ended = not runs_scripts
            continue
        if text[:1] in "-+" and len(text) > 1 and not ended:
            for option, value, used in options(text, after, facts):
                one = _option(name, text, option, value, used, found, facts, place, writable)
                if one:
                    return one
                if used:
                    i += 1
                    break
            i += text in takes
        else:
            one = _operand(name, text, found, place)
            if one:
                return one
    return None


def options(text: str, after: "str | None", facts: "dict[str, str]") -> "list[tuple[str, str | None, bool]]":
    """``(option, value, the value is the next word)`` of one word; several for a cluster of short options."""
    if text[:1] == "+":
        return [("+", text[1:], False)]
    name, sign, value = text.partition("=")
    if text[:2] == "--" or "style" in facts:
        if text[:2] == "-D" and len(text) > 2:
            return [("-D", text[2:], False)]
        if sign:
            return [(name, value, False)]
        if len(text) > 3 and text[1] != "-" and ("/" in text or "." in text[2:]):
            return [(text, after, False), (text[:2], text[2:], False)]  # -f/tmp/pom.xml
        return [(text, after, False)]
    if sign and len(name) == 2:
        return [(name, value, False)]
    values = facts.get("values", "")
    out: "list[tuple[str, str | None, bool]]" = [(text, after, False)] if len(text) > 2 else []
    for j in range(1, len(text)):
        if text[j] in values:
            rest = text[j + 1 :]
            out.append(("-" + text[j], rest or after, not rest))
            break
        out.append(("-" + text[j], after, False))
    return out


def _takes_value(text: str, found: "list[Row]", values: str, takes: "list[str]") -> bool:
    return "=" not in text and (
        text in takes
        or (text[:2] != "--" and text[-1:] in values and bool(values)) or any(kind != "write" and text in words for kind, words, _ in found)
    )


def same(given: str, listed: str, facts: "dict[str, str]") -> bool:
    """Whether an option as written is the one a row lists: in its case and dashes where it is long, abbreviated where it may be."""
    if "*" in listed:
        return matches(listed, given)
    if given == listed:
        return True
    if "style" in facts and given[:2] == "--" and listed[:2] != "--":
        return given[1:] == listed
    if "style" in facts and listed[:2] == "--" and len(listed) > 5 and given[:1] == "-":
        return given.lstrip("-").lower() == listed[2:].lower()  # tsc takes one dash as well, and any case
    if given[:2] != "--" or listed[:2] != "--" or len(listed) < 4:
        return False
    if "abbreviates" in facts and abbreviates(given, listed):
        return True
    return given.lower().replace("-", "") == listed.lower().replace("-", "")


def _counts(value: str, words: "list[str]") -> bool:
    """Whether a value is one that a row is about."""
    fine = [word[1:] for word in words if word[:1] == "="]
    bad = [word[1:] for word in words if word[:1] == "!"]
    if any(_fits(pattern, value) for pattern in fine):
        return False
    return not bad or value[:1] == HOLE or any(_fits(pattern.lower(), value.lower().replace(" ", "")) for pattern in bad)


def _fits(pattern: str, value: str) -> bool:
    if pattern[-2:] == "?*":
        return value.startswith(pattern[:-2]) and len(value) > len(pattern) - 2
    return matches(pattern, value)


def _option(
    name: str,
    text: str,
    option: str,
    value: "str | None",
    used: bool,
    found: "list[Row]",
    facts: "dict[str, str]",
    place: Place,
    writable: bool,
) -> "Fault | None":
    shown = text if not used and (value is None or "=" in text or text != option) else "%s %s" % (text, value or "")
    for kind, words, what in found:
        if kind == "run" or (kind == "write" and writable) or not any(word[:1] in "-+" and same(option, word, facts) for word in words):
            continue
        given = value or ""
        if not _counts(given, words):
            continue
        if kind == "write" and given in FINE_FILES:
            continue
        if kind == "place" and not any(place.leaves(part) for part in given.split(",")):
            continue
        return Fault(shown if kind != "write" or "=" in text else text, name, what, kind == "write")
    return None


def _operand(name: str, text: str, found: "list[Row]", place: Place) -> "Fault | None":
    for kind, words, what in found:
        if "@@" in words and text[:1] == "@":
            return Fault(text, name, what)
        if "@" in words and (text[:1] in ("/", "~") or ".." in text.split("/")) and place.leaves(text.partition("::")[0].partition("[")[0]):
            return Fault(text, name, what)
        if kind == "code" and "NAME=" in words and "=" in text and text[:1] != "=":
            from statewright.policy.permitted.make_values import sets

            if sets(name, text, place):
                return Fault(text, name, what)
    return None
