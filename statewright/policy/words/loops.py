"""What the variables of a loop hold in the end, its body gone through once for each of its words: ``for c in a b; do t=$s; s=$t$c; done``.

bash(1), Compound Commands. Loaded for lines with such a loop alone; a single variable that grows is followed in ``filling.py``.
"""

from statewright.policy.words.patterns import LITERAL, MORE, telling
from statewright.policy.words.printing import formatted
from statewright.shell.model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names

    Step = tuple[str, "Call", int]

MOST = 4096  # steps of a loop that are gone through; what longer ones leave may be anything


def turned(names: "Names") -> None:
    """Add what each loop over words leaves in the variables that its body puts together."""
    calls = names.calls
    for at, call in enumerate(calls):
        place = call.command.place
        if call.words or not call.command.assigns or not place or place[-1][:3] != "for":
            continue
        if {assign.name for assign in call.command.assigns} != {call.command.assigns[0].name}:
            continue
        steps = _steps(calls, at)
        if steps and len(steps) * len(call.command.assigns) <= MOST:
            _turn(names, call, steps)
        else:
            for name in dict.fromkeys([name for name, _, _ in steps]):
                names.add(name, [MORE])


def _steps(calls: "list[Call]", at: int) -> "list[Step]":
    """``(name, call, which of its assignments; -1 for printf -v)`` of a loop's body, [] where nothing in it is put together."""
    place, out = calls[at].command.place, []
    grows = False
    for call in calls[at + 1 :]:
        if call.command.place[: len(place)] != place or (call.command.place == place and _heads(call)):
            break
        if call.command.place != place:
            continue
        if not call.words:
            for i, assign in enumerate(call.command.assigns):
                if assign.index is not None or (assign.value.parts[:1] and assign.value.parts[0][0] == "array"):
                    return []
                out.append((assign.name, call, i))
                grows = grows or assign.append or bool(assign.value.vars) or assign.value.subst
        elif call.name == "printf" and call.texts[1:2] == ["-v"] and len(call.words) > 3:
            out.append((call.texts[2], call, -1))
            grows = True
    return out if grows else []


def _heads(call: "Call") -> bool:
    """Whether a call sets the words of a further loop in the same place."""
    return not call.words and len(call.command.assigns) > 1


def _turn(names: "Names", head: "Call", steps: "list[Step]") -> None:
    variable = head.command.assigns[0].name
    own = dict.fromkeys([variable, *(name for name, _, _ in steps)])
    before = {name: names.values.get(name) for name in own}
    seen: "dict[str, list[str]]" = {name: [] for name in own}
    for name in own:
        names.values[name] = ["" if HOLE in one else one for one in (before[name] or [])[:1]] or [""]
    sure = True
    for assign in head.command.assigns:
        values = names.patterns(assign.value)
        for value in values if sure and len(values) < MOST else ():
            names.values[variable] = [value]
            sure = sure and all(_step(names, step, seen) for step in steps)
    for name in own:
        known = before[name]
        if known is None:
            names.values.pop(name)
        else:
            names.values[name] = known
    names.turn += 1
    for name, made in seen.items():
        if sure and made:
            names.add(name, [value for value in made if value == made[-1] or telling(value)])


def _step(names: "Names", step: "Step", seen: "dict[str, list[str]]") -> bool:
    """Do one assignment; False where it may hold more than one thing."""
    name, call, which = step
    names.turn += 1  # what a substitution tells is another now
    if which < 0:
        words = call.words[3:]
        rows = [names.patterns(word) for word in words[1:]]
        fresh = [formatted(form, [one[0] for one in rows]) for form in names.patterns(words[0])] if all(len(one) == 1 for one in rows) else []
    else:
        assign = call.command.assigns[which]
        fresh = names.patterns(assign.value)
        if assign.append:
            fresh = [old + new for old in names.values.get(name, [""]) for new in fresh]
    fresh = list(dict.fromkeys([one.replace(LITERAL, "") for one in fresh]))
    if len(fresh) != 1 or not all(len(one) < 4096 for one in fresh):
        return False
    names.values[name] = fresh
    seen[name].append(fresh[0])
    return True
