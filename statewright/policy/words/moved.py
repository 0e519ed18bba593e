"""Where the commands of a line run when it changes folders: ``cd`` and its like, and the wrappers that start a command elsewhere.

A ``cd`` that may fail, or may never run, leaves the old folder possible as well: only in its own ``&&`` list is it sure, or where its
target is there and nothing decides over it. env(1), sudo(8), systemd-run(1), unshare(1), parallel(1), find(1).
"""

from statewright.policy.words.patterns import glob, plain, telling
from statewright.policy.words.places import MOVING, UNKNOWN, outside
from statewright.policy.words.roads import process
from statewright.policy.words.stacked import named, numbered, printed, visited
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

SAME = ("command", "builtin", "exec", "time", "eval", "noglob", "nocorrect", "-", "trap")  # what they run, runs in this very shell
SURE = ("wrapper", "eval", "group")  # places that are entered whenever the line comes to them
TELLING = ("PWD", "pwd", "DIRSTACK", "dirs", "~+", "~-", "realpath", "readlink", "abspath")  # what tells of the folder that a line is in
WIDEST = 64  # folders that a pattern may lead to; beyond that none of them is plain to see
MOST = 24  # folders a line may be in; beyond that it is not plain to see, and those of the beginning are kept


class Walk:
    """The folders a line may be in while it is walked from left to right."""

    __slots__ = ("base", "cdable", "current", "event", "moved", "names", "old", "other", "outer", "pending", "pushed", "text")

    def __init__(self, event: "Event", names: "Names") -> None:
        self.event = event
        self.names = names
        self.base = event.cwd or event.project
        self.text = event.script.text
        self.cdable = "cdable" in self.text.lower()
        self.other = "cd" in event.script.functions or any(one.name == "enable" for one in names.calls)  # it may be another cd
        self.current = [self.base]
        self.outer: "list[tuple[tuple[str, ...], list[str], list[str]]]" = []  # what to go back to when a process of its own ends
        self.moved: "list[tuple[tuple[str, ...], list[str]]]" = []  # wrappers that start their command elsewhere
        self.old: "list[str]" = []  # where ``cd -`` leads
        self.pushed: "list[str]" = []  # what the stack of folders may hold, in whatever order
        self.pending: "list[str]" = []  # the folders in which what follows runs should the cd have failed

    def step(self, call: "Call", before: "Call | None") -> "list[str]":
        """The folders a call may run in; a cd moves the walk on."""
        place = call.command.place
        between = self._between(before, call)
        if self.pending and between != "&&" and not (between == "" and before is not None and len(place) > len(before.command.place)):
            self.current = both(self.current, self.pending)
            self.pending = []
        process = _process(place)
        while self.outer and process[: len(self.outer[-1][0])] != self.outer[-1][0]:
            _, self.current, self.old = self.outer.pop()
        if process and (not self.outer or self.outer[-1][0] != process):
            self.outer.append((process, list(self.current), list(self.old)))
        while self.moved and not _below(place, self.moved[-1][0]):
            self.moved.pop()
        here = self.current
        if self.moved:
            wrapper, there = self.moved[-1]
            here = both(there, self.current if self.outer and len(self.outer[-1][0]) > len(wrapper) else [])
        if call.name == "pushd":
            more = [path for path in target(call, here, self) if path not in here] if "-n" in call.texts else here
            self.pushed = both(self.pushed, more)
            visited(self.names, "DIRSTACK", self.pushed)
        if call.name in ("cd", "chdir", "pushd") and not (call.name == "pushd" and "-n" in call.texts):
            self._cd(call, here, between)
        elif call.name == "popd":
            self.old = both(self.old, here)
            self.current = both([self.base, *self.stack()], self.current)
        elif call.name in MOVING and call.name not in ("cd", "chdir", "pushd"):
            from statewright.policy.words import elsewhere

            there = elsewhere.folders(call, here, self)
            if there:
                self.moved.append(((*place, call.name), there))
        return list(here)

    def stack(self) -> "list[str]":
        """What the stack of folders may hold."""
        said = [join(self.current[0], value, self.event) for value in self.names.values.get("DIRSTACK", ())]
        return both(self.pushed, [UNKNOWN if HOLE in path else path for path in said])

    def _between(self, before: "Call | None", call: "Call") -> str:
        """What separates a call from the one before it: ``&&`` when nothing else stands there, "" within one and the same span."""
        if before is None:
            return "first"
        start, end = before.command.end, call.command.start
        if end < start or before.command.end == call.command.end:
            return "" if before.command.start == call.command.start else "?"
        found = self.text[start:end].strip()
        return "&&" if found == "&&" else found or "?"

    def _cd(self, call: "Call", here: "list[str]", between: str) -> None:
        if call.command.background:
            return
        fresh = target(call, here, self)
        visited(self.names, "OLDPWD", here)
        visited(self.names, "PWD", fresh)
        if call.name == "pushd":
            visited(self.names, "DIRSTACK", fresh)
        self.old = both(here, self.old)
        facts = self.event.facts
        there = facts is not None and all(path != UNKNOWN and facts.kind(path) == "dir" for path in fresh)
        opened = [redirect.target.text for redirect in call.command.redirects if redirect.target and redirect.op != ">&"]
        if any(text != "/dev/null" for text in opened) or len([text for text in call.texts[1:] if text[:1] != "-"]) > 1:
            there = False  # a file that cannot be opened, or an operand too many, and it stays
        if self.other:
            self.current = both(fresh, self.current)
            return
        inside = call.command.place[len(self.outer[-1][0]) if self.outer else 0 :]
        asked = between.rstrip("({ ").endswith(("&&", "||")) or not all(part.startswith(SURE) for part in inside)
        if self.moved:
            self.moved[-1] = (self.moved[-1][0], both(fresh, self.moved[-1][1]))
        if self.outer and self.outer[-1][0][-1:] and _last(self.outer[-1][0][-1]):  # zsh runs the end of a pipe in this very shell
            ended, kept, old = self.outer[-1]
            self.outer[-1] = (ended, both(kept, fresh), old)
        negated = self.text[: call.command.start].rstrip("({ \t\n").endswith("!")  # what follows && runs where it failed
        if fresh == [UNKNOWN] or negated or between.rstrip("({ ").endswith("||"):
            self.current = both(fresh, self.current)
            return
        if not there or asked:
            self.pending = both(self.pending, self.current)
        else:
            self.old = list(here)
        self.current = fresh


