"""Words: quoting, and the flags a judge needs about their unquoted characters."""

from statewright.shell.cursor import BREAK, NAME, Unreadable
from statewright.shell.model import HOLE, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Part
    from statewright.shell.parser import Reader

STOP = BREAK | frozenset("'\"\\$`")
PLAIN_STOP = STOP | frozenset("*?[{~")  # a run without these needs no second look
DQUOTE_STOP = frozenset("\"$`\\" + HOLE)
MARK = "\1"  # in the skeleton of a word: something quoted or expanded


def dangerous(text: str) -> bool:
    """Would this literal run something if it were evaluated as arithmetic or as a variable's name (``a[$(…)]``)?"""
    i = text.find("[")
    while i >= 0:
        if i and (text[i - 1] in NAME or text[i - 1] > "\x7f"):
            return text.find("$(", i) >= 0 or text.find("`", i) >= 0 or text.find("${", i) >= 0
        i = text.find("[", i + 1)
    return False


def lists(skeleton: str) -> bool:
    """Is there an unquoted brace list or range in it?"""
    i = skeleton.find("{")
    if i < 0:
        return False
    end = skeleton.rfind("}")
    return end > i and (skeleton.find(",", i, end) >= 0 or skeleton.find("..", i, end) >= 0)


def word(self: "Reader", value: bool = False) -> Word:
    """The word at this point, which may be empty only for a value."""
    s = self.s
    start = i = self.i
    while s[i] not in PLAIN_STOP:
        i += 1
    if i > start and s[i] in BREAK and not (s[i] in "<>" and s[i + 1] == "("):
        self.i = i
        raw = s[start:i]
        return Word(raw, raw)
    return self.mixed_word(start, value)


def mixed_word(self: "Reader", start: int, value: bool) -> Word:
    s = self.s
    parts: list[Part] = []
    mark = len(self.found.expansions)
    continued = False
    while True:
        i = j = self.i
        while s[j] not in STOP:
            j += 1
        if j > i:
            parts.append(("text", s[i:j], False))
            self.i = j
        c = s[j]
        if c == "'":
            self.single(parts)
        elif c == '"':
            self.i = j + 1
            self.dquote(parts)
        elif c == "$":
            self.dollar(parts, False)
        elif c == "\\":
            if s[j + 1] == "\n":
                continued = True
            elif j + 1 >= self.n:
                raise self.error()
            else:
                parts.append(("text", s[j + 1], True))
            self.i = j + 2
        elif c == "`":
            self.backtick(parts, False)
        elif c in "<>" and s[j + 1] == "(":
            self.i = j + 2
            first = len(self.found.commands)
            self.substitution("process")
            parts.append(("proc", s[j:self.i], False))
            self.found.substs[s[j:self.i]] = (self.found.commands, first, len(self.found.commands), (*self.place, "process"))
        else:
            break
    if self.i == start and not value:
        raise self.error()
    return self.finish(s[start:self.i], parts, mark, value, continued)


def finish(self: "Reader", raw: str, parts: "list[Part]", mark: int, value: bool, continued: bool) -> Word:
    if continued:
        raw = raw.replace("\\\n", "")
    text: list[str] = []
    bones: list[str] = []
    word = Word(raw, "")
    word.parts = parts
    for kind, piece, quoted in parts:
        if kind == "text":
            text.append(piece)
            bones.append(MARK if quoted else piece)
            if quoted:
                word.quoted = True
        else:
            text.append(HOLE)
            bones.append(MARK)
            word.static = False
            word.subst = word.subst or kind == "cmd" or kind == "proc"
            if quoted:
                word.quoted = True
            elif kind != "proc":
                word.splits = True
    if not parts:
        word.static = True
    word.text = "".join(text)
    self.flags(word, "".join(bones), value)
    if not word.static:
        place = self.place
        word.vars = [(e.name, e.op) for e in self.found.expansions[mark:] if e.place is place]
        word.splits = word.splits or '"$@"' in raw or "[@]" in raw
    if word.quoted and dangerous(word.text):
        self.found.loaded = True
    return word


def flags(self: "Reader", word: Word, skeleton: str, value: bool) -> None:
    word.tilde = skeleton[:1] == "~" or "=~" in skeleton or ":~" in skeleton  # bash expands it behind name= in any word
    if value:
        return
    word.glob = "*" in skeleton or "?" in skeleton or ("[" in skeleton and "]" in skeleton)
    word.brace = lists(skeleton)
    word.splits = word.splits or word.glob or word.brace
    if word.brace and "$" in skeleton:
        raise Unreadable("a dollar sign beside a brace list")


def single(self: "Reader", parts: "list[Part]") -> None:
    s = self.s
    end = s.find("'", self.i + 1)
    if end < 0:
        raise Unreadable("a single quote is not closed")
    parts.append(("text", s[self.i + 1:end], True))
    self.i = end + 1


def dquote(self: "Reader", parts: "list[Part]") -> None:
    """From behind the opening quote to behind the closing one; in a heredoc's body to its end."""
    s = self.s
    heredoc = self.heredoc
    self.heredoc = False  # a substitution within starts afresh
    first = len(parts)
    i = self.i
    while True:
        j = i
        while s[j] not in DQUOTE_STOP:
            j += 1
        if j > i:
            parts.append(("text", s[i:j], True))
        c = s[j]
        self.i = i = j + 1
        if c == '"':
            if not heredoc:
                break
            parts.append(("text", c, True))
        elif c == "\\":
            c = s[i]
            self.i = i = i + 1
            if c in "$`\\" or (c == '"' and not heredoc):
                parts.append(("text", c, True))
            elif c == HOLE:
                if not heredoc:
                    raise Unreadable("a double quote is not closed")
                parts.append(("text", "\\", True))
                self.i = self.n
                break
            elif c != "\n":
                parts.append(("text", "\\" + c, True))
        elif c == HOLE:
            if not heredoc:
                raise Unreadable("a double quote is not closed")
            self.i = self.n
            break
        else:
            self.i = j
            self.heredoc = heredoc and c == "$" and s[i] == "{"
            if c == "$":
                self.dollar(parts, True)
            else:
                self.backtick(parts, True)
            self.heredoc = False
            i = self.i
    self.heredoc = heredoc
    if len(parts) == first:
        parts.append(("text", "", True))
