"""Iterations: tool calls since the state was entered."""

from statewright.model import DENY, Finding
from statewright.policy.tools import always_passes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "iterations"
ENDING = ("KillShell", "KillBash")  # go with Bash, and may be what a transition waits for: no limit stops them


def counts(event: "Event") -> bool:
    """Whether the call uses up an iteration: not the always-passing tools, not what ends background work, not our own command."""
    return not event.extra.get("own") and not always_passes(event.tool) and event.tool not in ENDING


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """At the limit only a transition leads on."""
    limit = state.get("max_iterations")
    if limit is None or snap["count"] < limit or not counts(event):
        return None
    return Finding(DENY, RULE, "The limit of %d tool calls in state %s is reached." % (limit, state["s"]))