def _last(part: str) -> bool:
    """``pipe:2/2``"""
    at, _, count = part.partition(":")[2].partition("/")
    return part[:5] == "pipe:" and at == count


def folders(event: "Event", calls: "list[Call]", names: "Names") -> "list[list[str]]":
    """For each call the folders it may run in; UNKNOWN among them when that is not plain to see."""
    walk, before, out = Walk(event, names), None, []
    known = len(names.known("PWD"))  # the folders that the line is in by then come behind
    for call in calls:
        out.append(walk.step(call, before))
        before = call
    been = names.known("PWD")[known:]
    if been and (any(one in walk.text for one in TELLING) or any(telling(path) for path in been)):
        if names.values:
            names.again()  # D=$PWD says where the line was then
        ours = any(telling(path + "/") or outside(path, event) for path in been)
        if ours and any(call.name in MOVING and any(word.subst or word.vars for word in call.words[1:]) for call in calls):
            return _once_more(out, Walk(event, names), calls)
    return out


def _once_more(out: "list[list[str]]", walk: Walk, calls: "list[Call]") -> "list[list[str]]":
    """The folders of calls, those added that ``cd $(cd DIR; pwd)`` leads to now that it is known where the line has been."""
    before, made = None, []
    for call, known in zip(calls, out, strict=True):
        made.append(both(known, walk.step(call, before)))
        before = call
    return made


def _process(place: "tuple[str, ...]") -> "tuple[str, ...]":
    """The part of a place that is a process of its own."""
    for i in range(len(place) - 1, -1, -1):
        part = place[i]
        if part[:5] in ("subsh", "subst", "proc:", "pipe:", "find ", "git a", "follo") or part[:4] == "proc":
            return place[: i + 1]
        if part[:8] == "wrapper " and part[8:] not in SAME:
            return place[: i + 1]
    return ()


def _below(place: "tuple[str, ...]", front: "tuple[str, ...]") -> bool:
    """Whether a command stands below a wrapper: ``front`` is the wrapper's own place and its name."""
    n = len(front) - 1
    return place[:n] == front[:n] and len(place) > n and place[n].rstrip("?").endswith((" " + front[n], "find -exec"))


