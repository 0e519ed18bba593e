"""``allowed_commands``: does a command start with the words of an entry?"""

from statewright.model import DENY, Finding
from statewright.policy.calls import is_function, where
from statewright.policy.harmless import harmless, is_filter
from statewright.policy.places import git_leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.policy.calls import Call

RULE = "commands"


def matched(call: "Call", entries: "list[list[str]]") -> "list[str] | None":
    """The entry whose words the command starts with; ``git -C DIR`` and ``git --no-pager`` are skipped."""
    texts = call.texts
    if not call.words or not call.words[0].plain:
        return None
    for entry in entries:
        if entry and fits(call, texts, entry):
            return entry
    if call.name == "git":
        at, skipped = 1, False
        while at < len(texts):
            if texts[at] == "-C" and at + 1 < len(texts):
                at, skipped = at + 2, True
            elif texts[at] == "--no-pager":
                at, skipped = at + 1, True
            else:
                break
        if skipped:
            rest = [call.words[0], *call.words[at:]]
            for entry in entries:
                if (
                    entry
                    and entry[0] == "git"
                    and len(entry) > 1
                    and [word.text for word in rest[1 : len(entry)]] == entry[1:]
                    and all(word.plain for word in rest[1 : len(entry)])
                ):
                    return entry
    return None


def fits(call: "Call", texts: "list[str]", entry: "list[str]") -> bool:
    """Whether the command starts with exactly these words, all of them plain to see."""
    length = len(entry)
    if len(texts) < length or texts[1:length] != entry[1:] or not (texts[0] == entry[0] or call.name == entry[0]):
        return False
    return all(word.static and not word.brace for word in call.words[1:length])


def refused(state: "State", event: "Event", call: "Call", entries: "list[list[str]]") -> "Finding | None":
    """None when the command matches an entry, or needs none."""
    entry = matched(call, entries)
    if entry is not None:
        call.covers = len(entry)
    if call.parent is not None and call.parent.covers and _covered(call):
        return None
    if call.command.program and entry is not None and call.command.program not in ("file", "") and not _exactly(call, entry):
        return Finding(DENY, RULE, "%s%s takes its commands from a place that cannot be read here." % (call.show(), where(call, event)))
    if entry is not None:
        if git_leaves(call, event):
            return Finding(DENY, RULE, "%s%s works outside the project." % (call.show(), where(call, event)))
        return None
    if not call.name:
        return Finding(DENY, RULE, "The program of %s%s is not plain to see." % (call.show(), where(call, event)), "Write the command's name out.")
    if harmless(call, event) or is_filter(call) or is_function(call, event):
        return None
    return Finding(DENY, RULE, _why_not(call, event, state), _nearest(call, entries))


def _exactly(call: "Call", entry: "list[str]") -> bool:
    return len(entry) == len(call.texts)


def _covered(call: "Call") -> bool:
    """The entry of the command in front names this one too (``timeout 60 pytest``)."""
    parent = call.parent
    if parent is None or not call.words:
        return False
    first = call.words[0]
    for i, word in enumerate(parent.words):
        if word is first or (word.raw == first.raw and i >= len(parent.words) - len(call.words)):
            return parent.covers > i
    return False


def _why_not(call: "Call", event: "Event", state: "State") -> str:
    entries = state["allowed_commands"]
    shown = ", ".join(entries[:12]) + (" and %d more" % (len(entries) - 12) if len(entries) > 12 else "")
    return "%s%s is not in this state's commands. Listed: %s." % (call.show(), where(call, event), shown or "none")


def _nearest(call: "Call", entries: "list[list[str]]") -> str:
    """The permitted form that comes closest, if one starts with the same program."""
    from statewright.shell.programs import FILTERS

    for entry in entries:
        if entry and (entry[0] == call.name or entry[0].rpartition("/")[2] == call.name.rpartition("/")[2]):
            return "Permitted is: %s" % " ".join(entry)
    if call.name in FILTERS:
        return "%s passes behind a pipe, without a file of its own." % call.name
    return ""
