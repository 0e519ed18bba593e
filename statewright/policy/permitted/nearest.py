"""What to name beside a refused command: the permitted form that comes closest, if its verb is near. Loaded for a refusal alone."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call


def nearest(call: "Call", entries: "list[list[str]]") -> str:
    """The hint for a command that no entry permits, "" when there is nothing to say that the reason does not."""
    from statewright.shell.programs import FILTERS

    own = [entry for entry in entries if entry and entry[0].rpartition("/")[2] == call.name.rpartition("/")[2]]
    verb = _verb(call.texts[1:])
    for entry in own:
        wanted = _verb(entry[1:])
        if not wanted or not verb or near(verb, wanted):
            return "Permitted is: %s" % " ".join(entry)
    if call.name in FILTERS:
        return "%s passes behind a pipe, without a file of its own." % call.name
    return ""


def _verb(texts: "list[str]") -> str:
    """The first word that is no option."""
    return next((text for text in texts if text[:1] != "-"), "")


def near(one: str, other: str) -> bool:
    """Whether two words are the same, one begins as the other does, or one letter makes the difference."""
    if one.startswith(other) or other.startswith(one):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) < 4 or len(long) - len(short) > 1:
        return False
    at = next((i for i, c in enumerate(short) if c != long[i]), len(short))
    if len(short) == len(long):
        return short[at + 1 :] == long[at + 1 :] or (short[at : at + 2][::-1] == long[at : at + 2] and short[at + 2 :] == long[at + 2 :])
    return short[at:] == long[at + 1 :]
