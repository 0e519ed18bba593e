"""Protection against trees that git lays elsewhere than they are committed: a folder of a commit over the root, files put into the index by hand.

A commit checked out, merged or applied as it is may carry our files as well: the workflow is pinned, and the client asks before it takes changed
settings. What is laid elsewhere never passed as a file of ours. gitrevisions(7), git-update-index(1), git-read-tree(1), git-merge(1),
git-fast-import(1).
"""

from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN, plain
from statewright.policy.words.protected import DOTS
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

SHIFTED = "!git %s would lay a folder of a commit over the root, where the workflow's files are.|Name the folder's files, or their own place."
UNREAD = "!What git %s would put into the index is not plain to see.|Name the paths: git add PATH."


def laid(call: "Call", sub: str, rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """The fault of a git command that puts files where they are not committed, "" when it has none."""
    if sub in ("checkout", "restore", "read-tree"):
        return _part(sub, rest, scene, bases)
    if sub == "update-index":
        return _index(call, rest, scene, bases)
    if sub == "fast-import":
        return _stream(call, scene, bases)
    if sub == "mktree":
        return _tree(call, scene)
    for i, word in enumerate(rest):
        text, after = word.text, rest[i + 1].text if i + 1 < len(rest) else ""
        name, sign, value = text.partition("=")
        strategy = value if sign else after
        if text[:2] in ("-X", "-s") and len(text) > 2:
            strategy = text[2:]
        elif not (text in ("-X", "-s") or (len(name) > 5 and (abbreviates(name, "--strategy") or abbreviates(name, "--strategy-option")))):
            continue
        if strategy.startswith("subtree") or HOLE in strategy:
            return SHIFTED % (sub + " " + text)
    return ""


def _part(sub: str, rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """``checkout HEAD:src -- .``: the folder's own paths stand from the root. Of plain names only those that are ours matter."""
    trees = [word for word in rest if ":" in word.text.lstrip(":(") and word.text[:1] not in ":-"]
    if sub == "restore":
        before = ["", *(word.text[:2] for word in rest)]
        trees = [word for word, last in zip(rest, before, strict=False) if ":" in word.text and {"-s", "--"} & {word.text[:2], last}]
    if not trees:
        return ""
    if sub == "read-tree":
        into = [word.text.partition("=")[2] for word in rest if word.text[:9] == "--prefix="]
        return SHIFTED % "read-tree" if not [one for one in into if one.strip("./")] else ""
    paths = [word for word in rest if word not in trees and word.text[:1] != "-"]
    for word in paths:
        for pattern in scene.names.patterns(word):
            if scene.hit(pattern, bases, "all") or plain(pattern) is None or any(c in pattern for c in "*?["):
                return SHIFTED % sub
    return SHIFTED % sub if any(len(word.text) > 5 and abbreviates(word.text.partition("=")[0], "--pathspec-from-file") for word in rest) else ""


def _index(call: "Call", rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    root = [scene.event.project]
    for i, word in enumerate(rest):
        name, sign, value = word.text.partition("=")
        if abbreviates(name, "--cacheinfo"):
            given = value if sign else rest[i + 1].text if i + 1 < len(rest) else ""
            path = given.rpartition(",")[2] if "," in given else rest[i + 3].text if i + 3 < len(rest) else given
            if HOLE in path or scene.hit(path, [*root, *bases], "dots"):
                return UNREAD % "update-index --cacheinfo" if HOLE in path else path
        if name in ("--index-info", "--stdin"):
            for line in _given(call, scene):
                path = line.rpartition("\t")[2] if name == "--index-info" else line
                if name == "--index-info" and (HOLE in line or HIDDEN in line):
                    return UNREAD % "update-index --index-info"
                if scene.hit(path.split(" ")[-1], [*root, *bases], "dots"):
                    return path
    return ""


def _stream(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    lines = _given(call, scene)
    for line in lines:
        if HOLE in line or HIDDEN in line:
            return UNREAD % "fast-import"
        words = line.split()
        for word in words[1:] if words and words[0] in ("M", "C", "R") else ():
            if scene.hit(word.strip('"'), [scene.event.project], "dots"):
                return word
    return ""


def _tree(call: "Call", scene: "Scene") -> str:
    """``mktree`` is given a folder's entries, a line each, the name behind a tab. git-mktree(1)."""
    for line in _given(call, scene):
        name = line.rpartition("\t")[2].strip().lower() if "\t" in line else line.rpartition(" ")[2].lower()
        if HOLE in line or HIDDEN in line:
            return UNREAD % "mktree"
        if name in DOTS:
            return name
    return ""


def _given(call: "Call", scene: "Scene") -> "list[str]":
    """The lines that the command is given; none from a file that is not there and that this line does not make."""
    from statewright.policy.outputs.output import fed
    from statewright.policy.protecting.sources import made_before

    lines = fed(call, scene.found, scene.names)
    return lines if call.command.stdin == "pipe" or made_before(call, scene) else [line for line in lines if HIDDEN not in line]
