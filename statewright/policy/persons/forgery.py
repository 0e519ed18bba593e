"""Forgery: the hook's programs are for the harness to call; an agent that feeds them made-up events makes up facts."""

from statewright.policy.words.patterns import glob, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

EXECUTABLES = ("pre-tool", "post-tool", "stop", "session-start", "session-end", "user-prompt", "config-change", "skill-shell")
MOVES = ("cd", "pushd", "chdir")
RUNNERS = frozenset(("sh", "bash", "dash", "zsh", "ksh", "source", ".", "exec", "env", "xargs", "nohup", "setsid", "timeout"))
# May name the installed hooks: they read, print or compare.
QUIET = frozenset(
    (
        "cat",
        "ls",
        "head",
        "tail",
        "stat",
        "file",
        "wc",
        "grep",
        "egrep",
        "rg",
        "diff",
        "cmp",
        "echo",
        "printf",
        "git",
        "realpath",
        "readlink",
        "test",
        "[",
        "[[",
        "du",
        "sha256sum",
        "which",
        "type",
        "basename",
        "dirname",
        "cd",
        "find",
    )
)
INSTALLED = ("share/statewright/hooks", "share/statewright/bin", "application support/statewright/hooks", "application support/statewright/bin")


def _named(pattern: str) -> bool:
    """Whether a path, as far as the line tells it, is one of the hook executables."""
    pattern = (plain(pattern) or pattern).lower().replace("\\", "/")
    folder, slash, base = pattern.rpartition("/")
    if not any(c.isalpha() for c in base):
        return False  # nothing of the name is known: any program, not ours in particular
    last = folder.rpartition("/")[2]
    for name in EXECUTABLES:
        if base == name and (name != "stop" or last == "hooks"):
            return True  # the bare names too: a PATH may lead to them, and nothing else is called so
        if slash and glob(base, name) and glob(last, "hooks"):
            return True
    return False


def _matched(pattern: str, call: "Call", names: "Names") -> bool:
    """Whether a pattern may match a hook in the folder where they are installed: from wherever the line has gone."""
    if plain(pattern) is not None or HOLE in pattern:
        return False
    froms = [""]
    if pattern[:1] not in "/~":
        moves = [one.words[-1] for one in names.calls if one.name in MOVES and len(one.words) > 1 and one is not call]
        froms += [path.rstrip("/") + "/" for word in moves for path in names.patterns(word)]
    for front in froms:
        *folders, base = (front + pattern.removeprefix("./")).lower().split("/")
        last = [one for one in folders if one not in ("", ".")][-2:]
        if len(last) == 2 and glob(last[0], "statewright") and any(glob(last[1], one) for one in ("bin", "hooks")):
            return any(glob(base, name) for name in EXECUTABLES)
    return False


def _installed(text: str, event: "Event") -> bool:
    low = text.lower()
    return any(part in low for part in INSTALLED) or (bool(event.data) and any(event.data.lower() + part in low for part in ("/hooks", "/bin")))


def forged(call: "Call", names: "Names", event: "Event") -> bool:
    """Whether a call starts, copies or hands on one of the hook's programs."""
    first = names.patterns(call.words[0])
    if any(_named(pattern) or _matched(pattern, call, names) for pattern in first):
        return True
    if call.texts[0] == "stop" and any("hooks" in value for value in names.values.get("PATH", ())):
        return True
    name = call.name
    texts = [text.lower() for text in call.texts[1:]]
    if (name in RUNNERS or name.startswith("python")) and any(
        _named(text) or "statewright.hook" in text or "statewright import hook" in text for text in texts
    ):
        return True
    if name == "find" and any(text in ("-exec", "-execdir", "-ok", "-okdir") for text in texts):
        return any(_named(text) or _installed(text, event) for text in texts)
    if name in QUIET:
        return False
    return any(_installed(pattern, event) for word in call.words[1:] for pattern in (word.raw, *names.patterns(word)))
