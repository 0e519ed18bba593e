"""Protected paths: our files, the harnesses' hook settings, the installed product.

A path is compared after ``~``, ``.``, ``..``, ``//``, links and ``/proc/self/cwd`` are resolved, and without case, since
the disks of macOS and Windows ignore it. A hard link to a protected file counts as that file.
"""

from statewright.fast import normal
from statewright.policy.resolve import LITERAL, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event

# Below a project's root, a home folder or a worktree; True: everything below it too.
TAILS = (
    (".statewright", True),
    (".claude/settings.json", False),
    (".claude/settings.local.json", False),
    (".claude/hooks", True),
    (".claude/managed-settings.json", False),
    (".codex/hooks.json", False),
    (".codex/config.toml", False),
    (".codex/hooks", True),
    (".cursor/hooks.json", False),
    (".cursor/hooks", True),
    (".gemini/settings.json", False),
    (".qwen/settings.json", False),
    (".factory/settings.json", False),
    (".factory/hooks.json", False),
    (".clinerules/hooks", True),
    (".github/hooks", True),
    (".opencode/plugin", True),
    (".opencode/plugins", True),
    ("opencode.json", False),
    (".pi/extensions", True),
    (".copilot/config.json", False),
    (".copilot/hooks", True),
)
HOMES = (
    (".local/share/statewright", True),
    (".local/bin/statewright", False),
    (".local/bin/statewright-hook", False),
    (".config/statewright", True),
    (".claude/plugins", True),
    (".config/opencode/plugin", True),
    (".config/opencode/opencode.json", False),
    (".local/share/uv/tools/statewright", True),
    (".local/share/pipx/venvs/statewright", True),
    (".local/pipx/venvs/statewright", True),
    (".claude.json", False),
)
SYSTEM = (
    ("/etc/claude-code", True),
    ("/library/application support/claudecode", True),
    ("/etc/codex", True),
    ("/usr/local/bin/statewright", False),
    ("/usr/local/bin/statewright-hook", False),
    ("/usr/bin/statewright", False),
    ("/usr/bin/statewright-hook", False),
    ("/opt/homebrew/bin/statewright", False),
)
DOTS = tuple(sorted({tail.partition("/")[0] for tail, _ in TAILS}))
# What a text that names one of them holds, in lower case.
FRAGMENTS = (
    ".statewright",
    ".claude/settings",
    ".claude/hooks",
    ".codex/hooks",
    ".codex/config",
    ".cursor/hooks",
    "managed-settings.json",
    "statewright-hook",
    "site-packages/statewright",
    ".gemini/settings",
    ".qwen/settings",
    ".claude\\settings",
    ".statewright\\",
    "disableallhooks",
)


class Guard:
    """The protected places of one event."""

    __slots__ = ("event", "inodes", "places", "roots")

    def __init__(self, event: "Event") -> None:
        self.event = event
        self.inodes: "frozenset[str] | None" = None
        roots = []
        for root in (event.project, event.home):
            for path in (root, self.real(root)) if root else ():
                if path and path.lower() not in roots:
                    roots.append(path.lower())
        self.roots = roots
        places: "list[tuple[str, bool]]" = [(root + "/" + tail, deep) for root in roots for tail, deep in TAILS]
        if event.home:
            places += [(root + "/" + tail, deep) for root in {event.home.lower(), self.real(event.home).lower()} for tail, deep in HOMES]
        if event.data:
            places += [(path.lower(), True) for path in {event.data, self.real(event.data)}]
        places += SYSTEM
        places += [(name.lower(), False) for name in event.own if name[:1] == "/"]
        self.places = tuple(places)

    def real(self, path: str) -> str:
        facts = self.event.facts
        return facts.real(path) if facts is not None else normal(path)

    def absolute(self, path: str, base: str = "") -> str:
        """A path as written, made absolute; links not yet looked at."""
        if path[:1] == "~":
            head, _, rest = path.partition("/")
            path = self.event.home + "/" + rest if head in ("~", "~+", "~-") else "/home/" + head[1:] + "/" + rest
        for prefix in ("/proc/self/root", "/proc/thread-self/root", "/proc/1/root"):
            if path.startswith(prefix + "/"):
                path = path[len(prefix) :]
        here = base or self.event.cwd or self.event.project
        for prefix in ("/proc/self/cwd", "/proc/thread-self/cwd"):
            if path == prefix or path.startswith(prefix + "/"):
                path = here + path[len(prefix) :]
        if path[:6] == "/proc/" and path.split("/")[3:4] == ["cwd"]:
            path = here + "/" + "/".join(path.split("/")[4:])
        if path[:7] == "file://":
            path = path[7:]
        return path if path[:1] == "/" or path[1:3] in (":/", ":\\") else here + "/" + path

    def forms(self, path: str, base: str = "") -> "set[str]":
        """The absolute spellings a path may be found under, in lower case."""
        out = set()
        for spelling in {path, path.replace("\\", "/")}:
            absolute = self.absolute(spelling, base)
            out.add(normal(absolute).lower())
            out.add(self.real(absolute).lower())
        return out

    def protected(self, path: str, base: str = "") -> bool:
        """Whether the path is, or lies below, a protected one."""
        if not path or "\0" in path:
            return False
        if any(self._covered(form) for form in self.forms(path, base)):
            return True
        return self._linked(self.absolute(path, base))

    def _covered(self, form: str) -> bool:
        for place, deep in self.places:
            if form == place or (
                form.startswith(place) and (form[len(place) : len(place) + 1] == "/") and (deep or form[len(place) :] in ("/", "/."))
            ):
                return True
        parts = form.split("/")
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
            if part in DOTS and i and self._worktree("/".join(parts[:i]), form):
                tail = "/".join(parts[i:])
                return any(tail == name or (deep and tail.startswith(name + "/")) for name, deep in TAILS)
        return False

    def _worktree(self, folder: str, form: str) -> bool:
        """Whether a folder is the root of another worktree; names are compared without case, so only exact ones are found."""
        facts = self.event.facts
        return (
            facts is not None
            and folder not in self.roots
            and bool(facts.kind(folder + "/.git") or facts.kind(folder + "/.statewright/workflow.json"))
        )

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
            if any(place.startswith(bare + "/") for place, _ in self.places):
                return True
        return False

    def hit(self, pattern: str, base: str, parents: str = "") -> bool:
        """Whether a path pattern (see resolve.py) may name a protected path. parents: "", "dots" or "all" for what holds one."""
        text = plain(pattern)
        if text is not None:
            return self.protected(text, base) or (bool(parents) and bool(text) and self.holds(text, base, parents == "all"))
        if HOLE in pattern:
            literal = pattern.replace(HOLE, "").replace(LITERAL, "").lower()
            if not any(
                dot in literal
                for dot in (
                    ".statewright",
                    ".claude",
                    ".codex",
                    ".cursor",
                    "settings.json",
                    "settings.local.json",
                    "statewright-hook",
                    ".gemini",
                    ".qwen",
                )
            ):
                return False
            if pattern[:1] == HOLE:
                tail = pattern.lstrip(HOLE).lstrip("/")
                return any(self.hit(root + "/" + tail, base, parents) for root in self.roots) if tail else False
        absolute = self.absolute(pattern, base)
        segments = [part for part in absolute.lower().split("/") if part and part != "."]
        while ".." in segments:
            at = segments.index("..")
            del segments[max(0, at - 1) : at + 1]
        absent = "" if self.event.facts is None or self.event.facts.kind(self.event.project + "/opencode.json") else "/opencode.json"
        for place, deep in self.places:
            if absent and place.endswith(absent):
                continue  # a plain name that * would match: only where there is such a file
            if _fits(segments, [part for part in place.split("/") if part], deep, parents, self.roots):
                return True
        return False


