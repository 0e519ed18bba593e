"""Variables that a state sets: a shell line may read them, not set or remove them."""

from statewright.model import DENY, Finding
from statewright.policy.words.patterns import plain
from statewright.policy.words.resolve import names_of
from statewright.policy.words.setting import settings
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call

RULE = "environment"
READING = ("read", "mapfile", "readarray")
NAMING = (*READING, "unset", "export", "declare", "typeset", "local", "readonly")


def check(event: "Event", found: "list[Call]", overrides: "dict[str, str]") -> "Finding | None":
    """Setting or removing what the state sets."""
    for expansion in event.script.expansions:
        if expansion.op in (":=", "=", "arith=") and expansion.name in overrides:
            return _fixed(expansion.name)
    names = names_of(event, found)
    for call in found:
        for name, _, _, _ in settings(call, names):
            if name in overrides:
                return _fixed(name)
        texts = call.texts[1:]
        for name in _named(call, event, found):
            if name in overrides or HOLE in name:
                return _fixed(name.replace(HOLE, "…"))
        if call.name in ("sudo", "doas") and any(text.partition("=")[0] in overrides for text in texts if "=" in text):
            return _fixed(next(text.partition("=")[0] for text in texts if text.partition("=")[0] in overrides))
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


def _named(call: "Call", event: "Event", found: "list[Call]") -> "list[str]":
    """The names that a command sets or removes and that are not plain to see, as far as the line tells; HOLE for what it does not."""
    words = call.words[1:]
    if call.name == "printf":
        words = words[1:2] if call.texts[1:2] == ["-v"] else []
    elif call.name == "getopts":
        words = words[1:2]
    elif call.name not in NAMING:
        return []
    out = [word.text for word in words if call.name == "unset" and word.static]
    for i, word in enumerate(words):
        option = words[i - 1].text if i and call.name in READING else ""
        if HOLE not in word.text.partition("=")[0] or (option[:1] == "-" and "a" not in option):
            continue
        for pattern in names_of(event, found).patterns(word):
            text = plain(pattern)
            out.append(HOLE if text is None else text.partition("=")[0].rstrip("+").partition("[")[0])
    return out


def _fixed(name: str) -> Finding:
    return Finding(
        DENY, RULE, "The variable %s is set by this state and may be read, not set or removed." % name, "Run the command without setting it."
    )
