"""Protected paths: our files, the harnesses' hook settings, the installed product.

A path is compared after ``~``, ``.``, ``..``, ``//``, links and ``/proc/self/cwd`` are resolved, and without case, since
the disks of macOS and Windows ignore it. A hard link to a protected file counts as that file.
"""

from statewright.fast import normal
from statewright.policy.protected import DOTS, GIT, HOMES, SYSTEM, TAILS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event


class Guard:
    """The protected places of one event."""

    __slots__ = ("above", "deep", "event", "exact", "inodes", "known", "places", "quiet", "roots")

    def __init__(self, event: "Event", more: "list[str] | None" = None) -> None:
        """more: further roots, such as a worktree that the line itself adds."""
        self.event = event
        self.inodes: "frozenset[str] | None" = None
        roots = []
        for root in (event.project, event.home, *(more or ())):
            for path in (root, self.real(root)) if root else ():
                if path and path.lower() not in roots:
                    roots.append(path.lower())
        self.roots = roots
        places: "list[tuple[str, bool]]" = [(root + "/" + tail, deep) for root in roots for tail, deep in TAILS]
        self.quiet = tuple((root + "/" + tail, deep) for root in roots for tail, deep in GIT)  # not looked for below a folder
        if event.home:
            places += [(root + "/" + tail, deep) for root in {event.home.lower(), self.real(event.home).lower()} for tail, deep in HOMES]
        if event.data:
            places += [(path.lower(), True) for path in {event.data, self.real(event.data)}]
        places += SYSTEM
        places += [(name.lower(), False) for name in event.own if name[:1] == "/"]
        self.places = tuple(places)
        every = (*self.places, *self.quiet)
        self.exact = frozenset(place for place, _ in every)
        self.deep = frozenset(place for place, deep in every if deep)
        self.above: "dict[bool, frozenset[str]]" = {}
        self.known: "dict[tuple[str, str], frozenset[str]]" = {}

    def real(self, path: str) -> str:
        facts = self.event.facts
        return facts.real(path) if facts is not None else normal(path)

    def absolute(self, path: str, base: str = "") -> str:
        """A path as written, made absolute; links not yet looked at."""
        if path[:1] == "~":
            head, _, rest = path.partition("/")
            home = self.event.home
            known = {"~": home, "~+": base or self.event.cwd or self.event.project, "~-": self.event.project, "~" + home.rpartition("/")[2]: home}
            path = known.get(head, "/home/" + head[1:]) + "/" + rest
        here = base or self.event.cwd or self.event.project
        if path[:6] in ("/proc/", "/dev/f", "/dev//", "/dev/."):
            from statewright.policy.roads import process

            link, rest = process(path)
            path = {"cwd": here + "/" + rest, "root": "/" + rest}.get(link, path)
        if path[:7] == "file://":
            path = path[7:]
        return path if path[:1] == "/" or path[1:3] in (":/", ":\\") else here + "/" + path

    def forms(self, path: str, base: str = "") -> "set[str]":
        """The absolute spellings a path may be found under, in lower case."""
        return {form.lower() for form in self.spelled(path, base)}

    def spelled(self, path: str, base: str = "") -> "frozenset[str]":
        """The absolute spellings, letters as they are."""
        known = self.known.get((path, base))
        if known is None:
            out = set()
            for spelling in {path, path.replace("\\", "/")}:
                absolute = self.absolute(spelling, base)
                out.add(normal(absolute))
                out.add(self.real(absolute))
            known = self.known[path, base] = frozenset(out)
        return known

    def protected(self, path: str, base: str = "") -> bool:
        """Whether the path is, or lies below, a protected one."""
        if not path or "\0" in path:
            return False
        if any(self._covered(form) for form in self.spelled(path, base)):
            return True
        return self._linked(self.absolute(path, base))

    def _covered(self, spelled: str) -> bool:
        form = spelled.lower()
        if form.rstrip("/") in self.exact:
            return True
        parts = form.split("/")
        if any("/".join(parts[:n]) in self.deep for n in range(2, len(parts) + 1)):
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
        return False

    def _worktree(self, folder: str) -> bool:
        """Whether a folder is the root of another worktree."""
        facts = self.event.facts
        return (
            facts is not None
            and folder.lower() not in self.roots
            and bool(facts.kind(folder + "/.git") or facts.kind(folder + "/.statewright/workflow.json"))
        )

    def written(self, path: str) -> bool:
        """Whether a path is protected as it is written; the disk is not asked."""
        form = normal(self.absolute(path)).lower()
        parts = form.split("/")
        return form in self.exact or any("/".join(parts[:n]) in self.deep for n in range(2, len(parts) + 1))

    def _linked(self, path: str) -> bool:
        """Whether the file is a hard link to a protected one."""
        facts = self.event.facts
        if facts is None or facts.kind(path) != "file":
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
            for name in facts.names(path)[:64]:
                found |= self._inodes(path + "/" + name, depth - 1)
        return found

    def holds(self, path: str, base: str = "", whole: bool = True) -> bool:
        """Whether a protected path lies below this one. whole: the project and the home folder count too, else only folders such as ``.claude``."""
        for form in self.forms(path, base):
            bare = form.rstrip("/")
            if not whole and (bare in self.roots or any(root.startswith(bare + "/") for root in self.roots)):
                continue
            if bare in self._above(whole):
                return True
        return False

    def _above(self, whole: bool) -> "frozenset[str]":
        """Every folder above a protected place; not whole: above those that lie below a root alone."""
        if whole not in self.above:
            places = [place for place, _ in self.places if whole or any(place.startswith(root + "/") for root in self.roots)]
            self.above[whole] = frozenset("/".join(place.split("/")[:n]) for place in places for n in range(1, place.count("/") + 1))
        return self.above[whole]

    def hit(self, pattern: str, base: str, parents: str = "") -> bool:
        """Whether a path pattern (see patterns.py) may name a protected path. parents: "", "dots" or "all" for what holds one."""
        from statewright.policy.patterns import hit  # only shell texts have patterns

        return hit(self, pattern, base, parents)
