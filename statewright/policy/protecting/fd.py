"""Protection against ``fd``: whether its roots and pattern select a protected path, when it runs what changes files. fd(1)."""

from statewright.policy.outputs.fd import RUNS, selects
from statewright.policy.protecting.find import READERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.protecting.scene import Scene
    from statewright.policy.words.calls import Call


def runs(call: "Call", scene: "Scene", bases: "list[str]") -> str:
    """``fd -x`` and ``fd -X``: what they hand to a command that changes files."""
    for i, text in enumerate(call.texts):
        if text in RUNS and call.texts[i + 1 : i + 2] and call.texts[i + 1] not in READERS:
            return next(iter(selects(call, scene.guard, scene.names, bases)), "")
    return ""
