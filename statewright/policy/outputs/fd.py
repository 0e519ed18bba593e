"""What fd would list of protected paths: by its roots, pattern and options. fd(1)."""

from statewright.policy.outputs.find import candidates
from statewright.policy.words.expressions import loosely
from statewright.policy.words.patterns import _glob
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.paths import Guard
    from statewright.policy.words.resolve import Names

RUNS = ("-x", "-X", "--exec", "--exec-batch")
ROOTS = ("--search-path", "--base-directory")
# Options with a value in the next word.
_VALUED = """
    -t -e -d -E -S -o -j -c --type --extension --max-depth --min-depth --exact-depth --exclude --size --owner --changed-within --changed-before
    --threads --color --format --max-results --ignore-file --path-separator
"""
VALUED = frozenset((*_VALUED.split(), *ROOTS))
FILES = ("f", "file")


def selects(call: "Call", guard: "Guard", names: "Names", bases: "list[str]") -> "list[str]":
    """The protected paths that fd would list."""
    options, pattern, roots = _asked(call, names)
    short = "".join(name[1:] for name, _ in options if name[:2] != "--")
    long = [name for name, _ in options]
    hidden = any(c in short for c in "Hu.") or "--hidden" in long or "--unrestricted" in long
    whole = "p" in short or "--full-path" in long
    shaped = ("g" in short or "--glob" in long) and not whole
    out: "list[str]" = []
    for root in roots or ["."]:
        for base in bases:
            for path, rel, kind in candidates(root, base, guard) if guard.hit(root, base, "all") else ():
                name = rel.rpartition("/")[2]
                seen = hidden or not any(part[:1] == "." for part in rel.split("/"))
                fits = _glob(pattern.lower(), 0, name, 0, [2000]) if shaped else loosely(pattern.lower(), path if whole else name)
                if rel and seen and (fits or HOLE in pattern) and _kept(options, name, kind):
                    out.append(path)
    return list(dict.fromkeys(out))


def _asked(call: "Call", names: "Names") -> "tuple[list[tuple[str, str]], str, list[str]]":
    """The options with their values, the pattern, the folders that are searched."""
    options: "list[tuple[str, str]]" = []
    operands, roots = [], []
    i = 1
    while i < len(call.words):
        word, text = call.words[i], call.texts[i]
        if text in RUNS:
            break
        if text in VALUED and i + 1 < len(call.words):
            options.append((text, call.texts[i + 1]))
            roots += names.patterns(call.words[i + 1]) if text in ROOTS else []
            i += 1
        elif text[:1] == "-" and len(text) > 1:
            name, sign, value = text.partition("=")
            attached = not sign and text[:2] in VALUED and text[:2] != "--" and len(text) > 2
            options.append((text[:2], text[2:]) if attached else (name, value))
            roots += [value] if name in ROOTS and value else []
        else:
            operands.append(word)
        i += 1
    roots += [pattern for word in operands[1:] for pattern in names.patterns(word)]
    if not operands[:1]:
        return options, "", roots
    return options, operands[0].text if operands[0].static else HOLE, roots


def _kept(options: "list[tuple[str, str]]", name: str, kind: str) -> bool:
    """Whether the kinds and the ends that are asked for leave a path in."""
    ends = [value.lstrip(".").lower() for option, value in options if option in ("-e", "--extension")]
    kinds = [value for option, value in options if option in ("-t", "--type")]
    if ends and not any(HOLE in end or name.endswith("." + end) for end in ends):
        return False
    wanted = [one for one in kinds if one not in ("l", "symlink")]
    return not kinds or any(HOLE in one or (one in FILES) == (kind == "f") or one in ("x", "executable", "e", "empty") for one in wanted)
