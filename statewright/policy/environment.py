"""Environment: a blocked variable is not read, printed or handed on; an overridden one is not set or removed.

The variable is really gone where the harness permits it; this is the second wall. The bare name in a text, a pattern, a
message or a file name is no reading.
"""

from statewright.model import DENY, Finding
from statewright.policy.calls import calls
from statewright.policy.harmless import named, set_variables
from statewright.policy.patterns import plain
from statewright.policy.resolve import Names
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State
    from statewright.policy.calls import Call

RULE = "environment"
ELSEWHERE = ("docker", "podman", "kubectl", "ssh", "docker-compose", "vagrant", "lxc")
INTERPRETERS = frozenset(
    (
        "python",
        "pypy",
        "node",
        "nodejs",
        "deno",
        "bun",
        "ts-node",
        "tsx",
        "perl",
        "ruby",
        "irb",
        "php",
        "lua",
        "luajit",
        "Rscript",
        "R",
        "julia",
        "tclsh",
        "wish",
        "expect",
        "groovy",
        "scala",
        "elixir",
        "osascript",
        "swift",
        "guile",
        "racket",
        "awk",
        "gawk",
        "mawk",
        "nawk",
        "jq",
        "gojq",
        "yq",
        "make",
        "gmake",
        "just",
        "java",
        "jshell",
        "raku",
        "nim",
        "erl",
        "iex",
        "sbcl",
        "pwsh",
        "zx",
        "ipython",
        "bb",
        "clojure",
        "kotlin",
        "ghci",
        "runghc",
        "crystal",
        "d8",
        "qjs",
        "m4",
        "octave",
        "sqlite3",
        "duckdb",
        "psql",
        "vim",
        "vi",
        "ex",
        "emacs",
        "nvim",
    )
)
# How programs reach the environment, by language.
REACHES = (
    "os.environ",
    "environ",
    "getenv",
    "process.env",
    "%ENV",
    "$ENV",
    "ENV[",
    "ENV.",
    "ENV{",
    "Deno.env",
    "Bun.env",
    "$_ENV",
    "$_SERVER",
    "phpinfo",
    "System.env",
    "Sys.getenv",
    "Sys.environ",
    "ProcessInfo",
    "os.Environ",
    "std::env",
    "env::var",
    "ENVIRON",
    "::env(",
    "::env",
    "system attribute",
    "import.meta.env",
    "import_env",
    "environb",
)


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse reading what is blocked and changing what is overridden."""
    blocked = state.get("blocked_env") or ()
    overrides = state.get("env_overrides") or {}
    if event.command is None or not (blocked or overrides):
        return None
    found = calls(event)
    if event.script.opaque:
        return Finding(DENY, RULE, "The command line cannot be judged: %s." % event.script.opaque[0])
    return (_reads(event, found, tuple(blocked)) if blocked else None) or (_sets(event, found, overrides) if overrides else None)


def _no(name: str) -> Finding:
    return Finding(
        DENY,
        RULE,
        "The variable %s is blocked in this state: it may not be read, printed or handed on." % name,
        "Work without it, or ask the person.",
    )


def _dump(what: str) -> Finding:
    return Finding(
        DENY,
        RULE,
        "%s would show the whole environment, and this state blocks variables in it." % what,
        "Ask for a single variable by name: printenv NAME.",
    )


def _reads(event: "Event", found: "list[Call]", blocked: "tuple[str, ...]") -> "Finding | None":
    names = Names(event, found)
    for expansion in event.script.expansions:
        if expansion.op == "prefix":
            if any(pattern.startswith(expansion.name) or expansion.name.startswith(pattern.partition("*")[0]) for pattern in blocked):
                return _no(expansion.name + "*")
        elif expansion.op == "!":
            values = [plain(value) for value in names.values.get(expansion.name, [HOLE])]
            if any(value is None or named(blocked, value) for value in values):
                return _no("behind ${!%s}" % expansion.name)
        elif expansion.op != "arith=" and named(blocked, expansion.name):
            return _no(expansion.name)
    for call in found:
        fault = _files(call) or (_call(call, event, found, names, blocked) if call.words else None)
        if fault:
            return fault
    return None


def _files(call: "Call") -> "Finding | None":
    for word in [*call.words[1:], *[redirect.target for redirect in call.command.redirects if redirect.target is not None]]:
        text = word.text
        if "/proc/" in text and ("environ" in text or "/env*" in text or "/en" in text or text.endswith("/*")) and " " not in text.strip():
            return _dump(text.replace(HOLE, "…"))
    return None


def _call(call: "Call", event: "Event", found: "list[Call]", names: Names, blocked: "tuple[str, ...]") -> "Finding | None":
    from statewright.shell.programs import family

    name, texts = call.name, call.texts[1:]
    if call.command.behind in ELSEWHERE:
        return None
    operands = [text for text in texts if text[:1] != "-"]
    options = "".join(text[1:] for text in texts if text[:1] == "-" and text[:2] != "--")
    if name == "printenv":
        if call.command.open or not operands or any(HOLE in text for text in operands):
            return _dump("printenv")
        return next((_no(text) for text in operands if named(blocked, text)), None)
    if name == "env" and not call.command.wrapper:
        return _dump("env") if not any("i" in text for text in texts if text[:1] == "-" and text[:2] != "--") else None
    if name == "set" and not texts:
        return _dump("set")
    if name in ("export", "declare", "typeset", "readonly", "local"):
        return _declared(call, operands, options, names, blocked)
    if name == "compgen" and ("e" in options or "v" in options or "variable" in texts or "export" in texts):
        return _dump("compgen")
    if name == "envsubst":
        return _dump("envsubst")
    if name == "ps" and (
        ("e" in texts[0] and texts[0][:1] != "-")
        or "E" in options
        or any(
            "e" in text
            and text[:1] != "-"
            and text.isalpha()
            and len(text) < 6
            and texts[max(0, i - 1)] not in ("-o", "-C", "-u", "-p", "-U", "--sort")
            for i, text in enumerate(texts)
        )
        if texts
        else False
    ):
        return _dump("ps with e")
    if name in ("docker", "podman", "kubectl", "docker-compose", "sudo", "doas", "ssh", "nerdctl", "systemd-run", "bwrap", "firejail"):
        return _handed(call, texts, blocked)
    if name == "sysctl" or not name:
        return None
    base = family(name.rpartition("/")[2])
    if base in INTERPRETERS or call.command.program:
        return _program(call, base, found, blocked)
    return None


def _declared(call: "Call", operands: "list[str]", options: str, names: Names, blocked: "tuple[str, ...]") -> "Finding | None":
    if "f" in options or "F" in options:
        return None
    if "n" in options and call.name in ("declare", "typeset", "local"):
        for word in call.words[1:]:
            if "=" in word.text and any(
                plain(value) is None or named(blocked, (plain(value) or "").partition("=")[2]) for value in names.patterns(word)
            ):
                return _no("behind a name reference")
    if not operands:
        return _dump(call.name)
    if "p" in options:
        return next((_no(text) for text in operands if named(blocked, text) or HOLE in text), None)
    return None


def _handed(call: "Call", texts: "list[str]", blocked: "tuple[str, ...]") -> "Finding | None":
    for i, text in enumerate(texts):
        value = ""
        if text in ("-e", "--env", "-E", "--setenv") and i + 1 < len(texts):
            value = texts[i + 1]
        elif text.startswith(("--env=", "--setenv=")):
            value = text.partition("=")[2]
        elif text[:2] == "-e" and len(text) > 2 and call.name in ("docker", "podman"):
            value = text[2:]
        elif text.startswith("--preserve-env="):
            value = text.partition("=")[2]
        elif "sendenv" in text.lower():
            value = text.replace("=", " ").split()[-1]
        for name in value.split(","):
            if name and "=" not in name and named(blocked, name):
                return _no(name)
    return None


def _program(call: "Call", base: str, found: "list[Call]", blocked: "tuple[str, ...]") -> "Finding | None":
    texts = _texts(call, base, found)
    for text in texts:
        if base in ("jq", "gojq", "yq"):
            fault = _jq(text, blocked)
        elif base in ("make", "gmake", "just", "m4", "psql", "sqlite3", "duckdb"):
            fault = (
                next((_no(word) for word in identifiers(text) if named(blocked, word)), None)
                if "$" in text or "=" in text or base == "just"
                else None
            )
        else:
            fault = _text(text, base, blocked)
        if fault:
            return fault
    return None


def _texts(call: "Call", base: str, found: "list[Call]") -> "list[str]":
    out = []
    for redirect in call.command.redirects:
        if redirect.heredoc is not None:
            out.append(redirect.heredoc.text)
        elif redirect.op == "<<<" and redirect.target is not None and base not in ("awk", "gawk", "mawk", "jq"):
            out.append(redirect.target.text)
    if call.command.stdin == "pipe" and base not in ("awk", "gawk", "mawk", "nawk", "jq", "gojq", "yq"):
        for other in found:
            if other.name in ("echo", "printf"):
                out += other.texts[1:]
    if base in ("awk", "gawk", "mawk", "nawk"):
        from statewright.policy.follow import awk_programs

        return [text for _, text in awk_programs(call.words)]
    if base in ("jq", "gojq", "yq"):
        first = next(
            (text for i, text in enumerate(call.texts[1:], 1) if text[:1] != "-" and call.texts[i - 1] not in ("--arg", "--argjson", "--indent")), ""
        )
        return [first, *out]
    return out + call.texts[1:]


def identifiers(text: str) -> "list[str]":
    """The words of a text that could be a variable's name."""
    out, start = [], -1
    for i, c in enumerate(text + " "):
        if c.isalnum() or c == "_":
            if start < 0:
                start = i
        elif start >= 0:
            out.append(text[start:i])
            start = -1
    return out


