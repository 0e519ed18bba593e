"""Secrets: the user's folder that the one-time codes come from may not even be read, and nobody looks at the person's screen while one shows.

A path is compared by the file it leads to (device and inode), so links, ``..`` and other spellings need no thought; patterns are
compared with the names that are there. Loaded for tools that read, for shell texts, and for tools of unknown kind.
"""

from statewright.model import DENY, READING_TOOLS, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:

    from statewright.model import Event, Facts
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

RULE = "protection"
FOLDER = "/secrets"
KEPT = ("approval.key", "passphrase")  # what in it is secret
SPOKEN = ("approval.key", "statewright/secrets", "statewright\\secrets")
REASON = "This would read where the person's one-time codes come from; nobody but the person may."
SCREEN = "An approval is pending and its code may stand on the person's screen: nothing looks at a terminal or types into one until it is answered."
HINT = "Tell the person what you need, and stop or go on within this state."
ABOVE = "Name a folder that this does not lie below, or stay in the project: all of %s would be read."
RUNS = ("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch")
# What takes the names of files from a listing in the same line.
TAKERS = ("xargs", "parallel", "env_parallel", "read", "mapfile", "readarray", "while", "cpio", "rsync", "tar", "pax", "zip")
# What shows, records or feeds a terminal that is not the command's own.
SCREENS = frozenset(
    (
        "tmux", "screen", "zellij", "byobu", "wezterm", "kitty", "kitten", "xdotool", "ydotool", "wtype", "dotool", "osascript", "import", "scrot",
        "grim", "maim", "xwd", "gnome-screenshot", "spectacle", "flameshot", "screencapture", "reptyr", "conspy", "ttyrec", "ttysnoop", "asciinema",
        "dtach", "abduco", "gdb", "lldb", "strace", "ltrace", "bpftrace", "setterm", "xterm", "ffmpeg",
    )
)
DEVICES = ("/dev/pts/", "/dev/tty", "/dev/vcs", "/dev/fb", "/dev/mem", "/dev/uinput", "/dev/input")


class Secret:
    """The folder of one event's user, as it lies on the disk. ``there`` is False where nothing is to be kept."""

    __slots__ = ("_above", "_known", "data", "facts", "there")

    def __init__(self, event: "Event") -> None:
        self.facts: "Facts" = event.facts
        self.data = event.data
        self.there = bool(event.data and event.facts is not None and event.facts.kind(event.data + FOLDER) == "dir")
        self._known: "frozenset[str] | None" = None
        self._above: "frozenset[str] | None" = None

    def names(self) -> "list[str]":
        """The files in it."""
        return self.facts.names(self.data + FOLDER)

    def twice(self) -> bool:
        """Whether what is secret has a second name somewhere."""
        return any(self.facts.links(self.data + FOLDER + "/" + name) > 1 for name in KEPT)

    def holds(self, path: str) -> bool:
        """Whether a path leads into the folder."""
        if self._known is None:
            folder = self.data + FOLDER
            self._known = frozenset(self.facts.inode(one) for one in (folder, *(folder + "/" + name for name in KEPT))) - {""}
        return self.facts.inode(path) in self._known

    def below(self, path: str) -> bool:
        """Whether the folder lies below a path."""
        if self._above is None:
            parts = self.facts.real(self.data).split("/")
            self._above = frozenset(self.facts.inode("/".join(parts[:n]) or "/") for n in range(1, len(parts) + 1))
        return self.facts.inode(path.rstrip("/") or "/") in self._above


def tool(event: "Event") -> "Finding | None":
    """A tool that reads, or one of unknown kind: none of its arguments may lead there."""
    secret = Secret(event)
    if not secret.there:
        return None
    for text in _texts(event):
        text = text[7:] if text[:7] == "file://" else text
        if text and len(text) < 4096 and "\0" not in text and secret.holds(at(text, "", event)):
            return Finding(DENY, RULE, REASON, HINT)
    if event.tool == "Grep" or "grep" in event.tool.lower() or "search_code" in event.tool.lower():
        path = event.input.get("path")
        folder = at(path if isinstance(path, str) and path else ".", "", event)
        if secret.below(folder):
            return Finding(DENY, RULE, REASON, ABOVE % folder)
    return None


def _texts(event: "Event") -> "list[str]":
    """All texts of a tool's input. What the harness's own tools for reading take is flat, their keys are no paths."""
    if event.tool in READING_TOOLS and isinstance(event.input, dict):
        values = list(event.input.values())
        if not any(isinstance(one, (dict, list)) for one in values):
            return [one for one in values if isinstance(one, str)]
    from statewright.policy.words.given import strings

    return [text for _, text in strings(event.input)]


def at(path: str, base: str, event: "Event") -> str:
    if path[:1] == "~" and path[1:2] in ("", "/"):
        path = event.home + path[1:]
    return path if path[:1] == "/" else (base or event.cwd or event.project) + "/" + path


