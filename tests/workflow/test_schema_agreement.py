"""The models accept and refuse what the published schema does, apart from the differences written down here."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from statewright.workflow.models import Workflow

SCHEMA = json.loads((Path(__file__).parents[1] / "data" / "specs" / "statewright-workflow.schema.json").read_text("utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
OPS = SCHEMA["$defs"]["GuardDef"]["properties"]["op"]["enum"]
STATE_KEYS = {*SCHEMA["$defs"]["StateDef"]["properties"], "deny_env", "env"}

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(["a", "b", "GO", "x-y"])
words = st.lists(names, max_size=3)
variables = st.from_regex(r"[A-Z_][A-Z0-9_]{0,4}", fullmatch=True)
values = st.recursive(st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | names,
                      lambda inner: st.lists(inner, max_size=2) | st.dictionaries(names, inner, max_size=2), max_leaves=4)
objects = st.dictionaries(names, values, max_size=2)
limits = st.integers(1, 10**20) | st.integers(1, 99).map(float)
branches = st.fixed_dictionaries({"target": names}, optional={"guard": names, "guards": words})
guarded = st.fixed_dictionaries({"target": names}, optional={"guard": names, "guards": words}).flatmap(
    lambda form: st.sampled_from([form, {**form, "requires_approval": True, "approval_message": "ok"}, {**form, "requires_approval": False}]))
invokes = st.fixed_dictionaries({"invoke": names, "on_complete": names}, optional={"on_fail": names, "input": objects})
transitions = names | guarded | st.lists(branches, min_size=1, max_size=3) | invokes
states = st.fixed_dictionaries({}, optional={
    "type": st.just("final"), "allowed_tools": words, "instructions": names,
    "max_iterations": limits, "safe_next": names, "max_edit_lines": limits,
    "max_files_per_state": limits, "allowed_commands": words, "blocked_env": st.lists(variables, max_size=2),
    "deny_env": st.lists(variables, max_size=2),
    "env_overrides": st.dictionaries(variables, st.just("v"), max_size=1), "context_budget_bytes": limits,
    "on": st.dictionaries(names, transitions, max_size=3)})
guards = st.fixed_dictionaries({"field": names, "op": st.sampled_from(OPS)}, optional={"value": values})
workflows = st.fixed_dictionaries(
    {"id": names, "initial": names, "states": st.dictionaries(names, states, max_size=3)},
    optional={"context": objects, "guards": st.dictionaries(names, guards, max_size=2)})
WRONG: list[Any] = [None, True, False, 0, 1, -1, 1.0, 1.5, "", "final", "parallel", [], [1], ["a"], [None], {}, {"a": 1}, {"a": "b"},
                    {"target": "a"}, {"target": 1}, [{}], [{"target": "a"}], {"invoke": "m"}, {"invoke": "m", "on_complete": "a"}, 10**30]


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path inside a value, the value itself last."""
    found: list[tuple[Any, ...]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += places(item, (*path, key))
    return [*found, path]


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    value = copy.deepcopy(value)
    inner = value
    for part in path[:-1]:
        inner = inner[part]
    if new is places:
        del inner[path[-1]]
    else:
        inner[path[-1]] = new
    return value


def accepted(workflow: Any) -> bool:
    try:
        Workflow.model_validate(workflow)
    except ValidationError:
        return False
    return True


def differences(workflow: Any) -> set[str]:
    """Why the models refuse what the schema accepts. Only asked of workflows that the schema accepts."""
    found = set()
    if set(workflow) - {"id", "initial", "states", "context", "guards"}:
        found.add("unknown key")
    if "/" in workflow["id"]:
        found.add("slash in a machine's id")
    for guard in workflow.get("guards", {}).values():
        if set(guard) - {"field", "op", "value"}:
            found.add("unknown key")
    for state in workflow["states"].values():
        found |= _state(state)
    return found


def _state(state: Any) -> set[str]:
    found = {"unknown key"} if set(state) - STATE_KEYS else set()
    if state.get("context_budget_bytes", 1) < 1:
        found.add("budget below 1")
    if any(key in state and not _good_alias(key, state[key]) for key in ("deny_env", "env")):
        return found | {"alias of a wrong type"}
    if any(not re.fullmatch(r"[A-Za-z_*][A-Za-z0-9_*]*", name) for name in state.get("blocked_env", []) + state.get("deny_env", [])):
        found.add("no variable name")
    if any(not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) for name in [*state.get("env_overrides", {}), *state.get("env", {})]):
        found.add("no variable name")
    if any("\0" in value for value in [*state.get("env_overrides", {}).values(), *state.get("env", {}).values()]):
        found.add("NUL in a value")
    if set(state.get("env_overrides", {})) & set(state.get("env", {})):
        found.add("one override under both names")
    for form in state.get("on", {}).values():
        found |= _form(form)
    return found


