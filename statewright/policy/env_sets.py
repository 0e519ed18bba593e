"""Variables that a state sets: a shell line may read them, not set or remove them."""

from statewright.model import DENY, Finding
from statewright.policy.variables import set_variables
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.calls import Call

RULE = "environment"


def check(event: "Event", found: "list[Call]", overrides: "dict[str, str]") -> "Finding | None":
    """Setting or removing what the state sets."""
    for expansion in event.script.expansions:
        if expansion.op in (":=", "=", "arith=") and expansion.name in overrides:
            return _fixed(expansion.name)
    for call in found:
        for name, _, _ in set_variables(call.command, call.name):
            if name in overrides:
                return _fixed(name)
        texts = call.texts[1:]
        if call.name == "unset":
            for text in texts:
                if text in overrides or HOLE in text:
                    return _fixed(text.replace(HOLE, "…"))
        if call.name == "exec" and any("c" in text for text in texts[:1] if text[:1] == "-"):  # with an empty environment
            return _fixed(next(iter(overrides)))
        if call.name == "env":
            for i, text in enumerate(texts):
                if text == "-" or text == "--ignore-environment" or (text[:1] == "-" and text[:2] != "--" and "i" in text.partition("u")[0]):
                    return _fixed(next(iter(overrides)))
                value = (
                    texts[i + 1]
                    if text in ("-u", "--unset") and i + 1 < len(texts)
                    else text[2:]
                    if text[:2] == "-u"
                    else text.partition("=")[2]
                    if text.startswith("--unset=")
                    else ""
                )
                if value in overrides:
                    return _fixed(value)
                if text[:1] != "-" and "=" not in text and not (i and texts[i - 1] in ("-u", "--unset")):
                    break
        if (
            call.name in ("export", "declare", "typeset")
            and any("n" in text or (text[:1] == "+" and "x" in text) for text in texts if text[:1] in "-+")
            and any(text in overrides for text in texts)
        ):
            return _fixed(next(text for text in texts if text in overrides))
    return None


def _fixed(name: str) -> Finding:
    return Finding(
        DENY, RULE, "The variable %s is set by this state and may be read, not set or removed." % name, "Run the command without setting it."
    )
