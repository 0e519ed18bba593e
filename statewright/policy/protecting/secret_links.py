"""Links of the project that lead to the person's secrets, where a line does not spell them out: met by a pattern, by a program that
goes through folders and follows links, through a listing, or in a program's text.

GNU grep, findutils, diffutils, coreutils and tar manuals; the guides of ripgrep, ag, ugrep and fd; zip(1), rsync(1), scp(1), 7z's switches.
Loaded only where there are secrets, and for such lines alone.
"""

from statewright.policy.protecting.searches import GREPS, LISTERS, RECURSE, SEARCHERS, WHOLE
from statewright.policy.protecting.searches import operands as searched
from statewright.policy.protecting.secrets import RUNS, at
from statewright.policy.words.options import has, parse
from statewright.policy.words.patterns import _glob, glob, plain
from statewright.shell.model import HOLE
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.protecting.secrets import Secret
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

MOST = 1000  # folders gone through, those near the top first; a tree may be of any size, and a link lies where somebody sees it;
# refusing beyond it would refuse every search through a large project
# They tell of a file by its name, or take it as a whole: what it holds stays where it is.
_NAMING = """
    ls dir vdir exa eza lsd tree stat echo print printf test [ [[ rm mv git basename dirname realpath readlink du touch chmod cd export local declare
"""
FINDERS = ("find", "gfind", "fd", "fdfind")
NAMING = frozenset(_NAMING.split())
# The options by which a program follows the links it meets on its way down; "" for those that always do.
_FOLLOWING = """
    rg -L --follow|ripgrep -L --follow|rga -L --follow|ag -f --follow|ack --follow|ack-grep --follow|ugrep -R -S --dereference-recursive
    ug -R -S --dereference-recursive|pt --follow|sift --follow|tar -h --dereference|gtar -h --dereference|bsdtar -L -H --dereference
    cp -L -H --dereference
    rsync -L --copy-links --copy-unsafe-links|find -L -follow|gfind -L -follow|fd -L --follow|fdfind -L --follow|rclone -L --copy-links
    diff|colordiff|gdiff|zip|7z|7za|7zr|7zz|scp|docker -L --follow-link|podman -L --follow-link|kdiff3|meld|python|python3
"""
FOLLOWING = {one.split()[0]: tuple(one.split()[1:]) for one in _FOLLOWING.replace("\n", "|").split("|") if one.strip()}
COPYING = ("cp", "scp", "zip", "rsync", "docker", "podman")  # never the folder they work in unless told
STAYING = {"zip": ("-y", "--symlinks"), "diff": ("--no-dereference",), "7z": ("-snl",), "7za": ("-snl",), "7zz": ("-snl",)}


def met(secret: "Secret", call: "Call", bases: "list[str]", names: "Names", fed: bool) -> bool:
    """Whether a command that goes through folders, or a program's text, may read what such a link leads to. fed: some command of the line
    takes the names that another lists."""
    folders, tests, depth = roots(call, fed)
    if any(walked(secret, at(folder, base, names.event), tests, depth) for folder in folders for base in bases):
        return True
    return any(spelled(secret, call, base) for base in bases)


def matched(secret: "Secret", pattern: str, bases: "list[str]", event: "Event") -> bool:
    """Whether what a word may become is a pattern that matches such a link."""
    return plain(pattern) is None and HOLE not in pattern and any(matches(secret, at(pattern, base, event)) for base in bases)


def matches(secret: "Secret", pattern: str) -> bool:
    """Whether a pattern (absolute, see words/patterns.py) matches a link, or a second name, that leads to what is secret."""
    facts, found, several = secret.facts, [""], secret.twice()
    parts = [part for part in pattern.split("/") if part]
    for n, part in enumerate(parts):
        bare, last, fresh = plain(part), n + 1 == len(parts), []
        for folder in found[:MOST]:
            if bare is not None:
                fresh.append(folder + "/" + bare)
            elif part.startswith("**"):
                return walked(secret, folder or "/")
            else:
                links, folders = facts.entries(folder or "/")
                named = [folder + "/" + name for name in links if _glob(part, 0, name, 0, [2000])]
                if any(secret.holds(path) or (not last and secret.below(path)) for path in named):
                    return True
                if several and any(secret.holds(folder + "/" + name) for name in facts.names(folder or "/") if _glob(part, 0, name, 0, [2000])):
                    return True
                if not last:
                    fresh += [*named, *(folder + "/" + name for name in folders if _glob(part, 0, name, 0, [2000]))]
        if last and bare is not None and any(secret.holds(path) for path in fresh):
            return True
        found = fresh
    return False


