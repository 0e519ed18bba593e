"""Budget: bytes of tool results the model received since the state was entered."""

from statewright.model import DENY, Finding
from statewright.policy.iterations import counts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "budget"
WARN = 0.8  # of the budget: the model is told once


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """At the limit only a transition leads on."""
    limit = state.get("context_budget_bytes")
    if limit is None or snap["bytes"] < limit or not counts(event):
        return None
    return Finding(DENY, RULE, "The context budget of state %s is used up: %d of %d bytes of tool results." % (state["s"], snap["bytes"], limit))
