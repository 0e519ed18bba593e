"""Which calls may be given a text that runs commands, in its program's own way or a shell's. Loaded for lines with such a program alone."""

from statewright.policy.words.options import abbreviates
from statewright.shell.programs import HARMLESS, row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call

# Programs of which a text may run commands, see escapes.py: always, or where it holds what starts one.
SPEAKING = (
    " sqlite3 sqlite litecli usql sqlcipher duckdb psql pgcli cockroach edb-psql mysql mariadb mycli mysqlsh ed vim vi nvim view vimdiff gvim"
    " mvim rvim ex vim.basic vim.tiny nvr emacs emacsclient xemacs gdb rust-gdb cgdb lldb rust-lldb ftp sftp lftp ncftp tnftp telnet dc bc"
    " gnuplot octave octave-cli matlab scilab maxima expect tclsh tcl wish expectk jimsh socat socat1 nc ncat netcat osascript pwsh powershell"
    " xterm uxterm rxvt urxvt konsole alacritty foot lxterminal mlterm terminator tilix xfce4-terminal mate-terminal gnome-terminal ptyxis"
    " ghostty kitty kitten wezterm zellij wsl lima devcontainer xdotool ydotool wtype compgen complete ipython bpython ghci nano"
    " kak scp sftp sshfs mosh autossh"
    " fzf sk delta yt-dlp youtube-dl capsh chokidar pueue envchain volta fnm nvm asdf mise micromamba colima limactl rustup ts nq tsp dbus-launch"
    " dbus-run-session tmate byobu ttyd gotty tox nox guix osh yash ion elvish nu janet fennel hy runghc runhaskell mongo"
    " mongosh m4 bind bindkey wetty shpool asciinema termtosvg ttyrec vhs scl dtach abduco terminalizer "
)
CODED = (
    " python python2 python3 pypy pypy3 node nodejs bun tsx ts-node qjs d8 zx deno ruby irb jruby crystal raku perl php lua luajit julia Rscript"
    " R groovy elixir iex erl swift guile racket sbcl clojure bb nim java jshell scala kotlin rake ghc ocaml gradle gradlew groovysh "
)
AWKS = " awk gawk mawk nawk "
# What a word of theirs must hold.
WORDED = {"cargo": "watch", "npm": "pkg", "pnpm": "pkg", "just": "-", "make": " ", "gmake": " "}
STARTS = (
    "system", "exec", "spawn", "popen", "process", "`", "run(", "shell", "%x", "qx", "command(", "open3", "pty", "passthru", "do script", "-|",
    "|-", "|\"", "|'", "\"|", "'|", "call(", "kernel", "proc_", "cmd(", "command ", "run-program", "bash(", "sh \"", "sh '", "run {", "capture",
    "plumbum",
)  # fmt: skip
WRAPPERS = "env nohup timeout nice sudo doas exec command time setsid stdbuf sh bash zsh dash ksh"  # what xargs may hand a command to
SHELL_NAMES = " bash sh dash zsh ksh ash mksh fish source . "

TYPING = ("tmux", "screen", "xdotool", "ydotool", "wezterm", "kitty", "zellij", "tmate", "byobu", "kitten", "wtype")  # see further_typed.py
MADE = ("at", "batch", "crontab", "make", "gmake", "just", "tmux", "screen")

# They read commands from their input when they are given none: a shell's, or those of a language. With a word that must be there, or none.
SHELLS_ALONE = " newgrp su sg fakeroot setarch linux64 linux32 unshare nix-shell chroot "
READING = {
    **dict.fromkeys(("newgrp", "sg", "login", "runuser", "run0", "nsenter", "proot", "firejail", "machinectl shell", "machinectl login"), "bash"),
    **dict.fromkeys(("systemd-run --shell", "systemd-run -S", "toolbox enter", "distrobox enter", "distrobox-enter", "guix shell"), "bash"),
    **dict.fromkeys(("aws-vault exec", "guix environment", "doas -s", "poetry shell"), "bash"),
    **dict.fromkeys(("pipenv shell", "hatch shell", "devbox shell", "nix develop", "nix shell"), "bash"),
    **dict.fromkeys(("rails console", "rails c", "rails runner", "rails r", "pry", "hanami console"), "ruby"),
    **dict.fromkeys(("flask shell", "django-admin shell", "manage.py shell", "ptpython", "bpython", "ipython", "uv -"), "python3"),
    **dict.fromkeys(("bun -", "deno -", "tsx -", "ts-node -", "ts-node", "mongosh", "mongo"), "node"), "sbt console": "scala", "groovysh": "groovy",
}  # fmt: skip
# Words of theirs are no programs that they run; containers see files of this machine where some are mounted alone.
KEEPING = " tee cp mv dd rm touch mkdir ln install git gh npm pnpm yarn make xargs parallel kubectl helm "
CONTAINED = " docker podman nerdctl docker-compose lxc "


