"""Tools of git and container servers as the shell line that they stand for: what a command may not do, no such tool does by its fields.

Known by the words of the tool's own name and of its server's: ``mcp__git__checkout {"paths": [...]}``, ``mcp__docker__run {"binds": [...]}``.
git(1), docker-run(1); the field names of the servers that are common. Loaded for such tools alone.
"""

from statewright.policy.texts.terminals import quoted
from statewright.policy.words.given import words_in, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event

SUBS = (
    "clean", "stash", "checkout", "switch", "restore", "reset", "rm", "mv", "config", "worktree", "clone", "init", "apply", "am", "submodule", "add",
    "merge", "rebase", "pull", "revert", "archive",
)  # fmt: skip
WHOLE = (  # words of the command line itself
    "args", "argv", "arguments", "command", "cmd", "gitargs", "gitcommand", "options", "flags",
    "params", "parameters", "input", "extraargs",
)  # fmt: skip
VERBS = ("mode", "action", "operation", "subcommand", "op", "type", "command", "cmd", "name", "verb")
PATHS = ("paths", "files", "file", "path", "pathspec", "pathspecs", "filepaths", "filepath", "filename", "target")
REFS = ("ref", "branch", "branchname", "commit", "revision", "treeish", "source", "startpoint", "rev", "hash")
FOLDERS = ("repopath", "repo", "repository", "repodir", "cwd", "workingdir", "workingdirectory", "directory", "dir")
SWITCHES = {
    "ignored": "-x", "removeignored": "-x", "includeignored": "-x", "force": "-f", "directories": "-d", "removedirectories": "-d", "all": "-a",
    "includeuntracked": "-u", "untracked": "-u", "dryrun": "-n", "staged": "--staged", "worktree": "--worktree", "hard": "--hard",
    "cached": "--cached", "recursive": "-r", "x": "-x", "d": "-d", "keepindex": "--keep-index", "includeall": "-a",
}  # fmt: skip
SETTINGS = ("config", "configs", "settings", "gitconfig", "options", "entries", "c")
VALUES = ("value", "configvalue", "newvalue", "val", "to", "settingvalue")
STASHES = ("push", "save", "pop", "apply", "drop", "list", "show", "clear", "branch")
CONTAINERS = frozenset(("docker", "podman", "container", "containers", "nerdctl", "compose"))
TRUE = (True, 1, "true", "True", "1", "yes", "on")
BINDS = ("binds", "volumes", "volume", "mounts", "mount", "bindmounts", "volumemounts", "v")
RUNS = ("command", "cmd", "entrypoint", "args", "script")
LISTS = ("args", "argv", "arguments", "options", "extraargs", "command", "cmd", "flags", "runargs", "dockerargs")  # words of the command line
YAML = ("composeyaml", "yaml", "compose", "composefile", "content", "config")
INSIDE = ("workdir", "workingdir", "workingdirectory", "cwd")


def lines(event: "Event") -> "list[str]":
    """The shell lines that a call stands for, [] for tools of other kinds."""
    tool = event.raw_tool or event.tool
    if not isinstance(event.input, dict):
        return []
    every = words_in(tool)
    fetched = ["git fetch " + quoted([text.removeprefix("git+")]) for key, text in _leaves(event.input) if text.startswith(("ext::", "git+ext::"))]
    if fetched:
        return fetched
    if "git" in every:
        here = (event.project, event.cwd)
        given = {_bare(key): value for key, value in event.input.items() if not (isinstance(value, str) and value.rstrip("/") in here)}
        return _git(words_of(tool), given) + _set(event.input, words_of(tool))
    if not CONTAINERS.isdisjoint(every):
        return _container(event.input, event.project)
    return []


def _leaves(given: "dict[str, Any]") -> "list[tuple[str, str]]":
    """Every text among the fields with the path of keys to it, ``config.core.hooksPath``; a list's texts under its key."""
    out: "list[tuple[str, str]]" = []
    stack: "list[tuple[str, Any]]" = [("", given)]
    while stack:
        key, one = stack.pop()
        if isinstance(one, dict):
            stack += [((key + "." if key else "") + str(name), item) for name, item in one.items()]
        elif isinstance(one, list):
            stack += [(key, item) for item in one]
        elif isinstance(one, str):
            out.append((key, one))
    return out


