"""Guards: undefined, unused, never true, contradictory, reading facts that do not exist; branches nobody reaches."""

from collections.abc import Iterator

from statewright.workflow.loader import Machine
from statewright.workflow.models import Branch, Guard, Invoke, State
from statewright.workflow.predicates import FACTS, NUMERIC, contradiction, implies, never, number
from statewright.workflow.problems import Path, Problem, close, did_you_mean


def guards_of(machine: Machine, branch: Branch) -> list[Guard] | None:
    """A branch's guards, None when one is not defined (it never passes)."""
    defined = machine.workflow.guards or {}
    names = branch.guard_names()
    return [defined[name] for name in names] if all(name in defined for name in names) else None


def passable(machine: Machine, branch: Branch | Invoke) -> bool:
    """Whether some context lets the branch through."""
    if isinstance(branch, Invoke):
        return True
    guards = guards_of(machine, branch)
    return guards is not None and not any(never(guard) for guard in guards) and not contradiction(guards)


def check(machine: Machine) -> Iterator[Problem]:
    """All findings about a machine's guards."""
    used: set[str] = set()
    for name, state in machine.workflow.states.items():
        for event, branches in state.transitions().items():
            path: Path = ("states", name, "on", event)
            yield from _branches(machine, path, state, event, branches, used)
    for name, guard in (machine.workflow.guards or {}).items():
        path = ("guards", name)
        reason = never(guard)
        if reason:
            yield machine.problem("error", "guard-never", path, 'guard "%s" never passes: %s' % (name, reason), "correct op or value")
        if guard.op in ("exists", "not_exists") and "value" in guard.model_fields_set:
            yield machine.problem("error", "guard-value", (*path, "value"), "%s ignores its value" % guard.op, "remove value, or compare with eq")
        if name not in used:
            yield machine.problem("warning", "guard-unused", path, 'guard "%s" is used by no transition' % name, "use it or remove it")
        yield from _field(machine, (*path, "field"), guard)
    for key in machine.workflow.context or {}:
        if key in FACTS:
            yield machine.problem(
                "error", "context-hidden", ("context", key), 'the context key "%s" is hidden by facts' % key, "give it another name"
            )


def _branches(
    machine: Machine, path: Path, state: State, event: str, branches: list[Branch] | list[Branch | Invoke] | list[object], used: set[str]
) -> Iterator[Problem]:
    seen: list[list[Guard]] = []
    in_array = isinstance((state.on or {})[event], list)
    for index, branch in enumerate(branches):
        if not isinstance(branch, Branch):
            continue
        place = (*path, index) if in_array else path
        names = branch.guard_names()
        used.update(names)
        for name in names:
            if name not in (machine.workflow.guards or {}):
                hint = did_you_mean(name, machine.workflow.guards or {}) or 'define it under "guards"'
                yield machine.problem("error", "guard-undefined", place, 'guard "%s" is not defined: this way is closed for good' % name, hint)
        if branch.guards == [] and branch.guard is None:
            yield machine.problem(
                "warning", "guards-empty", (*place, "guards"), "an empty list of guards guards nothing", "name a guard or remove the list"
            )
        guards = guards_of(machine, branch)
        if guards is None:
            continue
        field = contradiction(guards)
        if field:
            text = "its guards exclude each other on %s: no value passes them all" % field
            yield machine.problem("error", "guard-contradiction", place, text, "remove or correct one of them")
            continue
        if any(never(guard) for guard in guards):
            continue
        if any(implies(guards, earlier) for earlier in seen):
            text = "this branch is never taken: an earlier one passes whenever it would"
            yield machine.problem("warning", "shadowed", place, text, "put it before the earlier branch, or remove it")
        seen.append(guards)


def _field(machine: Machine, path: Path, guard: Guard) -> Iterator[Problem]:
    parts = guard.field.split(".")
    root = parts[0]
    if not all(parts):
        yield machine.problem("error", "guard-field", path, '"%s" is no path: no value is ever there' % guard.field, "names joined by single dots")
    elif root == "checks":
        checks = machine.workflow.checks or {}
        if len(parts) < 3:
            yield machine.problem("error", "guard-field", path, '"%s" names no fact' % guard.field, "write checks.NAME.status")
        elif parts[1] not in checks:
            hint = did_you_mean(parts[1], checks) or 'declare it under "checks" with its command'
            yield machine.problem("error", "check-undefined", path, 'no check is called "%s"' % parts[1], hint)
        elif parts[2] not in FACTS["checks"]:
            yield machine.problem("warning", "guard-field", path, 'a check has no fact "%s"' % parts[2], did_you_mean(parts[2], FACTS["checks"]))
    elif root in FACTS:
        if len(parts) != 2 or parts[1] not in FACTS[root]:
            text = 'there is no fact "%s"' % guard.field
            yield machine.problem("error", "guard-field", path, text, did_you_mean(".".join(parts[1:]), FACTS[root]))
    else:
        yield from _context(machine, path, guard, parts)


def _context(machine: Machine, path: Path, guard: Guard, parts: list[str]) -> Iterator[Problem]:
    context = machine.workflow.context or {}
    if parts[0] not in context:
        near = close(parts[0], context)
        if near:
            yield machine.problem("warning", "guard-field", path, 'the context has no key "%s"' % parts[0], 'did you mean "%s"?' % near)
        return
    value: object = context
    for part in parts:
        if not isinstance(value, dict) or part not in value:
            return
        value = value[part]
    if value is None:
        return
    fits = number(value) if guard.op in NUMERIC else isinstance(value, (str, list)) if guard.op == "contains" else True
    if not fits:
        text = "%s does not fit what the context starts with at %s: it cannot pass before that changes" % (guard.op, guard.field)
        yield machine.problem("warning", "guard-type", path, text, "start with a value of the right kind")
