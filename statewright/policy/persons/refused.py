"""The refusal of what is a person's alone, and the texts that speak of it."""

RULE = "authority"
REFUSED = "%s is for people only; an agent can ask for it."
ASK = "Tell the person what you need, and stop or go on within this state."
# Those that a text may hardly hold by chance behind our name.
SPOKEN = ("approve", "reject", "off", "pause", "install", "uninstall", "reset", "resume", "start", "accept", "attest", "prune", "mode")
NEAR = 12  # words that may stand between, options not counted


def speaks(text: str) -> bool:
    """Whether a text has one of a person's verbs behind our name, options in between allowed."""
    low = text.lower()
    if "statewright" not in low:
        return False
    if "\n" in low:  # a comment between the two keeps them no further apart
        low = "\n".join([line for line in low.split("\n") if line.lstrip()[:1] not in ("#", "/") or "statewright" in line or not _idle(line)])
    for c in "\"'()[]{},;|&=`\\\n\t.:/":
        low = low.replace(c, " ")
    near = 0
    for word in low.split():
        if near and word in SPOKEN:
            return True
        near = NEAR if "statewright" in word else near - (near > 0 and word[:1] != "-")
    return False


def _idle(line: str) -> bool:
    """Whether a line that may be a comment says none of the verbs."""
    return not any(word in line for word in SPOKEN)
