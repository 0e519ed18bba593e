"""What git's commands print of files: whether protected ones may be among the names. Lines as in output.py.

Which files git knows is asked of its index where that is what it prints; a commit may hold any file that lies there, so for those all that lie
there count, less what the pathspecs leave out. Where there is no repository nothing is printed. gitglossary(7), gitformat-index(5), the manual
pages of the commands.
"""

from statewright.policy.words.options import parse
from statewright.policy.words.pathspecs import excluded, leaves
from statewright.policy.words.patterns import UNTOLD, _glob, plain
from statewright.policy.words.protected import TAILS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

TRACKED = (
    ".statewright/workflow.json", ".claude/settings.json", ".statewright/config.json", ".statewright/.gitignore", ".statewright/workflows",
    ".claude/hooks", *(tail for tail, _ in TAILS if tail[:12] != ".statewright" and tail not in (".claude/settings.json", ".claude/hooks")),
)  # fmt: skip
UNTRACKED = (".statewright/runs", ".statewright/config.json", ".statewright/workflow.json", ".claude/settings.json", ".claude/settings.local.json")
# They print hashes, references and counts, which begin with no dot: git-check-ref-format(1).
REFERENCES = frozenset((
    "branch", "tag", "describe", "merge-base", "hash-object", "write-tree", "commit-tree", "count-objects", "symbolic-ref", "for-each-ref",
    "rev-list", "name-rev", "cherry", "patch-id", "gc",
    "ls-remote", "show-ref", "remote", "fetch", "push", "version",
))
NAMING = frozenset(("diff", "show", "log", "whatchanged", "diff-tree", "diff-index", "diff-files", "stash", "range-diff"))
NAMES = ("--name-only", "--name-status", "--stat", "--numstat", "--raw", "--summary", "--shortstat", "--dirstat", "--compact-summary")
MESSAGES = ("format=%s", "%b", "%B", "%s", "%N", "%a", "%c", "%e", "%f", "%D", "%d", "contents", "subject", "trailers", "body", "author", "describe")
VALUES = {"log": "nLSGO", "show": "nLSGO", "diff": "lSGO", "ls-files": "xX", "diff-tree": "SGO", "whatchanged": "nSGO"}


def told(call: "Call", names: "Names") -> "list[str]":
    """The lines of a git command, as far as protected paths may be among them."""
    from statewright.policy.texts.follow import subcommand

    at, settings = subcommand(call.words)
    rest = call.texts[at:]
    sub = rest[0] if rest else ""
    other = bool(settings) or any(text[:2] == "-C" or (text[:2] == "--" and text[:5] != "--no-") for text in call.texts[1:at])
    if sub == "rev-parse":
        return _parsed(call, at, names)
    if sub in ("check-ignore", "check-attr", "mv", "rm", "update-index", "checkout-index"):
        return _given(call, at, names)
    if sub == "worktree":
        return [names.event.project, HOLE]
    if sub == "config":
        return _settings(rest, names)
    if sub in ("ls-files", "ls-tree"):
        return _listed(sub, rest, names, other)
    if sub == "grep":
        from statewright.policy.outputs.searched import grepped

        return grepped(rest, names, other)
    if sub in ("status", "clean"):
        return _swept(sub, rest, names)
    if sub in NAMING and (sub != "stash" or "show" in rest):
        return _changed(sub, rest, names)
    if sub in REFERENCES:
        return [UNTOLD] if any(piece in text for text in rest[1:] for piece in MESSAGES) or _messages(rest) else [HOLE]
    return [HOLE] if sub == "cat-file" and any(text in ("-t", "-s", "-e") for text in rest) else [UNTOLD]


def _messages(rest: "list[str]") -> bool:
    short = "".join(text[1:] for text in rest[1:] if text[:1] == "-" and text[:2] != "--")
    asked = (("branch", "v"), ("remote", "v"), ("tag", "n"), ("cherry", "v"))
    return (rest[0] == "remote" and "get-url" in rest) or "--objects" in rest or any(rest[0] == sub and letter in short for sub, letter in asked)


