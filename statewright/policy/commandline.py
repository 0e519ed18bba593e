"""A command line in a state: every command in it, its variables, its redirects and where it would run."""

from statewright.model import DENY, Finding
from statewright.policy.permitted.harmless import harmless
from statewright.policy.permitted.readonly import Context, refusal
from statewright.policy.permitted.variables import bad_variable, elsewhere
from statewright.policy.permitted.variables import writes as writes_to
from statewright.policy.words import redirects
from statewright.policy.words.calls import calls, is_function, where
from statewright.policy.words.listed import listed
from statewright.policy.words.places import Place, folders, outside
from statewright.policy.words.resolve import Names, names_for
from statewright.policy.words.setting import front, settings
from statewright.policy.words.tables import changes, tied
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.policy.words.calls import Call
    from statewright.shell.model import Redirect, Script

RULE = "commands"
JOINING = ("parallel", "env_parallel", "sem", "watch", "ssh", "script", "su", "entr", "flock", "hyperfine")  # their words become a text for a shell

MAKES = ("make", "gmake")
SETTING = (*MAKES, "env", "export", "declare", "typeset", "readonly", "set", "")  # alone, a line's ``X=`` may be exported before or by set -a
LIVE = frozenset(";|&`\n<>$")  # what a shell that reads a value again does not take for text
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "ftp_proxy", "ws_proxy", "wss_proxy")
LOOPBACK = ("localhost:", "127.0.0.1:", "[::1]:")


def proxied(value: str) -> bool:
    """Whether a proxy's address is one of this machine."""
    return value.partition("://")[2].startswith(LOOPBACK) or value.startswith(LOOPBACK)


def binds(state: "State") -> bool:
    """Whether something in the state depends on the text of a command being readable."""
    return (
        "allowed_commands" in state
        or bool(state.get("read_only"))
        or any(state.get(key) is not None for key in ("blocked_env", "env_overrides", "max_edit_lines", "max_files_per_state"))
    )


def judge(state: "State", event: "Event") -> "Finding | None":
    """The first fault of a line, None where the state permits it."""
    if not binds(state):
        return redirects.refused(state, event)
    found = calls(event)
    if event.script.opaque:
        return Finding(
            DENY, RULE, "The command line cannot be judged: %s." % event.script.opaque[0], "Write it more simply, one plain command a line."
        )
    return redirects.refused(state, event) or (_judge(state, event, found) if "allowed_commands" in state or state.get("read_only") else None)


def _judge(state: "State", event: "Event", found: "list[Call]") -> "Finding | None":
    names = names_for(event, found)
    context = Context(state.get("programs"), state.get("allowed_tools") is None or listed(state["allowed_tools"], "WebFetch"), True)
    entries = state.get("command_words", [])
    shadow = _shadowed(event, entries)
    if shadow:
        return Finding(DENY, RULE, "The function %s would run in place of the command of that name." % shadow)
    places = folders(event, found, names)
    fault = _evaluated(event, names)
    if fault:
        return fault
    for call, here in zip(found, places, strict=True):
        if call.command.behind and not (call.command.behind in JOINING and "allowed_commands" in state and _strays(call, found)):
            continue
        fault = _variables(state, call, event, names, here)
        if fault:
            return fault
        fault = _origin(call, event, found, names, here) if call.words else None
        if fault:
            return fault
        if call.words:
            by_list = "allowed_commands" in state
            for one in (call, *_starred(call, event, names, here)):
                fault = _by_list(state, event, one, entries, names, here) if by_list else _by_kind(event, one, context, names, here)
                if fault:
                    return fault
            if not _passes_anywhere(call, event) and any(outside(path, event) for path in here):
                return Finding(
                    DENY,
                    RULE,
                    "%s%s would run outside the project %s." % (call.show(), where(call, event), event.project),
                    "Stay in the project folder.",
                )
    if any(call.name == "xargs" for call in found):
        from statewright.policy.words.composed import events

        for call, made in events(event, found, names, places):
            fault = judge(state, made) if call.name == "xargs" else None
            if fault:
                return fault
    if any(call.command.open or any(not word.static or word.brace for word in call.words[1:]) for call in found):
        return _unseen(event, found, names)
    return None


def _unseen(event: "Event", found: "list[Call]", names: Names) -> "Finding | None":
    """An argument nobody can follow, where it may be an option."""
    from statewright.policy.words import arguments

    for call in found:
        word = arguments.unseen(call, found, names) if arguments.judged(call, event) else None
        if word is not None:
            reason = "%s%s: %s is made of text in this line in a way that cannot be read here, and may be an option."
            return Finding(DENY, RULE, reason % (call.show(), where(call, event), word.raw), "Write the argument out.")
    return None


def _starred(call: "Call", event: "Event", names: Names, here: "list[str]") -> "list[Call]":
    """The command with the files whose names a bare pattern gives it as options."""
    text = event.script.text
    if not ("*" in text or "?" in text or "[" in text) or not any(word.glob or not word.static for word in call.words[1:]):
        return []
    from statewright.policy.words import starred

    found = starred.dashed(event, here)
    one = starred.made(call, names, found) if found else None
    return [one] if one else []


def _strays(call: "Call", found: "list[Call]") -> bool:
    """Whether a text that such a program hands to a shell runs more than the command its entry names."""
    from statewright.policy.permitted import allowed

    return allowed.strays(call, found)


