"""Commands that only run another command: what they run becomes a further entry behind them."""

from statewright.shell.cursor import MAX_DEPTH, Unreadable, refused
from statewright.shell.later import check, doubt
from statewright.shell.model import Command, Word
from statewright.shell.parser import Reader
from statewright.shell.shells import SHELLS, STDIN, posix_doubt, shell_options
from statewright.shell.wrappers import BEHIND, RUNNERS, SPECS, filled, operands, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found
    from statewright.shell.model import Redirect

EXEC = frozenset(("-exec", "-execdir", "-ok", "-okdir"))


def unwrap(found: "Found", out: "list[Command]") -> None:
    """Put into ``out`` the commands found, each followed by those it runs."""
    for command in found.commands:
        follow(found, command, out, 0)


def follow(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    out.append(command)
    check(found, command)
    if not command.words:
        return
    if depth > MAX_DEPTH:
        doubt(found, "commands run commands too deeply")
        return
    if command.words[0].raw[:1] == "=":
        doubt(found, "zsh runs another program for a word that begins with =")
    name = program(command.words[0])
    if name in SPECS:
        wrapper(found, command, name, out, depth)
    elif name in SHELLS:
        shell(found, command, name, out, depth)
    elif name in HANDLERS:
        HANDLERS[name](found, command, out, depth)
    elif name in BEHIND or name in RUNNERS:
        from statewright.shell.carried import behind  # and its tables: few lines have one of these

        behind(found, command, name, out, depth)


def unread(found: "Found", command: Command, name: str, reason: str, out: "list[Command]", depth: int) -> None:
    """An option is not read: the line cannot be judged, and what it may run is shown as well as can be."""
    from statewright.shell.carried import unsure

    doubt(found, reason)
    unsure(found, command, name, out, depth)


def inner(command: Command, words: "list[Word]", label: str) -> Command:
    made = Command((*command.place, label), command.start)
    made.end = command.end
    made.words = words
    made.stdin = command.stdin
    made.redirects = inputs(command)
    made.open = command.open
    made.behind = command.behind
    made.background = command.background
    return made


def inputs(command: Command) -> "list[Redirect]":
    """The redirects of the input, which what a command runs has as well."""
    return [redirect for redirect in command.redirects if redirect.op[0] == "<" and redirect.op != "<>"]


def wrapper(found: "Found", command: Command, name: str, out: "list[Command]", depth: int) -> None:
    """env, timeout, xargs and the like."""
    start, assigns, holder, reason = operands(name, command.words)
    if reason:
        unread(found, command, name, reason, out, depth)
        return
    if start < 0:
        return
    words = command.words[start:]
    if not words:
        if command.open:
            doubt(found, "the command that %s runs comes from standard input" % name)
        return
    command.wrapper = True
    if holder:
        words = [filled(word, holder) for word in words]
    made = inner(command, words, "wrapper " + name)
    made.assigns = assigns
    if name == "xargs":
        made.open = command.open or not holder
        made.stdin = ""
        made.redirects = []
    follow(found, made, out, depth + 1)


def text_of(found: "Found", command: Command, text: str, label: str, out: "list[Command]", depth: int, behind: str = "") -> None:
    """Read a program text that ``command`` runs."""
    outer = found.commands
    found.commands = []
    try:
        if refused(text):
            raise Unreadable("the text holds control or invisible characters")
        reader = Reader(text, found, (*command.place, label), depth + 1, (command.start, command.end))
        try:
            reader.program_text()
        except Unreadable as error:
            doubt(found, "%s: %s" % (label, error))
            from statewright.shell.recovered import read_on

            read_on(reader, (*command.place, label), depth + 1)
    except Unreadable as error:
        doubt(found, "%s: %s" % (label, error))
    inside = found.commands
    found.commands = outer
    for made in inside:
        made.background = made.background or command.background
        if not made.stdin and not made.redirects and not behind:
            made.stdin, made.redirects = command.stdin, inputs(command)
        made.stdin = made.stdin or command.stdin
        made.behind = behind or command.behind
        follow(found, made, out, depth + 1)


def shell(found: "Found", command: Command, name: str, out: "list[Command]", depth: int) -> None:
    words = command.words
    at, has_text, from_stdin, reason = shell_options(words, name)
    if reason:
        unread(found, command, name, reason, out, depth)
        return
    if at < 0:
        return
    if has_text:
        if at >= len(words) or not words[at].plain:
            doubt(found, "the program text of %s is not plain to see" % name)
            return
        text = words[at].text
        unsure = posix_doubt(name, text)
        if unsure:
            doubt(found, unsure)
        command.wrapper = True
        text_of(found, command, text, "wrapper " + name, out, depth)
        return
    if at < len(words) and not from_stdin and words[at].text not in STDIN:
        if words[at].subst:
            command.program = "pipe"
        return
    if command.open and at >= len(words):
        doubt(found, "the program of %s comes from standard input" % name)
    fed(found, command, name, out, depth)


def fed(found: "Found", command: Command, name: str, out: "list[Command]", depth: int) -> None:
    """A shell (or source) that takes its program from standard input."""
    command.program = command.stdin or "stdin"
    body = None
    for redirect in command.redirects:
        if redirect.op[:2] == "<<" and redirect.fd in ("", "0"):
            body = redirect.heredoc or redirect.target
    if body is None or command.stdin != "heredoc":
        return
    if not body.static:
        doubt(found, "the program text of %s is not plain to see" % name)
        return
    text_of(found, command, body.text, "wrapper " + name, out, depth, name)


def evaluate(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    words = command.words[1:]
    if words and words[0].text == "--":
        del words[0]
    if command.open or not all(word.plain for word in words):
        doubt(found, "the text that eval runs is not plain to see")
        return
    command.wrapper = True
    text_of(found, command, " ".join([word.text for word in words]), "eval", out, depth)


def trap(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    words = command.words[1:]
    if words and words[0].text == "--":
        del words[0]
    if not words or words[0].text in ("-", "-p", "-l", "-P", "-lp") or (len(words) == 1 and words[0].plain):
        command.wrapper = True  # lists or resets
        return
    text = words[0].text
    if not words[0].plain:
        from statewright.shell.trapped import told  # few traps hold a variable

        text = told(found, words[0])
        if not text:
            doubt(found, "the text that trap runs is not plain to see")
            return
    command.wrapper = True
    text_of(found, command, text, "trap", out, depth)


def source(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    words = command.words[1:]
    if words and words[0].text == "--":
        del words[0]
    if not words:
        return
    if words[0].subst:
        command.program = "pipe"
    elif words[0].text in STDIN and words[0].text != "-":
        fed(found, command, "source", out, depth)


def find(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    words = command.words
    i = 1
    while i < len(words):
        text = words[i].text
        if text not in EXEC:
            if (not words[i].static and text[:1] == "-") or text == ";":
                doubt(found, "an action of find is not plain to see")
            i += 1
            continue
        first = i = i + 1
        while i < len(words) and words[i].text != ";" and not (words[i].text == "+" and words[i - 1].text == "{}"):
            i += 1
        if i >= len(words) or i == first:
            doubt(found, "the command of find -exec is not closed")
            return
        made = inner(command, [filled(word, "{}") for word in words[first:i]], "find -exec")
        made.open = words[i].text == "+"
        follow(found, made, out, depth + 1)
        i += 1


def fd(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    """``fd … -x CMD`` and ``-X CMD``: up to a lone ``;``. fd(1), Command execution."""
    words = command.words
    for i, word in enumerate(words):
        text = word.text
        if i and (text in ("--exec", "--exec-batch") or (text[:1] == "-" and text[1:2] != "-" and text[-1:] in ("x", "X"))):
            end = next((k for k in range(i + 1, len(words)) if words[k].text == ";"), len(words))
            if end > i + 1:
                made = inner(command, [filled(one, "{}") for one in words[i + 1 : end]], "find -exec")
                made.open = True
                follow(found, made, out, depth + 1)
            return


def mapfile(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    words = command.words
    for i, word in enumerate(words):
        if word.text[:1] == "-" and "C" in word.text:
            rest = word.text[word.text.index("C") + 1:]
            text = rest or (words[i + 1].text if i + 1 < len(words) else "")
            if not word.plain or not (rest or (i + 1 < len(words) and words[i + 1].plain)):
                doubt(found, "the callback of mapfile is not plain to see")
            else:
                text_of(found, command, text, "callback", out, depth)
            return


def git(found: "Found", command: Command, out: "list[Command]", depth: int) -> None:
    """``git -c alias.x='!…'`` runs a shell; other settings belong to the judge of git's options."""
    words = command.words
    for i in range(1, len(words)):
        text = words[i].text
        name, _, value = text.partition("=")
        if words[i - 1].text == "-c" and name.lower().startswith("alias."):
            if not words[i].static:
                doubt(found, "a git alias is not plain to see")
            elif value[:1] == "!":
                text_of(found, command, value[1:], "git alias", out, depth)
        elif text[:1] != "-" and words[i - 1].text not in ("-C", "-c"):
            return


HANDLERS = {"eval": evaluate, "trap": trap, "source": source, ".": source, "find": find, "fd": fd, "fdfind": fd,
            "mapfile": mapfile, "readarray": mapfile, "git": git}
