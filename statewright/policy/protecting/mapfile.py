"""zsh's table of files by their paths: what is set in it is written to the disk, what is unset in it is removed (zshmodules(1), zsh/mapfile)."""

from statewright.policy.words.patterns import LITERAL
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

NAMING = ("unset", "typeset", "declare", "set", "local", "read", "printf")


def mapped(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a command sets or unsets in the table, "" when none."""
    words = [one.value if one.index is None else one.index for one in call.command.assigns if one.name == "mapfile"]
    words += [word for word in call.words[1:] if call.name in NAMING and "mapfile" in word.text]
    for word in words:
        for pattern in scene.names.patterns(word):
            for text in pattern.replace(LITERAL, "").replace("mapfile[", " ").translate(dict.fromkeys(map(ord, "()]="), " ")).split():
                if scene.hit(text, bases) or (text[:1] == HOLE and "zsh/mapfile" in scene.shown):
                    return text
    return ""