def _parsed(call: "Call", at: int, names: "Names") -> "list[str]":
    """``git rev-parse`` prints what it is given where that is no option of its own."""
    rest, project = call.texts[at:], names.event.project
    for text in rest[1:]:
        if text == "--show-toplevel":
            return [project]
        if text == "--show-cdup":
            return ["", *("../" * base[len(project) :].count("/") for base in _within(names))]
        if text == "--show-prefix":  # the folder it is in, seen from the top
            there = [pattern for i, one in enumerate(call.texts[1:at]) if one == "-C" for pattern in names.patterns(call.words[i + 2])]
            return [*there, *(base[len(project) + 1 :] + "/" for base in _within(names)), HOLE]
        if text in ("--git-dir", "--git-common-dir", "--absolute-git-dir"):
            return [project + "/.git", ".git"]
        if text == "--git-path":
            return [project + "/.git/" + rest[-1], ".git/" + rest[-1]]
    out = [pattern for word in call.words[at + 1 :] for pattern in names.patterns(word) if pattern[:1] != "-"]
    out += [piece for pattern in out for piece in pattern.split()]
    return [*out, *([UNTOLD] if any(text in ("--prefix", "--sq-quote", "--parseopt") for text in rest) else ()), HOLE]


def _within(names: "Names") -> "list[str]":
    """The folders below the project's top that the line may be in."""
    top = names.event.project + "/"
    return [base for base in names.known("PWD") or [names.cwd] if base.startswith(top)]


def _given(call: "Call", at: int, names: "Names") -> "list[str]":
    """Commands that print the paths they are given, or those below them."""
    from statewright.policy.outputs.output import fed

    out = [pattern for word in call.words[at + 1 :] for pattern in names.patterns(word) if pattern[:1] != "-"]
    if any(text[:5] == "--std" for text in call.texts):
        out += fed(call, names.calls, names)
    wide = any(one.strip("./") in ("", "*") or one[:1] == ":" or "state" in one for one in out)
    return [*out, *(UNTRACKED if wide else ()), HOLE]


def _settings(rest: "list[str]", names: "Names") -> "list[str]":
    if any("hookspath" in text.lower() for text in rest):
        return [names.event.project + "/.git/hooks"]
    listing = any(text == "--name-only" for text in rest)
    plain_value = any(text in ("user.name", "user.email", "init.defaultBranch", "remote.origin.url", "core.editor") for text in rest)
    return [HOLE] if listing or plain_value else [UNTOLD]


def repository(names: "Names") -> bool:
    """Whether a repository is there, or may be by then."""
    facts, folder = names.event.facts, names.event.project
    if facts is None:
        return True
    low = names.event.script.text.lower() if names.event.script else ""
    if "git init" in low or "git clone" in low or "--git-dir" in low or "git_dir" in low:
        return True
    while folder:
        if facts.kind(folder + "/.git"):
            return True
        folder = folder.rpartition("/")[0]
    return False


def present(names: "Names", paths: "list[str]") -> "list[str]":
    """The protected files that lie there and that some pathspecs select: a commit may hold each of them."""
    facts = names.event.facts
    if not repository(names):
        return []
    there = []
    for path in TRACKED:
        kind = "file" if facts is None else facts.kind(names.event.project + "/" + path)
        there += [path + "/" + name for name in facts.names(names.event.project + "/" + path)] if kind == "dir" else [path] if kind else []
    return [path for path in there if _selected(path, paths)]


def known(path: str) -> bool:
    """Whether a path is one that git may list."""
    return path in TRACKED or path.startswith((".statewright/workflows/", ".claude/hooks/"))


def _index(names: "Names") -> str:
    """Git's index as raw text; "" where it cannot be looked into name by name."""
    facts, folder = names.event.facts, names.event.project + "/.git"
    if facts is None:
        return ""
    try:
        if facts.kind(folder) == "file":  # another worktree's
            folder = (facts.text(folder) or "").partition("gitdir:")[2].strip()
        text = (facts.text(folder + "/index") or "") if facts.kind(folder + "/index") == "file" else ""
    except ValueError:
        return ""
    packed = text[:8] == "DIRC\0\0\0\4" or any("\0" + sign in text for sign in ("link\0", "sdir"))  # names cut short, another file's, whole folders
    return "" if packed else text


def tracked(names: "Names", paths: "list[str]") -> "list[str]":
    """The protected files that git has in its index and some pathspecs select."""
    found = present(names, paths)
    index = _index(names) if found else ""
    return [path for path in found if path in index] if index else found


def _selected(path: str, paths: "list[str]") -> bool:
    """Whether pathspecs may select a file: one of those that name, none of those that leave out."""
    left = [excluded(spec) for spec in paths]
    wanted = [spec for spec, out in zip(paths, left, strict=True) if not out]
    folder = path.partition("/")[0]
    if any(one and (leaves(one, folder) or path == one or path.startswith(one + "/") or _glob(one, 0, path, 0, [2000])) for one in left):
        return False
    return not wanted or any(_chosen(path, spec) for spec in wanted)


