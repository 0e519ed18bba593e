"""The refusal of what is a person's alone, and the texts that speak of it."""

RULE = "authority"
REFUSED = "%s is for people only; an agent can ask for it."
ASK = "Tell the person what you need, and stop or go on within this state."
# Those that a text may hardly hold by chance behind our name.
SPOKEN = ("approve", "reject", "off", "pause", "install", "uninstall", "reset", "resume", "start", "accept", "attest", "prune", "mode")


def speaks(text: str) -> bool:
    """Whether a text has one of a person's verbs behind our name, options in between allowed."""
    low = text.lower()
    at = low.find("statewright")
    while at >= 0:
        rest = low[at + 11 :]
        for c in "\"'()[]{},;|&=`\\\n\t.:/":
            rest = rest[:400].replace(c, " ")
        for word in rest.split()[:12]:
            if word in SPOKEN:
                return True
        at = low.find("statewright", at + 11)
    return False
