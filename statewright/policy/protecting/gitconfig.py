"""Protection against git's settings: hooks from elsewhere, another work tree, another repository behind the same files.

git-config(1), git(1) ENVIRONMENT VARIABLES. What an alias, a pager or a filter would run is read like any other command
(texts/follow.py); here stands what names no command at all.
"""

from statewright.policy.permitted.beyond_git import helper
from statewright.policy.permitted.looks_git import config_words
from statewright.policy.words.options import abbreviates
from statewright.policy.words.patterns import HIDDEN, plain
from statewright.policy.words.values import bare
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Word

KEYS = ("core.hookspath", "core.worktree", "init.templatedir", "include.path", "includeif.")
TREE = frozenset((
    "checkout", "restore", "reset", "clean", "stash", "read-tree", "checkout-index", "rm", "mv", "apply", "am", "merge", "pull", "rebase",
    "cherry-pick", "revert", "switch", "submodule", "sparse-checkout", "worktree", "bisect", "init", "clone", "merge-file", "update-index", "subtree",
))
HOOKS = "!%s would change which git hooks run: they run outside the agent's calls.|Ask the person to set it."
RUNS = "!%s would name a program that git runs later, outside the agent's calls.|Ask the person to set it; plain tools (less, vim, store) may be set."
OTHER = "!git with another work tree or repository may change any file (%s).|Go to that folder's own repository, or run git without it."


def configured(call: "Call", sub: str, rest: "list[Word]", settings: "list[tuple[Word, str]]", scene: "Scene") -> str:
    """Settings on the command line, in ``git config`` and in the environment."""
    for word, value in settings:
        made = [value]
        if HOLE in value.partition("=")[0]:
            made += [one.removeprefix("-c") if value != word.text else one for one in scene.names.patterns(word)]
        for key in [one.partition("=")[0] for one in made]:
            if _bad(key):
                return HOOKS % ("git -c " + key)
            if HIDDEN in key:
                return HOOKS % "git -c with a name that is not plain to see"
    texts = call.texts
    for i, text in enumerate(texts):
        if text.startswith("--config-env") and _bad((text.partition("=")[2] or "".join(texts[i + 1 : i + 2])).partition("=")[0]):
            return HOOKS % "git --config-env"
        if sub in ("init", "clone") and text.startswith("--template") and text not in ("--template=", "--template=/dev/null"):
            return HOOKS % ("git %s --template" % sub)
        if sub == "clone" and (text[:2] == "-c" or abbreviates(text.partition("=")[0], "--config")):
            value = text.partition("=")[2] if text[:2] == "--" else text[2:]
            fault = _cloned(value or "".join(texts[i + 1 : i + 2]))
            if fault:
                return fault
    if sub in ("remote", "submodule") and any(word.text in ("add", "set-url") for word in rest):
        for word in rest:
            if any(helper(plain(pattern) or "") for pattern in scene.names.patterns(word)):
                return RUNS % ("git %s %s" % (sub, word.text))
    if sub == "init" and any(abbreviates(text.partition("=")[0], "--separate-git-dir") and len(text) > 5 for text in texts):
        return OTHER % "--separate-git-dir"
    if sub == "config" and not reading(rest):
        fault = _program(call, rest, scene)
        if fault:
            return fault
        operands = [word for word in rest if word.text[:1] != "-"]
        keys = [pattern for word in operands for pattern in scene.names.patterns(word)]
        changing = len(operands) > 1 or any(word.text[:2] == "--" and word.text[2:5] in ("uns", "rep", "add", "rem", "ren", "edi") for word in rest)
        sections = any(word.text[:10] in ("--remove-s", "--rename-s") for word in rest) or (operands and "section" in operands[0].text)
        if changing and any(_bad(key) or (sections and key.lower() in ("core", "init", "include")) for key in keys):
            return HOOKS % "git config"
        for word in operands[1:]:
            for pattern in scene.names.patterns(word):
                pieces = [one for one in (pattern, *pattern.replace("=", " ").split()) if "/" in one]
                bad = next((one for one in pieces if scene.hit(one, [scene.event.project], "dots")), "")
                if bad and pattern.partition(" ")[0] not in ("log", "show", "diff", "status", "blame", "grep"):
                    return bad
        if any(word.text in ("-f", "--file") or word.text.startswith("--file=") for word in rest) and any(
            scene.guard.protected(key) and (_bad(other) or bare(other)) for key in keys for other in keys
        ):
            return HOOKS % "git config"
    return environment(scene)


def reading(rest: "list[Word]") -> bool:
    """Whether ``git config`` only tells: by an option in front of its first word, or by that word."""
    return config_words([word.text for word in rest])[1]


def _cloned(setting: str) -> str:
    from statewright.policy.protecting.gitruns import fine, runs

    key, sign, value = setting.partition("=")
    if _bad(key):
        return HOOKS % "git clone -c"
    return RUNS % ("git clone -c " + key) if runs(key) and not fine(key, (value if HOLE not in value else None) if sign else "true") else ""


def _program(call: "Call", rest: "list[Word]", scene: "Scene") -> str:
    from statewright.policy.protecting import gitruns as protection_gitruns

    if protection_gitruns.editing(rest):
        return RUNS % "git config --edit"
    names = [scene.names.patterns(word) for word in rest]
    key = protection_gitruns.set_by_config(rest, names, call.command.open)
    return RUNS % ("git config " + key) if key else ""


def is_file(text: str) -> bool:
    """Whether a word of ``git config`` is the option that names its file."""
    return text[:2] == "-f" or abbreviates(text.partition("=")[0], "--file")


def _bad(key: str) -> bool:
    low = key.lower()
    return low.startswith(KEYS) or low == "core.hookspath"


def environment(scene: "Scene") -> str:
    values = scene.names.values
    for name, known in values.items():
        if name[:10] != "GIT_CONFIG" and name != "GIT_TEMPLATE_DIR":
            continue
        for value in known:
            low = value.lower()
            if name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
                if low not in ("/dev/null", ""):
                    return HOOKS % name
            elif name == "GIT_TEMPLATE_DIR" or any(key in low for key in KEYS) or "alias." in low or (name[:15] == "GIT_CONFIG_KEY_" and bare(value)):
                return HOOKS % name
    return ""


def another_tree(call: "Call", at: int, sub: str, scene: "Scene") -> str:
    """A subcommand that changes files, with its work tree or repository set to another."""
    if sub not in TREE:
        return ""
    for text in call.texts[1:at]:
        if text.startswith(("--work-tree", "--git-dir")):
            return OTHER % text.partition("=")[0]
    for name in ("GIT_WORK_TREE", "GIT_DIR"):
        if name in scene.names.values:
            return OTHER % name
    if sub in ("checkout-index", "checkout", "read-tree") and "GIT_INDEX_FILE" in scene.names.values and sub != "read-tree":
        return OTHER % "GIT_INDEX_FILE"
    return ""
