"""What a tool of another server would run: each text as a shell call of its own, in the folder and with the variables it is given.

Known by the keys of its input: a command as a text or as words, a program beside its words, several of them at any depth.
"""

from statewright.policy.words.given import (
    ENTERING,
    LINES,
    PROMPTS,
    SHELL_KEYS,
    TYPED_KEYS,
    carries_by_name,
    coded,
    held,
    reads_by_name,
    words_in,
)  # fmt: skip
from statewright.policy.words.inner import inner
from statewright.policy.words.paths import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event

SEVERAL = frozenset(("commands", "cmds", "steps", "lines"))  # a list of commands, not of words
PROGRAMS = ("program", "executable", "binary", "file")
WORDS = ("args", "argv", "arguments", "params", "parameters")
HERE = frozenset(("cwd", "workdir", "working_dir", "workingdir", "working_directory", "workingdirectory", "current_directory"))
SETS = frozenset(("env", "environment", "environ", "envvars", "env_vars", "environment_variables", "environmentvariables"))
BESIDE = frozenset(("path", "file_path", "filepath", "notebook_path"))  # beside a verb of an editor: {"command": "create", "path": …}
# Words in the full name of a tool that types into a shell or a program: there a text is a command.
TERMINAL = frozenset((
    "shell", "terminal", "bash", "zsh", "sh", "tty", "pty", "console", "repl", "stdin", "ssh", "tmux", "exec", "command", "commands",
    "cmd", "powershell", "subprocess",
))
# Those whose programs are shell texts, whatever the key: {"code": "ls"}.
SHELLS = frozenset(("shell", "bash", "zsh", "sh", "ssh", "terminal", "tmux"))
OTHERS = frozenset(("python", "py", "node", "js", "javascript", "typescript", "ts", "ruby", "sql", "lua", "perl", "php", "java", "go", "rust"))
STARTS = frozenset(("start", "spawn", "launch"))  # before "process"
PAGES = ("child_process", "execsync", "spawnsync")  # what a page's own code does not have
BROWSERS = frozenset(("browser", "puppeteer", "playwright", "page", "evaluate", "chrome", "devtools", "applescript", "osascript"))
# Programs that a server is called by: the words it is given are theirs.
RUN_BY = {"ripgrep": "rg", "kubernetes": "kubectl", "sqlite": "sqlite3"}
NAMED = frozenset((
    "make", "kubectl", "gh", "npm", "pnpm", "yarn", "curl", "wget", "rg", "fd", "find", "sed", "awk", "psql", "sqlite3", "aws", "gcloud", "terraform",
    "helm", "cargo", "pip", "uv", "rsync", "tar", "cmake", "bazel", "gradle", "mvn", "ansible", "ffmpeg", "pytest", "npx", "uvx", "just", "rclone",
))  # fmt: skip
PAGED = BROWSERS - {"applescript", "osascript"}
LANGUAGES = {"ruby": "ruby -e ", "irb": "ruby -e ", "perl": "perl -e ", "php": "php -r ", "lua": "lua -e ", "applescript": "osascript -e ",
             "osascript": "osascript -e "}  # fmt: skip
CODE = frozenset(("code", "program", "source", "snippet", "text", "input", "steps", "lines"))
SPOKEN = frozenset(("language", "lang", "runtime", "interpreter", "kernel", "shell", "engine"))  # {"language": "bash", "code": …}
NAMES = frozenset(("bash", "sh", "zsh", "dash", "ksh", "fish", "shell", "shellscript", "pwsh", "powershell", "cmd"))
# Pieces of a field's name that say that its text is run, whatever stands beside them; pieces that say it is something about a command.
SAYING = frozenset(("command", "commands", "cmd", "cmds", "bash", "powershell", "shell", "exec", "execute", "commandline", "cmdline"))
HOOKED = frozenset(("entrypoint", "hook", "instruction", "statement", "success", "failure", "start", "stdin"))
ABOUT = frozenset((
    "id", "ids", "type", "name", "description", "timeout", "status", "result", "output", "count", "mode", "prefix", "kind", "index", "pid", "path",
    "version", "history", "palette", "label", "title", "category", "help", "docs", "session", "time", "ms", "seconds", "date", "at", "from", "row",
    "line", "page", "position", "offset", "token", "cursor",
))  # fmt: skip
ALIASES = ("command", "cmd", "commandline", "cmdline", "shell_command", "full_command", "commandtext")
LOOSE = frozenset(("script", "run", "exec"))  # a shell's text, or another language's
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+")


def quoted(words: "list[str]") -> "str":
    """Words as a shell reads them back."""
    return " ".join([word if word and not set(word) - PLAIN else "'%s'" % word.replace("'", "'\\''") for word in words])


