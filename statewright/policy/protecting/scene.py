"""What the protection of shell texts looks at: the line's commands, the protected places, the values of its variables."""

from statewright.policy.protecting import names as known
from statewright.policy.words.paths import Guard
from statewright.policy.words.patterns import HIDDEN
from statewright.policy.words.protected import names_one
from statewright.policy.words.resolve import names_of
from statewright.policy.words.roads import held
from statewright.policy.words.values import bare
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

UNREAD = (
    "!What %s would change is not plain to see: it comes from a file that is not there, or from a program that may print any name."
    "|Write the paths out, or have a listing of a folder hand them on: find src -name '*.orig', git diff --name-only -- src."
)
KEPT = "!%s would put %s in place, or away, as a plain file or folder: what it says decides what git runs.|Leave that to git, or ask the person."
UNSEEN = "!What %s would change is not plain to see, and the line names a protected file.|Write the path out."

STARTING = ("env", "sudo", "systemd-run", "unshare", "nsenter", "parallel", "bwrap", "flatpak-spawn", "start-stop-daemon")


class Scene:
    """One line under judgement. A fault is a protected path, or a sentence behind ``!`` with a hint behind ``|``; "" is none."""

    __slots__ = ("adrift", "event", "found", "guard", "links", "named", "names", "shown", "trees")

    def __init__(self, event: "Event", found: "list[Call]") -> None:
        self.event = event
        self.found = found
        self.names = names_of(event, found)
        self.guard = Guard(event, self._added())
        self.links = self._linked()
        self.named: "bool | None" = None
        self.adrift = any(
            HIDDEN in pattern for call in found if call.name in ("cd", "pushd") for word in call.words[1:] if not word.static
            for pattern in self.names.patterns(word)
        ) or any(self._adrift(call) for call in found if call.command.wrapper or call.name in STARTING)  # a folder that nobody can tell
        self.trees = self._trees() if any(call.name in known.ROOTED for call in found) else ()
        self.shown = event.script.text.lower().replace("\\", "").replace('"', "").replace("'", "")

    def _adrift(self, call: "Call") -> bool:
        if all(word.static for word in call.words[1:]):
            return False
        from statewright.policy.words import elsewhere

        return call.name in elsewhere.ELSEWHERE and elsewhere.adrift(call, self.names)

    def _added(self) -> "list[str]":
        """Worktrees that the line itself adds: every worktree of the repository counts."""
        out = []
        here = self.event.cwd or self.event.project
        for call in self.found:
            if call.name == "git" and "worktree" in call.texts and "add" in call.texts:
                rest = call.words[call.texts.index("add") + 1 :]
                for word in rest:
                    for pattern in self.names.patterns(word) if word.text[:1] != "-" else ():
                        if HOLE not in pattern:
                            out.append(pattern.rstrip("/") if pattern[:1] == "/" else here + "/" + pattern.rstrip("/"))
        if not out:
            return out
        guard = Guard(self.event)
        return [guard.real(path) for path in out]

    def names_protected(self) -> bool:
        """Whether the line spells a protected path anywhere, quotes aside."""
        if self.named is None:
            self.named = names_one(self.shown)
        return self.named

    def _linked(self) -> "dict[str, str]":
        """The links that the line itself makes: their names, and what they stand for."""
        out = {}
        for call in self.found:
            given = [text for text in call.texts[1:] if text[:1] == "-"]
            options = "".join(text[1:] if text[:2] != "--" else text[2:3] * (text[:4] in ("--sy", "--li")) for text in given)
            if call.name in ("ln", "mount", "bindfs") or (call.name == "cp" and ("s" in options or "l" in options)):
                ends = [self.names.patterns(word) for word in call.words[1:] if word.text[:1] != "-"]
                plain = len(ends) == 2 and len(ends[0]) == len(ends[1]) == 1 and bool(ends[1][0].rstrip("/"))
                if plain and self.guard.hit(ends[0][0], "", "all"):
                    out[ends[1][0].rstrip("/")] = ends[0][0]
        return out

    def _trees(self) -> "list[tuple[str, str]]":
        """The trees other than the line's own in which commands of it are started, where they hold something of ours."""
        from statewright.policy.words.rooted import seen

        return [(inside, real) for inside, real in seen(self.found, self.names) if self.guard.hit(real, "", "all")]

    def hit(self, pattern: str, bases: "list[str]", parents: str = "") -> bool:
        """Whether a pattern may name a protected path, or, with parents, a folder that holds one."""
        for link, target in self.links.items():
            if pattern.startswith((link + "/", "./" + link + "/")):
                pattern = target.rstrip("/") + pattern[pattern.index(link) + len(link) :]
        if self.trees:
            from statewright.policy.words.rooted import outside

            if any(self.guard.hit(one, base, parents) for one in outside(pattern, self.trees) for base in bases):
                return True
        if held(pattern) or any(held(base + "/" + pattern) for base in bases if pattern[:1] != "/"):
            return True
        return any(self.guard.hit(pattern, base, parents) for base in bases)

    def placed(self, call: "Call", bases: "list[str]") -> str:
        """A fault when a command puts a git repository in place, or away."""
        if call.name not in known.PUTTING:
            return ""
        from statewright.policy.protecting.repositories import moved

        return moved(call, self, bases)

    def repository(self, pattern: str) -> bool:
        """Whether a pattern names a git repository itself."""
        if ".g" not in pattern.lower() and "[" not in pattern:
            return False
        from statewright.policy.words.repositories import named

        return named(pattern)

    def hit_word(self, word: "Word", bases: "list[str]", parents: str = "") -> str:
        """The first value of a word that may name a protected path."""
        for pattern in self.names.patterns(word):
            for piece in pieces(pattern, word):
                if self.hit(piece, bases, parents):
                    return piece
        return ""

    def unseen(self, call: "Call", patterns: "list[str]", removing: bool) -> str:
        """A fault when a command takes a path nobody can read here, in a line that names a protected one."""
        if any(bare(pattern) for pattern in patterns) and (self.names_protected() or (removing and "statewright" in self.shown)):
            shown = kept(self.shown)
            return UNSEEN % call.name if names_one(shown) or (removing and "statewright" in shown) else ""
        return ""


