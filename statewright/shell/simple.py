"""Simple commands, redirects and heredocs."""

from statewright.shell.cursor import BREAK, DIGITS, NAME, Unreadable
from statewright.shell.model import Command, Redirect, Word
from statewright.shell.words import dangerous

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Part, Place
    from statewright.shell.parser import Reader

DECLARING = frozenset(("declare", "typeset", "local", "export", "readonly"))
RESERVED = frozenset(("if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case", "esac", "select", "in", "function", "time",
                      "coproc", "{", "}", "!", "[[", "]]"))
OPERATORS = ("&>>", "<<<", "<<-", "&>", ">>", ">|", "<>", "<<", "<&", ">&", "<", ">")


def position(self: "Reader") -> int:
    return self.span[0] if self.span else self.i


def new_command(self: "Reader") -> Command:
    return Command(self.place, self.position())


def emit(self: "Reader", command: Command) -> None:
    command.end = self.span[1] if self.span else self.i
    self.found.commands.append(command)


def simple(self: "Reader") -> "str | None":
    """A simple command; or the name of a function whose definition begins here, from behind its ``()``."""
    s = self.s
    command = self.new_command()
    words = command.words
    at = len(self.found.commands)  # its own entry comes before those of its substitutions
    self.found.commands.append(command)
    first = self.i
    while True:
        self.blank()
        c = s[self.i]
        if c in "<>&" and self.redirect(command.redirects, ""):
            continue
        if c in "\n;&|)\0":
            break
        if c == "(":
            if len(words) == 1 and not command.assigns and not command.redirects:
                del self.found.commands[at:]
                return self.function_name(words[0])
            if len(words) < 2:
                raise self.error()
            from statewright.shell import zsh_forms

            zsh_forms.behind_words(self, words)
            continue
        if not words:
            assign = self.assignment()
            if assign is not None:
                command.assigns.append(assign)
                continue
        self.argument(command)
    if self.i == first or not (words or command.assigns or command.redirects):
        raise self.error()
    if not words and not command.assigns and (not self.place or self.place[-1] != "subst"):
        for redirect in command.redirects:
            if redirect.op[0] == "<":
                self.doubt("zsh starts a pager for a redirect alone")
    command.end = self.span[1] if self.span else self.i
    return None


def argument(self: "Reader", command: Command) -> None:
    s = self.s
    words = command.words
    if words and words[0].text in DECLARING and self.array_ahead():
        i = self.i
        assign = self.assignment()
        if assign is not None:
            word = assign.value
            word.text = s[i:self.i - len(word.raw)] + word.text
            word.raw = s[i:self.i]
            words.append(word)
            return
    word = self.word()
    raw = word.raw
    if s[self.i] in "<>":
        named = raw[0] == "{" and raw[-1] == "}" and len(raw) > 2
        if ((raw.isdigit() and raw.isascii()) or named) and s[self.i - 1] != "\n" and self.redirect(command.redirects, raw):
            if named and not words:
                self.doubt("zsh may begin a group where bash reads a redirect")
            return
    if not words and raw in RESERVED and s[self.i - len(raw):self.i] != raw:
        raise Unreadable("a line continuation splits a reserved word")
    if not words and raw[0] == "{":
        self.doubt("zsh may begin a group where bash reads a word")
    if raw == "}":
        raise Unreadable("zsh ends a group at a } that bash takes for an argument")
    words.append(word)


def array_ahead(self: "Reader") -> bool:
    s = self.s
    i = self.i
    while s[i] in NAME:
        i += 1
    return s.startswith("=(", i) or s.startswith("+=(", i)


def function_name(self: "Reader", word: Word) -> str:
    s = self.s
    self.i += 1
    self.blank()
    if s[self.i] != ")" or word.quoted or not word.plain or word.raw in RESERVED or "=" in word.raw:
        raise self.error()
    self.i += 1
    return word.text


