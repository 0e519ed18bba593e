"""Protection against what commands are handed: texts piped into a shell, words that xargs and parallel append."""

from statewright.policy.output import fed
from statewright.policy.patterns import HIDDEN
from statewright.policy.protected import names_one
from statewright.policy.protection_names import WHOLE
from statewright.policy.protection_scene import UNREAD
from statewright.policy.values import bare
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.protection_scene import Scene


def piped(call: "Call", scene: "Scene") -> str:
    """A shell that takes its commands from a pipe: refused unless what comes is there to read."""
    if call.command.stdin != "pipe":
        return ""
    lines = fed(call, scene.found, scene.names)
    text = "\n".join(lines)
    if HOLE in text:
        return "!What is piped into %s cannot be read, and so may change a protected file." % call.name
    from statewright.shell.reader import read

    return "!What is piped into %s names a protected file, or cannot be read." % call.name if read(text).opaque or names_one(text) else ""


def handed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """What xargs or parallel hands to a command that changes files."""
    parents = "all" if call.name in WHOLE else "dots"
    lines = arguments(call, scene)
    holed = [word for word in call.words[1:] if HOLE in word.text or "{}" in word.text]
    if call.name in ("git", "make", "npm") and not call.command.open:
        return ""
    for line in lines:
        for piece in (line, *line.split(), *(line.replace(",", " ").replace(":", " ").split() if "," in line or ":" in line else ())):
            for one in [word.text.replace(HOLE, piece).replace("{}", piece) for word in holed] or [piece]:
                if HIDDEN in one and call.name not in WHOLE:
                    continue
                if scene.hit(one, bases, parents):
                    return UNREAD % call.name if HIDDEN in one else one
        if bare(line):
            fault = scene.unseen(call, [line], call.name in WHOLE)
            if fault:
                return fault
    return ""


def packed(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """A packer that takes the names of its files from a pipe and removes what it has packed."""
    short = "".join(text for text in call.texts[1:] if text[:1] == "-" and text[:2] != "--")
    if not call.command.stdin or not ("m" in short if call.name == "zip" else any(text[:5] == "--rem" for text in call.texts)):
        return ""
    return next((line for line in fed(call, scene.found, scene.names) if scene.hit(line, bases, "all")), "")


def arguments(call: "Call", scene: "Scene") -> "list[str]":
    """The words that the program in front of a command hands to it, as far as they can be told."""
    from statewright.policy import composed

    front = call.parent
    while front is not None and front.name not in composed.HANDING:
        front = front.parent
    if front is None:
        front = next((other for other in scene.found if other.name == call.command.behind and other.name in composed.HANDING), None)
    if front is None:
        return fed(call, scene.found, scene.names)
    return composed.arguments(front, scene.found, scene.names)
