"""What begins with a dollar sign or a backtick: parameters, substitutions, arithmetic, ANSI-C quoting."""

from statewright.shell.cursor import BREAK, DIGITS, NAME, NAME_START, Unreadable
from statewright.shell.model import Expansion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Part
    from statewright.shell.parser import Reader

NO_ENDS: "frozenset[str]" = frozenset()
SPECIAL_PARAMETERS = frozenset("@*#?-$!") | DIGITS
ESCAPES = {"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
           "\\": "\\", "'": "'", '"': '"', "?": "?"}
HEX = frozenset("0123456789abcdefABCDEF")


def used(self: "Reader", name: str, op: str) -> None:
    self.found.expansions.append(Expansion(name, op, self.place))


def dollar(self: "Reader", parts: "list[Part]", quoted: bool) -> None:
    s = self.s
    i = self.i
    c = s[i + 1]
    if c in NAME_START:
        j = i + 2
        while s[j] in NAME:
            j += 1
        if s[j] == "\\" and s[j + 1] == "\n" and (s[j + 2] in NAME or s[j + 2] in "[\\"):
            raise Unreadable("a line continuation follows a variable's name")
        self.i = j
        self.used(s[i + 1:j], "")
        parts.append(("var", s[i:j], quoted))
        if s[j] == "[":
            self.bare_subscript(j + 1)
    elif c == "(":
        if s[i + 2] == "(":
            self.i = i + 3
            self.arithmetic()
            parts.append(("arith", s[i:self.i], quoted))
        else:
            self.i = i + 2
            self.glued("(")
            first = len(self.found.commands)
            self.substitution("subst")
            parts.append(("cmd", s[i:self.i], quoted))
            self.found.substs[s[i:self.i]] = (self.found.commands, first, len(self.found.commands), (*self.place, "subst"))
    elif c == "{":
        self.i = i + 2
        self.parameter(quoted)
        parts.append(("var", s[i:self.i], quoted))
    elif c in SPECIAL_PARAMETERS:
        self.i = i + 2
        self.used(c, "")
        parts.append(("var", s[i:i + 2], quoted))
        if s[i + 2] == "[":
            self.bare_subscript(i + 3)
        elif c == "#" and s[i + 2] in NAME_START:  # zsh: the length of a variable
            j = i + 3
            while s[j] in NAME:
                j += 1
            if s[j] == "[":
                self.bare_subscript(j + 1)
    elif c == "'" and not quoted:
        self.ansi(parts)
    elif c == '"' and not quoted:
        self.doubt('zsh reads $"…" otherwise')
        self.i = i + 2
        self.dquote(parts)
    elif c == "[":
        raise Unreadable("$[ ] arithmetic is not read")
    elif c == "\\" and s[i + 2] == "\n":
        raise Unreadable("a line continuation follows a dollar sign")
    elif c in "~=^" and not quoted and s[i + 2] in NAME_START:
        from statewright.shell.zsh_forms import bare

        bare(self, parts)
    else:
        self.i = i + 1
        parts.append(("text", "$", quoted))


def bare_subscript(self: "Reader", i: int) -> None:
    """``$x[…]``: zsh evaluates what stands in the brackets, bash takes them for text. Looked at only, nothing is consumed."""
    s = self.s
    j = i
    while s[j] not in "]" and s[j] not in BREAK and s[j] not in "\"'":
        j += 1
    text = s[i:j]
    if s[j] == "]" and text.strip("0123456789-,@*"):
        self.found.evaluates = True
        self.found.roots.append(("index", text))


def substitution(self: "Reader", label: str) -> None:
    """``$( )``, ``<( )``, ``>( )`` from behind the parenthesis."""
    self.enter()
    place, pending, outer, heredoc = self.place, self.pending, self.outer_pending, self.heredoc
    self.heredoc = False
    self.place = (*place, label)
    self.outer_pending = outer or bool(pending)
    self.pending = []
    self.substs += 1
    self.blank_lines()
    self.opened = self.i
    end, _ = self.commands(NO_ENDS)
    if end != ")":
        raise self.error()
    if self.pending:
        raise Unreadable("a substitution ends before the body of its heredoc")
    self.i += 1
    self.substs -= 1
    self.place, self.pending, self.outer_pending, self.heredoc = place, pending, outer, heredoc
    self.depth -= 1


def backtick(self: "Reader", parts: "list[Part]", quoted: bool) -> None:
    s = self.s
    start = self.i
    i = start + 1
    out: list[str] = []
    while True:
        j = i
        while s[j] not in "`\\\0":
            j += 1
        out.append(s[i:j])
        c = s[j]
        if c == "`":
            break
        if c == "\0":
            raise Unreadable("a backtick is not closed")
        following = s[j + 1]
        if following != "\n":  # a continuation goes, even inside the inner text's single quotes
            out.append(following if following in "`$\\" or (quoted and following == '"') else "\\" + following)
        i = j + 2
    self.i = j + 1
    first = len(self.found.commands)
    self.nested("".join(out), "subst")
    parts.append(("cmd", s[start:self.i], quoted))
    self.found.substs[s[start:self.i]] = (self.found.commands, first, len(self.found.commands), (*self.place, "subst"))


