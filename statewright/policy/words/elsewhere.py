"""The folders in which wrappers start their command: ``env -C``, ``sudo -D``, ``find -execdir`` and the like.

env(1), sudo(8), systemd-run(1), unshare(1), parallel(1), find(1). Loaded for the lines alone that hold such a program.
"""

from statewright.policy.words.moved import join, matching
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN
from statewright.policy.words.places import UNKNOWN
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.moved import Walk
    from statewright.policy.words.resolve import Names

# The short and the long option by which a wrapper names its command's folder.
ELSEWHERE = {
    "env": ("C", "--chdir"), "sudo": ("D", "--chdir"), "systemd-run": ("", "--working-directory"), "unshare": ("w", "--wd"), "nsenter": ("w", "--wd"),
    "parallel": ("", "--workdir"), "env_parallel": ("", "--workdir"), "bwrap": ("", "--chdir"), "start-stop-daemon": ("d", "--chdir"),
    "flatpak-spawn": ("", "--directory"), "fd": ("", "--base-directory"), "uv": ("", "--directory"), "poetry": ("C", "--directory"),
    "tmux": ("c", ""), "pnpm": ("C", "--dir"), "yarn": ("", "--cwd"), "npm": ("", "--prefix"),
}  # fmt: skip
VALUES = {
    "env": "uCS", "sudo": "CDghpRrTtUu", "unshare": "RwSG", "nsenter": "tSGrw", "start-stop-daemon": "pxnuagsd", "poetry": "CP", "tmux": "cfLSnstxy",
}  # fmt: skip
DEEP = 6  # folders below a start of find -execdir


def folders(call: "Call", here: "list[str]", walk: "Walk") -> "list[str]":
    """Where a wrapper's command may run, [] where that is no other folder."""
    if call.name in ELSEWHERE:
        return _named(call, here, walk)
    if call.name != "find" or not any(text in ("-execdir", "-okdir") for text in call.texts):
        return []
    root = walk.event.project
    return [*here, *_starts(call, here, walk), *(root + "/_" * n for n in range(1, DEEP))]


def _named(call: "Call", here: "list[str]", walk: "Walk") -> "list[str]":
    short, long = ELSEWHERE[call.name]
    letters = VALUES.get(call.name, short)
    words, out, i = call.words, [], 1
    while i < len(words):
        text = words[i].text
        name, sign, _ = text.partition("=")
        front = -1
        if long and text[:2] == "--" and (abbreviates(name, long) or (call.name[-8:] == "parallel" and name == "--wd")):
            i += not sign
            front = len(name) + 1 if sign else 0
        elif text.startswith(("WorkingDirectory=", "--property=WorkingDirectory=")):
            front = text.index("Directory=") + 10
        elif text[:1] == "-" and text[1:2] != "-":
            at = next((k for k in range(1, len(text)) if text[k] in letters), 0)
            if at and text[at] == short:
                i += at == len(text) - 1
                front = 0 if at == len(text) - 1 else at + 1
            elif at == len(text) - 1 and at:
                i += 1
        elif not (name == "-" or sign) and call.name not in ("tmux", "fd", "systemd-run"):
            break
        if front >= 0 and i < len(words):
            out += [one for base in here for pattern in walk.names.patterns(words[i]) for one in _unseen(base, pattern[front:], walk)]
        i += 1
    return out


def adrift(call: "Call", names: "Names") -> bool:
    """Whether a wrapper is told its command's folder by a value that may be any."""
    short, long = ELSEWHERE[call.name]
    for i, word in enumerate(call.words[1:], 1):
        if word.static:
            continue
        before, front = call.texts[i - 1], word.text.partition("=")[0]
        named = long and before[:2] == "--" and abbreviates(before, long)
        told = named or (short and before[:1] == "-" and before[:2] != "--" and before[-1:] == short)
        own = (short and word.text[:2] == "-" + short) or (long and front[:2] == "--" and HOLE not in front and abbreviates(front, long))
        if (told or own or "WorkingDirectory" in front) and any(HIDDEN in pattern for pattern in names.patterns(word)):
            return True
    return False


def _unseen(base: str, pattern: str, walk: "Walk") -> "list[str]":
    """The folders that a value names: as ``cd`` would take it, so one that nobody can read here is any."""
    if any(c in pattern for c in "*?["):
        return matching(base, pattern, walk.event) if HOLE not in pattern else [UNKNOWN]
    if HOLE not in pattern:
        return [join(base, pattern, walk.event)]
    if pattern[:1] == HOLE or ".." in pattern or HIDDEN in pattern:
        return [UNKNOWN]
    return [join(base, pattern.replace(HOLE, "_"), walk.event)]


def _starts(call: "Call", here: "list[str]", walk: "Walk") -> "list[str]":
    out = []
    for word in call.words[1:]:
        if word.text[:1] in ("-", "(", "!"):
            break
        out += [join(base, pattern, walk.event) for base in here for pattern in walk.names.patterns(word)]
    return out
