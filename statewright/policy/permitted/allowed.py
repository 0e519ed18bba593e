"""``allowed_commands``: does a command start with the words of an entry, and does what follows stay within it?"""

from statewright.model import DENY, Finding
from statewright.policy.permitted.harmless import harmless, is_filter
from statewright.policy.words.calls import is_function, where
from statewright.policy.words.places import Place, git_leaves

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, State
    from statewright.policy.permitted.beyond import Fault
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

RULE = "commands"
SHOWN = 12  # entries that a refusal names: those of the same program first
# Readers by purpose: where they write a file, they do what a redirect does.
# Subcommands of git of which some forms destroy: see beyond_git.py.
DESTROYING = frozenset((
    "branch", "tag", "remote", "stash", "worktree", "notes", "reflog", "submodule", "config", "push", "reset", "checkout", "switch", "update-ref",
    "symbolic-ref", "replace", "gc", "lfs", "maintenance", "sparse-checkout", "cherry-pick", "rebase", "merge", "bundle",
))
READERS = "sort find tree shuf uniq xxd sed gsed awk gawk mawk nawk yq iconv xmllint jsonlint cloc scc file"


def matched(call: "Call", entries: "list[list[str]]") -> "list[str] | None":
    """The entry whose words the command starts with; ``git -C DIR`` and ``git --no-pager`` are skipped."""
    found = fitting(call, entries)
    return found[0][0] if found else None


def fitting(call: "Call", entries: "list[list[str]]") -> "list[tuple[list[str], int]]":
    """Each entry that the command starts with, and how many of the command's words it covers."""
    if not call.words or not call.words[0].plain:
        return []
    first = (call.texts[0], call.name)
    out = [(entry, len(entry)) for entry in entries if entry and entry[0] in first and fits(call, call.texts, entry)]
    if out or call.name != "git":
        return out
    texts, at = call.texts, 1
    while at < len(texts):
        if texts[at] == "-C" and at + 1 < len(texts):
            at += 2
        elif texts[at] == "--no-pager":
            at += 1
        else:
            break
    if at == 1:
        return []
    for entry in entries:
        rest = call.words[at : at + len(entry) - 1]
        if len(entry) > 1 and entry[0] == "git" and [word.text for word in rest] == entry[1:] and all(word.plain for word in rest):
            out.append((entry, at + len(entry) - 1))
    return out


def fits(call: "Call", texts: "list[str]", entry: "list[str]") -> bool:
    """Whether the command starts with exactly these words, all of them plain to see."""
    length = len(entry)
    if len(texts) < length or texts[1:length] != entry[1:] or not (texts[0] == entry[0] or call.name == entry[0]):
        return False
    return all(word.static and not word.brace for word in call.words[1:length])


def refused(state: "State", event: "Event", call: "Call", entries: "list[list[str]]", names: "Names", here: "list[str]") -> "Finding | None":
    """None when the command matches an entry and asks for nothing beyond it, or needs none."""
    found = fitting(call, entries)
    if found:
        call.covers = found[0][1]
    behind = _covered(call)
    if behind and not found:
        return _within(state, event, call, [(call.texts[:behind], behind)], names, here)
    if found and call.command.program not in ("file", "") and not any(len(entry) == len(call.texts) for entry, _ in found):
        return Finding(DENY, RULE, "%s%s takes its commands from a place that cannot be read here." % (call.show(), where(call, event)))
    if found:
        if call.name[:2] == "py" and len(found[0][0]) > 1:
            from statewright.policy.permitted.trusted import beside

            fault = beside(call, event, here)
            if fault:
                return fault
        if git_leaves(call, event):
            return Finding(DENY, RULE, "%s%s works outside the project." % (call.show(), where(call, event)), "Leave -C out, or name a folder in it.")
        return _within(state, event, call, found, names, here)
    if not call.name:
        return Finding(DENY, RULE, "The program of %s%s is not plain to see." % (call.show(), where(call, event)), "Write the command's name out.")
    if harmless(call, event) or is_filter(call) or is_function(call, event):
        return None
    from statewright.policy.permitted.nearest import nearest

    return Finding(DENY, RULE, _why_not(call, event, state), nearest(call, entries))


def _covered(call: "Call") -> int:
    """How many words of the command the entry of the one in front names as well (``timeout 60 pytest``)."""
    parent = call.parent
    if parent is None or not parent.covers or not call.words:
        return 0
    first = call.words[0]
    for i, word in enumerate(parent.words):
        if word is first or (word.raw == first.raw and i >= len(parent.words) - len(call.words)):
            return max(parent.covers - i, 0)
    return 0


