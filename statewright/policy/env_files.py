"""The files that hold a process's environment: ``/proc/PID/environ``, however the path is written."""

from statewright.policy.env_reads import dump
from statewright.policy.patterns import glob, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Finding
    from statewright.policy.calls import Call
    from statewright.policy.resolve import Names

TREES = ("find", "fd", "fdfind", "grep", "egrep", "rg", "ag", "tar", "cp", "rsync", "tree", "du", "zip")


def refused(call: "Call", names: "Names", here: "list[str]") -> "Finding | None":
    """Refuse a word or a redirect that may name such a file, and a search through the folders that hold them."""
    words = [*call.words[1:], *[redirect.target for redirect in call.command.redirects if redirect.target is not None]]
    inside = any(base.startswith("/proc") for base in here)
    for word in words:
        if not ("/" in word.text or word.vars or word.subst or inside or "/" in word.raw):
            continue
        for pattern in names.patterns(word):
            if pattern[:1] != "/" and "=/" in pattern:
                pattern = pattern[pattern.index("=/") + 1 :]  # dd if=PATH
            for base in here:
                if _holds(pattern if pattern[:1] in ("/", HOLE) else base + "/" + pattern):
                    return dump(word.raw)
    if call.name in TREES and _searches(call, here):
        return dump(call.show())
    return None


def _holds(path: str) -> bool:
    parts: "list[str]" = []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    if len(parts) not in (3, 5) or (plain(parts[0]) is None and HOLE in parts[0]):
        return False
    return glob(parts[0], "proc") and glob(parts[-1], "environ") and (parts[-1] != HOLE) and (len(parts) == 3 or glob(parts[2], "task"))


def _searches(call: "Call", here: "list[str]") -> bool:
    """``find /proc/self -name environ``, ``grep -r X /proc``: anything below /proc whose names may be environ."""
    if not any(text == "/proc" or text.startswith("/proc/") for text in call.texts[1:]) and not any(base.startswith("/proc") for base in here):
        return False
    if call.name not in ("find", "fd", "fdfind"):
        deep = any(text[:1] == "-" and ("r" in text.lower() or "a" in text) for text in call.texts[1:])
        recursive = call.name in ("rg", "ag", "tar", "rsync", "zip") or deep
        return recursive and not any(text.startswith("/proc/") and text.count("/") > 2 for text in call.texts[1:])
    if not any(text in ("-name", "-path", "-maxdepth") for text in call.texts):
        return True
    return any(glob(text, "environ") for text in call.texts[1:] if text[:1] not in "-/")
