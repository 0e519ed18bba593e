"""Programs whose own text runs commands: where each takes its text from, and in which language it is. The one table of them.

A row is ``PROGRAMS ; LANGUAGE ; SOURCES``. The languages are read in ``escapes_read.py`` and ``escapes_programs.py``; what comes out are
shell texts, whose commands every rule judges like those written out, see ``further.py``. Sources:

``-c``       the value of an option, behind it or in the same word; a long one cut short and with ``=`` too. ``-c*``: with all words behind.
``1`` ``2``  the operands from the first, from the second on; with ``*``: as one command.
``+``        words that begin with a plus. ``=``: the values of words ``NAME=value``.
``in``       the standard input, as far as the line tells what it brings.
``@-f``      the file that an option names, ``@`` the one that the first operand is: where the line itself writes it, or it is a descriptor.
``--``       the words behind the first ``--``, as one command.

Sources of the rows: sqlite.org/cli.html (Shell commands, edit()), duckdb.org/docs/api/cli/dot_commands, psql(1) Meta-Commands, mysql(1) Commands,
mycli.net/commands, POSIX ed and ex, vim and nvim ``:help :!``, ``system()``, ``jobstart()``, GNU Emacs Lisp manual (Processes), GDB manual (Shell
Commands, Pipe), lldb.llvm.org, ftp(1), sftp(1), lftp(1), telnet(1), dc(1), bc(1), gnuplot manual (Shell, Piped-data), Octave manual (System
Utilities), Tcl exec(n) and open(n), expect(1), socat(1), ncat(1), nc(1), cargo-watch(1), just.systems, GNU make manual (Overriding Variables),
docs.npmjs.com npm-pkg, gawk manual (I/O Functions, Redirecting Output), osascript(1), nano(1), kakoune's
expansions, fzf(1), yt-dlp(1), capsh(1), m4(1), and the manuals of each language on running programs.
"""

from statewright.policy.words.patterns import MORE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
    from statewright.shell.model import Word

