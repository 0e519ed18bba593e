"""Protection against commands whose program is put together in the line: judged as each program it may be."""

from statewright.policy.words.dynamic import unknown
from statewright.policy.words.patterns import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

UNTOLD = "!What this command runs is not plain to see, and the line names a protected file.|Write the command's name out."


def changed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """A command whose program is put together in the line: judged as each program it may be."""
    from statewright.policy.protecting import shell as protection_shell
    from statewright.policy.words.calls import Call
    from statewright.shell.reader import read

    for pattern in scene.names.patterns(call.words[0]):
        text = plain(pattern) or ""
        first, _, more = text.partition(" ")
        name = first.rpartition("/")[2]
        if not name:
            continue
        made = Call(call.command, name, call.number)
        made.parent = call.parent
        if more:
            words = read(text).commands[0].words if read(text).commands else []
            made.words = [*words, *call.words[1:]]
            made.texts = [word.text for word in made.words]
        fault = protection_shell.changed(made, scene, bases)
        if fault:
            return fault
    return UNTOLD if scene.names_protected() and unknown(call, scene.names) else ""
