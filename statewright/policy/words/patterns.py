"""Path patterns: what a word of a shell text may name, and whether that is protected.

In a pattern ``*``, ``?`` and ``[`` are the shell's; a quoted one is written behind ``LITERAL``. HOLE stands for what only a
running shell knows.
"""

from statewright.policy.words.protected import CLIENTS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.paths import Guard

LITERAL = "\1"
HIDDEN = "\3"  # what a program printed whose work is to hide what it was given
UNTOLD = HOLE + HIDDEN  # what a program printed that may print any name
MORE = UNTOLD + HIDDEN  # further values than are looked at: run as a command, a reason to refuse
PACKAGES = ("site-packages", "dist-packages")
MOST = 16  # patterns made from one word
FURTHER = 64  # of those that are more than a plain word
LINES = 1000  # of those of a text
LONGEST = 4096  # characters of a value that is put together: more than a path can have, Linux's PATH_MAX
BRACES = 40  # lists in braces in one word that are written out
WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%#")
# What must be there to read of a word with a hole in it: any word might name a protected path, and most do not.
TELLING = (
    ".statewright", ".claude", ".codex", ".cursor", "settings.json", "settings.local.json", "statewright-hook", ".gemini", ".qwen", ".git/",
    "session-env", "share/statewright",
)


def most(values: "list[str]", limit: int = MOST, further: int = FURTHER) -> "list[str]":
    """Each value once, ``limit`` at most. Plain words are left out first, a HOLE in their stead; MORE stands for others, over ``further``."""
    out = list(dict.fromkeys(values))
    if len(out) <= limit:
        return out
    kept = [value for value in out if not _inert(value)]
    further = max(limit, further)
    if len(kept) > further:
        kept.sort(key=lambda value: 0 if telling(value) else 1)
        return [*kept[: further - 1], MORE]
    plains = [value for value in out if _inert(value)]
    return [*kept, *plains[: max(0, limit - 1 - len(kept))], *([HOLE] if plains[max(0, limit - 1 - len(kept)) :] else [])]


def _inert(value: str) -> bool:
    """Whether a value is a plain word: no pattern, no option, no hidden name, neither our program nor an agent's."""
    if not value.isalnum() and (value[:1] in "-.~" or "/." in value or not WORD.issuperset(value) or HOLE in value or telling(value)):
        return False
    from statewright.policy.words.agents import PROGRAMS

    return "wright" not in value and value.rpartition("/")[2] not in PROGRAMS


def most_lines(values: "list[str]") -> "list[str]":
    """The lines of a text, each once: of those that are more than a plain word LINES at most."""
    return most(values, MOST, LINES)


class Bound:
    """How long a value that a line puts together may get, and how many characters all of them: linear in the line's own length."""

    __slots__ = ("left", "longest")

    def __init__(self, length: int) -> None:
        self.longest = LONGEST + length
        self.left = 4_000_000 + 64 * length

    def kept(self, values: "list[str]") -> "list[str]":
        """Values; those that got too long may hold any name, once split or cut."""
        longest = self.longest
        return values if all(len(value) <= longest for value in values) else [value if len(value) <= longest else MORE for value in values]

    def combined(self, made: "list[str]", choices: "list[str]") -> "list[str]":
        """Each beginning with each end, MOST at most; [] where the bound is reached."""
        length = sum([len(one) for one in made]) * len(choices) + sum([len(one) for one in choices]) * len(made)
        self.left -= length + 16 * len(made) * len(choices)
        if self.left < 0 or length > self.longest * len(made) * len(choices):
            return []
        return most([left + right for left in made for right in choices])


def telling(pattern: str) -> bool:
    """Whether a pattern shows a piece of a protected name."""
    low = pattern.lower()
    return any(piece in low for piece in TELLING) or "statewright" in low or HIDDEN in low


def hit(guard: "Guard", pattern: str, base: str, parents: str = "") -> bool:
    """Whether a path pattern may name a protected path. parents: "", "client", "dots" or "all" for what holds one: the folders of
    clients, those with others that only have a protected one in them, the project and what stands above it."""
    if HIDDEN in pattern:
        from statewright.policy.outputs import untold

        return untold.hits(guard, pattern, base, parents)
    text = plain(pattern)
    if text is not None:
        if guard.removes and guard.event.facts is not None:
            from statewright.policy.words.linked import link

            place = link(guard, text, base)
            if place:
                return guard.alone(place) or guard.alone(guard.absolute(text, base))
        return guard.protected(text, base) or (bool(parents) and bool(text) and guard.holds(text, base, parents == "all", parents == "client"))
    if HOLE in pattern and HOLE not in guard.absolute(pattern, base):
        return hit(guard, guard.absolute(pattern, base), "", parents)  # a process's number is nothing that must be told
    if HOLE in pattern:
        dotted = pattern.replace(HOLE, ".")
        if "statewright" in dotted and HOLE not in dotted and plain(dotted) is not None and guard.protected(plain(dotted) or "", base):
            return True  # only the dot of our folder's name is not there to read
        shown = pattern.replace(HOLE, "").replace(LITERAL, "").lower()
        if not any(dot in shown for dot in TELLING):
            return False
        if pattern[:1] == HOLE:
            tail = pattern.lstrip(HOLE).lstrip("/")
            return any(hit(guard, root + "/" + tail, base, parents) for root in guard.roots) if tail else False
    absolute = guard.absolute(pattern, base)
    segments = [part for part in absolute.lower().split("/") if part and part != "."]
    while ".." in segments:
        at = segments.index("..")
        del segments[max(0, at - 1) : at + 1]
    for i, part in enumerate(segments):
        if i and segments[i - 1] in PACKAGES and part.strip("*?[]") and glob(part, "statewright"):
            return True
    absent = "" if guard.event.facts is None or guard.event.facts.kind(guard.event.project + "/opencode.json") else "/opencode.json"
    for place, deep in guard.places():
        if absent and place.endswith(absent):
            continue  # a plain name that * would match: only where there is such a file
        if _fits(segments, [part for part in place.split("/") if part], deep, parents, guard.roots):
            return True
    for place, deep in guard.quiet():
        if len(segments) >= place.count("/") and _fits(segments, [part for part in place.split("/") if part], deep, "", guard.roots):
            return True
    from statewright.policy.words import linked

    return linked.hit(guard, absolute, parents)


