"""Authority in shell texts: our verbs in any form but the plain one, texts that carry one, the hook's end, nested harnesses.

A person's verbs are all verbs of our command but the few in ``own.VERBS``. Loaded only for calls that run a shell text.
"""

from statewright.model import DENY, Finding
from statewright.policy.persons.agents import nested
from statewright.policy.persons.forgery import forged
from statewright.policy.persons.names import INSTALLERS, INSTALLING, PERSONS
from statewright.policy.persons.refused import ASK, REFUSED, RULE, speaks
from statewright.policy.words.agents import PROGRAMS
from statewright.policy.words.calls import calls
from statewright.policy.words.own import VERBS, is_own, plain_verb
from statewright.policy.words.patterns import plain
from statewright.policy.words.redirects import supposed, writes_file
from statewright.policy.words.resolve import names_of
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

SCRIPTS = ("statewright/__main__.py", "statewright/agent.py", "statewright/cli/app.py", "statewright/cli/people.py")
# Programs whose words or input are run elsewhere, and variables whose values are.
TEXTS = frozenset((
    "tmux", "screen", "at", "batch", "crontab", "script", "bash", "sh", "zsh", "dash", "ksh", "less", "more", "expect", "zellij", "unbuffer", "man",
    ".", "source",
))
RUN = frozenset((
    "PAGER", "GIT_PAGER", "EDITOR", "GIT_EDITOR", "VISUAL", "GIT_SEQUENCE_EDITOR", "PROMPT_COMMAND", "PS0", "PS1", "PS4", "BASH_ENV", "ENV",
    "MANPAGER",
    "LESSOPEN",
    "LESSCLOSE", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "SSH_ASKPASS", "BROWSER", "GH_PAGER", "RSYNC_RSH", "TAR_OPTIONS",
    "FZF_DEFAULT_COMMAND", "GIT_PROXY_COMMAND", "SYSTEMD_PAGER",
    "GH_EDITOR", "PSQL_PAGER", "PSQL_EDITOR", "KUBE_EDITOR", "GLAB_PAGER", "MYSQL_PAGER", "npm_config_script_shell",
    "SUDO_ASKPASS", "npm_config_editor", "npm_config_shell", "PNPM_CONFIG_SCRIPT_SHELL", "npm_config_viewer", "npm_config_browser",
    "SUDO_EDITOR", "HGEDITOR", "SVN_EDITOR", "LESSEDIT", "FCEDIT", "BAT_PAGER", "DELTA_PAGER",
))
TYPING = ("tmux", "screen", "xdotool", "ydotool", "wtype", "wezterm", "kitty", "kitten", "zellij", "tmate", "byobu")
PLAIN = "Write: statewright status"
# They run, copy or link what their words match.
MATCHING = frozenset((
    "cp", "ln", "install", "rsync", "scp", "mv", "dd", "link", "rclone", "ditto", "cat", "bash", "sh", "dash", "zsh", "ksh", "source", ".", "node",
    "python", "python3", "bun", "deno",
))


