"""XState v5 machine JSON in and out, the subset that a flat workflow has a meaning for.

Both ways: ``id``, ``initial``, ``context``, ``states`` with ``type: "final"``, ``description``, ``meta`` and ``on``; transitions as text,
object (``target``, ``guard``, ``description``) or array of objects; a guard as a name, or ``{"type": "and", "params": [names]}`` as we write
it for several. What XState has no word for (tools, limits, guard predicates, approvals, sub-machines, checks) travels in ``meta.statewright``,
so that export and import give back the same workflow; to XState itself an invoke is a plain transition to ``on_complete``.
Nested, parallel and history states, actions, delays, ``always`` and actors are refused with their place.
"""

import copy
from typing import Any

from statewright.workflow.problems import LoadError, Path, Problem, json_path
from statewright.workflow.source import BadSource, parse

OURS = "statewright"
MACHINE_KEYS = ("id", "initial", "context", "states", "description", "meta", "version", "types", "$schema")
STATE_KEYS = ("type", "on", "description", "meta", "tags", "id")
BRANCH_KEYS = ("target", "guard", "description", "meta", "reenter")


def to_xstate(workflow: dict[str, Any]) -> dict[str, Any]:
    """A workflow (the JSON object of its file) as XState machine JSON for ``createMachine``."""
    rest = {key: value for key, value in workflow.items() if key not in ("id", "initial", "context", "states", "description")}
    machine: dict[str, Any] = {key: copy.deepcopy(workflow[key]) for key in ("id", "initial", "description", "context") if key in workflow}
    machine["states"] = {name: _state_out(state) for name, state in workflow["states"].items()}
    if rest:
        machine["meta"] = {OURS: copy.deepcopy(rest)}
    return machine


