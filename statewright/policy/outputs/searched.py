"""What searchers tell of files: ``grep -rl``, ``rg -l``, ``ag``, ``ack``, ``git grep``, ``git ls-files``, ``locate``.

A search counts where it covers a protected file; what is searched for is left aside, for a run's own files hold nearly any text.
"""

from statewright.policy.outputs.find import HOME, PROJECT
from statewright.policy.outputs.listings import LOCATES, TELLING
from statewright.policy.words.expressions import loosely
from statewright.policy.words.options import parse
from statewright.policy.words.patterns import HIDDEN, UNTOLD, _glob, plain
from statewright.policy.words.protected import DOTS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.paths import Guard
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

GREPS = frozenset(("grep", "egrep", "fgrep", "zgrep", "bzgrep", "xzgrep", "ggrep", "rgrep", "ugrep", "ug"))
VALUES = "efmABCdDgtTjM"
LONG = ("--regexp", "--file", "--max-count", "--include", "--exclude", "--exclude-dir", "--glob", "--iglob", "--type", "--type-not", "--ignore",
        "--ignore-dir", "--max-depth", "--context", "--after-context", "--before-context", "--threads", "--sort", "--file-search-regex")  # fmt: skip
TYPES = ("json", "jsonl", "sh", "toml", "all", "config", "shell", "txt")  # what rg calls files named as the protected ones are
# Further files that a search with hidden ones meets.
GIT = ((".git/config", "f"), (".git/hooks/pre-commit", "f"))
INCLUDING = ("--include", "-g", "--glob", "--iglob", "-G", "--file-search-regex")


def told(call: "Call", names: "Names", guard: "Guard") -> "list[str]":
    """The lines of such a program, as far as protected paths are among them; a HOLE where nothing tells."""
    name = call.name
    if name in LOCATES:
        return _located(call, names)
    if name in TELLING:
        out = [pattern for word in call.words[1:] if word.text[:1] != "-" for pattern in names.patterns(word)]
        if name == "lsattr" and not out:
            return [*DOTS, HOLE]
        if call.command.open:
            from statewright.policy.outputs.output import handed

            out += handed(call, names.calls, names)
        return [*out, UNTOLD if name == "stat" and any(text in ("-c", "-f") or text[:2] == "--" for text in call.texts) and _worded(call) else HOLE]
    handed_on: "list[str]" = []
    if call.command.open:
        from statewright.policy.outputs.output import handed

        handed_on = handed(call, names.calls, names)
    options, operands = parse(call.texts[1:], VALUES, LONG)
    given = [("regex" if option in ("-g", "-G") and name in ("ag", "ack", "ack-grep") else option, value) for option, value in options]
    recursive = name not in GREPS or name == "rgrep" or _any(given, "-r", "-R") or any(option[:5] in ("--rec", "--der") for option, _ in given)
    if not recursive and ("-d", "recurse") not in given and ("--directories", "recurse") not in given and name not in ("ugrep", "ug"):
        roots = _words(call, operands)[0 if _patterned(given) else 1 :]
        return [pattern for word in roots for pattern in names.patterns(word)] + [*handed_on, HOLE] if _lists(given) else [
            UNTOLD if handed_on else HOLE
        ]
    if handed_on:  # files, or folders that it goes through
        return [*handed_on, UNTOLD if not _lists(given) or any(HIDDEN in one or guard.hit(one, names.cwd, "all") for one in handed_on) else HOLE]
    if not _lists(given) and _any(given, "-q", "--quiet", "--no-filename", "-I" if name == "rg" else "-h"):
        return [HOLE if _any(given, "-q", "--quiet") else UNTOLD]
    files = any(option in ("--files", "--type-list") or option == "regex" or (option == "-f" and name[:3] == "ack") for option, _ in given)
    roots = _words(call, operands)[0 if _patterned(given) or files else 1 :]
    hidden = name in GREPS or name in ("ack", "ack-grep") or _hidden(given, name)
    found = _covered(roots, given, hidden, names, guard)
    if not _lists(given) and not files:  # a name, and the line that was found
        return [*(piece for path in found for piece in (path, path + ":" + UNTOLD)), HOLE + ":" + UNTOLD]
    return [*found, HOLE] if found else ["./searched"] if all(word.static for word in roots) else [HOLE]


def _worded(call: "Call") -> bool:
    from statewright.policy.outputs.listings import _literal

    return any(_literal(text.partition("=")[2] if text[:2] == "--" else text) for text in call.texts[1:] if "%" in text)


def _words(call: "Call", operands: "list[str]") -> "list[Word]":
    out = []
    for text in operands:
        out.append(next(word for word in call.words[1:] if word.text == text))
    return out


def _any(options: "list[tuple[str, str]]", *wanted: str) -> bool:
    return any(option in wanted for option, _ in options)


def _patterned(options: "list[tuple[str, str]]") -> bool:
    return any(option in ("-e", "-f", "--regexp", "--file") for option, _ in options)


def _lists(options: "list[tuple[str, str]]") -> bool:
    """Whether names alone are printed, or one before each line."""
    return any(option in ("-l", "-L", "-c", "regex", "-f", "-H") or option.startswith(("--files", "--count", "--with-f")) for option, _ in options)


