"""Patterns beyond the plain ones, and texts that nobody can read: whether a protected path may be meant."""

from statewright.policy.protecting.names import COPIES, FOLDERS, MODES, WHOLE
from statewright.policy.words.globbing import patterns
from statewright.policy.words.places import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene

CHANGERS = WHOLE | FOLDERS | COPIES | MODES | {"sed", "gsed", "perl", "tee", "sponge", "patch", "touch", "xargs", "parallel"}


def named_by(scene: "Scene", places: "list[list[str]]") -> str:
    """The first such pattern of a line that may name a protected path, or a folder that holds one."""
    event = scene.event
    bases = list(dict.fromkeys([path for here in places for path in here if path != UNKNOWN] or [event.cwd or event.project]))
    return next((one for one in patterns(event.script.text) if scene.hit(one, bases, "all")), "")


def changes(text: str) -> bool:
    """Whether a text that could not be read to its end names a program that changes files, or writes one."""
    for c in "\"'`;|&()\n{}":
        text = text.replace(c, " ")
    if ">" in text.replace(">/dev/null", "").replace("> /dev/null", "").replace("->", "").replace(">1", ""):
        return True
    return any(word.rpartition("/")[2] in CHANGERS for word in text.split())
