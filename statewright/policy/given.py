"""What a tool of unknown kind was given: its texts with their keys, what its name says, and the shell texts among it.

Everything is looked through, however deep and long: a bound would be the way round. Only looking at the disk is bounded.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event

    Given = tuple[str, str]  # the key a text stands under ("" for a key itself), the text

READING_VERBS = frozenset((
    "read", "list", "get", "search", "find", "view", "stat", "info", "tree", "grep", "glob", "cat", "show", "describe", "fetch", "query",
    "exists", "head", "diff", "watch", "open", "count", "check", "tail", "ls", "lookup", "browse", "inspect", "preview", "status", "history",
))
# Words in a tool's name that say it changes, runs or hands on something, whatever else the name says.
CHANGING_VERBS = frozenset((
    "write", "create", "edit", "replace", "update", "set", "delete", "remove", "rm", "move", "mv", "rename", "save", "put", "patch", "apply",
    "insert", "append", "add", "upload", "sync", "restore", "reset", "exec", "execute", "eval", "evaluate", "shell", "terminal", "command",
    "cmd", "bash", "script", "send", "post", "push", "commit", "install", "modify", "change", "make", "build", "deploy", "store", "merge",
    "overwrite", "copy", "cp", "clear", "truncate", "wipe", "purge", "drop", "unlink", "import", "download", "extract", "unzip", "convert",
    "format", "fix", "type", "keys", "press", "input", "kill", "stop", "start", "launch", "invoke", "call", "dispatch", "trigger", "process",
    "generate", "rewrite", "transform", "run", "clean", "trash", "rmdir", "destroy", "erase", "init", "register", "link", "symlink", "chmod",
    "touch", "mkdir", "console", "repl", "pty", "tty", "stdin", "spawn", "alter", "schedule",
    "enqueue", "notify", "publish", "do", "mutate", "upsert", "swap", "archive", "compress", "pipe",
    "attach", "mount", "export", "dump", "cleanup", "prune",
))
REMOVING_VERBS = frozenset((
    "delete", "remove", "rm", "move", "mv", "rename", "trash", "wipe", "purge", "rmdir", "unlink", "clean", "cleanup", "clear", "destroy",
    "erase", "drop", "sync", "mirror", "archive", "prune", "relocate", "del", "truncate", "reset",
))
# Words in the name of a tool that types into a terminal, runs a text, or hands one to somebody who does.
CARRYING = (
    "cron", "schedul", "wake", "remind", "message", "send", "exec", "run", "shell", "terminal", "command", "eval", "task", "agent", "monitor",
    "loop", "timer", "bash", "skill", "trigger", "workflow",
    "type", "key", "press", "stdin", "tty", "pty", "console", "repl", "process", "ssh", "tmux", "paste", "clipboard",
    "spawn", "launch", "invoke", "dispatch", "job", "script", "cmd", "screen", "input", "write_text", "session", "prompt", "instruct",
    "delegate", "automat", "queue",
)
SHELL_KEYS = frozenset((
    "command", "cmd", "shell", "commandline", "command_line", "cmdline", "bash", "sh", "input_command", "shell_command", "exec", "commands",
    "cmds", "run", "script", "full_command", "shellcommand", "commandtext",
))
TYPED_KEYS = frozenset((
    "text", "input", "data", "keys", "line", "lines", "chars", "content", "stdin", "value", "payload", "body", "string", "message",
))
CODE_KEYS = frozenset(("code", "program", "source", "python", "javascript", "js", "expression", "script", "function", "snippet", "eval"))
FOLDER_KEYS = frozenset((
    "cwd", "workdir", "working_directory", "workingdirectory", "root", "base", "basedir", "base_path", "basepath", "dir", "directory", "folder",
))


def words_of(tool: str) -> "list[str]":
    """The words of a tool's own name, in lower case: at ``_``, ``-``, ``.`` and where small letters give way to capitals."""
    out = [""]
    name = tool.rpartition("__")[2]
    for i, c in enumerate(name):
        if c in "_-./: ":
            out.append("")
        elif c.isupper() and i and not name[i - 1].isupper():
            out.append(c.lower())
        else:
            out[-1] += c.lower()
    return [word for word in out if word]


def reads_by_name(tool: str) -> bool:
    """Whether a tool's own name says that it reads, and does not say that it does more."""
    words = words_of(tool)
    if not words or any(_changes(word) for word in words[1:]):
        return False
    return words[0] in READING_VERBS or (len(words) > 1 and words[-1] in READING_VERBS and words[0] not in CHANGING_VERBS)


def _changes(word: str) -> bool:
    """``write``, ``writes``, ``writing``; what lists commits or runs only reads."""
    if word in CHANGING_VERBS:
        return True
    stem = word[:-3] if word[-3:] == "ing" else word[:-1] if word[-1:] == "s" and word not in ("commits", "runs", "files", "links", "scripts") else ""
    return bool(stem) and (stem in CHANGING_VERBS or stem + "e" in CHANGING_VERBS)


def removes_by_name(tool: str) -> bool:
    """Whether a tool's name says that it takes files away."""
    return any(word in REMOVING_VERBS for word in words_of(tool))


def carries_by_name(tool: str) -> bool:
    """Whether a tool's name says that it runs a text or hands it on."""
    low = tool.lower()
    return any(piece in low for piece in CARRYING)


def strings(value: "Any") -> "list[Given]":
    """Every text in a tool's input with the key it stands under, in order, keys included (under ""). No bound: a loop, not a recursion."""
    out: "list[Given]" = []
    stack: "list[tuple[str, Any]]" = [("", value)]
    while stack:
        key, one = stack.pop()
        if isinstance(one, str):
            out.append((key, one))
        elif isinstance(one, dict):
            for name, item in reversed(list(one.items())):
                stack.append((str(name), item))
                stack.append(("", str(name)))
        elif isinstance(one, list):
            if len(one) > 1 and all(isinstance(item, str) for item in one):
                words = [str(item) for item in one]
                glue = "" if all(len(item) < 2 for item in words) else " "
                stack.append((key, glue.join(words)))
            stack += [(key, item) for item in reversed(one)]
    return out


def shell_texts(event: "Event") -> "list[str]":
    """The texts that a tool would run as shell commands, as its schema names them."""
    given = event.input
    if not isinstance(given, dict):
        return []
    carries = carries_by_name(event.raw_tool or event.tool)
    out = []
    for key, text in strings(given):
        low = key.lower()
        if low in SHELL_KEYS or (carries and low in TYPED_KEYS):
            out.append(text)
    for holder in [given, *(one for one in given.values() if isinstance(one, dict))]:
        first = next((holder[key] for key in holder if str(key).lower() in (*SHELL_KEYS, "program", "executable", "binary", "file")), None)
        rest = next((holder[key] for key in holder if str(key).lower() in ("args", "argv", "arguments", "params", "parameters")), None)
        if isinstance(rest, list) and all(isinstance(one, str) for one in rest):
            parts = ([first] if isinstance(first, str) else []) + rest
            out.append(" ".join(parts))
        elif isinstance(first, str) and isinstance(rest, str):
            out.append(first + " " + rest)
    if "path" in given and all(" " not in text for text in out):
        return []  # an editor's verb beside its file
    return list(dict.fromkeys(text for text in out if text.strip()))
