"""Lists and pipes, and redirects behind compound commands."""

from statewright.shell.cursor import BREAK, Unreadable
from statewright.shell.model import HOLE, Redirect
from statewright.shell.simple import RESERVED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.parser import Reader

ENDS = frozenset(("then", "elif", "else", "fi", "do", "done", "esac", "}"))
INITIALS = frozenset("itefwudcs{}![]")


def reserved(self: "Reader") -> str:
    """The reserved word at this point, not consumed, else ``""``."""
    s = self.s
    i = self.i
    if s[i] not in INITIALS:
        return ""
    j = i + 1
    while s[j] not in BREAK and j - i < 9:
        j += 1
    word = s[i:j]
    if word in RESERVED and s[j] in BREAK:
        return word
    cut = word.find("\\\n")
    if cut > 0 and word[:cut] in RESERVED:
        raise Unreadable("a line continuation follows a reserved word")
    return ""


def commands(self: "Reader", ends: "frozenset[str]") -> "tuple[str, int]":
    """A list up to one of the reserved words ``ends`` (consumed), ``)``, ``;;`` (neither consumed) or the end (``""``).

    Returns what ended it and how many commands it held.
    """
    s = self.s
    count = 0
    separated = True
    while True:
        self.blank_lines() if separated else self.blank()
        c = s[self.i]
        if c == HOLE or c == ")":
            return ("" if c == HOLE else c), count
        if c == ";":
            if s[self.i + 1] in ";&":
                return ";;", count
            raise self.error()
        word = self.reserved()
        if word in ENDS:
            if word not in ends:
                raise Unreadable("syntax error near %s" % word)
            self.i += len(word)
            return word, count
        if not separated:
            raise self.error()
        first = len(self.found.commands)
        self.and_or(word)
        count += 1
        separated = self.separator(first)


def separator(self: "Reader", first: int) -> bool:
    s = self.s
    self.blank()
    c = s[self.i]
    if c == "&":
        self.i += 1
        self.glued("&>")
        for command in self.found.commands[first:]:
            command.background = True
        return True
    if c == ";" and s[self.i + 1] not in ";&":
        self.i += 1
        self.glued(";&")
        return True
    return c == "\n"


def and_or(self: "Reader", word: str) -> None:
    s = self.s
    while True:
        self.pipeline(word)
        self.blank()
        c = s[self.i]
        if (c == "&" or c == "|") and s[self.i + 1] == c:
            self.i += 2
            self.blank_lines()
            word = self.reserved()
        else:
            return


def pipeline(self: "Reader", word: str) -> None:
    s = self.s
    first = word == "time" and self.i == self.opened
    while word == "!" or word == "time":
        self.i += len(word)
        self.blank()
        dashed = word == "time" and s.startswith("-p", self.i) and s[self.i + 2] in BREAK
        if dashed:
            self.i += 2
            self.blank()
        c = s[self.i]
        if c in "\n;&|)" + HOLE:
            if word == "!" or c in "&|":
                raise self.error()
            return
        if word == "time" and c == "-":
            raise Unreadable("these options of time are not read")
        word = self.reserved()
        if (word or c == "(") and (first or dashed):  # bash knows no such time first in a substitution, zsh no -p
            raise Unreadable("time before a compound command is not read here")
        if first:
            self.timed = self.i
    starts = [len(self.found.commands)]
    while True:
        self.command(word)
        self.blank()
        if s[self.i] != "|" or s[self.i + 1] == "|":
            break
        self.i += 1
        if s[self.i] == "&":
            self.i += 1
        else:
            self.glued("|&")
        self.blank_lines()
        word = self.reserved()
        if word == "!":
            raise self.error()
        if word == "time":
            word = ""  # reserved only where a pipe begins
        starts.append(len(self.found.commands))
    if len(starts) > 1:
        self.mark_pipe(starts)


def mark_pipe(self: "Reader", starts: "list[int]") -> None:
    depth = len(self.place)
    found = self.found.commands
    starts.append(len(found))
    for k in range(len(starts) - 1):
        label = "pipe:%d/%d" % (k + 1, len(starts) - 1)
        for command in found[starts[k]:starts[k + 1]]:
            place = command.place
            command.place = (*place[:depth], label, *place[depth:])
            if k and not command.stdin and not self.feeds(command.redirects):
                command.stdin = "pipe"


def feeds(self: "Reader", redirects: "list[Redirect]") -> str:
    fed = ""
    for redirect in redirects:
        if redirect.fd in ("", "0") and redirect.op[0] == "<":
            fed = "heredoc" if redirect.op[:2] == "<<" else "file"
    return fed


def command(self: "Reader", word: str) -> None:
    """One command of a pipe."""
    s = self.s
    start = self.i
    first = len(self.found.commands)
    if word:
        self.enter()
        self.compound(word)
        self.depth -= 1
    elif s[self.i] == "(":
        self.enter()
        self.parenthesis()
        self.depth -= 1
    else:
        name = self.simple()
        if name is None:
            command = self.found.commands[first]
            command.stdin = self.feeds(command.redirects)
            return
        if self.timed == start:
            raise self.error()
        self.function(name)
        return
    self.trailing(first)


def trailing(self: "Reader", first: int) -> None:
    """Redirects behind a compound command; they are an entry without words."""
    s = self.s
    command = self.new_command()
    while True:
        self.blank()
        c = s[self.i]
        if c in "<>&" and self.redirect(command.redirects, ""):
            continue
        if c in "0123456789{":
            i = self.i
            if self.reserved():
                break
            raw = self.word().raw
            if s[self.i] in "<>" and ((raw.isdigit() and raw.isascii()) or raw[-1] == "}") and self.redirect(command.redirects, raw):
                if raw[0] == "{":
                    self.doubt("zsh may begin a group where bash reads a redirect")
                continue
            self.i = i
        break
    if command.redirects:
        fed = self.feeds(command.redirects)
        for inner in self.found.commands[first:] if fed else ():
            inner.stdin = inner.stdin or fed
        self.emit(command)
