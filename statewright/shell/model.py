"""What a shell text consists of, once read: the nouns of this room.

Plain slotted classes; they carry facts and judge nothing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    Part = tuple[str, str, bool]
    Place = tuple[str, ...]

HOLE = "\0"  # stands in Word.text for what only a running shell knows; never part of a readable text


class Word:
    """One word of a command.

    raw: the source. text: the value after quote removal; where the shell would put a value of its own, HOLE
    stands. static: no expansion in it, so ``text`` is the value (globs, braces and a tilde apart, which have flags).
    quoted: some of it was quoted. parts: ``(kind, text, quoted)`` in order, kind being ``text``, ``var``, ``cmd``,
    ``arith`` or ``proc``, text the literal or the source of the expansion; empty for a plain unquoted word.
    glob, brace, tilde: holds an unquoted pattern, brace list or leading tilde. vars: ``(name, operator)`` of each
    parameter expansion. subst: holds a command or process substitution. splits: may become no word or several.
    """

    __slots__ = ("brace", "glob", "parts", "quoted", "raw", "splits", "static", "subst", "text", "tilde", "vars")

    def __init__(self, raw: str, text: str) -> None:
        self.raw = raw
        self.text = text
        self.static = True
        self.quoted = False
        self.parts: "list[Part]" = []
        self.glob = False
        self.brace = False
        self.tilde = False
        self.vars: "list[tuple[str, str]]" = []
        self.subst = False
        self.splits = False

    @property
    def plain(self) -> bool:
        """The value is there to see: nothing is expanded, matched or listed."""
        return self.static and not (self.glob or self.brace or self.tilde)

    def __repr__(self) -> str:
        return "Word(%r)" % self.raw


class Assign:
    """``name=value``, ``name+=value`` or ``name[index]=value``; an array's value is a dynamic word with the source as raw."""

    __slots__ = ("append", "index", "name", "value")

    def __init__(self, name: str, value: Word, append: bool = False, index: "Word | None" = None) -> None:
        self.name = name
        self.value = value
        self.append = append
        self.index = index

    def __repr__(self) -> str:
        return "Assign(%s=%r)" % (self.name, self.value.raw)


class Redirect:
    """op: one of ``< > >> >| <> << <<- <<< <& >& &> &>>``. fd: as written, ``""`` when not, ``{name}`` when named.

    target: the word behind it (a heredoc's delimiter, a here-string's text). heredoc: the body.
    """

    __slots__ = ("fd", "heredoc", "op", "target")

    def __init__(self, op: str, fd: str, target: "Word | None", heredoc: "Word | None" = None) -> None:
        self.op = op
        self.fd = fd
        self.target = target
        self.heredoc = heredoc

    def __repr__(self) -> str:
        return "Redirect(%s%s %r)" % (self.fd, self.op, self.target)


class Command:
    """One simple command that could run.

    words: empty for bare assignments, for a loop's variable (``assigns``) and for redirects of a compound command.
    place: from the outside in, such as ``("pipe:2/3", "subst", "function f", "wrapper xargs")``.
    stdin: ``pipe``, ``heredoc`` (here-strings too), ``file`` or ``""`` when it is the line's own.
    wrapper: it only runs what follows it in the list (env, xargs, ``bash -c``, eval ...), which was read.
    open: further arguments, unknown here, are appended at run time (xargs, ``find -exec … +``).
    behind: the program in front of it that is not transparent (sudo, a shell fed by a heredoc ...), else ``""``:
    such an entry matters for what must never be touched; whether it may run is decided by that program's own entry.
    program: where a shell or ``source`` takes its commands from when they could not be seen here:
    ``pipe``, ``heredoc``, ``file`` or ``stdin``, else ``""``.
    start, end: where it stands in the outermost text. background: ends in ``&``.
    """

    __slots__ = ("assigns", "background", "behind", "end", "open", "place", "program", "redirects", "start", "stdin", "words", "wrapper")

    def __init__(self, place: "Place", start: int) -> None:
        self.words: list[Word] = []
        self.assigns: list[Assign] = []
        self.redirects: list[Redirect] = []
        self.place = place
        self.stdin = ""
        self.wrapper = False
        self.open = False
        self.behind = ""
        self.program = ""
        self.start = start
        self.end = start
        self.background = False

    def __repr__(self) -> str:
        return "Command(%r, %r)" % ([w.raw for w in self.words], self.place)


class Expansion:
    """A variable the text uses. op: ``""`` for ``$x``, else the operator as written (``:-``, ``#``, ``!`` for
    indirection, ``!=`` where that sets it, ``[=`` where an element is set, ``length``, ``keys``, ``prefix``, ``@P`` …),
    ``arith`` inside arithmetic, ``arith=`` when set there, ``value`` where the value is evaluated as a number, and so any name in it asked for."""

    __slots__ = ("name", "op", "place")

    def __init__(self, name: str, op: str, place: "Place") -> None:
        self.name = name
        self.op = op
        self.place = place

    def __repr__(self) -> str:
        return "Expansion(%r, %r)" % (self.name, self.op)


class Script:
    """A text once read. opaque: why (part of) it cannot be judged, empty when all of it can.

    functions: the names of functions defined in it. expansions: every parameter expansion anywhere. roots: what is evaluated as
    arithmetic or as a name, ``(kind of a word's part, its source)``; ``name`` for a bare name, ``expr`` for a whole arithmetic text.
    """

    __slots__ = ("commands", "expansions", "functions", "opaque", "roots", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.commands: list[Command] = []
        self.expansions: list[Expansion] = []
        self.functions: list[str] = []
        self.opaque: list[str] = []
        self.roots: "list[tuple[str, str]]" = []
