"""Which programs a project's checks run: found by PATH as the shell finds them, kept outside the project, compared when a check runs.

A result says what a command's exit status was; a script of that name in a folder of PATH, put there by an agent, says what it likes.
What each word led to when the project was first met stays the truth until a person accepts another. Programs that this user cannot
change are not compared, nor is what is itself the project's (its scripts, its Makefile), nor what a program loads.
"""

from statewright import fast
from statewright.store import layout, seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json

LARGEST = 1 << 20  # bytes of a program whose content is compared; of a larger one, when and how it was last written
DEEPEST = 4  # interpreters behind a script
MOST = 8  # places a program may have
SLACK = 0.1  # seconds; a file's times are those of the last tick
PARTS = ("lines", "known", "offered")
BUILT_IN = frozenset((
    "", ".", ":", "[", "alias", "bg", "break", "builtin", "cd", "command", "continue", "declare", "dirs", "echo", "eval", "exec", "exit", "export",
    "false", "fg", "getopts", "hash", "jobs", "kill", "let", "local", "popd", "printf", "pushd", "pwd", "read", "readonly", "return", "set", "shift",
    "shopt", "source", "test", "times", "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "wait",
))  # fmt: skip
FOREIGN = (".venv", "venv", "node_modules", ".tox", ".nox", "vendor")  # of a project's folders, those that hold others' programs
CHANGED = "%s is not what it was when the checks of this project were met%s. If it is right as it is, a person runs: statewright accept"
MOVED = "what PATH leads to changed while it ran; run it again with nothing else going on"


def seen(project: str, data: str, check: "Json", since: str = "", least: int = 0) -> "tuple[str, str, int]":
    """(why the program of a check is not to be believed or "", what it was found by, the number of the record that tells).

    since: what it was found by as the check began. least: the number of the record that the run was told by last: an earlier one was put back.
    """
    if fast.WINDOWS:
        return "", "", 0  # its ways of finding a program are others; not provided for
    folder = project + "/" + check["cwd"] if check.get("cwd") else project
    path = fast.getenv("PATH")
    kept = read(project, data, least)
    if _key(check) not in kept["lines"]:
        kept = learn(project, data, [check], least)
    wrong, new = "", False
    found = _closure(kept["lines"][_key(check)], project, folder, path)
    for name, at in found.items():
        one = kept["known"].get(name) or {"at": kept["at"], "as": []}
        if not at or _fits(at, one):
            continue
        if not one["as"] and _fleet(project):
            kept["known"][name] = {**one, "as": [_look(at)]}
            new = True
            continue
        kept["offered"][name] = _look(at)
        before = one["as"][0]["at"] if one["as"] else ""
        was = " (found at %s, before at %s)" % (at, before) if before and before != at else " (%s)" % at if at != name else ""
        wrong = wrong or CHANGED % (name, was)
    if wrong or new:
        _write(project, data, kept)
    by = _token(found, folder, path)
    return wrong or (MOVED if since and since != by else ""), by, kept.get("n", 0)


def learn(project: str, data: str, checks: "list[Json]", least: int = 0) -> "Json":
    """Keep what the words of checks lead to that are new here; gives all that is kept."""
    kept = read(project, data, least)
    fresh = [check for check in checks if _key(check) not in kept["lines"] and not fast.WINDOWS]
    for check in fresh:
        kept["lines"][_key(check)] = words = _words(check["command"])
        folder = project + "/" + check["cwd"] if check.get("cwd") else project
        for name, at in _closure(words, project, folder, fast.getenv("PATH")).items():
            if name not in kept["known"]:
                known = at and kept["at"]
                kept["known"][name] = {"at": fast.now() if kept["at"] else 0, "as": [_look(at)] if known else []}
    if fresh or fast.kind(layout.programs(data, project)) != "file":
        _write(project, data, kept)
    return kept


def meet(project: str, data: str) -> None:
    """Have the project met anew: a person put other rules into it."""
    _write(project, data, _new())


def accept(project: str, data: str, names: "list[str]") -> "list[str]":
    """Believe the programs that were offered under these names; gives those that changed once more meanwhile."""
    kept = read(project, data)
    kept["at"] = kept["at"] or fast.now()
    again = []
    for name in names:
        one = kept["offered"].pop(name)
        now = _look(one["at"])
        if now["real"] != one["real"] or (now["stat"] != one["stat"] and (not one["sha"] or now["sha"] != one["sha"])):
            again.append(name)
            kept["offered"][name] = now
        else:
            before = kept["known"].get(name, {"at": kept["at"], "as": []})
            others = [row for row in before["as"] if row["at"] != one["at"]]  # who changes between environments is asked once
            kept["known"][name] = {"at": before["at"], "as": [one, *others][:MOST]}
    _write(project, data, kept)
    return again


def read(project: str, data: str, least: int = 0) -> "Json":
    """What is kept of a project: ``lines`` (the words of each check), ``known`` and ``offered`` (by word), ``at``, when it was first met (seconds
    since the epoch; 0 where that is lost), ``n``, a number that grows with each write. least: a record with a smaller one is not the last."""
    line = fast.read_file(layout.programs(data, project))
    if line is None and not seal.begun(data, project):
        return _new()
    try:
        kept = fast.loads(seal.last(data, project, "programs", line or b""))
    except ValueError:
        kept = {}
    whole = isinstance(kept, dict) and isinstance(kept.get("at"), (int, float)) and all(isinstance(kept.get(key), dict) for key in PARTS)
    whole = whole and (not least or kept.get("n", 0) >= least)
    return kept if whole else {"at": 0, "lines": {}, "known": {}, "offered": {}}  # damaged, gone or not ours: all is to be accepted


