"""Words with the variables of the same line put in, as path patterns (see patterns.py)."""

from statewright.policy.words.patterns import LITERAL, MORE, MOST, UNTOLD, Bound, listed, literal, most
from statewright.policy.words.values import given, joined, operated, parted, sets, several
from statewright.shell.model import HOLE
from statewright.shell.reader import read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.paths import Guard
    from statewright.shell.model import Word

# Builtins that put something into variables; a function of the line does as well.
_FILLING = "export declare typeset local readonly env set bash sh zsh dash read mapfile readarray printf foreach"
FILLING = frozenset(_FILLING.split())
DEEPEST = 8
WRITES = (">", ">>", ">|", "&>")
# They fill a file from their input, or from another.
COPYING = ("tee", "sponge", "dd", "cp", "mv", "ln", "install", "ditto", "gcp", "ginstall", "rsync", "link", "gmv")


def names_of(event: "Event", found: "list[Call]") -> "Names":
    """The names of an event's line, worked out once; who looks them up may add to them."""
    known = event.extra.get("names")
    if known is None:
        known = event.extra["names"] = names_for(event, found)
    return known


def names_for(event: "Event", found: "list[Call]") -> "Names":
    """The names of an event's line with these calls, as if they were worked out anew: for who adds to them on its own."""
    known = event.extra.get("names_for")
    if known is None or known.calls is not found:
        known = event.extra["names_for"] = Names(event, found)
    return known.copy()


