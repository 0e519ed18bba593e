TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Finding, Snapshot, State

RULE = "environment"


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    return None
