"""Protection against git: paths its subcommands write, and the sweeps that take untracked or ignored files along."""

from statewright.policy.protecting.gitconfig import another_tree, configured, is_file
from statewright.policy.texts.follow import subcommand
from statewright.policy.words.calls import Call
from statewright.policy.words.options import abbreviates
from statewright.policy.words.paths import Guard
from statewright.policy.words.patterns import HIDDEN, plain
from statewright.shell.model import HOLE, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene

PATHS = frozenset((
    "restore", "checkout", "rm", "mv", "apply", "am", "reset", "update-index", "checkout-index", "read-tree", "archive", "worktree",
    "init", "bundle", "sparse-checkout", "format-patch", "diff", "log", "show", "clone", "submodule", "switch", "subtree", "bugreport", "diagnose",
    "merge-file", "interpret-trailers", "credential-store", "fast-export", "fast-import", "mailsplit", "mailinfo",
))
WHOLE = frozenset(("rm", "mv"))
TREES = frozenset(("checkout", "restore", "read-tree", "update-index", "fast-import", "mktree", "merge", "pull", "cherry-pick", "rebase", "revert"))
FORCED = "!git add --force would put the run into git's index, and the next stash or reset would take it.|Add the paths by name, without --force."
MATCHING = frozenset(("restore", "checkout", "rm", "stash", "clean"))  # git matches their operands itself, and writes the tree
VARIANTS = 512  # ways to read one command; more of them are a reason to refuse
GIVEN = (
    "!What git %s is given comes from a list that nobody can read here, and may name the workflow's files."
    "|Write the paths out, or leave ours out: -- ':!.statewright' ':!.claude'."
)
UNREAD = "!What git is given here is not plain to see, and may take the workflow's files along.|Write the options out, and -- before the paths."


