"""The graph: ways that lead nowhere, states nobody reaches, traps at a limit, sub-machines that never end."""

from collections.abc import Iterator

from statewright.machine.runs import DEPTH
from statewright.workflow.lint_guards import guards_of, passable
from statewright.workflow.loader import Loaded, Machine
from statewright.workflow.models import Branch, Guarded, Invoke, State
from statewright.workflow.predicates import FACTS, passes
from statewright.workflow.problems import Path, Problem, did_you_mean


def targets(machine: Machine, name: str) -> Iterator[tuple[Path, str, bool]]:
    """Every state named as a way on from a state: where it is written, the name, whether anything can lead there."""
    state = machine.workflow.states[name]
    for event, branches in state.transitions().items():
        form = (state.on or {})[event]
        for index, branch in enumerate(branches):
            path: Path = ("states", name, "on", event)
            if isinstance(branch, Invoke):
                yield (*path, "on_complete"), branch.on_complete, True
                if branch.on_fail is not None:
                    yield (*path, "on_fail"), branch.on_fail, True
            else:
                place = path if isinstance(form, str) else (*path, index, "target") if isinstance(form, list) else (*path, "target")
                yield place, branch.target, passable(machine, branch)
    if state.safe_next is not None:
        yield ("states", name, "safe_next"), state.safe_next, True


def check(machine: Machine, sub: bool) -> Iterator[Problem]:
    """All findings about a machine's graph. sub: it is invoked by another."""
    states = machine.workflow.states
    edges: dict[str, set[str]] = {}
    for name, state in states.items():
        edges[name] = set()
        for path, target, possible in targets(machine, name):
            if target not in states:
                yield machine.problem("error", "unknown-target", path, 'there is no state "%s"' % target, did_you_mean(target, states))
            elif possible and state.type != "final":
                edges[name].add(target)
        if state.type == "final":
            for key in ("on", "safe_next"):
                if getattr(state, key):
                    text = "a final state is left by nothing: this is never taken"
                    yield machine.problem("error", "final-transition", ("states", name, key), text, 'remove it, or "type"')
    reached = _closure({machine.workflow.initial}, edges)
    for name in states:
        if name not in reached:
            yield machine.problem(
                "warning", "unreachable", ("states", name), 'no way leads to state "%s"' % name, "let an event lead there, or remove it"
            )
    yield from _ends(machine, edges, reached, sub)
    for name, state in states.items():
        if state.type != "final":
            yield from _limits(machine, name, state, edges[name])


def _closure(start: set[str], edges: dict[str, set[str]]) -> set[str]:
    seen, todo = set(start), list(start)
    while todo:
        for name in edges.get(todo.pop(), ()):
            if name not in seen:
                seen.add(name)
                todo.append(name)
    return seen


def _ends(machine: Machine, edges: dict[str, set[str]], reached: set[str], sub: bool) -> Iterator[Problem]:
    states = machine.workflow.states
    finals = {name for name, state in states.items() if state.type == "final"}
    back: dict[str, set[str]] = {name: set() for name in states}
    for name, onward in edges.items():
        for target in onward:
            back[target].add(name)
    ending = _closure(finals, back)
    if not finals:
        text = "there is no final state: %s" % ("the machine that invokes this one never goes on" if sub else "a run never ends")
        yield machine.problem("error" if sub else "warning", "no-final", ("states",), text, 'give the last state "type": "final"')
    for name in states:
        if name in finals:
            continue
        if not edges[name] - {name}:
            text = 'nothing leads on from state "%s" and it is not final' % name
            yield machine.problem("error", "dead-end", ("states", name), text, 'add an event under "on", or "type": "final"')
        elif finals and name in reached and name not in ending:
            text = 'no way leads from state "%s" to a final state' % name
            yield machine.problem("error", "no-way-out", ("states", name), text, "let an event lead towards one")


