"""Commands that change something, and no file of the project: what was checked before still holds after them.

git's own pages tell which of its commands touch the working tree. What a person set up to run beside them (hooks) may
do anything, so where there is one for a command, the command counts as writing.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from statewright.model import Event
    from statewright.policy.words.calls import Call

# git(1): these work on the index, the repository or another machine's; each with the hooks that go with it, see githooks(5).
GIT = {
    "add": (),
    "stage": (),
    "commit": ("pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "post-rewrite"),
    "tag": (),
    "branch": (),
    "push": ("pre-push",),
    "fetch": (),
    "remote": (),
    "notes": (),
    "update-ref": (),
    "update-index": (),
    "hash-object": (),
    "commit-tree": (),
    "write-tree": (),
    "gc": (),
    "pack-refs": (),
    "reflog": (),
}
# Hooks of many commands; gc may follow any, and the last ones are run where this very repository is pushed to.
ANY = frozenset((
    "post-index-change", "reference-transaction", "pre-auto-gc", "pre-receive", "update", "proc-receive", "post-receive", "post-update",
    "push-to-checkout",
))  # fmt: skip
SAFE = ("--no-pager", "-P", "--no-optional-locks")  # options before the subcommand that run nothing, here
RUNNING = ("--up", "--rece", "--exe", "--edi")  # --upload-pack, --receive-pack, --exec, --edit: a program of the line's own
RESETS = ("--hard", "--merge", "--keep")  # git-reset(1): these write the working tree
STASHES = ("drop", "clear", "create", "store")  # git-stash(1): the others do
SETTINGS = ("/.gitconfig", "/.config/git/config")  # of the person, below HOME
GH = ("create", "comment", "edit", "close", "reopen", "review", "ready", "lock", "unlock")  # with pr and issue: the host's alone
PROCESSES = ("kill", "pkill", "killall", "ping", "ping6")


def leaves_files(call: "Call", event: "Event", found: "list[Call]") -> bool:
    """Whether a command that is no mere reader leaves the project's files alone."""
    if call.name in PROCESSES:
        return True
    if call.command.open or not all(word.static or _message(call, i) for i, word in enumerate(call.words)):
        return False
    from statewright.policy.words.setting import DECLARING

    if any(one.command.assigns or one.name in DECLARING for one in found):
        return False  # an editor or a configuration of the line's own may run anything
    texts = call.texts
    if call.name == "gh":
        return texts[1] in ("pr", "issue") and texts[2] in GH if len(texts) > 2 else False
    return call.name == "git" and _git(call, event)


def _message(call: "Call", i: int) -> bool:
    """Whether a word is the message of a commit, however it is made: what makes it is a command of its own."""
    option = call.texts[i - 1] if i > 2 else ""
    return call.name == "git" and call.texts[1] == "commit" and option in ("-m", "-am", "-qm", "--message") and not call.words[i].splits


def hooked(words: "list[str]", event: "Event") -> bool:
    """Whether a person set up programs that git runs with a command of its own (its words): they may change files."""
    return not _no_hooks(GIT.get(words[1], ()), event, words[2:] if words[1] == "push" else ())


def _git(call: "Call", event: "Event") -> bool:
    from statewright.policy.texts.follow import subcommand  # only here: it brings much along

    at, settings = subcommand(call.words)
    texts = call.texts
    sub, rest = (texts[at], texts[at + 1 :]) if at < len(texts) else ("", [])
    if settings or any(text[:1] == "-" and text not in SAFE for text in texts[1:at]):
        return False
    if sub == "reset":
        return not any(mode.startswith(text) for text in rest if text[:2] == "--" and len(text) > 2 for mode in RESETS) and _no_hooks((), event)
    if sub == "rm":
        return "--cached" in rest and _no_hooks((), event)
    if sub == "stash":
        return bool(rest) and rest[0] in STASHES and _no_hooks((), event)
    hooks = GIT.get(sub)
    if hooks is None or any(text.startswith(RUNNING) or "::" in text for text in rest):
        return False
    return _no_hooks(hooks, event, rest if sub == "push" else ())


def _no_hooks(names: "tuple[str, ...]", event: "Event", pushed: "Sequence[str]" = ()) -> bool:
    """Whether nobody set up a program that git runs then. pushed: what stands behind ``git push``."""
    facts = event.facts
    if facts is None:
        return False
    base = _repository(event)
    try:
        own = [facts.text(base + "/config"), *(facts.text(event.home + name) for name in SETTINGS), facts.text("/etc/gitconfig")]
    except ValueError:
        return False
    low = [text.lower() for text in own if text]
    if any("hookspath" in text or "[hook" in text or (names and "[include" in text) or _watched(text) for text in low):
        return False
    if "push" in "".join(names) and _near(pushed, own[0] or "", event):
        return False
    return ANY.union(names).isdisjoint(facts.names(base + "/hooks"))


def _watched(config: str) -> bool:
    """Whether settings name a program of somebody's own for git to ask what has changed; the one that git brings along only asks watchman."""
    for line in config.split("\n") if "fsmonitor" in config else ():
        key, _, value = line.partition("=")
        if key.strip() == "fsmonitor" and value.strip().strip('"') not in ("true", "false", "1", "0") and "fsmonitor-watchman" not in value:
            return True
    return False


def _near(pushed: "Sequence[str]", config: str, event: "Event") -> bool:
    """Whether what is pushed may go to a repository in the project, whose own hooks run then: by a path, or a remote that stands for one."""
    first = next((text for text in pushed if text[:1] != "-"), "")
    places = [first] if first else []
    places += [value.strip() for key, _, value in (line.partition("=") for line in config.split("\n")) if key.strip().lower() in ("url", "pushurl")]
    for place in places:
        path = place.removeprefix("file://")
        if path[:1] == "~" or ("://" in path or ":" in path.partition("/")[0]):
            continue
        where = event.facts.real(path if path[:1] == "/" else event.project + "/" + path)
        if (where + "/").startswith(event.project + "/") and event.facts.kind(where) == "dir":
            return True
    return False


def _repository(event: "Event") -> str:
    """The repository's folder, here or above; a further worktree has a file in its place that leads there."""
    here = event.project
    while here and not event.facts.kind(here + "/.git"):
        here = here.rpartition("/")[0]
    at = here + "/.git"
    if event.facts.kind(at) != "file":
        return at
    try:
        link = (event.facts.text(at) or "").partition("gitdir:")[2].strip()
        home = link if link[:1] == "/" else here + "/" + link
        common = (event.facts.text(home + "/commondir") or "").strip()
    except ValueError:
        return at
    return event.facts.real(home + "/" + common if common[:1] != "/" else common) if link else at
