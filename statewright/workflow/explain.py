"""What pydantic found, in the words of a person who writes workflow files."""

from typing import Any

from pydantic import BaseModel, ValidationError

from statewright.workflow import models
from statewright.workflow.problems import Path, Problem, did_you_mean, json_path
from statewright.workflow.source import Source

TAGS: dict[str, type[models.Part]] = {
    "text": models.Guarded, "object": models.Guarded, "branches": models.Branch, "invoke": models.Invoke, "both": models.Guarded,
}
PARTS: dict[str, type[models.Part]] = {"states": models.State, "guards": models.Guard, "checks": models.Check}
KINDS = {"string_type": "text in quotes", "int_type": "a whole number", "bool_type": "true or false", "list_type": "an array",
         "dict_type": "an object", "model_type": "an object", "model_attributes_type": "an object", "int_from_float": "a whole number"}
# Keys that a reader of another manual may use: why not, and what instead.
KNOWN_KEYS = {
    "fork": "fork and join are not supported yet", "interrupts": "interrupts are not supported yet",
    "model_ladder": "model ladders are not supported; model is taken as advice", "direct_execution": "direct_execution is not supported",
    "allowed_commands_tool": "allowed_commands always applies to every tool that runs commands", "entry": "entry actions are not supported",
    "exit": "exit actions are not supported", "always": "transitions happen on events alone", "after": "transitions happen on events alone",
    "actions": "actions are not supported", "cond": "write guard", "states": "nested states are not supported: invoke a sub-machine",
}


def model_at(path: Path, tag: str) -> type[models.Part]:
    """Which model an object at a path is read by; tag: the transition's form."""
    if len(path) >= 4 and path[0] == "states" and path[2] == "on":
        return TAGS.get(tag, models.Guarded)
    if len(path) >= 2:
        return PARTS.get(str(path[0]), models.Workflow)
    return models.Workflow


def split(loc: tuple[str | int, ...]) -> tuple[Path, str, bool]:
    """The JSON path in pydantic's location, the transition's form, and whether the key itself is meant."""
    tag = ""
    path = list(loc)
    key = bool(path) and path[-1] == "[key]"
    if key:
        path.pop()
    if len(path) > 4 and path[0] == "states" and path[2] == "on" and path[4] in TAGS:
        tag = str(path.pop(4))
    return tuple(path), tag, key


def keys_of(model: type[BaseModel]) -> list[str]:
    """The keys a model knows, as they are written in the file."""
    return [field.alias or name for name, field in model.model_fields.items()]


def inner(model: type[BaseModel], path: Path) -> type[BaseModel]:
    """The model that reads an object inside a file of this model."""
    for key in path:
        field = model.model_fields.get(str(key))
        if field is not None and isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            model = field.annotation
    return model


def problems_of(error: ValidationError, source: Source, file: str, model: type[BaseModel] | None = None) -> list[Problem]:
    """One load problem for each thing pydantic found. model: the file's, when it is no workflow."""
    found = []
    for item in error.errors(include_url=False):
        path, tag, _ = split(item["loc"])
        owner = inner(model, path[:-1]) if model else model_at(path[:-1], tag)
        code, message, mend = _words(str(item["type"]), path, tag, owner, item.get("ctx") or {}, item)
        found.append(Problem("error", code, message, mend, file, source.line(path), json_path(path), "load"))
    return found


def _words(kind: str, path: Path, tag: str, owner: type[BaseModel], ctx: dict[str, Any], item: Any) -> tuple[str, str, str]:
    key = str(path[-1]) if path else "the file"
    if "mend" in ctx:
        return kind, str(ctx["text"]), str(ctx["mend"])
    if kind == "missing":
        return "missing", 'the key "%s" is missing' % key, 'add "%s"' % key
    if kind == "extra_forbidden":
        return _unknown(key, path, tag, owner)
    if kind == "literal_error":
        value = item["input"]
        if key == "type" and isinstance(value, str):
            return "value", 'type "%s" is not supported' % value, 'the only type is "final"; leave it out for a working state'
        choices = str(ctx.get("expected", "")).replace("'", '"')
        near = did_you_mean(value, [part.strip(' "') for part in choices.replace(" or ", ", ").split(",")]) if isinstance(value, str) else ""
        return "value", "%s must be %s, it is %s" % (key, choices, _show(value)), near if near.startswith("did") else ""
    if kind == "greater_than_equal":
        return "value", "%s must be at least %s, it is %s" % (key, ctx.get("ge"), _show(item["input"])), "leave it out for no limit"
    if kind == "less_than_equal":
        return "value", "%s must be at most %s, it is %s" % (key, ctx.get("le"), _show(item["input"])), ""
    if kind == "value_error":
        return "value", "%s: %s" % (key, ctx.get("error", item["msg"])), ""
    if kind in KINDS:
        mend = "leave the key out instead" if item["input"] is None else ""
        return "type", "%s must be %s, it is %s" % (key, KINDS[kind], _show(item["input"])), mend
    return kind, "%s: %s" % (key, item["msg"]), ""


def _unknown(key: str, path: Path, tag: str, owner: type[BaseModel]) -> tuple[str, str, str]:
    if key in KNOWN_KEYS:
        return "unsupported", KNOWN_KEYS[key], "remove the key, or keep it as x-%s for your own use" % key
    if key in ("requires_approval", "approval_message", "guard", "guards") and tag in ("branches", "invoke"):
        return "misplaced", '"%s" would be ignored here' % key, models.BRANCH_MEND if tag == "branches" else models.INVOKE_MEND
    if key in ("invoke", "on_complete", "on_fail", "input") and tag in ("branches", "object"):
        return "misplaced", '"%s" would be ignored beside a target' % key, "an invoke is a whole transition: invoke, on_complete, on_fail, input"
    hint = did_you_mean(key, keys_of(owner))
    return "unknown-key", 'unknown key "%s"' % key, "%s; keys that start with x- are free" % hint


def _show(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"%s"' % value if len(value) <= 40 else '"%s…"' % value[:40]
    return "an array" if isinstance(value, list) else "an object" if isinstance(value, dict) else str(value)
