"""What stands behind a place that cannot be read: further commands, so that what must never be touched is looked for there as well.

The text stays unreadable; zsh's own loops, conditions without ``then`` and the like are run by zsh all the same. Loaded for such texts alone.
"""

from statewright.shell.cursor import BREAK, Unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.shell.model import Place
    from statewright.shell.parser import Reader

MOST = 1000  # times that reading begins anew; more of them are a reason to refuse the line in every state
TOO_MANY = "the line holds more that cannot be read than is looked at"
SKIPPED = frozenset(("then", "elif", "else", "fi", "do", "done", "esac", "}", "{", "]]", "in", "!", "time"))


def read_on(reader: "Reader", place: "Place" = (), depth: int = 0) -> None:
    """Read on behind the place where a reader gave up; what is found there joins what was found before."""
    s = reader.s
    before = -1
    for _ in range(MOST):
        i = reader.i
        if i <= before or s[i] in BREAK:
            i = _behind(s, max(i, before))
        elif s[i] not in "'\"`$\\":
            end = i
            while s[end] not in BREAK:
                end += 1
            i = end if s[i:end] in SKIPPED else i
        if i >= reader.n:
            return
        _afresh(reader, i, depth)
        reader.place = place
        before = i
        try:
            reader.program_text()
            return
        except Unreadable:
            continue
    reader.doubt(TOO_MANY)


def _behind(s: str, i: int) -> int:
    """Behind the sign at a place, or behind the word that begins there."""
    if s[i] in BREAK or s[i] in "'\"`$\\":
        return i + 1
    while s[i] not in BREAK:
        i += 1
    return i


def _afresh(reader: "Reader", i: int, depth: int) -> None:
    reader.i = i
    reader.depth = depth
    reader.pending = []
    reader.substs = 0
    reader.outer_pending = reader.heredoc = False
    reader.opened = reader.timed = -1
