"""Protection against patches: the files that ``patch``, ``git apply`` and ``git am`` would change, read from the patch itself.

However many folders -p takes off the names, the protected end of a path is looked for. A patch that is piped in is followed to its file.
"""

from statewright.policy.protecting.patch_sources import fed, file, files, substitution
from statewright.policy.words.patches import patch_files
from statewright.policy.words.patterns import LITERAL
from statewright.policy.words.protected import TAILS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

# What else in a patch names a file: git's extended headers, and those of other tools. gitformat-diff(5), patch(1).
HEADS = ("rename to ", "rename from ", "copy to ", "Index: ", "*** ", "diff --git ", "diff -", "+++ ", "--- ")
ENDS = frozenset(tail.partition("/")[0].lower() for tail, _ in TAILS) | {".git"}
LOOKS = ("--check", "--stat", "--numstat", "--summary")
UNREAD = (
    "!What %s would change is not plain to see: the patch is made on its way to it."
    "|Write it into a file and apply that in a call of its own, or name the paths of git diff behind --."
)


def patched(call: "Call", words: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a patch would change, or that nobody can tell which it would; "" for the others."""
    texts = call.texts[1:]
    if call.name == "git" and any(text in LOOKS for text in texts) and "--apply" not in texts:
        return ""
    into = _into(call)
    if into.rstrip("/").rpartition("/")[2].lower() in ENDS:
        return into
    under = list(dict.fromkeys([*bases, scene.event.project]))  # git names paths from its root, --directory from anywhere
    unread = False
    for text in _texts(call, words, scene, bases):
        if text is None:
            unread = True
            continue
        for path in paths(text):
            if any(scene.guard.protected(path, base) for base in under):
                return path
    if not unread or "--dry-run" in texts or "--cached" in texts or _named(call, scene, bases):
        return ""
    return UNREAD % call.show() if any(scene.hit(base, [base], "all") for base in bases) or any(text[:5] == "--dir" for text in texts) else ""


def _into(call: "Call") -> str:
    """The folder that the patch is told to go to; -p takes as much off the names as is needed. patch(1), git-apply(1)."""
    for before, text in zip(["", *call.texts[1:]], call.texts[1:], strict=False):
        if before in ("-d", "--directory") and call.name != "git":
            return text
        if text[:12] == "--directory=" or (text[:2] == "-d" and len(text) > 2 and call.name != "git"):
            return text[12:] if text[:2] == "--" else text[2:]
    return ""


def _named(call: "Call", scene: "Scene", bases: "list[str]") -> bool:
    """Whether patch is told the one file that it changes."""
    facts = scene.event.facts
    return call.name != "git" and any(
        text[:1] != "-" and before[:1] != "-" and facts is not None and any(facts.kind(scene.guard.absolute(text, base)) == "file" for base in bases)
        for before, text in zip(["", *call.texts[1:]], call.texts[1:], strict=False)
    )


def paths(text: str) -> "list[str]":
    """The paths a patch names, each in full and from where a protected name begins in it."""
    found = [path for _, path in patch_files(text)]
    for line in text.replace("\r", "\n").split("\n"):
        for head in HEADS:
            if line.startswith(head):
                found += [piece.strip('"') for piece in line[len(head) :].split("\t")[0].split(" ")] + [line[len(head) :].split("\t")[0].strip('" ')]
    out = dict.fromkeys(found)
    for path in found:
        parts = path.split("/")
        for i, part in enumerate(parts):
            if i and part.lower() in ENDS:
                out["/".join(parts[i:])] = None
    return [path for path in out if path]


def _texts(call: "Call", words: "list[Word]", scene: "Scene", bases: "list[str]") -> "list[str | None]":
    """What the patch may be; None for what cannot be read."""
    out: "list[str | None]" = list(fed(call, bases, scene))
    for word in words:
        if "\n" in word.text:
            out.append(word.text)
        elif word.raw[:2] == "<(":
            out.append(substitution(word, scene))
        for pattern in (*scene.names.patterns(word), *(_handed(call, scene) if HOLE in word.text else ())):
            for piece in (pattern, pattern.partition("=")[2], pattern[2:] if pattern[:2] == "-i" else ""):
                for path in files(piece, bases, scene) if piece and piece[:1] != "-" and HOLE not in piece else ():
                    out += file(path, bases, scene)
    if call.command.open or call.command.behind:
        for pattern in _handed(call, scene):
            out += [text for path in files(pattern, bases, scene) for text in file(path, bases, scene)]
    return out


def _handed(call: "Call", scene: "Scene") -> "list[str]":
    """The files that find -exec, or a listing in front of xargs, hands to the command: by the names they are looked for."""
    out: "list[str]" = []
    for other in scene.found:
        if other.name in ("find", "ls", "fd", "git", "rg"):
            for word in other.words[1:]:
                out += [pattern for pattern in scene.names.patterns(word) if pattern[:1] not in "-{" and HOLE not in pattern]
    return [one.replace(LITERAL, "") for one in out]