ROWS = """
sqlite3 sqlite litecli usql sqlcipher ; sqlite ; 2 -cmd --cmd in @-init
duckdb ; sqlite ; 2 -c -s -cmd in @-f @-init
psql pgcli cockroach edb-psql ; psql ; -c --command in @-f @--file
mysql mariadb mycli mysqlsh ; mysql ; -e --execute in --init-command
mysql mariadb mycli ; shell ; --pager
ed ; ed ; in
vim vi nvim view vimdiff gvim mvim rvim ex vim.basic vim.tiny nvr ; vim ; -c --cmd --remote-send --remote-expr + @-S @-s in
emacs emacsclient xemacs ; lisp ; --eval --execute -eval -execute -e @-l @--load @--script
gdb rust-gdb cgdb ; gdb ; -ex -iex --ex --iex --eval-command -eval-command --init-eval-command in @-x @--command @-ix
lldb rust-lldb ; gdb ; -o -O -k -K --one-line --one-line-before-file in @-s @--source
ftp sftp lftp ncftp tnftp telnet ; bang ; in -c -e @-b @-f
ipython bpython ghci ; bang ; in
dc bc ; bang ; -e --expression in @-f @--file
gnuplot ; gnuplot ; -e in @
octave octave-cli matlab scilab maxima ; octave ; --eval -r -batch in @
expect tclsh tcl wish expectk jimsh ; tcl ; -c in @ @-f
just ; shell ; --command* -c*
socat socat1 ; socat ; 1
nc ncat netcat ; shell ; -e -c --exec --sh-exec
cargo ; shell ; -s --shell --
cargo ; cargo ; -x --exec
npm pnpm ; scripts ; 1
make gmake ; words ; =
osascript ; code ; -e in @
xterm uxterm rxvt urxvt konsole alacritty foot lxterminal mlterm terminator tilix ; started ; -e* -x* --command* --execute* --exec* --
xfce4-terminal mate-terminal gnome-terminal ptyxis ghostty ; started ; -e* -x* --command* --execute* --exec* --
kitty kitten wsl lima ; started ; 1* -e* -x* --command* --execute* --exec* --
wezterm zellij devcontainer ; started ; 2* -e* -x* --command* --execute* --exec* --
xdotool ydotool ; words ; 2
wtype ; words ; 1
compgen complete ; shell ; -C
nano ; words ; -s --speller
kak ; inserts ; -e -E
scp sftp sshfs ; option ; -o
mosh ; words ; --ssh --server
autossh ; words ; --
fzf sk ; words ; --preview
fzf sk ; inserts ; --bind
delta ; words ; --pager
yt-dlp youtube-dl ; words ; --exec --exec-before-download
capsh ; words ; -c
chokidar ; words ; -c --command
pueue envchain volta fnm nvm asdf mise micromamba colima ; words ; 2* --
limactl rustup nvm fnm asdf ; words ; 3* --
ts nq tsp dbus-launch dbus-run-session tmate byobu ttyd gotty ; started ; 1* 2* --
wetty shpool asciinema termtosvg ttyrec terminalizer ; started ; -c --command -e --exec -d
scl ; started ; 3* --
dtach abduco ; started ; 2*
vhs ; quoted ; in @
bind ; bound ; 1
bindkey ; bound ; 1 2
tox nox guix ; words ; --
osh yash ion elvish nu ; words ; -c
janet fennel hy ; code ; -e -c
runghc runhaskell ; code ; in
mongo mongosh ; code ; --eval
m4 ; inserts ; in
awk gawk mawk nawk ; awk ; 1 -e --source @-f
python python2 python3 pypy pypy3 ipython bpython ; code ; -c 1 in @
node nodejs bun tsx ts-node qjs d8 zx ; code ; -e -p --eval --print -pe in @
deno ; code ; 2 --eval in @
ruby irb jruby crystal raku rake ; code ; -e in @
perl ; code ; -e -E in @
php ; code ; -r -B -R -E in @
lua luajit julia Rscript R groovy elixir iex erl swift guile racket sbcl clojure bb ghci gradle gradlew groovysh ; code ; -e -E -eval --eval -s 1 in @
nim java jshell scala kotlin ghc ocaml ; code ; -e -eval --eval 1 in @
pwsh powershell ; code ; -c -Command -command -C in @-File @
"""
MOST = 1000  # texts of one call; where there are more, MORE is one of them


def rows(name: str) -> "list[tuple[str, list[str]]]":
    """The rows of a program: its language and its sources."""
    out = []
    for line in ROWS.strip().split("\n"):
        programs, language, sources = line.split(" ; ")
        if name in programs.split():
            out.append((language, sources.split()))
    return out


def texts(call: "Call", name: str, found: "list[Call]", names: "Names") -> "list[tuple[str, bool]]":
    """The shell texts that a call's own text holds, and whether each is sure to be a command: a guess is judged for what must never run."""
    from statewright.policy.texts import escapes_read

    out: "list[tuple[str, bool]]" = []
    starts: "list[str]" = []
    more = False
    for language, sources in rows(name):
        for source in sources:
            for text in taken(source, call, found, names):
                more = more or MORE in text
                out += escapes_read.read(language, text)
                starts += [text] if language in ("code", "awk") else []
                for path in names.written:  # ``.read FILE``, ``source FILE``
                    if path in text.replace("'", " ").replace('"', " ").split():
                        out += escapes_read.read(language, "\n".join([written(line) for line in names.written[path]]))
    if starts:
        from statewright.policy.texts import escapes_programs

        out += [(text, False) for text in escapes_programs.handed(starts, call, found, names)]
    out = list(dict.fromkeys(out))
    return out if len(out) <= MOST and not more else [*out[:MOST], (MORE, True)]


