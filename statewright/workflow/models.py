"""The workflow file format. Accepts and refuses what the published JSON Schema does, and a little more is refused:
unknown keys (free: ``x-…`` everywhere, anything under ``meta``), and what would be dangerous to ignore.

Our extensions: ``checks`` and ``meta`` of a workflow, ``outcome`` and ``disallowed_tools`` of a state, ``description``
anywhere; ``model`` and ``thinking_level`` of a state are advice. Errors carry a ``mend`` in their context.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, StrictBool, Tag, model_validator
from pydantic_core import PydanticCustomError

from statewright.machine.counts import KINDS

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
VARIABLE_PATTERN = re.compile(r"[A-Za-z_*][A-Za-z0-9_*]*\Z")
CHECK_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*\Z")
BRANCH_MEND = "branches of an array cannot ask for approval: give this target an event of its own, with requires_approval there"
INVOKE_MEND = "an invoke has no place for it: guard or approve a transition to a state that then invokes"


def refuse(code: str, message: str, mend: str) -> PydanticCustomError:
    """An error of ours; the braces of its text are not a template's."""
    return PydanticCustomError(code, "{text}", {"text": message, "mend": mend})


def _present(value: Any) -> Any:
    if value is None:
        raise refuse("null", "must not be null", "leave the key out instead")
    return value


def _integer(value: Any) -> Any:
    """JSON has one kind of number: 3.0 is the integer 3. A boolean is none."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _budget(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and value < 1:
        raise refuse("budget", "must be at least 1", "leave it out for no limit; [] as allowed_tools permits no tools")
    return value


Present = BeforeValidator(_present)
Text = Annotated[str, Field(strict=True)]
Texts = Annotated[list[Text], Field(strict=True)]
Limit = Annotated[int, Field(strict=True, ge=1), BeforeValidator(_integer)]
Object = Annotated[dict[Text, Any], Field(strict=True)]
OptText = Annotated[Text | None, Present]
OptTexts = Annotated[Texts | None, Present]
OptLimit = Annotated[Limit | None, Present]
OptObject = Annotated[Object | None, Present]
Budget = Annotated[int, Field(strict=True), BeforeValidator(_budget), BeforeValidator(_integer)]


class Part(BaseModel):
    """Unknown keys are errors; ``x-…`` keys are anybody's."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False)

    @model_validator(mode="before")
    @classmethod
    def _free_keys(cls, value: Any) -> Any:
        return {key: item for key, item in value.items() if not key.startswith("x-")} if isinstance(value, dict) else value


class Guard(Part):
    """A predicate over the context and the facts."""

    field: Text
    op: Literal["eq", "neq", "gt", "gte", "lt", "lte", "in", "contains", "exists", "not_exists"]
    value: Any = None
    description: OptText = None


class Branch(Part):
    """One item of a branch array."""

    target: Text
    guard: OptText = None
    guards: OptTexts = None
    description: OptText = None

    def guard_names(self) -> list[str]:
        """Both spellings united, in order."""
        return list(dict.fromkeys(([] if self.guard is None else [self.guard]) + (self.guards or [])))


class Guarded(Branch):
    """A transition to one target."""

    requires_approval: Annotated[StrictBool | None, Present] = None
    approval_message: OptText = None

    @model_validator(mode="after")
    def _message_without_approval(self) -> "Guarded":
        if self.approval_message is not None and self.requires_approval is None:
            raise refuse("approval", "approval_message without requires_approval asks nobody", 'add "requires_approval": true, or false to mean it')
        return self


class Invoke(Part):
    """A sub-machine runs before the next state."""

    invoke: Text
    on_complete: Text
    on_fail: OptText = None
    input: OptObject = None
    description: OptText = None


def _form(value: Any) -> str | None:
    if isinstance(value, str):
        return "text"
    if isinstance(value, list):
        return "branches"
    if isinstance(value, dict):
        if "invoke" in value and "target" in value:
            return "both"
        return "invoke" if "invoke" in value or ("on_complete" in value and "target" not in value) else "object"
    return None


def _both(value: Any) -> Any:
    raise refuse("form", "target and invoke together are two transitions", "keep one: target, or invoke with on_complete")


def _some(value: Any) -> Any:
    if value == []:
        raise refuse("branches", "an empty branch array leads nowhere", "give it a branch with a target, or remove the event")
    return value


Transition = Annotated[
    Annotated[Text, Tag("text")]
    | Annotated[Guarded, Tag("object")]
    | Annotated[list[Branch], Field(strict=True), BeforeValidator(_some), Tag("branches")]
    | Annotated[Invoke, Tag("invoke")]
    | Annotated[Any, BeforeValidator(_both), Tag("both")],
    Discriminator(_form, custom_error_type="transition",
                  custom_error_message="must be a state's name, an object with target, an array of branches or an object with invoke"),
]


