"""Protection against git: paths its subcommands write, and ``git clean``."""

from statewright.policy.follow import subcommand
from statewright.policy.patches import patch_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.calls import Call
    from statewright.policy.paths import Guard
    from statewright.policy.resolve import Names
    from statewright.shell.model import Word

PATHS = frozenset((
    "restore", "checkout", "rm", "mv", "clean", "apply", "am", "reset", "update-index", "checkout-index", "read-tree", "archive", "worktree",
    "init", "bundle", "sparse-checkout", "stash", "format-patch", "diff", "log", "show",
))


def git(call: "Call", guard: "Guard", names: "Names", bases: "list[str]") -> str:
    at, _ = subcommand(call.words)
    sub = call.texts[at] if at < len(call.texts) else ""
    rest = call.words[at + 1 :]
    for i, text in enumerate(call.texts[:at]):
        if text == "-C" and i + 1 < at:
            bases = [base for where in bases for base in [guard.absolute(call.texts[i + 1], where)]]
    if sub not in PATHS:
        return ""
    if sub == "clean":
        return _clean(rest, guard, names, bases)
    if sub in ("apply", "am"):
        for redirect in call.command.redirects:
            if redirect.heredoc is not None:
                for _, path in patch_files(redirect.heredoc.text):
                    if any(guard.protected(path, base) for base in bases):
                        return path
    for word in rest:
        for pattern in names.patterns(word):
            for piece in [pattern, pattern.partition("=")[2]] if "=" in pattern else [pattern]:
                if piece and any(guard.hit(piece, base, "all" if sub in ("rm", "mv") else "dots") for base in bases):
                    return piece
    return ""


def _clean(rest: "list[Word]", guard: "Guard", names: "Names", bases: "list[str]") -> str:
    """``git clean``: with -x or -X it deletes what is ignored, the run among it."""
    options = "".join(word.text for word in rest if word.text[:1] == "-" and word.text[:2] != "--")
    paths = [word for word in rest if word.text[:1] != "-"]
    if "n" in options or any(word.text == "--dry-run" for word in rest):
        return ""
    ignored = "x" in options or "X" in options
    for word in paths:
        for pattern in names.patterns(word):
            if any(guard.hit(pattern, base, "all" if ignored else "dots") for base in bases):
                return pattern
    if ignored and not paths and not any(word.text in ("-e", "--exclude") or word.text.startswith("--exclude=") for word in rest):
        return ".statewright"
    return ""
