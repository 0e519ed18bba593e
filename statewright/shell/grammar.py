"""Compound commands."""

from statewright.shell.cursor import BREAK, NAME, NAME_START, Unreadable
from statewright.shell.model import HOLE, Assign, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.parser import Reader

NO_ENDS: "frozenset[str]" = frozenset()
THEN = frozenset(("then",))
BRANCH = frozenset(("elif", "else", "fi"))
FI = frozenset(("fi",))
DO = frozenset(("do",))
DONE = frozenset(("done",))
ESAC = frozenset(("esac",))
CLOSE = frozenset(("}",))


def compound(self: "Reader", word: str) -> None:
    self.i += len(word)
    place = self.place
    if word == "function":
        self.blank()
        name = self.word()
        if name.quoted or not name.plain or "=" in name.raw:
            raise self.error()
        self.blank()
        if self.s[self.i] == "(":
            self.i += 1
            self.blank()
            if self.s[self.i] != ")":
                raise self.error()
            self.i += 1
        self.function(name.text)
        return
    if word == "coproc":
        if self.substs:
            raise Unreadable("a coproc in a substitution is not read")  # bash 5.2 runs another command for it
        self.blank()
        self.place = (*place, "coproc")
        self.command(self.reserved())
        self.place = place
        return
    self.place = (*place, {"{": "group", "[[": "test"}.get(word, word))
    if word == "{":
        self.block(CLOSE)
    elif word == "if":
        self.block(THEN)
        end = self.block(BRANCH)
        while end == "elif":
            self.block(THEN)
            end = self.block(BRANCH)
        if end == "else":
            self.block(FI)
    elif word == "while" or word == "until":
        self.block(DO)
        self.block(DONE)
    elif word == "for" or word == "select":
        self.loop(word)
    elif word == "case":
        self.case()
    elif word == "[[":
        self.condition()
    else:
        raise Unreadable("syntax error near %s" % word)
    self.place = place


def block(self: "Reader", ends: "frozenset[str]") -> str:
    end, count = self.commands(ends)
    if end not in ends or not count:
        raise self.error()
    return end


def parenthesis(self: "Reader") -> None:
    """A subshell, or ``(( ))``."""
    place = self.place
    if self.s[self.i + 1] == "(":
        self.i += 2
        self.arithmetic()
        return
    self.i += 1
    self.glued("(")
    self.place = (*place, "subshell")
    end, count = self.commands(NO_ENDS)
    if end != ")" or not count:
        raise self.error()
    self.i += 1
    self.place = place


def function(self: "Reader", name: str) -> None:
    """A function's body, which is a compound command."""
    self.found.functions.append(name)
    place = self.place
    self.place = (*place, "function " + name)
    self.blank_lines()
    word = self.reserved()
    if self.s[self.i] != "(" and word not in ("{", "if", "while", "until", "for", "select", "case", "[["):
        raise self.error()
    self.command(word)
    self.place = place


def loop(self: "Reader", word: str) -> None:
    s = self.s
    self.blank()
    if s[self.i] == "(" and s[self.i + 1] == "(" and word == "for":
        self.i += 2
        self.header()
        self.blank()
        if s[self.i] == ";":
            self.i += 1
        self.loop_body()
        return
    command = self.new_command()
    i = self.i
    name = self.word().raw
    if name[0] not in NAME_START or not all(c in NAME for c in name) or s[i:self.i] != name:
        raise Unreadable("this loop variable is not read")
    self.blank_lines()
    if s.startswith("in", self.i) and s[self.i + 2] in BREAK:
        self.i += 2
        while True:
            self.blank()
            if s[self.i] in BREAK and not (s[self.i] in "<>" and s[self.i + 1] == "("):
                break
            value = self.word()
            if value.quoted and ("$" in value.text or "`" in value.text):
                self.found.loaded = True
            command.assigns.append(Assign(name, value))
        if s[self.i] not in ";\n":
            raise self.error()
    elif s[self.i] == "(" or (s[self.i] in NAME_START and self.reserved() != "do"):
        from statewright.shell.zsh_forms import over

        over(self, [name])
    else:
        value = Word('"$@"', HOLE)
        value.static = False
        value.parts, value.vars = [("var", "$@", True)], [("@", "")]
        command.assigns.append(Assign(name, value))
    if s[self.i] == ";":
        self.i += 1
    self.emit(command)
    self.loop_body()


def header(self: "Reader") -> None:
    """``((a; b; c))`` of an arithmetic for."""
    s = self.s
    for close in (";", ";", ")"):
        self.expression(close)
        self.i += 1
    if s[self.i] != ")":
        raise self.error()
    self.i += 1


def loop_body(self: "Reader") -> None:
    self.blank_lines()
    if self.reserved() != "do":
        raise self.error()
    self.i += 2
    self.block(DONE)


def case(self: "Reader") -> None:
    s = self.s
    self.blank()
    self.word()
    self.blank_lines()
    if not (s.startswith("in", self.i) and s[self.i + 2] in BREAK):
        raise self.error()
    self.i += 2
    while True:
        self.blank_lines()
        if self.reserved() == "esac":
            self.i += 4
            return
        if s[self.i] == "(":
            self.i += 1
            self.blank()
        while True:
            self.word()
            self.blank()
            if s[self.i] != "|":
                break
            self.i += 1
            self.glued("|")
            self.blank()
        if s[self.i] != ")":
            raise self.error()
        self.i += 1
        end, _ = self.commands(ESAC)
        if end == "esac":
            return
        if end != ";;":
            raise self.error()
        self.i += 3 if s.startswith(";;&", self.i) else 2
