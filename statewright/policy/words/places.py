"""Working folders: where each command of a line runs, as far as ``cd`` and ``pushd`` tell."""

from statewright.fast import normal
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

UNKNOWN = "\0"
# What changes the folder of the commands behind it, some of them by an option alone.
_MOVING = """
    cd chdir pushd popd env sudo systemd-run unshare nsenter parallel env_parallel bwrap start-stop-daemon flatpak-spawn find fd uv poetry tmux pnpm
    yarn npm
"""
MOVING = frozenset(_MOVING.split())


def folders(event: "Event", calls: "list[Call]", names: "Names") -> "list[list[str]]":
    """For each call the folders it may run in; UNKNOWN among them when that is not plain to see."""
    if not any(call.name in MOVING for call in calls):
        return [[event.cwd or event.project] for _ in calls]
    from statewright.policy.words import moved

    return moved.folders(event, calls, names)


def outside(path: str, event: "Event") -> bool:
    """Whether a folder is not plainly inside the project."""
    if path == UNKNOWN or not path:
        return True
    for way in (path, normal(path)) if ".." in path else (path,):  # a shell takes ``LINK/..`` by its letters, others go where the link leads
        real = event.facts.real(way) if event.facts is not None else way
        if real != event.project and not real.startswith(event.project + "/"):
            return True
    return False


class Place:
    """Where a command runs and what its variables may hold."""

    __slots__ = ("event", "here", "names")

    def __init__(self, event: "Event", names: "Names", here: "list[str]") -> None:
        self.event = event
        self.names = names
        self.here = here

    def leaves(self, path: str) -> bool:
        """Whether a path is not plainly inside the project."""
        if path in ("", "/dev/null"):
            return False
        if path == "-" or HOLE in path or path[:1] in ("{", "[", "<") or "://" in path or path[:5] in ("data:", "file:"):
            return True
        if path[:1] == "~":
            path = self.event.home + path[1:]
        bases = [""] if path[:1] == "/" else [base + "/" if base != UNKNOWN else UNKNOWN for base in self.here]
        return any(base == UNKNOWN or outside(base + path, self.event) for base in bases)


def git_leaves(call: "Call", event: "Event") -> bool:
    """Whether ``git -C DIR`` works outside the project."""
    if call.name != "git":
        return False
    base = event.cwd or event.project
    for i, text in enumerate(call.texts[:-1]):
        if text == "-C" and i and (call.texts[i - 1] in ("git", "--no-pager", call.texts[0]) or call.texts[i - 2] == "-C"):
            word = call.words[i + 1]
            for path in [word.text] if word.static else _known(word, event):
                if path[:1] == "~":
                    path = event.home + path[1:]
                if outside(path if path[:1] == "/" else base + "/" + path, event):
                    return True
                base = path if path[:1] == "/" else base + "/" + path  # each -C counts from the one before
    return False


def _known(word: "Word", event: "Event") -> "list[str]":
    """What the line tells of a folder's name."""
    from statewright.policy.words.patterns import plain
    from statewright.policy.words.resolve import names_of

    texts = [plain(pattern) for pattern in names_of(event, event.extra.get("calls", [])).patterns(word)]
    return [text for text in texts if text]