def _fits(segments: "list[str]", place: "list[str]", deep: bool, parents: str, roots: "list[str]") -> bool:
    count = min(len(segments), len(place))
    if len(segments) > len(place) and not deep:
        return False
    for i in range(count):
        if not glob(segments[i], place[i]):
            return False
    if len(segments) >= len(place):
        return True
    shown = "/" + "/".join(place[: len(segments)])
    inside = any(shown.startswith(root + "/") for root in roots)
    if parents == "client":
        return inside and place[len(segments) - 1] in CLIENTS
    return parents == "all" or (parents == "dots" and inside)


def glob(pattern: str, name: str) -> bool:
    """Shell pattern against one name: ``*``, ``?``, ``[…]``; a leading dot is matched by a dot alone. A HOLE matches anything."""
    if name[:1] == "." and pattern[:1] in "*?":
        return False
    return _glob(pattern, 0, name, 0, [2000])


def _glob(pattern: str, i: int, name: str, j: int, budget: "list[int]") -> bool:
    while i < len(pattern):
        budget[0] -= 1
        if budget[0] < 0:
            return True
        c = pattern[i]
        if c == "*" or c == HOLE:
            return any(_glob(pattern, i + 1, name, k, budget) for k in range(j, len(name) + 1))
        if j >= len(name):
            return False
        if c == "[":
            end = pattern.find("]", i + 2) if pattern[i + 1 : i + 3] != "[:" else pattern.find(":]]", i) + 2
            if end > 0:
                body = pattern[i + 1 : end]
                negated = body[:1] in "!^"
                if _among(body[1:] if negated else body, name[j]) == negated:
                    return False
                i, j = end + 1, j + 1
                continue
        if c == LITERAL:
            i += 1
            c = pattern[i : i + 1]
        elif c == "?":
            c = name[j]
        if c != name[j]:
            return False
        i, j = i + 1, j + 1
    return j == len(name)


def _among(body: str, c: str) -> bool:
    i = 0
    while i < len(body):
        if body[i : i + 2] == "[:":
            return True
        if i + 2 < len(body) and body[i + 1] == "-":
            if body[i] <= c <= body[i + 2]:
                return True
            i += 3
        else:
            if body[i] == c:
                return True
            i += 1
    return False


def literal(text: str) -> str:
    """Quoted text: its pattern characters mean themselves."""
    for c in "*?[{}":
        if c in text:
            text = text.replace(c, LITERAL + c)
    return text


def plain(pattern: str) -> "str | None":
    """The text of a pattern that holds no pattern character and no hole; None otherwise."""
    if LITERAL not in pattern:
        return None if "*" in pattern or "?" in pattern or "[" in pattern or HOLE in pattern else pattern
    out = []
    i = 0
    while i < len(pattern):
        c = pattern[i]
        if c == LITERAL:
            i += 1
            out.append(pattern[i : i + 1])
        elif c in "*?[" or c == HOLE:
            return None
        else:
            out.append(c)
        i += 1
    return "".join(out)


def ranged(piece: str) -> "list[str]":
    """``a..e`` as its letters, in whatever step; ``1..4`` as its numbers, the first of many and a hole; any other range is a hole."""
    ends = piece.split("..")
    if len(ends) not in (2, 3):
        return [HOLE]
    if all(len(one) == 1 and one.isascii() and one.isalpha() for one in ends[:2]):
        low, high = sorted((ord(ends[0]), ord(ends[1])))
        return [chr(code) for code in range(low, high + 1)]
    if not all(one.isascii() and one.isdigit() and len(one) < 10 for one in ends[:2]):
        return [HOLE]
    low, high = sorted((int(ends[0]), int(ends[1])))
    wide = max(len(one) for one in ends[:2]) if any(one[:1] == "0" and len(one) > 1 for one in ends[:2]) else 0
    numbers = [str(one).rjust(wide, "0") for one in range(low, min(high, low + MOST - 1) + 1)]
    return numbers if high - low < MOST else [*numbers[:2], HOLE]


def listed(text: str) -> "list[str]":
    """``a{b,c}`` -> ``ab``, ``ac``; nested lists too."""
    if text.count("{") > BRACES and text.count("{") - text.count(LITERAL + "{") > BRACES:
        return [UNTOLD]
    start = text.find("{")
    while start > 0 and text[start - 1] == LITERAL:
        start = text.find("{", start + 1)
    if start < 0:
        return [text]
    depth, pieces, last = 0, [], start + 1
    for i in range(start, len(text)):
        c = text[i]
        if text[i - 1 : i] == LITERAL:
            continue
        if c == "{":
            depth += 1
        elif c == "," and depth == 1:
            pieces.append(text[last:i])
            last = i + 1
        elif c == "}":
            depth -= 1
            if not depth:
                pieces.append(text[last:i])
                tails = listed(text[i + 1 :])
                if len(pieces) == 1:
                    pieces = ranged(pieces[0]) if ".." in pieces[0] else [LITERAL + "{" + pieces[0] + LITERAL + "}"]
                return most([text[:start] + head + tail for piece in pieces for head in listed(piece) for tail in tails], MOST * 64)
    return [text]
