"""Authority over tools without a shell text: scheduling, messaging and delegating tools whose text holds a person's verb; code given to others."""

from statewright.model import DENY, Finding
from statewright.policy.authority import ASK, RULE, speaks
from statewright.policy.given import CODE_KEYS, SHELL_KEYS, carries_by_name, reads_by_name, strings
from statewright.policy.own import SERVERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State

SAID = ("description", "title", "subject", "name", "label", "summary")
CARRIES = "The call carries a command of statewright that only people may give."


def check(state: "State", event: "Event") -> "Finding | None":
    """Refuse a text with a command of ours that the tool would hand on, and a tool of our server that is none of its."""
    tool = event.raw_tool or event.tool
    if event.mcp_server in SERVERS:  # a call of one of its tools as it is meant was recognised before
        from statewright.policy.own_tool import name_of, usage

        return Finding(DENY, RULE, usage(name_of(tool)) + ".", ASK)
    if reads_by_name(tool):
        return _run(state, event)
    carries = carries_by_name(tool)
    said = []
    for key, text in strings(event.input):
        low = key.lower()
        code = low in CODE_KEYS or low in SHELL_KEYS or low in ("args", "argv", "arguments")
        if not (code or (carries and low not in SAID)):
            continue
        said.append(text)
        if "wright" not in text.lower():
            continue
        if speaks(_keys(text)) or (code and ("transition" in text or _loads(text))):
            if not code and event.tool in ("Agent", "TaskCreate", "TaskUpdate") and "statewright approve" not in text.lower():
                continue
            return Finding(DENY, RULE, CARRIES, ASK)
    if event.tool in ("Agent", "TaskCreate", "TaskUpdate"):
        return None
    if carries and len(said) > 1 and any(speaks(_keys(glue.join(said))) for glue in (" ", "")):
        return Finding(DENY, RULE, CARRIES, ASK)
    return _run(state, event)


def _keys(text: str) -> str:
    """A text as keys type it: named keys in place of the characters they stand for."""
    for name in ("<space>", "{space}", "[space]", "<Space>", "Space"):
        text = text.replace(name, " ")
    return text.replace("<", " ").replace(">", " ")


def _loads(text: str) -> bool:
    from statewright.policy.authority_names import IMPORTS
    from statewright.policy.values import squeezed

    bare = squeezed(text.lower())
    return speaks(bare) or any(one in bare.replace(" ", "") for one in IMPORTS)


def _run(state: "State", event: "Event") -> "Finding | None":
    """The commands that a terminal or shell tool would run."""
    from statewright.policy import authority_shell
    from statewright.policy.terminals import events

    for made in events(event, True):
        fault = authority_shell.check(state, made)
        if fault:
            return fault
    return None
