"""Assignments: ``name=value``, ``name[index]+=value``, ``name=( … )``."""

from statewright.shell.cursor import BREAK, NAME, NAME_START, Unreadable
from statewright.shell.model import HOLE, Assign, Word
from statewright.shell.words import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.parser import Reader


def assignment(self: "Reader") -> "Assign | None":
    """An assignment at this point, or None with nothing consumed."""
    s = self.s
    i = self.i
    if s[i] not in NAME_START:
        return None
    j = i + 1
    while s[j] in NAME:
        j += 1
    c = s[j]
    index = None
    if c == "[":
        k = self.index_end(j)
        index = Word(s[j + 1:k - 1], s[j + 1:k - 1])
        self.found.evaluates = True
        c = s[k]
    else:
        k = j
    append = c == "+" and s[k + 1] == "="
    if c != "=" and not append:
        if index is not None and not index.text.isalnum():
            raise Unreadable("this subscript is not read")
        if c == "\\" and s[k + 1] == "\n":
            self.split_assignment(k)
        self.i = i
        return None
    self.i = k + (2 if append else 1)
    if s[self.i] == "(":
        if index is not None:
            raise Unreadable("an array cannot be an array's element")
        value = self.array()
        if s[self.i] not in BREAK:
            raise Unreadable("an array assignment goes on behind its parenthesis")
    else:
        self.glued("(")
        value = self.word(True)
        if value.quoted and ("$" in value.text or "`" in value.text):
            self.found.loaded = True
    return Assign(s[i:j], value, append, index)


def split_assignment(self: "Reader", i: int) -> None:
    s = self.s
    while s[i] in NAME or (s[i] == "\\" and s[i + 1] == "\n"):
        i += 1 if s[i] in NAME else 2
    if s[i] in "=+[":
        raise Unreadable("a line continuation splits a name")


def index_end(self: "Reader", bracket: int) -> int:
    """Where the subscript that opens at ``bracket`` is over; expansions in it are read."""
    s = self.s
    j = bracket + 1
    while s[j] not in "]" and s[j] not in STOP:
        j += 1
    if s[j] in BREAK and s[j] != "]":
        raise Unreadable("a subscript with blanks or operators in it is not read")
    self.keyed(bracket)
    return self.i


def array(self: "Reader") -> Word:
    """``( … )`` of an array assignment."""
    self.enter()
    s = self.s
    start = self.i
    mark = len(self.found.expansions)
    self.i += 1
    word = Word("", HOLE)
    elements: list[Word] = []
    while True:
        self.blank_lines()
        if s[self.i] == ")":
            break
        element = self.word()
        elements.append(element)
        if element.raw[:1] == "[" and "]=" in element.raw:
            self.found.evaluates = True
            self.found.roots += [(kind, source) for kind, source, _ in element.parts] or [("text", element.raw.partition("]=")[0])]
        word.subst = word.subst or element.subst
        if element.quoted and ("$" in element.text or "`" in element.text):
            self.found.loaded = True
    self.i += 1
    self.depth -= 1
    word.raw = s[start:self.i]
    self.found.arrays[word.raw] = elements
    word.static = False
    word.parts = [("array", word.raw, False)]
    place = self.place
    word.vars = [(e.name, e.op) for e in self.found.expansions[mark:] if e.place is place]
    return word
