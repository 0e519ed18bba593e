"""What a tool of unknown kind was given: its texts with their keys, what its name says, and the shell texts among it.

Everything is looked through, however deep and long: a bound would be the way round. Only looking at the disk is bounded.
"""

from statewright import fast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


    Given = tuple[str, str]  # the key a text stands under ("" for a key itself), the text

READING_VERBS = frozenset((
    "read", "list", "get", "search", "find", "view", "stat", "info", "tree", "grep", "glob", "cat", "show", "describe", "fetch", "query",
    "exists", "head", "diff", "watch", "open", "count", "check", "tail", "ls", "blame", "annotate", "lookup", "browse", "inspect", "preview",
    "status", "history",
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
    "attach", "mount", "export", "dump", "cleanup", "prune", "checkout", "out",
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
CODE_KEYS = frozenset((
    "code", "program", "source", "python", "javascript", "js", "expression", "script", "function", "snippet", "eval", "cell", "cells",
    "cell_source",
))  # fmt: skip
# Pieces of a key's name that say that its text is a program, and those that say that it is not.
CODING = frozenset(("code", "snippet", "expr", "expression", "javascript", "applescript"))
NUMBERING = frozenset(("id", "status", "error", "exit", "country", "language", "lang", "zip", "postal", "region", "currency", "type", "name", "path"))
# A tool that holds a language's own prompt, and the keys under which a line is typed there.
PROMPTS = frozenset((
    "repl", "ipython", "irb", "interpreter", "node", "nodejs", "python", "ruby", "perl", "lua", "php", "kernel", "deno", "bun", "js",
))  # fmt: skip
ENTERING = frozenset((
    "exec", "execute", "eval", "evaluate", "run", "repl", "irb", "ipython", "interpret", "input", "send", "console", "enter", "line",
))  # fmt: skip
LINES = frozenset((
    "query", "statement", "line", "prompt", "value", "q", "c", "stmt", "message", "body", "data", "payload", "string", "text", "input", "content",
))  # fmt: skip
# Keys under which people write to people, or a file's text stands: what is named there is not touched.
PROSE = frozenset((
    "title", "body", "description", "message", "prompt", "subject", "comment", "text", "query", "pattern", "summary", "note", "notes", "reason",
    "old_str", "new_str", "old_string", "new_string", "oldtext", "newtext", "replacement", "search", "replace", "regex", "content", "question",
    "answer", "contents",
))
PARTS = 32  # of a path given as a list
FOLDER_KEYS = frozenset((
    "cwd", "workdir", "working_directory", "workingdirectory", "root", "base", "basedir", "base_path", "basepath", "dir", "directory", "folder",
))


def words_of(tool: str) -> "list[str]":
    """The words of a tool's own name, in lower case: at ``_``, ``-``, ``.`` and where small letters give way to capitals."""
    return words_in(tool.rpartition("__")[2])


def words_in(name: str) -> "list[str]":
    """The same of a whole name, its server's words included."""
    out = [""]
    for i, c in enumerate(name):
        if c in "_-./: ":
            out.append("")
        elif c.isupper() and i and not name[i - 1].isupper():
            out.append(c.lower())
        else:
            out[-1] += c.lower()
    return [word for word in out if word]


def coded(key: str) -> bool:
    """Whether a key's name says that its text is a program: ``code``, ``code_snippet``, ``jsExpression``; no ``country_code``."""
    if key.lower() in CODE_KEYS:
        return True
    pieces = words_in(key)
    return not CODING.isdisjoint(pieces) and NUMBERING.isdisjoint(pieces)


def prompts(tool: str) -> bool:
    """Whether a tool's full name says that what it is given is typed at a language's own prompt."""
    words = words_in(tool)
    return not PROMPTS.isdisjoint(words) and not ENTERING.isdisjoint(words) and not reads_by_name(tool)


def reads_by_name(tool: str) -> bool:
    """Whether a tool's own name says that it reads, and does not say that it does more."""
    words = words_of(tool)
    if not words or any(_changes(word) for word in words[1:]) or ("to" in words and not {"file", "disk", "path"}.isdisjoint(words)):
        return False
    if words[-1] in ("log", "logs", "shortlog", "reflog") and len(words) > 1 and words[0] not in CHANGING_VERBS:
        return True
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


def held(key: str, text: str) -> "Any":
    """The object or list that a text holds as JSON; None for other texts, and for prose."""
    if text.lstrip()[:1] not in ("{", "[") or key.lower() in PROSE:
        return None
    try:
        found = fast.loads(text.encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict | list) else None


def strings(value: "Any") -> "list[Given]":
    """Every text in a tool's input with the key it stands under, in order, keys included (under "").

    JSON within a text counts as what it holds, but in prose. No bound: a loop, not a recursion.
    """
    out: "list[Given]" = []
    stack: "list[tuple[str, Any]]" = [("", value)]
    while stack:
        key, one = stack.pop()
        if isinstance(one, str):
            out.append((key, one))
            inner = held(key, one)
            if inner is not None:
                stack.append((key, inner))
        elif isinstance(one, dict):
            for name, item in reversed(list(one.items())):
                stack.append((str(name), item))
                stack.append(("", str(name)))
        elif isinstance(one, list):
            if len(one) > 1 and all(isinstance(item, str) for item in one):
                words = [str(item) for item in one]
                glue = "" if all(len(item) < 2 for item in words) else " "
                stack.append((key, glue.join(words)))
                if len(words) <= PARTS and glue:
                    stack.append((key, "/".join(words)))  # a path in parts
            stack += [(key, item) for item in reversed(one)]
    return out
