"""Redirects: which of them open a file for writing, and whether a state permits that."""

from statewright.model import DENY, Finding
from statewright.policy.words.listed import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.shell.model import Command, Redirect

RULE = "commands"
WRITES = (">", ">>", ">|", "&>", "&>>", ">&", "<>")
NETWORK = ("/dev/tcp/", "/dev/udp/")
NO_FILE = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty")


def may_write(state: "State") -> bool:
    """Whether the state lists a tool that edits files."""
    allowed, refused = state.get("allowed_tools"), state.get("disallowed_tools", ())
    return any((allowed is None or listed(allowed, tool)) and not listed(refused, tool) for tool in ("Edit", "Write"))


def writes_file(redirect: "Redirect") -> bool:
    """Whether a redirect opens a file for writing."""
    if redirect.op not in WRITES or redirect.target is None:
        return False
    target = redirect.target
    if redirect.op == ">&" and target.static and (target.text == "-" or (target.text.isascii() and target.text.isdigit())):  # zsh: >&1- is a file
        return False
    if target.plain:
        return target.text not in NO_FILE and not (target.text.startswith("/dev/fd/") and target.text[8:].isdigit())
    # >( … ): the commands in it are in the list, and nothing else is opened
    return not (len(target.parts) == 1 and target.parts[0][0] == "proc" and target.raw[:2] == ">(")


def supposed(command: "Command") -> bool:
    """Whether a command is but what an argument of a runner's program would be to a shell: ``npx vitest -t 'a > b'``."""
    return any(part[-2:] == "??" for part in command.place)


def network_file(redirect: "Redirect", event: "Event") -> bool:
    """Whether a redirect opens a connection by bash's names for one, as written or by a value that the line itself gives.

    A value that only the running shell knows passes: reading from ``"$f"`` is everyday work, and the line holds no such name then.
    What a program prints that may print any name does not.
    """
    target = redirect.target
    if target is None or (target.static and not target.brace):
        return target is not None and target.text.startswith(NETWORK)
    from statewright.policy.words.calls import calls
    from statewright.policy.words.patterns import HIDDEN
    from statewright.policy.words.resolve import names_of
    from statewright.shell.model import HOLE

    for pattern in names_of(event, calls(event)).patterns(target):
        beginning = pattern.partition(HOLE)[0].replace("\1", "")
        if HIDDEN in pattern or beginning.startswith(NETWORK) or (HOLE in pattern and beginning[:5] == "/dev/"):
            return True
    return False


def refused(state: "State", event: "Event") -> "Finding | None":
    """A redirect that the state does not permit."""
    if may_write(state) and not ("allowed_commands" in state or state.get("read_only")):
        return None
    writable = may_write(state)
    for command in event.script.commands:
        for redirect in () if supposed(command) else command.redirects:
            if redirect.op in (*WRITES, "<") and network_file(redirect, event):
                return Finding(DENY, RULE, "The redirect to %s opens a network connection." % redirect.target.raw if redirect.target else "")
            if not writable and writes_file(redirect):
                return Finding(
                    DENY,
                    RULE,
                    "The redirect %s%s %s writes a file, and this state has neither Edit nor Write."
                    % (redirect.fd, redirect.op, redirect.target.raw if redirect.target else ""),
                    "Without the redirect, or to /dev/null, it passes if the command does.",
                )
    return None
