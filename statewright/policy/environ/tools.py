"""A blocked variable by way of a tool that is no shell: a terminal of another server, a program's text, ``/proc/PID/environ``.

What another server runs has the client's own environment: nothing was taken from it, so this text is the only wall.
"""

from statewright.model import READING_TOOLS
from statewright.policy.environ.reads import blocked_name, dump
from statewright.policy.permitted.variables import named
from statewright.policy.words.given import CODE_KEYS, PROSE, reads_by_name, strings, words_in, words_of
from statewright.policy.words.paths import absolute, real

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding

LOOKED_UP = 200  # texts that may be a path, looked at on the disk
NAMES = frozenset(("env", "environ", "getenv", "printenv", "envvar", "envvars", "environment"))
VARIABLES = frozenset(("variable", "variables", "var", "vars"))
SHOWS = frozenset(("print", "get", "list", "show", "dump", "read", "fetch", "view", "all", "display", "export", "printenv", "getenv", "environ"))


def check(event: "Event", blocked: "tuple[str, ...]") -> "Finding | None":
    """Refuse a call that would show a blocked variable by a file, a name or a program's text. blocked: names and patterns."""
    if blocked:
        given = strings(event.input)
        return _file(event, given) or (None if event.tool in READING_TOOLS else _named(event, given, blocked) or _code(given, blocked))
    return None


def lines(event: "Event") -> "list[Event]":
    """The shell lines that the tool would run."""
    from statewright.policy.texts.terminals import TERMINAL, events

    name = event.raw_tool or event.tool
    looks = reads_by_name(name) and TERMINAL.isdisjoint(words_in(name))  # a command that is looked up is none that is run
    return [] if looks or event.tool in READING_TOOLS else events(event)


def _file(event: "Event", given: "list[tuple[str, str]]") -> "Finding | None":
    """A file that holds a process's environment, by its name or by a link."""
    left = LOOKED_UP
    for key, text in given:
        if "/" not in text and "path" not in key.lower() and "file" not in key.lower():
            continue
        left -= 1
        if len(text) > 4096 or "\n" in text.strip() or "\0" in text or key.lower() in PROSE:
            continue
        path = absolute(event, text.strip())
        for form in (path, real(event, path)) if left > 0 else (path,):
            if form.rstrip("/").endswith("/environ") and ("/proc/" in form or "/fd" in form):
                return dump(text)
    return None


def _named(event: "Event", given: "list[tuple[str, str]]", blocked: "tuple[str, ...]") -> "Finding | None":
    """A tool whose name says that it reads variables."""
    words = words_of(event.raw_tool or event.tool)
    if NAMES.isdisjoint(words) and VARIABLES.isdisjoint(words):
        return None
    asked = next((text for key, text in given if key and named(blocked, text)), "")
    if asked:
        return blocked_name(asked)
    plain = NAMES.isdisjoint(words) or SHOWS.isdisjoint(words) or ("environment" in words and VARIABLES.isdisjoint(words))
    return None if plain or any(key for key, _ in given) else dump(event.raw_tool)


def _code(given: "list[tuple[str, str]]", blocked: "tuple[str, ...]") -> "Finding | None":
    from statewright.policy.environ import programs as env_programs

    for key, text in given:
        if key.lower() in CODE_KEYS:
            fault = env_programs.program(text, blocked)
            if fault:
                return fault
    return None