def _chosen(path: str, spec: str) -> bool:
    """Whether a pathspec may select a file. gitglossary(7), pathspec."""
    shape = spec.removeprefix("./").rstrip("/")
    if shape[:2] in (":(", ":/") or HOLE in spec or shape[:1] in ("/", "~") or ".." in shape:
        return True
    if shape in ("", ".", ":") or path.startswith(shape + "/"):
        return True
    return _glob(shape, 0, path, 0, [2000])


def _paths(rest: "list[str]", names: "Names", values: str = "") -> "list[str]":
    """The pathspecs among the words behind a subcommand: those behind ``--``, else those that lie there or look like one."""
    if "--" in rest:
        return rest[rest.index("--") + 1 :]
    facts = names.event.facts
    _, found = parse(rest[1:], values, ("--max-count", "--format", "--pretty", "--since", "--until", "--author", "--grep", "--exclude"))
    there = [text for text in found if any(c in text for c in "*?[:") and ".." not in text and "@" not in text]
    return [text for text in found if text in there or (facts is not None and facts.kind(names.cwd + "/" + text))]


def _listed(sub: str, rest: "list[str]", names: "Names", other: bool) -> "list[str]":
    """``git ls-files``, ``git ls-tree``."""
    short = "".join(text[1:] for text in rest[1:] if text[:1] == "-" and text[:2] != "--")
    paths = [text for text in rest[1:] if text[:1] != "-"]
    if sub == "ls-tree":
        return [*present(names, paths[1:]), HOLE]
    if "o" in short or "i" in short or any(text[:3] in ("--o", "--i") for text in rest):
        wide = not paths or any(path.strip("./") == "" or path in (":/", "*") or ".s" in path for path in paths)
        return [*(path for path in UNTRACKED if wide or _selected(path, paths)), *present(names, paths), HOLE]
    if ("d" in short or "--deleted" in rest) and not ("m" in short or "c" in short):
        return [HOLE]
    return [*(present(names, paths) if other else tracked(names, paths)), HOLE]


def _swept(sub: str, rest: "list[str]", names: "Names") -> "list[str]":
    """``git status`` tells what is changed or new, ``git clean -n`` what is new."""
    short = "".join(text[1:] for text in rest[1:] if text[:1] == "-" and text[:2] != "--")
    if sub == "clean" and not ("n" in short or "--dry-run" in rest):
        return [HOLE]
    _, paths = parse([text for text in rest[1:] if text != "--"], "e", ("--exclude",))
    left = [text for text in paths if excluded(text)]
    wide = len(left) == len(paths) or any(path.strip("./") == "" or path in (":/", "*") or ".s" in path for path in paths)
    new = [path for path in UNTRACKED if _selected(path, left if wide else paths)] if wide or paths else []
    kept = new if not ("-uno" in rest or "--untracked-files=no" in rest) else []
    return [*kept, *(present(names, paths) if sub == "status" else ()), HOLE]


def _changed(sub: str, rest: "list[str]", names: "Names") -> "list[str]":
    """Commands that tell the files of changes; without an option for names alone they print what the files hold, too."""
    values = VALUES.get(sub, "")
    paths = _paths(rest, names, values)
    formats = [text.partition("=")[2] for text in rest if text.startswith(("--format", "--pretty"))]
    named = sub == "whatchanged" or any(text == one or text.startswith(one + "=") for text in rest for one in NAMES)
    if "--no-index" in rest:
        return [*(plain(text) or text for text in rest[1:] if text[:1] != "-"), *present(names, []), HOLE]
    options = [text for text in rest if text[:1] == "-"]
    if sub in ("log", "show", "whatchanged"):
        says = not formats or any(piece in one for one in formats for piece in MESSAGES)
        asked = any(text in (("-s", "--no-patch") if sub == "show" else ("-p", "-u", "--patch")) for text in options)
        quiet = asked if sub == "show" else not asked
        if says or not named:  # who wrote it, and why; and what it changed
            return [HOLE] if not says and quiet else [*present(names, paths), UNTOLD]
    only_gone = any(text in ("--diff-filter=D", "--diff-filter=d") and text[-1] == "D" for text in options)
    alone = not any(text[:1] != "-" and text not in paths for text in rest[1:]) and not any(text in ("--cached", "--staged") for text in options)
    if sub in ("diff", "diff-files") and only_gone and alone:
        return [HOLE]  # what lies there was not deleted
    found = present(names, paths)
    return [*found, HOLE] if named else [*found, UNTOLD]
