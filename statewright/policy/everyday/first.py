"""Everyday lines: those that no rule about shell text can have anything against are known without a reading.

Most lines an agent gives are a few well-known programs with well-known options, plain names and quoted patterns. ``clears``
knows those from one small table; any other line is read and judged in full. It never refuses, and what it lets through the
rules let through as well: the tests hold it to that over every line they have.
"""

from statewright.policy.everyday.rows import BEGINNINGS, known
from statewright.policy.everyday.words import PATTERN, QUOTED, STATUS, TEXT, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from statewright.model import Event, Snapshot, State

    Words = list[str]

LONGEST = 4000
# A line that holds one of these is looked at closely: our own command, nested agents, other processes, settings, secrets.
CLOSER = ("wright", "claude", "codex", "gemini", "copilot", "kill", "exec", "spawn", "system", "hook", "settings", "secret", "approv",
          "/dev", "-tool", "environ", "opencode")  # fmt: skip
WRAPPERS = frozenset(("time", "timeout", "nice", "xargs"))
MESSAGES = ("-m", "-am", "-qm", "--message")
REACHING = ("git", "npm", "pnpm", "yarn")
LEAVING = (["cd", ".."], ["cd", "-"])  # at the end, where nothing follows
# They run none of the project's files, whatever is put there.
_QUIET = """
    git gh mkdir ls cat echo printf grep rg head tail wc sort uniq cut tr sed awk jq diff cmp find pwd true false stat file du df date
    basename dirname exit set sleep which realpath nl tac column
"""
QUIET = frozenset(_QUIET.split())
CHANGING = ("rm", "cp", "mv", "touch", "chmod", "tee", "rmdir")
TESTS = ("[", "[[", "test")


def clears(state: "State", snap: "Snapshot", event: "Event") -> "bool | None":
    """None for a line that has to be read; else whether it may have changed files that checks were run on."""
    text = event.command or ""
    if event.kind != "pre" or event.tool != "Bash" or len(text) > LONGEST:
        return None
    if snap["status"] == "waiting" or state.get("programs") or (state.get("config", {}).get("ogr") or {}).get("endpoint"):
        return None
    commands = split(text)
    said = None if commands is None else _judged(commands, state, event, [], False, ())
    if said is None:
        from statewright.policy.everyday.more import again  # only here: it is the way to the whole reading, or less dear than that

        said = again(text, state, event)
    return said


def _judged(
    commands: "list[tuple[Words, bool]]", state: "State", event: "Event", operands: "list[str]", assigned: bool, printed: "Sequence[str]"
) -> "bool | None":
    """What ``clears`` says of a line's commands.

    operands: files that are read besides; assigned: it sets variables of its own; printed: into which files it prints.
    """
    text = event.command or ""
    base = _base(commands, event)
    if not base:
        return None
    if event.project in text and base == event.project:
        from statewright.policy.everyday.forms import relative  # only here: few lines write the project's path out

        if not relative(commands, state, event):
            return None
    writes = runs = ran = False
    front: "list[Words]" = []
    made: "dict[str, bool]" = {}
    if printed and state.get("blocked_env"):
        return None  # what is printed there may ask for one of the variables, and be run
    if printed:
        from statewright.policy.everyday.files import into  # only here: few lines print into files

        said = into(printed, state, base, event, made)
        if said is None:
            return None
        writes = said
    for words, piped in commands:
        before = len(operands)
        first = words[0]
        if first in WRAPPERS or "=" in first or words[1:2] == ["--no-pager"]:
            from statewright.policy.everyday.forms import unwrapped  # only here: few lines have more in front

            found = unwrapped(words, state, front, piped)
            if found is None:
                return None
            assigned = assigned or "=" in first
            words, taken = found
            piped = piped and not taken
        front.append(words)
        shown = _unsaid(words) if words[:2] == ["git", "commit"] else words
        low = " ".join(shown).lower().replace(PATTERN, "").replace(TEXT, "").replace(STATUS, "")
        for part in CLOSER:
            if part in low and (part != "wright" or part in low.replace("playwright", "")):
                return None
        if words[0] in TESTS:
            from statewright.policy.everyday.forms import condition

            if not condition(words, operands):
                return None
            continue
        if words[0] == "git" and not _own_repository(base, event):
            return None
        if "::" in low and words[0] in REACHING:
            return None  # git's name for a helper program
        if words[0] in CHANGING or words[:2] == ["sed", "-i"]:
            from statewright.policy.everyday.files import changed  # only here: few lines change files by themselves

            if not changed(words, state, base, event, made) or (words[0] == "tee" and state.get("blocked_env")):
                return None
            operands += words[1:]
            writes = True
            continue
        signs = known(state, words, piped, operands)
        if signs is None or (("x" in signs or "w" in signs or "p" in signs) and _linked(operands[before:], base, event)):
            return None
        writes, runs = writes or "w" in signs, runs or "x" in signs
        ran = ran or words[0] not in QUIET
        if "k" in signs and not writes:
            from statewright.policy.everyday.unchanged import hooked  # only here: few lines hand on to git's hooks

            writes = hooked(words, event)
    if event.facts.kind(event.data + "/secrets") == "dir":
        every = commands + [(words, False) for words in front]  # with what stands in front of them and without
        if _hidden(operands, base, event, every):
            return None
        if STATUS in operands:
            from statewright.policy.everyday.secret_words import told  # only here: few lines read what they are told

            if not told(event, front):
                return None
    if made:
        from statewright.policy.everyday.files import runnable

        if ran and runnable(made):
            return None
        event.extra["changed"] = list(made)
    return writes or (assigned and runs)  # with a variable of the line's own any program may be another


