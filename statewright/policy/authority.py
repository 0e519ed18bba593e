"""Authority: what only a person may do is refused to the agent on every road, and so is ending, replacing or escaping the hook.

A shell text is judged in ``persons/shell.py`` and a tool of unknown kind in ``persons/tools.py``, loaded when there is one.
"""

from statewright.model import READING_TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding, Snapshot, State

# Tools that take text and run none.
QUIET = frozenset(("Edit", "Write", "NotebookEdit", "apply_patch", "TodoWrite", "AskUserQuestion"))


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a person's verb, a nested harness, and what would end or replace the hook."""
    if event.command is not None:
        if event.extra.get("own"):
            return None
        from statewright.policy.persons import shell as authority_shell

        return authority_shell.check(state, event)
    if not isinstance(event.input, dict) or event.tool in READING_TOOLS or event.tool in QUIET:
        return None
    from statewright.policy.persons import tools as authority_tools

    return authority_tools.check(state, event)
