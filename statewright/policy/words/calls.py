"""The shell text as the rules see it: every command with its program's name, and what else a program would run.

``calls(event)`` is worked out once for an event and kept in ``event.extra["calls"]``.
"""

from statewright.policy.texts.follow import inside
from statewright.shell.programs import TRUSTED, TRUSTED_PROJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.shell.model import Command, Word

INNER = ("wrapper", "follow ", "eval", "trap", "find -e", "callbac", "git ali")  # places of what another command of the line runs
DIGITS = "0123456789.-"
MOST = 2000  # commands looked at; more of them is a reason to refuse, never to stop looking
DEEPEST = 8  # commands that run commands by their options, likewise
WORDS = 50_000  # words of one command, or values that it assigns, likewise

# What may be given a text that runs commands, less versions: speaking.py tells when. The two blanks are for ``.`` and for a program that is not
# there to see. In one text, since a table costs every line more to load.
TEXTS = (
    "  sqlite litecli usql sqlcipher duckdb psql pgcli cockroach edb-psql mysql mariadb mycli mysqlsh ed vim vi nvim view vimdiff gvim mvim rvim"
    " ex vim.basic vim.tiny nvr emacs emacsclient xemacs gdb rust-gdb cgdb lldb rust-lldb ftp sftp lftp ncftp tnftp telnet dc bc gnuplot octave"
    " octave-cli matlab scilab maxima expect tclsh tcl wish expectk jimsh socat nc ncat netcat osascript pwsh powershell xterm uxterm rxvt urxvt"
    " konsole alacritty foot lxterminal mlterm terminator tilix xfce4-terminal mate-terminal gnome-terminal ptyxis ghostty kitty kitten"
    " wezterm zellij"
    " wsl lima devcontainer xdotool ydotool wtype compgen complete ipython bpython ghci python pypy node nodejs bun tsx ts-node qjs d zx deno ruby"
    " irb jruby crystal raku perl php lua luajit julia Rscript R groovy elixir iex erl swift guile racket sbcl clojure bb nim java jshell scala"
    " kotlin rake ghc ocaml gradle gradlew groovysh awk gawk mawk nawk cargo npm pnpm just make gmake at batch crontab tmux screen bash sh dash"
    " zsh ksh ash mksh fish source xargs parallel eval emulate nano kak scp sftp sshfs mosh autossh fzf sk delta yt-dlp youtube-dl capsh chokidar"
    " pueue envchain volta fnm nvm asdf mise micromamba colima limactl rustup ts nq tsp dbus-launch dbus-run-session tmate byobu ttyd gotty tox nox"
    " guix osh yash ion elvish nu janet fennel hy runghc runhaskell mongo mongosh m bind bindkey wetty shpool"
    " asciinema termtosvg ttyrec vhs"
    " scl dtach abduco terminalizer "
)
# The same where it has an input.
FED = (
    " newgrp su sg fakeroot setarch linux unshare nix-shell chroot sudo doas poetry pipenv hatch devbox nix rails pry hanami flask django-admin"
    " ptpython uv sbt ssh"
    " login"
    " runuser run machinectl systemd-run nsenter proot firejail toolbox distrobox distrobox-enter aws-vault "
)

# Pieces of the keys under which a text is run, see keyed.py.
KEYS = (
    "-command", "_command", "-cmd", ".cmd", "askpass", "pager", "editor", "browser", "viewer", "alias", "-shell", "set shell", "criptShell", "hooks.",
    "wrapper", ".runner", "-exec", "toolexec", "passcommand", "passwordeval", "tunnels", ".ssh", "ext::", "helper", "credential_process",
)

TOO_MANY = "the line holds more commands, words or texts within texts than are looked at (%d commands, %d words of one)" % (MOST, WORDS)


class Call:
    """One command: name of its program ("" when it is not plain to see), its words, where it stands."""

    __slots__ = ("command", "covers", "event", "name", "number", "parent", "texts", "twin", "words")

    def __init__(self, command: "Command", name: str, number: int) -> None:
        self.command = command
        self.words: "list[Word]" = command.words
        self.texts = [word.text for word in command.words]
        self.name = name
        self.number = number  # its position in the line, from 1; what another command runs has that one's
        self.covers = 0  # how many of its words an allowed_commands entry covers, once matched
        self.parent: "Call | None" = None  # the wrapper or program that runs it
        self.twin: "Call | None" = None  # the one as written, of one spelled out
        self.event: "Event | None" = None  # whose line it stands in; None for one that a rule made up

    def show(self) -> str:
        """The command as a refusal quotes it."""
        text = " ".join(word.raw for word in self.words)
        return text if len(text) <= 120 else text[:117] + "..."


def program(text: str, project: str = "") -> str:
    """The program a word names: the bare name for the folders whose programs are what their name says."""
    for folder in TRUSTED:
        if text.startswith(folder) and "/" not in text[len(folder) :] and len(text) > len(folder):
            return text[len(folder) :]
    rest = text[len(project) + 1 :] if project and text.startswith(project + "/") else text[2:] if text.startswith("./") else text
    for folder in TRUSTED_PROJECT:
        if rest.startswith(folder) and "/" not in rest[len(folder) :] and len(rest) > len(folder):
            return rest[len(folder) :]
    return text


