"""Our own command: recognised by one function, so that the plain form passes everywhere and no other does."""

from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.shell.model import Command, Script

# Verbs that hardly any other program has: enough behind a word that may be anything.
TELLING = frozenset(("approve", "reject", "attest", "accept", "off", "pause", "unpause", "resume"))

# Verbs an agent may use. Everything else belongs to people.
VERBS = (
    "transition",
    "check",
    "status",
    "log",
    "validate",
    "graph",
    "version",
    "help",
    "explain",
    "lint",
    "commands",
    "templates",
    "simulate",
    "--version",
    "--help",
    "-h",
)
PAIRS = (("trace", "show"), ("trace", "verify"), ("trace", "list"), ("trace", "stats"), ("trace", "validate"), ("trace", "--help"), ("trace", "-h"))
# Verbs that only read with no other option than these: others have them mend, write or send.
SHORT = {"doctor": ("--json", "--help", "-h"), "import-xstate": ("--help", "-h"), "trace export": ("--format", "--help", "-h")}
PROGRAMS = ("statewright", "statewright-hook")
SERVERS = ("statewright", "plugin_statewright_statewright")  # our MCP server, registered by hand or by the plugin


def own_words(event: "Event") -> "list[str] | None":
    """The words of our own command when the call is nothing else, given to the shell or as a tool of our server; else None."""
    if event.script is not None:
        return own_command(event.script, event)
    if event.mcp_server in SERVERS:
        from statewright.policy.words.own_tool import of_call

        return of_call(event)
    return None


def is_own(text: str, event: "Event") -> bool:
    """Whether a word names our command, by name or by path."""
    base = text.replace("\\", "/").rpartition("/")[2].lower()
    return text in event.own or base in PROGRAMS or base in ("statewright.exe", "statewright.py")


def plain_verb(texts: "list[str]") -> str:
    """The verb when the words behind our name begin with one an agent may use, else ""."""
    if not texts:
        return ""
    if texts[0] in VERBS:
        return texts[0]
    if tuple(texts[:2]) in PAIRS:
        return "trace"
    verb = texts[0] if texts[0] != "trace" else " ".join(texts[:2])
    options = [text.partition("=")[0] for text in texts if text[:1] == "-"]
    sure = all(HOLE not in text and not any(sign in text for sign in "*?[{") for text in texts)
    if verb in SHORT and sure and all(option in SHORT[verb] for option in options):
        return texts[0]
    return "help" if len(texts) == 2 and texts[1] in ("--help", "-h") else ""


def own_command(script: "Script", event: "Event") -> "list[str] | None":
    """The words behind our name when the whole line is one plain own command; None otherwise.

    A leading ``cd`` into the project and a trailing ``2>&1`` are all that may stand beside it. A pipe, ``&``, ``;`` in any
    form, an assignment, an expansion, another redirect: None.
    """
    commands = script.commands
    if script.opaque or script.functions or not commands or len(commands) > 2 or script.expansions:
        return None
    last = commands[-1]
    if len(commands) == 2 and not _cd_first(commands[0], script, event):
        return None
    if not _plain(last) or not last.words or last.words[0].text not in event.own:
        return None
    if len(commands) == 1 and not script.text.lstrip(" \t\n").startswith(last.words[0].raw):
        return None  # something like ! or time stands before it
    for redirect in last.redirects:
        if not (redirect.op == ">&" and redirect.fd == "2" and redirect.target is not None and redirect.target.raw == "1"):
            return None
    words = [word.text for word in last.words[1:]]
    return words if plain_verb(words) else None


def _plain(command: "Command") -> bool:
    return (
        not command.place
        and not command.assigns
        and not command.background
        and not command.stdin
        and not command.wrapper
        and all(word.plain for word in command.words)
    )


def _cd_first(command: "Command", script: "Script", event: "Event") -> bool:
    if not _plain(command) or command.redirects or len(command.words) != 2 or command.words[0].raw != "cd":
        return False
    if not script.text.lstrip().startswith("cd ") or "||" in script.text[: command.end + 4] or script.text[command.end :].lstrip(" \t")[:2] != "&&":
        return False
    path = command.words[1].text
    if event.facts is None:
        return False
    target = event.facts.real(path if path[:1] == "/" else event.cwd + "/" + path)
    return bool(target == event.project or target.startswith(event.project + "/"))