def _new() -> "Json":
    return {"at": fast.now(), "lines": {}, "known": {}, "offered": {}}


def _write(project: str, data: str, kept: "Json") -> None:
    fast.make_dirs(data + "/programs")

    def body(before: "bytes | None") -> bytes:
        """The record with a number above the one it takes the place of, and above those that were lost: the time."""
        try:
            last = fast.loads(before or b"{}")
        except ValueError:
            last = {}
        number = last.get("n", 0) if isinstance(last, dict) else 0
        kept["n"] = max(number + 1 if isinstance(number, int) else 1, int(fast.now() * 1000))
        return fast.dumps(kept)

    seal.put(data, project, "programs", layout.programs(data, project), body)


def _fleet(project: str) -> bool:
    """Whether nobody is there to accept anything: then what an agent installs first is what there is. No other takes its place."""
    wanted = fast.getenv("STATEWRIGHT_ACCEPT")
    return bool(wanted) and wanted == layout.source_digest(project)


def _key(check: "Json") -> str:
    return "%s\0%s" % (check["command"].strip(), check.get("cwd", ""))


def _words(line: str) -> "list[str]":
    """The words of a line that name programs, those behind wrappers too."""
    from statewright.shell.reader import read as read_line

    found = {}
    moved = False
    for command in read_line(line).commands:
        word = command.words[0] if command.words else None
        if word is None or not word.plain or word.text in BUILT_IN:
            moved = moved or (word is not None and word.text in ("cd", "pushd"))
        elif "/" not in word.text or word.text[0] == "/" or not moved:  # from another folder: which one is not known
            found[word.text] = True
    return list(found)


def _closure(words: "list[str]", project: str, folder: str, path: str) -> "dict[str, str]":
    """Where each word leads, "" for nowhere, and the interpreters of what is a script."""
    found: "dict[str, str]" = {}
    for word in words:
        if "/" in word and _own(fast.real(word if word[0] == "/" else folder + "/" + word), project):
            continue
        for _ in range(DEEPEST):
            if word in found:
                break
            found[word] = at = find(word, folder, path)
            word = _interpreter(at) if at else ""
            if not word:
                break
    return found


def _own(path: str, project: str) -> bool:
    inside = path[len(project) + 1 :] if path.startswith(project + "/") else ""
    return bool(inside) and not any(part in FOREIGN for part in inside.split("/"))


def find(word: str, folder: str, path: str) -> str:
    """The file a shell would run for a word, "" for none."""
    for part in [""] if "/" in word else path.split(":"):
        at = part.rstrip("/") + "/" + word if part else word
        if at[0] != "/":
            at = folder + "/" + at
        one = fast.looked(at)
        if one is not None and one.st_mode & 0o170000 == 0o100000 and one.st_mode & 0o111:
            return at
    return ""


def _interpreter(path: str) -> str:
    """What the first line of a script names: a path, or behind env a word."""
    try:
        head = fast.read_file(path, 256) or b""
    except OSError:
        return ""
    if head[:2] != b"#!":
        return ""
    words = [word for word in head[2:].partition(b"\n")[0].decode("utf-8", "surrogateescape").split() if "=" not in word]
    if words and words[0].rpartition("/")[2] == "env":
        words = [word for word in words[1:] if word[0] != "-"]
    return words[0] if words else ""


def _look(at: str) -> "Json":
    real = fast.real(at)
    return {"at": at, "real": real, "link": _mark(fast.looked(at, False)), "stat": _mark(fast.looked(real)), "sha": _sha(real)}


def _mark(one: "Any") -> str:
    return "%d:%d:%d:%d:%d" % (one.st_dev, one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns) if one is not None else ""


def _sha(path: str) -> str:
    try:
        data = fast.read_file(path, LARGEST + 1)
    except OSError:
        return ""
    return fast.sha256(data) if data and len(data) <= LARGEST else ""


def _fits(at: str, kept: "Json") -> bool:
    """Whether a program is the one that is kept, cannot be this user's doing, or was there all along (under another PATH, say)."""
    real = fast.real(at)
    one, link = fast.looked(real), fast.looked(at, False)
    if one is None or link is None or _beyond(at, real):
        return True
    for before in kept["as"]:
        if before["at"] != at:
            continue
        if before["real"] == real and (before["stat"] == _mark(one) or (before["sha"] and before["sha"] == _sha(real))):
            return True
        if before["link"] == _mark(link) and before["real"] != real and _beyond(real, real):
            return True  # a link as it was, to what the system keeps up to date
    since = kept["at"] - SLACK
    return bool(one.st_ctime < since and link.st_ctime < since) and not any(before["at"] == at for before in kept["as"])


def _beyond(at: str, real: str) -> bool:
    """Whether this user can change neither a program nor what its name leads to."""
    me = fast.user()
    if me <= 0:
        return False
    looked = [fast.looked(one) for one in (at.rpartition("/")[0] or "/", real.rpartition("/")[0] or "/", real)]
    return all(one is not None and one.st_uid != me and not one.st_mode & 0o022 for one in looked)


def _token(found: "dict[str, str]", folder: str, path: str) -> str:
    """A short text that changes when another program could have been found meanwhile, were it for a moment."""
    parts = []
    for word, at in found.items():
        parts.append(word)
        if "/" not in word:
            for part in path.split(":"):
                one = fast.looked(part if part[:1] == "/" else folder + "/" + part)
                parts.append("%d:%d" % (one.st_ino, one.st_ctime_ns) if one is not None else "")
                if at.rpartition("/")[0] == part.rstrip("/"):
                    break
        if at:
            parts += [_mark(fast.looked(at, False)), _mark(fast.looked(at))]
    return fast.sha256("\0".join(parts).encode("utf-8", "surrogateescape"))[:16]
