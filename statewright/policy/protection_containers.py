"""Protection against what a container runs over a folder that it is given: its command is judged with that folder in the place of its own."""

from statewright.policy.inner import inner
from statewright.policy.patterns import plain
from statewright.policy.protection_names import COPIES, FOLDERS, WHOLE
from statewright.shell.parallel import quoted
from statewright.shell.programs import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.protection_scene import Scene

RUN = frozenset((
    "git", "tee", "perl", "python", "python3", "xargs", "patch", "touch", "chmod", "chown", "tar", "unzip", *WHOLE, *FOLDERS, *COPIES, *SHELLS,
))


def inside(call: "Call", mounts: "list[tuple[str, str]]", scene: "Scene", bases: "list[str]") -> str:
    """The fault of the command in the container, "" when it has none. mounts: a folder here, and where it stands there."""
    from statewright.policy import protection_shell

    if scene.event.extra.get("depth", 0) > 3:
        return ""
    start = next((i for i, text in enumerate(call.texts) if i and text.rpartition("/")[2] in RUN), 0)
    if not start:
        return ""
    folder = _folder(call.texts[:start])
    for source, there in mounts:
        for base in bases:
            here = scene.guard.absolute(plain(source) or source, base).rstrip("/.") or "/"
            words = [word.text.replace(there, here) if there != "/" else word.text for word in call.words[start:]]
            made = inner(scene.event, " ".join([quoted(word) for word in words]))
            made.cwd = here + folder[len(there) :] if folder.startswith(there) else folder or "/"
            made.extra["contained"] = True  # what else it takes lies in the image
            fault = protection_shell.check(made)
            if fault is not None:
                return "!%s|%s" % (fault.reason, fault.hint)
    return ""


def _folder(texts: "list[str]") -> str:
    for i, text in enumerate(texts):
        if text in ("-w", "--workdir") and i + 1 < len(texts):
            return texts[i + 1]
        if text.startswith(("--workdir=", "-w/")):
            return text.partition("=")[2] or text[2:]
    return ""
