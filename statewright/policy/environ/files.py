"""The files that hold a process's environment: ``/proc/PID/environ``, however the path is written, and through the links of /dev (proc(5))."""

from statewright.policy.environ.reads import dump
from statewright.policy.words.patterns import glob, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Finding
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

NAMED = ("-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename")
TREES = ("ln", "mount", "bindfs", "find", "fd", "fdfind", "grep", "egrep", "rg", "ag", "tar", "cp", "rsync", "tree", "du", "zip")


def refused(call: "Call", names: "Names", here: "list[str]") -> "Finding | None":
    """Refuse a word or a redirect that may name such a file, and a search through the folders that hold them."""
    words = [*call.words[1:], *[redirect.target for redirect in call.command.redirects if redirect.target is not None]]
    inside = any(base.startswith(("/proc", "/dev", HOLE)) for base in here)
    for word in words:
        if not ("/" in word.text or word.vars or word.subst or inside or "/" in word.raw):
            continue
        for pattern in names.patterns(word):
            for path in _paths(pattern):
                for base in here:
                    if holds(path if path[:1] in ("/", HOLE) else base + "/" + path):
                        return dump(word.raw)
    if call.name in TREES and _searches(call, here):
        return dump(call.show())
    return None


def _paths(pattern: str) -> "list[str]":
    """What of a word may be a path: ``if=PATH``, ``-fPATH``, ``@/PATH`` and the like."""
    out = [pattern]
    if pattern[:1] != "/" and "=" in pattern:
        out.append(pattern[pattern.index("=") + 1 :])
    if pattern[:1] == "-":
        out.append(pattern[2:])
    for root in ("/proc/", "/dev/"):
        at = pattern.find(root)
        if at > 0 and (not pattern[at - 1].isalnum() or pattern[:1] == "-"):
            out.append(pattern[at:])
    return out


def holds(path: str) -> bool:
    """A path through /proc, or through /dev, whose fd and stdin are links into it: behind such a link ``..`` is a folder of /proc."""
    last = path.rstrip("/").rpartition("/")[2]
    if not glob(last, "environ"):
        return False
    telling = any(c in "environ" for c in last)  # more than * or a variable
    if path[:1] == HOLE:
        return telling and path != last
    if path.endswith(("/proc/self/environ", "/proc/1/environ", "/proc/thread-self/environ")):
        return True  # wherever /proc is mounted
    parts: "list[str]" = []
    special = climbs = False
    for part in path.split("/"):
        if part == "..":
            climbs = climbs or special
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
        special = special or (bool(parts) and (glob(parts[0], "proc") or glob(parts[0], "dev")) and (telling or HOLE not in parts[0]))
    if special and (telling or climbs):
        return len(parts) > 1 or climbs
    if len(parts) not in (3, 5) or (plain(parts[0]) is None and HOLE in parts[0]):
        return False
    inside = len(parts) == 3 or glob(parts[2], "task")
    return glob(parts[0], "proc") and inside and (last != HOLE or (plain(parts[0]) == "proc" and _process(parts[1])))


def _process(part: str) -> bool:
    """Whether a name below /proc may be a process's folder."""
    return part in ("self", "thread-self") or part.isdigit() or plain(part) is None


def _tree(text: str) -> bool:
    """Whether a path is /proc, or a folder below which the environment of a process lies."""
    if text[:5] == "/dev/":
        return "/.." in text
    parts = [part for part in text.split("/") if part not in ("", ".")]
    if text[:1] != "/" or parts[:1] != ["proc"]:
        return False
    return len(parts) == 1 or (_process(parts[1]) and (len(parts) == 2 or parts[2] == "task" or ".." in parts))


def _searches(call: "Call", here: "list[str]") -> bool:
    """``find /proc/self -name environ``, ``grep -r X /proc``: anything below /proc whose names may be environ."""
    given = [text.partition("=")[2] if text[:1] == "-" else text for text in call.texts[1:]]
    if not any(_tree(text) for text in given) and not any(base.startswith("/dev/") or _tree(base) for base in here):
        return False
    if call.name in ("ln", "mount", "bindfs"):
        return True
    if call.name not in ("find", "fd", "fdfind"):
        deep = any(text[:1] == "-" and ("r" in text.lower() or "a" in text) for text in call.texts[1:])
        return call.name in ("rg", "ag", "tar", "rsync", "zip") or deep
    named = [text for before, text in zip(call.texts, call.texts[1:], strict=False) if before in NAMED]
    runs = any(text[:5] in ("-exec", "-okdi", "-ok") for text in call.texts) or (call.command.place[-1:] and call.command.place[-1][:5] == "pipe:")
    if not named:
        return bool(runs) or "-maxdepth" not in call.texts
    return any(glob(text.rpartition("/")[2], "environ") for text in named)