PATHS = ("-path", "-name", "-wholename")
SHOWS = frozenset(("-print", "-print0", "-exec", "-execdir", "-printf"))
TESTS = (*PATHS, "-o", "-or", "(", ")", "-type", "d", "-a", "-prune")


def _pruned(words: "list[str]", i: int) -> bool:
    """Whether find leaves the folder named by this word out: ``-path NAME -prune -o …``, in parentheses with others or not."""
    if words[i - 1] not in PATHS:
        return False
    for k in range(i + 1, min(i + 40, len(words))):
        if words[k] == "-prune":
            return words[k + 1 : k + 2] in (["-o"], ["-or"]) and not SHOWS.isdisjoint(words[k:])
        if words[k] not in TESTS and words[k - 1] not in PATHS:
            return False
    return False


def kept(shown: str) -> str:
    """A line less the names that it leaves out: ``:!x``, ``--exclude=x``, ``grep -v x``, ``-not -path x``."""
    words = shown.split()
    out = []
    for i, word in enumerate(words):
        before = words[max(i - 2, 0) : i]
        left = word.startswith((":!", ":^", ":(exclude", "--exclude=", "--exclude-dir=")) or before[-1:] in (["-v"], ["-vf"], ["--exclude"], ["-ve"])
        left = left or (i > 0 and _pruned(words, i))
        if not left and not (len(before) == 2 and before[0] in ("-not", "!") and before[1] in ("-path", "-name", "-wholename")):
            out.append(word)
    return " ".join(out)


def pieces(pattern: str, word: "Word") -> "list[str]":
    """The word itself, and what stands behind ``=`` or behind short options in it."""
    out = [pattern]
    if "=" in pattern:
        out.append(pattern.partition("=")[2])
        if pattern.count("=") > 1:  # ``ARGS=--dir=X``
            out.append(pattern.rpartition("=")[2])
        if "," in pattern:  # ``type=local,dest=DIR``
            out += [part.rpartition("=")[2] for part in pattern.split(",")]
    if pattern[:1] == "-" and pattern[:2] != "--" and len(pattern) > 3:
        out.append(pattern[2:])
        at = min([i for i in (pattern.find("."), pattern.find("/"), pattern.find("~")) if i > 0] or [0])
        if at:
            out.append(pattern[at:])
    if ":" in pattern and pattern[:1] not in ":/":
        out += pattern.split(":")
    elif ":" in pattern[1:]:
        out += [piece for piece in pattern.split(":") if piece[:1] in "/.~"]
    return out


def assigned(call: "Call") -> str:
    """CLAUDE_ENV_FILE names the file by which the environment of every later command is set."""
    names = [assign.name for assign in call.command.assigns]
    if call.name in ("export", "declare", "typeset", "readonly", "local", "env", "unset"):
        names += [text.partition("=")[0] for text in call.texts[1:] if "=" in text]
    return "!CLAUDE_ENV_FILE is set by the harness alone." if "CLAUDE_ENV_FILE" in names else ""
