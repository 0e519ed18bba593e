"""Words with the variables of the same line put in, as path patterns (see patterns.py)."""

from statewright.policy.patterns import LITERAL, MOST, UNTOLD, Bound, listed, literal, most
from statewright.policy.values import formatted, given, joined, operated, parted, recased, sets, several, shared
from statewright.shell.model import HOLE
from statewright.shell.reader import read
from statewright.shell.shells import behind_text
from statewright.shell.wrappers import BEHIND

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.calls import Call
    from statewright.policy.paths import Guard
    from statewright.shell.model import Word

DECLARING = ("export", "declare", "typeset", "local", "readonly", "env")
POSITIONS = ("@", "*", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
READ_VALUES = "adinNptu"  # options of read that take a value


def names_of(event: "Event", found: "list[Call]") -> "Names":
    """The names of an event's line, worked out once."""
    known = event.extra.get("names")
    if known is None:
        known = event.extra["names"] = Names(event, found)
    return known


class Names:
    """What the variables of a line may hold, as far as the line itself says.

    written: what the line itself puts into a file, by the file's name as written. dots: ``*`` matches a leading dot.
    """

    __slots__ = ("bound", "calls", "cwd", "dots", "event", "extended", "given", "guard", "links", "stops", "unended", "values", "written")

    def __init__(self, event: "Event", calls: "list[Call]") -> None:
        self.event = event
        self.calls = calls
        self.cwd = event.cwd or event.project
        self.values: "dict[str, list[str]]" = {}
        self.bound = Bound(len(event.script.text) if event.script else 0)
        self.links: "dict[str, list[str]]" = {}  # declare -n
        self.guard: "Guard | None" = None
        self.written: "dict[str, list[str]]" = {}
        self.unended: "list[str]" = []  # files that the line writes and whose last line it does not end
        self.stops: "list[str]" = []  # what the line sets IFS to
        text = event.script.text.lower().replace("_", "").replace("-", "").replace("\\", "").replace('"', "").replace("'", "") if event.script else ""
        unseen = any(sets(call) for call in calls)
        self.dots = unseen or "dotglob" in text or "globdots" in text or "globignore" in text
        self.extended = unseen or "extendedglob" in text
        self.given = given(event)
        functions: "list[str]" = event.script.functions if event.script else []
        self._pass(functions)
        if functions or any(HOLE in value for values in self.values.values() for value in values):
            self.links.clear()
            self._pass(functions)  # what a function is called with stands behind its body

    def _pass(self, functions: "list[str]") -> None:
        for call in self.calls:
            for assign in call.command.assigns:
                if assign.value.parts and assign.value.parts[0][0] == "array":
                    self._array(assign.name, assign.value.raw)
                elif assign.name != "IFS" or call.name not in ("read", "mapfile", "readarray"):
                    self._set(assign.name, assign.value, assign.append)
            for word in call.words:
                if any(op in (":=", "=") for _, op in word.vars):
                    self.patterns(word)  # : ${x:=value} sets it
            if call.words and call.name:
                self._command(call, functions)
                self._writes(call)

    def _array(self, name: str, raw: str) -> None:
        script = read("x " + raw[1:-1].replace("\n", " "))
        for command in script.commands[:1]:
            for word in command.words[1:]:
                self._add(name, [value.partition("]=")[2] if value[:1] == "[" and "]=" in value else value for value in self.patterns(word)])

    def _command(self, call: "Call", functions: "list[str]") -> None:
        name, texts = call.name, call.texts
        if name in DECLARING:
            self._declared(call)
        elif name in functions or (name in ("set", "bash", "sh", "zsh", "dash") and len(texts) > 1 and (name == "set" or call.command.wrapper)):
            if name in functions or name == "set":
                self._positional([word for word in call.words[1:] if word.text != "--"])
            else:
                self._positional(behind_text(call.words, call.name), zero=True)
            if call.command.open or any(HOLE in word.text and not word.vars and not word.subst for word in call.words[1:]):
                from statewright.policy.output import handed

                lines = handed(call, self.calls, self)
                for position in POSITIONS if lines else ():
                    self._add(position, [word for line in lines for word in (line, *line.split())])
        elif name in ("read", "mapfile", "readarray"):
            self._read(call)
        elif name == "printf" and texts[1:2] and texts[1][:2] == "-v":
            at = 2 if len(texts[1]) > 2 else 3
            if len(call.words) > at:
                choices = [self.patterns(word) for word in call.words[at + 1 :]]
                name = (texts[1][2:] or texts[2]).partition("[")[0]
                self._add(name, [formatted(text, [some[0] for some in choices]) for text in self.patterns(call.words[at])])

    def _declared(self, call: "Call") -> None:
        link = call.name not in ("export", "readonly", "env") and any(
            text[:1] == "-" and "n" in text
            for word in call.words[1:]
            for text in ([word.text] if word.static else self.patterns(word) if word.text[:1] == HOLE else ())
        )
        options = "".join([text for text in call.texts[1:] if text[:1] == "-"])
        for word in call.words[1:]:
            name, sign, _ = word.text.partition("=")
            if not name.isidentifier() or not name.isascii():
                continue
            if not sign:
                if link:
                    self.links.setdefault(name, [])  # what it is set to later is what it refers to
                continue
            raw = word.raw.partition("=")[2]
            if raw[:1] == "(":
                self._array(name, raw)
                continue
            values = [value.partition("=")[2] for value in self.patterns(word)]
            values += [recased(",," if letter == "l" else "^^", value) for value in values for letter in "lu" if letter in options]
            if link:
                self.links[name] = most([*self.links.get(name, ()), *values])
            else:
                self._add(name, values)

    def _read(self, call: "Call") -> None:
        """``read`` and ``mapfile`` take what their input holds."""
        from statewright.policy.output import fed, opened

        names = []
        skip = False
        for text in call.texts[1:]:
            if skip:
                skip = False
            elif text[:1] == "-":
                skip = text[-1] in READ_VALUES and not (text[-1] == "a" and call.name == "read") and not (text[-1] == "t" and call.name != "read")
            else:
                names.append(text.partition("[")[0])
        at = next((i for i, text in enumerate(call.texts) if i and text[:2] == "-u"), 0)
        number = call.texts[at][2:] or "".join(call.texts[at + 1 : at + 2])
        lines = opened(number, self) if at else fed(call, self.calls, self) or [HOLE]
        ends = [text[2:] or "".join(call.texts[i + 1 : i + 2]) for i, text in enumerate(call.texts) if i and text[:2] == "-d"]
        lines = parted(lines, ends) if ends else lines
        if call.name == "read" and any(text[:2] in ("-n", "-N") for text in call.texts):
            from statewright.policy.pieces import sliced

            lines = sliced(lines, call)
        if call.name != "read":
            self._add(names[0] if names else "MAPFILE", lines)
            return
        stops = "".join(assign.value.text for assign in call.command.assigns if assign.name == "IFS").replace(HOLE, "")
        if any(text[:1] == "-" and text[:2] != "--" and "a" in text for text in call.texts[1:]):
            self._add(names[0] if names else "REPLY", [word for line in parted(lines, [stops]) for word in line.split()])
            return
        for name, values in shared(lines, names or ["REPLY"], stops).items():
            self._add(name, values)

    def _writes(self, call: "Call") -> None:
        """What the line puts into files, so that reading them back is followed."""
        if call.name == "tee":
            from statewright.policy.output import fed

            for text in call.texts[1:]:
                if text[:1] != "-":
                    self.written[text] = self.written.get(text, []) + fed(call, self.calls, self)
        for redirect in call.command.redirects:
            if redirect.op in (">", ">>", ">|", "&>") and redirect.target is not None:
                path = redirect.target.text
                if call.name not in ("echo", "printf", "cat") and self.event.script.text.count(path) < 2:
                    continue
                from statewright.policy.output import printed

                source = call
                while source.command.wrapper or source.name in BEHIND:
                    source = next((other for other in self.calls if other.parent is source), None) or call
                    if source is call:
                        break
                from statewright.policy.pieces import appended

                appended(path, source, [UNTOLD] if source.name in BEHIND else printed(source, self.calls, self), self)

    def _positional(self, words: "list[Word]", zero: bool = False) -> None:
        """What ``$1``, ``$@`` and the like may be. zero: the first word is ``$0``, which the lists of all leave out."""
        exact = not any(call.name == "shift" for call in self.calls) and not any(word.splits or word.brace or word.glob for word in words)
        for i, word in enumerate(words):
            values = self.patterns(word)
            own = str(i if zero else i + 1)
            for name in POSITIONS if i or not zero else POSITIONS[2:]:
                if not exact or name in ("@", "*", own):
                    self._add(name, values)

    def _set(self, name: str, value: "Word", append: bool) -> None:
        fresh = self.patterns(value)
        if append:
            fresh = fresh + [old + new for old in self.values.get(name, [""]) for new in fresh]
        self._add(name, fresh)

    def _add(self, name: str, values: "list[str]") -> None:
        if name == "IFS":
            self.stops = list(dict.fromkeys([*self.stops, *values]))
        self.values[name] = most([*self.values.get(name, ()), *self.bound.kept(values)])

    def known(self, name: str, depth: int = 0) -> "list[str]":
        """The values a variable may hold; empty when the line says nothing of it."""
        out = [*self.given.get(name, ()), *self.values.get(name, ())]
        if depth < 4:
            for other in self.links.get(name, ()):
                out += self.known(other, depth + 1)
        return out

    def variable(self, source: str, quoted: bool) -> "list[str]":
        """What ``$x`` or ``${x…}`` may stand for."""
        body = source[1:]
        if body[:1] == "{":
            body = body[1:-1]
        indirect = body[:1] == "!" and len(body) > 1
        body = body[1:] if indirect else body
        end = 0
        while end < len(body) and (body[end].isalnum() or body[end] == "_"):
            end += 1
        name, rest = body[:end] or body[:1], body[end:] if end else body[1:]
        known = self.known(name)
        if indirect and rest not in ("@", "*"):
            known = [value for other in known for value in self.known(other)]
        operand = rest.lstrip(":")
        if rest and operand[:1] in ("-", "=", "+", "?") and rest[0] not in "#%/^,@[":
            script = read("x " + operand[1:])
            one = len(script.commands) == 1 and len(script.commands[0].words) > 1 and not script.opaque
            other = joined([self.patterns(one) for one in script.commands[0].words[1:]]) if one else [several(operand[1:])]
            known = known + other
            if operand[0] == "=":
                self._add(name, other)
            return known or [HOLE]
        out = (operated(rest, known, name in ("@", "*")) if rest else known) or [HOLE]
        if len(known) > 1 and (name == "*" or rest[:3] in ("[*]", "[@]")):
            out = out + [glue.join(known) for glue in (" ", *[stop[:1] for stop in self.stops])]
        if quoted:
            return out
        out = out + [value.replace(LITERAL, "") for value in out if LITERAL in value]  # what stood in quotes is a pattern again
        return parted(out, self.stops) if self.stops else out

    def substitution(self, source: str) -> "list[str]":
        """What a command substitution prints, as far as that can be told."""
        from statewright.policy.output import printed_by

        return printed_by(source[2:-1] if source[:2] == "$(" else source[1:-1], self)

    def patterns(self, word: "Word") -> "list[str]":
        """Every text the word may become, braces listed, MOST at most."""
        if not word.parts:
            made = [word.text]
        else:
            made, turned = [""], []
            for i, (kind, text, quoted) in enumerate(word.parts):
                if kind == "text":
                    choices = [literal(text) if quoted else text]
                elif kind == "var":
                    choices = self.variable(text, quoted)
                    after = word.parts[i + 1][1] if len(word.parts) > i + 1 and word.parts[i + 1][0] == "text" else ""
                    if after[:1] in (":", "[") and after and text[1:2] != "{":  # to zsh a part of the expansion
                        from statewright.policy.zsh_values import also

                        turned = self.bound.combined(made, also(self.known(text[1:]), after))
                elif kind == "cmd":
                    choices = self.substitution(text)
                    choices = parted(choices, self.stops) if self.stops and not quoted else choices
                else:
                    choices = [HOLE]
                made = self.bound.combined(made, choices)
                if kind == "text":
                    made, turned = most(made + turned), []
                if not made:
                    return [UNTOLD]
        if word.tilde:
            from statewright.policy.stacked import tildes

            made = made + tildes(made, self)
        if word.brace:
            made = most([one for text in made for one in listed(text)], MOST * 64)
        if self.extended and not word.quoted and ("^" in word.text or "#" in word.text or "~" in word.text[1:]):
            from statewright.policy.globbing import extended

            made = made + [extended(text) for text in made]
        if self.dots and (word.glob or self.extended):
            made += [text.replace("/*", "/.*").replace("/?", "/.?") if text[:1] not in "*?" else "." + text for text in made]
        return made