def _hidden(options: "list[tuple[str, str]]", name: str) -> bool:
    """Whether rg or ag looks into hidden folders."""
    short = [option for option, _ in options]
    globs = [value for option, value in options if option in ("-g", "--glob", "--iglob") and value[:1] != "!"]
    more = "--hidden" in short or "-." in short or short.count("-u") + short.count("--unrestricted") > (1 if name == "rg" else 0)
    return more or any(value[:1] in ".[{" or "/." in value or HOLE in value for value in globs)


def _covered(roots: "list[Word]", options: "list[tuple[str, str]]", hidden: bool, names: "Names", guard: "Guard") -> "list[str]":
    """The protected files that a search from some roots meets."""
    out: "list[str]" = []
    for root in [pattern for word in roots for pattern in names.patterns(word)] or ["."]:
        if guard.hit(root, names.cwd):
            return [root]
        if not guard.hit(root, names.cwd, "all"):
            continue
        text = plain(root)
        if text is None:
            return [root]
        for place, known in ((names.event.project, (*PROJECT, *GIT)), (names.event.home, HOME + PROJECT[8:])):
            top = guard.absolute(text, names.cwd).rstrip("/").rstrip("/.") or "/"
            for path, kind in known:
                if kind == "f" and (place + "/" + path).lower().startswith(top.lower().rstrip("/") + "/") and _there(place, path, names):
                    inside = (place + "/" + path)[len(top.rstrip("/")) + 1 :]
                    if (hidden or not any(part[:1] == "." for part in inside.split("/"))) and _kept(inside, options):
                        out.append(path)
    return out


def _there(place: str, path: str, names: "Names") -> bool:
    facts = names.event.facts
    return facts is None or path[:12] == ".statewright" or bool(facts.kind(place + "/" + path))


def _kept(path: str, options: "list[tuple[str, str]]") -> bool:
    """Whether the options leave a file in a search."""
    *folders, base = path.split("/")
    includes = [value for option, value in options if option in INCLUDING and value[:1] != "!"]
    if includes and not any(_fits(value, base, folders) for value in includes):
        return False
    types = [value for option, value in options if option in ("-t", "--type")]
    if types and not any(HOLE in value or value in TYPES for value in types):
        return False
    for option, value in options:
        if option == "regex" and not loosely(value.lower(), path.lower()):
            return False
        if option == "--exclude-dir" and any(_fits(value, folder, []) for folder in folders):
            return False
        if option == "--exclude" and _fits(value, base, []):
            return False
        if option in ("-g", "--glob", "--iglob", "--ignore", "--ignore-dir") and (value[:1] == "!" or option[:3] == "--i"):
            shape = value.lstrip("!").replace("**/", "").strip("/").removesuffix("/**").removesuffix("/*").removeprefix("./")
            if any(_glob(shape, 0, one, 0, [2000]) for one in (*folders, base)) and HOLE not in value:
                return False
    return True


def _fits(value: str, base: str, folders: "list[str]") -> bool:
    """A glob of such an option against a name, and against the folders for one with a slash."""
    shape = value.strip("/").rpartition("/")[2] if "/" in value.strip("/") else value.strip("/").removeprefix("./")
    if "{" in shape:
        from statewright.policy.words.patterns import listed

        return any(_fits(one, base, folders) for one in listed(shape)) if listed(shape) != [shape] else True
    return _glob(shape, 0, base, 0, [2000]) or any(_glob(shape, 0, folder, 0, [2000]) for folder in folders)


def _located(call: "Call", names: "Names") -> "list[str]":
    wanted = [text.lower() for text in call.texts[1:] if text[:1] != "-"]
    for place, known in ((names.event.project, PROJECT), (names.event.home, HOME)):
        for path, _ in known:
            full = place + "/" + path
            if any(HOLE in text or text in full.lower() or loosely(text, full.lower()) for text in wanted):
                return [full, HOLE]
    return [HOLE]


def grepped(rest: "list[str]", names: "Names", other: bool) -> "list[str]":
    """``git grep``: names alone, or a name before each line."""
    from statewright.policy.outputs.git_lists import TRACKED, _selected, present, tracked

    options, operands = parse(rest[1:], "efmABCO", ("--max-depth", "--threads"))
    paths = operands if _patterned(options) else operands[1:]
    revision = any(names.event.facts is not None and not names.event.facts.kind(names.cwd + "/" + path) and path.isalnum() for path in paths)
    specs = [] if revision else paths
    if not _any(options, "-l", "-L", "--files-with-matches", "--files-without-match", "--name-only", "-c", "--count"):
        return [HOLE + ":" + UNTOLD, *(path + ":" + UNTOLD for path in present(names, specs))] if not _any(options, "-h") else [UNTOLD]
    if _any(options, "--no-index", "--untracked"):
        found = [path for path in dict.fromkeys((*TRACKED[2:3], *present(names, specs))) if _selected(path, specs)]
        return [*found, HOLE]
    pattern = operands[0] if operands and not _patterned(options) else ""
    simple = bool(pattern) and all(c.isalnum() or c in "_- /:" for c in pattern) and not _any(options, "-L", "--files-without-match", "-v", "--not")
    found = present(names, specs) if other or revision else tracked(names, specs)
    return [*(path for path in found if not simple or holds(names, path, pattern)), HOLE]


def holds(names: "Names", path: str, text: str) -> bool:
    """Whether a file of the project holds a text, or cannot be read."""
    facts, where = names.event.facts, names.event.project + "/" + path
    if facts is None or facts.kind(where) != "file":
        return True
    try:
        return text.lower() in (facts.text(where) or "").lower()
    except ValueError:
        return True
