"""Traps: is there a way on, or work that may open one, whatever the checks say, a limit leaves and a person answers?

Every state is looked at in every combination of what its checks can give. What an agent can always do: take a transition with any
data, run a declared check. What it can do below a limit alone: the state's own tools. What only a person does: approve. Stopping is
legal everywhere (the hook holds a stop back once, and never while an approval is pending), so what is reported here are runs that
could only stop, again and again.
"""

from collections.abc import Iterator
from itertools import product

from statewright.model import EDIT_TOOLS
from statewright.policy.words.listed import listed
from statewright.workflow.lint_guards import guards_of, passable
from statewright.workflow.loader import Machine
from statewright.workflow.models import Branch, Guard, Guarded, Invoke, State
from statewright.workflow.predicates import passes
from statewright.workflow.problems import Problem

MOST = 6  # checks of one state looked at in all combinations; more are taken to pass or fail together
WRITERS = (*sorted(EDIT_TOOLS), "Agent")


def check(machine: Machine) -> Iterator[Problem]:
    """States of a machine in which failing checks close every way and nothing mends what they check."""
    for name, state in machine.workflow.states.items():
        if state.type == "final" or mends(state):
            continue
        ways = [branch for branches in state.transitions().values() for branch in branches if passable(machine, branch)]
        if not ways:
            continue  # has a finding of its own
        closed = next((given for given in outcomes(machine, ways) if not _leads_on(machine, name, ways, given)), None)
        if closed is not None:
            bad = ", ".join("%s %s" % pair for pair in sorted(closed.items()))
            text = 'with %s nothing leads on from state "%s", and none of its tools could change that' % (bad, name)
            yield machine.problem("error", "stuck", ("states", name, "on"), text, "add an event for that case, such as one back to work")


def mends(state: State) -> bool:
    """Whether the state's tools may change what its checks look at. A shell with a list of commands may; one for reading does not."""
    refused = state.disallowed_tools or []
    allowed = state.allowed_tools
    if allowed is None:
        return not all(listed(refused, tool) for tool in ("Edit", "Write", "Bash"))
    if any(listed(allowed, tool) and not listed(refused, tool) for tool in WRITERS):
        return True
    if any(tool.startswith("mcp__") or "*" in tool for tool in allowed):
        return True
    return listed(allowed, "Bash") and not listed(refused, "Bash") and bool(state.allowed_commands)


def outcomes(machine: Machine, ways: list[Guarded | Branch | Invoke]) -> Iterator[dict[str, str]]:
    """Every combination of passed and failed over the checks that the ways ask for."""
    names = sorted({guard.field.split(".")[1] for way in ways for guard in _guards(machine, way) if guard.field.startswith("checks.")})
    if len(names) > MOST:
        yield from (dict.fromkeys(names, word) for word in ("failed", "passed"))
        return
    for words in product(("failed", "passed"), repeat=len(names)):
        yield dict(zip(names, words, strict=True))


def _leads_on(machine: Machine, name: str, ways: list[Guarded | Branch | Invoke], given: dict[str, str]) -> bool:
    return any(open_with(machine, way, given) for way in ways) or _falls_back(machine, name, given)


def _falls_back(machine: Machine, name: str, given: dict[str, str]) -> bool:
    """Whether an unknown event leads elsewhere: the fallback goes round no approval and no guard of an event with its target."""
    state = machine.workflow.states[name]
    if state.safe_next in (None, name):
        return False
    for branches in state.transitions().values():
        same = [way for way in branches if not isinstance(way, Invoke) and way.target == state.safe_next]
        if any(isinstance(way, Guarded) and way.requires_approval for way in same):
            return False
        if same and not any(passable(machine, way) and open_with(machine, way, given) for way in same):
            return False
    return True


def open_with(machine: Machine, way: Guarded | Branch | Invoke, given: dict[str, str]) -> bool:
    """Whether a way opens when the checks have these results, with whatever data and a person's approval."""
    return all(_holds(guard, given) for guard in _guards(machine, way))


def _guards(machine: Machine, way: Guarded | Branch | Invoke) -> list[Guard]:
    return [] if isinstance(way, Invoke) else guards_of(machine, way) or []


def _holds(guard: Guard, given: dict[str, str]) -> bool:
    parts = guard.field.split(".")
    if parts[0] != "checks" or len(parts) != 3 or parts[1] not in given:
        return True
    if parts[2] == "status":
        return passes(guard, given[parts[1]])
    if parts[2] == "exit_code":
        return passes(guard, 0) if given[parts[1]] == "passed" else any(passes(guard, code) for code in (1, 2, 124, 127))
    return True