def calls(event: "Event") -> "list[Call]":
    """Every command of the event's script in order, those that programs run by their options included."""
    known = event.extra.get("calls")
    if known is not None:
        return known  # type: ignore[no-any-return]
    out: "list[Call]" = []
    number = 0
    for command in event.script.commands:
        if len(out) > MOST or len(command.words) > WORDS or len(command.assigns) > WORDS:
            event.script.opaque.append(TOO_MANY)
            break
        if command.words and not any(part[:7] in INNER for part in command.place):
            number += 1
        _add(out, command, event, number, 0)
    _parents(out)
    if "$" in event.script.text or "{" in event.script.text or "`" in event.script.text:
        out = _spelled(out, event)
    text = event.script.text
    marked = "alias " in text or "hash " in text or "@P" in text or (text.count(">") > text.count("2>") and len(out) > 1)
    if marked or any(call.words and _given(call, text) for call in out) or _keyed(out, text):
        from statewright.policy.texts import speaking

        out = speaking.added(out, event)
    event.extra["calls"] = out
    return out


def _given(call: "Call", text: str) -> bool:
    """Whether a program, or one that its words put to work, may be given a text to run; or it is a script that the line names before."""
    name = call.name
    last = name.rpartition("/")[2]
    if " %s " % last.rstrip(DIGITS) in TEXTS or (last != name and text.count(last) > 1) or "foreach" in text:
        return True
    if not (call.command.stdin or call.command.redirects):
        return False
    words = [word.rpartition("/")[2].rstrip(DIGITS) for word in call.texts[1:]]
    return " %s " % last.rstrip(DIGITS) in FED or any(word and " %s " % word in TEXTS for word in words)


def _keyed(found: "list[Call]", text: str) -> bool:
    """Whether a text stands under a key that says that it is run."""
    if not any(key in text for key in KEYS):
        return False
    from statewright.policy.texts import keyed

    return any(keyed.marked(call, text) for call in found)


def _add(out: "list[Call]", command: "Command", event: "Event", number: int, depth: int) -> None:
    words = command.words
    name = program(words[0].text, event.project) if words and words[0].plain else ""
    call = Call(command, name, number)
    call.event = event
    out.append(call)
    if not name:
        return
    for script in inside(call):
        if depth > DEEPEST:
            event.script.opaque.append(TOO_MANY)
            return
        if script.opaque:
            event.script.opaque.extend(script.opaque)
        event.script.expansions.extend(script.expansions)
        for inner in script.commands:
            inner.place = (*command.place, "follow %s" % name, *inner.place)
            inner.behind = command.behind or inner.behind
            inner.open = inner.open or command.open
            _add(out, inner, event, number, depth + 1)


def _spelled(found: "list[Call]", event: "Event") -> "list[Call]":
    """The calls, and behind each what its words may become, see spelled.py."""
    from statewright.policy.words import spelled

    if not any(spelled.needed(call) for call in found):
        return found
    from statewright.policy.words.resolve import names_of
    from statewright.shell.reader import read

    names = names_of(event, found)
    out: "list[Call]" = []
    for call in found:
        out.append(call)
        if not call.name or not spelled.needed(call):
            continue
        for text in spelled.texts(call, names):
            script = read(text)
            event.script.opaque.extend([spelled.TOO_MANY] if "\0" in text else script.opaque)
            event.script.expansions.extend(script.expansions)
            added: "list[Call]" = []
            for command in script.commands:
                if command.place == ():
                    command.stdin, command.open = command.stdin or call.command.stdin, command.open or call.command.open
                command.place = (*call.command.place, *command.place)
                command.behind = call.command.behind or command.behind
                _add(added, command, event, call.number, 0)
            _parents(added)
            for one in added:
                one.twin = call
                one.parent = one.parent or call.parent
            out += added
        if len(out) > MOST:
            event.script.opaque.append(TOO_MANY)
            break
    return out


def _parents(out: "list[Call]") -> None:
    """Link each command to the one that runs it: the nearest before it whose place is the front of its own."""
    stack: "list[Call]" = []
    for call in out:
        place = call.command.place
        while stack and not (len(stack[-1].command.place) < len(place) and place[: len(stack[-1].command.place)] == stack[-1].command.place):
            stack.pop()
        if stack and place[len(stack[-1].command.place) :][0][:7] in INNER:
            call.parent = stack[-1]
        stack.append(call)


def where(call: "Call", event: "Event") -> str:
    """``(command 2 of 3)`` when there are several."""
    total = max([one.number for one in event.extra.get("calls", ())] or [1])
    return " (command %d of %d)" % (call.number, total) if total > 1 else ""


def is_function(call: "Call", event: "Event") -> bool:
    """A function of the line, defined before it is called and not within something that may not run."""
    return call.name in event.script.functions
