"""Is a command known to be reading? One table (``shell/programs*.py``) and, for some programs, a closer look.

``refusal(call, context)`` gives None for a reader, else ``(kind, why)``. Used by the read-only shell, by the rule
about protected files (what reads cannot harm them) and by the limits.
"""

from statewright.policy.follow import awk_programs, subcommand
from statewright.policy.options import first_operands, has, parse
from statewright.policy.texts import awk_writes, sed_writes
from statewright.shell.model import HOLE
from statewright.shell.programs import row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.policy.calls import Call

    No = tuple[str, str] | None

VERSION = ("--version", "-V", "-v", "--help", "version", "-version", "-h")
UNKNOWN = "unknown"


class Context:
    """What a verdict depends on besides the command: the workflow's own table, and whether the network may be read."""

    __slots__ = ("programs", "web")

    def __init__(self, programs: "dict[str, Any] | None" = None, web: bool = False) -> None:
        self.programs = programs or {}
        self.web = web


def refusal(call: "Call", context: Context) -> "No":
    """None when the command is known to read only."""
    name = call.name
    if not name:
        return UNKNOWN, "the program is not plain to see"
    texts = call.texts[1:]
    own = override(context.programs, name, texts)
    if own:
        return None if own in ("reader", "harmless") else (own, "the workflow lists it as %s" % own)
    if name == "xargs" and all(text[:1] == "-" for text in texts) and not any(text[1:2] in "ISaE" for text in texts):
        return None  # without a command it prints
    found = row(name)
    if found is None:
        return UNKNOWN, "%s is not known" % name
    kind, details, _ = found
    if kind != "reader" and texts and len(texts) == 1 and texts[0] in VERSION and not (name in ("mypy", "pytest") and texts[0] == "-v"):
        return None
    if "subs" in details:
        return _subcommands(call, kind, details, context)
    return _judge(call, kind, details, texts, context)


def override(programs: "dict[str, Any]", name: str, texts: "list[str]") -> str:
    """The kind a workflow's ``meta.commands`` gives a command; the longest entry that fits decides."""
    best, kind = 0, ""
    for entry, value in programs.items():
        words = entry.split()
        if words and words[0] == name and words[1:] == texts[: len(words) - 1] and len(words) > best:
            best = len(words)
            kind = value if isinstance(value, str) else str(value.get("kind", "")) if isinstance(value, dict) else ""
    return kind


def _judge(call: "Call", kind: str, details: "dict[str, Any]", texts: "list[str]", context: Context) -> "No":
    """The verdict on a program's (or subcommand's) options and operands by its details."""
    how = details.get("how")
    say = details.get("say", "changes something")
    if kind != "reader" and not how:
        return kind, say
    options, operands = parse(texts, details.get("v", ""), details.get("lv", ()))
    bad = has(options, texts, details.get("w", ()))
    if bad:
        return "writer", "%s makes it write or run something" % bad
    if details.get("w") and any(text[:1] == HOLE for text in texts) and call.command.open:
        return UNKNOWN, "its options come from elsewhere"
    if "need" in details and not has(options, texts, details["need"]):
        return kind if kind != "reader" else "writer", "without %s it %s" % (
            " or ".join(details["need"][:2]),
            details.get("say", "changes something"),
        )
    most = details.get("max")
    if most is not None and (len(operands) > most or (call.command.open and most >= 0)):
        return "writer", "%s %s" % (details.get("say", "a further operand makes it write"), "") if most < 0 else "a further operand makes it write"
    return HOWS[how](call, texts, context, details) if how in HOWS else None


def _subcommands(call: "Call", kind: str, details: "dict[str, Any]", context: Context) -> "No":
    texts = call.texts[1:]
    at = first_operands(texts, details.get("glob", ()), details.get("globv", ()))
    if at < 0:
        return kind, "an option before its subcommand is not known to be harmless"
    rest = texts[at:]
    if call.command.open and not rest:
        return UNKNOWN, "its subcommand comes from elsewhere"
    if not rest:
        return None if not texts or texts[-1] in VERSION or texts[-1] == "--list" else (kind, details.get("say", "changes something"))
    for length in (3, 2, 1):
        found = details["subs"].get(" ".join(rest[:length])) if len(rest) >= length else None
        if found is not None:
            break
    else:
        return kind, "%s %s %s" % (call.name, rest[0] if HOLE not in rest[0] else "…", details.get("say", "changes something"))
    if isinstance(found, tuple):
        found = {"w": found}
    return _judge(call, "reader", found, rest[length:], context)


# Closer looks ---------------------------------------------------------------------------------------


