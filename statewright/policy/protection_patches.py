"""Protection against patches: the files that ``patch``, ``git apply`` and ``git am`` would change, read from the patch itself.

However many folders -p takes off the names, the protected end of a path is looked for. A patch that is piped in is followed to its file.
"""

from statewright.policy.output import _before, fed
from statewright.policy.patches import patch_files
from statewright.policy.patterns import plain
from statewright.policy.protected import TAILS
from statewright.policy.protection_archives import TELLING
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.protection_scene import Scene
    from statewright.shell.model import Word

# What else in a patch names a file: git's extended headers, and those of other tools. gitformat-diff(5), patch(1).
HEADS = ("rename to ", "rename from ", "copy to ", "Index: ", "*** ", "diff --git ", "diff -", "+++ ", "--- ")
ENDS = frozenset(tail.partition("/")[0].lower() for tail, _ in TAILS) | {".git"}


def patched(call: "Call", words: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """The protected path that a patch would change, "" when none that can be told."""
    under = list(dict.fromkeys([*bases, scene.event.project]))  # git names paths from its root, --directory from anywhere
    for text in _texts(call, words, scene, bases):
        for path in paths(text):
            if any(scene.guard.protected(path, base) for base in under):
                return path
    return ""


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


def _texts(call: "Call", words: "list[Word]", scene: "Scene", bases: "list[str]") -> "list[str]":
    out = [redirect.heredoc.text for redirect in call.command.redirects if redirect.heredoc is not None]
    out += [redirect.target.text for redirect in call.command.redirects if redirect.op == "<<<" and redirect.target is not None]
    named = [redirect.target for redirect in call.command.redirects if redirect.op == "<" and redirect.target is not None]
    patterns = [pattern for word in [*words, *named] for pattern in scene.names.patterns(word)]
    if call.command.stdin == "pipe":
        out.append("\n".join(fed(call, scene.found, scene.names)))
        for stage in _before(call, scene.found):
            if stage.name in TELLING:
                patterns += [pattern for word in stage.words[1:] for pattern in scene.names.patterns(word)]
    out += [text for word in words if "\n" in word.text for text in (word.text,)]
    for pattern in patterns:
        for piece in (pattern, pattern.partition("=")[2], pattern[2:] if pattern[:2] == "-i" else ""):
            path = plain(piece) if piece and piece[:1] != "-" and HOLE not in piece else None
            out += [text for base in bases for text in [_read(path, base, scene)] if text] if path else []
    return out


def _read(path: str, base: str, scene: "Scene") -> str:
    facts, where = scene.event.facts, scene.guard.absolute(path, base)
    try:
        return (facts.text(where) or "") if facts is not None and facts.kind(where) == "file" else ""
    except ValueError:
        return ""
