"""Filters that hand on the lines they are given or find in files, some of them or all. Lines as in output.py."""

from statewright.policy.outputs.output import fed, lines_of, printed_by, within
from statewright.policy.outputs.passing_names import CHANGING, SCRIPTED
from statewright.policy.words.calls import Call
from statewright.policy.words.options import abbreviates, parse
from statewright.policy.words.patterns import UNTOLD, _glob, most_lines, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

# Searchers by how they read a pattern: see expressions.alternatives. fgrep reads none.
EXTENDED = ("egrep", "rg", "ag", "ack", "ack-grep")
BASIC = ("grep", "ggrep", "zgrep", "bzgrep", "xzgrep", "rgrep")


# One of the files that a filter reads may be its input.
INPUT = frozenset(("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"))
BESIDE = frozenset(("comm", "join", "diff", "sort", "paste", "head", "tail", "tac", "nl", "pr", "uniq", "rev", "shuf", "column"))


def passed(call: Call, found: "list[Call]", names: "Names", depth: int) -> "list[str]":
    """Filters hand on what they are given, changed or not."""
    name, texts = call.name, call.texts
    operands = [word for word in call.words[1:] if word.text[:1] != "-"]
    if name == "cat" and operands:
        out: "list[str]" = fed(call, found, names, depth + 1) if INPUT & {*texts} else []
        for word in operands:
            lines = lines_of(word.text, names)
            out += [front + line for front in out for line in lines] + lines if out and names.unended else lines
        return most_lines(out)
    if name in SCRIPTED and not any(text[:2] in ("-e", "-f") or text[:4] in ("--ex", "--fi", "--re") for text in texts[1:]):
        operands = operands[1:]
    inner = [word.raw[2:-1] for word in call.words[1:] if word.raw[:2] == "<("]
    files = _named(call, operands, names) if name not in ("xargs", "tee", "sponge", "python", "python3", "tr") else None
    if files is not None or inner:
        lines = most_lines([*(files or ()), *(line for text in inner for line in printed_by(text, names, depth + 1))])
        if name in BESIDE and INPUT & {*texts}:
            lines = most_lines([*lines, *fed(call, found, names, depth + 1)])
    elif call.command.stdin or any(redirect.op[:1] == "<" for redirect in call.command.redirects) or within(call.command.place):
        lines = fed(call, found, names, depth + 1)
    elif not operands and found is not names.calls:
        from statewright.policy.words import inputs

        lines = inputs.around(names)  # $(cat): whatever the command has for its input
    else:
        return [UNTOLD if name in CHANGING or len(operands) > (name[-4:] == "grep") else HOLE]
    if name[-4:] == "grep":
        return _searched(call, lines, names, found if files is None and not inner else [])
    if name in CHANGING:
        from statewright.policy.outputs.filtered import filtered

        return most_lines(filtered(call, lines, names))
    if name in ("head", "tail", "dd") and _cuts(texts):
        from statewright.policy.words.pieces import cut

        return cut(lines)
    if name in ("iconv", "dd") and (name == "iconv" or any(text[:5] == "conv=" for text in texts)):
        return [*lines, UNTOLD]
    return lines


def _cuts(texts: "list[str]") -> bool:
    """Whether head, tail or dd count characters, not lines."""
    return any((text[:1] == "-" and text[1:2] != "-" and "c" in text) or text[:4] in ("--by", "--b") or "=" in text for text in texts[1:])