def _set(given: "dict[str, Any]", words: "list[str]") -> "list[str]":
    """Settings of git's by their own names: ``{"core.hooksPath": X}``, however deep, ``{"config": ["core.hooksPath=X"]}``."""
    out = []
    for path, text in _leaves(given):
        first, _, rest = path.partition(".")
        key = rest if _bare(first) in SETTINGS and "." in rest else path if "." in path and _bare(first) not in SETTINGS else ""
        if key:
            out.append((key, text))
        name, sign, value = text.partition("=")
        if sign and "." in name and " " not in name and (_bare(first) in SETTINGS or _bare(first) == "entry" or "config" in words):
            out.append((name, value))
    return ["git config " + quoted([key, text]) for key, text in out]


def repository(event: "Event", key: str, text: str) -> bool:
    """Whether a field of a git server's tool only says in which repository it works."""
    words = words_in(event.raw_tool or event.tool)
    here = _bare(key) == "path" and text.rstrip("/") in (event.project, event.cwd) and {"rm", "remove", "delete", "mv"}.isdisjoint(words)
    return "git" in words and (here or _bare(key) in FOLDERS)


def _bare(key: str) -> str:
    return key.lower().replace("_", "").replace("-", "")


def _texts(value: "Any") -> "list[str]":
    return [value] if isinstance(value, str) else [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _given(value: "Any") -> "dict[str, Any]":
    """The fields by bare names, those of options within among them; a text alone under "command"."""
    out: "dict[str, Any]" = {}
    for key, one in value.items() if isinstance(value, dict) else ():
        bare = _bare(str(key))
        if isinstance(one, dict) and bare not in ("configs", "entries"):
            out.update({name: item for name, item in _given(one).items() if name not in out})
        elif bare == "commands" and isinstance(one, list):
            out[bare] = one
        else:
            out[bare] = one
    return out


def _whole(key: str, value: "Any") -> str:
    """A field of the command line's words as text; letters without a dash are options."""
    texts = _texts(value)
    if isinstance(value, str) and " " in value:
        return value
    if key in ("options", "flags"):
        texts = ["-" + one if one.isalpha() and len(one) < 4 else one for one in texts]
    return quoted(texts)


def _git(words: "list[str]", given: "dict[str, Any]") -> "list[str]":
    given = _given(given)
    sub = next((word for word in words if word in SUBS), "")
    said = [one.strip().removeprefix("git ") for key in VERBS for one in _texts(given.get(key))[:1] if isinstance(given.get(key), str)]
    sub = sub or next((one.split(" ")[0] for one in said if one.split(" ")[0] in SUBS), "")
    told = [one for key in WHOLE for one in [_whole(key, given.get(key))] if one]
    out = []
    for text in told:
        bare = text.strip().removeprefix("git ")
        named = "".join([one for one in _texts(given.get("subcommand"))[:1] if isinstance(given.get("subcommand"), str)])
        front = [one for one in dict.fromkeys((sub, named)) if one]
        out.append(" ".join(["git", *([] if bare.split(" ")[0] in SUBS else front), bare]))
    for one in given["commands"] if isinstance(given.get("commands"), list) else ():
        text = one if isinstance(one, str) else quoted(_texts(one))
        out.append(text if text[:4] == "git " else "git " + text)
    if not sub:
        return out
    return [*out, *_spelled(sub, given, told)]


def _spelled(sub: str, given: "dict[str, Any]", told: "list[str]") -> "list[str]":
    """The lines of a verb by its fields."""
    verb = next((one.lower() for key in VERBS for one in _texts(given.get(key))[:1] if one.lower() != sub), "")
    parts = ["git", sub]
    if sub == "config":
        return _config(given, verb)
    if (sub == "stash" and verb in STASHES) or (sub == "worktree" and verb):
        parts.append(verb)
    elif sub == "reset" and verb in ("hard", "soft", "mixed", "merge", "keep"):
        parts.append("--" + verb)
    flags = [SWITCHES[key] for key, value in given.items() if key in SWITCHES and not isinstance(value, (list, dict)) and value in TRUE]
    parts += flags + (["-f"] if sub == "clean" and "-n" not in flags and "-f" not in flags else [])
    parts += [one for one in told if one[:1] == "-"]
    refs = [one for key in REFS for one in _texts(given.get(key))]
    paths = [one for key in PATHS for one in _texts(given.get(key))]
    if sub == "mv":
        parts += [quoted([*refs, *(one for key in ("destination", "dest", "to") for one in _texts(given.get(key)))]), *paths]
        paths = []
    elif sub == "restore":
        parts += ["--source=" + quoted([one]) for one in refs[:1]]
    elif sub in ("checkout", "switch", "reset", "merge", "rebase", "clone", "worktree", "revert"):
        parts += [quoted(one.split()) for one in refs[:1]]  # servers split it at blanks
    if paths:
        parts += (["--"] if sub not in ("worktree", "clone", "init") else []) + [quoted(paths)]
    return [" ".join([part for part in parts if part])]


def _config(given: "dict[str, Any]", verb: str) -> "list[str]":
    """``git config KEY VALUE`` for each setting, however its key is cut."""
    values = next((_texts(given[key]) for key in VALUES if _texts(given.get(key))), [])
    if verb in ("get", "list", "get-all") and not values:
        return []
    pairs = [(one, values) for key in ("key", "name", "setting", "configkey", "option", "subkey", "variable") for one in _texts(given.get(key))]
    cut = _texts(given.get("key"))
    section = "".join(_texts(given.get("section"))[:1])
    pairs += [(section + "." + key, values) for key, _ in pairs if section] + ([(".".join(cut), values)] if len(cut) > 1 else [])
    for key in ("configs", "entries", "settings", "options", "config"):
        rows = given.get(key)
        if isinstance(rows, dict):
            pairs += [(str(name), [str(value)]) for name, value in rows.items()]
        elif isinstance(rows, list):
            pairs += [(str(row.get("key", row.get("name"))), _texts(row.get("value"))) for row in rows if isinstance(row, dict)]
    return ["git config %s" % quoted([key, *some]) for key, some in pairs]


def _container(given: "dict[str, Any]", here: str) -> "list[str]":
    """``docker run -v BIND … image sh -c COMMAND`` of fields that name folders of the machine, however deep they lie."""
    binds: "list[str]" = []
    runs: "list[str]" = []
    inside, out = "", []
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
            elif low in INSIDE and isinstance(value, str):
                inside = value
            elif low in YAML and isinstance(value, str) and "volumes" in value:
                found = _yaml(value)
                binds, runs = binds + found[0], runs + found[1]
            words = value.split() if isinstance(value, str) else _texts(value)
            if low in LISTS and any(word in ("-v", "--volume", "--mount") or word.startswith(("--volume=", "--mount=")) for word in words):
                text = value if isinstance(value, str) else quoted(words)
                front, end = ("docker run ", " image true") if words[0][:1] == "-" else ("docker ", "")
                out.append(front + text + end)
                binds += [words[i + 1] for i, word in enumerate(words[:-1]) if word in ("-v", "--volume")]
            if isinstance(value, (dict, list)):
                stack.append(value)
    binds = [bind.replace("${PWD}", here).replace("$PWD", here) for bind in binds]
    binds = [bind for bind in binds if bind[:1] in "/.~"]
    if not binds:
        return out
    folder = " -w " + quoted([inside]) if inside else ""
    mounts = " ".join(["-v " + quoted([bind]) for bind in binds])
    return [*out, "docker run %s%s image sh -c %s" % (mounts, folder, quoted([" ; ".join(runs) or "true"]))]


def _yaml(text: str) -> "tuple[list[str], list[str]]":
    """``(folders that a compose file mounts, what its services run)``, as far as its lines tell."""
    binds, runs = [], []
    for line in text.split("\n"):
        key, _, value = line.strip().lstrip("- ").partition(": ")
        if key in ("command", "entrypoint"):
            runs.append(value.strip("'\"") if value[:1] != "[" else " ".join([one.strip(" '\"") for one in value.strip("[]").split(",")]))
        for piece in line.replace("[", " ").replace("]", " ").replace(",", " ").split():
            bare = piece.strip("'\"")
            if bare[:1] in ("/", ".", "~", "$") and ":/" in bare:
                binds.append(bare)
    return binds, runs


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
