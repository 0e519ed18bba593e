"""``[[ … ]]``."""

from statewright.shell.cursor import BREAK, Unreadable
from statewright.shell.words import dangerous

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Word
    from statewright.shell.parser import Reader

UNARY = frozenset("-" + c for c in "abcdefghknoprstuvwxzGLNORS")
NUMERIC = frozenset(("-eq", "-ne", "-lt", "-le", "-gt", "-ge"))
BINARY = NUMERIC | frozenset(("=", "==", "!=", "-nt", "-ot", "-ef"))


def names_in(text: str) -> "list[str]":
    """The words of a text that may be variables' names."""
    words = "".join(c if c.isalnum() or c == "_" else " " for c in text).split()
    return [word for word in words if not word[0].isdigit()]


def condition(self: "Reader") -> None:
    """From behind ``[[`` to behind ``]]``."""
    self.alternatives()
    if not self.closing():
        raise self.error()
    self.i += 2


def closing(self: "Reader") -> bool:
    return self.s.startswith("]]", self.i) and self.s[self.i + 2] in BREAK


def alternatives(self: "Reader") -> None:
    s = self.s
    while True:
        self.term()
        self.blank_lines()
        if s[self.i:self.i + 2] not in ("&&", "||"):
            return
        self.i += 2


def term(self: "Reader") -> None:
    s = self.s
    self.blank_lines()
    while s[self.i] == "!" and s[self.i + 1] in " \t\n":
        self.i += 1
        self.blank_lines()
    if s[self.i] == "(":
        self.enter()
        self.i += 1
        self.alternatives()
        if s[self.i] != ")":
            raise self.error()
        self.i += 1
        self.depth -= 1
        return
    if self.closing():
        raise self.error()
    left = self.word()
    self.blank()
    if left.raw in UNARY and self.closing():
        raise self.error()
    if left.raw in UNARY and not self.ends():
        operand = self.word()
        if left.raw in ("-v", "-R"):
            self.evaluated(operand, "!")
        return
    self.binary(left)


def ends(self: "Reader") -> bool:
    """Nothing but the end of a term stands here."""
    s = self.s
    return s[self.i] in "\n)&|" or self.closing()


def binary(self: "Reader", left: "Word") -> None:
    s = self.s
    if self.ends():
        return
    c = s[self.i]
    if c == "<" or c == ">":
        self.i += 1
        self.glued("<>&(")
        self.blank()
        self.word()
        return
    op = self.word().raw
    self.blank()
    if op == "=~":
        self.found.matched.append(left)
        self.pattern("|")
    elif op in ("=", "==", "!="):
        self.pattern("")
    elif op in BINARY:
        right = self.word()
        if op in NUMERIC:
            self.evaluated(left)
            self.evaluated(right)
    else:
        raise Unreadable("this operator in [[ ]] is not read")


def evaluated(self: "Reader", word: "Word", op: str = "value") -> None:
    """A number, or with ``!`` a variable's name: the names in it are asked for, and so are those that a variable's value holds."""
    for kind, source, _ in word.parts or [("text", word.text, False)]:
        for name in names_in(source) if kind in ("text", "var") else ():
            self.used(name, "arith" if kind == "text" else op)
    if not word.text.lstrip("-").isdigit():
        self.found.evaluates = True
        self.found.roots += [(kind, source) for kind, source, _ in word.parts] or [("text", word.text)]
    if dangerous(word.text) or "`" in word.text or "$" in word.text:
        self.doubt("[[ ]] evaluates a literal that runs something")


def pattern(self: "Reader", more: str) -> None:
    """The right side of ``==`` or ``=~``, where parentheses are part of the word."""
    s = self.s
    parts: list[tuple[str, str, bool]] = []
    start = self.i
    depth = 0
    while True:
        c = s[self.i]
        if c == "'":
            self.single(parts)
        elif c == '"':
            self.i += 1
            self.dquote(parts)
        elif c == "$":
            self.dollar(parts, False)
        elif c == "`":
            self.backtick(parts, False)
        elif c == "\\":
            if s[self.i + 1] in "\n\0":
                raise Unreadable("a line continuation in a pattern is not read")
            self.i += 2
        elif c == "(":
            if s[self.i + 1] in "#e+oP" or (not more and s[self.i - 1] not in "@!+*?" and not depth):
                raise Unreadable("zsh may read this parenthesis in [[ ]] as code")
            depth += 1
            self.i += 1
        elif c == ")" and depth:
            depth -= 1
            self.i += 1
        elif (c == "|" and (depth or (more and s[self.i + 1] != "|"))) or (c in " \t" and depth):
            self.i += 1
        elif c in BREAK:
            break
        else:
            self.i += 1
    if depth or self.i == start:
        raise self.error()
