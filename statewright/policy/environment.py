"""Environment: a blocked variable is not read, printed or handed on; an overridden one is not set or removed.

The variable is really gone where the harness permits it; this is the second wall. The bare name in a text, a pattern, a
message or a file name is no reading. What a shell line needs is loaded for one, and only in a state that blocks or sets something.
"""

from statewright.model import ALWAYS_PASS, DENY, EDIT_TOOLS, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "environment"
QUIET = frozenset((*EDIT_TOOLS, *ALWAYS_PASS, "Agent", "Skill"))  # they run nothing and read no file of a process


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Refuse reading what is blocked and changing what is overridden."""
    blocked = state.get("blocked_env") or ()
    overrides = state.get("env_overrides") or {}
    if not (blocked or overrides):
        return None
    if event.command is None:
        if event.tool in QUIET or not isinstance(event.input, dict):
            return None
        from statewright.policy.environ import tools as env_tools

        fault = env_tools.check(event, tuple(blocked))
        for made in () if fault else env_tools.lines(event):
            fault = fault or check(state, snap, made)
        return fault
    from statewright.policy.words.calls import calls

    found = calls(event)
    if event.script.opaque:
        return Finding(DENY, RULE, "The command line cannot be judged: %s." % event.script.opaque[0])
    if blocked:
        from statewright.policy.environ import reads as env_reads

        fault = env_reads.check(event, found, tuple(blocked))
        if fault:
            return fault
    if overrides:
        from statewright.policy.environ import sets as env_sets

        return env_sets.check(event, found, overrides)
    return None
