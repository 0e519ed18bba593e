"""Authority: what only a person may do is refused to the agent on every road, and so is ending, replacing or escaping the hook.

A person's verbs are all verbs of our command but the few in ``own.VERBS``. A nested harness would start a run of its own in
the initial state: refused unless the state lists it.
"""

from statewright.model import DENY, READING_TOOLS, Finding
from statewright.policy.calls import calls
from statewright.policy.forgery import forged
from statewright.policy.own import PAIRS, VERBS, is_own, plain_verb
from statewright.policy.protection import reads_by_name, strings
from statewright.policy.resolve import Names, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State
    from statewright.policy.calls import Call

RULE = "authority"
PERSONS = (
    "approve",
    "reject",
    "off",
    "on",
    "pause",
    "install",
    "uninstall",
    "reset",
    "resume",
    "start",
    "stop",
    "accept",
    "attest",
    "prune",
    "mode",
    "init",
    "enforce",
    "shadow",
    "force",
    "unpause",
    "doctor",
    "setup",
    "config",
    "edit",
    "set",
    "migrate",
    "export",
    "serve",
    "disable",
    "enable",
)
# Those that a text may hardly hold by chance behind our name.
SPOKEN = ("approve", "reject", "off", "pause", "install", "uninstall", "reset", "resume", "start", "accept", "attest", "prune", "mode")
HARNESSES = frozenset(
    (
        "claude",
        "codex",
        "gemini",
        "qwen",
        "opencode",
        "aider",
        "cursor-agent",
        "copilot",
        "goose",
        "crush",
        "droid",
        "cline",
        "amp",
        "auggie",
        "kiro-cli",
        "openhands",
    )
)
PACKAGES = (
    "@anthropic-ai/claude-code",
    "@openai/codex",
    "@google/gemini-cli",
    "@qwen-code/qwen-code",
    "opencode-ai",
    "@github/copilot",
    "@sourcegraph/amp",
    "@augmentcode/auggie",
)
HARMLESS_USES = ("--version", "-v", "-V", "--help", "-h", "help", "version", "doctor")
ESCAPES = (
    "--settings",
    "--setting-sources",
    "--bare",
    "disableallhooks",
    "--no-hooks",
    "--disable-hooks",
    "--managed-settings",
    "--dangerously-bypass-hooks",
    "--safe-mode",
    "hooks=",
)
# Programs that hand a text to a terminal, a scheduler, another shell or an interpreter.
CARRIERS = frozenset(
    (
        "tmux",
        "screen",
        "zellij",
        "script",
        "at",
        "batch",
        "crontab",
        "expect",
        "osascript",
        "xdotool",
        "ydotool",
        "wezterm",
        "kitty",
        "ssh",
        "watch",
        "parallel",
        "systemd-run",
        "su",
        "sudo",
        "doas",
        "nohup",
        "python",
        "node",
        "perl",
        "ruby",
        "php",
        "lua",
        "deno",
        "bun",
        "java",
        "make",
        "tcl",
        "tclsh",
        "busybox",
        "socat",
        "nc",
        "ncat",
        "launchctl",
        "dtach",
        "unbuffer",
        "pwsh",
        "bash",
        "sh",
        "zsh",
        "dash",
        "ksh",
        "fish",
        "eval",
        "source",
        ".",
        "awk",
        "gawk",
        "sed",
        "vim",
        "vi",
        "ex",
        "emacs",
        "gdb",
        "curl",
        "git",
        "claude",
        "codex",
        "just",
        "npm",
        "env",
        "open",
        "xterm",
        "gnome-terminal",
        "alacritty",
        "konsole",
        "flock",
        "entr",
        "nodemon",
        "npx",
        "uv",
        "uvx",
        "pipx",
    )
)
DATA_GIT = (
    "commit",
    "tag",
    "log",
    "grep",
    "notes",
    "show",
    "diff",
    "add",
    "blame",
    "stash",
    "merge",
    "rev-parse",
    "branch",
    "checkout",
    "switch",
    "status",
    "push",
)
INSTALLERS = ("uninstall", "remove", "install", "upgrade", "reinstall", "inject", "uninject", "rm", "purge", "autoremove", "add")
REFUSED = "%s is for people only; an agent can ask for it."
ASK = "Tell the person what you need, and stop or go on within this state."


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a person's verb, a nested harness, and what would end or replace the hook."""
    if event.command is not None:
        if event.extra.get("own"):
            return None
        return _shell(state, event)
    return _tool(event)


def _shell(state: "State", event: "Event") -> "Finding | None":
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


def speaks(text: str) -> bool:
    """Whether a text has one of a person's verbs behind our name, options in between allowed."""
    low = text.lower()
    at = low.find("statewright")
    while at >= 0:
        rest = low[at + 11 :]
        for c in "\"'()[]{},;|&=`\\\n\t.:/":
            rest = rest[:400].replace(c, " ")
        for word in rest.split()[:12]:
            if word in SPOKEN:
                return True
        at = low.find("statewright", at + 11)
    return False


def _carried(call: "Call", found: "list[Call]") -> "Finding | None":
    """A text with a person's verb in it, handed to something that runs it."""
    from statewright.shell.programs import family

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
    if any(text in INSTALLERS for text in texts[:4]) and name in (
        "pip",
        "pip3",
        "uv",
        "pipx",
        "brew",
        "apt",
        "apt-get",
        "conda",
        "poetry",
        "pdm",
        "npm",
        "dnf",
        "yum",
        "pacman",
        "port",
        "nix-env",
        "python",
        "python3",
        "hatch",
        "rye",
    ) and any(
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


def _tool(event: "Event") -> "Finding | None":
    """Scheduling, messaging and delegating tools whose text holds a person's verb; code given to other tools."""
    if (
        not isinstance(event.input, dict)
        or event.tool in READING_TOOLS
        or event.tool in ("Edit", "Write", "NotebookEdit", "apply_patch", "TodoWrite", "AskUserQuestion")
    ):
        return None
    if reads_by_name(event.raw_tool or event.tool):
        return None
    name = (event.raw_tool or event.tool).lower()
    carries = any(
        piece in name
        for piece in (
            "cron",
            "schedule",
            "wake",
            "remind",
            "message",
            "send",
            "exec",
            "run",
            "shell",
            "terminal",
            "command",
            "eval",
            "task",
            "agent",
            "monitor",
            "loop",
            "timer",
            "bash",
        )
    )
    for key, text in strings(event.input):
        low = key.lower()
        code = low in ("command", "cmd", "script", "code", "program", "shell", "args", "argv", "input_command")
        if not (code or (carries and low not in ("description", "title", "subject"))):
            continue
        if "statewright" in text.lower() and (speaks(text) or (code and "transition" in text)):
            if not code and event.tool in ("Agent", "TaskCreate", "TaskUpdate") and "statewright approve" not in text.lower():
                continue
            return Finding(DENY, RULE, "The call carries a command of statewright that only people may give.", ASK)
    return None


def trace_verbs() -> "tuple[tuple[str, str], ...]":
    """The two-word verbs an agent may use, for help texts."""
    return PAIRS
