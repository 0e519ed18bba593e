"""Authority over nested agents: another harness would start a run of its own in the initial state, or run without hooks."""

from statewright.model import DENY, Finding
from statewright.policy.agents import GOOSE, MODES, MODULES, PACKAGES, PROGRAMS
from statewright.policy.authority import ASK, RULE
from statewright.policy.authority_names import ESCAPES, HARMLESS_USES, INTERPRETERS, RUNNING, STARTERS
from statewright.policy.patterns import plain
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import State
    from statewright.policy.calls import Call
    from statewright.policy.resolve import Names

READ = (("mcp", "list"), ("mcp", "get"), ("config", "get"), ("config", "list"), ("login", "status"), ("plugin", "list"), ("auth", "status"))
STARTING = ("subprocess", "system", "exec", "spawn", "popen", "child_process", "`", "run(", "shell", "%x", "qx")
QUOTED = ("'%s'", '"%s"', "'%s ", '"%s ', "`%s ", "`%s`", "(%s ", "/%s'", '/%s"', "/%s ")
GETTING = ("install", "i", "add", "view", "info", "show", "uninstall", "remove", "update", "upgrade", "ls", "list", "outdated", "search")


def nested(state: "State", call: "Call", names: "Names") -> "Finding | None":
    """Refuse a command that starts another agent, unless the state lists it."""
    name = _agent(call, names)
    if not name:
        return None
    texts = call.texts[1:]
    if any(escape in text.lower() for text in texts for escape in ESCAPES):
        return Finding(DENY, RULE, "%s would start or leave an agent without these hooks." % call.show(), ASK)
    if name == call.name.rpartition("/")[2]:
        if (texts and texts[0] in HARMLESS_USES) or tuple(texts[:2]) in READ or (name == "copilot" and not texts):
            return None
        if name == "goose" and (texts[0] if texts else "") not in GOOSE:
            return None
    for entry in state.get("command_words", ()):
        if entry and entry[0] == call.name.rpartition("/")[2] and call.texts[1 : len(entry)] == entry[1:]:
            return None
    return Finding(
        DENY,
        RULE,
        "%s starts another agent, which would not be held by this state." % call.show(),
        "A state may list it in allowed_commands; else do the work here.",
    )


def _agent(call: "Call", names: "Names") -> str:
    """The agent that a command starts, "" when none."""
    texts = call.texts[1:]
    for pattern in (call.name,) if call.name else names.patterns(call.words[0]):
        word = (plain(pattern) or pattern).split(" ")[0]
        base = word.rpartition("/")[2]
        if base in PROGRAMS:
            return base
    name = call.name.rpartition("/")[2]
    if name in MODES and any(tuple(texts[: len(words)]) == words for words in MODES[name]):
        return name + " agent"
    if name in RUNNING and (texts[0] if texts else "") not in GETTING and not (name == "uv" and texts[:1] != ["tool"] and texts[:1] != ["run"]):
        for text in texts[:6]:
            text = text[4:] if text[:4] == "npm:" else text
            bare = text.rpartition("@")[0] or text
            if bare in PACKAGES or text in PACKAGES or (name in ("uvx", "pipx", "uv") and bare.partition("=")[0].partition("[")[0] in MODULES):
                return bare
            if bare in PROGRAMS and name in ("npx", "bunx", "uvx", "pnpx", "pipx", "uv"):
                return bare
    kind = family(name)
    if kind in INTERPRETERS:
        given = [one.heredoc.text if one.heredoc is not None else one.target.text for one in call.command.redirects if one.target is not None]
        first = next((text for text in texts if text[:1] != "-"), "")
        if "/" in first and first.rpartition("/")[2] in PROGRAMS and "/bin/" in first:
            return first.rpartition("/")[2]
        return _script(kind, [*texts, *given])
    if name in STARTERS:
        return _started(texts)
    return _copied(call, names)


def _script(kind: str, texts: "list[str]") -> str:
    """An agent run as a script or module of its interpreter, or by a program text."""
    for i, text in enumerate(texts[:8]):
        low = text.replace("\\", "/")
        package = next((one for one in PACKAGES if "/%s/" % one in low), "")
        if package and text[:1] != "-" and " " not in text:
            return package
        module = "".join(texts[i + 1 : i + 2]) if text == "-m" else text[2:] if text[:2] == "-m" else ""
        if kind == "python" and module.partition(".")[0] in MODULES:
            return module
    for text in texts:
        if len(text) > 12 and any(start in text for start in STARTING):
            for name in PROGRAMS:
                if name in text and any(mark % name in text for mark in QUOTED):
                    return name
    return ""


def _started(texts: "list[str]") -> str:
    """An agent behind a program that runs its operands, or types a text into a terminal."""
    for i, text in enumerate(texts):
        words = text.split()
        following = (words[1:] or texts[i + 1 :])[:1]
        named = bool(words and following) and words[0].rpartition("/")[2] in PROGRAMS and following != ["--version"]
        if named and (len(words) > 1 or following[0][:1] == "-" or following[0] in ("exec", "run", "chat", "Enter", "e", "C-m")):
            return words[0].rpartition("/")[2]
        if "@anthropic-ai/claude-code" in text:
            return "claude"
    return ""


def _copied(call: "Call", names: "Names") -> str:
    """An agent's program under another name."""
    if call.name not in ("cp", "ln", "install", "rsync", "scp", "mv"):
        return ""
    for word in call.words[1:-1]:
        for pattern in names.patterns(word):
            text = plain(pattern) or ""
            if text.rpartition("/")[2] in PROGRAMS and text.rpartition("/")[0].endswith("bin"):
                return text.rpartition("/")[2]
    return ""
