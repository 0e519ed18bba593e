"""Read a plain line: words, quotes without an expansion, pipes, ``&&``, ``||``, ``;`` and the commonest redirects.

What it reads it reads as the whole reader does, which a test holds both to; anything else it leaves to that one.
"""

from statewright.shell.model import Command, Redirect, Script, Word

LONGEST = 4000
# Outside quotes these stand for themselves, in bash and in zsh, wherever they stand in a word.
SAFE = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:@%,+=")
LIVE = frozenset("$`\\![")  # inside quotes: expanded, or evaluated later
REDIRECTS = (("2>&1", ">&", "2", "1"), ("2>/dev/null", ">", "2", "/dev/null"), (">/dev/null", ">", "", "/dev/null"))
# What is no plain command in front of a line: reserved words, and what runs, evaluates, stores or renames.
_SPECIAL = """
    if then elif else fi for while until do done case esac select in function time coproc foreach
    eval trap source . mapfile readarray read let declare typeset local export readonly integer float print printf test unset getopts vared set
    zparseopts history fc alias compgen complete compopt compctl compadd wait exit return break continue shift ulimit kill pushd popd dirs
    env timeout gtimeout nice ionice nohup setsid stdbuf command builtin exec xargs
    bash sh dash zsh ksh mksh ash rbash rzsh
    sudo doas su runuser watch busybox toybox coreutils uutils strace ltrace npx bunx parallel chroot flock unshare nsenter script systemd-run
    xvfb-run caffeinate uvx pnpx
    unbuffer setpriv chrt taskset prlimit firejail proot fakeroot entr nodemon dotenv direnv mise ssh-agent dbus-run-session chpst - noglob nocorrect
    env_parallel sem rush rargs gargs xe pkexec sg setarch linux32 linux64 numactl cpulimit cgexec perf valgrind eatmydata faketime torsocks torify
    proxychains proxychains4 tsocks rlwrap chronic ifne gtime hyperfine pee lckdo setlock softlimit envdir setuidgid envuidgid gosu su-exec tini
    dumb-init flatpak-spawn toolbox distrobox nix-shell watchexec reflex onchange concurrently cross-env env-cmd daemonize daemon dtach abduco screen
    tmux start-stop-daemon fish csh tcsh xonsh nu elvish pwsh expect singularity apptainer nix cmake repeat
    zargs zmv zcp zln mprocs bwrap fd fdfind
"""
SPECIAL = frozenset(_SPECIAL.split())
# Programs that run another command behind one of the words in RUNNING.
_RUNNERS = """
    uv poetry pipenv hatch pdm rye bundle pnpm yarn bun npm conda mamba pixi asdf pyenv rbenv nodenv aws-vault op dotenvx doppler infisical chamber
    foreman devbox pipx railway teller summon
"""
RUNNERS = frozenset(_RUNNERS.split())
RUNNING = frozenset(("run", "exec", "x", "tool", "dlx", "node", "tsx", "ts-node", "zx", "babel-node", "vite-node"))
FINDING = frozenset(("-exec", "-execdir", "-ok", "-okdir", ";"))


def plain(text: str) -> "Script | None":
    """The script of a plain line, None for any other text."""
    if len(text) > LONGEST or not (text.isascii() and text.isprintable()):
        return None
    script = Script(text)
    commands = script.commands
    i, n = 0, len(text)
    pipe = 0  # where the pipe's first command stands in the list
    while True:
        while i < n and text[i] == " ":
            i += 1
        if i == n and commands and text[:i].rstrip(" ")[-1] == ";":
            return script
        command = Command((), i)
        i = _words(text, i, n, command)
        if i < 0 or _special(command.words):
            return None
        command.end = i
        commands.append(command)
        two, after = text[i : i + 2], text[i + 2 : i + 3]
        if two in ("&&", "||") and after not in ("&", "|", ">"):
            _piped(commands, pipe)
            pipe = len(commands)
            i += 2
        elif two[:1] == "|" and two not in ("|&", "||"):
            i += 1
        elif two[:1] == ";" and two not in (";;", ";&"):
            _piped(commands, pipe)
            pipe = len(commands)
            i += 1
        elif i == n:
            _piped(commands, pipe)
            return script
        else:
            return None


def _words(text: str, i: int, n: int, command: Command) -> int:
    """Read a command's words and redirects; where it ends, -1 when it is not plain."""
    while True:
        while i < n and text[i] == " ":
            i += 1
        if i == n or text[i] in ";|&":
            return i
        for sign, op, fd, target in REDIRECTS:
            if text.startswith(sign, i) and (i + len(sign) == n or text[i + len(sign)] in " ;|"):
                command.redirects.append(Redirect(op, fd, Word(target, target)))
                i += len(sign)
                break
        else:
            start = i
            i, word = _word(text, i, n)
            if word is None or (i < n and text[i] not in " ;|&") or (text[i : i + 2] == "&>"):
                return -1
            command.words.append(word)
            word.raw = text[start:i]


def _word(text: str, i: int, n: int) -> "tuple[int, Word | None]":
    parts = []
    quoted = False
    while i < n:
        c = text[i]
        if c in SAFE:
            j = i + 1
            while j < n and text[j] in SAFE:
                j += 1
            parts.append(("text", text[i:j], False))
            i = j
        elif c == "'" or c == '"':
            end = text.find(c, i + 1)
            inside = text[i + 1 : end]
            if end < 0 or not LIVE.isdisjoint(inside):
                return i, None
            parts.append(("text", inside, True))
            quoted = True
            i = end + 1
        else:
            break
    word = Word("", "".join([piece for _, piece, _ in parts]))
    if quoted:
        word.quoted = True
        word.parts = parts
    return i, word


def _special(words: "list[Word]") -> bool:
    """Whether a command is none, or one that the whole reader looks at more closely."""
    if not words:
        return True
    first = words[0]
    name = first.text.rpartition("/")[2]
    if first.quoted or "=" in first.text or name in SPECIAL:
        return True
    if name in RUNNERS:
        return any(word.text in RUNNING for word in words)
    if name == "git":
        return any(word.text == "-c" for word in words)
    return name == "find" and any(word.text in FINDING for word in words)


def _piped(commands: "list[Command]", first: int) -> None:
    """Mark the commands of one pipe."""
    total = len(commands) - first
    if total > 1:
        for k in range(total):
            command = commands[first + k]
            command.place = ("pipe:%d/%d" % (k + 1, total),)
            if k:
                command.stdin = "pipe"