def check(state: "State", event: "Event") -> "Finding | None":
    """Refuse a line in which any command is a person's to give."""
    found = calls(event)
    low = event.script.text.lower()
    if event.script.opaque and "statewright" in low and speaks(low):
        return Finding(DENY, RULE, "The line cannot be judged, and it names a person's verb of statewright.", ASK)
    names = names_of(event, found)
    runs = "kill" in low or "subprocess" in low or "system" in low or "exec" in low or "spawn" in low
    if any(call.name.rpartition("/")[2] in TYPING for call in found):
        from statewright.policy.texts import further_typed

        typed = further_typed.untold(found, names)
        if typed is not None:
            return Finding(DENY, RULE, "What %s types into a terminal is not plain to see." % typed.show(), "Write the text out.")
    shells = "script-shell" in low or "scriptshell" in low
    ours = "statewright" in low or "wright" in low  # a name put together holds a piece of it in most spellings
    for call in found:
        fault = _set(call, state, event) if call.command.assigns or call.name in ("export", "env", "declare") else None
        if fault:
            return fault
        if not call.words or (call.command.behind in ("npx", "uv") and supposed(call.command) and _said(call, found)):
            continue
        if call.name in ("set", "shopt") and _keyword(call):
            return Finding(DENY, RULE, "%s: words behind a command would be its variables, which nobody could judge." % call.show(), "Leave it out.")
        if shells and _shell(call) and not any("script-shell" in word for entry in state.get("command_words", ()) for word in entry):
            return Finding(DENY, RULE, "%s would run every script of the project, its checks among them, with another program." % call.show(), ASK)
        fault = _own(call, event, names) or _hook(call, names, event) or _ended(call, found, event) or nested(state, call, names)
        if not fault and not (call.words[0].plain and (call.name not in MATCHING or all(word.plain for word in call.words[1:]))):
            fault = _unnamed(call, found, names, event)
        if not fault and (ours or call.command.program or call.name.rpartition("/")[2] in TEXTS or names.written or (runs and call.name)):
            from statewright.policy.persons.carried import carried

            fault = carried(call, found, names, state, event)
        if fault:
            return fault
    return None


def _unnamed(call: "Call", found: "list[Call]", names: "Names", event: "Event") -> "Finding | None":
    """A program that only a running shell knows, or a program of ours among what words match that are run, copied or linked."""
    from statewright.policy.persons import unnamed

    if not call.words[0].plain:
        return unnamed.check(call, found, names, event)
    if call.name == "cat" and not any(writes_file(redirect) for redirect in call.command.redirects):
        return None
    kind = unnamed.takes(call, names, event)
    return Finding(DENY, RULE, unnamed.HELD, unnamed.NAMED) if kind else None


def _said(call: "Call", found: "list[Call]") -> bool:
    """Whether a text is but the name of a test: ``npx vitest -t 'statewright off is refused'``."""
    from statewright.policy.persons.carried import tests

    return any(tests(other) for other in found if other.name == call.command.behind and other.command.start == call.command.start)


def _keyword(call: "Call") -> bool:
    from statewright.policy.permitted.harmless import keyword

    return keyword(call)


def _shell(call: "Call") -> bool:
    from statewright.policy.texts import keyed

    return call.name.rpartition("/")[2] in ("npm", "pnpm", "yarn", "npx", "bun") and keyed.script_shell(call)


def _set(call: "Call", state: "State", event: "Event") -> "Finding | None":
    """Variables whose values are run: judged as the commands they are."""
    values = [(assign.name, assign.value.text) for assign in call.command.assigns]
    if call.name in ("export", "env", "declare"):
        values += [(text.partition("=")[0], text.partition("=")[2]) for text in call.texts[1:] if "=" in text]
    for assign in call.command.assigns:
        if assign.value.raw[:2] == "<(":  # BASH_ENV=<(echo …)
            values.append((assign.name, assign.value.raw[2:-1].partition(" ")[2].strip("'\"")))
    texts = [value for name, value in values if name in RUN and " " in value]
    agents = [value for _, value in values if value.rpartition("/")[2] in PROGRAMS]
    rest = [(name, value) for name, value in values if (" " in value or value in agents) and value not in texts]
    if rest and call.words:
        from statewright.policy.texts import keyed

        run = [value for name, value in rest if keyed.runs(value) and (name in RUN or keyed.says_variable(name, " " not in value))]
        texts += [value + ("" if " " in value else " x") for value in run]
    if not texts:
        return None
    from statewright.policy.persons.carried import script

    return script([text.replace("$(", "").rstrip(")") if text[:2] == "$(" else text.lstrip("|-") for text in texts], state, event)


