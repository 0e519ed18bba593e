"""What programs that list files or tell paths print, as far as protected paths may be among it. Lines as in output.py."""

from statewright.policy.paths import Guard
from statewright.policy.patterns import HIDDEN
from statewright.policy.protected import DOTS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.resolve import Names

# Programs that tell of files what they hold, where they are, what they are: see searched.py.
_SEARCHERS = "rg ag ack ack-grep pt sift ugrep ug grep egrep fgrep zgrep bzgrep xzgrep ggrep rgrep"
SEARCHERS = frozenset(_SEARCHERS.split())
LOCATES = frozenset(("locate", "mlocate", "plocate", "slocate", "mdfind"))
_TELLING = "stat file wc md5sum sha1sum sha256sum sha512sum cksum sum b2sum lsattr getfacl namei print"
TELLING = frozenset(_TELLING.split())
UNTRACKED = (".statewright/runs", ".statewright/config.json")


def listing(call: "Call", names: "Names") -> "list[str]":
    """The lines of a program that tells paths; [HOLE] for all others."""
    name, texts = call.name, call.texts
    event = names.event
    if name in ("pwd", "whoami", "id", "logname", "mktemp"):
        return [{"pwd": names.cwd, "mktemp": "/made-by-mktemp"}.get(name, event.home.rpartition("/")[2])]
    if name in ("realpath", "readlink", "dirname", "basename"):
        return _path(call, names)
    if name == "printenv" and len(texts) == 2:
        return names.known(texts[1]) or [HOLE]
    if name in ("which", "type") or (name == "command" and texts[1:2] == ["-v"]):
        return ["/usr/local/bin/" + texts[-1]]
    if name == "git":
        return _git(call, names)
    if name in ("ls", "dir", "vdir", "tree", "du", "exa", "eza", "lsd"):
        return _folder(call, names)
    if name in SEARCHERS or name in LOCATES or name in TELLING:
        from statewright.policy import searched

        return searched.told(call, names, _guard(names))
    if name in ("find", "fd", "fdfind"):
        from statewright.policy.protection_find import matching, selects

        bases = [names.cwd]
        guard = _guard(names)
        hit = matching(call, guard, names, bases) if name == "find" else selects(call, guard, names, bases)
        return [hit or HOLE, HOLE]
    if name == "compgen":
        return [".statewright", HOLE] if any(text in ("-f", "-d", "-G", "-o") for text in texts) else [HOLE]
    return [HIDDEN] if name in ("base64", "xxd") else [HOLE]


def _guard(names: "Names") -> Guard:
    if names.guard is None:
        names.guard = Guard(names.event)
    return names.guard


def _path(call: "Call", names: "Names") -> "list[str]":
    operands = [word for word in call.words[1:] if word.text[:1] != "-"]
    out = []
    for word in operands[:1] if call.name == "basename" else operands:
        for pattern in names.patterns(word):
            if word.tilde and pattern[:2] == "~/":
                pattern = names.event.home + pattern[1:]
            if call.name == "dirname":
                out.append(pattern.rstrip("/").rpartition("/")[0] or ("/" if pattern[:1] == "/" else "."))
            elif call.name == "basename":
                out.append(pattern.rstrip("/").rpartition("/")[2])
            else:
                out.append(pattern)
    return out or [HOLE]


def _git(call: "Call", names: "Names") -> "list[str]":
    from statewright.policy.follow import subcommand

    at, _ = subcommand(call.words)
    rest = call.texts[at:]
    sub = rest[0] if rest else ""
    project = names.event.project
    if sub == "rev-parse":
        for text in rest[1:]:
            if text == "--show-toplevel":
                return [project]
            if text == "--show-cdup":
                return [""]
            if text in ("--git-dir", "--git-common-dir", "--absolute-git-dir"):
                return [project + "/.git"]
            if text == "--git-path":
                return [project + "/.git/" + rest[-1]]
    short = "".join(text[1:] for text in rest[1:] if text[:1] == "-" and text[:2] != "--")
    if sub == "ls-tree" or (sub == "ls-files" and not ("o" in short or "i" in short or any(text[:3] in ("--o", "--i") for text in rest))):
        from statewright.policy import searched

        if any(c in short for c in "md") or "--modified" in rest or "--deleted" in rest:
            return [HOLE]
        found = searched.tracked(names, [text for text in rest[1:] if text[:1] != "-"][1 if sub == "ls-tree" else 0 :])
        return [found, HOLE] if found else [HOLE]
    if sub == "grep":
        from statewright.policy import searched

        return searched.grepped(rest, names)
    paths = [text for text in rest[1:] if text[:1] != "-"]
    telling = sub in ("ls-files", "status") or (sub == "clean" and ("n" in short or "--dry-run" in rest))
    if telling and all(path.strip("./") == "" or path in (":/", "*") or ".s" in path for path in paths):
        return [*UNTRACKED, HOLE]
    if sub == "check-ignore" and any("*" in path or "state" in path for path in paths):
        return [*UNTRACKED, HOLE]
    if sub == "config" and any("hookspath" in path.lower() for path in paths):
        return [project + "/.git/hooks"]
    return [HOLE]


def _folder(call: "Call", names: "Names") -> "list[str]":
    """``ls -A``, ``ls -d .*``, ``du`` and ``tree -a``: the dot folders that lie there."""
    options = "".join(text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    roots = [pattern for word in call.words[1:] if word.text[:1] != "-" for pattern in names.patterns(word)]
    if call.name in ("ls", "dir", "vdir") and "d" in options:
        return [*roots, HOLE]
    shows = call.name == "du" or "a" in options.lower() or "--all" in call.texts or "--almost-all" in call.texts
    guard = _guard(names)
    out = []
    for root in roots or ["."]:
        if root[-2:] in ("/.", "..") or root[:1] == ".":
            shows = shows or root.strip("./") != ""
        if shows:
            out += [dot for dot in DOTS if guard.hit(root + "/" + dot, names.cwd, "all")]
    return [*out, HOLE]