def both(one: "list[str]", other: "list[str]") -> "list[str]":
    made = one + [path for path in dict.fromkeys(other) if path not in one]
    return made if len(made) <= MOST else [*sorted(made, key=len)[: MOST - 1], UNKNOWN]


def join(base: str, path: str, event: "Event") -> str:
    if path[:2] in ("~+", "~-") and path[2:3] in ("", "/"):  # PWD and OLDPWD
        return base + path[2:] if path[1] == "+" else (event.cwd or event.project) + path[2:]
    if path[:1] == "~":
        path = event.home + path[1:] if path[1:2] in ("", "/") else "/" + path
    return path if path[:1] == "/" else UNKNOWN if UNKNOWN in (base, path) else base + "/" + path


def target(call: "Call", current: "list[str]", walk: Walk) -> "list[str]":
    """Where a cd or pushd leads."""
    event, names = walk.event, walk.names
    words = [word for word in call.words[1:] if word.text not in ("-P", "-L", "-e", "-n", "--", "-@", "-LP", "-PL", "-Pe")]
    if not words and call.name != "pushd":
        return both([event.home], [join(current[0], value, event) for value in names.values.get("HOME", ())])
    if not words or numbered(words[0].text):
        return both(current, walk.stack() or ([UNKNOWN] if words else []))
    if words[0].text == "-":
        said = [UNKNOWN if HOLE in value else join(base, value, event) for value in names.values.get("OLDPWD", ()) for base in current]
        return both(walk.old or [UNKNOWN], said)
    said = printed(words[0], walk) if (words[0].subst or words[0].vars) and len(words) == 1 and not walk.other else []
    if said:
        made = [join(base, one, event) for base in current for one in said[:1]]
        there = event.facts is not None and all(event.facts.kind(one) == "dir" for one in made)
        return made if there else both(made, [join(base, said[1], event) for base in current])
    out: "list[str]" = []
    if not walk.old and "OLDPWD" not in names.values and any(name == "OLDPWD" for name, _ in words[0].vars):
        out = [UNKNOWN]  # where an earlier line has been
    for pattern in names.patterns(words[0]):
        text = plain(pattern)
        if text is None and HOLE not in pattern:
            for base in current:
                out += matching(base, pattern, event)
            continue
        if text is None:
            if pattern[:1] == HOLE or ".." in pattern:
                out = both(out, [UNKNOWN])
                continue
            text = pattern.replace(HOLE, "_")  # a folder below one that is plain to see
        rest = [word.text for word in words[1:2]]
        out = both(out, [join(base, one, event) for base in current for one in named(text, rest, base, names, walk.cdable)])
        link, below = process(text) if text[:5] in ("/proc", "/dev/") else ("", "")
        if link in ("cwd", "root"):  # of this very shell, or of a process that nobody can name here
            out = both(out, [UNKNOWN] if "/self/" not in text else [])
            text = (below or ".") if link == "cwd" else "/" + below
        if text[:2] == "~-" and text[2:3] in ("", "/") and words[0].tilde:
            out = both(out, [UNKNOWN])
        if words[0].tilde or pattern[:1] != "~":
            known = [] if text[:1] in "/." else names.values.get("CDPATH", [])
            searched = [join(current[0], one, event) for value in known for one in value.split(":") if one]
            out = both(out, [join(base, text, event) if base != UNKNOWN else text for base in (*searched, *current)])
    return out or [UNKNOWN]


def matching(base: str, pattern: str, event: "Event") -> "list[str]":
    """The folders that a pattern may name, as the disk has them; the pattern itself where nothing matches."""
    if base == UNKNOWN or event.facts is None:
        return [UNKNOWN]
    from statewright.policy.words.patterns import LITERAL

    if pattern[:2] == "~/":
        pattern = event.home + pattern[1:]
    found = [""] if pattern[:1] == "/" else [base]
    for part in pattern.split("/"):
        bare = part.replace(LITERAL, "")
        if not any(c in part for c in "*?["):
            found = [path + "/" + bare for path in found] if bare else found
        else:
            found = [path + "/" + name for path in found for name in event.facts.names(path or "/") if glob(part, name)]
            if len(found) > WIDEST:
                return [UNKNOWN]
    return found or [join(base, pattern.replace(LITERAL, ""), event)]
