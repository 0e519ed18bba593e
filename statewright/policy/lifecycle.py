"""Lifecycle: what a run's status forbids, whatever the state lists."""

from statewright.model import DENY, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "lifecycle"


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """While an approval is pending nothing transitions: say so before the command is run."""
    words = event.extra.get("own")
    if words and words[0] == "transition" and snap["status"] == "waiting" and event.time <= snap["approval"]["deadline"]:
        return Finding(DENY, RULE, "%s waits for a person's approval; nothing else can transition until it is given or refused. "
                       "Tell the person, then go on within state %s or stop." % (snap["approval"]["event"], state["s"]))
    if snap["status"] == "waiting" and event.command is not None:
        from statewright.policy.protecting.secrets import screen

        return screen(event)
    return None
