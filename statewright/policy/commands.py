"""Commands: ``allowed_commands``, the read-only shell, redirects, and where commands run.

``allowed_commands`` present: every simple command of a line starts with the words of an entry, or is harmless, or a stdin
filter at the end of a pipe. Read-only shell: every command is known to be reading. In both a ``cd`` out of the project
is refused, and so is a variable that loads code. Redirects to files need Edit or Write in ``allowed_tools``.
"""

from statewright.model import DENY, Finding
from statewright.policy.calls import calls, where
from statewright.policy.harmless import bad_variable, harmless, is_filter, set_variables
from statewright.policy.places import folders, outside
from statewright.policy.readonly import Context, refusal
from statewright.policy.resolve import Names
from statewright.policy.tools import listed
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State
    from statewright.policy.calls import Call
    from statewright.shell.model import Redirect

RULE = "commands"
WRITES = (">", ">>", ">|", "&>", "&>>", ">&", "<>")
NO_FILE = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty")
FOREIGN_SHELLS = ("PowerShell", "Powershell", "powershell", "Cmd", "cmd", "CMD")


def binds(state: "State") -> bool:
    """Whether something in the state depends on the text of a command being readable."""
    return (
        "allowed_commands" in state
        or bool(state.get("read_only"))
        or any(state.get(key) is not None for key in ("blocked_env", "env_overrides", "max_edit_lines", "max_files_per_state"))
    )


