"""Texts printed in pieces: what commands one behind the other make of one line where the first ends none, and what is cut off a line.

bash manual, echo, printf, read; coreutils: head -c, tail -c, dd, basename SUFFIX.
"""

from statewright.policy.outputs.output import printed
from statewright.policy.words.patterns import LITERAL, UNTOLD, most, plain, telling
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

CUTTING = ("head", "tail", "dd")
LOOPS = ("for", "while", "until", "select")


def told(calls: "list[Call]", found: "list[Call]", names: "Names", depth: int) -> "list[str]":
    """The lines that commands print one behind the other, those that two or more of them make of one line among them."""
    out: "list[str]" = []
    tails: "list[str]" = []
    for call in calls:
        lines = printed(call, found, names, depth)
        made = together(tails, lines)
        out += lines + made
        tails = most(made + lines) if unended(call, names) else []
        if tails and any(part.partition(" ")[0] in LOOPS for part in call.command.place):
            out += [*together(lines, lines), *([UNTOLD] if any(line.strip(HOLE + " 0123456789") for line in lines) else [])]
    return out


def together(fronts: "list[str]", ends: "list[str]") -> "list[str]":
    """Each front with each end behind it."""
    return most([front + end for front in fronts for end in ends]) if fronts and ends else []


def unended(call: "Call", names: "Names") -> bool:
    """Whether what a command prints may stop before the end of a line, with no blank behind it."""
    texts = call.texts
    if call.name == "echo":
        return any(text[:1] == "-" and "n" in text and set(text[1:]) <= set("neE") for text in texts[1:4]) or any("\\c" in text for text in texts)
    if call.name == "printf":
        words = call.words[2:] if texts[1:2] == ["--"] else call.words[1:]
        forms = names.patterns(words[0]) if words else []
        return any(not form.replace(LITERAL, "").endswith(("\\n", "\n", " ", "\\t", "\\0")) or "\\c" in form for form in forms)
    if call.name == "cat":
        return any(word.text in names.unended for word in call.words[1:])
    if call.name in CUTTING or (call.name == "tr" and any("\\n" in text or "\n" in text for text in texts)):
        return True
    functions = names.event.script.functions if names.event.script else ()
    return call.name in functions and any(
        other.name != call.name and "function " + call.name in other.command.place and other.name in ("echo", "printf") and unended(other, names)
        for other in names.calls
    )


def rows(words: "list[Word]", names: "Names", lines: "list[str]") -> "list[list[str]]":
    """The arguments of printf where one word of it becomes several: lists, braces, values that the shell splits, what xargs hands on."""
    from statewright.policy.words.spelled import _elements, _whole

    row: "list[str]" = []
    several = bool(lines)
    for word in words[1:]:
        values = names.patterns(word)
        whole = [source for kind, source, _ in word.parts if kind == "var" and _whole(source)]
        if word.brace or whole:
            row += _elements(whole[0], names) if whole and len(word.parts) == 1 else values
            several = True
        elif any(not quoted for kind, _, quoted in word.parts if kind != "text"):
            pieces = [piece for value in values[:1] for piece in value.split()]
            several = several or len(pieces) > 1
            row += pieces
        else:
            row += values[:1]
    return [[*row, *lines]] if several else []


def cut(lines: "list[str]") -> "list[str]":
    """What may be left of lines that are cut anywhere: any name that is in one of them, an option too."""
    return [*lines, UNTOLD] if any(plain(line) is not None and (telling(line) or "-" in line) for line in lines) else lines


def sliced(lines: "list[str]", call: "Call") -> "list[str]":
    """What ``read -n COUNT`` takes of lines, once or again and again."""
    texts = call.texts
    out = list(lines)
    for count in [text[2:] or "".join(texts[i + 1 : i + 2]) for i, text in enumerate(texts) if i and text[:2] in ("-n", "-N")]:
        if not count.isdigit() or not int(count):
            return cut(lines)
        step = int(count)
        for text in [plain(line) for line in lines]:
            out += [text[i : i + step] for i in range(0, len(text), step)] if text else []
    return list(dict.fromkeys(out))


def appended(path: str, source: "Call", lines: "list[str]", names: "Names") -> None:
    """Keep what a command writes to a file, behind what the line has put there before it without the end of a line."""
    known = names.written.get(path, [])
    if path in names.unended:
        lines = lines + together(known, lines)
    if source.name in ("printf", "echo", "tr", *CUTTING) and unended(source, names):
        names.unended.append(path)
    names.written[path] = known + lines
    names.turn += 1


def trimmed(pattern: str, suffixes: "list[str]") -> "list[str]":
    """A name with and without the ends that basename takes off it."""
    out = [pattern]
    for suffix in suffixes:
        if HOLE in suffix and telling(pattern):
            out.append(UNTOLD)
        elif suffix and pattern.endswith(suffix) and pattern != suffix:
            out.append(pattern[: -len(suffix)])
    return out