def _good_alias(key: str, value: Any) -> bool:
    if key == "deny_env":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


def _form(form: Any) -> set[str]:
    if form == []:
        return {"empty branch array"}
    if isinstance(form, list):
        return {"misplaced in a branch"} if any(set(item) - {"target", "guard", "guards"} for item in form) else set()
    if not isinstance(form, dict):
        return set()
    if "target" in form and ("invoke" in form or "on_complete" in form):
        return {"two forms"}
    known = {"invoke", "on_complete", "on_fail", "input"}
    known = known if "invoke" in form else {"target", "guard", "guards", "requires_approval", "approval_message"}
    found = {"misplaced or unknown in a transition"} if set(form) - known else set()
    return found | ({"message without approval"} if "approval_message" in form and "requires_approval" not in form else set())


def agree(workflow: Any) -> None:
    by_schema = VALIDATOR.is_valid(workflow)
    ours = accepted(workflow)
    if not by_schema:
        assert not ours, "the schema refuses it: %r" % workflow
        return
    why = differences(workflow)
    assert ours is not bool(why), "documented differences: %s in %r" % (why, workflow)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(workflows)
def test_whole_workflows_are_accepted_by_both(workflow: Any) -> None:
    assert VALIDATOR.is_valid(workflow)
    agree(workflow)


@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
@given(workflows, st.data())
def test_broken_workflows_are_judged_alike(workflow: Any, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(places(workflow)))
        if not isinstance(workflow, dict):
            break
        how = data.draw(st.sampled_from(["replace", "remove", "add"]))
        if how == "add":
            inner = workflow
            for part in path:
                inner = inner[part]
            if isinstance(inner, dict):
                keys = [*sorted(STATE_KEYS), "target", "invoke", "on_complete", "guard", "requires_approval", "approval_message", "no such key"]
                new = data.draw(st.sampled_from(WRONG))
                workflow = put(workflow, path, {**inner, data.draw(st.sampled_from(keys)): new})
        elif path:
            workflow = put(workflow, path, places if how == "remove" else data.draw(st.sampled_from(WRONG)))
        else:
            workflow = data.draw(st.sampled_from(WRONG))
    agree(workflow)


FULL: dict[str, Any] = {
    "id": "w", "initial": "a", "context": {"k": 1}, "guards": {"g": {"field": "k", "op": "eq", "value": 1}},
    "states": {"a": {
        "type": "final", "allowed_tools": ["Read"], "instructions": "i", "max_iterations": 1, "safe_next": "a", "max_edit_lines": 1,
        "max_files_per_state": 1,
        "allowed_commands": ["x"], "blocked_env": ["A"], "deny_env": ["B"], "env_overrides": {"C": "1"}, "env": {"D": "2"}, "context_budget_bytes": 9,
        "on": {"S": "a", "O": {"target": "a", "guard": "g", "guards": ["g"], "requires_approval": True, "approval_message": "m"},
               "L": [{"target": "a", "guard": "g", "guards": ["g"]}], "I": {"invoke": "m", "on_complete": "a", "on_fail": "a", "input": {"x": 1}}}}},
}


def test_every_field_is_broken_in_every_way_and_judged_alike() -> None:
    assert accepted(FULL) and VALIDATOR.is_valid(FULL)
    keys = set()
    for path in places(FULL):
        if path:
            agree(put(FULL, path, places))
            keys.add(path[-1])
        verdicts = set()
        for wrong in WRONG:
            broken = put(FULL, path, wrong)
            agree(broken)
            verdicts.add(accepted(broken))
        if path and path[-1] not in ("k", "x", "value"):
            assert False in verdicts, path
    assert keys >= STATE_KEYS | {"field", "op", "value", "guard", "guards", "requires_approval", "approval_message", "invoke", "on_fail", "input"}