def fed(call: "Call") -> "list[str]":
    """The program that reads a call's input as its own text, where the call only puts it to work: ``heroku local:run bash``, ``sudo -i``."""
    name = call.name.rpartition("/")[2]
    texts = call.texts[1:]
    if not (call.command.stdin or call.command.redirects) or " %s " % name in KEEPING or not name:
        return [texts[-1]] if name == "git" and "foreach" in texts and " %s " % texts[-1] in SHELL_NAMES else []
    if " %s " % name in SHELLS_ALONE and all(text[:1] == "-" for text in texts):
        return ["bash"]
    if name == "ssh" and sum([text[:1] != "-" for text in texts]) == 1 and "-f" not in texts:
        return ["bash"]
    if name == "sudo" and any(text[:1] == "-" and text[:2] != "--" and ("i" in text or "s" in text) for text in texts[-1:]):
        return ["bash"]
    for text in (*texts, "") if "--" not in texts and "-c" not in texts else ():
        if (name + " " + text).strip() in READING:
            made = READING[(name + " " + text).strip()]
            return [made] if made == "bash" else [made, "-"]
    for i, text in enumerate(texts):
        last = " %s " % text.rpartition("/")[2].rstrip("0123456789.")
        if text == "shell" and texts[i - 1 : i] and texts[i - 1].endswith("manage.py"):
            return ["python3", "-"]
        if (last in SHELL_NAMES or " %s " % bare(text) in CODED) and not _told(name, texts, i):
            mounted = any(one[:2] == "-v" or one.startswith(("--vol", "--mou")) for one in texts)
            return texts[i:] if not call.command.wrapper and (" %s " % name not in CONTAINED or mounted) else []
    return []


def _told(name: str, texts: "list[str]", at: int) -> bool:
    """Whether a word is data to a program that only reads or prints: ``grep -i dash``. Not behind an option that has it run something."""
    if name in HARMLESS:
        return True
    kind, details, _ = row(name) or ("", {}, "")
    before = texts[at - 1] if at else ""
    running = any(before == one or (one[:2] == "--" and abbreviates(before, one)) for one in details.get("w", ()))
    return kind == "reader" and details.get("how") in (None, "awk", "sed") and not running


# They run what lies in the project: tests, scripts of a package, hooks, what they compile.
RUNNERS = (
    " pytest py.test python python3 tox nox uv poetry pipenv hatch pdm node npm npx pnpm yarn bun deno jest vitest mocha tsx ts-node go cargo"
    " rustc gcc cc clang g++ make gmake just task rake ruby bundle rspec rails mix iex gradle gradlew mvn mvnw java javac kotlinc scala sbt"
    " dotnet php composer artisan perl prove lua git pre-commit lefthook husky docker "
)


def added(found: "list[Call]", event: "Event") -> "list[Call]":
    """The calls, and those that the texts of some hold."""
    typed = any(call.name.rpartition("/")[2] in TYPING for call in found)
    told = not written(found) and not typed and not any(speaks(call, event) or handed(call, event) or fed(call) for call in found if call.words)
    if told and not keyed(found, event):
        return found
    from statewright.policy.texts import further

    return further.added(found, event)


def keyed(found: "list[Call]", event: "Event") -> bool:
    """Whether a line has a key that says that what stands under it is run."""
    from statewright.policy.words.calls import _keyed

    return _keyed(found, event.script.text)


def written(found: "list[Call]") -> bool:
    """Whether a line writes a file and then has a program run that may take it for its own."""
    if not any("/" in call.name or " %s " % call.name in RUNNERS for call in found):
        return False
    for call in found:
        writing = any(one.op in (">", ">>", ">|") and one.fd in ("", "1") for one in call.command.redirects)
        if writing or call.name in ("tee", "cp", "install", "dd", "mv"):
            return True
    return False


def bare(name: str) -> str:
    """A program's name less its folder and version: ``python3.12`` is python3."""
    name = name.rpartition("/")[2]
    return name if " %s " % name in SPEAKING else name.partition(".")[0].rstrip("-") if " %s " % name not in CODED else name


def speaks(call: "Call", event: "Event") -> bool:
    """Whether a text that a call is given may run commands in its program's own way."""
    name = " %s " % bare(call.name)
    if name in SPEAKING:
        return True
    if name in CODED:
        low = event.script.text.lower()
        return any(start in low for start in STARTS) or not all(word.static for word in call.words)
    if name in AWKS:
        return any("system" in text or "|" in text.replace("||", "") or text[:2] == "-f" for text in call.texts[1:])
    held = WORDED.get(call.name)
    return held is not None and any(held in text for text in call.texts[1:])


def handed(call: "Call", event: "Event") -> bool:
    """Whether a call may be given a text to run that is not there to see: a shell, xargs before a program or a pattern of programs."""
    name = call.name
    if " %s " % name in SHELL_NAMES or name in ("eval", "emulate"):
        return not call.command.wrapper and bool(call.command.program or len(call.words) > 1)
    if name == "xargs":
        return any(not word.plain or word.text in WRAPPERS for word in call.words[1:])
    if name in MADE:  # a makefile, a schedule, a terminal's commands: recipes.py
        return name in MADE[:3] or any(text[:2] in ("-f", "--") for text in call.texts[1:]) or "akefile" in event.script.text
    text = event.script.text
    return "/" in name or not name or name in ("parallel", "alias", "hash") or "alias " in text or "hash " in text or "@P" in text
