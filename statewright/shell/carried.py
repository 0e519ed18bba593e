"""Programs in front of another command that are judged by their own name as well: where that command begins.

What an unknown option leaves unsure is shown generously: from each word on that may be the command's first.
Sources: sudo(8), doas(1), util-linux, coreutils, procps-ng, strace and systemd manual pages.
"""

from statewright.shell.idle import SCRIPTS, TOLD, idle
from statewright.shell.model import Word
from statewright.shell.wrappers import BEHIND, RUNNERS, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found
    from statewright.shell.model import Command

# name: short options with a value, long ones with a value, operands in front of the command
EXACT = {
    "sudo": ("CDghpRrTtUu", "close-from chdir group host prompt chroot role command-timeout type other-user user", 0),
    "doas": ("Cu", "", 0),
    "chroot": ("", "groups userspec", 1),
    "flock": ("wE", "timeout wait conflict-exit-code", 1),
    "strace": ("abeEIoOpPsSuUX", "output attach string-limit user env trace signal quiet", 0),
    "ltrace": ("aADeFlnopsuwx", "output library indent", 0),
    "watch": ("nqs", "interval equexit shotsdir", 0),
    "taskset": ("", "", 1),
    "chrt": ("TPD", "sched-runtime sched-period sched-deadline", 1),
    "ionice": ("cn", "class classdata", 0),
    "systemd-run": ("EHMpu", "unit property description slice uid gid nice working-directory setenv service-type host machine", 0),
    "fakeroot": ("lisbu", "lib faked", 0),
    "unbuffer": ("", "", 0),
    "chpst": ("uUbe/nldopmfcrtP", "", 0),
    "repeat": ("", "", 1),
}
TEXTS = frozenset(("watch",))  # they join their words to one text for a shell
# They run a program of a package, without a shell in between.
PACKAGES = RUNNERS | {"npx", "bunx", "uvx", "cross-env", "env-cmd", "dotenv", "mise", "direnv", "xvfb-run"}
ZSH = frozenset(("zargs", "zmv", "zcp", "zln"))
MODULES = frozenset(("npm", "pnpm", "yarn", "bun"))  # behind ``run`` stands the name of a script, no program
SPEAKING = frozenset(("node", "tsx", "ts-node", "zx", "babel-node", "vite-node"))  # of a package, run by yarn and pnpm without a verb


def behind(found: "Found", command: "Command", name: str, out: "list[Command]", depth: int) -> None:
    """Show what such a program may run, with ``behind`` set: exactly where its options are known."""
    from statewright.shell.unwrap import follow, inner

    words = command.words
    if idle(name, [word.text for word in words[1:]]):
        return
    if name in ("parallel", "env_parallel", "sem"):
        from statewright.shell.parallel import composed

        if composed(found, command, name, out, depth):
            return
    if name in ZSH:
        from statewright.shell.zsh_forms import runs

        made = inner(command, runs(found, command, name), "wrapper " + name)
        made.behind = name
        if made.words:
            follow(found, made, out, depth + 1)
        return
    if name == "cmake":
        at = _cmake(words)
        if at:
            _one(found, command, at, "wrapper cmake", name, out, depth)
        return
    chosen = words[1].text[17:] if name == "coreutils" and len(words) > 1 and words[1].text[:17] == "--coreutils-prog=" else ""
    if chosen:
        made = inner(command, [Word(chosen, chosen), *words[2:]], "wrapper coreutils")
        made.behind = name
        follow(found, made, out, depth + 1)
        return
    at = _typescript(words) if name == "script" else 0
    if at:
        text = words[at].text if words[at].text[:2] != "--" else words[at].text.partition("=")[2]
        _text(found, command, text, "wrapper script", name, out, depth)
        return
    i = _begin(words, name) if name in EXACT else -1
    if i >= len(words):
        return
    if 0 < i < len(words) - 1 and words[i].text in ("-c", "--command"):
        i += 1
    if i > 0:
        direct = any(word.text in ("-x", "--exec") for word in words[1:i])
        if name in TEXTS and len(words) > i + 1 and all(word.plain for word in words[i:]) and not direct:
            _text(found, command, " ".join([word.text for word in words[i:]]), "wrapper " + name, name, out, depth)
        else:
            _one(found, command, i, "wrapper " + name, name, out, depth)
        return
    i = 1
    if name in RUNNERS:
        if len(words) > 2 and name in MODULES and words[1].text in SPEAKING:  # yarn node -e
            _one(found, command, 1, "wrapper " + name, name, out, depth)
            return
        while i < len(words) and words[i].text not in ("run", "exec", "x", "tool", "dlx"):
            i += 1
        verb = words[i].text if i < len(words) else ""
        if verb == "run" and name in MODULES and "".join([word.text for word in words[i + 1 : i + 2]]).startswith(SCRIPTS):
            return
        if verb == "run" and name in MODULES:
            _generously(found, command, i + 2, name, out, depth, True)
            return
        i += 1
    _generously(found, command, i, name, out, depth)


NAMED = ("-s", "-t", "-n")  # tmux: a session's or a window's name


