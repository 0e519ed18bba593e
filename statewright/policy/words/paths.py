"""Protected paths: our files, the harnesses' hook settings, the installed product.

A path is compared after ``~``, ``.``, ``..``, ``//``, links and ``/proc/self/cwd`` are resolved, and without case, since
the disks of macOS and Windows ignore it. A hard link to a protected file counts as that file.
"""

from statewright.fast import normal
from statewright.policy.words.protected import AT_HOME, BELOW, CLIENTS, DOTS, GIT, GIT_FURTHER, HOMES, ROOTED, SYSTEM, TAILS

TYPE_CHECKING = False
LONGEST = 4096  # characters of a path; a longer one no system opens (PATH_MAX)
if TYPE_CHECKING:
    from statewright.model import Event


SIGNS = frozenset("*?[")
FURTHER = ("$", "%", " ", ":", "./")  # what a path holds that may be spelled in further ways


def real(event: "Event", path: str) -> str:
    """An absolute path with every link resolved, as far as the disk may be asked."""
    facts = event.facts
    return facts.real(path) if facts is not None else normal(path)


def absolute(event: "Event", path: str, base: str = "") -> str:
    """A path as written, made absolute; links not yet looked at."""
    if path[:1] == "~":
        head, _, rest = path.partition("/")
        home = event.home
        known = {"~": home, "~+": base or event.cwd or event.project, "~-": event.project, "~" + home.rpartition("/")[2]: home}
        path = known.get(head, "/home/" + head[1:]) + "/" + rest
    here = base or event.cwd or event.project
    road = "/proc/" in path or "/dev/" in path or path[:5] == "proc/" or path[:4] == "dev/" or here[:5] in ("/proc", "/dev")
    if road or (path[:1] == "/" and not SIGNS.isdisjoint(path[:8])):
        from statewright.policy.words.roads import process

        for _ in range(8):  # one road may lead to another
            link, rest = process(path if path[:1] == "/" else here + "/" + path)
            if link not in ("cwd", "root"):
                break
            path = here + "/" + rest if link == "cwd" else "/" + rest
    if path[:5].lower() == "file:":
        path = path[16:] if path[7:17].lower() == "localhost/" else path[7:] if path[5:7] == "//" else path[5:]
    return path if path[:1] == "/" or path[1:3] in (":/", ":\\") else here + "/" + path


