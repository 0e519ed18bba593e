"""Git's own patterns: an operand that git matches against every path of the tree. gitglossary(7), pathspec.

Their ``*`` and ``?`` cross slashes and match leading dots. A pattern for plainly all (``*``) is a whole tree's move, which has rules of its own.
"""

from statewright.policy.protecting.git_sweeps import FILES, _index
from statewright.policy.words.options import abbreviates
from statewright.policy.words.pathspecs import magic
from statewright.policy.words.patterns import LITERAL, _glob, glob
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.shell.model import Word

WILD = "*?["
DEEPEST = 4
EVERY = ("*", "**", "./*", ":/*", ":/", ":(top)*")
# Their options with a value of its own word, which is no path.
VALUED = ("-s", "--source", "-m", "--message", "--conflict", "-U", "--unified", "--inter-hunk-context", "-b", "-B", "--orphan")


def named(sub: str, rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """The pattern by which ``git sub`` would change a protected path that is there or committed, "" when none."""
    texts = [word.text for word in rest]
    end = texts.index("--") if "--" in texts else len(texts)
    options = [text for text in texts[:end] if text[:1] == "-"]
    if sub == "restore" and _index_alone(options):
        return ""
    paths = [word for i, word in enumerate(rest) if i > end or (i < end and texts[i][:1] != "-" and not (i and texts[i - 1] in VALUED))]
    for word in paths:
        for pattern in scene.names.patterns(word):
            text = pattern.replace(LITERAL, "")
            if any(c in text for c in WILD) and matches(pattern, scene, bases):
                return text
    return ""


def _index_alone(options: "list[str]") -> bool:
    """Whether restore is told to leave the working tree as it is."""
    staged = any(abbreviates(text, "--staged") or (text[1:2] != "-" and "S" in text) for text in options)
    return staged and not any(abbreviates(text, "--worktree") or (text[1:2] != "-" and "W" in text) for text in options)


def matches(pattern: str, scene: "Scene", bases: "list[str]", given: bool = False) -> bool:
    """Whether git would match one of our paths; a pattern without LITERAL is the shell's first, unless a file gives it."""
    if HOLE in pattern:
        return False
    signs, spec = magic(pattern.replace(LITERAL, ""))
    if pattern.replace(LITERAL, "") in EVERY or any(sign in ("!", "^", "exclude", "literal") for sign in signs):
        return False
    root = scene.event.project
    top = "/" in signs or "top" in signs
    for base in (root,) if top else bases:
        if not given and LITERAL not in pattern and not signs and _expanded(scene, base, pattern.split("/"), DEEPEST):
            continue  # the shell's, and it names what is there
        whole = _joined(base, spec)
        if not whole.startswith(root.lower() + "/"):
            continue
        bare = whole[len(root) + 1 :]
        for path in _ours(scene):
            if "glob" in signs and "**" not in bare and bare.count("/") != path.count("/"):
                continue
            if _glob(bare.replace("**/", "*") if "glob" in signs else bare, 0, path.lower(), 0, [4000]):
                return True
    return False


def _joined(base: str, spec: str) -> str:
    parts: "list[str]" = []
    for part in (spec if spec[:1] == "/" else base + "/" + spec).lower().split("/"):
        if part == "..":
            del parts[-1:]
        elif part and part != ".":
            parts.append(part)
    return "/" + "/".join(parts)


def _expanded(scene: "Scene", folder: str, parts: "list[str]", depth: int) -> bool:
    """Whether the shell finds a name for its own pattern, so that git is not given the pattern."""
    facts = scene.event.facts
    if facts is None or depth < 0:
        return False
    if not parts:
        return True
    if not any(c in parts[0] for c in WILD):
        return bool(facts.kind(folder + "/" + parts[0])) and _expanded(scene, folder + "/" + parts[0], parts[1:], depth - 1)
    if facts.kind(folder) != "dir":
        return False
    # Of more names than these git is given the pattern itself, which is the stricter reading.
    return any(glob(parts[0], name) and _expanded(scene, folder + "/" + name, parts[1:], depth - 1) for name in facts.names(folder)[:400])


def _ours(scene: "Scene") -> "list[str]":
    """Our files and folders below the project that are there or committed, as far as a name tells; the runs are in no commit."""
    facts, root = scene.event.facts, scene.event.project
    if facts is None:
        return list(FILES)
    out = [path for path in (".statewright", ".claude/settings.json", ".claude/settings.local.json") if facts.kind(root + "/" + path)]
    todo = [folder for folder in (".statewright", ".claude/hooks") if facts.kind(root + "/" + folder) == "dir"]
    for folder in todo:
        for name in facts.names(root + "/" + folder):
            out.append(folder + "/" + name)
            if len(todo) < 1000 and name != "runs" and facts.kind(root + "/" + out[-1]) == "dir":
                todo.append(out[-1])
    index = _index(scene.guard)
    return list(dict.fromkeys([*out, *(path for path in FILES if path in index)]))
