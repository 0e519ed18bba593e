"""Authority over tools without a shell text: scheduling, messaging and delegating tools whose text holds a person's verb; code given to others."""

from statewright.model import DENY, Finding
from statewright.policy.authority import ASK, RULE, speaks
from statewright.policy.given import reads_by_name, strings
from statewright.policy.own import SERVERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event

CARRYING = (
    "cron", "schedule", "wake", "remind", "message", "send", "exec", "run", "shell", "terminal", "command", "eval",
    "task", "agent", "monitor", "loop", "timer", "bash",
)


def check(event: "Event") -> "Finding | None":
    """Refuse a text with a command of ours that the tool would hand on, and a tool of our server that is none of its."""
    if event.mcp_server in SERVERS:  # a call of one of its tools as it is meant was recognised before
        from statewright.policy.own_tool import name_of, usage

        return Finding(DENY, RULE, usage(name_of(event.raw_tool or event.tool)) + ".", ASK)
    if reads_by_name(event.raw_tool or event.tool):
        return None
    name = (event.raw_tool or event.tool).lower()
    carries = any(piece in name for piece in CARRYING)
    for key, text in strings(event.input):
        low = key.lower()
        code = low in ("command", "cmd", "script", "code", "program", "shell", "args", "argv", "input_command")
        if not (code or (carries and low not in ("description", "title", "subject"))):
            continue
        if "statewright" in text.lower() and (speaks(text) or (code and "transition" in text)):
            if not code and event.tool in ("Agent", "TaskCreate", "TaskUpdate") and "statewright approve" not in text.lower():
                continue
            return Finding(DENY, RULE, "The call carries a command of statewright that only people may give.", ASK)
    return None
