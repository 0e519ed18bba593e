"""Whether what a line evaluates could be a text that only the running shell knows.

In arithmetic, in a subscript and where a variable's name is expected, bash evaluates a value, and ``a[$(…)]`` in it runs a
command. A value is harmless where everything it is put together from is seen here and holds no ``$`` or backtick, or is a number.
A variable that the line does not set stays as it is.
"""

from statewright.shell.cursor import NAME, NAME_START
from statewright.shell.later import DECLARING, NUMBERS, PROMPTS, STORING
from statewright.shell.numbers import gives_numbers
from statewright.shell.shells import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.cursor import Found
    from statewright.shell.model import Command, Word

POSITIONAL = "@"
UNSEEN = frozenset(("_", "BASH_COMMAND", "PWD", "OLDPWD", "DIRSTACK"))  # the shell sets these
# Arrays of zsh's own, which no declaration changes. zshparam(1)
OWN = frozenset((
    "path", "fpath", "cdpath", "argv", "status", "pipestatus", "manpath", "mailpath", "module_path", "psvar", "watch", "signals", "match", "mbegin",
    "mend", "reply", "funcstack", "functrace", "historywords", "dirstack", "fignore", "suffix_aliases", "zsh_eval_context", "zle_bracketed_paste",
))
LIVE = frozenset("$`\\<>")
# What they leave of a value is seen when the value is.
KEPT = ("##", "%%", "#", "%", "^^", ",,", "^", ",", ":", "@Q", "@U", "@L", "@u", "@k", "@K", "@a", "@A")


def unseen(found: "Found", commands: "list[Command]") -> str:
    """The source of the first evaluated piece that may be anything, ``""`` when there is none."""
    return Values(found, commands).search()


