"""Authority: what only a person may do is refused to the agent on every road, and so is ending, replacing or escaping the hook.

A shell text is judged in ``authority_shell.py`` and a tool of unknown kind in ``authority_tools.py``, loaded when there is one.
"""

from statewright.model import READING_TOOLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding, Snapshot, State

RULE = "authority"
# Tools that take text and run none.
QUIET = frozenset(("Edit", "Write", "NotebookEdit", "apply_patch", "TodoWrite", "AskUserQuestion"))
REFUSED = "%s is for people only; an agent can ask for it."
ASK = "Tell the person what you need, and stop or go on within this state."
# Those that a text may hardly hold by chance behind our name.
SPOKEN = ("approve", "reject", "off", "pause", "install", "uninstall", "reset", "resume", "start", "accept", "attest", "prune", "mode")


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse a person's verb, a nested harness, and what would end or replace the hook."""
    if event.command is not None:
        if event.extra.get("own"):
            return None
        from statewright.policy import authority_shell

        return authority_shell.check(state, event)
    if not isinstance(event.input, dict) or event.tool in READING_TOOLS or event.tool in QUIET:
        return None
    from statewright.policy import authority_tools

    return authority_tools.check(state, event)


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
