"""Names of files that begin with a dash: where a shell puts them for a bare pattern, a program takes them for options.

bash(1), Pathname Expansion: ``*`` gives the names as they are, without ``./`` in front.
"""

from statewright.policy.words.calls import Call
from statewright.policy.words.patterns import HIDDEN, glob
from statewright.shell.model import HOLE, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.resolve import Names

MOST = 2000  # names put in; a command of so many words is refused for them
OPEN = ("*", "?", "[", "-", "@", "+", "!", "(")  # how a pattern begins that a dash may match


def dashed(event: "Event", here: "list[str]") -> "list[str]":
    """The names in the folders a command runs in that begin with a dash."""
    facts = event.facts
    return [] if facts is None else [name for folder in here if "\0" not in folder for name in facts.names(folder) if name[:1] == "-"][:MOST]


def made(call: Call, names: "Names", found: "list[str]") -> "Call | None":
    """The command with the names that its patterns match put in; None where they match none."""
    words: "list[Word]" = call.words[:1]
    for i, word in enumerate(call.words[1:], 1):
        if word.text == "--":
            words += call.words[i:]
            break
        if word.glob or not word.static:
            for pattern in names.patterns(word):
                if pattern[:1] in OPEN and HOLE not in pattern and HIDDEN not in pattern and "/" not in pattern:
                    words += [Word(name, name) for name in found if any(c in pattern for c in "*?[") and glob(pattern, name)]
        words.append(word)
    if len(words) == len(call.words):
        return None
    other = Call(call.command, call.name, call.number)
    other.words, other.texts = words, [word.text for word in words]
    other.parent, other.event = call.parent, call.event
    return other