def _find(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    for text in texts:
        if text in ("-delete",):
            return "remover", "-delete removes files"
        if text in ("-fprint", "-fprint0", "-fprintf", "-fls"):
            return "writer", "%s writes a file" % text
        if text[:1] == HOLE and call.command.open:
            return UNKNOWN, "its options come from elsewhere"
    return None  # what -exec runs is a command of its own in the list


def _sed(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    options, operands = parse(texts, "efl", ("--expression", "--file", "--line-length"))
    if call.command.open and "-n" not in [name for name, _ in options] and not operands:
        return UNKNOWN, "its script comes from elsewhere"
    if has(options, texts, ("-i", "--in-place")):
        return "writer", "-i edits in place"
    if has(options, texts, ("-f", "--file")):
        return "writer", "a script from a file (-f) cannot be checked"
    scripts = [value for name, value in options if name == "-e" or (len(name) > 4 and "--expression".startswith(name))]
    if not scripts:
        scripts = operands[:1]
    for script in scripts:
        if HOLE in script and script.replace(HOLE, "") == "":
            return UNKNOWN, "its script is not plain to see"
        fault = sed_writes(script.replace(HOLE, "1"))
        if fault:
            return "writer", "its script " + fault
    for word in call.words:
        if word.subst and any(HOLE in script and script == word.text for script in scripts):
            return UNKNOWN, "its script is not plain to see"
    return None


def _awk(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    for i, text in enumerate(texts):
        if text == "--":
            break
        if text[:2] in ("-f", "-i", "-l", "-E", "-o", "-p", "-d", "-D") or (
            text[:3] in ("--f", "--i", "--l", "--e", "--p", "--d") and text[:7] != "--field"
        ):
            return "writer", "%s loads a program or writes a file" % text[:12]
        if text[:1] != "-" and (i == 0 or texts[i - 1] not in ("-F", "-v")):
            break
    programs = awk_programs(call.words)
    if not programs:
        return UNKNOWN, "its program is not plain to see"
    for word, text in programs:
        if word.subst or text.replace(HOLE, "") == "":
            return UNKNOWN, "its program is not plain to see"
        fault = awk_writes(text.replace(HOLE, "1"))
        if fault:
            return "writer", "its program " + fault
    return None


def _date(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    _, operands = parse(texts, "drfIv")
    return ("writer", "an operand sets the clock") if any(text[:1] not in "+" for text in operands if text) and "-j" not in texts else None


def _env(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    return None if call.command.wrapper or all(text[:1] == "-" or "=" in text for text in texts) else (UNKNOWN, "what it runs is not plain to see")


def _tar(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    first = texts[0] if texts else ""
    cluster = first
    lists = ("t" in cluster and not any(c in cluster for c in "cxruAd") if first[:2] != "--" else False) or "--list" in texts
    for text in texts:
        if text[:2] == "--" and text.partition("=")[0] not in (
            "--list",
            "--file",
            "--verbose",
            "--gzip",
            "--bzip2",
            "--xz",
            "--zstd",
            "--exclude",
            "--wildcards",
            "--directory",
            "--strip-components",
            "--full-time",
            "--numeric-owner",
            "--auto-compress",
            "--force-local",
            "--no-recursion",
        ):
            return "writer", "%s may run or write something" % text[:24]
        if text[:1] == "-" and text[:2] != "--" and any(c in text for c in "cxruAIF") and text is not first:
            return "writer", "it packs or unpacks an archive"
    if not lists or (first[:2] != "--" and any(c in first for c in "IF")):
        return "writer", "it packs or unpacks an archive"
    return None


def _ar(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    return None if texts and texts[0].lstrip("-")[:1] in ("t", "p") else ("writer", "it changes an archive")


def _exiftool(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    return (
        ("writer", "it changes files")
        if any("=" in text or text[:2] in ("-o", "-w", "-@") or text == "-overwrite_original" for text in texts)
        else None
    )


def _noassign(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    return ("writer", "it sets a value") if any("=" in text for text in texts) else None


def _own(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    from statewright.policy.own import plain_verb

    return (
        None
        if plain_verb(texts) in ("status", "log", "validate", "graph", "version", "--version", "--help", "-h", "help", "explain", "lint")
        else ("writer", "this verb is given as the plain command alone")
    )


def _curl(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    from statewright.policy.web import curl

    return curl(texts, context.web)


def _network(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    if any(text.startswith(("--upload-pack", "--exec")) for text in texts):
        return "runner", "an option runs a program"
    return None


def _no(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    return "runner", "it runs a program of the user's"


def _git_list(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    """The listing forms of branch, tag, remote, stash, worktree, notes, reflog and submodule."""
    at, _ = subcommand(call.words)
    sub = call.texts[at]
    verb = next((text for text in texts if text[:1] != "-"), "")
    fault = "writer", "git %s %s changes the repository" % (sub, verb)
    if call.command.open or HOLE in verb:
        return fault
    if sub == "branch":
        return _git_names(
            texts,
            "dDmMcCfut",
            ("--list", "-l", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at"),
            (
                "--show-current",
                "-a",
                "-r",
                "-v",
                "-vv",
                "--all",
                "--remotes",
                "--verbose",
                "--sort",
                "--format",
                "-i",
                "--ignore-case",
                "--color",
                "--no-color",
                "--column",
                "--no-column",
                "--abbrev",
                "--no-abbrev",
                "-q",
            ),
            fault,
        )
    if sub == "tag":
        return _git_names(
            texts,
            "dasufmFe",
            ("--list", "-l", "--contains", "--no-contains", "--merged", "--no-merged", "--points-at", "-n", "-v", "--verify"),
            ("--sort", "--format", "-i", "--ignore-case", "--color", "--no-color", "--column", "--no-column"),
            fault,
        )
    fine = {
        "remote": ("", "show", "get-url"),
        "stash": ("list", "show"),
        "worktree": ("list",),
        "notes": ("", "list", "show", "get-ref"),
        "reflog": ("", "show", "exists", "list"),
        "submodule": ("", "status", "summary"),
    }
    if sub == "reflog" and verb not in ("expire", "delete", "drop", "write"):
        return None
    bad = [text for text in texts if text.startswith(("--output", "--ext-diff"))]
    return None if verb in fine.get(sub, ()) and not bad else fault


def _git_names(texts: "list[str]", short: str, listing: "tuple[str, ...]", fine: "tuple[str, ...]", fault: "tuple[str, str]") -> "No":
    lists = False
    for text in texts:
        name = text.partition("=")[0]
        if name in listing or (name[:2] == "-n" and name[2:].isdigit()):
            lists = True
        elif name[:2] == "--":
            if name not in fine:
                return fault
        elif name[:1] == "-" and name not in fine and any(c in short or c not in "avrilqn0123456789" for c in name[1:]):
            return fault
        elif name[:1] == "-" and "l" in name:
            lists = True
    operands = [text for i, text in enumerate(texts) if text[:1] != "-" and not (i and texts[i - 1] in ("--sort", "--format", "--color"))]
    return fault if operands and not lists else None


def _git_config(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    reads = ("--get", "--get-all", "--get-regexp", "--get-urlmatch", "--list", "-l", "get", "list", "--get-color", "--get-colorbool")
    writes = (
        "--unset",
        "--unset-all",
        "--add",
        "--replace-all",
        "--rename-section",
        "--remove-section",
        "--edit",
        "-e",
        "set",
        "unset",
        "edit",
        "rename-section",
        "remove-section",
    )
    if any(text in writes for text in texts[:4]) or any(text[:5] in ("--add", "--uns", "--rep", "--ren", "--rem", "--edi") for text in texts):
        return "writer", "git config with this option changes the configuration"
    if any(text in reads for text in texts):
        return None
    operands = [text for text in texts if text[:1] != "-"]
    return None if len(operands) == 1 and not call.command.open else ("writer", "git config NAME VALUE changes the configuration")


def _gh_api(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    for i, text in enumerate(texts):
        if text in ("-X", "--method") and texts[i + 1 : i + 2] not in (["GET"], ["HEAD"]):
            return "network", "gh api with this method changes something"
        if (text[:2] == "-X" and len(text) > 2 and text[2:].lstrip("=") not in ("GET", "HEAD")) or (
            text.startswith("--method=") and text[9:] not in ("GET", "HEAD")
        ):
            return "network", "gh api with this method changes something"
        if text[:2] in ("-f", "-F") or text.partition("=")[0] in ("--field", "--raw-field", "--input"):
            if "-X" in texts and "GET" in texts:
                continue
            return "network", "gh api with fields sends them"
        if text == "graphql":
            return "network", "a query may change something"
    return None


def _runner(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    """A test runner or linter in its reporting form."""
    from statewright.policy.runners import writes

    fault = writes(call.name, texts)
    return ("runner", fault) if fault else None


def _runners(name: str) -> "Any":
    def look(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
        from statewright.policy import runners

        fault = getattr(runners, name)(call, texts)
        return ("runner", fault) if fault else None

    return look


def _formatter(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    return None


def _python(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    from statewright.policy.runners import python

    return python(call, texts, context)


def _tee(call: "Call", texts: "list[str]", context: Context, details: "dict[str, Any]") -> "No":
    _, operands = parse(texts)
    return (
        None
        if all(text in ("/dev/null", "/dev/stderr", "/dev/stdout", "/dev/tty") for text in operands) and not call.command.open
        else ("writer", "it writes its operands")
    )


HOWS: "dict[str, Any]" = {
    "find": _find,
    "sed": _sed,
    "awk": _awk,
    "date": _date,
    "env": _env,
    "tar": _tar,
    "ar": _ar,
    "exiftool": _exiftool,
    "noassign": _noassign,
    "own": _own,
    "curl": _curl,
    "network": _network,
    "no": _no,
    "git_list": _git_list,
    "git_config": _git_config,
    "gh_api": _gh_api,
    "runner": _runner,
    "npm_run": _runners("npm_run"),
    "npx": _runners("npx"),
    "make": _runners("make"),
    "go_test": _runners("go_test"),
    "formatter": _formatter,
    "python": _python,
    "tee": _tee,
}