def _by_list(
    state: "State", event: "Event", call: "Call", entries: "list[list[str]]", names: Names, here: "list[str]"
) -> "Finding | None":
    from statewright.policy.permitted import allowed

    return allowed.refused(state, event, call, entries, names, here)


def _by_kind(event: "Event", call: "Call", context: Context, names: Names, here: "list[str]") -> "Finding | None":
    from statewright.policy.permitted import reading

    return reading.refused(event, call, context, names, here)


def _origin(call: "Call", event: "Event", found: "list[Call]", names: Names, here: "list[str]") -> "Finding | None":
    """A repository put together by hand, or a program put under a known name."""
    if call.name == "git" and (here != [event.project] or "-C" in call.texts or event.facts is None or event.facts.kind(event.project + "/HEAD")):
        from statewright.policy.words import repositories

        why = repositories.foreign(call, event, names, here)
        if why:
            reason = "%s%s would not run in the project's own repository: %s." % (call.show(), where(call, event), why)
            return Finding(DENY, RULE, reason, "Run git in the project's folder, with the folder's name behind --.")
    if call.name in ("source", ".") or "/" in call.texts[0]:
        from statewright.policy.limits import rewritten

        why = rewritten.changed(call, event, found)
        if why:
            reason = "%s%s would run a program put under a known name: %s." % (call.show(), where(call, event), why)
            return Finding(DENY, RULE, reason, "Have it installed again by the program whose work it is.")
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


def _variables(state: "State", call: "Call", event: "Event", names: Names, here: "list[str]") -> "Finding | None":
    reading = call.name == "read"
    for name, value, word, how in settings(call, names):
        if name == HOLE:
            return Finding(DENY, RULE, "What %s sets%s is not plain to see." % (call.show(), where(call, event)), "Write the name out.")
        if changes(name, word, how, Place(event, names, here), call):
            reason = "%s is by what a shell finds what to run or where to go, and this sets it%s." % (name, where(call, event))
            return Finding(DENY, RULE, reason, "Give the variable another name.")
        if writes_to(name, word, Place(event, names, here)) and not redirects.may_write(state):
            reason = "%s%s would have a program write there, and this state has neither Edit nor Write." % (name, where(call, event))
            return Finding(DENY, RULE, reason, "Name a place below /tmp, or run the command without it.")
        if elsewhere(name, word, Place(event, names, here)):
            reason = "What %s is set to%s takes code or configuration from outside the project." % (name, where(call, event))
            return Finding(DENY, RULE, reason, "Name a folder of the project, or run the command without it.")
        if state.get("read_only") and name.lower() in PROXIES and (value is None or (value and not proxied(value))):
            return Finding(DENY, RULE, "%s sends what is read%s through another host." % (name, where(call, event)), "Run the command without it.")
        if value and not LIVE.isdisjoint(value) and call.name in SETTING and _read_again(call, value, event):
            reason = "What %s is set to%s may be a command of its own for what make runs." % (name, where(call, event))
            return Finding(DENY, RULE, reason, "Run make without it.")
        if bad_variable(name, value, reading and word is not None):
            return Finding(DENY, RULE, "Setting %s changes what runs%s." % (name, where(call, event)), "Run the command without it.")
    return None


def _read_again(call: "Call", value: str, event: "Event") -> bool:
    """Whether a recipe's shell would find a command of its own in a variable that make is handed."""
    if not any(one.name in MAKES for one in calls(event)):
        return False
    from statewright.policy.texts.follow_further import again

    found: "list[Script]" = []
    again(found, value)
    return bool(found)


def _evaluated(event: "Event", names: Names) -> "Finding | None":
    """What expansions and arithmetic set, wherever they stand."""
    set_by = [(one.name, one.op) for one in event.script.expansions if one.op in (":=", "=", "arith=", "[=", "!=")]
    if event.script.roots:
        from statewright.policy.words.arithmetic import assigned

        set_by += [(name, "arith=") for name in assigned(event.script, names)]
    for name, op in set_by:
        targets = [front(value) for value in names.known(name) or [HOLE]] if op == "!=" else [name]
        for target in targets:
            if target == HOLE:
                return Finding(DENY, RULE, "What ${!%s…} sets is not plain to see." % name, "Write the name out.")
            if bad_variable(target, None) or tied(target, op, event.script.text):
                return Finding(DENY, RULE, "Setting %s changes what runs." % target)
    return None


def writes(event: "Event") -> bool:
    """Whether the shell text of a call may change files: what was checked before it is stale then."""
    if event.script is None or event.script.opaque:
        return True
    found = calls(event)
    context = Context(web=True)
    for call in found:
        opened = () if redirects.supposed(call.command) else call.command.redirects
        if any(redirects.writes_file(redirect) and not _elsewhere(redirect, event) for redirect in opened):
            return True
        if not call.words or harmless(call, event) or is_function(call, event) or refusal(call, context) is None:
            continue
        if any(part[-1:] == "?" for part in call.command.place):
            continue  # perhaps but a word of a runner's program (npx eslint src): the runner is judged by what it is known to run
        from statewright.policy.everyday.unchanged import leaves_files

        if not leaves_files(call, event, found):
            return True
    return False


def _elsewhere(redirect: "Redirect", event: "Event") -> bool:
    """Whether a redirect's file is plain to see and lies outside the project."""
    target = redirect.target
    return target is not None and target.plain and target.text[:1] == "/" and outside(target.text, event)
