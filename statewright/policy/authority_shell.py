"""Authority in shell texts: our verbs in any form but the plain one, texts that carry one, the hook's end, nested harnesses.

A person's verbs are all verbs of our command but the few in ``own.VERBS``. A nested harness would start a run of its own in
the initial state: refused unless the state lists it. Loaded only for calls that run a shell text.
"""

from statewright.model import DENY, Finding
from statewright.policy.authority import ASK, REFUSED, RULE, speaks
from statewright.policy.authority_names import CARRIERS, DATA_GIT, ESCAPES, HARMLESS_USES, HARNESSES, INSTALLERS, INSTALLING, PACKAGES, PERSONS
from statewright.policy.calls import calls
from statewright.policy.forgery import forged
from statewright.policy.own import VERBS, is_own, plain_verb
from statewright.policy.patterns import plain
from statewright.policy.resolve import Names
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.policy.calls import Call


def check(state: "State", event: "Event") -> "Finding | None":
    """Refuse a line in which any command is a person's to give."""
    found = calls(event)
    low = event.script.text.lower()
    if event.script.opaque and "statewright" in low and speaks(low):
        return Finding(DENY, RULE, "The line cannot be judged, and it names a person's verb of statewright.", ASK)
    names = Names(event, found)
    for call in found:
        if not call.words:
            continue
        fault = _own(call, event, names) or _carried(call, found) or _hook(call, low, names, event) or _nested(state, call)
        if fault:
            return fault
    return None


def _own(call: "Call", event: "Event", names: Names) -> "Finding | None":
    """Our command in any form but the plain one."""
    words = call.words
    texts = call.texts
    first = [plain(pattern) or pattern for pattern in names.patterns(words[0])]
    at = 0
    if not any(is_own(text, event) for text in first):
        at = _module(texts)
        if not at:
            if (
                not words[0].plain
                and "statewright" in words[0].raw.lower()
                and (speaks("statewright " + " ".join(texts[1:])) or "transition" in texts[1:2])
            ):
                return Finding(DENY, RULE, REFUSED % "This command", ASK)
            return None
    rest = words[at + 1 :]
    if call.command.open and not rest:
        return Finding(DENY, RULE, "The verb of statewright must be plain to see.", "Write: statewright status")
    options = 0
    while options < len(rest) and rest[options].text[:1] == "-" and rest[options].text not in VERBS:
        options += 1
    verbs = [word.text for word in rest[options:]]
    if rest and not all(word.plain for word in rest[: options + 1]):
        return Finding(DENY, RULE, "The verb of statewright must be plain to see.", "Write: statewright status")
    if not rest or (options == len(rest)):
        return None if not rest or all(word.text in VERBS for word in rest) else Finding(DENY, RULE, REFUSED % call.show())
    if options or not plain_verb(verbs):
        person = next((word.text for word in rest if word.text in PERSONS), "")
        return Finding(DENY, RULE, REFUSED % ("statewright %s" % (person or verbs[0])), ASK)
    if verbs[0] == "transition" or call.command.behind:
        return Finding(
            DENY,
            RULE,
            "statewright %s is taken only as the plain command, alone in its line." % verbs[0],
            "Write: statewright %s" % " ".join(verbs[:2]),
        )
    return None


def _module(texts: "list[str]") -> int:
    """Where the module stands in ``python -m statewright``, 0 when it is none."""
    for i in range(1, len(texts) - 1):
        if texts[i] == "-m" and (texts[i + 1] == "statewright" or texts[i + 1].startswith("statewright.")):
            return i + 1
    return 0