def walked(secret: "Secret", root: str, tests: "list[str] | None" = None, depth: int = 99) -> bool:
    """Whether a link in a folder, or below it, leads to the secrets or to a folder above them. tests: patterns, one of which its name fits."""
    waiting, several = [(root, 0)], secret.twice()
    for folder, deep in waiting:
        links, folders = secret.facts.entries(folder)
        for name in links if not several else secret.facts.names(folder):
            if tests and not any(glob(test, name.lower()) for test in tests):
                continue
            path = folder.rstrip("/") + "/" + name
            if secret.holds(path) or (name in links and secret.below(path)):
                return True
        if len(waiting) < MOST and deep < depth:
            waiting += [(folder.rstrip("/") + "/" + name, deep + 1) for name in folders if name != ".git"]
    return False


def roots(call: "Call", fed: bool) -> "tuple[list[str], list[str], int]":
    """``(the folders that a program goes through, the patterns of names it looks for, how deep)`` where it follows or lists the links there."""
    name, texts = call.name, call.texts[1:]
    runs = (fed and not call.command.open) or (name in FINDERS and any(text in RUNS for text in texts))
    if name in ("find", "gfind") and runs:
        tests = [texts[i + 1].lower() for i in range(len(texts) - 1) if texts[i] in ("-name", "-iname") and texts[i - 1 : i] not in (["-not"], ["!"])]
        files = any(texts[i : i + 2] == ["-type", "f"] for i in range(len(texts))) and not _follows(call)
        start = next((i for i, text in enumerate(texts) if text[:1] in "-(!" and text not in ("-L", "-H", "-P")), len(texts))
        return ([], [], 0) if files else ([text for text in texts[:start] if text[:1] != "-"] or ["."], tests, 99)
    operands = [text for text in texts if text[:1] not in ("-", "+") and text]
    if name in LISTERS and runs and name not in ("find", "gfind"):
        deep = name not in ("ls", "dir", "vdir") or bool(has(parse(texts, "ITw")[0], texts, ("-R", "--recursive")))
        return operands if operands and name in ("ls", "dir", "vdir") else [*operands, "."], [], 99 if deep else 0
    if not _follows(call):
        return [], [], 0
    if name in ("diff", "colordiff", "gdiff"):
        return operands, [], 99 if has(parse(texts)[0], texts, ("-r", "--recursive")) else 0
    if name in GREPS or (name in SEARCHERS and name != "ag"):
        return searched(call) or ["."], [], 99
    return [*operands, "."] if name not in COPYING else operands, [], 99


def _follows(call: "Call") -> bool:
    """Whether a program reads what the links lead to that it meets in folders."""
    name, texts = call.name, call.texts[1:]
    if name in GREPS:
        return bool(has(parse(texts, "efmABCdD")[0], texts, ("-R", "--dereference-recursive")))
    options = FOLLOWING.get(name)
    if options is None:
        return False
    found = parse(texts)[0]
    if has(found, texts, STAYING.get(name, ())):
        return False
    if name in ("python", "python3"):
        return "http.server" in texts or "zipfile" in texts
    cluster = texts[0] if name in ("tar", "gtar", "bsdtar") and texts and texts[0][:1] != "-" else ""
    return not options or bool(has(found, texts, options)) or any(one[1] in cluster for one in options if one[1:2] != "-")


def spelled(secret: "Secret", call: "Call", base: str) -> bool:
    """Whether a program's text spells a link's name out: ``python3 -c "open('notes.txt')"``."""
    if family(call.name) not in READING and call.name not in READING:
        return False
    texts = [word.text for word in call.words[1:]] + [one.heredoc.text for one in call.command.redirects if one.heredoc is not None]
    for text in texts:
        for sign in "'\"`()<>,;[]{}=":
            text = text.replace(sign, " ")
        for piece in dict.fromkeys(text.split()):
            if len(piece) < 4096 and "\0" not in piece and secret.holds(piece if piece[:1] == "/" else base + "/" + piece):
                return True
    return False


READING = frozenset((
    "python", "pypy", "ipython", "node", "nodejs", "deno", "bun", "perl", "ruby", "php", "lua", "luajit", "awk", "gawk", "mawk", "nawk", "sed",
    "gsed", "tclsh", "julia", "Rscript", "ex", "vim", "vi", "nvim", "emacs", "ed", "osascript", "groovy", "jq",
))  # fmt: skip


# All programs for which ``roots`` or ``spelled`` here, or ``operands`` or ``lists`` in searches.py, may find something.
DEEP = frozenset((*GREPS, *SEARCHERS, *LISTERS, *RECURSE, *WHOLE, *FINDERS, *FOLLOWING, *READING, "git", "python2", "python3"))
