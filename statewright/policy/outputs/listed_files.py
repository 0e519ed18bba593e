"""What a program that lists folders prints of single files: those among its operands, those below its roots where it prints paths.

``ls FILE`` prints the file as it is named, ``ls .claude/*.json`` each that the pattern meets; ``du``, ``tree -f`` print paths from the root on.
ls(1), du(1), tree(1), eza(1).
"""

from statewright.policy.words.patterns import glob, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.paths import Guard


def named(pattern: str, base: str, guard: "Guard") -> "list[str]":
    """The protected files that an operand stands for, as a lister prints them; of a folder it prints what is in it."""
    text = plain(pattern)
    facts = guard.event.facts
    if text is not None:
        folder = facts is not None and facts.kind(guard.absolute(text, base)) == "dir"
        return [pattern] if text and not folder and guard.protected(text, base) else []
    if not guard.hit(pattern, base):
        return []
    segments = [part for part in guard.absolute(pattern, base).lower().split("/") if part and part != "."]
    if ".." in segments or HOLE in pattern:
        return [pattern]
    count = len([part for part in pattern.split("/") if part and part != "."])
    out, met = [], False
    for place, deep in (*guard.places(), *guard.quiet()):
        parts = [part for part in place.split("/") if part]
        if len(segments) < len(parts) or not all(glob(segments[i], part) for i, part in enumerate(parts)):
            continue
        met = True
        if len(segments) == len(parts):
            here = facts is not None and facts.kind(place) == "dir"
            out += [] if deep or here else [place if pattern[:1] in "/~" else "/".join(parts[-count:])]
        elif deep:
            out.append(pattern)
    return out if met else [pattern]


def below(call: "Call", roots: "list[str]", base: str, guard: "Guard") -> "list[str]":
    """What ``du`` and ``tree -f`` print of protected paths: the roots themselves, files and folders below them."""
    from statewright.policy.outputs.find import candidates

    short = "".join(text[1:] for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    out = [root for root in roots if root.strip("./")]
    if call.name == "tree" and "f" not in short:
        return out
    files = "a" in short or "--all" in call.texts if call.name == "du" else "d" not in short
    hidden = call.name == "du" or "a" in short
    for root in roots or ["."]:
        for _, rel, kind in candidates(root, base, guard) if guard.hit(root, base, "all") else ():
            if rel and (kind == "d" or files) and (hidden or not any(part[:1] == "." for part in rel.split("/"))):
                out.append(root.rstrip("/") + "/" + rel)
    return out