def _state_out(state: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {key: state[key] for key in ("type", "description") if key in state}
    rest = {key: copy.deepcopy(value) for key, value in state.items() if key not in ("type", "description", "on")}
    kept: dict[str, Any] = {}
    if "on" in state:
        out["on"] = {}
        for event, form in state["on"].items():
            out["on"][event], lossy = _form_out(form)
            if lossy:
                kept[event] = copy.deepcopy(form)
    if kept:
        rest["on"] = kept
    if rest:
        out["meta"] = {OURS: rest}
    return out


def _form_out(form: Any) -> tuple[Any, bool]:
    """The transition as XState has it, and whether the original must be kept beside it."""
    if isinstance(form, str):
        return _target(form), False
    if isinstance(form, list):
        done = [_branch_out(item) for item in form]
        return [item for item, _ in done], any(lossy for _, lossy in done)
    if "invoke" in form:
        return {"target": _target(form["on_complete"])}, True
    return _branch_out(form)


def _branch_out(branch: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    out: dict[str, Any] = {"target": _target(branch["target"])}
    if "description" in branch:
        out["description"] = branch["description"]
    names = ([branch["guard"]] if "guard" in branch else []) + list(branch.get("guards", ()))
    if len(names) == 1:
        out["guard"] = names[0]
    elif names:
        out["guard"] = {"type": "and", "params": names}
    return out, bool(set(branch) - {"target", "guard", "description"})


def _target(name: str) -> str:
    """XState reads ``.`` and a leading ``#`` in a target; a backslash keeps the dot a dot."""
    return name.replace(".", "\\.")


def from_xstate(data: bytes, file: str = "") -> dict[str, Any]:
    """The workflow in XState machine JSON, to be written to a file and loaded. LoadError for what has no meaning here."""
    try:
        source = parse(data)
    except BadSource as error:
        raise LoadError([Problem("error", "json", str(error), error.mend, file, error.line, json_path(error.path), "load")]) from None
    problems: list[Problem] = []

    def bad(path: Path, message: str, mend: str = "") -> None:
        problems.append(Problem("error", "xstate", message, mend, file, source.line(path), json_path(path), "load"))

    machine = source.value
    if not isinstance(machine, dict) or not isinstance(machine.get("states"), dict):
        bad((), "this is no XState machine", "an object with id, initial and states")
        raise LoadError(problems)
    _only(machine, MACHINE_KEYS, (), bad)
    out = {key: copy.deepcopy(machine[key]) for key in ("id", "initial", "description", "context") if key in machine}
    out.setdefault("id", "machine")
    out.update(_ours(machine, (), bad))
    if isinstance(machine.get("version"), str):
        out.setdefault("meta", {})["version"] = machine["version"]
    out["states"] = {name: _state_in(state, ("states", name), bad) for name, state in machine["states"].items()}
    if problems:
        raise LoadError(problems)
    return out


def _only(value: dict[str, Any], keys: tuple[str, ...], path: Path, bad: Any) -> None:
    for key in value:
        if key not in keys:
            bad((*path, key), '"%s" of XState has no meaning here' % key, "remove it; the subset is flat states, events and named guards")


def _ours(value: dict[str, Any], path: Path, bad: Any) -> dict[str, Any]:
    """What travelled in meta.statewright, and foreign meta kept as ours."""
    meta = value.get("meta", {})
    if not isinstance(meta, dict) or not isinstance(meta.get(OURS, {}), dict):
        bad((*path, "meta"), "meta must be an object")
        return {}
    out: dict[str, Any] = copy.deepcopy(meta.get(OURS, {}))
    foreign = {key: item for key, item in meta.items() if key != OURS}
    if foreign:
        out["meta"] = {**out.get("meta", {}), **foreign}
    return out


def _state_in(state: Any, path: Path, bad: Any) -> dict[str, Any]:
    if not isinstance(state, dict):
        bad(path, "a state must be an object")
        return {}
    _only(state, STATE_KEYS, path, bad)
    if state.get("type", "atomic") not in ("atomic", "final"):
        bad((*path, "type"), 'states of type "%s" have no meaning here' % state["type"], "use flat states; invoke a sub-machine for nesting")
    out: dict[str, Any] = {key: state[key] for key in ("type", "description") if key in state and state[key] != "atomic"}
    rest = _ours(state, path, bad)
    kept = rest.pop("on", {})
    out.update(rest)
    if "on" in state:
        events = state["on"] if isinstance(state["on"], dict) else {}
        out["on"] = {}
        for event, form in events.items():
            original = kept.get(event) if isinstance(kept, dict) else None
            same = original is not None and _form_out(original)[0] == form  # an edited transition is not overruled by what we kept
            out["on"][event] = original if same else _form_in(form, (*path, "on", event), bad)
    return out


def _form_in(form: Any, path: Path, bad: Any) -> Any:
    if isinstance(form, str):
        return _name(form)
    if isinstance(form, list):
        return [_branch_in(item, (*path, index), bad) for index, item in enumerate(form)]
    return _branch_in(form, path, bad)


def _branch_in(branch: Any, path: Path, bad: Any) -> dict[str, Any]:
    if isinstance(branch, str):
        return {"target": _name(branch)}
    if not isinstance(branch, dict) or not isinstance(branch.get("target"), str):
        bad(path, "a transition needs a target", "write the state's name")
        return {}
    _only(branch, BRANCH_KEYS, path, bad)
    out: dict[str, Any] = {"target": _name(branch["target"])}
    if "description" in branch:
        out["description"] = branch["description"]
    guard = branch.get("guard")
    if isinstance(guard, dict):
        names = guard.get("params")
        if guard.get("type") == "and" and isinstance(names, list):
            out["guards"] = names
        elif isinstance(guard.get("type"), str) and not names:
            out["guard"] = guard["type"]
        else:
            bad((*path, "guard"), "only named guards have a meaning here", "name it and define the predicate under guards")
    elif isinstance(guard, str):
        out["guard"] = guard
    elif guard is not None:
        bad((*path, "guard"), "only named guards have a meaning here", "name it and define the predicate under guards")
    return out


def _name(target: str) -> str:
    return target.removeprefix("#").replace("\\.", ".")