def _own(call: "Call", event: "Event", names: "Names") -> "Finding | None":
    """Our command in any form but the plain one."""
    words = call.words
    texts = call.texts
    first = [(plain(pattern) or pattern).strip() for pattern in names.patterns(words[0])]
    at = 0
    if not words[0].static and speaks(event.script.text.lower().replace("'", "").replace('"', "")):
        return Finding(DENY, RULE, "What this command runs is not plain to see, and the line names a person's verb of statewright.", ASK)
    if not words[0].plain and any(is_own(text.partition(" ")[0], event) and " " in text for text in first):
        return Finding(DENY, RULE, REFUSED % "This command", ASK)
    if not any(is_own(text, event) for text in first):
        at = _module(texts)
        if not at:
            spoken = speaks("statewright " + " ".join(texts[1:])) or "transition" in texts[1:2]
            if not words[0].plain and "statewright" in words[0].raw.lower() and spoken:
                return Finding(DENY, RULE, REFUSED % "This command", ASK)
            return None
    rest = words[at + 1 :]
    if not rest and (call.command.open or call.command.behind == "parallel" or not words[0].static):
        return Finding(DENY, RULE, "The verb of statewright must be plain to see.", PLAIN)
    options = 0
    while options < len(rest) and rest[options].text[:1] == "-" and rest[options].text not in VERBS:
        options += 1
    verbs = [word.text for word in rest[options:]]
    if rest and not all(word.plain for word in rest[: options + 1]):
        return Finding(DENY, RULE, "The verb of statewright must be plain to see.", PLAIN)
    if not rest or (options == len(rest)):
        return None if not rest or all(word.text in VERBS for word in rest) else Finding(DENY, RULE, REFUSED % call.show())
    if options or not plain_verb(verbs) or (call.command.open and verbs[0] not in VERBS):
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
    """Where the module stands in ``python -m statewright``, however the option is written; 0 when it is none."""
    for i in range(1, len(texts)):
        text = texts[i]
        value = text.partition("m")[2] if text[:1] == "-" and text[:2] != "--" and "m" in text else ""
        if text[:1] == "-" and text[:2] != "--" and text[-1:] == "m" and i + 1 < len(texts):
            value = texts[i + 1]
            if value == "statewright" or value.startswith("statewright."):
                return i + 1
        if value == "statewright" or value.startswith("statewright."):
            return i
        if text.replace("\\", "/").endswith(SCRIPTS):
            return i if family(texts[0].rpartition("/")[2]) in ("python", "pypy", "uv", "poetry", "pdm", "hatch") else 0
    return 0


def _built(text: str) -> bool:
    """Whether a path or an address names a package of ours: ``./statewright``, ``git+https://…/statewright.git``, a wheel."""
    last = text.rstrip("/").partition("#")[0].rpartition("/")[2].partition("@")[0]
    last = last[:-4] if last[-4:] == ".git" else last
    return ("/" in text and last == "statewright") or (last[:12] == "statewright-" and last.endswith((".whl", ".tar.gz", ".zip")))


def _hook(call: "Call", names: "Names", event: "Event") -> "Finding | None":
    """Calling, copying or removing the hook."""
    texts = [text.lower() for text in call.texts[1:]]
    for word in call.words:
        raw = word.raw
        told = "/proc/" in raw and any(one in raw for one in ("PPID", "pgrep", "pidof"))
        if told and any(one in raw for one in ("/environ", "/mem", "/fd", "/maps")):
            return Finding(DENY, RULE, "Looking into other processes of this session is not the agent's to do.", ASK)
    if forged(call, names, event):
        return Finding(DENY, RULE, "The hook's programs are for the harness to call: a made-up event would be a made-up fact.", ASK)
    if any(text in INSTALLERS for text in texts[:4]) and call.name in INSTALLING and any(
        text == "statewright" or text.startswith(("statewright=", "statewright[", "statewright@", "statewright>", "statewright<", "statewright~"))
        or _built(text)
        for text in texts
    ):
        return Finding(DENY, RULE, "Installing, changing or removing statewright is not the agent's to do.", ASK)
    return None


def _ended(call: "Call", found: "list[Call]", event: "Event") -> "Finding | None":
    """Ending and tracing, looked at only where a command could do so."""
    from statewright.policy.persons.names import CONTROLS

    if call.name.rpartition("/")[2] not in CONTROLS:
        return None
    from statewright.policy.persons.processes import processes

    return processes(call, found, event)
