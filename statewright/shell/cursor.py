"""The place in the text, what was found so far, and the steps between words."""

from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Command, Expansion, Place, Word
    from statewright.shell.parser import Reader

MAX_DEPTH = 60  # nesting of the text; each level costs about eight Python frames
NAME_START = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_")
NAME = NAME_START | frozenset("0123456789")
DIGITS = frozenset("0123456789")
BREAK = frozenset(" \t\n;&|<>()" + HOLE)  # what ends a word
# Those that change the direction of what a person sees, or are not seen at all.
UNSEEN = "\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"


def refused(text: str) -> "set[str]":
    """The characters of a text that no line may hold: control characters, halves of a character, what is not seen."""
    if text.replace("\n", "").replace("\t", "").isprintable():  # none of them is printable
        return set()
    return {c for c in set(text) if (c < " " and c not in "\t\n") or "\x7f" <= c <= "\x9f" or "\ud800" <= c <= "\udfff" or c in UNSEEN}


class Unreadable(Exception):
    """The text cannot be read from here on; the message is the reason shown."""


class Found:
    """What one reading gathers, shared by the readers of nested texts."""

    __slots__ = ("arrays", "budget", "commands", "defaults", "evaluates", "expansions", "functions", "keyed", "loaded", "matched", "opaque", "roots",
                 "substs")

    def __init__(self, budget: int) -> None:
        self.commands: list[Command] = []
        self.expansions: list[Expansion] = []
        self.functions: list[str] = []
        self.opaque: list[str] = []
        self.budget = budget  # characters that may still be read; nested texts are read again and again
        self.roots: list[tuple[str, str]] = []  # what is evaluated: (kind of a word's part, its source), ``name`` for a bare name
        self.keyed: list[tuple[str, int, int]] = []  # an array, and which of the roots stand in a subscript of it
        self.substs: dict[str, tuple[list[Command], int, int, Place]] = {}  # by its source: which commands stand in a substitution, and its place
        self.arrays: dict[str, list[Word]] = {}  # by its source, the elements of an array
        self.defaults: list[tuple[str, str]] = []  # ${name:=text}
        self.matched: list[Word] = []  # what is held against a pattern by =~
        self.evaluates = False  # somewhere a variable's value is evaluated as arithmetic or as a name
        self.loaded = False  # somewhere a literal is stored that would run something if it were


def enter(self: "Reader") -> None:
    self.depth += 1
    if self.depth > MAX_DEPTH:
        raise Unreadable("the text is nested too deeply")


def doubt(self: "Reader", reason: str) -> None:
    """Note that part of the text is not sure, and read on."""
    if reason not in self.found.opaque:
        self.found.opaque.append(reason)


def blank(self: "Reader") -> None:
    """Skip blanks, line continuations and a comment."""
    s = self.s
    i = self.i
    while True:
        c = s[i]
        if c == " " or c == "\t":
            i += 1
        elif c == "\\" and s[i + 1] == "\n":
            i += 2
        elif c == "#":
            i = s.find("\n", i)  # a comment's last backslash continues nothing
            if i < 0:
                i = self.n
        else:
            break
    self.i = i


def blank_lines(self: "Reader") -> None:
    """Skip blanks, comments and newlines, taking the bodies of heredocs that begin after one."""
    while True:
        self.blank()
        if self.s[self.i] != "\n":
            return
        self.newline()


def newline(self: "Reader") -> None:
    self.i += 1
    if self.outer_pending:
        raise Unreadable("a heredoc's body would begin inside a substitution")
    if self.pending:
        self.bodies()


def glued(self: "Reader", more: str) -> None:
    """After an operator: a line continuation must not hide a longer operator."""
    s = self.s
    i = self.i
    while s[i] == "\\" and s[i + 1] == "\n":
        i += 2
    if i != self.i and s[i] in more:
        raise Unreadable("a line continuation splits an operator")


def error(self: "Reader") -> "Unreadable":
    c = self.s[self.i]
    if self.i >= self.n:
        return Unreadable("the text ends too early")
    return Unreadable("syntax error near %s" % ("the end of a line" if c == "\n" else repr(c)))
