"""Commands given to tools of other servers: a terminal's text is judged like the shell's own, where a state lists commands or only reads."""

from statewright.policy import commandline
from statewright.policy.texts.terminals import events
from statewright.policy.words.given import reads_by_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding, State


def check(state: "State", event: "Event") -> "Finding | None":
    """Refuse a tool's command that the state's shell would be refused."""
    if reads_by_name(event.raw_tool or event.tool):
        return None
    for made in events(event):
        found = commandline.judge(state, made)
        if found:
            return found
    return None
