"""Protection against git: paths its subcommands write, and the sweeps that take untracked or ignored files along."""

from statewright.policy.calls import Call
from statewright.policy.follow import subcommand
from statewright.policy.patches import patch_files
from statewright.policy.patterns import LITERAL, _glob, plain
from statewright.policy.protection_gitconfig import another_tree, configured, is_file
from statewright.shell.model import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.paths import Guard
    from statewright.policy.protection_scene import Scene

PATHS = frozenset((
    "restore", "checkout", "rm", "mv", "apply", "am", "reset", "update-index", "checkout-index", "read-tree", "archive", "worktree",
    "init", "bundle", "sparse-checkout", "format-patch", "diff", "log", "show", "clone", "submodule", "switch", "subtree", "bugreport", "diagnose",
    "merge-file", "interpret-trailers", "credential-store", "fast-export", "fast-import", "mailsplit", "mailinfo",
))
WHOLE = frozenset(("rm", "mv"))
FILES = (".statewright/runs/r/state.json", ".statewright/config.json", ".claude/settings.json")
FORCED = "!git add --force would put the run into git's index, and the next stash or reset would take it.|Add the paths by name, without --force."
VARIANTS = 16
SWEPT = "!git %s would take %s along.|Name the paths, or leave it out: %s"


def git(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The fault of a git command, "" when it has none; words that the line puts together are tried with each value."""
    for words in _variants(call, scene):
        made = Call(call.command, "git", call.number)
        made.words, made.texts = words, [word.text for word in words]
        fault = _git(made, scene, bases)
        if fault:
            return fault
    return ""


def _variants(call: Call, scene: "Scene") -> "list[list[Word]]":
    """The words a git command may be given, VARIANTS at most; those of xargs and parallel behind the others."""
    made: "list[list[Word]]" = [[]]
    for word in call.words:
        choices: "list[list[Word]]" = [[word]]
        if not word.static:
            texts = [plain(pattern) for pattern in scene.names.patterns(word)]
            choices += [[Word(one, one) for one in text.split()] for text in texts if text]
        made = [[*left, *right] for left in made for right in choices][:VARIANTS]
    if call.command.open or call.command.behind == "parallel":
        from statewright.policy.protection_fed import arguments

        lines = [text for text in (plain(line) for line in arguments(call, scene)) if text]
        made += [[*words, *(Word(one, one) for one in line.split())] for words in made[:2] for line in lines[:VARIANTS]]
    at, settings = subcommand(call.words)
    for _, value in settings:  # git -c alias.s=stash s -a
        key, _, setting = value.partition("=")
        if at < len(call.words) and key.lower() == "alias." + call.texts[at].lower() and setting[:1] not in ("", "!"):
            made.append([call.words[0], *(Word(one, one) for one in setting.split()), *call.words[at + 1 :]])
    return made


def _git(call: Call, scene: "Scene", bases: "list[str]") -> str:
    at, settings = subcommand(call.words)
    sub = call.texts[at] if at < len(call.texts) else ""
    rest = call.words[at + 1 :]
    for i, text in enumerate(call.texts[:at]):
        if text == "-C" and i + 1 < min(at, len(call.words)):
            bases = [scene.guard.absolute(pattern, base) for base in bases for pattern in scene.names.patterns(call.words[i + 1])]
    fault = configured(call, sub, rest, settings, scene) or another_tree(call, at, sub, scene)
    if fault:
        return fault
    if sub == "clean":
        return _clean(rest, scene, bases)
    if sub == "stash":
        return _stash(rest, scene, bases)
    if sub == "add" and any(word.text == "--force" or (word.text[:1] == "-" and word.text[:2] != "--" and "f" in word.text) for word in rest):
        paths = [word for word in rest if word.text[:1] != "-"]
        every = any(word.text in ("-A", "--all", "-Af", "-fA") for word in rest)
        if (every and not paths) or any(scene.hit_word(word, bases, "all") for word in paths):
            return FORCED
    if sub == "config":  # its other words are keys and values
        rest = [word for i, word in enumerate(rest) if is_file(word.text) or (i and is_file(rest[i - 1].text))]
        return _paths(sub, rest, scene, bases)
    if sub not in PATHS or (sub == "rm" and any(word.text == "--cached" for word in rest) and not scene.names_protected()):
        return ""
    if sub in ("apply", "am"):
        for text in _patches(call, rest, scene, bases):
            for _, path in patch_files(text):
                if any(scene.guard.protected(path, base) for base in bases):
                    return path
    return _paths(sub, rest, scene, bases)


def _patches(call: "Call", rest: "list[Word]", scene: "Scene", bases: "list[str]") -> "list[str]":
    """The patches that git would apply: heredocs, and the files that the line names, as they are now."""
    texts = [redirect.heredoc.text for redirect in call.command.redirects if redirect.heredoc is not None]
    fed = [redirect.target for redirect in call.command.redirects if redirect.op == "<" and redirect.target is not None]
    for word in [word for word in rest if word.text[:1] != "-"] + fed:
        for pattern in scene.names.patterns(word):
            for base in bases:
                try:
                    texts.append(scene.event.facts.text(scene.guard.absolute(pattern, base)) or "")
                except ValueError:
                    continue
    return texts


def _paths(sub: str, rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    whole = sub in WHOLE or (sub == "worktree" and rest[:1] and rest[0].text in ("remove", "move"))
    if sub == "sparse-checkout" and rest and rest[0].text in ("set", "add", "init"):
        if any(word.text[:2] in ("!/", "!.") or word.text == "--no-cone" for word in rest) or rest[0].text == "set":
            return "!git sparse-checkout would take the workflow out of the tree."
        return ""
    for word in rest:
        for pattern in scene.names.patterns(word):
            for piece in (pattern, pattern.partition("=")[2], pattern[2:] if pattern[:1] == "-" and pattern[:2] != "--" else ""):
                if not piece:
                    continue
                spec = pathspec(piece, scene)
                if scene.hit(spec, bases, "all" if whole else "dots") or (whole and sub == "rm" and _everything(spec)):
                    return piece
    return ""


def pathspec(text: str, scene: "Scene") -> str:
    """A pathspec as a path: ``:/x`` and ``:(top)x`` stand from the root, the other magic is dropped."""
    if text[:2] == ":/":
        return scene.event.project + "/" + text[2:]
    if text[:2] == ":(" and ")" in text:
        magic, _, rest = text[2:].partition(")")
        return scene.event.project + "/" + rest if "top" in magic else rest
    return text


def _everything(spec: str) -> bool:
    """Git's own ``*`` matches dots and slashes."""
    bare = spec.replace(LITERAL, "")
    return any(c in bare for c in "*?[") and any(_glob(bare, 0, name, 0, [2000]) for name in FILES)


def _excluded(text: str) -> str:
    """What an excluding pathspec leaves out, "" for the others."""
    if text[:2] in (":!", ":^"):
        return text[2:].lstrip("/:").rstrip("/")
    if text[:2] == ":(" and "exclude" in text.partition(")")[0]:
        return text.partition(")")[2].lstrip("/").rstrip("/")
    return ""


def _clean(rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
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
    ignored = "x" in options or "X" in options
    if not ignored and "d" not in options:
        return ""
    return _swept("clean -%s" % options.replace("-", ""), paths, left, ignored, scene, bases, "git clean -%s -e .statewright -e .claude")


def _stash(rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
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
    if not takes:
        return ""
    paths = [] if verb == "save" else paths
    kept = [_excluded(word.text) for word in paths if _excluded(word.text)]
    paths = [word for word in paths if not _excluded(word.text)]
    flag = "-a" if takes == "a" else "-u"
    return _swept("stash %s" % flag, paths, kept, takes == "a", scene, bases, "git stash push %s -- ':!.statewright' ':!.claude'" % flag)


def _swept(what: str, paths: "list[Word]", left: "list[str]", ignored: bool, scene: "Scene", bases: "list[str]", hint: str) -> str:
    """The fault of a sweep over paths (none: everything below the folder) that leaves some names out."""
    at_risk = [dot for dot in _untracked(scene.guard, ignored) if not any(_leaves(one, dot) for one in left)]
    if not at_risk:
        return ""
    hint = hint.replace("%s", "".join(c for c in what.rpartition("-")[2]))
    if not paths:
        reached = what[:5] == "stash" or any(scene.hit(base, [base], "all") for base in bases)  # a stash is the whole tree's, from wherever
        return SWEPT % (what, at_risk[0], hint) if reached else ""
    for word in paths:
        for pattern in scene.names.patterns(word):
            spec = pathspec(pattern, scene)
            if scene.hit(spec, bases, "all") or _everything(spec):
                return SWEPT % (what, at_risk[0], hint)
    return ""


def _leaves(pattern: str, dot: str) -> bool:
    bare = pattern.lstrip("/").rstrip("/")
    return bare in (dot, dot + "/**", dot + "/*", ".*") or (dot.startswith(bare.rstrip("*")) and bare[-1:] == "*" and len(bare) > 2)


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
