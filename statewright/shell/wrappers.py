"""The options of transparent wrappers, so far as is needed to find the command behind them.

Sources: GNU coreutils, findutils and util-linux manuals, bash manual (Bourne Shell Builtins). An option that is not
here makes the line opaque; so do those that change what the words mean (``env -S``, ``exec -a``) or where it runs.
"""

from statewright.shell.model import HOLE, Assign, Word

# name: short flags, short options with a value, long flags, long options with a value, operands before the command
SPECS: "dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...], int]]" = {
    "env": ("i0v", "uC", ("ignore-environment", "null", "debug"), ("unset", "chdir"), 0),
    "time": ("pv", "f", ("portability", "verbose"), ("format",), 0),
    "timeout": ("v", "ks", ("preserve-status", "foreground", "verbose"), ("kill-after", "signal"), 1),
    "gtimeout": ("v", "ks", ("preserve-status", "foreground", "verbose"), ("kill-after", "signal"), 1),
    "nice": ("", "n", (), ("adjustment",), 0),
    "ionice": ("t", "cn", ("ignore",), ("class", "classdata"), 0),
    "nohup": ("", "", (), (), 0),
    "setsid": ("cfw", "", ("ctty", "fork", "wait"), (), 0),
    "stdbuf": ("", "ioe", (), ("input", "output", "error"), 0),
    "command": ("p", "", (), (), 0),
    "builtin": ("", "", (), (), 0),
    "exec": ("cl", "", (), (), 0),
    "xargs": ("0rtpxo", "nLPsdEaIJR", ("null", "no-run-if-empty", "verbose", "interactive", "exit", "open-tty"),
              ("max-args", "max-lines", "max-procs", "max-chars", "delimiter", "eof", "arg-file", "replace", "process-slot-var"), 0),
}
# Programs that run what follows but are judged by their own name as well.
_BEHIND = """
    sudo doas su runuser watch busybox toybox coreutils uutils strace ltrace npx bunx parallel chroot flock unshare nsenter script systemd-run
    xvfb-run caffeinate uvx pnpx
    unbuffer setpriv chrt taskset prlimit firejail proot fakeroot entr nodemon dotenv direnv mise ssh-agent dbus-run-session chpst - noglob nocorrect
    env_parallel sem rush rargs gargs xe pkexec sg setarch linux32 linux64 numactl cpulimit cgexec perf valgrind eatmydata faketime torsocks torify
    proxychains proxychains4 tsocks rlwrap chronic ifne gtime hyperfine pee lckdo setlock softlimit envdir setuidgid envuidgid gosu su-exec tini
    dumb-init flatpak-spawn toolbox distrobox nix-shell watchexec reflex onchange concurrently cross-env env-cmd daemonize daemon dtach abduco screen
    tmux start-stop-daemon fish csh tcsh xonsh nu elvish pwsh expect singularity apptainer nix cmake repeat
    zargs zmv zcp zln mprocs bwrap
"""
BEHIND = frozenset(_BEHIND.split())  # - noglob nocorrect repeat zargs zmv are zsh's
_RUNNERS = """
    uv poetry pipenv hatch pdm rye bundle pnpm yarn bun npm conda mamba pixi asdf pyenv rbenv nodenv aws-vault op dotenvx doppler infisical chamber
    foreman devbox pipx railway teller summon
"""
RUNNERS = frozenset(_RUNNERS.split())
TRUSTED = ("/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/")


def operands(name: str, words: "list[Word]") -> "tuple[int, list[Assign], str, str]":
    """Where the inner command begins (-1: it runs none), assignments before it, a placeholder, and a doubt."""
    flags, valued, long_flags, long_valued, before = SPECS[name]
    assigns: list[Assign] = []
    holder = ""
    i = 1
    while i < len(words):
        text = words[i].text
        if text == "--":
            i += 1
            break
        if text == "-" and name == "env":
            i += 1
            continue
        if text[:1] != "-" or text == "-":
            break
        if not words[i].static:
            return 0, assigns, "", "an option of %s is not plain to see" % name
        step, placeholder, known = option(name, words, i, flags, valued, long_flags, long_valued)
        if not known:
            if name == "command" and text in ("-v", "-V", "-pv", "-pV"):
                return -1, assigns, "", ""
            if text in ("--version", "--help"):
                return -1, assigns, "", ""
            return 0, assigns, "", "this option of %s is not read" % name
        holder = placeholder or holder
        i += step
        if i > len(words):
            return 0, assigns, "", "an option of %s has no value" % name
    while before and i < len(words):
        before -= 1
        word = words[i]
        if word.splits or word.text[:1] in ("", HOLE):
            return 0, assigns, "", "an operand of %s is not plain to see" % name
        i += 1
    if name == "env":
        i, doubt = environment(words, i, assigns)
        if doubt:
            return 0, assigns, "", doubt
    return i, assigns, holder, ""


def option(name: str, words: "list[Word]", i: int, flags: str, valued: str, long_flags: "tuple[str, ...]",
           long_valued: "tuple[str, ...]") -> "tuple[int, str, bool]":
    """How many words this option takes, the placeholder it sets, whether it is known."""
    text = words[i].text
    if text[:2] == "--":
        long, equals, value = text[2:].partition("=")
        if long in long_flags and not equals:
            return 1, "", True
        if long == "replace":
            return 1, value or "{}", True
        if long not in long_valued:
            return 1, "", False
        if long == "eof" or long == "max-lines":  # their value is optional, so only an attached one counts
            return 1, "", True
        return (1, "", True) if equals else taken(words, i)
    if name == "nice" and text[1:].lstrip("-+").isdigit():
        return 1, "", True
    for k in range(1, len(text)):
        c = text[k]
        rest = text[k + 1:]
        if c in valued:
            step, _, known = (1, "", True) if rest else taken(words, i)
            if c in "IJ" and known:
                return step, rest or words[i + 1].text, True
            return step, "", known
        if name == "xargs" and c == "i":
            return 1, rest or "{}", True
        if name == "xargs" and c in "le":
            return 1, "", True
        if c not in flags:
            return 1, "", False
    return 1, "", True


def taken(words: "list[Word]", i: int) -> "tuple[int, str, bool]":
    """An option whose value is the next word, which must be exactly one."""
    return 2, "", i + 1 < len(words) and not words[i + 1].splits


def environment(words: "list[Word]", i: int, assigns: "list[Assign]") -> "tuple[int, str]":
    """env's ``NAME=value`` operands."""
    while i < len(words):
        word = words[i]
        name, equals, value = word.text.partition("=")
        if not equals or HOLE in name or not name:
            if name[:1] == HOLE and len(words) > i:
                return i, "an operand of env is not plain to see"
            break
        if word.splits:
            return i, "an operand of env may become several"
        made = Word(word.raw.partition("=")[2], value)
        made.static = word.static
        made.quoted = word.quoted
        made.vars = word.vars
        made.subst = word.subst
        assigns.append(Assign(name, made))
        i += 1
    return i, ""


def program(word: Word) -> str:
    """The program a plain word names: the bare name for the usual program folders, else the word."""
    if not word.plain:
        return ""
    text = word.text
    for folder in TRUSTED:
        if text.startswith(folder) and "/" not in text[len(folder):]:
            return text[len(folder):]
    return text


def filled(word: Word, holder: str) -> Word:
    """A word in which a program puts text of its own for ``holder``."""
    if holder not in word.text:
        return word
    made = Word(word.raw, word.text.replace(holder, HOLE))
    made.static = False
    made.quoted = word.quoted
    made.vars = word.vars
    made.subst = word.subst
    return made
