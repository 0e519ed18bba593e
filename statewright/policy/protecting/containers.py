"""Protection against what a container runs over a folder that it is given: its command is judged with that folder in the place of its own."""

from statewright.policy.protecting.names import COPIES, FOLDERS, WHOLE
from statewright.policy.words.inner import inner
from statewright.policy.words.patterns import plain
from statewright.shell.parallel import quoted
from statewright.shell.programs import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call

RUN = frozenset((
    "git", "tee", "perl", "python", "python3", "xargs", "patch", "touch", "chmod", "chown", "tar", "unzip", *WHOLE, *FOLDERS, *COPIES, *SHELLS,
))


def inside(call: "Call", mounts: "list[tuple[str, str]]", scene: "Scene", bases: "list[str]") -> str:
    """The fault of the command in the container, "" when it has none. mounts: a folder here, and where it stands there."""
    from statewright.policy.protecting import shell as protection_shell

    texts = [text.partition("=")[2] if text[:13] == "--entrypoint=" else text for text in call.texts]
    start = next((i for i, text in enumerate(texts) if i and text.rpartition("/")[2] in RUN), 0)
    given = ""
    if call.name == "vagrant":  # its command is a text for the shell there
        start = next((i for i, text in enumerate(texts) if i and texts[i - 1] in ("-c", "--command") and text), 0)
        given = texts[start]
    if not start:
        return ""
    folder = _folder(call.texts[:start])
    for source, there in mounts:
        for base in bases:
            here = climbed(scene.guard.absolute(plain(source) or source, base))
            words = [moved(text, there, here.rstrip("/")) for text in (given and [given]) or _command(texts, start)]
            made = inner(scene.event, (given and words[0]) or " ".join([quoted(word) for word in words]))
            made.cwd = here + folder[len(there) :] if folder.startswith(there) else folder or "/"
            made.extra["contained"] = True  # what else it takes lies in the image
            fault = protection_shell.check(made)
            if fault is not None:
                return "!%s|%s" % (fault.reason, fault.hint)
    return ""


def _command(texts: "list[str]", start: int) -> "list[str]":
    """The words of the command; a shell that is the entry point has its text behind the image."""
    if texts[start].rpartition("/")[2] in SHELLS and "-c" in texts[start + 2 :] and texts[start + 1] != "-c":
        return [texts[start], *texts[texts.index("-c", start + 2) :]]
    return texts[start:]


def moved(text: str, there: str, here: str) -> str:
    """A text with one folder's paths as another's: ``/r`` and ``/r/x``, never ``/run``."""
    pieces = text.split(there)
    out = pieces[0]
    for piece in pieces[1:]:
        whole = not (piece[:1].isalnum() or piece[:1] in ("_", "-")) and not (out[-1:].isalnum() or out[-1:] in ("_", "-", "."))
        out += (here if whole else there) + piece
    return out


def climbed(path: str) -> str:
    """A path less its dots and the folders that they climb out of."""
    out: "list[str]" = []
    for part in path.split("/"):
        if part == "..":
            out = out[:-1]
        elif part not in ("", "."):
            out.append(part)
    return "/" + "/".join(out)


def _folder(texts: "list[str]") -> str:
    for i, text in enumerate(texts):
        if text in ("-w", "--workdir") and i + 1 < len(texts):
            return texts[i + 1]
        if text.startswith(("--workdir=", "-w/")):
            return text.partition("=")[2] or text[2:]
    return ""
