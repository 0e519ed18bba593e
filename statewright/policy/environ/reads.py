"""A blocked variable in a shell line: expanded, printed, handed on, dumped with all others, or read from /proc."""

from statewright.model import DENY, Finding
from statewright.policy.permitted.variables import named
from statewright.policy.words.listed import matches
from statewright.policy.words.patterns import glob, plain
from statewright.policy.words.places import folders
from statewright.policy.words.resolve import Names
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call

RULE = "environment"
LOADERS = ("HOME", "BASH_ENV", "ENV", "ZDOTDIR", "PS0", "PS1", "PS2", "PS4", "PROMPT", "RPROMPT")  # see loaders.py
COUNTING = ("let", "integer", "float")  # they evaluate their words; the second and third are zsh's
DECLARING = ("declare", "typeset", "local", "readonly", "export")
RUN_SCRIPTS = ("npm", "pnpm", "yarn", "bun")
RUNS = (["run"], ["run-script"], ["rum"], ["urn"])  # npm-run-script(1): its aliases
ELSEWHERE = ("docker", "podman", "kubectl", "ssh", "docker-compose", "vagrant", "lxc")


def blocked_name(name: str) -> Finding:
    """The refusal of one name. Never its value."""
    return Finding(
        DENY,
        RULE,
        "The variable %s is blocked in this state: it may not be read, printed or handed on." % name,
        "Work without it, or ask the person.",
    )


def dump(what: str) -> Finding:
    """The refusal of what shows every variable."""
    return Finding(
        DENY,
        RULE,
        "%s would show the whole environment, and this state blocks variables in it." % what,
        "Ask for a single variable by name: printenv NAME.",
    )


def check(event: "Event", found: "list[Call]", blocked: "tuple[str, ...]") -> "Finding | None":
    """Refuse what shows a blocked variable's value. blocked: names and patterns."""
    names = Names(event, found)
    for expansion in event.script.expansions:
        if expansion.op == "prefix":
            if any(pattern.startswith(expansion.name) or expansion.name.startswith(pattern.partition("*")[0]) for pattern in blocked):
                return blocked_name(expansion.name + "*")
        elif expansion.op == "!":
            values = [plain(value) for value in names.values.get(expansion.name, [HOLE])]
            if any(value is None or named(blocked, value) for value in values):
                return blocked_name("behind ${!%s}" % expansion.name)
        elif expansion.op not in ("arith=", "value") and named(blocked, expansion.name):
            return blocked_name(expansion.name)
        elif expansion.op in ("arith", "value") and _evaluates(expansion.name, names, blocked):
            return blocked_name("behind the value of %s" % expansion.name)
        elif expansion.name == "parameters" and "parameters" not in names.values:
            return dump("zsh's parameters")
    from statewright.policy.environ import files as env_files

    for name, known in names.values.items():
        if name.endswith(("PAGER", "EDITOR", "BROWSER", "COMMAND", "VISUAL")) and any(value.split(" ")[0] in ("env", "printenv") for value in known):
            return dump("%s as a program" % name)
        if name in ("BASH_ENV", "ENV") and any(env_files.holds(value) for value in known):
            return dump(name)
    if any(name in names.values for name in LOADERS):
        from statewright.policy.environ import loaders as env_loaders

        fault = env_loaders.refused(event, found, names, blocked)
        if fault:
            return fault
    if names.written:
        from statewright.policy.environ import made as env_made

        fault = env_made.refused(found, names, blocked)
        if fault:
            return fault
    for kind, source in event.script.roots:  # printf %d NAME, exit NAME: zsh evaluates them
        if kind == "text" and any(named(blocked, word) for word in _names_in(source)):
            return blocked_name("in %s" % source)
    for call, here in zip(found, folders(event, found, names), strict=True):
        if call.name in COUNTING or (call.name in DECLARING and any(text[:1] == "-" and "i" in text for text in call.texts[1:])):
            for text in call.texts[1:]:
                one = next((word for word in _names_in(text) if named(blocked, word) or _evaluates(word, names, blocked)), "")
                if one:
                    return blocked_name(one)
        fault = env_files.refused(call, names, here) or (_call(call, event, found, names, blocked) if call.words else None)
        if fault:
            return fault
    return None