def redirect(self: "Reader", out: "list[Redirect]", fd: str) -> bool:
    """A redirect at this point, False when there is none."""
    s = self.s
    i = self.i
    c = s[i]
    if c == "&":
        if s[i + 1] != ">":
            return False
    elif s[i + 1] == "(":
        return False  # a process substitution, part of a word
    for op in OPERATORS:
        if s.startswith(op, i):
            break
    self.i = i + len(op)
    self.glued("<>&|-(!")
    if fd[:1] == "{":
        name = fd[1:-1].split("[")[0]
        if name[:1] in DIGITS or not all(c in NAME for c in name):
            self.i = i
            return False
    self.blank()
    if op == "<<" or op == "<<-":
        self.heredoc_start(out, fd, op)
        return True
    if (op == ">&" or op == "<&") and s[self.i] == "-":  # bash takes the dash with the operator, whatever follows it
        self.i += 1
        if s[self.i] not in BREAK:
            raise Unreadable("a word begins right behind >&-")
        out.append(Redirect(op, fd, Word("-", "-")))
        return True
    start = self.i
    if s[start] in BREAK and not (s[start] in "<>" and s[start + 1] == "("):
        raise self.error()
    target = self.word()
    if s[self.i] in "<>" and ((target.raw.isdigit() and target.raw.isascii()) or target.raw[-1] == "}"):
        raise self.error()  # that is the next redirect's descriptor
    if target.raw[0] == "!":
        self.doubt("zsh reads a ! behind a redirect operator as part of it")
    out.append(Redirect(op, fd, target))
    return True


def heredoc_start(self: "Reader", out: "list[Redirect]", fd: str, op: str) -> None:
    s = self.s
    start = self.i
    if s[start] in BREAK:
        raise self.error()
    word = self.word()
    raw = word.raw
    if not word.static or "\n" in s[start:self.i] or "$" in raw or "`" in raw or ('"' in raw and "\\" in raw) or not word.text:
        raise Unreadable("this heredoc delimiter is not read")
    word.glob = word.brace = word.tilde = False
    redirect = Redirect(op, fd, word)
    out.append(redirect)
    self.pending.append((redirect, word.text, word.quoted, op == "<<-"))


def bodies(self: "Reader") -> None:
    """The bodies of all heredocs begun on the line that just ended."""
    pending = self.pending
    self.pending = []
    for redirect, delimiter, quoted, tabs in pending:
        redirect.heredoc = self.body(delimiter, quoted, tabs)


def body(self: "Reader", delimiter: str, quoted: bool, tabs: bool) -> Word:
    s = self.s
    n = self.n
    out: list[str] = []
    start = self.i
    while True:
        if self.i >= n:
            raise Unreadable("the heredoc up to %s is not closed" % delimiter)
        line = self.body_line(quoted)
        bare = line.lstrip("\t") if tabs else line
        if bare == delimiter:
            break
        if self.substs and bare.startswith(delimiter) and ")" in bare:
            raise Unreadable("a heredoc's line begins like its delimiter inside a substitution")
        out.append(bare)
    raw = s[start:self.i]
    text = "\n".join(out) + "\n" if out else ""
    word = Word(raw, text)
    word.quoted = quoted
    if quoted or not ("$" in text or "`" in text or "\\" in text):
        word.parts = [("text", text, True)]
    else:
        self.live_body(word, text)
    if dangerous(word.text):
        self.found.loaded = True
    return word


def body_line(self: "Reader", quoted: bool) -> str:
    """One line, joined with the next where an unquoted heredoc continues it."""
    s = self.s
    pieces: list[str] = []
    while True:
        end = s.find("\n", self.i)
        if end < 0:
            end = self.n
        line = s[self.i:end]
        self.i = min(end + 1, self.n)
        if quoted or end >= self.n or line[-1:] != "\\" or (len(line) - len(line.rstrip("\\"))) % 2 == 0:
            pieces.append(line)
            return "".join(pieces)
        pieces.append(line[:-1])


def live_body(self: "Reader", word: Word, text: str) -> None:
    """A body that the shell expands: it is read like a double-quoted string in which quotes are ordinary."""
    inner = self.reader(text, self.place)
    inner.heredoc = True
    inner.substs = self.substs
    mark = len(self.found.expansions)
    parts: list[Part] = []
    inner.dquote(parts)
    word.parts = parts
    for kind, _, _ in parts:
        if kind != "text":
            word.static = False
            word.subst = word.subst or kind == "cmd"
    word.text = "".join([piece if kind == "text" else "\0" for kind, piece, _ in parts])
    word.vars = [(e.name, e.op) for e in self.found.expansions[mark:] if e.place is self.place]


def reader(self: "Reader", text: str, place: "Place") -> "Reader":
    """A reader for a text inside this one."""
    self.enter()
    self.depth -= 1
    return type(self)(text, self.found, place, self.depth + 1, self.span or (self.i, self.i))


def nested(self: "Reader", text: str, label: str) -> None:
    """Read a text that is a program of its own, such as a backtick substitution's."""
    inner = self.reader(text, (*self.place, label))
    inner.program_text()


def program_text(self: "Reader") -> None:
    end, _ = self.commands(frozenset())
    if end or self.i < self.n:
        raise self.error()
    if self.pending:
        raise Unreadable("a heredoc has no body")
