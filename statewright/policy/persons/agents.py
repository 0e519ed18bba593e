"""Authority over nested agents: another harness would start a run of its own in the initial state, or run without hooks."""

from statewright.model import DENY, Finding
from statewright.policy.persons.forgery import QUIET as SHOWING
from statewright.policy.persons.names import ESCAPES, HARMLESS_USES, STARTERS
from statewright.policy.persons.refused import ASK, RULE
from statewright.policy.words.agents import (
    GOOSE,
    HOLDERS,
    IMAGES,
    INTERPRETERS,
    LIBRARIES,
    MODES,
    MODULES,
    PACKAGES,
    PLACES,
    PROGRAMS,
    RUNNING,
    SIGNS,
)  # fmt: skip
from statewright.policy.words.patterns import plain
from statewright.policy.words.values import beside
from statewright.shell.idle import TOLD, idle
from statewright.shell.programs import family

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import State
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

READ = (("mcp", "list"), ("mcp", "get"), ("config", "get"), ("config", "list"), ("login", "status"), ("plugin", "list"), ("auth", "status"))
STARTING = ("subprocess", "system", "exec", "spawn", "popen", "child_process", "`", "run(", "shell", "%x", "qx")
OPENING = (*STARTING, "Command(", "cmd(", "do script")
QUOTED = (
    "'%s'", '"%s"', "'%s ", '"%s ', "`%s ", "`%s`", "(%s ", "/%s'", '/%s"', "/%s ", "exec %s", "spawn %s", "%%x(%s", "qx{%s",
    "qx/%s",
)
RUN = ("run", "exec", "x", "dlx", "tool")
LAUNCHERS = ("kitty", "zellij", "wezterm", "ollama", "tmux", "tmate", "byobu")
LAUNCHING = frozenset(("launch", "run", "--", "spawn", "new-window", "neww", "new-session", "new", "split-window", "splitw", "respawn-pane"))
NAMING = (["-s"], ["-t"], ["-n"], ["-L"], ["-S"])  # a session's, a window's and a socket's name
SPEAKING = ("tsx", "ts-node", "zx")
HARMLESS_ALONE = tuple([one] for one in HARMLESS_USES)
GETTING = ("install", "i", "add", "view", "info", "show", "uninstall", "remove", "update", "upgrade", "ls", "list", "outdated", "search")


def nested(state: "State", call: "Call", names: "Names") -> "Finding | None":
    """Refuse a command that starts another agent, unless the state lists it."""
    if call.command.behind == "tmux" and call.command.place[-1:] == ("wrapper tmux?",):
        return None  # a session's name, or a command: what stands before it tells, and that is tmux's own to be asked
    name = _agent(call, names)
    if not name:
        return None
    texts = call.texts[1:]
    if any(escape in text.lower() for text in texts for escape in ESCAPES):
        return Finding(DENY, RULE, "%s would start or leave an agent without these hooks." % call.show(), ASK)
    if name == call.name.rpartition("/")[2] or not call.name:
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
        if base in PROGRAMS or any(place in word for place in PLACES):
            return base
        if "node_modules/" in word and base.endswith("js") and any("/%s/" % package in word for package in PACKAGES):
            return base
    if call.command.open or not call.name:
        raw = call.words[0].raw
        if any(holder in raw for holder in HOLDERS) or ("/exe" in raw and "PPID" in raw):
            return "claude"
    name = call.name.rpartition("/")[2]
    if (name in MODES and _mode(call, MODES[name])) or (any(text in SIGNS for text in texts) and name not in SHOWING):
        return name + " agent"
    if name in RUNNING and (texts[0] if texts else "") not in GETTING and not (name == "uv" and texts[:1] != ["tool"] and texts[:1] != ["run"]):
        for i, text in enumerate(texts[:6]):
            if text in TOLD and all(one[:1] == "-" or one in RUN for one in texts[:i]):
                break
            text = text[4:] if text[:4] == "npm:" else text
            bare = text.rpartition("@")[0] or text
            if texts[i + 1 :] in HARMLESS_ALONE:
                continue
            if bare in PACKAGES or text in PACKAGES or (name in ("uvx", "pipx", "uv") and bare.partition("=")[0].partition("[")[0] in MODULES):
                return bare
            if bare in PROGRAMS and name in ("npx", "bunx", "uvx", "pnpx", "pipx", "uv"):
                return bare
    kind = family(name)
    if kind in INTERPRETERS or name in SPEAKING:
        from statewright.policy.persons.carried import given

        first = next((text for text in texts if text[:1] != "-"), "")
        if "/" in first and first.rpartition("/")[2] in PROGRAMS and "/bin/" in first:
            return first.rpartition("/")[2]
        texts = given(call, kind, names.calls, names)
        return _script(kind, texts) or _imported(texts)
    if name in LAUNCHERS and not LAUNCHING.isdisjoint(texts) and texts[-2:-1] not in NAMING and texts[-1].rpartition("/")[2] in PROGRAMS:
        return texts[-1].rpartition("/")[2]
    if name in STARTERS and not idle(name, texts):
        return _started([text for i, text in enumerate(texts) if texts[i - 1 : i] not in NAMING] if name == "tmux" else texts)
    return _copied(call, names)


