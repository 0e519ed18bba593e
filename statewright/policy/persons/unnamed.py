"""Commands whose program only a running shell knows: by a pattern, a substitution, a list of names that ``find``, xargs or ``read`` hand over.

What such a word may match is looked up on disk. A folder that is not there, or that nobody can name here, may hold our program or an
agent's: then the words behind it tell. Loaded for such commands alone.
"""

from statewright.model import DENY, Finding
from statewright.policy.persons.names import HARMLESS_USES
from statewright.policy.persons.refused import ASK, REFUSED, RULE
from statewright.policy.words.agents import PROGRAMS as AGENTS
from statewright.policy.words.agents import PROMPTING
from statewright.policy.words.handed import handed
from statewright.policy.words.own import TELLING, VERBS, is_own, plain_verb
from statewright.policy.words.patterns import HIDDEN, glob, plain
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

MOST = 256  # folders looked into for one pattern
DENIED = "What this command runs is not plain to see, and may be an agent, which would not be held by this state."
HELD = "A program of statewright or of an agent is among what this matches: it keeps its name and place, and is run by its name."
NAMED = "Write the program's name out."


def check(call: "Call", found: "list[Call]", names: "Names", event: "Event") -> "Finding | None":
    """Refuse a command that may be a person's verb of ours or start another agent, where its program is not there to see."""
    first = names.patterns(call.words[0])
    if all(bare(pattern) for pattern in first):
        first = [HIDDEN + one if bare(one) else one for one in handed(call, found, names)] or first
    if call.words[0].subst or any(name in names.values for name, _ in call.words[0].vars):
        first = [HIDDEN + one if bare(one) else one for one in first]  # no person's shell has set it
    for pattern in first:
        words = pattern.split() or [pattern]
        if plain(words[0]) is not None and ("/" not in words[0] or call.words[0].plain):
            continue
        rest = [*(plain(one) or one for one in words[1:]), *call.texts[1:]]
        for path in _placed(words[0], call, found, names, event):
            fault = judged(path, rest, event)
            if fault:
                return fault
    return None


def _placed(pattern: str, call: "Call", found: "list[Call]", names: "Names", event: "Event") -> "list[str]":
    """A path from each folder in which the command may run; as it is where the line does not move."""
    if "/" not in pattern or pattern[:1] in ("/", "~", HOLE, HIDDEN):
        return [pattern]
    from statewright.policy.words.places import UNKNOWN, folders

    here = next((places for other, places in zip(found, folders(event, found, names), strict=False) if other is call), [])
    return [(UNKNOWN if folder == UNKNOWN else folder) + "/" + pattern for folder in here] or [pattern]


def bare(pattern: str) -> bool:
    """Whether nothing is told of a pattern."""
    return not pattern.replace(HOLE, "").replace(HIDDEN, "").strip()


def judged(pattern: str, rest: "list[str]", event: "Event") -> "Finding | None":
    """The fault of a program of which only a pattern is known, with these words behind it."""
    names = matched(pattern, event)
    verb = next((text for text in rest if text[:1] != "-"), "")
    ours, agent = names is None or any(is_own(name, event) for name in names), names is None or any(_agent(name) for name in names)
    if names is None:  # what it matches is known to nobody: the words behind it tell
        base = pattern.replace(HIDDEN, "").rpartition("/")[2] or HOLE
        ours = glob(base, "statewright") and verb in TELLING
        agent = any(glob(base, name) for name in AGENTS) and _prompts(pattern, rest)
    elif ours and (plain_verb(rest) or not rest or all(text in VERBS for text in rest)) and rest[:1] != ["transition"]:
        ours = False
    if ours:
        return Finding(DENY, RULE, REFUSED % ("statewright %s" % verb if verb else "This command"), ASK)
    if agent and rest[:1] and rest[0] not in HARMLESS_USES:
        return Finding(DENY, RULE, DENIED, NAMED)
    return None


def _prompts(pattern: str, rest: "list[str]") -> bool:
    """Whether the words are those of an agent: of a word that a person's shell may have set, -p alone tells nothing."""
    if bare(pattern) and HIDDEN not in pattern:
        return "--print" in rest[:4]
    return any(text in PROMPTING for text in rest[:4])


def _agent(path: str) -> bool:
    return path.rpartition("/")[2] in AGENTS


def matched(pattern: str, event: "Event") -> "list[str] | None":
    """The files that a pattern matches, and where they lead; None where the disk does not tell."""
    text = event.home + pattern[1:] if pattern[:2] == "~/" else pattern
    facts = event.facts
    if facts is None or "/" not in text or text[:1] in (HOLE, "~"):
        return None
    here = [""] if text[:1] == "/" else [(event.cwd or event.project)]
    parts = [part for part in text.split("/") if part]
    for i, part in enumerate(parts):
        name = plain(part)
        there: "list[str]" = []
        for folder in here:
            if name is not None:
                there.append(folder + "/" + name)
            elif i < len(parts) - 1 and HOLE in part:
                return None
            else:
                there += [folder + "/" + one for one in facts.names(folder or "/") if glob(part, one)]
        if len(there) > MOST:
            return None
        here = there
        if i < len(parts) - 1 and not any(facts.kind(one) == "dir" for one in here):
            return None
    out = [one for one in here if facts.kind(one)]
    return [*out, *(facts.real(one) for one in out)] if out else None


def takes(call: "Call", names: "Names", event: "Event") -> str:
    """Which of our programs, or an agent's, is among what the patterns of a command's words match: ``ours``, ``agent`` or ""."""
    for word in call.words[1:]:
        if word.plain:
            continue
        for pattern in names.patterns(word):
            if plain(pattern) is not None:
                continue
            for path in matched(pattern, event) or ():
                folder = path.rpartition("/")[0]
                if folder.rpartition("/")[2] in ("bin", "Scripts") and (is_own(path, event) or _agent(path)):
                    return "ours" if is_own(path, event) else "agent"
    return ""