def _evaluates(name: str, names: Names, blocked: "tuple[str, ...]") -> bool:
    """Whether a variable's value, evaluated as arithmetic, asks for a blocked one: ``x=SECRET; echo $((x))``; its value may name a further one."""
    waiting = [name]
    for one in waiting:
        for value in names.values.get(one, ()):
            for word in _names_in(plain(value) or ""):
                if named(blocked, word):
                    return True
                waiting += [word] if word not in waiting else []
    return False


def _names_in(text: str) -> "list[str]":
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()


def _call(call: "Call", event: "Event", found: "list[Call]", names: Names, blocked: "tuple[str, ...]") -> "Finding | None":
    from statewright.policy.environ import shown as env_shown
    from statewright.shell.programs import SHELLS, family

    name, texts = call.name, call.texts[1:]
    if call.command.behind in ELSEWHERE:
        return None
    operands = [text for text in texts if text[:1] != "-"]
    options = "".join(text[1:] for text in texts if text[:1] == "-" and text[:2] != "--")
    if call.words[0].glob and any(glob(one.rpartition("/")[2], dumper) for one in names.patterns(call.words[0]) for dumper in ("env", "printenv")):
        return dump(call.show())
    if name == "printenv":
        if call.command.open or not operands or any(HOLE in text for text in operands):
            return dump("printenv")
        return next((blocked_name(text) for text in operands if named(blocked, text)), None)
    if name == "env" and not call.command.wrapper:
        return dump("env") if not any("i" in text for text in texts if text[:1] == "-" and text[:2] != "--") else None
    if name == "set" and not texts:
        return dump("set")
    if name in ("export", "declare", "typeset", "readonly", "local", "integer", "float"):
        return _declared(call, operands, options, names, blocked)
    if name == "compgen" and ("e" in options or "v" in options or "variable" in texts or "export" in texts):
        return dump("compgen")
    if name == "envsubst":
        shapes = [word for text in operands for word in _names_in(text)]
        return next((blocked_name(word) for word in shapes if named(blocked, word)), None) if shapes else dump("envsubst")
    if name in env_shown.FORMS:
        fault = env_shown.refused(call, operands, options, names, blocked)
        if fault:
            return fault
    if name in RUN_SCRIPTS and ((operands[:1] in RUNS and operands[1:2] == ["env"]) or (name == "yarn" and operands[:1] == ["env"])):
        return dump("%s run env" % name)
    if name in HANDING:
        fault = _handed(call, texts, blocked) or (env_shown.further(call, blocked) if name == "ssh" else None)
        if fault or name not in ("parallel", "env_parallel", "sem"):
            return fault
    if name == "sysctl":
        return None
    if not name:
        return _unknown(call, names, blocked)
    from statewright.policy.environ import programs as env_programs

    fault = env_shown.further(call, blocked) or _passed(call, blocked)
    if fault:
        return fault
    if name == "gh":
        return env_programs.filters(call, names, blocked)
    base = name.rpartition("/")[2]
    base = base if base in env_programs.INTERPRETERS else family(base)
    if base in env_programs.INTERPRETERS or (call.command.program and name not in SHELLS):  # a shell's text is read as commands
        put = [plain(one) or "" for word in call.words[1:] if not word.static for one in names.patterns(word)]
        return env_programs.refused(call, base, found, blocked, [*put, *_written(call, names)])
    return None


def _written(call: "Call", names: Names) -> "list[str]":
    """The text of a program file that the line itself writes."""
    files = {name.removeprefix("./"): lines for name, lines in names.written.items()}
    given = [text.removeprefix("./") for text in call.texts[1:]]
    from statewright.policy.texts.escapes import written

    return ["\n".join([written(line) for line in files[text]]) for text in given if text in files]


def _unknown(call: "Call", names: Names, blocked: "tuple[str, ...]") -> "Finding | None":
    """A command whose program nobody can tell, with a blocked name among its words. What can be told stands among the commands."""
    from statewright.policy.words import dynamic

    one = next((text for text in call.texts[1:] if named(blocked, text)), "") if dynamic.unknown(call, names) else ""
    return blocked_name(one) if one else None


def _declared(call: "Call", operands: "list[str]", options: str, names: Names, blocked: "tuple[str, ...]") -> "Finding | None":
    if "f" in options or "F" in options:
        return None
    if "n" in options and call.name in ("declare", "typeset", "local"):
        for word in call.words[1:]:
            if "=" in word.text and any(
                plain(value) is None or named(blocked, (plain(value) or "").partition("=")[2]) for value in names.patterns(word)
            ):
                return blocked_name("behind a name reference")
        if any(text[:1] not in "-+" and "=" not in text for text in operands) and "p" not in options:
            return blocked_name("behind a name reference")  # whose name a later assignment gives
    if not operands or "m" in options:  # zsh: those that match a pattern
        return dump(call.name)
    if "p" in options:
        return next((blocked_name(text) for text in operands if named(blocked, text) or HOLE in text), None)
    return None