def _text(text: str, base: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """A program text: a blocked name in it, or the environment taken otherwise than by one plain other name."""
    reached = [reach for reach in REACHES if reach in text and (reach not in ("env.", "ENV.", "::env", "environ") or base not in ("java",))]
    if not reached:
        return None
    for word in identifiers(text):
        if named(blocked, word):
            return _no(word)
    for reach in reached:
        at = text.find(reach)
        while at >= 0:
            if not _one_name(text[at + len(reach) :], text[:at], reach):
                return _dump("The program")
            at = text.find(reach, at + len(reach))
    return None


def _one_name(rest: str, before: str, reach: str) -> bool:
    """Whether the environment is asked for one name that is written out."""
    if reach == "environ" or (reach == "getenv" and before.endswith(("Sys.", "os.", ""))):
        for longer in REACHES:
            if longer != reach and longer.endswith(reach) and before.endswith(longer[: -len(reach)]) and len(longer) > len(reach):
                return True  # judged with the longer spelling
    i = 0
    if reach == "ENV.":
        return rest.startswith(("fetch(", "key?(", "has_key?(")) and _closed(rest.partition("(")[2])
    for lead in (".get(", ".get (", "[", "(", ".", "{", ".getenv("):
        if rest.startswith(lead):
            i = len(lead)
            break
    else:
        return reach in ("ENV[", "ENV.", "ENV{", "::env(") and _closed(rest)
    return _closed(rest[i:])


def _closed(rest: str) -> bool:
    quote = rest[:1] if rest[:1] in "'\"" else ""
    i = len(quote)
    start = i
    while i < len(rest) and (rest[i].isalnum() or rest[i] == "_"):
        i += 1
    if i == start or rest[start:i] in ("items", "keys", "values", "copy", "toObject", "entries"):
        return False
    if quote:
        return rest[i : i + 1] == quote and rest[i + 1 : i + 2] in (")", "]", ",", "}")
    return rest[i : i + 1] not in ("+", "(") and not rest[i:].lstrip().startswith(("+", "."))


def _jq(text: str, blocked: "tuple[str, ...]") -> "Finding | None":
    """``env`` and ``$ENV`` in a jq filter; ``.env`` is a field."""
    i = 0
    clean = _unquoted(text)
    for piece in ("$ENV", "env"):
        i = clean.find(piece)
        while i >= 0:
            before, after = clean[i - 1 : i], clean[i + len(piece) :]
            alone = not (before and (before.isalnum() or before in '._$"')) or piece == "$ENV"
            if alone and not (after[:1].isalnum() or after[:1] == "_"):
                rest = text[i + len(piece) :]
                key = rest[1:].lstrip("[\"'").split('"')[0] if rest[:1] in ".[" else ""
                word = (identifiers(key) or [""])[0] if key else ""
                if not word:
                    return _dump("jq's %s" % piece)
                if named(blocked, word):
                    return _no(word)
            i = clean.find(piece, i + len(piece))
    return None


def _unquoted(text: str) -> str:
    """The filter with the contents of its strings blanked; an interpolation in them stays."""
    out, inside, i = [], False, 0
    while i < len(text):
        c = text[i]
        if c == "\\" and inside and text[i + 1 : i + 2] == "(":
            end = text.find(")", i)
            end = len(text) if end < 0 else end
            out.append(text[i:end])
            i = end
            continue
        if c == '"':
            inside = not inside
            out.append('"')
        else:
            out.append("_" if inside else c)
        i += 1
    return "".join(out)


def _sets(event: "Event", found: "list[Call]", overrides: "dict[str, str]") -> "Finding | None":
    """Setting or removing what the state sets."""
    for expansion in event.script.expansions:
        if expansion.op in (":=", "=", "arith=") and expansion.name in overrides:
            return _fixed(expansion.name)
    for call in found:
        for name, _ in set_variables(call.command, call.name):
            if name in overrides:
                return _fixed(name)
        texts = call.texts[1:]
        if call.name == "unset":
            for text in texts:
                if text in overrides or HOLE in text:
                    return _fixed(text.replace(HOLE, "…"))
        if call.name == "env":
            for i, text in enumerate(texts):
                if text == "-" or text == "--ignore-environment" or (text[:1] == "-" and text[:2] != "--" and "i" in text.partition("u")[0]):
                    return _fixed(next(iter(overrides)))
                value = (
                    texts[i + 1]
                    if text in ("-u", "--unset") and i + 1 < len(texts)
                    else text[2:]
                    if text[:2] == "-u"
                    else text.partition("=")[2]
                    if text.startswith("--unset=")
                    else ""
                )
                if value in overrides:
                    return _fixed(value)
                if text[:1] != "-" and "=" not in text and not (i and texts[i - 1] in ("-u", "--unset")):
                    break
        if (
            call.name in ("export", "declare", "typeset")
            and any("n" in text for text in texts if text[:1] in "-+")
            and any(text in overrides for text in texts)
        ):
            return _fixed(next(text for text in texts if text in overrides))
    return None


def _fixed(name: str) -> Finding:
    return Finding(
        DENY, RULE, "The variable %s is set by this state and may be read, not set or removed." % name, "Run the command without setting it."
    )