class Guard:
    """The protected places of one event."""

    def __init__(self, event: "Event", more: "list[str] | None" = None) -> None:
        """more: further roots, such as a worktree that the line itself adds."""
        self.event = event
        self.inodes: "frozenset[str] | None" = None
        self.present: "dict[str, list[tuple[str, str]]]" = {}  # see protecting/find.py
        self.homes = [event.home.lower(), self.real(event.home).lower()] if event.home else []
        self.roots: "list[str]" = []
        for root in (event.project, *(more or ())):
            for path in (root, self.real(root)) if root else ():
                if path and path.lower() not in self.roots:
                    self.roots.append(path.lower())
        self.roots += [path for path in dict.fromkeys(self.homes) if path not in self.roots]
        self.data = [event.data.lower(), self.real(event.data).lower()] if event.data else []
        self.own = [name.lower() for name in event.own if name[:1] == "/"]
        self.listed: "list[tuple[tuple[str, bool], ...]]" = []
        self.above: "dict[bool, str]" = {}
        self.known: "dict[tuple[str, str], frozenset[str]]" = {}
        self.matched: "dict[tuple[str, str, bool], bool]" = {}  # patterns, see linked.py
        self.itself = False  # the command that is looked at changes a link, not what it leads to
        self.removes = False  # it takes a link away, and leaves what the link leads to

    def places(self) -> "tuple[tuple[str, bool], ...]":
        """Every protected place, and whether all below it is too. For what is a pattern, or may hold one."""
        return self._listed()[0]

    def quiet(self) -> "tuple[tuple[str, bool], ...]":
        """Further places, not looked for below a folder."""
        return self._listed()[1]

    def _listed(self) -> "list[tuple[tuple[str, bool], ...]]":
        if not self.listed:
            places = [(root + "/" + tail, deep) for root in self.roots for tail, deep in TAILS]
            places += [(root + "/" + tail, deep) for root in dict.fromkeys(self.homes) for tail, deep in HOMES]
            places += [(path, True) for path in self.data] + [*SYSTEM] + [(name, False) for name in self.own]
            self.listed = [tuple(places), tuple((root + "/" + tail, deep) for root in self.roots for tail, deep in (*GIT, *GIT_FURTHER))]
        return self.listed

    def _placed(self, form: str) -> bool:
        """Whether a path in lower case is one of the places, or lies below a deep one."""
        bare = form.rstrip("/")
        if bare in self.own or any(bare == path or form.startswith(path + "/") for path in self.data) or _among(bare, ROOTED):
            return True
        return any(bare.startswith(root + "/") and _among(bare[len(root) + 1 :], BELOW) for root in self.roots) or any(
            bare.startswith(root + "/") and _among(bare[len(root) + 1 :], AT_HOME) for root in self.homes
        )

    def real(self, path: str) -> str:
        return real(self.event, path)

    def absolute(self, path: str, base: str = "") -> str:
        """A path as written, made absolute; links not yet looked at."""
        return absolute(self.event, path, base)

    def forms(self, path: str, base: str = "") -> "set[str]":
        """The absolute spellings a path may be found under, in lower case."""
        return {form.lower() for form in self.spelled(path, base)}

    def spelled(self, path: str, base: str = "") -> "frozenset[str]":
        """The absolute spellings, letters as they are."""
        known = self.known.get((path, base))
        if known is None:
            out = set()
            spellings = {path, path.replace("\\", "/")}
            if path != path.strip() or any(sign in path for sign in FURTHER) or path[-1:] == "." or not path.isascii():
                from statewright.policy.words import spellings as further

                spellings |= further.of(path, self.event.home, base or self.event.cwd or self.event.project)
            for spelling in spellings:
                absolute = self.absolute(spelling, base)
                plain = normal(absolute)
                out.add(plain)
                if len(plain) <= LONGEST:
                    out.add(self.real(absolute if len(absolute) <= LONGEST else plain))
            known = self.known[path, base] = frozenset(out)
        return known

    def protected(self, path: str, base: str = "") -> bool:
        """Whether the path is, or lies below, a protected one."""
        if not path or "\0" in path:
            return False
        if any(self._covered(form) for form in self.spelled(path, base)):
            return True
        return self._linked(self.absolute(path, base)) or ("/root/" in path and self._rooted(path))

    def _rooted(self, path: str) -> bool:
        """Whether a path through a process's root ends as a protected one: whose root it is, it does not say."""
        from statewright.policy.words.roads import process

        link, rest = process(path)
        parts = normal("/" + rest).lower().split("/") if link == "root" else []
        return any(_among("/".join(parts[i:]), BELOW) for i in range(1, len(parts)))

    def _covered(self, spelled: str) -> bool:
        if len(spelled) > LONGEST:
            return False
        form = spelled.lower()
        if self._placed(form):
            return True
        parts = form.split("/")
        if "/.git/" in form and any(form.startswith(root + "/") for root in self.roots):
            from statewright.policy.words.repositories import settings  # few paths lead into a repository

            if settings(parts):
                return True
        exact = spelled.split("/")
        for i, part in enumerate(parts):
            if part == "statewright" and i and parts[i - 1] in ("site-packages", "dist-packages"):
                return True
            if part[:12] == "statewright-" and part.endswith((".dist-info", ".egg-link")) and parts[i - 1] in ("site-packages", "dist-packages"):
                return True
            if (
                part in ("statewright", "statewright-hook", "statewright.exe")
                and i
                and i == len(parts) - 1
                and parts[i - 1] in ("bin", "scripts")
                and ".venv" in parts[max(0, i - 3) : i]
            ):
                return True
            if part in DOTS and i and self._worktree("/".join(exact[:i])):
                tail = "/".join(parts[i:])
                return any(tail == name or (deep and tail.startswith(name + "/")) for name, deep in (*TAILS, *GIT))
            if part in ("claudecode", "claude-code") and parts[i - 1] in ("programdata", "program files"):
                return True  # managed settings on Windows, from wherever it is mounted
            if part == "hooks" and i < len(parts) - 1 and any(one[-4:] == ".git" for one in parts[:i]):
                return True  # git's own: a repository's, a submodule's, a bare one's
            if part in ("config", "config.worktree") and i == len(parts) - 1 and ".git" in parts[:i] and {"modules", "worktrees"} & {*parts[:i]}:
                return True  # a submodule's, another worktree's
        return False

    def _worktree(self, folder: str) -> bool:
        """Whether a folder is the root of another worktree."""
        facts = self.event.facts
        return (
            facts is not None
            and folder.lower() not in self.roots
            and bool(facts.kind(folder + "/.git") or facts.kind(folder + "/.statewright/workflow.json"))
        )

    def alone(self, path: str) -> bool:
        """Whether an absolute path, taken as it is written, is protected or stands above what is."""
        bare = normal(path)
        return self._covered(bare) or "\n%s/" % bare.lower() in self._above(True)

    def written(self, path: str) -> bool:
        """Whether a path is protected as it is written; the disk is not asked."""
        return self._placed(normal(self.absolute(path)).lower())

    def _linked(self, path: str) -> bool:
        """Whether the file is a hard link to a protected one."""
        facts = self.event.facts
        if facts is None or facts.links(path) < 2 or facts.kind(path) != "file":
            return False
        if self.inodes is None:
            known = set()
            for root in {self.event.project, self.event.home} - {""}:
                for tail, deep in TAILS:
                    known |= self._inodes(root + "/" + tail, 3 if deep else 0)
            self.inodes = frozenset(known)
        return facts.inode(path) in self.inodes

    def _inodes(self, path: str, depth: int) -> "set[str]":
        facts = self.event.facts
        kind = facts.kind(path)
        if kind == "file":
            return {facts.inode(path)}
        found: "set[str]" = set()
        if kind == "dir" and depth:
            for name in facts.names(path):
                found |= self._inodes(path + "/" + name, depth - 1)
        return found

    def holds(self, path: str, base: str = "", whole: bool = True, client: bool = False) -> bool:
        """Whether a protected path lies below this one. whole: the project and the home folder count too, else only folders such as ``.claude``;
        client: only those that are a client's own."""
        for form in self.forms(path, base):
            bare = form.rstrip("/")
            if client and bare.rpartition("/")[2] not in CLIENTS:
                continue
            if not whole and (bare in self.roots or any(root.startswith(bare + "/") for root in self.roots)):
                continue
            if "\n%s/" % bare in self._above(whole) and "\n" not in bare:
                return True
        return False

    def _above(self, whole: bool) -> str:
        """The protected places, each with a line's end in front, to look for what stands above one; not whole: those below a root alone."""
        if whole not in self.above:
            below = ("",) if whole else tuple(root + "/" for root in self.roots)
            self.above[whole] = "".join(["\n" + place for place, _ in self.places() if place.startswith(below)])
        return self.above[whole]

    def hit(self, pattern: str, base: str, parents: str = "") -> bool:
        """Whether a path pattern (see patterns.py) may name a protected path. parents: "", "client", "dots" or "all" for what holds one."""
        from statewright.policy.words.patterns import hit  # only shell texts have patterns

        return hit(self, pattern, base, parents)


def _among(path: str, places: "dict[str, bool]") -> bool:
    """Whether a path is one of some places, or lies below one that is True."""
    if path in places:
        return True
    longest = max([len(place) for place in places] or [0])
    at = path.find("/")
    while 0 <= at <= longest:
        if places.get(path[:at]):
            return True
        at = path.find("/", at + 1)
    return False