class Run:
    """One text that a tool would run. folder: where, "" when it does not say; sets: variables it is given."""

    __slots__ = ("folder", "sets", "text")

    def __init__(self, text: str, folder: str, sets: "dict[str, str]") -> None:
        self.text = text
        self.folder = folder
        self.sets = sets


def is_shell(tool: str) -> bool:
    """Whether a tool's full name says that what it runs is a shell text."""
    words = words_in(tool)
    return not SHELLS.isdisjoint(words) and OTHERS.isdisjoint(words)


def runs(event: "Event", every: bool = False) -> "list[Run]":
    """What the tool would run. every: whatever could be a command, a message to somebody who may run it and each word of a list among it."""
    if not isinstance(event.input, dict):
        return []
    tool = event.raw_tool or event.tool
    words = words_in(tool)
    terminal = not TERMINAL.isdisjoint(words) or ("process" in words and not STARTS.isdisjoint(words))
    typed = carries_by_name(tool) if every else terminal
    more = (TYPED_KEYS if typed else frozenset()) | (CODE | LINES if is_shell(tool) and not reads_by_name(tool) else frozenset())
    less = LOOSE if not every and not (OTHERS | BROWSERS).isdisjoint(words_in(tool)) else frozenset()
    keys = (SHELL_KEYS | more) - less
    prose = every and not terminal and not BROWSERS.isdisjoint(words)
    out: "list[Run]" = []
    stack: "list[tuple[Any, str, dict[str, str]]]" = [(event.input, "", {})]
    while stack:
        one, folder, sets = stack.pop()
        if isinstance(one, list):
            stack += [(item, folder, sets) for item in reversed(one) if isinstance(item, dict | list)]
            texts = [value for item in one if isinstance(item, dict) for key, value in item.items() if key in keys and isinstance(value, str)]
            out += [Run("\n".join(texts), folder, sets)] if len(texts) > 1 else []  # one shell may run them all
        if not isinstance(one, dict):
            continue
        low = _fields(one, terminal)
        folder = next((low[key] for key in low if key in HERE and isinstance(low[key], str)), folder)
        sets = {**sets, **_variables(low)}
        speaks = any(key in SPOKEN and _is_shell_name(value) for key, value in low.items())
        texts = _texts(low, keys | CODE if speaks else keys, every)
        written = low.get("cell_type", low.get("celltype")) in ("markdown", "raw")  # a cell of text: nothing runs it
        if every and not written:
            texts += _code(low, words)
        if every and one is event.input:
            texts += _named(low, words)
        if terminal and not texts and isinstance(low.get("args", low.get("argv")), str):
            texts = [str(low.get("args", low.get("argv")))]
        if not written:
            texts += [text for key in (*CODE, "cell_source", "cellsource", "cell") for text in _magics(low.get(key))]
        if prose and texts:
            texts = _no_sentences(tool, texts)
        if BESIDE.isdisjoint(low) or any(" " in text for text in texts):
            out += [Run(text, folder, sets) for text in dict.fromkeys(texts) if text.strip()]
        for key, value in reversed(list(one.items())):
            inner_ = held(str(key), value) if isinstance(value, str) else value
            if isinstance(inner_, dict | list):
                stack.append((inner_, folder, sets))
    return out


def _no_sentences(tool: str, texts: "list[str]") -> "list[str]":
    """The texts less sentences that are typed into a page."""
    from statewright.policy.texts.sentences import page, sentences

    return [text for text in texts if not sentences(text)] if page(tool) else texts


def _fields(given: "dict[Any, Any]", terminal: bool) -> "dict[str, Any]":
    """The fields by their names in lower case; one whose name says that its text is run by a name that is known: ``bashCommand``."""
    out: "dict[str, Any]" = {str(key).lower().replace("-", "_"): value for key, value in given.items()}
    for key, value in given.items():
        pieces = words_in(str(key))
        says = not SAYING.isdisjoint(pieces) or (terminal and not HOOKED.isdisjoint(pieces))
        if says and ABOUT.isdisjoint(pieces) and isinstance(value, (str, list)) and str(key).lower().replace("-", "_") not in SHELL_KEYS:
            out.setdefault(next((name for name in ALIASES if name not in out), "command"), value)
    return out


def _named(low: "dict[str, Any]", words: "list[str]") -> "list[str]":
    """The words of a program that the tool's name tells: ``mcp__make__make {"args": ["SHELL=x"]}``."""
    name = next((RUN_BY.get(word, word) for word in reversed(words) if word in RUN_BY or word in NAMED), "")
    given = next((low[key] for key in WORDS if key in low), None)
    if not name or not SHELL_KEYS.isdisjoint(low) or not isinstance(given, list) or not all(isinstance(one, str) for one in given):
        return []
    return [quoted([name, *given])]


