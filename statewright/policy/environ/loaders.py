"""Variables that hold a text, or name a file, which a shell runs before what it is given. bash(1), INVOCATION; sh(1p); zsh(1), STARTUP FILES.

Loaded for the lines alone that set one of them in a state that blocks variables.
"""

from statewright.model import DENY, Finding
from statewright.policy.environ.reads import RULE, check
from statewright.policy.words.calls import TOO_MANY
from statewright.policy.words.patterns import plain
from statewright.shell.programs import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

# Names whose value a shell expands as if it stood in double quotes.
EXPANDED = ("BASH_ENV", "ENV", "PS0", "PS1", "PS2", "PS4", "PROMPT", "RPROMPT")
DEEPEST = 3


def refused(event: "Event", found: "list[Call]", names: "Names", blocked: "tuple[str, ...]") -> "Finding | None":
    """Refuse what a shell would run unseen, and the values that ask for a blocked variable themselves."""
    from statewright.policy.words.calls import calls
    from statewright.policy.words.inner import inner

    for name in EXPANDED:
        for value in names.values.get(name, ()):
            text = plain(value)
            if text is not None and ("$" in text or "`" in text):
                made = inner(event, ': "%s"' % text.replace('"', '\\"'))
                if made.extra["depth"] > DEEPEST:
                    return Finding(DENY, RULE, "The command cannot be judged: %s." % TOO_MANY, "Split it.")
                fault = check(made, calls(made), blocked)
                if fault:
                    return fault
    for name in ("BASH_ENV", "ENV", "ZDOTDIR", "HOME"):
        values = [value for value in names.values.get(name, ()) if value]
        if values and any(_reads(name, call) for call in found):
            return Finding(
                DENY,
                RULE,
                "%s names a file that a shell runs before anything else, and this state blocks variables that it could show." % name,
                "Leave %s out." % name,
            )
    return None


def _reads(name: str, call: "Call") -> bool:
    """Whether a command starts a shell that runs the file: bash for each of its scripts, sh where a person types, zsh always."""
    if name == "BASH_ENV":
        return bool(call.words)
    if name == "HOME":  # its .zshenv, .bash_profile, .profile
        signs = [text for text in call.texts[1:] if text[:1] == "-" and (text[1:2] != "-" or text == "--login")]
        return call.name in ("zsh", "rzsh") or (call.name in SHELLS and any("l" in text or "i" in text for text in signs))
    if name == "ZDOTDIR":
        return call.name in ("zsh", "rzsh")
    return call.name in SHELLS and any(text[:1] == "-" and text[1:2] != "-" and "i" in text for text in call.texts[1:])