def _unsaid(words: "Words") -> "Words":
    """A commit's words without its messages."""
    return [word for i, word in enumerate(words) if word[0] != QUOTED or words[i - 1] not in MESSAGES]


def _base(commands: "list[tuple[Words, bool]]", event: "Event") -> str:
    """The folder the line runs in, "" where it is not plainly one of the project; a leading ``cd`` is taken off."""
    base: str = event.cwd or event.project
    if len(commands) > 1 and commands[-1][0] in LEAVING and not commands[-1][1]:
        del commands[-1]
    words = commands[0][0]
    if words[0] == "cd":
        if len(words) != 2 or len(commands) < 2 or commands[1][1] or words[1][:1] in BEGINNINGS[1:]:
            return ""
        base = words[1] if words[1][:1] == "/" else base + "/" + words[1]
        del commands[0]
    if base == event.project:
        return base
    if ".." in base or not base.startswith(event.project + "/") or "/." in base[len(event.project) :]:
        return ""
    real: str = event.facts.real(base)
    return real if real.startswith(event.project + "/") and "/." not in real[len(event.project) :] and event.facts.kind(real) == "dir" else ""


def _own_repository(base: str, event: "Event") -> bool:
    """Whether git takes the project's own repository there; elsewhere a closer look is due."""
    return base == event.project and not event.facts.kind(base + "/HEAD")


def _linked(operands: "list[str]", base: str, event: "Event") -> bool:
    """Whether a name that a command may write to leads elsewhere, by a link, or is one more name of a file."""
    facts = event.facts
    here = facts.real(base) + "/"
    paths = [here + name.rstrip("/") for name in operands]
    return any(facts.real(path) != path or (facts.links(path) > 1 and facts.kind(path) == "file") for path in paths)


def _hidden(operands: "list[str]", base: str, event: "Event", commands: "list[tuple[Words, bool]]") -> bool:
    """Whether a name may lead into the folder of secrets or to one above it, by a link for one."""
    from statewright.policy.everyday.secret_words import quick

    if quick(event, base, commands):
        return True
    folder = event.facts.real(event.data) + "/secrets"
    if folder.startswith(base + "/"):
        return True
    inode = event.facts.inode
    pieces = [piece for name in operands for piece in (name, name.partition("=")[2], name.partition(":")[2]) if piece]
    found = {inode(piece if piece[0] == "/" else base + "/" + piece) for piece in pieces}
    found.discard("")
    if not found:
        return False
    parts = folder.split("/")
    known = {inode("/".join(parts[:n]) or "/") for n in range(1, len(parts) + 1)}
    known.update(inode(folder + "/" + name) for name in ("approval.key", "passphrase"))
    return not known.isdisjoint(found)