def ansi(self: "Reader", parts: "list[Part]") -> None:
    """``$'…'``."""
    s = self.s
    i = self.i + 2
    out: list[str] = []
    while True:
        j = i
        while s[j] not in "'\\\0":
            j += 1
        out.append(s[i:j])
        if s[j] == "'":
            break
        if s[j] == "\0":
            raise Unreadable("a $' quote is not closed")
        c = s[j + 1]
        i = j + 2
        if c in ESCAPES:
            out.append(ESCAPES[c])
        elif c in "xuU01234567":
            i = self.numeric(c, i, out)
        elif c in "cCM\n":
            raise Unreadable("this escape in $'…' is not read")
        else:
            out.append("\\" + c)
    self.i = j + 1
    parts.append(("text", "".join(out), True))


def numeric(self: "Reader", kind: str, i: int, out: "list[str]") -> int:
    s = self.s
    if kind in "xuU":
        most, digits, j = {"x": 2, "u": 4, "U": 8}[kind], HEX, i
    else:
        i -= 1
        most, digits, j = 3, DIGITS, i
    while j - i < most and s[j] in digits:
        j += 1
    try:
        value = int(s[i:j], 16 if kind in "xuU" else 8)
    except ValueError:
        value = 0
    if not value or (kind not in "uU" and value > 127) or value > 0x10FFFF or 0xD800 <= value < 0xE000:
        raise Unreadable("this escape in $'…' is not read")
    out.append(chr(value))
    return j


def arithmetic(self: "Reader") -> None:
    """From behind ``((`` to behind ``))``. Text that could also be a subshell in a substitution is not read."""
    self.enter()
    start = self.i
    self.expression(")")
    text = self.s[start:self.i]
    # bash looks for the end by counting parentheses, so those of a case, a comment or a heredoc mislead it.
    if text.count("(") != text.count(")") or "esac" in text or ("\n" in text and ("#" in text or "<<" in text)):
        raise Unreadable("bash may not read this as arithmetic")
    if self.s[self.i] != ")" or self.s[self.i + 1] != ")":
        raise Unreadable("(( without a matching )) may be a subshell")
    self.i += 2
    self.depth -= 1


def expression(self: "Reader", close: str) -> None:
    """An arithmetic text up to its closing character; every name in it counts as used."""
    s = self.s
    start = self.i
    sink: list[Part] = []
    closers: list[str] = []
    while True:
        c = s[self.i]
        if c in NAME:
            j = self.i + 1
            while s[j] in NAME or s[j] == "#":
                j += 1
            if c in NAME_START:
                self.operand(self.i, j)
                if self.s[self.i - 1] in "}`)" or (sink and self.s[self.i - 1] in NAME):
                    self.found.roots.append(("join", ""))
            self.i = j
        elif c == "$":
            self.found.evaluates = True
            self.joined()
            self.dollar(sink, True)
        elif c == "`":
            self.found.evaluates = True
            self.joined()
            self.backtick(sink, True)
        elif not closers and c == close:
            if sink:
                self.found.roots += [(kind, source) for kind, source, _ in sink]
                self.found.roots.append(("expr", s[start : self.i]))
            return
        elif c == "(" or c == "[":
            closers.append(")" if c == "(" else "]")
            self.i += 1
        elif c == ")" or c == "]":
            if not closers or closers.pop() != c:
                raise Unreadable("arithmetic is not balanced")
            self.i += 1
        elif c in "'\"\0;{}" or (c == "\\" and s[self.i + 1] != "\n"):
            raise self.error() if c == "\0" else Unreadable("quotes, braces or ; in arithmetic are not read")
        else:
            self.i += 1


def joined(self: "Reader") -> None:
    """An expansion right behind a name or another expansion makes a name of both."""
    before = self.s[self.i - 1]
    if before in NAME_START or before in "}`)" or (before in DIGITS and self.s[self.i - 2] in NAME):
        self.found.roots.append(("join", ""))


def operand(self: "Reader", start: int, end: int) -> None:
    s = self.s
    i = end
    while s[i] in " \t\n":
        i += 1
    sets = (s[i] == "=" and s[i + 1] != "=") or (s[i] in "+-*/%&|^<>" and "=" in s[i + 1:i + 3]) or s[i:i + 2] in ("++", "--")
    before = s[max(0, start - 2):start]
    sets = sets or s[i] == "[" or before in ("++", "--")
    self.found.evaluates = True
    self.found.roots.append(("name", s[start:end].rstrip("#")))
    self.used(s[start:end], "arith=" if sets else "arith")
