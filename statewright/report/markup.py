"""HTML that is escaped by construction: what is not ``Html`` is text, and text cannot become markup."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import Any

VOID = frozenset(("meta", "br", "rect", "path", "circle", "line", "polygon"))


class Html(str):
    """Finished markup."""

    __slots__ = ()


def shown(value: Any) -> str:
    """Text as a reader may see it: no control, no invisible and no direction-changing character, which would lie about the text."""
    return "".join(char if char.isprintable() else "\\u%04x" % ord(char) for char in str(value))


def tag(name: str, /, *children: Any, **attributes: Any) -> Html:
    """An element. Names of attributes: ``class_`` is class, other underscores are hyphens; True is a bare one, None and False leave it out."""
    given = ""
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        key = key.rstrip("_").replace("_", "-")
        given += f" {key}" if value is True else f' {key}="{escape(shown(value))}"'
    if name in VOID:
        return Html(f"<{name}{given}>" if name in ("meta", "br") else f"<{name}{given}/>")
    return Html(f"<{name}{given}>{join(*children)}</{name}>")


def join(*children: Any) -> Html:
    """Pieces one after the other; None leaves itself out, a list stands for its items."""
    out = []
    for child in children:
        if isinstance(child, Html):
            out.append(child)
        elif isinstance(child, list | tuple):
            out.append(join(*child))
        elif child is not None:
            out.append(Html(escape(shown(child), quote=False)))
    return Html("".join(out))


def number(value: int) -> str:
    """With commas between the thousands."""
    return f"{value:,}" if abs(value) < 1 << 63 else "many"


def many(value: int, one: str, more: str = "") -> str:
    """A count with its noun."""
    return f"{number(value)} {one if value == 1 else more or one + 's'}"


def size(value: int) -> str:
    """Bytes in their largest sensible unit."""
    amount = float(value)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000 or unit == "GB":
            break
        amount /= 1000
    return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.1f} {unit}"


def length(seconds: float) -> str:
    """A length of time in its two largest units."""
    if seconds < 1:
        return f"{max(seconds, 0) * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    for big, small, per, name, lesser in ((86400, 3600, 24, "d", "h"), (3600, 60, 60, "h", "min"), (60, 1, 60, "min", "s")):
        if whole >= big:
            rest = whole // small % per
            return f"{whole // big} {name}" + (f" {rest} {lesser}" if rest else "")
    return f"{whole} s"


def moment(at: float, date: bool = False) -> Html:
    """A time of day in UTC, with the day where it is asked for."""
    if at <= 0:
        return Html("unknown")
    when = datetime.fromtimestamp(at, UTC)
    return tag("time", when.strftime("%Y-%m-%d %H:%M:%S" if date else "%H:%M:%S"), datetime=when.strftime("%Y-%m-%dT%H:%M:%SZ"))