def _limits(machine: Machine, name: str, state: State, onward: set[str]) -> Iterator[Problem]:
    """At max_iterations or the budget only a transition leads on: there must be one that the agent can make."""
    limits = [key for key in ("max_iterations", "context_budget_bytes") if getattr(state, key) is not None]
    if not limits:
        return
    path: Path = ("states", name, limits[0])
    if not onward:
        text = 'at the limit every call is refused, and nothing leads on from state "%s"' % name
        yield machine.problem("error", "limit-trap", path, text, "add an event without a guard")
        return
    ways = [branch for branches in state.transitions().values() for branch in branches if passable(machine, branch)]
    if any(_free(branch) for branch in ways) or _fallback_free(name, state) or _checks_cover(machine, ways):
        return
    if all(_facts_only(machine, branch) for branch in ways):
        text = "at the limit every way on waits for a fact or a person: failing checks could no longer be mended"
        yield machine.problem("error", "deadlock", path, text, "add an event without a guard, such as one back to work or to a failed state")
    else:
        text = "at the limit every way on is guarded or needs approval"
        yield machine.problem("warning", "deadlock", path, text, "add an event without a guard, such as one to a failed state")


def _free(branch: Branch | Invoke) -> bool:
    return isinstance(branch, Invoke) or not (branch.guard_names() or (isinstance(branch, Guarded) and branch.requires_approval))


def _fallback_free(name: str, state: State) -> bool:
    """safe_next is refused where an event to the same state is guarded or needs approval; one to the state itself gives no fresh limits."""
    if state.safe_next in (None, name):
        return False
    same = [b for branches in state.transitions().values() for b in branches if isinstance(b, Branch) and b.target == state.safe_next]
    return all(_free(branch) for branch in same)


def _facts_only(machine: Machine, branch: Branch | Invoke) -> bool:
    if isinstance(branch, Invoke):
        return False
    if isinstance(branch, Guarded) and branch.requires_approval:
        return True
    return any(guard.field.split(".")[0] in FACTS for guard in guards_of(machine, branch) or ())


def _checks_cover(machine: Machine, ways: list[Guarded | Branch | Invoke]) -> bool:
    """Whether running one check always opens some way, passed or failed: a check may be run at any limit."""
    open_for: dict[str, set[str]] = {}
    for branch in ways:
        guards = guards_of(machine, branch) if isinstance(branch, Branch) else None
        if not guards or len(guards) != 1 or (isinstance(branch, Guarded) and branch.requires_approval):
            continue
        parts = guards[0].field.split(".")
        if len(parts) == 3 and parts[0] == "checks" and parts[2] == "status":
            open_for.setdefault(parts[1], set()).update(word for word in ("passed", "failed") if passes(guards[0], word))
    return any(words == {"passed", "failed"} for words in open_for.values())


def check_invokes(loaded: Loaded) -> Iterator[Problem]:
    """Machines that are not there, that run in a circle, or that nest too deep."""
    calls = {name: machine.invokes() for name, machine in loaded.machines.items()}
    for machine in loaded.machines.values():
        for path, name in machine.invokes():
            if loaded.missing.get(name):
                known = [other for other in loaded.machines if other != machine.name]
                hint = did_you_mean(name, known) if known else "write %s" % loaded.missing[name]
                yield machine.problem("error", "unknown-machine", path, 'there is no machine "%s"' % name, hint)
            elif name in FACTS:
                yield machine.problem(
                    "error", "context-hidden", path, 'the result of "%s" is hidden by facts' % name, "give the machine another name"
                )
            elif machine.name in _reach(name, calls):
                text = "invoking %s comes back to %s: it would nest without end" % (name, machine.name)
                yield machine.problem("error", "invoke-cycle", path, text, "remove one of the invokes")
    main = loaded.main
    if main is not None and not any(name in _reach(inner, calls) for name in calls for _, inner in calls[name]):
        depth = _depth(main.name, calls, {})
        if depth > DEPTH:
            yield main.problem("error", "invoke-depth", ("states",), "sub-machines nest %d deep, at most %d can" % (depth, DEPTH), "flatten them")


def _reach(name: str, calls: dict[str, list[tuple[Path, str]]]) -> set[str]:
    return _closure({name}, {key: {inner for _, inner in found} for key, found in calls.items()})


def _depth(name: str, calls: dict[str, list[tuple[Path, str]]], known: dict[str, int]) -> int:
    if name not in known:
        known[name] = max((1 + _depth(inner, calls, known) for _, inner in calls.get(name, ())), default=0)
    return known[name]
