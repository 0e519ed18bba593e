"""``${…}``: names, subscripts, operators and the words behind them."""

from statewright.shell.cursor import DIGITS, NAME, NAME_START, Unreadable
from statewright.shell.expand import SPECIAL_PARAMETERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Part
    from statewright.shell.parser import Reader

# The longer spelling first. After a colon only these are operators; anything else is a substring.
OPERATORS = (":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "-", "=", "?", "+", "#", "%", "/", "^", ",")
TRANSFORMS = frozenset("UuLQEPAKak")


def parameter(self: "Reader", quoted: bool) -> None:
    """From behind ``${`` to behind ``}``."""
    self.enter()
    s = self.s
    c = s[self.i]
    if c == "#" and s[self.i + 1] != "}":
        self.i += 1
        name = self.parameter_name()
        self.subscript(quoted)
        if s[self.i] != "}":
            raise Unreadable("this ${#…} is not read")
        self.used(name, "length")
    elif c == "!" and s[self.i + 1] != "}":
        self.i += 1
        self.indirect(quoted)
    elif c in "(=~^+:\"" or (c == "$" and s[self.i + 1] in "({"):
        from statewright.shell.zsh_forms import parameter

        parameter(self, quoted)
    else:
        name = self.parameter_name()
        start = self.i
        self.subscript(quoted)
        index = self.i > start
        start = self.i
        op = self.operator(quoted)
        if op == ":=" or op == "=":
            self.found.defaults.append((name, s[start + len(op):self.i]))
            self.sets_number(name, s[start + len(op):self.i])
            if index:
                self.used(name, "[=")
        self.used(name, op)
    if s[self.i] != "}":
        raise self.error()
    self.i += 1
    self.depth -= 1


def sets_number(self: "Reader", name: str, text: str) -> None:
    """``${COLUMNS:=x}``: the shell evaluates what a number of its own is set to."""
    if not text.isdigit():
        from statewright.shell.later import NUMBERS

        self.found.evaluates = self.found.evaluates or name in NUMBERS


def parameter_name(self: "Reader") -> str:
    s = self.s
    i = j = self.i
    c = s[i]
    if c in NAME_START:
        while s[j] in NAME:
            j += 1
    elif c in DIGITS:
        while s[j] in DIGITS:
            j += 1
    elif c in SPECIAL_PARAMETERS:
        j += 1
    else:
        raise Unreadable("this ${…} is not read")
    if s[j] == "\\":
        raise Unreadable("a backslash follows a variable's name")
    self.i = j
    return s[i:j]


def subscript(self: "Reader", quoted: bool) -> str:
    """An optional ``[…]``; its text."""
    s = self.s
    if s[self.i] != "[":
        return ""
    if s[self.i + 1] in "@*" and s[self.i + 2] == "]":
        self.i += 3
        return s[self.i - 2]
    start = self.i + 1
    self.keyed(self.i)
    return s[start:self.i - 1]


def keyed(self: "Reader", bracket: int) -> None:
    """Read the subscript that opens there, and note whose it is."""
    first, start = len(self.found.roots), bracket
    self.i = bracket + 1
    self.index_text()
    while self.s[start - 1] in NAME:
        start -= 1
    if len(self.found.roots) > first:
        self.found.keyed.append((self.s[start:bracket], first, len(self.found.roots)))


def index_text(self: "Reader") -> None:
    """A subscript from behind ``[`` to behind ``]``: arithmetic, or any key of an associative array."""
    s = self.s
    sink: list[Part] = []
    depth = 0
    while True:
        c = s[self.i]
        if c == "$":
            self.found.evaluates = True
            self.joined()
            self.dollar(sink, True)
        elif c == "`":
            self.found.evaluates = True
            self.backtick(sink, True)
        elif c == "[":
            depth += 1
            self.i += 1
        elif c == "]":
            self.i += 1
            if not depth:
                if sink:
                    self.found.roots += [(kind, source) for kind, source, _ in sink]
                return
            depth -= 1
        elif c == '"':  # a quoted key: no quotes or backslashes within
            self.i += 1
            self.dquote(sink)
        elif c in NAME:
            j = self.i + 1
            while s[j] in NAME:
                j += 1
            if c in NAME_START:
                self.operand(self.i, j)
            self.i = j
        elif c in "'\\\n\0;|&<>(){}":
            raise self.error() if c == "\0" else Unreadable("this subscript is not read")
        else:
            self.i += 1
        if sink and sink[-1][0] == "text" and ("$" in sink[-1][1] or "`" in sink[-1][1]):
            raise Unreadable("a subscript holds quoted text that is evaluated later")


def indirect(self: "Reader", quoted: bool) -> None:
    s = self.s
    name = self.parameter_name()
    if s[self.i] in "@*" and s[self.i + 1] == "}":
        self.i += 1
        self.used(name, "prefix")
        return
    key = self.subscript(quoted)
    if key in ("@", "*") and s[self.i] == "}":
        self.used(name, "keys")
        return
    self.found.evaluates = True
    self.found.roots.append(("name", name))
    if self.operator(quoted) in (":=", "="):
        self.used(name, "!=")
    self.used(name, "!")


def operator(self: "Reader", quoted: bool) -> str:
    """The operator at this point with its words, up to the closing brace; its name."""
    s = self.s
    if s[self.i] == "}":
        return ""
    for op in OPERATORS:
        if s.startswith(op, self.i):
            self.i += len(op)
            self.operand_word(quoted)
            return op
    if s[self.i] == ":":
        self.i += 1
        start = self.i
        self.expression("}")
        if "=" in s[start:self.i]:  # zsh assigns with ::=
            raise Unreadable("an assignment in a substring expansion")
        return ":"
    if s[self.i] == "@" and s[self.i + 1] in TRANSFORMS and s[self.i + 2] == "}":
        self.i += 2
        op = "@" + s[self.i - 1]
        if op == "@P":
            self.doubt("${…@P} evaluates a value")
        return op
    raise Unreadable("this ${…} is not read")


def operand_word(self: "Reader", quoted: bool) -> None:
    """The word behind an operator, up to the closing brace."""
    s = self.s
    parts: list[Part] = []
    while True:
        c = s[self.i]
        if c == "}":
            return
        if c == "$":
            self.dollar(parts, quoted)
        elif c == "`":
            self.backtick(parts, quoted)
        elif c == '"':
            if self.heredoc:
                raise Unreadable("quotes in ${…} inside a heredoc are not read")
            self.i += 1
            self.dquote(parts)
        elif c == "'":
            self.operand_single(parts, quoted)
        elif c == "\\":
            self.i += 2
        elif c == "\0":
            raise self.error()
        elif c in "<>" and s[self.i + 1] == "(" and not quoted:
            raise Unreadable("a process substitution in ${…} is not read")
        else:
            self.i += 1


def operand_single(self: "Reader", parts: "list[Part]", quoted: bool) -> None:
    """Inside double quotes a single quote pairs for the parser, and its content is still expanded: only plain content is read."""
    start = self.i
    if not quoted:
        self.single(parts)
        return
    end = self.s.find("'", start + 1)
    if end < 0 or self.heredoc:
        raise Unreadable("a single quote in ${…} is not read")
    text = self.s[start:end]
    for plain in ("\\n", "\\t", "\\r"):
        text = text.replace(plain, "")  # the same in every reading: $'\\n' here is what ${x##*…} is asked for most
    for c in '$`"\\}':
        if c in text:
            raise Unreadable("single quotes in a double-quoted ${…} are not read")
    self.i = end + 1
