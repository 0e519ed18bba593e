"""Is a command known to be reading? One table (``shell/programs*.py``) and, for some programs, a closer look.

``refusal(call, context)`` gives None for a reader, else ``(kind, why)``. Used by the read-only shell, by the rule
about protected files (what reads cannot harm them) and by the limits.
"""

from statewright.policy.words.options import first_operands, has, parse
from statewright.shell.model import HOLE
from statewright.shell.programs import row

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.policy.words.calls import Call

    No = tuple[str, str] | None

ALONE = ("yarn", "bundle", "deno", "tmux")  # a lone name installs, runs or starts something
VERSION = ("--version", "--help")
UNKNOWN = "unknown"
_SOME = """
    mvn mvnw mvnd gradle gradlew dotnet swift mix sbt rake flutter dart zig cabal stack lein crystal vendor/bin/phpunit
    ./vendor/bin/phpunit phpunit vendor/bin/phpstan phpstan php ruby staticcheck govulncheck hlint tflint ansible-lint vale codespell typos
    cspell markdownlint markdownlint-cli2 standardrb swiftlint detekt pipdeptree uuidgen help apropos whatis csvlook csvcut csvstat csvgrep
    csvsort datamash openssl ssh-keygen 7z 7za docker kubectl cargo npm uv poetry go rails bin/rails coverage node nodejs
"""
SOME = frozenset(_SOME.split())  # see reporters.py


class Context:
    """What a verdict depends on besides the command: the workflow's own table, whether the network may be read, and programs build to report."""

    __slots__ = ("builds", "programs", "web")

    def __init__(self, programs: "dict[str, Any] | None" = None, web: bool = False, builds: bool = False) -> None:
        self.programs = programs or {}
        self.web = web
        self.builds = builds


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
    if context.builds and name in SOME and not call.command.open:
        from statewright.policy.permitted.reporters import reports

        if reports(name, texts):
            return None
    found = row(name)
    if found is None:
        return UNKNOWN, "%s is not known" % name
    kind, details, _ = found
    if kind != "reader" and len(texts) == 1 and _shows(name, texts[0]):
        return None
    if "subs" in details:
        return _subcommands(call, kind, details, context)
    return _judge(call, kind, details, texts, context)


def _shows(name: str, option: str) -> bool:
    """Whether a program's only word makes it print its version or help."""
    if option in VERSION:
        return True
    if option[:1] != "-" and option != "version":
        return False
    from statewright.policy.words import versions

    return versions.shows(name, option)


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
    if "need" in details and not has(options, texts, details["need"], 5):
        return kind if kind != "reader" else "writer", "without %s it %s" % (
            " or ".join(details["need"][:2]),
            details.get("say", "changes something"),
        )
    most = details.get("max")
    several = most == 1 and any(word.glob or (word.subst and word.splits) for word in call.words[1:])  # one word, who knows how many files
    if most is not None and (len(operands) > most or several or (call.command.open and most >= 0)):
        return "writer", "%s %s" % (details.get("say", "a further operand makes it write"), "") if most < 0 else "a further operand makes it write"
    if not how:
        return None
    from statewright.policy.permitted import looks

    return looks.look(how, call, texts, context, details)


def _among(given: str, listed: "tuple[str, ...]") -> bool:
    return given in listed or (given[:2] == "--" and len(given) > 5 and any(one.startswith(given) for one in listed))


def _subcommands(call: "Call", kind: str, details: "dict[str, Any]", context: Context) -> "No":
    texts = call.texts[1:]
    at = first_operands(texts, details.get("glob", ()), details.get("globv", ()))
    if at < 0:
        return kind, "an option before its subcommand is not known to be harmless"
    rest = texts[at:]
    if call.command.open and not rest:
        return UNKNOWN, "its subcommand comes from elsewhere"
    if not rest and not texts and call.name in ALONE:
        return kind, "without a subcommand it %s" % details.get("say", "changes something")
    if not rest:
        return None if not texts or _shows(call.name, texts[-1]) or texts[-1] == "--list" else (kind, details.get("say", "changes something"))
    if call.name == "git" and any(text[:5] == "--out" and text[:10] != "--output-i" for text in rest):
        return "writer", "--output writes a file"
    bad = [text for text in rest if _among(text.partition("=")[0], details["all"])] if "all" in details else ()
    if bad:
        return "writer", "%s writes a file or reaches another host" % bad[0]
    if call.name in ("kubectl", "oc", "helm") and any("://" in text for text in rest):
        return "network", "it reaches another host"
    for length in (3, 2, 1):
        found = details["subs"].get(" ".join(rest[:length])) if len(rest) >= length else None
        if found is not None:
            break
    else:
        return kind, "%s %s %s" % (call.name, rest[0] if HOLE not in rest[0] else "…", details.get("say", "changes something"))
    if isinstance(found, tuple):
        found = {"w": found}
    return _judge(call, "reader", found, rest[length:], context)
