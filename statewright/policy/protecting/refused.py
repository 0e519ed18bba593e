"""The refusal of a protected path, and the paths that programs make and edit tools do not."""

from statewright.model import DENY, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.paths import Guard

RULE = "protection"
REASON = "%s is protected: the workflow's files and the hook settings are changed by people, outside the agent."
UNREAD = "The path is no plain text."
MADE = "Have it made by the program whose work it is, or ask the person."
HOLE = "\0"  # stands in a shell word for what only a running shell knows


def no(path: str) -> Finding:
    """The refusal for a path."""
    return Finding(DENY, RULE, REASON % (path.replace(HOLE, "…")[:200] or "A path"), "Reading it is fine; ask the person for a change.")


def made(path: str, guard: "Guard") -> str:
    """What programs make and edit tools do not: a repository itself, a program of the project's own folders."""
    if ".git" not in path.lower() and "bin" not in path.lower():
        return ""
    from statewright.policy.permitted import trusted
    from statewright.policy.words import repositories

    for form in guard.spelled(path):
        if repositories.itself(form):
            return "%s says which repository git works with: %s." % (path, repositories.MADE)
        if trusted.place(form, guard.event.project):
            return "%s counts as the program of that name: installers write there, edit tools do not." % path
    return ""
