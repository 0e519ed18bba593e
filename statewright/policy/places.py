"""Working folders: where each command of a line runs, as far as ``cd`` and ``pushd`` tell."""

from statewright.policy.patterns import plain
from statewright.policy.resolve import Names
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.calls import Call

UNKNOWN = "\0"


def folders(event: "Event", calls: "list[Call]", names: Names) -> "list[list[str]]":
    """For each call the folders it may run in; UNKNOWN among them when that is not plain to see."""
    base = event.cwd or event.project
    current = [base]
    outer: "list[tuple[tuple[str, ...], list[str]]]" = []  # what to go back to when a subshell ends
    out = []
    for call in calls:
        place = _shells(call.command.place)
        while outer and place[: len(outer[-1][0])] != outer[-1][0]:
            current = outer.pop()[1]
        if place and (not outer or outer[-1][0] != place):
            outer.append((place, list(current)))
        out.append(list(current))
        if call.name in ("cd", "pushd") and not call.command.behind:
            fresh = _target(call, current, event, names)
            current = fresh if not place and fresh != [UNKNOWN] else _both(fresh, outer[-1][1] if outer else current)
        elif call.name == "popd":
            current = _both([base], current)
        elif call.name == "env" and call.command.wrapper:
            for i, text in enumerate(call.texts):
                if text in ("-C", "--chdir") and i + 1 < len(call.texts):
                    current = _both(current, [_join(base, one, event) for one in names.patterns(call.words[i + 1])])
                elif text.startswith("--chdir="):
                    current = _both(current, [_join(base, one[8:], event) for one in names.patterns(call.words[i])])
    return out


def _shells(place: "tuple[str, ...]") -> "tuple[str, ...]":
    """The part of a place that is a process of its own."""
    for i in range(len(place) - 1, -1, -1):
        if place[i][:5] in ("subsh", "subst", "proc:") or place[i][:4] in ("pipe", "proc"):
            return place[: i + 1]
    return ()


def _both(one: "list[str]", other: "list[str]") -> "list[str]":
    return one + [path for path in other if path not in one]


def _join(base: str, path: str, event: "Event") -> str:
    if path[:1] == "~":
        path = event.home + path[1:] if path[1:2] in ("", "/") else "/" + path
    return path if path[:1] == "/" else base + "/" + path


def _target(call: "Call", current: "list[str]", event: "Event", names: Names) -> "list[str]":
    words = [word for word in call.words[1:] if word.text not in ("-P", "-L", "-e", "-n", "--", "-@")]
    if not words:
        return [event.home] if call.name == "cd" else current
    if words[0].text == "-":
        return _both(current, [event.cwd or event.project])
    out: "list[str]" = []
    for pattern in names.patterns(words[0]):
        text = plain(pattern)
        if text is None and HOLE not in pattern:
            text = pattern
        if text is None:
            if pattern[:1] == HOLE or ".." in pattern:
                return [UNKNOWN]
            text = pattern.replace(HOLE, "_")  # a folder below one that is plain to see
        if words[0].tilde or pattern[:1] != "~":
            out += [_join(base, text, event) if base != UNKNOWN else text for base in current]
    return out or [UNKNOWN]


def outside(path: str, event: "Event") -> bool:
    """Whether a folder is not plainly inside the project."""
    if path == UNKNOWN or not path:
        return True
    real = event.facts.real(path) if event.facts is not None else path
    return not (real == event.project or real.startswith(event.project + "/"))


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
    for i, text in enumerate(call.texts[:-1]):
        if text == "-C" and i and call.texts[i - 1] in ("git", "--no-pager", call.texts[0]):
            path = call.texts[i + 1]
            if HOLE in path:
                continue
            if path[:1] == "~":
                path = event.home + path[1:]
            if outside(path if path[:1] == "/" else (event.cwd or event.project) + "/" + path, event):
                return True
    return False