class Names:
    """What the variables of a line may hold, as far as the line itself says.

    written: what the line itself puts into a file, by the file's name as written. dots: ``*`` matches a leading dot.
    """

    __slots__ = (
        "among", "bound", "calls", "cwd", "deep", "dots", "event", "extended", "given", "guard", "last", "links", "naming", "shifts", "stops", "told",
        "turn", "unended", "values", "written",
    )  # fmt: skip

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
        self.told: "dict[str, tuple[int, list[str]]]" = {}  # what substitutions print, by their source, as of a turn
        self.naming: "dict[str, dict[tuple[int, int], Call]] | None" = None  # the calls that name a file, by what they write, see outputs/output.py
        self.among: "dict[int, list[Call]]" = {}  # the calls of the substitution that a call stands in, by its id; they are kept
        self.turn = 0  # how often a value has become another
        self.deep = 0  # substitutions that are being told within each other
        text = event.script.text.lower().replace("_", "").replace("-", "").replace("\\", "").replace('"', "").replace("'", "") if event.script else ""
        unseen = any(sets(call) for call in calls)
        self.dots = unseen or "dotglob" in text or "globdots" in text or "globignore" in text
        self.extended = unseen or "extendedglob" in text
        self.given = given(event)
        self.shifts = any(call.name == "shift" for call in calls)
        self.last = bool(event.script) and ("$_" in event.script.text or "${_" in event.script.text)  # $_: the last word of the command before
        self._pass()
        if (event.script and event.script.functions) or any(HOLE in value for values in self.values.values() for value in values):
            self.again()  # what a function is called with stands behind its body
        if event.script and "for" in event.script.text and "$" in event.script.text and any(call.command.place[-1:] == ("for",) for call in calls):
            from statewright.policy.words import loops

            loops.turned(self)

    def copy(self) -> "Names":
        """The same, to be added to."""
        made = Names.__new__(Names)
        for name in Names.__slots__:
            setattr(made, name, getattr(self, name))
        made.bound = Bound(0)
        made.bound.left, made.bound.longest = self.bound.left, self.bound.longest
        made.values = {name: list(known) for name, known in self.values.items()} if self.values else {}
        made.given = dict(self.given)
        made.links = {name: list(known) for name, known in self.links.items()} if self.links else {}
        made.written = {name: list(known) for name, known in self.written.items()} if self.written else {}
        made.unended, made.stops, made.told = list(self.unended), list(self.stops), dict(self.told)
        made.naming = {name: dict(known) for name, known in self.naming.items()} if self.naming else None if self.naming is None else {}
        return made

    def again(self) -> None:
        """Go through the line once more, now that more of its values are known."""
        self.links.clear()
        self._pass()

    def _pass(self) -> None:
        functions = frozenset(self.event.script.functions if self.event.script else ())
        for call in self.calls:
            for assign in call.command.assigns:
                if assign.value.parts and assign.value.parts[0][0] == "array":
                    self.array(assign.name, assign.value.raw)
                elif assign.name != "IFS" or call.name not in ("read", "mapfile", "readarray"):
                    self._set(assign.name, assign.value, assign.append, call.command.place[-1:] == ("for",))
                    if assign.value.vars and call.command.place and (assign.append or any(name == assign.name for name, _ in assign.value.vars)):
                        from statewright.policy.words import filling

                        filling.looped(self, call, assign)
            for word in call.words:
                if any(op in (":=", "=") for _, op in word.vars):
                    self.patterns(word)  # : ${x:=value} sets it
            if self.last and call.words:
                self.add("_", self.patterns(call.words[-1]))
            if call.words and call.name:
                fills = call.name in FILLING or call.name in functions
                if fills or call.name in COPYING or any(redirect.op in WRITES for redirect in call.command.redirects):
                    from statewright.policy.words import filling

                    if fills:
                        filling.command(self, call, functions)
                    filling.writes(self, call)

    def array(self, name: str, raw: str) -> None:
        """Add the elements of a list in parentheses to a variable's values."""
        script = read("x " + raw[1:-1].replace("\n", " "))
        for command in script.commands[:1]:
            for word in command.words[1:]:
                self.add(name, [value.partition("]=")[2] if value[:1] == "[" and "]=" in value else value for value in self._split(word)])

    def _set(self, name: str, value: "Word", append: bool, splits: bool = False) -> None:
        fresh = self._split(value) if splits else self.patterns(value)
        if append:
            fresh = fresh + [old + new for old in self.values.get(name, [""]) for new in fresh]
        self.add(name, fresh)

    def _split(self, word: "Word") -> "list[str]":
        """What a word of a list becomes, the words that its values are split into among it."""
        made = self.patterns(word)
        if word.static or all(quoted for kind, _, quoted in word.parts if kind != "text"):
            return made
        return [*made, *(piece for value in made if " " in value or "\n" in value for piece in value.split())]

    def add(self, name: str, values: "list[str]") -> None:
        """Add to what a variable may hold."""
        if name == "IFS":
            self.stops = list(dict.fromkeys([*self.stops, *values]))
        before = self.values.get(name)
        if before is not None and all(value in before for value in values):
            return
        made = self.values[name] = most([*(before or ()), *self.bound.kept(values)])
        self.turn += made != before

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
            if body[:1] in ("(", "=", "~", "^", "+", ":", '"') or body[:2] in ("${", "$("):
                from statewright.policy.words.zsh_values import flagged

                return flagged(body, self)
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
        if operand[:1] == "?" and rest[0] in ":?":  # what stands behind it is said, and nothing is run, where there is no value
            return known or [HOLE]
        if rest and operand[:1] in ("-", "=", "+") and rest[0] not in "#%/^,@[":
            other = self.text(operand[1:])
            known = known + other
            if operand[0] == "=":
                self.add(name, other)
            rest = ""
        out = (operated(rest, known, name in ("@", "*")) if rest else known) or [HOLE]
        if rest[:1] == ":" and len(known) > 1:
            out = out + known  # of a list, zsh takes elements by their places
        if len(known) > 1 and (name == "*" or rest[:3] in ("[*]", "[@]")):
            out = out + [glue.join(known) for glue in (" ", *[stop[:1] for stop in self.stops])]
        if quoted:
            return out
        out = out + [value.replace(LITERAL, "") for value in out if LITERAL in value]  # what stood in quotes is a pattern again
        return parted(out, self.stops) if self.stops else out

    def text(self, source: str) -> "list[str]":
        """What a word's source behind an operator becomes, ``${x:-source}``."""
        script = read("x " + source)
        if script.opaque or not script.commands or any(other.place[:1] != ("subst",) for other in script.commands[1:]):
            return [several(source)]
        words = script.commands[0].words[1:]
        return joined([self.patterns(word) for word in words]) if words else [several(source)]

    def substitution(self, source: str) -> "list[str]":
        """What a command substitution prints, as far as that can be told."""
        from statewright.policy.outputs.output import printed_by

        told = self.told.get(source)
        if told is not None and told[0] == self.turn:
            return told[1]
        if self.deep > DEEPEST:
            return [UNTOLD]  # functions that print what functions print
        turn = self.turn
        self.deep += 1
        made = printed_by(source[2:-1] if source[:2] == "$(" else source[1:-1], self)
        self.deep -= 1
        if self.turn == turn:
            self.told[source] = (turn, made)
        return made

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
                        from statewright.policy.words.zsh_values import also

                        turned = self.bound.combined(made, also(self.known(text[1:]), after))
                elif kind == "cmd":
                    choices = self.substitution(text)
                    choices = parted(choices, self.stops) if self.stops and not quoted else choices
                    if not quoted:  # what it prints is a pattern, however it was quoted
                        choices = choices + [value.replace(LITERAL, "") for value in choices if LITERAL in value]
                else:
                    choices = [HOLE]
                made = self.bound.combined(made, choices)
                if kind == "text":
                    made, turned = most(made + turned), []
                if not made:
                    return [MORE]
        if word.tilde:
            from statewright.policy.words.stacked import tildes

            made = made + tildes(made, self)
        if word.brace:
            made = most([one for text in made for one in listed(text)], MOST * 64)
        if self.extended and not word.quoted and ("^" in word.text or "#" in word.text or "~" in word.text[1:]):
            from statewright.policy.words.globbing import extended

            made = made + [extended(text) for text in made]
        if self.dots and (word.glob or self.extended):
            made += [text.replace("/*", "/.*").replace("/?", "/.?") if text[:1] not in "*?" else "." + text for text in made]
        return made