# Options that take a variable by its name alone, of programs whose options are not called after the environment.
PASSED = {"mpirun": ("-x",), "mpiexec": ("-x", "-genvlist"), "qsub": ("-v",), "sbatch": ("--export",), "srun": ("--export",), "salloc": ("--export",)}
KEEPING = ("unset", "clear", "--no-", "remove", "delete", "ignore", "-file", "environment")
HANDING = ("docker", "podman", "kubectl", "docker-compose", "sudo", "doas", "ssh", "nerdctl", "systemd-run", "bwrap", "firejail", "su", "runuser",
           "parallel", "env_parallel", "sem")
FLAGS = "ditPqh"  # docker's short options without a value, which may stand before -e in one word


def _clustered(text: str) -> bool:
    """``-itePATH``: -e among docker's short options."""
    return text[:1] == "-" and text[1:2] != "-" and "e" in text and not text[1 : text.index("e")].strip(FLAGS)


def _secret(text: str) -> str:
    """The variable that a build is given: ``NAME``, or ``id=x,env=NAME``, or ``id=NAME`` alone."""
    parts = dict(part.partition("=")[::2] for part in text.split(","))
    if parts.get("type") == "env":
        return parts.get("env", "") or parts.get("id", "") or parts.get("target", "") or text.partition(",")[0]  # docker's; podman's
    return parts.get("env", "") or (parts.get("id", "") if "src" not in parts and "source" not in parts else "") or (text if "=" not in text else "")


def _passed(call: "Call", blocked: "tuple[str, ...]") -> "Finding | None":
    """A variable that an option hands on by its name alone, whatever the program: ``--action_env=NAME``, ``--build-arg NAME``, ``mpirun -x NAME``."""
    for i, text in enumerate(call.texts[1:], 1):
        option, sign, value = text.partition("=")
        low = option.lower()
        handing = low[:2] == "--" and "env" in low and not any(one in low for one in KEEPING)
        if not (handing or low in ("--build-arg", "--secret") or option in PASSED.get(call.name, ())):
            continue
        value = value if sign else "".join(call.texts[i + 1 : i + 2])
        for name in (_secret(value) if low == "--secret" else value).split(","):
            if name and "=" not in name and named(blocked, name):
                return blocked_name(name)
    return None


def _handed(call: "Call", texts: "list[str]", blocked: "tuple[str, ...]") -> "Finding | None":
    for i, text in enumerate(texts):
        value = ""
        if text in ("-e", "--env", "-E", "--setenv") and i + 1 < len(texts):
            value = texts[i + 1]
        elif text.startswith(("--env=", "--setenv=")):
            value = text.partition("=")[2]
        elif call.name in ("docker", "podman", "nerdctl", "docker-compose") and _clustered(text):
            value = text[text.index("e") + 1 :] or (texts[i + 1] if i + 1 < len(texts) else "")
        elif call.name in ("su", "runuser") and text in ("-w", "--whitelist-environment") and i + 1 < len(texts):
            value = texts[i + 1]
        elif text.startswith(("--preserve-env=", "--whitelist-environment=")):
            value = text.partition("=")[2]
        elif "sendenv" in text.lower():
            value = text.replace("=", " ").split()[-1]
            if "*" in value and any(matches(value, one.partition("*")[0]) or named((value,), one) for one in blocked):
                return blocked_name(value)
        elif text in ("--build-arg", "--secret") and i + 1 < len(texts):
            value = _secret(texts[i + 1])
        elif text.startswith(("--build-arg=", "--secret=")):
            value = _secret(text.partition("=")[2])
        elif text in ("--env-host", "--env-host=true") or (text == "--environment" and "config" in texts):
            return dump(call.show())
        if "*" in value and call.name == "podman" and any(matches(value, one.partition("*")[0]) or named((value,), one) for one in blocked):
            return blocked_name(value)
        if value == "_" and call.name in ("parallel", "env_parallel"):
            return dump(call.show())
        for name in value.split(","):
            if name and "=" not in name and named(blocked, name):
                return blocked_name(name)
    return None