def _searched(call: Call, lines: "list[str]", names_of: "Names", found: "list[Call]") -> "list[str]":
    """grep behind a pipe or over files: what its one pattern leaves. found: the calls in front of it, [] for files."""
    valued = ("--regexp", "--file", "--max-count", "--after-context", "--before-context", "--context", "--color")
    options, operands = parse(call.texts[1:], "efmABCdD", valued)
    names = [name for name, _ in options]
    if any(name in ("-A", "-B", "-C", "-f", "--file") or name[1:].isdigit() or abbreviates(name, "--context") for name in names):
        return lines  # neighbours come along
    wanted = [value for name, value in options if name in ("-e", "--regexp")] or operands[:1]
    if len(wanted) != 1 or HOLE in wanted[0] or any(name[-7:] == "context" for name in names):
        return lines
    if "-o" in names or any(len(name) > 4 and abbreviates(name, "--only-matching") for name in names):
        from statewright.policy.outputs.untold import shaped

        return [UNTOLD if shaped(wanted[0]) else HOLE]
    short = "".join(name[1:] for name in names if name[:2] != "--") + "".join(
        letter for letter, long in (("v", "--invert-match"), ("x", "--line-regexp"), ("F", "--fixed-strings"), ("w", "--word-regexp"))
        if any(len(name) > 3 and abbreviates(name, long) for name in names)
    )  # fmt: skip
    sides = None
    if "v" not in short and any(c in wanted[0] for c in "*[]+?|(){}") and not any(name[:3] in ("--e", "--p", "--b", "--f") for name in names):
        from statewright.policy.words.expressions import alternatives

        kinds = {"E", "P", "G", "F"}.intersection(short) or {"E" if call.name in EXTENDED else "G" if call.name in BASIC else "F"}
        sides = alternatives(wanted[0], "G" not in kinds) if len(kinds) == 1 and kinds != {"F"} else None
    kept = [line for line in lines if any(_grepped([line], side, short) for side in sides)] if sides else _grepped(lines, wanted[0], short)
    if found and len(kept) < len(lines):
        from statewright.policy.outputs.columns import met

        for side in sides or (wanted[0].replace("\\|", "|").split("|") if "F" not in short else wanted):
            if met(call, names_of, found, side, short) or (".*" in side and met(call, names_of, found, side, short) is not None):
                return lines  # what stands beside the names may hold it
    return kept


def _grepped(lines: "list[str]", pattern: str, short: str) -> "list[str]":
    """The lines that a plain pattern leaves; one with more than letters in it leaves all."""
    inverted = "v" in short
    front = pattern[:1] == "^"
    shown = pattern.lstrip("^").replace("\\.", ".").rstrip("$")
    bare = shown if "F" in short else pattern.lstrip("^").rstrip("$").replace("\\.", HOLE).replace(".*", "")
    if not shown or any(c in bare for c in "*[]+?|(){}\\"):
        sides = pattern.replace("\\|", "|").replace("\\.", ".").strip("()").split("|")
        if not inverted or len(sides) < 2 or any(c in side for side in sides for c in "*[]+?(){}\\$"):
            return lines
        for side in sides:
            lines = _grepped(lines, side, short)
        return lines
    kept = []
    body = pattern.lstrip("^").rstrip("$") if "F" not in short else pattern.replace(".", "\\.")
    whole = "x" in short
    shape = ("" if front or whole else "*") + body.replace("\\.", HOLE).replace(".*", "*").replace(".", "?").replace(HOLE, ".").lower()
    shape += "" if whole or pattern[-1:] == "$" else "*"
    for line in lines:
        text = plain(line)
        hit = text is None or _glob(shape, 0, text.lower(), 0, [4000])
        if inverted and "w" in short and text is not None:
            hit = shown.lower() in text.lower().split("/")
        if text is None or hit != inverted:
            kept.append(line)
    return kept


def _named(call: Call, operands: "list[Word]", names: "Names") -> "list[str] | None":
    """The lines of the files that a filter is told to read; None where it reads its input."""
    fed_text = call.command.stdin or call.command.redirects
    if call.name == "dd":
        wanted = [text[3:] for text in call.texts if text[:3] == "if="]
        return lines_of(wanted[0], names) if wanted else None
    if call.name == "perl" and not any(text[:1] == "-" and ("p" in text or "n" in text) for text in call.texts[1:]):
        return None
    files = [word for word in operands if word.static and (word.text in names.written or _file(word.text, names))]
    if not files and not fed_text and operands and call.name in ("sort", "head", "tail", "tac", "nl", "uniq", "rev", "shuf"):
        files = [word for word in operands[-1:] if word.text.strip("+0123456789kMG") and not word.glob]
    return most_lines([line for word in files for line in lines_of(word.text, names)]) if files else None


def _file(path: str, names: "Names") -> bool:
    facts = names.event.facts
    where = path if path[:1] == "/" else names.event.home + path[1:] if path[:2] == "~/" else names.cwd + "/" + path
    return facts is not None and bool(path) and facts.kind(where) == "file"