def taken(source: str, call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """The texts that a source gives."""
    if source == "in":
        return _input(call, found, names)
    if source == "=":
        return [text.partition("=")[2] for word in call.words[1:] if "=" in word.text[1:] for text in shown(word, names)]
    if source == "+":
        return [text[1:] for word in call.words[1:] if word.text[:1] == "+" for text in shown(word, names)]
    if source[:1].isdigit():
        operands = [word for word in call.words[1:] if word.text[:1] != "-"]
        if source[1:]:
            first = operands[int(source[0]) - 1 : int(source[0])]
            at = next((i for i, word in enumerate(call.words) if first and word is first[0]), len(call.words))
            return _command(call.words[at:], names)
        return [text for word in operands[int(source) - 1 :] for text in shown(word, names)]
    if source == "--":
        return _command(call.words[call.texts.index("--") + 1 :], names) if "--" in call.texts else []
    if source[:1] == "@":
        return _filed(source[1:], call, found, names)
    return _valued(source, call, names)


def _command(words: "list[Word]", names: "Names") -> "list[str]":
    """Words as one command; a word alone may be a text."""
    return [*(shown(words[0], names) if len(words) == 1 else ()), " ".join([word.raw for word in words])] if words else []


def _valued(option: str, call: "Call", names: "Names") -> "list[str]":
    """What stands behind an option."""
    whole = option[-1:] == "*"
    option = option.rstrip("*")
    out: "list[str]" = []
    for i, word in enumerate(call.words[1:], 1):
        text = word.text
        rest = call.words[i + 1 :]
        if text == option or (option[:2] == "--" and len(text) > 4 and option.startswith(text)):
            if whole and rest:
                out += _command(rest, names)
            elif rest:
                out += shown(rest[0], names)
        elif option[:2] == "--" and len(text) > 4 and "=" in text and option.startswith(text.partition("=")[0]):
            out += [one.partition("=")[2] for one in shown(word, names)]
        elif len(option) == 2 and text[:1] == "-" and text[:2] != "--" and option[1] in text[1:]:
            at = text.index(option[1], 1)
            if text[1:at].isalpha() or at == 1:  # -c'text', -tAc text
                out += [one[at + 1 :] for one in shown(word, names)] if text[at + 1 :] else shown(rest[0], names) if rest else []
    return out


def _input(call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    if not (call.command.stdin or call.command.redirects or call.command.program):
        return []
    from statewright.policy.outputs.output import fed

    body = next((one.heredoc for one in call.command.redirects if one.heredoc is not None), None)
    if body is not None and body.static:
        return [body.text]
    return ["\n".join([written(line) for line in fed(call, found, names)])]


def _filed(option: str, call: "Call", found: "list[Call]", names: "Names") -> "list[str]":
    """The text of a program file that the line itself makes."""
    from statewright.policy.outputs.output import printed_by

    out = []
    for i, word in enumerate(call.words[1:], 1):
        if option and not (call.texts[i - 1] == option or (word.text.startswith(option) and len(option) == 2)):
            continue
        at = word.raw.find("<(")
        if word.text in ("-", "/dev/stdin", "/dev/fd/0"):
            out += _input(call, found, names)
        path = word.text.removeprefix(option) if option and word.text.startswith(option) else word.text
        if at >= 0:
            out.append("\n".join([written(line) for line in printed_by(word.raw[at + 2 : -1], names)]))
        lines = names.written.get(path) or names.written.get(path.removeprefix("./"))
        if lines and HOLED not in path:
            out.append("\n".join([written(line) for line in lines]))
    return out


HOLED = "\0"


def shown(word: "Word", names: "Names") -> "list[str]":
    """A word as the texts that it may be."""
    return [word.text] if word.static and not word.tilde else [written(pattern) for pattern in names.patterns(word)]


def written(pattern: str) -> str:
    """A path pattern as a text: what nobody can tell is a substitution of a program that prints anything."""
    if MORE in pattern:
        return MORE
    text = pattern.replace("\0\3", "$(_untold)").replace("\3", "").replace("\0", '"$_1unknown"')
    return text.replace("\1", "")
