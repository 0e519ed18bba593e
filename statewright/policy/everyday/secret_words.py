"""The quick look at words that may meet a link to the person's secrets. Loaded where there are secrets."""

from statewright.policy.everyday.words import PATTERN, QUOTED
from statewright.policy.protecting.searches import GREPS, LISTERS, SEARCHERS
from statewright.policy.protecting.secret_links import NAMING, matches, walked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event


def quick(event: "Event", base: str, commands: "list[tuple[list[str], bool]]") -> bool:
    """For the quick look: whether a pattern among a line's words, a program that follows links or a list for xargs may meet such a link."""
    from statewright.policy.protecting.secrets import Secret

    secret = Secret(event)
    every = [words for words, _ in commands]
    fed = any("xargs" in words for words in every)
    for words in every:
        if words[0] in NAMING and not fed:
            continue
        if any("*" in word and word[0] != QUOTED and matches(secret, base + "/" + word) for word in words[1:]):
            return True
        if fed and words[0] in LISTERS:
            tests = [words[i + 1].lstrip(QUOTED + PATTERN).lower() for i, word in enumerate(words[:-1]) if word in ("-name", "-iname")]
            if (words[0] != "find" or "f" not in words) and walked(secret, base, tests):
                return True
        letter = "R" if words[0] in GREPS else "L" if words[0] in SEARCHERS else ""
        follows = bool(letter) and any(word[:1] == "-" and (letter in word or word[:4] in ("--fo", "--de")) for word in words[1:])
        if words[0] == "diff" and any(walked(secret, base + "/" + word) for word in words[1:] if word[:1] not in ("-", QUOTED)):
            return True
        if follows and walked(secret, base):
            return True
    return False


def told(event: "Event", commands: "list[list[str]]") -> bool:
    """Whether the names that a line is told while it runs are those of lists of the project's files, of which none leads to the secrets."""
    from statewright.policy.everyday.forms import lists
    from statewright.policy.everyday.rows import STARRED, TOLD
    from statewright.policy.protecting.secrets import Secret

    for words in commands:
        once = any(word in TOLD for word in words)
        if not (once and words[0] in STARRED) and not (words[0] == "echo" and len(words) == 2 and once) and not lists(words):
            return False
    return not walked(Secret(event), event.project)
