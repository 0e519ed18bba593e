"""Tools of git and container servers as the shell line that they stand for: what a command may not do, no such tool does by its fields.

Known by the words of the tool's own name and of its server's: ``mcp__git__checkout {"paths": [...]}``, ``mcp__docker__run {"binds": [...]}``.
git(1), docker-run(1); the field names of the servers that are common. Loaded for such tools alone.
"""

from statewright.policy.given import words_in, words_of
from statewright.policy.terminals import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event

SUBS = (
    "clean", "stash", "checkout", "switch", "restore", "reset", "rm", "mv", "config", "worktree", "clone", "init", "apply", "am", "submodule", "add",
    "merge", "rebase", "pull", "revert", "archive",
)  # fmt: skip
WHOLE = ("args", "argv", "arguments", "command", "cmd", "gitargs", "gitcommand", "options", "flags")  # words of the command line itself
VERBS = ("mode", "action", "operation", "subcommand", "op", "type")
PATHS = ("paths", "files", "file", "path", "pathspec", "pathspecs", "filepaths", "filepath", "filename", "target")
REFS = ("ref", "branch", "branchname", "commit", "revision", "treeish", "source", "startpoint", "rev", "hash")
FOLDERS = ("repopath", "repo", "repository", "repodir", "cwd", "workingdir", "workingdirectory", "directory", "dir")
SWITCHES = {
    "ignored": "-x", "removeignored": "-x", "includeignored": "-x", "force": "-f", "directories": "-d", "removedirectories": "-d", "all": "-a",
    "includeuntracked": "-u", "untracked": "-u", "dryrun": "-n", "staged": "--staged", "worktree": "--worktree", "hard": "--hard",
    "cached": "--cached", "recursive": "-r", "x": "-x", "d": "-d", "keepindex": "--keep-index", "includeall": "-a",
}  # fmt: skip
STASHES = ("push", "save", "pop", "apply", "drop", "list", "show", "clear", "branch")
CONTAINERS = frozenset(("docker", "podman", "container", "containers", "nerdctl", "compose"))
BINDS = ("binds", "volumes", "volume", "mounts", "mount", "bindmounts", "v")
RUNS = ("command", "cmd", "entrypoint", "args", "script")


def lines(event: "Event") -> "list[str]":
    """The shell lines that a call stands for, [] for tools of other kinds."""
    tool = event.raw_tool or event.tool
    if not isinstance(event.input, dict):
        return []
    every = words_in(tool)
    if "git" in every:
        here = (event.project, event.cwd)
        given = {_bare(key): value for key, value in event.input.items() if not (isinstance(value, str) and value.rstrip("/") in here)}
        return _git(words_of(tool), given)
    if not CONTAINERS.isdisjoint(every):
        return _container(event.input)
    return []


def repository(event: "Event", key: str, text: str) -> bool:
    """Whether a field of a git server's tool only says in which repository it works."""
    words = words_in(event.raw_tool or event.tool)
    here = _bare(key) == "path" and text.rstrip("/") in (event.project, event.cwd) and {"rm", "remove", "delete", "mv"}.isdisjoint(words)
    return "git" in words and (here or _bare(key) in FOLDERS)


def _bare(key: str) -> str:
    return key.lower().replace("_", "").replace("-", "")


