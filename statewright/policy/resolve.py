"""Words with the variables of the same line put in, as path patterns (see patterns.py)."""

from statewright.policy.patterns import MOST, listed, literal
from statewright.shell.again import read
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.calls import Call
    from statewright.shell.model import Word

DECLARING = ("export", "declare", "typeset", "local", "readonly", "env")


class Names:
    """What the variables of a line may hold, as far as the line itself says."""

    __slots__ = ("cwd", "home", "project", "values")

    def __init__(self, event: "Event", calls: "list[Call]") -> None:
        self.cwd = event.cwd or event.project
        self.home = event.home
        self.project = event.project
        self.values: "dict[str, list[str]]" = {}
        functions: "list[str]" = event.script.functions if event.script else []
        for call in calls:
            for assign in call.command.assigns:
                if assign.value.parts and assign.value.parts[0][0] == "array":
                    self._array(assign.name, assign.value.raw)
                else:
                    self._set(assign.name, assign.value, assign.append)
            if call.words and call.name:
                self._command(call, functions)

    def _array(self, name: str, raw: str) -> None:
        script = read("x " + raw[1:-1].replace("\n", " "))
        for command in script.commands[:1]:
            for word in command.words[1:]:
                self._set(name, word, False)

    def _command(self, call: "Call", functions: "list[str]") -> None:
        if call.name in DECLARING:
            for word in call.words[1:]:
                name, sign, _ = word.text.partition("=")
                if sign and name.isidentifier() and name.isascii():
                    self._add(name, [value.partition("=")[2] for value in self.patterns(word)])
        elif call.name in functions:
            self._positional(call.words[1:])
        elif (call.name == "set" and call.texts[1:2] == ["--"]) or (call.name in ("bash", "sh", "zsh", "dash") and call.command.wrapper):
            self._positional(call.words[2:])
        elif call.name == "read":
            for redirect in call.command.redirects:
                if redirect.op == "<<<" and redirect.target is not None:
                    for text in call.texts[1:]:
                        if text[:1] != "-":
                            self._add(text, self.patterns(redirect.target))
        elif call.name == "printf" and call.texts[1:2] == ["-v"] and len(call.words) > 4:
            self._add(call.texts[2], self.patterns(call.words[4]))

    def _positional(self, words: "list[Word]") -> None:
        for word in words:
            values = self.patterns(word)
            for name in ("@", "*", "1", "2", "3", "4", "5"):
                self._add(name, values)

    def _set(self, name: str, value: "Word", append: bool) -> None:
        fresh = self.patterns(value)
        if append:
            fresh = [old + new for old in self.values.get(name, [""]) for new in fresh][:MOST]
        self._add(name, fresh)

    def _add(self, name: str, values: "list[str]") -> None:
        kept = self.values.setdefault(name, [])
        for value in values:
            if value not in kept and len(kept) < MOST:
                kept.append(value)

    def variable(self, source: str, quoted: bool) -> "list[str]":
        """What ``$x`` or ``${x…}`` may stand for."""
        body = source[1:]
        if body[:1] == "{":
            body = body[1:-1]
        end = 0
        while end < len(body) and (body[end].isalnum() or body[end] == "_"):
            end += 1
        name, rest = body[:end] or body[:1], body[end:] if end else body[1:]
        if name == "PWD":
            known = [self.cwd]
        elif name == "HOME":
            known = [self.home]
        elif name == "OLDPWD":
            known = [self.project]
        else:
            known = self.values.get(name, [])
        if rest and rest not in ("[@]", "[*]"):
            operand = rest.lstrip(":")
            if operand[:1] in "-=+?" and operand:
                script = read("x " + operand[1:])
                if script.commands and len(script.commands[0].words) == 2:
                    known = known + self.patterns(script.commands[0].words[1])
                return known or [HOLE]
            return [HOLE] if not known else [*known, HOLE]
        return known or [HOLE]

    def substitution(self, source: str) -> "list[str]":
        """What a command substitution prints, for the few that are plain."""
        text = source[2:-1] if source[:2] == "$(" else source[1:-1]
        script = read(text)
        if script.opaque or len(script.commands) != 1:
            return [HOLE]
        command = script.commands[0]
        texts = [word.text for word in command.words]
        if texts == ["pwd"]:
            return [self.cwd]
        if texts == ["git", "rev-parse", "--show-toplevel"]:
            return [self.project]
        if texts[:1] == ["echo"] and len(texts) == 2:
            return self.patterns(command.words[1])
        if texts[:1] == ["printf"] and len(texts) == 2:
            return self.patterns(command.words[1])
        if texts[:1] == ["printf"] and len(texts) == 3 and texts[1] in ("%s", "%s\\n"):
            return self.patterns(command.words[2])
        if texts[:1] == ["realpath"] and len(texts) == 2:
            return self.patterns(command.words[1])
        return [HOLE]

    def patterns(self, word: "Word") -> "list[str]":
        """Every text the word may become, braces listed, MOST at most."""
        if not word.parts:
            made = [word.text]
            braces = word.brace
        else:
            made = [""]
            braces = word.brace
            for kind, text, quoted in word.parts:
                if kind == "text":
                    choices = [literal(text) if quoted else text]
                elif kind == "var":
                    choices = self.variable(text, quoted)
                elif kind == "cmd":
                    choices = self.substitution(text)
                else:
                    choices = [HOLE]
                made = [left + right for left in made for right in choices][:MOST]
        if braces:
            made = [one for text in made for one in listed(text)][: MOST * 4]
        return made