def _carried(call: "Call", found: "list[Call]") -> "Finding | None":
    """A text with a person's verb in it, handed to something that runs it."""
    name = family(call.name.rpartition("/")[2]) if call.name else ""
    if name not in CARRIERS and not call.command.program:
        return None
    if name == "git" and (any(text in DATA_GIT for text in call.texts[1:4])):
        return None
    texts = list(call.texts[1:])
    for redirect in call.command.redirects:
        if redirect.heredoc is not None:
            texts.append(redirect.heredoc.text)
        elif redirect.op == "<<<" and redirect.target is not None:
            texts.append(redirect.target.text)
    if call.command.stdin == "pipe" or name in ("at", "batch", "crontab", "tmux", "screen"):
        for other in found:
            if other.name in ("echo", "printf", "cat"):
                texts += other.texts[1:]
                texts += [redirect.heredoc.text for redirect in other.command.redirects if redirect.heredoc is not None]
    interpreter = name in ("python", "node", "perl", "ruby", "php", "lua", "deno", "bun", "osascript", "awk", "gawk", "java")
    for text in texts:
        if "statewright" in text.lower() and (speaks(text) or (interpreter and "transition" in text)):
            return Finding(
                DENY, RULE, "The text given to %s holds a command of statewright that is not the agent's to give this way." % call.name, ASK
            )
    if name in CARRIERS and speaks(" ".join(call.texts)) and name not in ("git", "npm", "make", "sed", "curl"):
        return Finding(DENY, RULE, "The text given to %s holds a person's command of statewright." % call.name, ASK)
    return None


def _hook(call: "Call", low: str, names: Names, event: "Event") -> "Finding | None":
    """Calling, ending, tracing or removing the hook."""
    name = call.name
    texts = [text.lower() for text in call.texts[1:]]
    ours = any("statewright" in word.raw.lower() for word in call.words[1:])
    if forged(call, names, event):
        return Finding(DENY, RULE, "The hook's programs are for the harness to call: a made-up event would be a made-up fact.", ASK)
    if name in ("kill", "pkill", "killall", "killall5", "skill", "fuser", "xkill") and (ours or (name == "kill" and "-1" in texts[1:])):
        return Finding(DENY, RULE, "Ending processes of statewright is not the agent's to do.", ASK)
    if name in ("kill", "xargs") and call.command.open and "statewright" in low:
        return Finding(DENY, RULE, "Ending processes of statewright is not the agent's to do.", ASK)
    if name in ("strace", "ltrace", "gdb", "lldb", "ptrace", "bpftrace", "perf", "reptyr") and "-p" in texts and ours:
        return Finding(DENY, RULE, "Tracing processes of statewright is not the agent's to do.", ASK)
    if any(text in INSTALLERS for text in texts[:4]) and name in INSTALLING and any(
        text == "statewright" or text.startswith(("statewright=", "statewright[", "statewright@", "statewright>", "statewright<", "statewright~"))
        for text in texts
    ):
        return Finding(DENY, RULE, "Installing, changing or removing statewright is not the agent's to do.", ASK)
    return None


def _nested(state: "State", call: "Call") -> "Finding | None":
    """Another agent: it would start a run of its own, or run without hooks."""
    name = call.name.rpartition("/")[2]
    texts = call.texts[1:]
    package = (
        next((text for text in texts[:4] if text.rpartition("@")[0] in PACKAGES or text in PACKAGES), "")
        if name in ("npx", "bunx", "pnpm", "yarn", "npm", "bun", "pnpx", "deno")
        else ""
    )
    if name not in HARNESSES and not package:
        return None
    if package and ("install" in texts or "view" in texts):
        return None
    low = [text.lower() for text in texts]
    if any(escape in text for text in low for escape in ESCAPES):
        return Finding(DENY, RULE, "%s would start or leave an agent without these hooks." % call.show(), ASK)
    if texts and texts[0] in HARMLESS_USES and not package:
        return None
    if tuple(texts[:2]) in (("mcp", "list"), ("mcp", "get"), ("config", "get"), ("config", "list"), ("login", "status"), ("plugin", "list")):
        return None
    if name == "copilot" and not texts:
        return None
    for entry in state.get("command_words", ()):
        if entry and entry[0] == name and call.texts[1 : len(entry)] == entry[1:]:
            return None
    return Finding(
        DENY,
        RULE,
        "%s starts another agent, which would not be held by this state." % call.show(),
        "A state may list it in allowed_commands; else do the work here.",
    )