def _texts(value: "Any") -> "list[str]":
    return [value] if isinstance(value, str) else [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _git(words: "list[str]", given: "dict[str, Any]") -> "list[str]":
    sub = next((word for word in words if word in SUBS), "")
    told = [one for key in WHOLE for one in ([given[key]] if isinstance(given.get(key), str) else [quoted(_texts(given.get(key)))]) if one]
    named = "".join(_texts(given.get("subcommand"))[:1])
    out = []
    for text in told:
        bare = text.strip().removeprefix("git ")
        out.append(" ".join(["git", *([named] if named else [] if bare.split(" ")[0] in SUBS else [sub]), bare]))
    if not sub:
        return out
    verb = "".join([one for key in VERBS if key != "subcommand" for one in _texts(given.get(key))][:1]).lower()
    parts = ["git", sub]
    if sub == "config":
        keys = [one for key in ("key", "name", "setting") for one in _texts(given.get(key))]
        if verb in ("get", "list", "get-all"):
            return out
        return [*out, *("git config %s" % quoted([key, *_texts(given.get("value"))]) for key in keys)]
    if (sub == "stash" and verb in STASHES) or (sub == "worktree" and verb):
        parts.append(verb)
    elif sub == "reset" and verb in ("hard", "soft", "mixed", "merge", "keep"):
        parts.append("--" + verb)
    flags = [SWITCHES[key] for key, value in given.items() if value is True and key in SWITCHES]
    parts += flags + (["-f"] if sub == "clean" and "-n" not in flags and "-f" not in flags else [])
    refs = [one for key in REFS for one in _texts(given.get(key))]
    paths = [one for key in PATHS for one in _texts(given.get(key))]
    if sub == "mv":
        parts += [quoted([*refs, *(one for key in ("destination", "dest", "to") for one in _texts(given.get(key)))]), *paths]
        paths = []
    elif sub == "restore":
        parts += ["--source=" + quoted([one]) for one in refs[:1]]
    elif sub in ("checkout", "switch", "reset", "merge", "rebase", "clone", "worktree", "revert"):
        parts += [quoted([one]) for one in refs[:1]]
    if paths:
        parts += (["--"] if sub not in ("worktree", "clone", "init") else []) + [quoted(paths)]
    return [*out, " ".join([part for part in parts if part])]


def _container(given: "dict[str, Any]") -> "list[str]":
    """``docker run -v BIND … image sh -c COMMAND`` of fields that name folders of the machine, however deep they lie."""
    binds: "list[str]" = []
    runs: "list[str]" = []
    stack: "list[Any]" = [given]
    while stack:
        one = stack.pop()
        if isinstance(one, list):
            stack += one
            continue
        for key, value in one.items() if isinstance(one, dict) else ():
            low = _bare(str(key))
            if low in BINDS:
                binds += _bound(value)
            elif low in RUNS:
                runs += [value] if isinstance(value, str) else [quoted(_texts(value))]
            if isinstance(value, (dict, list)):
                stack.append(value)
    binds = [bind for bind in binds if bind[:1] in "/.~"]
    if not binds:
        return []
    return ["docker run %s image sh -c %s" % (" ".join(["-v " + quoted([bind]) for bind in binds]), quoted([" ; ".join(runs) or "true"]))]


def _bound(value: "Any") -> "list[str]":
    """``host:inside[:ro]`` of a text, a list of them, a mapping of hosts, or mounts with a source and a target."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict) and any(_bare(str(key)) in ("source", "src", "hostpath", "host") for key in value):
        fields = {_bare(str(key)): item for key, item in value.items()}
        source = _first(fields, ("source", "src", "hostpath", "host"), "")
        inside = _first(fields, ("target", "destination", "dst", "containerpath", "container"), "/x")
        reads = fields.get("readonly") is True or fields.get("mode") == "ro"
        return ["%s:%s%s" % (source, inside, ":ro" if reads else "")] if source else []
    if isinstance(value, dict):
        out = []
        for host, item in value.items():
            inside = item.get("bind", "/x") if isinstance(item, dict) else item if isinstance(item, str) else "/x"
            out.append("%s:%s%s" % (host, inside, ":ro" if isinstance(item, dict) and item.get("mode") == "ro" else ""))
        return out
    return [bind for one in value for bind in _bound(one)] if isinstance(value, list) else []


def _first(fields: "dict[str, Any]", keys: "tuple[str, ...]", otherwise: str) -> str:
    return next((fields[key] for key in keys if isinstance(fields.get(key), str)), otherwise)