def git(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """The fault of a git command, "" when it has none; words that the line puts together are tried with each value."""
    variants = _variants(call, scene)
    if len(variants) > VARIANTS:
        return UNREAD
    for words in variants:
        made = Call(call.command, "git", call.number)
        made.words, made.texts, made.parent = words, [word.text for word in words], call.parent
        fault = _git(made, scene, bases)
        if fault:
            return fault
    return ""


def _variants(call: Call, scene: "Scene") -> "list[list[Word]]":
    """The words a git command may be given; what xargs and parallel hand over is put together in words/composed.py."""
    made: "list[list[Word]]" = [[]]
    for word in call.words:
        choices: "list[list[Word]]" = [[word]]
        if not word.static or word.brace:
            texts = [text for text in (plain(pattern) for pattern in scene.names.patterns(word)) if text]
            choices += [[Word(one, one) for one in text.split()] for text in texts]
            if len(texts) > 1:  # {a,b} and "${list[@]}" are several words at once
                choices.insert(1, [Word(one, one) for one in texts])
        if len(choices) == 1:
            for left in made:
                left.append(word)
        else:
            made = [[*left, *right] for left in made for right in choices]
            if len(made) > VARIANTS:
                return made
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
    if sub in ("init", "clone", "worktree") and any(scene.guard.protected(base) for base in bases):
        return bases[0]  # a repository of its own within a protected folder
    fault = configured(call, sub, rest, settings, scene) or another_tree(call, at, sub, scene)
    if fault:
        return fault
    if (call.command.open or call.command.behind) and sub in ("", "clean", "stash") and _handed(call, at, scene):
        return UNREAD
    wild = sub in MATCHING and any("*" in word.text or "?" in word.text or "[" in word.text for word in rest)
    if wild and (sub != "checkout" or expects(call.texts[at + 1 :])):
        from statewright.policy.protecting import git_specs as protection_git_specs

        fault = protection_git_specs.named(sub, rest, scene, bases)
        if fault:
            return fault
    if sub == "clean":
        from statewright.policy.protecting import git_sweeps as protection_git_sweeps

        return protection_git_sweeps.clean(rest, scene, bases)
    if sub == "stash":
        from statewright.policy.protecting import git_sweeps as protection_git_sweeps

        fault = protection_git_sweeps.stash(rest, scene, bases)
        fault = fault or next((line for line in _listed(call, sub, scene) if scene.hit(line, bases, "dots")), "")
        if fault:
            return fault
    if sub == "add" and any(word.text == "--force" or (word.text[:1] == "-" and word.text[:2] != "--" and "f" in word.text) for word in rest):
        paths = [word for word in rest if word.text[:1] != "-"]
        every = any(word.text in ("-A", "--all", "-Af", "-fA") for word in rest)
        if (every and not paths) or any(scene.hit_word(word, bases, "all") for word in paths):
            return FORCED
    if sub in TREES:
        from statewright.policy.protecting import git_trees as protection_git_trees

        fault = protection_git_trees.laid(call, sub, rest, scene, bases)
        if fault:
            return fault
    if sub == "config":  # its other words are keys and values
        rest = [word for i, word in enumerate(rest) if is_file(word.text) or (i and is_file(rest[i - 1].text))]
        return _paths(call, sub, rest, scene, bases)
    if sub not in PATHS:
        from statewright.policy.protecting import git_paths as protection_git_paths

        return protection_git_paths.paths(sub, rest, scene, bases)
    if sub == "restore" and not call.command.open and staged(call.texts[at + 1 :]) and not any(
        (word.text[:3] == "--s" and word.text[:4] != "--st") or (word.text[:1] == "-" and word.text[1:2] != "-" and "s" in word.text) for word in rest
    ):
        return ""  # the index as HEAD has it
    if sub == "reset" and not call.command.open and unstages(call.texts[at + 1 :]):
        return ""
    if sub == "rm" and any(word.text == "--cached" for word in rest) and not scene.names_protected():
        return ""
    if sub in ("apply", "am"):
        from statewright.policy.protecting import patches as protection_patches

        fault = protection_patches.patched(call, rest, scene, bases)
        if fault:
            return fault
    return _paths(call, sub, rest, scene, bases)


def taking(call: Call) -> str:
    """Whether a git command changes the paths that stand behind its words: "all" with what lies in a folder, "dots" else, "" where it does not."""
    at, _ = subcommand(call.words)
    sub, rest = "".join(call.texts[at : at + 1]), call.texts[at + 1 :]
    if sub in WHOLE:
        return "all"
    if (sub == "restore" and staged(rest)) or (sub == "reset" and unstages(rest)):
        return ""
    if sub in ("checkout", "reset", "restore"):
        return "all" if sub == "restore" or expects(rest) else ""
    return "dots" if sub in ("", "update-index", "checkout-index", "apply", "am", "worktree", "config", "init", "clone") else ""


def staged(rest: "list[str]") -> bool:
    """Whether git restore works on the index alone."""
    short = "".join(text[1:] for text in rest if text[:1] == "-" and text[:2] != "--")
    long = [text for text in rest if text[:2] == "--" and len(text) > 3]
    tree = "W" in short or any(abbreviates(text, "--worktree") for text in long)
    return not tree and ("S" in short or any(abbreviates(text, "--staged") for text in long))


def unstages(rest: "list[str]") -> bool:
    """Whether git reset gives paths in the index what HEAD has, and nothing else."""
    return all(text in ("-q", "--quiet", "--", "HEAD", "@") or (text[:1] not in ("-", HOLE, "") and i) for i, text in enumerate(rest)) and any(
        text in ("--", "HEAD", "@") for text in rest[:2]
    )


def expects(rest: "list[str]") -> bool:
    """Whether what stands behind the words of checkout or reset is a path: behind ``--`` or a commit."""
    if any(text in ("-b", "-B", "--orphan", "-t", "--track", "--detach", "-d") for text in rest):
        return False
    return "--" in rest or any(abbreviates(text.partition("=")[0], "--pathspec-from-file") and len(text) > 5 for text in rest) or any(
        text[:1] not in ("-", HOLE, "") and HOLE not in text for text in rest
    )


def _handed(call: "Call", at: int, scene: "Scene") -> bool:
    """Whether a program in front hands the command words that are not there to read, and that may be options."""
    words = call.words[at:]
    texts = [word.text for word in words]
    if texts[:1] == ["stash"] and texts[1:2] and texts[1].isalpha() and texts[1] not in ("push", "save"):
        return False  # pop, drop and the like take nothing from the tree
    if call.command.place[-1:] == ("find -exec",):
        return False  # the paths that find gives begin as its starts do
    if "--" in texts[:-1] or (texts[-1:] == ["--"] and call.command.open):
        return False
    if not call.command.open and not any(word.text[:1] == HOLE and not word.vars and not word.subst for word in words):
        return False
    from statewright.policy.protecting.fed import arguments

    return any(plain(line) is None or HIDDEN in line for line in arguments(call, scene))


def _paths(call: Call, sub: str, rest: "list[Word]", scene: "Scene", bases: "list[str]") -> str:
    from statewright.policy.protecting.git_sweeps import everything, pathspec, remains, spelled

    whole = sub in WHOLE or (sub == "worktree" and rest[:1] and rest[0].text in ("remove", "move"))
    if sub == "sparse-checkout" and rest and rest[0].text in ("set", "add", "init"):
        if any(word.text[:2] in ("!/", "!.") or word.text == "--no-cone" for word in rest) or rest[0].text == "set":
            return "!git sparse-checkout would take the workflow out of the tree."
        return ""
    root = scene.event.project
    given = [word for word in rest if word.text[:1] != "-"]
    if sub == "rm" and remains(given):
        return given[0].text
    onto = given[-1] if sub == "mv" and len(given) > 1 else None  # files move into it, it stays
    texts = [word.text for word in rest]
    unread = sub in ("rm", "mv", "restore", "update-index", "checkout-index") or (sub in ("checkout", "reset") and expects(texts))
    for line in _listed(call, sub, scene) if unread else ():
        if scene.hit(line, bases, "all") or (("*" in line or "?" in line) and _lined(line, scene, bases)):
            return GIVEN % sub if HIDDEN in line else line
    for word in rest:
        for pattern in scene.names.patterns(word):
            if HIDDEN in pattern and not unread:
                continue
            for piece in (pattern, pattern.partition("=")[2], pattern[2:] if pattern[:1] == "-" and pattern[:2] != "--" else ""):
                if not piece:
                    continue
                spec = pathspec(piece, scene)
                names = [word.text.rstrip("/").rpartition("/")[2] for word in given[:-1]] if word is onto else []
                if any(scene.hit(spec.rstrip("/") + "/" + name, bases, "dots") for name in names):
                    return piece
                if sub == "worktree" and any(Guard(scene.event).hit(spec, base, "client") for base in bases):
                    return piece  # the line's own new worktree counts as a root elsewhere
                if scene.hit(spec, bases, "all" if whole and word is not onto else "dots") or (sub == "rm" and everything(spec, root)):
                    return piece
                dotted = spec.removeprefix("./")[:1] == "." and spec[:2] != ".." and everything(spec, root)  # git's own pattern: ``'.s*'``
                if sub in ("checkout", "restore", "reset") and (dotted or spelled(spec, root)):
                    return piece
    return ""


def _lined(line: str, scene: "Scene", bases: "list[str]") -> bool:
    from statewright.policy.protecting.git_specs import matches

    return matches(line, scene, bases, True)


def _listed(call: Call, sub: str, scene: "Scene") -> "list[str]":
    """The paths that a list in a file or in a pipe gives a command: ``--pathspec-from-file``, ``--stdin``."""
    from statewright.policy.protecting.fed import listed

    out = listed(call, ("--pathspec-from-file",), scene)
    if sub in ("update-index", "checkout-index") and any(text in ("--stdin", "--index-info") for text in call.texts):
        from statewright.policy.outputs.output import fed

        out += [piece for line in fed(call, scene.found, scene.names) for piece in (line, *line.split())]
    return out