def shell(event: "Event", found: "list[Call]", names: "Names", places: "list[list[str]]") -> "Finding | None":
    """A shell text: no word, redirect or program text of it may lead there."""
    secret = Secret(event)
    if not secret.there:
        return None
    low = event.script.text.lower()
    if any(text in low for text in SPOKEN):
        return Finding(DENY, RULE, REASON, HINT)
    from statewright.policy.protecting import secret_links

    fed = any(_takes(call) for call in found)
    for call, bases in zip(found, places, strict=True):
        whole = None
        if _deep(call):
            whole = _whole(secret, call, fed)
            if secret_links.met(secret, call, bases, names, fed):
                return Finding(DENY, RULE, REASON, HINT)
        shows = fed or call.name not in secret_links.NAMING
        words = [*call.words[1:], *(one.target for one in call.command.redirects if one.target is not None)]
        for word in words:
            taken = whole is not None and (word.text in whole or not word.static)
            loose = shows and (word.glob or word.brace or not word.static)
            for pattern in names.patterns(word):
                if any(_reaches(secret, piece, base, event, taken) for piece in _pieces(pattern) for base in bases):
                    return Finding(DENY, RULE, REASON, HINT)
                if loose and secret_links.matched(secret, pattern, bases, event):
                    return Finding(DENY, RULE, REASON, HINT)
        if whole and "." in whole and any(secret.below(base) for base in bases):
            return Finding(DENY, RULE, REASON, ABOVE % bases[0])
    return None


def _deep(call: "Call") -> bool:
    """Whether a command may go through folders, follow links or run a program text: asked of every one, and most do nothing of it."""
    from statewright.policy.protecting.searches import GREPS
    from statewright.policy.protecting.secret_links import DEEP
    from statewright.shell.programs import family

    name = call.name
    if name in GREPS and name != "rgrep":  # -r, -R, -d recurse, --directories, --dereference-recursive
        return any(text[:1] == "-" and ("r" in text or "R" in text or "d" in text) for text in call.texts)
    return name in DEEP or family(name) in DEEP


def _takes(call: "Call") -> bool:
    """Whether a command may take the names of files from another's listing."""
    command = call.command
    return call.name in TAKERS or command.open or any(word.subst for word in (*call.words, *(one.value for one in command.assigns)))


def _pieces(pattern: str) -> "list[str]":
    return [pattern, pattern.partition("=")[2]] if "=" in pattern else [pattern, pattern.partition(":")[2]] if ":" in pattern else [pattern]


def _reaches(secret: Secret, piece: str, base: str, event: "Event", whole: bool) -> bool:
    """Whether a word leads into the folder; whole: or to one above, by a program that reads all that lies below."""
    from statewright.policy.words.patterns import plain

    text = plain(piece)
    if text is None:
        return _fits(secret, at(piece, base, event), whole)
    if not text or text[:1] == "-":
        return False
    path = at(text, base, event)
    return secret.holds(path) or (whole and secret.below(path))


def _fits(secret: Secret, pattern: str, whole: bool) -> bool:
    """Whether a pattern may name the folder or what lies in it; whole: or a folder above."""
    from statewright.policy.words.patterns import glob, plain
    from statewright.shell.model import HOLE

    if HOLE in pattern:
        return False  # what only the running shell knows; nearly every line has one
    parts = pattern.split("/")
    first = next((n for n, part in enumerate(parts) if plain(part) is None), len(parts))
    head = secret.facts.real("/".join(plain(part) or "" for part in parts[:first]) or "/")  # a link before the pattern leads elsewhere
    shape = [part for part in [*head.split("/"), *parts[first:]] if part and part != "."]
    shape = [part.lower() for part in shape]
    for folder in (secret.data, secret.facts.real(secret.data)):
        place = [part for part in (folder + FOLDER).lower().split("/") if part]
        if "**" in shape:
            shape = shape[: shape.index("**")]
            if all(glob(one, other) for one, other in zip(shape, place, strict=False)):
                return True
        elif (whole or len(shape) >= len(place)) and all(glob(one, other) for one, other in zip(shape, place, strict=False)):
            return True
    return False


def _whole(secret: Secret, call: "Call", fed: bool) -> "list[str] | None":
    """The words by which a command names folders that it reads with all that lies below them; None where it reads none so."""
    from statewright.policy.protecting import searches

    found = searches.operands(call)
    if found is not None or not searches.lists(call):
        return found
    if not fed and not any(text in RUNS for text in call.texts):
        return None
    texts = call.texts
    if call.name == "find":
        from statewright.policy.words.patterns import glob

        tests = [texts[i + 1].lower() for i in range(1, len(texts) - 1) if texts[i] in ("-name", "-iname") and texts[i - 1] not in ("-not", "!")]
        if tests and not any(glob(test, name) for test in tests for name in ("secrets", *secret.names())):
            return None
    paths = [text for text in texts[1:] if text[:1] != "-"]
    return [*paths, *([] if paths and call.name == "find" else ["."])]


def screen(event: "Event") -> "Finding | None":
    """While an approval is pending: nothing that shows, records or feeds another terminal."""
    from statewright.policy.words.calls import calls

    for call in calls(event):
        name = call.name.rpartition("/")[2]
        alone = call.texts[1:] in (["-V"], ["--version"])
        words = [*call.texts[1:], *(one.target.text for one in call.command.redirects if one.target is not None)]
        if (name in SCREENS and not alone) or any(word.startswith(DEVICES) and word not in ("/dev/tty",) for word in words):
            return Finding(DENY, "lifecycle", SCREEN, HINT)
    return None