class State(Part):
    """What the agent may do in a state, and what leads on."""

    type: Annotated[Literal["final"] | None, Present] = None
    description: OptText = None
    allowed_tools: OptTexts = None
    disallowed_tools: OptTexts = None
    instructions: OptText = None
    max_iterations: OptLimit = None
    safe_next: OptText = None
    max_edit_lines: OptLimit = None
    max_files_per_state: OptLimit = None
    allowed_commands: OptTexts = None
    blocked_env: OptTexts = None
    deny_env: OptTexts = None
    env_overrides: Annotated[Annotated[dict[Text, Text], Field(strict=True)] | None, Present] = None
    env: Annotated[Annotated[dict[Text, Text], Field(strict=True)] | None, Present] = None
    context_budget_bytes: Annotated[Budget | None, Present] = None
    on: Annotated[Annotated[dict[Text, Transition], Field(strict=True)] | None, Present] = None
    outcome: Annotated[Literal["success", "failure"] | None, Present] = None
    model: OptText = None
    thinking_level: OptText = None
    meta: OptObject = None

    @model_validator(mode="after")
    def _dangerous_corners(self) -> "State":
        if self.outcome is not None and self.type != "final":
            raise refuse("outcome", "outcome belongs to a final state", 'add "type": "final" or remove it')
        for name in self.blocked():
            if not VARIABLE_PATTERN.match(name):
                raise refuse("env-name", 'blocked_env: "%s" is no variable name and would block nothing' % name,
                             "letters, digits, _ and * as a wildcard; no $, no blanks")
        both = sorted(set(self.env_overrides or ()) & set(self.env or ()))
        if both:
            raise refuse("env-twice", "env and env_overrides both set %s" % ", ".join(both), "they are one field under two names: keep one value")
        for name, value in self.overrides().items():
            if not VARIABLE.match(name):
                raise refuse("env-name", 'env_overrides: "%s" is no variable name' % name, "letters, digits and _")
            if "\0" in value:
                raise refuse("env-value", "env_overrides: the value of %s holds a NUL character" % name, "remove it")
        return self

    def blocked(self) -> list[str]:
        """``blocked_env`` and its alias united."""
        return list(dict.fromkeys((self.blocked_env or []) + (self.deny_env or [])))

    def overrides(self) -> dict[str, str]:
        """``env_overrides`` and its alias united."""
        return {**(self.env_overrides or {}), **(self.env or {})}

    def transitions(self) -> dict[str, list[Guarded | Branch | Invoke]]:
        """Every event's branches, all four forms made one."""
        found: dict[str, list[Guarded | Branch | Invoke]] = {}
        for event, form in (self.on or {}).items():
            if isinstance(form, str):
                found[event] = [Branch(target=form)]
            else:
                found[event] = list(form) if isinstance(form, list) else [form]
        return found


class Check(Part):
    """A command whose exit status is a fact that guards can read."""

    command: Text
    timeout_s: OptLimit = None
    cwd: OptText = None
    parse: OptText = None
    description: OptText = None

    @model_validator(mode="after")
    def _inside(self) -> "Check":
        if not self.command.strip() or "\n" in self.command.strip() or "\0" in self.command:
            raise refuse("check-command", "the command must be one line that runs something", "put more into a script and name that")
        if self.cwd is not None and (self.cwd.startswith(("/", "~", "\\")) or ":" in self.cwd or ".." in re.split(r"[/\\]", self.cwd)):
            raise refuse("check-cwd", "cwd must be a folder inside the project", "write it relative to the project's folder")
        if self.parse is not None and self.parse.partition(":")[0] not in (*KINDS, "none"):
            raise refuse("check-parse", '"%s" is no summary we read' % self.parse, "one of: %s, none; junit:FILE for a report" % ", ".join(KINDS))
        return self


class Workflow(Part):
    """A machine: the whole file."""

    id: Text
    initial: Text
    description: OptText = None
    context: OptObject = None
    states: Annotated[dict[Text, State], Field(strict=True)]
    guards: Annotated[Annotated[dict[Text, Guard], Field(strict=True)] | None, Present] = None
    checks: Annotated[Annotated[dict[Text, Check], Field(strict=True)] | None, Present] = None
    meta: OptObject = None
    schema_: OptText = Field(default=None, alias="$schema")

    @model_validator(mode="after")
    def _check_names(self) -> "Workflow":
        for name in self.checks or {}:
            if not CHECK_NAME.match(name):
                raise refuse("check-name", 'checks: "%s" is no name that a guard could read' % name, "letters, digits, _ and -")
        if "/" in self.id:
            raise refuse("machine-id", 'id: "%s" holds a slash, which stands between a machine and its state' % self.id, "use - or _")
        if not isinstance((self.meta or {}).get("commands", {}), dict):
            raise refuse("commands", "meta.commands must be an object", "program names as keys; see: statewright commands")
        return self
