"""Git repositories that somebody put together by hand: what in them says which programs git runs, and which repository a folder belongs to.

gitrepository-layout(5), gitsubmodules(7), git-worktree(1): ``.git`` may be a file that names another folder, ``commondir`` hands
configuration and hooks over to another one, and any folder with HEAD, objects and refs is a repository for who stands in it.
"""

from statewright.policy.words.patterns import glob
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

TOLD = ("config", "config.worktree", "commondir", "gitdir")  # files that say what git runs, or where its settings are
NESTED = ("modules", "worktrees")
MAKING = ("head", "config", "commondir", ".git")
PUTTING = ("mv", "cp", "install", "ln", "rsync", "ditto")
WRITERS = (*PUTTING, "tee", "sponge", "dd", "truncate", "sed", "gsed", "ed", "touch")
RUNNING = ("fsmonitor", "sshcommand", "textconv", "external", "command", "hookspath", "process", "clean", "smudge")  # last names of settings
MOST = 1000  # folders looked at; more of them are a reason to refuse
MADE = "a repository is made by git (git init, git clone, git worktree add)"


def settings(parts: "list[str]") -> bool:
    """Whether a path, in parts and lower case, is one of the files of a repository that say what git runs."""
    for i, part in enumerate(parts):
        if part != ".git":
            continue
        tail = parts[i + 1 :]
        if tail[:1] == ["hooks"] or "/".join(tail) in TOLD:
            return True
        if len(tail) > 2 and tail[0] in NESTED and ("hooks" in tail[2:] or tail[-1] in TOLD):
            return True
    return False


def itself(path: str) -> bool:
    """Whether a path names a repository itself: ``sub/.git``."""
    return path.rstrip("/").rpartition("/")[2].lower() == ".git"


def planted(folder: str, event: "Event") -> str:
    """The folder whose repository git would take from there, when it is none that git made in the project; "" when all is well.

    folder: an absolute path in the project, links resolved.
    """
    facts = event.facts
    if facts is None:
        return ""
    real: str = facts.real(folder)
    own = _own(event)
    if any(real == one or real.startswith(one + "/") for one in own):
        return ""  # what git made: no tool writes what it goes by
    while real.startswith(event.project):
        kind = facts.kind(real + "/.git")
        if kind == "file":
            return "" if real == event.project or _leads_home(real, own, event) else real
        if kind == "dir" and facts.kind(real + "/.git/HEAD"):
            return real if real != event.project and _runs(real + "/.git/config", event) else ""
        if facts.kind(real + "/HEAD") == "file":
            return real  # with two folders, which one line makes, it is one
        if real == event.project:
            break
        real = real.rpartition("/")[0]
    return ""


def _runs(path: str, event: "Event") -> bool:
    """Whether a repository's settings have git run something for whoever only looks: git-config(1). git's own, git-lfs and husky are known."""
    try:
        text = event.facts.text(path) or ""
    except ValueError:
        return True
    section = ""
    for line in text.lower().split("\n"):
        bare = line.strip()
        section = bare if bare[:1] == "[" else section
        name, _, value = (bare.partition("]")[2] if bare[:1] == "[" else bare).partition("=")
        name, value = name.strip(), value.strip().strip('"')
        if name in RUNNING and value not in ("true", "false", "") and not value.startswith(("git-lfs", ".husky")):
            return True
        if (section.startswith("[alias") and value[:1] == "!") or (section.startswith("[include") and name == "path"):
            return True
    return False


def _own(event: "Event") -> "list[str]":
    """The project's own repository: ``.git``, or where that file leads when the project is a worktree or a submodule."""
    facts = event.facts
    if facts.kind(event.project + "/.git") != "file":
        return [event.project + "/.git"]
    there = _gitdir(event.project, event)
    front, sign, _ = there.partition("/.git/")
    return [there, front + "/.git"] if sign else [there]


def _gitdir(folder: str, event: "Event") -> str:
    try:
        text = event.facts.text(folder + "/.git") or ""
    except ValueError:
        return ""
    path = text.strip()[7:].strip() if text[:7] == "gitdir:" else ""
    found: str = event.facts.real(path if path[:1] == "/" else folder + "/" + path) if path else ""
    return found


def _leads_home(folder: str, own: "list[str]", event: "Event") -> bool:
    there = _gitdir(folder, event)
    return any(there.startswith(one + "/") for one in own if one)


def foreign(call: "Call", event: "Event", names: "Names", here: "list[str]") -> str:
    """Why a git command would work with a repository that is not the project's own; "" when it does not."""
    from statewright.policy.words.places import UNKNOWN, outside

    folders = [folder for folder in here if folder != UNKNOWN] or [event.cwd or event.project]
    for at in range(1, len(call.words) - 1):
        before = at == 1 or call.texts[at - 1] == "--no-pager" or call.texts[at - 2] == "-C"
        if call.texts[at] != "-C" or not before:
            continue
        told = _told(call.words[at + 1], names)
        if not told:
            return "the folder behind -C is not plain to see"
        folders = [path if path[:1] == "/" else folder + "/" + path for folder in folders for path in told]
    if len(folders) > MOST:
        return "there are more folders behind -C than are looked at (%d)" % MOST
    for folder in folders:
        if outside(folder, event):
            return "%s is outside the project" % folder
        if planted(folder, event):
            return "%s is set up as a repository by hand, and %s" % (planted(folder, event), MADE)
        if event.facts is not None and event.facts.real(folder) != event.project and _made_here(names):
            return "the line itself puts a repository together, and %s" % MADE
    return ""


def _told(word: "Word", names: "Names") -> "list[str]":
    """The folders that a word may name, [] when that is not plain to see."""
    from statewright.policy.words.patterns import plain

    own = names.event.project
    out = []
    for pattern in names.patterns(word):
        text = plain(pattern)
        if text is None and any(one in word.raw for one in ("$(git rev-parse --show-toplevel)", "$(pwd)")):
            text = names.cwd
        elif text is None and not word.subst and word.vars and all(name not in names.values and not name.isdigit() for name, _ in word.vars):
            text = own  # a variable of the person's own
        elif text is None and HOLE not in pattern:
            folder, _, last = pattern.rstrip("/").rpartition("/")
            shown = plain(folder)
            where = names.cwd if not folder else shown if shown is None or shown[:1] == "/" else names.cwd + "/" + shown
            if where is None:
                return []
            out += [where + "/" + name for name in names.event.facts.names(where) if glob(last, name)]
            continue
        if text is None:
            return []
        out.append(names.event.home + text[1:] if text[:2] == "~/" or text == "~" else text)
    return out or [own]


def _made_here(names: "Names") -> bool:
    """Whether the line writes what makes a folder a repository."""
    for call in names.calls:
        written = [redirect.target.text for redirect in call.command.redirects if redirect.target is not None and ">" in redirect.op]
        if any(_last(text) in MAKING for text in written):
            return True
        if call.name in WRITERS and any(_last(text) in MAKING for text in call.texts[1:]):
            return True
    return False


def _last(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2].lower()


def named(pattern: str) -> bool:
    """Whether a pattern names a repository itself; one that matches any name is none that does."""
    last = pattern.rstrip("/").rpartition("/")[2].lower()
    if not last.strip("*.?![" + HOLE + "\3"):
        return False
    return glob(last, ".git")