def may_write(state: "State") -> bool:
    """Whether the state lists a tool that edits files."""
    allowed, refused = state.get("allowed_tools"), state.get("disallowed_tools", ())
    return any((allowed is None or listed(allowed, tool)) and not listed(refused, tool) for tool in ("Edit", "Write"))


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Judge the shell text of a call; calls without one are no business of this rule."""
    if event.tool in FOREIGN_SHELLS and (state.get("allowed_tools") is None) and ("allowed_commands" in state or state.get("read_only")):
        return Finding(DENY, RULE, "%s is another shell than the one whose commands this state lists." % event.tool, "Use Bash.")
    if event.command is None:
        if event.tool in ("Bash", "Monitor") and event.kind == "pre":
            return Finding(DENY, RULE, "The call has no command text to judge.")
        return None
    if not binds(state):
        return _redirects(state, event)
    found = calls(event)
    if event.script.opaque:
        return Finding(
            DENY, RULE, "The command line cannot be judged: %s." % event.script.opaque[0], "Write it more simply, one plain command a line."
        )
    return _redirects(state, event) or (_judge(state, event, found) if "allowed_commands" in state or state.get("read_only") else None)


def _judge(state: "State", event: "Event", found: "list[Call]") -> "Finding | None":
    names = Names(event, found)
    context = Context(state.get("programs"), state.get("allowed_tools") is None or listed(state["allowed_tools"], "WebFetch"))
    entries = state.get("command_words", [])
    shadow = _shadowed(event, entries)
    if shadow:
        return Finding(DENY, RULE, "The function %s would run in place of the command of that name." % shadow)
    places = folders(event, found, names)
    for call, here in zip(found, places, strict=True):
        if call.command.behind:
            continue
        fault = _variables(call, event)
        if fault:
            return fault
        if call.words:
            fault = _listed(state, event, call, entries, context) if "allowed_commands" in state else _reads(event, call, context)
            if fault:
                return fault
            if not _passes_anywhere(call, event) and any(outside(path, event) for path in here):
                return Finding(
                    DENY,
                    RULE,
                    "%s%s would run outside the project %s." % (call.show(), where(call, event), event.project),
                    "Stay in the project folder.",
                )
    return None


def _passes_anywhere(call: "Call", event: "Event") -> bool:
    return harmless(call, event) or call.command.wrapper


def _shadowed(event: "Event", entries: "list[list[str]]") -> str:
    """A function named like a command that is listed, harmless or known."""
    from statewright.shell.programs import FILTERS, HARMLESS, row

    first = {words[0] for words in entries if words}
    for name in event.script.functions:
        if name in first or name in HARMLESS or name in FILTERS or row(name) is not None:
            return str(name)
    return ""


def _variables(call: "Call", event: "Event") -> "Finding | None":
    reading = call.name == "read"
    for name, value in set_variables(call.command, call.name):
        if bad_variable(name, value, reading):
            return Finding(DENY, RULE, "Setting %s changes what runs%s." % (name, where(call, event)), "Run the command without it.")
    if call.name == "export" and any(HOLE in text for text in call.texts[1:2]):
        return Finding(DENY, RULE, "What export sets is not plain to see.")
    for expansion in event.script.expansions:
        if expansion.op in (":=", "=", "arith=") and bad_variable(expansion.name, None):
            return Finding(DENY, RULE, "Setting %s changes what runs." % expansion.name)
    return None


def _is_function(call: "Call", event: "Event") -> bool:
    """A function of the line, defined before it is called and not within something that may not run."""
    return call.name in event.script.functions


def matched(call: "Call", entries: "list[list[str]]") -> "list[str] | None":
    """The entry whose words the command starts with; ``git -C DIR`` and ``git --no-pager`` are skipped."""
    texts = call.texts
    if not call.words or not call.words[0].plain:
        return None
    for entry in entries:
        if entry and fits(call, texts, entry):
            return entry
    if call.name == "git":
        at, skipped = 1, False
        while at < len(texts):
            if texts[at] == "-C" and at + 1 < len(texts):
                at, skipped = at + 2, True
            elif texts[at] == "--no-pager":
                at, skipped = at + 1, True
            else:
                break
        if skipped:
            rest = [call.words[0], *call.words[at:]]
            for entry in entries:
                if (
                    entry
                    and entry[0] == "git"
                    and len(entry) > 1
                    and [word.text for word in rest[1 : len(entry)]] == entry[1:]
                    and all(word.plain for word in rest[1 : len(entry)])
                ):
                    return entry
    return None


def fits(call: "Call", texts: "list[str]", entry: "list[str]") -> bool:
    """Whether the command starts with exactly these words, all of them plain to see."""
    length = len(entry)
    if len(texts) < length or texts[1:length] != entry[1:] or not (texts[0] == entry[0] or call.name == entry[0]):
        return False
    return all(word.static and not word.brace for word in call.words[1:length])


def _listed(state: "State", event: "Event", call: "Call", entries: "list[list[str]]", context: Context) -> "Finding | None":
    entry = matched(call, entries)
    if entry is not None:
        call.covers = len(entry)
    if call.parent is not None and call.parent.covers and _covered(call):
        return None
    if call.command.program and entry is not None and call.command.program not in ("file", "") and not _exactly(call, entry):
        return Finding(DENY, RULE, "%s%s takes its commands from a place that cannot be read here." % (call.show(), where(call, event)))
    if entry is not None:
        if call.name == "git" and any(_git_leaves(call, event)):
            return Finding(DENY, RULE, "%s%s works outside the project." % (call.show(), where(call, event)))
        return None
    if not call.name:
        return Finding(DENY, RULE, "The program of %s%s is not plain to see." % (call.show(), where(call, event)), "Write the command's name out.")
    if harmless(call, event) or is_filter(call) or _is_function(call, event):
        return None
    return Finding(DENY, RULE, _why_not(call, event, state), _nearest(call, entries))


def _exactly(call: "Call", entry: "list[str]") -> bool:
    return len(entry) == len(call.texts)


def _covered(call: "Call") -> bool:
    """The entry of the command in front names this one too (``timeout 60 pytest``)."""
    parent = call.parent
    if parent is None or not call.words:
        return False
    first = call.words[0]
    for i, word in enumerate(parent.words):
        if word is first or (word.raw == first.raw and i >= len(parent.words) - len(call.words)):
            return parent.covers > i
    return False


def _git_leaves(call: "Call", event: "Event") -> "list[bool]":
    out = []
    for i, text in enumerate(call.texts[:-1]):
        if text == "-C" and i and call.texts[i - 1] in ("git", "--no-pager", call.texts[0]):
            path = call.texts[i + 1]
            if HOLE in path:
                continue
            if path[:1] == "~":
                path = event.home + path[1:]
            out.append(outside(path if path[:1] == "/" else (event.cwd or event.project) + "/" + path, event))
    return out


def _why_not(call: "Call", event: "Event", state: "State") -> str:
    entries = state["allowed_commands"]
    shown = ", ".join(entries[:12]) + (" and %d more" % (len(entries) - 12) if len(entries) > 12 else "")
    return "%s%s is not in this state's commands. Listed: %s." % (call.show(), where(call, event), shown or "none")


def _nearest(call: "Call", entries: "list[list[str]]") -> str:
    """The permitted form that comes closest, if one starts with the same program."""
    from statewright.shell.programs import FILTERS

    for entry in entries:
        if entry and (entry[0] == call.name or entry[0].rpartition("/")[2] == call.name.rpartition("/")[2]):
            return "Permitted is: %s" % " ".join(entry)
    if call.name in FILTERS:
        return "%s passes behind a pipe, without a file of its own." % call.name
    return ""


def _reads(event: "Event", call: "Call", context: Context) -> "Finding | None":
    if not call.name:
        return Finding(DENY, RULE, "The program of %s%s is not plain to see." % (call.show(), where(call, event)), "Write the command's name out.")
    if harmless(call, event) or _is_function(call, event):
        return None
    if call.command.program and call.command.program != "file":
        return Finding(DENY, RULE, "%s%s takes its commands from a place that cannot be read here." % (call.show(), where(call, event)))
    no = refusal(call, context)
    if no is None:
        if call.name == "git" and any(_git_leaves(call, event)):
            return Finding(DENY, RULE, "%s%s works outside the project." % (call.show(), where(call, event)))
        return _fed_options(event, call)
    kind, why = no
    if kind == "unknown":
        return Finding(
            DENY,
            RULE,
            "This state's shell is for reading, and %s%s is not known to read only: %s." % (call.show(), where(call, event), why),
            "A person can list it in allowed_commands, or give its kind in meta.commands.",
        )
    return Finding(DENY, RULE, "This state's shell is for reading: %s%s is refused, since %s." % (call.show(), where(call, event), why))


def _fed_options(event: "Event", call: "Call") -> "Finding | None":
    """Arguments that xargs appends may be options: refused where the line itself writes such words."""
    if not call.command.open or call.name in ("echo", "cat", "ls", "wc", "stat", "file", "head", "grep", "du"):
        return None
    for other in event.extra.get("calls", ()):
        if other.name in ("echo", "printf") and any(
            part[:1] == "-" or part[:2] in ("w ", "e ") or "/w" in part or "/e" in part for text in other.texts[1:] for part in [text, *text.split()]
        ):
            return Finding(DENY, RULE, "%s%s would take options from its input." % (call.show(), where(call, event)))
        if call.name in ("sort", "uniq", "xxd", "sed", "awk", "find") and other.name in ("echo", "printf"):
            return Finding(DENY, RULE, "%s%s would take its operands from text in the same line." % (call.show(), where(call, event)))
    return None


# Redirects ------------------------------------------------------------------------------------------


def writes_file(redirect: "Redirect") -> bool:
    """Whether a redirect opens a file for writing."""
    if redirect.op not in WRITES or redirect.target is None:
        return False
    target = redirect.target
    if redirect.op == ">&" and target.static and (target.text == "-" or target.text.rstrip("-").isdigit()):
        return False
    if target.plain:
        return target.text not in NO_FILE and not (target.text.startswith("/dev/fd/") and target.text[8:].isdigit())
    # >( … ): the commands in it are in the list, and nothing else is opened
    return not (len(target.parts) == 1 and target.parts[0][0] == "proc" and target.raw[:2] == ">(")


def network_file(redirect: "Redirect") -> bool:
    return redirect.target is not None and redirect.target.text.startswith(("/dev/tcp/", "/dev/udp/"))


def _redirects(state: "State", event: "Event") -> "Finding | None":
    if may_write(state) and not ("allowed_commands" in state or state.get("read_only")):
        return None
    writable = may_write(state)
    for command in event.script.commands:
        for redirect in command.redirects:
            if redirect.op in (*WRITES, "<") and network_file(redirect):
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


def writes(event: "Event") -> bool:
    """Whether the shell text of a call may change files: what was checked before it is stale then."""
    if event.script is None or event.script.opaque:
        return True
    found = calls(event)
    context = Context(web=True)
    for call in found:
        if any(writes_file(redirect) for redirect in call.command.redirects):
            return True
        if call.words and not harmless(call, event) and not _is_function(call, event) and refusal(call, context) is not None:
            return True
    return False