def _typescript(words: "list[Word]") -> int:
    """Where the text stands that ``script -c TEXT`` gives a shell, 0 where there is none. script(1)."""
    for i, word in enumerate(words[:-1], 1):
        text = word.text
        if (text[:1] == "-" and text[1:2] != "-" and text[-1:] == "c") or text == "--command":
            return i if words[i].plain else 0
    return next((i for i, word in enumerate(words) if word.plain and word.text.startswith("--command=")), 0)


def _cmake(words: "list[Word]") -> int:
    """Where the command begins that ``cmake -E env``, ``time`` or ``chdir`` runs; 0 where it runs none. cmake(1), command-line tool mode."""
    texts = [word.text for word in words]
    if texts[1:2] != ["-E"] or texts[2:3] not in (["env"], ["time"], ["chdir"]):
        return 0
    i = 4 if texts[2] == "chdir" else 3
    while texts[2] == "env" and i < len(texts) and (texts[i][:2] == "--" or "=" in texts[i]):
        i += 1
        if texts[i - 1] == "--":
            break
    return i if i < len(texts) else 0


def _generously(found: "Found", command: "Command", i: int, name: str, out: "list[Command]", depth: int, named: bool = False) -> None:
    """From each word on that may be the command's first. A text behind that one is most likely an argument (``npx vitest -t 'a > b'``): ``??``."""
    words, shown = command.words, 0
    while i < len(words) and shown < 3:
        text = words[i].text
        if text[:1] != "-" and "=" not in text and text and not (name == "tmux" and words[i - 1].text in NAMED and not words[i].static):
            if _called(words[i - 1].text) and words[i].static and name in ("script", "su", "runuser"):
                _text(found, command, text, "wrapper %s?" % name, name, out, depth)
            argument = (named or shown) and name in PACKAGES and " " in text and not _called(words[i - 1].text)
            shown += 1
            _one(found, command, i, ("wrapper %s??" if argument else "wrapper %s?") % name, name, out, depth)
            if text in TOLD and shown == 1 and words[i].static:
                return
        i += 1


def _called(option: str) -> bool:
    """Whether an option takes a text for a shell: ``-c``, ``-lc``, ``--call``, ``--command``, ``--shell``, ``--run``."""
    return option.startswith(("--ca", "--com", "--sh", "--run", "--exec")) if option[:2] == "--" else option[:1] == "-" and "c" in option


def unsure(found: "Found", command: "Command", name: str, out: "list[Command]", depth: int) -> None:
    """A wrapper or a shell with an option that is not read: what it may run is shown all the same."""
    if sum([part[-1:] == "?" for part in command.place]) > 1:
        return
    known = list(found.opaque)
    for i, word in enumerate(command.words):  # env -S 'git stash', bash --new-option -c 'git stash'
        text = word.text
        if i and word.static and " " in text.strip():
            value = text.partition("=")[2] if text[:2] == "--" else text
            if text[:1] == "-" and "S" in text.split(" ")[0] and text[:2] != "--":
                value = text[text.index("S") + 1 :]
            _text(found, command, value, "wrapper %s?" % name, name, out, depth)
    found.opaque[:] = known
    _generously(found, command, 1, name, out, depth)


def _begin(words: "list[Word]", name: str) -> int:
    """Where the command begins; -1 where an option leaves that unsure."""
    letters, longs, before = EXACT[name]
    valued = longs.split()
    i = 1
    while i < len(words):
        text = words[i].text
        if not words[i].static:
            return -1
        if text == "--":
            i += 1
            break
        if text[:1] != "-" or text == "-":
            if name == "sudo" and "=" in text:  # sudo NAME=value command
                i += 1
                continue
            break
        if text[:2] == "--":
            long, sign, _ = text[2:].partition("=")
            i += 1 if sign or not any(one.startswith(long) for one in valued) else 2
            continue
        if text[1:2] == "c" and name == "flock":
            return -1
        at = next((k for k in range(1, len(text)) if text[k] in letters), 0)
        i += 2 if at == len(text) - 1 and at else 1
    return i + before


def _one(found: "Found", command: "Command", i: int, label: str, name: str, out: "list[Command]", depth: int) -> None:
    """The command from one word on; a word with blanks in it is a text."""
    from statewright.shell.unwrap import follow, inner

    words = command.words
    if words[i].static and " " in words[i].text:
        text = words[i].text
        for end in ("\\n", "\\r", "\\015", "\\012", "^M") if name == "screen" else ():  # screen(1), stuff: the keys that end a line
            text = text.replace(end, "\n")
        _text(found, command, text, label, name, out, depth)
        return
    made = inner(command, words[i:], label)
    made.behind = name
    if program(made.words[0]) not in BEHIND or label[-1:] != "?":
        follow(found, made, out, depth + 1)


def _text(found: "Found", command: "Command", text: str, label: str, name: str, out: "list[Command]", depth: int) -> None:
    from statewright.shell.unwrap import text_of

    known = list(found.opaque)
    text_of(found, command, text, label, out, depth, name)
    found.opaque[:] = known