def _mode(call: "Call", rows: "tuple[tuple[str, ...], ...]") -> bool:
    """Whether a program's words are those of an agent."""
    texts = call.texts[1:]
    plain_ = [text for text in texts if text[:1] != "-"]
    fed = bool(call.command.stdin or any(one.op[:1] == "<" for one in call.command.redirects))
    for words in rows:
        if not words or words == ("<",):
            if not texts and fed == bool(words):
                return True
        elif words[0][:1] == "-":
            if any(text == words[0] or text.startswith(words[0] + "=") for text in texts):
                return True
        elif tuple(texts[: len(words)]) == words or tuple(plain_[: len(words)]) == words:
            return True
    return False


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
        if len(text) < 9 or not (any(start in text for start in OPENING) or (kind in ("perl", "ruby") and "open" in text and "|" in text)):
            continue
        joined = beside(text) if "+" in text or "." in text else text
        for name in PROGRAMS:
            if any(name in one and _named(one, name) for one in dict.fromkeys((text, joined))):
                return name
    return ""


def _named(text: str, name: str) -> bool:
    """Whether a program text starts an agent by a name: as a command's first word, none of its further ones, and not for its version alone."""
    for mark in QUOTED:
        at = text.find(mark % name)
        while at >= 0:
            behind = text[at + len(mark % name) :].lstrip("'\", [(").partition(" ")[0]
            use = behind.rstrip("'\"]),;|`")
            if use not in HARMLESS_USES and (mark[0] not in "'\"" or _first(text[:at].rstrip())):
                return True
            at = text.find(mark % name, at + 1)
    return False


def _first(before: str) -> bool:
    """Whether the text in quotes behind this is a command's first word: what stands before it is neither a key nor a later word of a list."""
    if before[-5:] == ".get(" or (before[-1:] == "[" and (before[-2:-1].isalnum() or before[-2:-1] in ("_", ")", "]"))):
        return False
    if before[-1:] != ",":
        return True
    before = before[:-1].rstrip()
    if before[-1:] not in ("'", '"'):
        return True
    word = before[:-1].rpartition(before[-1])[2].rpartition("/")[2]
    return word in RUNNING or word in STARTERS or word in HANDING or "=" in word


_HANDING = "env -c -- -y --yes exec run dlx x tool -p bash sh nice time timeout stdbuf command xargs"
HANDING = frozenset(_HANDING.split())


def _imported(texts: "list[str]") -> str:
    """A library that starts an agent, in an interpreter's program."""
    for text in texts:
        if "import" in text or "require" in text:
            for one in LIBRARIES:
                if one in text:
                    return one
    return ""


def _started(texts: "list[str]") -> str:
    """An agent behind a program that runs its operands, or types a text into a terminal."""
    for i, text in enumerate(texts):
        words = text.split()
        following = (words[1:] or texts[i + 1 :])[:1]
        named = bool(words and following) and words[0].rpartition("/")[2] in PROGRAMS and following != ["--version"]
        if named and (len(words) > 1 or following[0][:1] == "-" or following[0] in ("exec", "run", "chat", "Enter", "e", "C-m")):
            return words[0].rpartition("/")[2]
        if "@anthropic-ai/claude-code" in text or any(image in text + ":" for image in IMAGES):
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