def _fits(segments: "list[str]", place: "list[str]", deep: bool, parents: str, roots: "list[str]") -> bool:
    count = min(len(segments), len(place))
    if len(segments) > len(place) and not deep:
        return False
    for i in range(count):
        if not glob(segments[i], place[i]):
            return False
    if len(segments) >= len(place):
        return True
    shown = "/" + "/".join(place[: len(segments)])
    inside = any(shown.startswith(root + "/") for root in roots)
    return parents == "all" or (parents == "dots" and inside)


def glob(pattern: str, name: str) -> bool:
    """Shell pattern against one name: ``*``, ``?``, ``[…]``; a leading dot is matched by a dot alone. A HOLE matches anything."""
    if name[:1] == "." and pattern[:1] in "*?":
        return False
    return _glob(pattern, 0, name, 0, [2000])


def _glob(pattern: str, i: int, name: str, j: int, budget: "list[int]") -> bool:
    while i < len(pattern):
        budget[0] -= 1
        if budget[0] < 0:
            return True
        c = pattern[i]
        if c == "*" or c == HOLE:
            return any(_glob(pattern, i + 1, name, k, budget) for k in range(j, len(name) + 1))
        if j >= len(name):
            return False
        if c == "[":
            end = pattern.find("]", i + 2)
            if end > 0:
                body = pattern[i + 1 : end]
                negated = body[:1] in "!^"
                if _among(body[1:] if negated else body, name[j]) == negated:
                    return False
                i, j = end + 1, j + 1
                continue
        if c == LITERAL:
            i += 1
            c = pattern[i : i + 1]
        elif c == "?":
            c = name[j]
        if c != name[j]:
            return False
        i, j = i + 1, j + 1
    return j == len(name)


def _among(body: str, c: str) -> bool:
    i = 0
    while i < len(body):
        if body[i : i + 2] == "[:":
            return True
        if i + 2 < len(body) and body[i + 1] == "-":
            if body[i] <= c <= body[i + 2]:
                return True
            i += 3
        else:
            if body[i] == c:
                return True
            i += 1
    return False


def names_one(text: str) -> bool:
    """Whether a program text or a patch names a protected path."""
    low = text.lower()
    return any(fragment in low for fragment in FRAGMENTS)


def patch_files(text: str) -> "list[tuple[str, str]]":
    """``(kind, path)`` of a patch: kind is update, add, delete or move."""
    out = []
    for line in text.replace("\r", "\n").split("\n"):
        for kind, head in (("update", "*** Update File:"), ("add", "*** Add File:"), ("delete", "*** Delete File:"), ("move", "*** Move to:")):
            if line.lstrip().startswith(head):
                out.append((kind, line.strip()[len(head) :].strip()))
        if line[:4] in ("+++ ", "--- "):
            path = line[4:].split("\t")[0].strip()
            if path != "/dev/null":
                out.append(("update", path))
                if path[:2] in ("a/", "b/"):
                    out.append(("update", path[2:]))
    return out
