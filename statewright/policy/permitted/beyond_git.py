"""The forms of git's subcommands that destroy: an entry such as ``git branch`` lists them only where the state may edit, or when it says so.

What git keeps for no one else is lost by them: branches, tags, remotes, stashes, worktrees, notes, reflogs, settings, what stands on a host.
git-SUBCOMMAND(1). In a state without Edit and Write an entry of exact words is taken at its word; where a state may edit, listing wins.
"""

from statewright.policy.words.options import abbreviates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call

# subcommand: short options, then long ones, then verbs
DESTROYS = {
    "branch": ("dDmMfC", "--delete --move --force", ""),
    "tag": ("df", "--delete --force", ""),
    "remote": ("", "", "remove rm rename set-url prune set-head set-branches"),
    "stash": ("", "", "drop clear"),
    "worktree": ("f", "--force", "remove prune move"),
    "notes": ("f", "--force", "remove prune"),
    "reflog": ("", "", "expire delete drop"),
    "submodule": ("f", "--force", "deinit"),
    "config": ("", "--unset --unset-all --remove-section --rename-section --replace-all", "unset remove-section rename-section"),
    "push": ("df", "--delete --force --mirror --prune", ""),
    "reset": ("", "--hard --merge --keep", ""),
    "checkout": ("fB", "--force", ""),
    "switch": ("fC", "--force --discard-changes --force-create", ""),
    "update-ref": ("d", "--stdin", ""),
    "symbolic-ref": ("d", "--delete", ""),
    "replace": ("df", "--delete --force", ""),
    "gc": ("", "--prune --expire-to", ""),
    "bundle": ("", "", "create"),
    "lfs": ("", "", "prune uninstall migrate"),
    "maintenance": ("", "", "unregister stop"),
    "sparse-checkout": ("", "", "set disable"),
    "cherry-pick": ("", "--quit", ""),
    "rebase": ("", "--quit", ""),
    "merge": ("", "--quit", ""),
}  # fmt: skip


def destroys(call: "Call", at: int, covers: int) -> str:
    """The word by which a git command destroys something and that its entry does not list, "" when there is none. at: of the subcommand."""
    letters, longs, verbs = DESTROYS.get(call.texts[at], ("", "", ""))
    verb_seen = False
    for i, text in enumerate(call.texts[at + 1 :], at + 1):
        if text == "--":
            return ""
        if text[:2] == "--":
            if i >= covers and any(abbreviates(text.partition("=")[0], one) for one in longs.split()):
                return text
        elif text[:1] == "-":
            if i >= covers and any(c in letters for c in text[1:]):
                return text
        else:
            if i >= covers and not verb_seen and text in verbs.split():
                return text
            if i >= covers and call.texts[at] == "push" and text[:1] in ("+", ":"):
                return text
            verb_seen = True
    return ""


REACHING = ("push", "fetch", "pull", "clone", "ls-remote", "remote", "submodule", "archive", "fetch-pack", "send-pack")


def helper(text: str) -> bool:
    """Whether a word names a repository by a helper of git's, a program of its own: ``ext::./x``. gitremote-helpers(7)."""
    text = text.partition("=")[2] if text[:2] == "--" else text
    name, sign, _ = text.partition("::")
    return bool(sign) and name != "" and all(c.isalnum() or c in "+-_" for c in name)


def reached_by_helper(call: "Call") -> str:
    """The word by which a git command that reaches a repository names a helper, "" for none."""
    from statewright.policy.texts.follow import subcommand

    at, _ = subcommand(call.words)
    if "".join(call.texts[at : at + 1]) not in REACHING:
        return ""
    return next((text for text in call.texts[at + 1 :] if helper(text)), "")