def _within(
    state: "State", event: "Event", call: "Call", found: "list[tuple[list[str], int]]", names: "Names", here: "list[str]"
) -> "Finding | None":
    """None when one of the entries permits every option behind its words."""
    if call.name == "git" and len(call.texts) > 2:
        lost = _destroys(state, call, found) or _helped(call, event, found)
        if lost:
            return lost
    if _plain_rest(call, found[0][1]):
        return None
    from statewright.policy.permitted.beyond import fault
    from statewright.policy.words.redirects import may_write

    first: "tuple[list[str], Fault] | None" = None
    for entry, covers in found:
        writable = len(entry) == 1 or may_write(state)  # who lists a whole program lists what it writes, too
        one = fault(call, covers, Place(event, names, here), writable, len(entry)) or _reader(call, entry, writable)
        if one is None:
            return None
        first = first or (entry, one)
    assert first is not None  # noqa: S101  (found is never empty)
    entry, one = first
    reason = "%s%s: %s of %s %s, and the entry %s does not list it." % (
        call.show(),
        where(call, event),
        one.option,
        one.program,
        one.what,
        " ".join(entry),
    )
    less = "without " + one.option if one.option[:1] in "-+" or " " not in one.option else "in a form that only reads"
    hint = "Permitted is: %s, %s%s." % (" ".join(entry), less, ", or as written where the state has Edit or Write" if one.write else "")
    return Finding(DENY, RULE, reason, hint)


def strays(call: "Call", found: "list[Call]") -> bool:
    """Whether a command within a text that another runs is none that the other's entry of several words names."""
    front = None
    for other in found:
        if other is call:
            break
        if other.name == call.command.behind and not other.command.behind:
            front = other
    if front is None or front.covers < 2 or any(part[-1:] == "?" for part in call.command.place):
        return False
    named = front.texts[1 : front.covers]
    return not any(named[i:] == call.texts[: len(named) - i] for i in range(len(named)))


def _destroys(state: "State", call: "Call", found: "list[tuple[list[str], int]]") -> "Finding | None":
    """Where the state may not edit, what a git command destroys must be in its entry's words."""
    from statewright.policy.words.redirects import may_write

    entry, covers = found[-1] if len(found) == 1 else max(found, key=lambda one: one[1])
    at = 1
    while at < covers and call.texts[at][:1] == "-":
        at += 1 + (call.texts[at] == "-C")
    if len(entry) < 2 or at >= len(call.texts) or call.texts[at] not in DESTROYING or may_write(state):
        return None
    from statewright.policy.permitted.beyond_git import destroys

    word = destroys(call, at, covers)
    if not word:
        return None
    reason = "%s destroys by %s what git keeps nowhere else, and the entry %s does not list it." % (call.show(), word, " ".join(entry))
    return Finding(DENY, RULE, reason, "Permitted is: %s, without %s, or with it where the state has Edit or Write." % (" ".join(entry), word))


def _helped(call: "Call", event: "Event", found: "list[tuple[list[str], int]]") -> "Finding | None":
    from statewright.policy.permitted.beyond_git import reached_by_helper

    word = reached_by_helper(call) if any("::" in text for text in call.texts[found[0][1] :]) else ""
    if not word:
        return None
    return Finding(DENY, RULE, "%s%s: %s starts a helper program, and the entry does not list it." % (call.show(), where(call, event), word))


def _plain_rest(call: "Call", covers: int) -> bool:
    """Whether what follows the entry are names alone: no option, no path out of here, nothing that only a shell knows."""
    if call.name in READERS.split() and len(call.words) > 1:
        return False
    if covers < len(call.texts) and call.texts[covers - 1][:1] == "-":
        return False  # it may be that option's value
    return all(
        word.static and not word.brace and word.text[:1] not in ("-", "+", "/", "~", "@") and "=" not in word.text and ".." not in word.text
        for word in call.words[covers:]
    )


def _reader(call: "Call", entry: "list[str]", writable: bool) -> "Fault | None":
    """A reader by purpose that would write a file, or run a command (sed)."""
    if call.name not in READERS.split():
        return None
    from statewright.policy.permitted.beyond import Fault
    from statewright.policy.permitted.readonly import Context, refusal

    no = _awk(call) if call.name.endswith("awk") else refusal(call, Context())
    if no is None or (no[0] not in ("writer", "remover") and "a value that is not plain to see" not in no[1]):
        return None
    runs = "runs" in no[1] or "loads" in no[1]
    if no[1].split(" ")[0] in entry or (writable and not runs):
        return None
    first, _, rest = no[1].partition(" ")
    if first[:1] == "-":
        return Fault(first, call.name, rest, not runs)
    if first == "its":
        thing, _, rest = rest.partition(" ")
        return Fault("the " + thing, call.name, rest, not runs)
    return Fault("this form", call.name, "is no reading one (%s)" % no[1].rstrip(), not runs)


def _awk(call: "Call") -> "tuple[str, str] | None":
    """What an awk program writes or loads; the commands that it runs are in the line's list by themselves."""
    from statewright.policy.permitted.looks_scripts import awk

    no = awk(call, call.texts[1:], running=False)
    return no if no is None or no[0] == "writer" else ("writer", no[1])


def _why_not(call: "Call", event: "Event", state: "State") -> str:
    entries = state["allowed_commands"]
    first = (call.name + " ", call.name)
    near = [entry for entry in entries if entry.startswith(first[0]) or entry == first[1]]
    shown = ", ".join([*near, *(entry for entry in entries if entry not in near)][:SHOWN])
    if len(entries) > SHOWN:
        shown += " and %d more (%s status)" % (len(entries) - SHOWN, event.own[0])
    return "%s%s is not in this state's commands. Listed: %s." % (call.show(), where(call, event), shown or "none")
