"""Patterns that match a link, or go through one: ``rm -rf lnk/*``, ``echo x > l?k``, ``rm -rf src/*/.state*`` with a link among what is there.

What the disk holds decides: a link counts as what it leads to before the rest of the pattern is compared. Loaded for patterns alone.
"""

from statewright.policy.words import patterns
from statewright.policy.words.patterns import LITERAL, glob, literal
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Facts
    from statewright.policy.words.paths import Guard

MOST = 1000  # folders looked into for one event; a tree may be of any size, and the nearest come first
SIGNS = frozenset("*?[")


def hit(guard: "Guard", absolute: str, parents: str) -> bool:
    """Whether an absolute pattern may name a protected path by way of a link. parents: as in ``patterns.hit``."""
    facts = guard.event.facts
    if facts is None or HOLE in absolute:
        return False
    key = (absolute, parents, guard.itself)
    known = guard.matched.get(key)
    if known is None:
        guard.matched[key] = False  # a link that leads to itself
        known = guard.matched[key] = _hit(guard, facts, absolute, parents)
    return known


def _hit(guard: "Guard", facts: "Facts", absolute: str, parents: str) -> bool:
    parts = [part for part in absolute.split("/") if part and part != "."]
    waiting = [("", 0)]
    for folder, at in waiting:
        while at < len(parts) and (SIGNS.isdisjoint(parts[at]) or LITERAL in parts[at]):
            folder += "/" + parts[at].replace(LITERAL, "")
            at += 1
        if at >= len(parts):
            if facts.kind(folder) and patterns.hit(guard, literal(folder), "", parents):
                return True  # what is left of the pattern is plain: links further down in it are resolved
            continue
        real = facts.real(folder or "/").rstrip("/")
        rest = "/".join(parts[at:])
        if real != folder:
            if patterns.hit(guard, literal(real) + "/" + rest, "", parents):
                return True
            continue
        if len(guard.matched) > MOST or len(waiting) > MOST:
            return _ends(guard, parts[at:], parents)
        links, folders = facts.entries(folder or "/")
        behind, part = "/".join(parts[at + 1 :]), parts[at]
        for name in links:
            if glob(part.lower(), name.lower()):
                target = facts.real(folder + "/" + name)
                if not behind:
                    if not guard.itself and guard.protected(target):
                        return True
                    continue
                tail = patterns.plain(behind)
                there = tail is None or bool(facts.kind(target + "/" + tail))  # a pattern becomes what is there
                if there and patterns.hit(guard, literal(target) + "/" + behind, "", parents):
                    return True
        if behind:
            waiting += [(folder + "/" + name, at + 1) for name in folders if glob(part.lower(), name.lower())]
    return False


def _ends(guard: "Guard", parts: "list[str]", parents: str) -> bool:
    """Whether the last names of a pattern are those of a protected path, seen from the project: some link that was not looked at may lead there."""
    return any(patterns.hit(guard, literal(guard.event.project) + "/" + "/".join(parts[at:]), "", parents) for at in range(1, len(parts)))


def link(guard: "Guard", path: str, base: str) -> str:
    """Where the link is that a path names, links in front of it resolved; "" where its last name is none."""
    folder, _, name = guard.absolute(path, base).rpartition("/")
    where = guard.real(folder or "/").rstrip("/")
    return where + "/" + name if name and name in guard.event.facts.entries(where or "/")[0] else ""


def below(guard: "Guard", root: "str | None", base: str) -> "list[str]":
    """Where the links below a folder lead that lead to a protected path, or to a folder above one."""
    facts, out = guard.event.facts, []
    waiting = [] if facts is None or root is None else [guard.absolute(root, base).rstrip("/")]
    for folder in waiting:
        links, folders = facts.entries(folder or "/") if facts is not None else ([], [])
        for name in links:
            target = guard.real(folder + "/" + name)
            if guard.protected(target) or guard.holds(target, "", True):
                out.append(target)
        waiting += [folder + "/" + name for name in folders if name != ".git"] if len(waiting) < MOST else []
    if len(waiting) >= MOST:
        out.append(guard.event.project)  # some link in the folders that were not looked at may lead there: what find looks for decides
    return out
