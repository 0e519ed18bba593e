"""The second look at a line that the first one does not know, with all that is rarer; see ``policy/everyday/first.py``."""

from statewright.policy.everyday.words import STATUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State

SIGNS = ("$", "(", "<", ">", "if ", "for ", "while ", "{ ", "! ")  # of a line that is more than plain commands


def again(text: str, state: "State", event: "Event") -> "bool | None":
    """What ``clears`` says of such a line."""
    from statewright.policy.everyday.first import CLOSER, _judged

    low = text.lower()
    for silent in ("</dev/null", "2>/dev/null", ">/dev/null", "> /dev/null"):
        low = low.replace(silent, "")
    if any(part in low for part in CLOSER):
        return None
    if not any(sign in text for sign in SIGNS):
        return None
    if state.get("env_overrides") or state.get("env_allow"):
        return None
    from statewright.policy.everyday.compound import flat

    made = flat(text, state.get("blocked_env") or ())
    secrets = made is not None and event.facts.kind(event.data + "/secrets") == "dir"
    if made is None or (made[4] and "allowed_commands" in state):
        return None
    if secrets and ((made[4] == 2 and _opened(made[0])) or _listed(made[0], event)):
        return None
    return _judged(made[0], state, event, made[1], made[2], made[3])


def _opened(commands: "list[tuple[list[str], bool]]") -> bool:
    """Whether what a file tells may be the name of one that a command opens."""
    return any(STATUS in word for words, _ in commands if words[0] != "echo" for word in words)


def _listed(commands: "list[tuple[list[str], bool]]", event: "Event") -> bool:
    """Whether a listing may tell the name of a link to the secrets, which the line may hand on."""
    from statewright.policy.protecting.searches import LISTERS  # only here: most projects have no secrets
    from statewright.policy.protecting.secret_links import walked
    from statewright.policy.protecting.secrets import Secret

    return any(words[0] in LISTERS for words, _ in commands) and walked(Secret(event), event.project)
