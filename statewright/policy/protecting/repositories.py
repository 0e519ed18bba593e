"""Protection against repositories that a command puts in place, or away, as if they were folders like others."""

from statewright.policy.words.repositories import PUTTING, named
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call


def moved(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """A fault when a command puts a repository in place, or away, as if it were a folder like others."""
    name = call.name
    if not any(".g" in text.lower() or HOLE in text or "[" in text for text in call.texts[1:]):
        return ""
    from statewright.policy.protecting.copies import operands_of
    from statewright.policy.protecting.scene import KEPT

    operands, values = operands_of(call)
    folder = values.get("t") or values.get("--target-directory")
    targets = [folder] if folder is not None else operands[-1:]
    sources = operands if folder is not None else operands[:-1]
    if name not in PUTTING:
        targets, sources = operands, []
    for word in targets:
        for pattern in scene.names.patterns(word):
            if named(pattern[3:] if name == "dd" and pattern[:3] == "of=" else pattern) and _ours(pattern, scene, bases):
                return KEPT % (name, pattern)
            for source in sources if name != "ln" else ():
                for one in scene.names.patterns(source):
                    if named(one) and (name == "mv" or _ours(pattern, scene, bases)):
                        return KEPT % (name, one)
    return ""


def _ours(pattern: str, scene: "Scene", bases: "list[str]") -> bool:
    """Whether a path may lie in the project."""
    from statewright.policy.words.patterns import plain
    from statewright.policy.words.places import outside

    text = plain(pattern)
    if text is None:
        return True
    return any(not outside(scene.guard.absolute(text, base), scene.event) for base in bases)