class Values:
    """What a line sets its variables to, and what of it is evaluated."""

    __slots__ = ("composed", "done", "found", "keyed", "lettered", "sets", "todo")

    def __init__(self, found: "Found", commands: "list[Command]") -> None:
        self.found = found
        self.sets: "dict[str, list[Word | str]]" = {}  # a word, or a text that stands for one: "" for anything
        self.done: "set[str]" = set()
        self.composed = False  # an evaluated value is put together, so that it may name what no literal does
        self.lettered = False  # a literal with a letter is part of one
        self.todo: "list[str]" = []
        self.keyed = associative(commands) if found.keyed else ()
        for command in commands:
            self.note(command)
        for word in found.matched:
            self.put("BASH_REMATCH", word)
            self.put("MATCH", word)
            self.put("match", word)
        for name, text in found.defaults:
            self.put(name, text if LIVE.isdisjoint(text) and text else "")

    def put(self, name: str, value: "Word | str") -> None:
        self.sets.setdefault(name.partition("[")[0], []).append(value)

    def note(self, command: "Command") -> None:
        for assign in command.assigns:
            self.put(assign.name, assign.value)
        words = command.words
        if not words:
            return
        name = words[0].text.rpartition("/")[2]
        if name in STORING:
            self.stored(command, name)
        elif name == "printf" and len(words) > 2 and words[1].text == "-v":
            for word in words[3:]:
                self.put(words[2].text, word)
        elif name == "printf" and words[1:] and words[1].text[:2] == "-v":
            for word in words[2:]:
                self.put(words[1].text[2:], word)
        elif name in DECLARING or name in ("env", "let", "integer", "float"):
            for word in words[1:]:
                variable, equals, _ = word.text.partition("=")
                if equals:
                    self.put(variable.rstrip("+"), word)
        elif name == "getopts":
            self.put("OPTARG", "$@")
        elif name == "set" or name in self.found.functions or name in SHELLS:
            for word in words[1:]:
                self.put(POSITIONAL, word)
            if command.open:
                self.put(POSITIONAL, "")

    def stored(self, command: "Command", name: str) -> None:
        """``read`` and ``mapfile``: what they read is seen in a here-string or a process substitution."""
        sources: "list[Word | str]" = [redirect.heredoc or redirect.target or "" for redirect in command.redirects if redirect.op[0] == "<"]
        fd = any(redirect.op == "<&" for redirect in command.redirects) or any(word.text[:2] == "-u" for word in command.words)
        seen = [source for source in sources if source and not isinstance(source, str) and (source.parts or source.static)]
        files = any(redirect.op == "<" and redirect.target is not None and redirect.target.raw[:2] != "<(" for redirect in command.redirects)
        names = [word.text for word in command.words[1:] if word.static and word.text[:1] in NAME_START]
        for variable in [*names, "REPLY" if name == "read" else "MAPFILE"]:
            for source in seen:
                self.put(variable, source)
            if not seen or files or fd:
                self.put(variable, "")

    def search(self) -> str:
        for name in (*NUMBERS, *PROMPTS):
            if name in self.sets and not self.variable(name):
                return name
        keys = [span for span in self.found.keyed if span[0] in self.keyed] if self.keyed else []
        for i, (kind, source) in enumerate(self.found.roots):
            if not any(first <= i < end for _, first, end in keys) and not self.part(kind, source):
                return "$" + source if kind == "name" else source
        if self.composed and self.lettered:
            self.todo += self.sets
        while self.todo:
            name = self.todo.pop()
            if not self.variable(name):
                return "$" + name
            if not self.todo and self.composed and self.lettered:
                self.composed = False
                self.todo += self.sets
        return ""

    def variable(self, name: str) -> bool:
        """Whether every value of it is seen; what those values name is looked at later."""
        if name[:1].isdigit() or name == "*":
            name = POSITIONAL
        if name in self.done:
            return True
        if name in UNSEEN:
            return False
        self.done.add(name)
        return all(self.text(value) if isinstance(value, str) else self.word(value) for value in self.sets.get(name, ()))

    def word(self, word: "Word") -> bool:
        if word.glob or (not word.static and not word.parts):
            return word.raw == "" and not word.glob and self.variable(POSITIONAL)  # for x; do
        if not word.parts:
            return self.text(word.text) or not word.text
        self.composed = self.composed or len(word.parts) > 1
        return all(self.part(kind, source) for kind, source, _ in word.parts)

    def text(self, text: str) -> bool:
        """A literal: variables that it names are evaluated with it. An empty one stands for anything."""
        if text == "$@":
            return self.variable(POSITIONAL)
        self.names(text)
        return text != ""  # what cannot be read

    def names(self, text: str) -> None:
        if not text.isdigit():
            self.lettered = self.lettered or not NAME_START.isdisjoint(text)
            pieces = "".join([c if c in NAME else " " for c in text]).split()
            self.todo += [piece for piece in pieces if piece in self.sets and piece not in self.done]

    def part(self, kind: str, source: str) -> bool:
        if kind == "text":
            self.names(source)
            return True
        if kind == "name":
            return self.variable(source)
        if kind == "arith" or kind == "expr":
            return True
        if kind == "index":
            self.names(source)
            return True
        if kind == "join":
            self.composed = self.lettered = True
            return True
        if kind == "array":
            return all(self.word(element) for element in self.found.arrays.get(source, ()))
        if kind == "var":
            return self.expansion(source[1:])
        inside = self.found.substs.get(source)
        return inside is not None and gives_numbers(inside, self.word, self.found.functions)

    def expansion(self, text: str) -> bool:
        """``x`` or ``{…}``, from behind the dollar sign."""
        if text[0] != "{":
            return text in "#?$!-" or self.variable(text)
        text = text[1:-1]
        if text[:1] == "#" and len(text) > 1:
            return True
        if text[:1] == "!":
            return text[-1:] in ("*", "@") or text.endswith(("[@]", "[*]"))
        end = 1 if text[:1] in "@*#?-$!" else 0
        while not end or (end < len(text) and text[end] in NAME and text[0] in NAME):
            end += 1
        name, rest = text[:end], text[end:]
        if rest[:1] == "[":
            close = rest.find("]")
            rest = rest[close + 1 :] if close > 0 else "?"
        if name not in self.sets and not name.isdigit() and name not in ("@", "*") and not rest:
            return True
        if not (name in ("#", "?", "$", "!", "-") or self.variable(name)):
            return False
        for op in (":-", ":=", ":+", ":?", "-", "=", "+", "?"):
            if rest.startswith(op):
                self.names(rest[len(op) :])
                return LIVE.isdisjoint(rest) or self.fallback(rest[len(op) :])
        self.composed = self.composed or bool(rest)
        return not rest or rest.startswith(KEPT) or LIVE.isdisjoint(rest)

    def fallback(self, text: str) -> bool:
        """``$y`` alone, behind an operator."""
        bare = text.strip('"')
        return bare[:1] == "$" and bare[1:2] != "(" and all(c in NAME for c in bare[1:]) and self.variable(bare[1:])


def associative(commands: "list[Command]") -> "list[str]":
    """The arrays that a line begins by declaring associative, and leaves so: their subscripts are keys, expanded once and never evaluated.

    bash(1), Arrays. What an inner shell, ``eval`` or a script does to them nobody can tell; names of the shells' own arrays count for nothing.
    """
    names: "list[str]" = []
    first = 0
    while first < len(commands):
        command = commands[first]
        texts = [word.text for word in command.words]
        declares = texts[:2] in (["declare", "-A"], ["typeset", "-A"])
        if command.place or command.background or command.wrapper or not (declares or texts[:1] == ["set"]):
            break
        names += [word.text.partition("=")[0] for word in command.words[2:] if texts[0] != "set" and word.raw[:1] in NAME_START]
        first += 1
    for command in commands[first:]:
        name = command.words[0].text if command.words else ""
        if name in SHELLS or name in ("eval", "source", ".", "trap") or any(part[:7] == "wrapper" for part in command.place):
            return []
        if name in DECLARING or name in ("unset", "integer", "float", "read", "mapfile", "readarray", "private"):
            given = [word.text.partition("=")[0].partition("[")[0].rstrip("+") for word in command.words[1:]]
            names = [] if any(not word.static for word in command.words[1:]) and name == "unset" else [one for one in names if one not in given]
    return [one for one in names if one[0].islower() and one.isidentifier() and one not in OWN]