def _code(low: "dict[str, Any]", words: "list[str]") -> "list[str]":
    """Programs among the fields that start others, as the command lines of an interpreter."""
    from statewright.policy.texts.speaking import STARTS as STARTING

    out = []
    page = not PAGED.isdisjoint(words)
    typed = not PROMPTS.isdisjoint(words) and not ENTERING.isdisjoint(words)
    for key, value in low.items():
        if isinstance(value, str) and (coded(key) or (typed and key in LINES)):
            text = value.lower()
            if any(start in text for start in (PAGES if page else STARTING)):
                front = next((LANGUAGES[word] for word in words if word in LANGUAGES), "")
                out.append((front or ("python3 -c " if "import " in text and "require" not in text else "node -e ")) + quoted([value]))
    return out


def _magics(value: "Any") -> "list[str]":
    """The commands of a notebook's cell: ``!ls``, ``%sx ls``, a cell that begins with ``%%bash``. IPython, Magic commands."""
    if not isinstance(value, str) or ("!" not in value and "%" not in value):
        return []
    first, _, rest = value.lstrip().partition("\n")
    if first[:2] == "%%" and first[2:].split()[:1] in (["bash"], ["sh"], ["script"], ["cmd"], ["sx"], ["system"], ["!"]):
        return [rest]
    lines = [line.strip() for line in value.split("\n")]
    out = [line.lstrip("!").strip() for line in lines if line[:1] == "!"] + [line.partition("= !")[2] for line in lines if "= !" in line]
    return out + [line.partition(" ")[2] for line in lines if line.startswith(("%sx ", "%system ", "%%sx "))]


def _is_shell_name(value: "Any") -> bool:
    """Whether a value names a shell and no more: ``bash``, ``/bin/sh``."""
    return isinstance(value, str) and value.rpartition("/")[2].lower().strip() in NAMES


def _texts(low: "dict[str, Any]", keys: "frozenset[str]", every: bool) -> "list[str]":
    out: "list[str]" = []
    shell = next((key for key in low if key in SPOKEN and _is_shell_name(low[key])), "")
    first = next((low[key] for key in low if (key in keys or key in PROGRAMS) and key != shell and isinstance(low[key], str)), None)
    rest = next((low[key] for key in low if key in WORDS and isinstance(low[key], str | list)), None)
    if isinstance(rest, list):
        words = [str(one) for one in rest if isinstance(one, str | int | float)]
        rest = quoted(words) if words or not rest else None
    joined = rest is not None and first is not None
    if joined:
        out.append("%s %s" % (first if " " in str(first) else quoted([str(first)]), rest))
    elif isinstance(rest, str) and isinstance(next((low[key] for key in low if key in WORDS), None), list):
        out.append(rest)
    for key, value in low.items():
        if key not in keys or key == shell:
            continue
        if isinstance(value, str):
            if every or not (joined and value == first):
                out.append(value)
        elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
            apart = key in SEVERAL or " " in value[0].strip()
            out += [quoted(value)] if not apart else [*value, "\n".join(value)]
            if every:
                glue = "" if all(len(one) < 2 for one in value) else " "  # keys, one by one
                out += [glue.join(value), *value]
        elif isinstance(value, list):
            out += [quoted(one) for one in value if isinstance(one, list) and one and all(isinstance(word, str) for word in one)]
    return out


def _variables(low: "dict[str, Any]") -> "dict[str, str]":
    """The variables an input sets, by name; as a mapping or as ``["NAME=value"]``."""
    out: "dict[str, str]" = {}
    for key, value in low.items():
        if key not in SETS:
            continue
        if isinstance(value, dict):
            out.update({str(name): str(one) for name, one in value.items()})
        elif isinstance(value, list):
            for one in value:
                if isinstance(one, str):
                    name, _, rest = one.partition("=")
                    out[name] = rest
                elif isinstance(one, dict) and isinstance(one.get("name"), str):
                    out[one["name"]] = str(one.get("value", ""))
    return out


def events(event: "Event", every: bool = False) -> "list[Event]":
    """Each text as a shell call: where it would run, and with what is set for it in front."""
    out = []
    for one in runs(event, every):
        names = [name for name in one.sets if name.isidentifier()]
        made = inner(event, "".join("export %s=%s\n" % (name, quoted([one.sets[name]])) for name in names) + one.text)
        if one.folder:
            made.cwd = absolute(event, one.folder)
        out.append(made)
    return out
