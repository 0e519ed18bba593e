"""Git's sweeps: what takes untracked or ignored files along, and what of ours would go with them."""

from statewright.policy.words.pathspecs import excluded, leaves, magic
from statewright.policy.words.patterns import LITERAL, _glob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.paths import Guard
    from statewright.shell.model import Word

FILES = (
    ".statewright/runs/r/state.json", ".statewright/config.json", ".claude/settings.json", ".statewright/workflow.json", ".claude/hooks/guard.sh",
)  # fmt: skip
SPELLED = ("statewright", "workflow", "settings", "state.json", "config.json", "hooks", ".claude")
SWEPT = "!git %s would take %s along.|Name the paths, or leave it out: %s"


def pathspec(text: str, scene: "Scene") -> str:
    """A pathspec as a path: ``:/x`` and ``:(top)x`` stand from the root, the other magic is dropped; with nothing behind it it is the folder."""
    signs, rest = magic(text)
    if not signs and text != ":":
        return text
    return scene.event.project + "/" + rest if "/" in signs or "top" in signs else rest or "."


def everything(spec: str, root: str = "") -> bool:
    """Git's own ``*`` matches dots and slashes."""
    bare = spec.replace(LITERAL, "").lower()
    bare = bare[len(root) :].lstrip("/") if root and bare.startswith(root.lower() + "/") else bare
    return any(c in bare for c in "*?[") and any(_glob(bare, 0, name, 0, [2000]) for name in FILES)


def spelled(spec: str, root: str) -> bool:
    """Whether git's own pattern would match one of our files and shows a piece of its name."""
    return any(piece in spec.lower() for piece in SPELLED) and everything(spec, root)


def remains(words: "list[Word]") -> bool:
    """Whether the pathspecs are nothing but exclusions, and those leave our folders in: everything else is meant."""
    left = [excluded(word.text) for word in words]
    return bool(left) and all(left) and not all(any(leaves(one, dot) for one in left) for dot in (".statewright", ".claude"))


def clean(rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """``git clean``: with -d it deletes untracked folders, with -x or -X what is ignored, the run among it."""
    options, left, paths = "", [], []
    skip = False
    for word in rest:
        text = word.text
        if skip:
            left.append(text)
            skip = False
        elif text[:2] == "--":
            if text.startswith("--exclude="):
                left.append(text[10:])
            elif text.startswith("--exc"):
                skip = True
            elif len(text) > 3 and "--dry-run".startswith(text):
                return ""
        elif text[:1] == "-" and len(text) > 1:
            if "e" in text:
                letters, _, value = text.partition("e")
                skip = not value
                left += [value] if value else []
                options += letters
            else:
                options += text
        else:
            paths.append(word)
    if "n" in options:
        return ""
    left += [excluded(word.text) for word in paths if excluded(word.text)]
    given, paths = paths, [word for word in paths if not excluded(word.text)]
    ignored = "x" in options or "X" in options
    if not ignored and "d" not in options and not given:
        return ""  # untracked folders are left alone; a path given is gone through whatever it is
    return _swept("clean -%s" % options.replace("-", ""), paths, left, ignored, scene, bases, "git clean -%s -e .statewright -e .claude")


def stash(rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    """``git stash`` with -u or -a takes untracked files away; plain, it leaves them."""
    verb = next((word.text for word in rest if word.text[:1] != "-"), "push")
    if verb in ("pop", "apply", "drop", "list", "show", "branch", "clear", "store", "create", "export", "import"):
        return ""
    takes = ""
    paths: "list[Word]" = []
    skip = only = False
    for i, word in enumerate(rest):
        text = word.text
        if skip:
            skip = False
        elif only or (text[:1] != "-" and not (text == verb and text in ("push", "save") and not paths and i < 6)):
            paths.append(word)
        elif text == "--":
            only = True
        elif text[:2] == "--":
            if len(text) > 2 and ("--all".startswith(text) or "--include-untracked".startswith(text)):
                takes = takes if takes == "a" else text[2]
            skip = text in ("--message", "--pathspec-from-file")
        elif text[:1] == "-":
            letters = text[1:].partition("m")[0]
            takes = "a" if "a" in letters else takes or ("u" if "u" in letters else "")
            skip = text[-1:] == "m"
    if not takes:  # what it is told to put away is set back, as restore does
        return next((word.text for word in paths if verb != "save" and not excluded(word.text) and scene.hit_word(word, bases, "dots")), "")
    paths = [] if verb == "save" else paths
    kept = [excluded(word.text) for word in paths if excluded(word.text)]
    paths = [word for word in paths if not excluded(word.text)]
    flag = "-a" if takes == "a" else "-u"
    return _swept("stash %s" % flag, paths, kept, takes == "a", scene, bases, "git stash push %s -- ':!.statewright' ':!.claude'" % flag)


def _swept(what: str, paths: "list[Word]", left: "list[str]", ignored: bool, scene: "Scene", bases: "list[str]", hint: str) -> str:
    """The fault of a sweep over paths (none: everything below the folder) that leaves some names out."""
    at_risk = [dot for dot in _untracked(scene.guard, ignored) if not any(leaves(one, dot) for one in left)]
    if not at_risk:
        return ""
    hint = hint.replace("%s", "".join(c for c in what.rpartition("-")[2]))
    if not paths:
        reached = what[:5] == "stash" or any(scene.hit(base, [base], "all") for base in bases)  # a stash is the whole tree's, from wherever
        return SWEPT % (what, at_risk[0], hint) if reached else ""
    for word in paths:
        for pattern in scene.names.patterns(word):
            spec = pathspec(pattern, scene)
            if scene.hit(spec, bases, "all") or everything(spec, scene.event.project):
                return SWEPT % (what, at_risk[0], hint)
    return ""


def _untracked(guard: "Guard", ignored: bool) -> "list[str]":
    """Of our folder and the project's harness settings, those of which a sweep would take something: nothing that is committed."""
    facts, project = guard.event.facts, guard.event.project
    out = []
    index = _index(guard)
    hidden = "".join(_text(guard, project + name) for name in ("/.gitignore", "/.git/info/exclude")) if index else ""
    own = [name for name in (facts.names(project + "/.statewright") if facts else ()) if name != "runs"]
    runs = ignored or "runs" not in _text(guard, project + "/.statewright/.gitignore")
    if runs or not index or any(".statewright/" + name not in index for name in own):
        out.append(".statewright")
    for name in (".claude/settings.json", ".claude/settings.local.json"):
        if index and facts and facts.kind(project + "/" + name) and name not in index and (ignored or name.rpartition("/")[2] not in hidden):
            out.append(".claude")
    return out


def _index(guard: "Guard") -> str:
    """Git's list of the files that are committed or staged, as raw text; "" when it cannot be had."""
    facts, folder = guard.event.facts, guard.event.project + "/.git"
    if facts is None:
        return ""
    if facts.kind(folder) == "file":
        folder = _text(guard, folder).partition("gitdir:")[2].strip()
    return _text(guard, folder + "/index")


def _text(guard: "Guard", path: str) -> str:
    try:
        return (guard.event.facts.text(path) or "") if guard.event.facts else ""
    except ValueError:
        return ""
