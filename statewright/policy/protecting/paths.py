"""What ``cp --parents`` and ``rsync -R`` write: each source's whole path, below the target. cp(1), rsync(1)."""

from statewright.policy.protecting.copies import operands_of
from statewright.policy.protecting.reads import copies_from

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word


def asked(call: "Call") -> bool:
    """Whether the command is told to keep the sources' folders."""
    options = [text for text in call.texts[1:] if text[:1] == "-"]
    if call.name == "cp":
        return any(text[:4] == "--pa" for text in options)  # an abbreviation that is --preserve too is none
    return call.name == "rsync" and any(text[:5] == "--rel" or (text[1:2] != "-" and "R" in text) for text in options)


def _ends(call: "Call") -> "tuple[list[Word], list[Word]]":
    """The sources, and where they go: the last operand, or what ``-t`` names."""
    operands, values = operands_of(call)
    folder = values.get("t") or values.get("--target-directory")
    if folder is None or call.name != "cp":
        return operands[:-1], operands[-1:]
    return operands, [folder]


def whole(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The source whose path below the target is a protected one, "" when none is."""
    if not asked(call):
        return ""
    sources, targets = _ends(call)
    ends = [to.partition("=")[2] if to[:2] == "--" else to for word in targets for to in scene.names.patterns(word)]
    for source in sources:
        for pattern in scene.names.patterns(source):
            kept = [pattern.lstrip("/")]
            if call.name == "rsync":  # what is kept of a path begins behind its ``/./``
                kept += [one for one in (pattern.partition("/./")[2], pattern.rpartition("/./")[2]) if one]
            if any(scene.hit(to.rstrip("/") + "/" + one, bases) for to in ends if ":" not in to for one in kept):
                return pattern
    return ""


def apart(call: "Call", scene: "Scene", bases: "list[str]") -> bool:
    """Whether whatever is handed to ``cp --parents`` goes below a folder in which nothing of a project lies, nor above one."""
    if not asked(call) or not copies_from(call, ("--parents",)):
        return False
    targets = _ends(call)[1] or call.words[-1:]
    ends = [to.partition("=")[2] if to[:2] == "--" else to for word in targets for to in scene.names.patterns(word)]
    return bool(ends) and not any(scene.hit(to, bases, "all") or scene.hit(to.rstrip("/") + "/.statewright/x", bases) for to in ends)
