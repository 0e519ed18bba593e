"""``.statewright/config.json``: how the workflow binds here. Every key may be left out."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, ValidationError, model_validator

from statewright.ogr.endpoint import parse as parse_endpoint
from statewright.workflow.explain import problems_of
from statewright.workflow.models import Limit, OptText, refuse
from statewright.workflow.problems import Problem, json_path
from statewright.workflow.source import BadSource, parse


class Settings(BaseModel):
    """An object of the file: its own keys, and any that start with x-."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _free_keys(cls, value: Any) -> Any:
        return {key: item for key, item in value.items() if not key.startswith("x-")} if isinstance(value, dict) else value


class Ogr(Settings):
    """OpenGuardrails. wire: the event schema spoken. endpoint: the base address asked about each held call, "" for none. fail_mode: what holds
    without a verdict: open (the call passes) or closed. timeout_ms: for one question, far below the hook's own limit. plain_http: http to another
    machine is meant so. sink: keep rebuilt events in the run's folder (raw content). agent_*: who this is, in events."""

    wire: Literal["0.8", "1.0"] = "0.8"
    endpoint: str = ""
    fail_mode: Literal["open", "closed"] = "open"
    timeout_ms: int = Field(default=2500, ge=50, le=10000, strict=True)
    plain_http: StrictBool = False
    sink: StrictBool = False
    agent_id: str = ""
    agent_workspace: str = ""
    agent_owner: str = ""
    agent_user: str = ""

    @model_validator(mode="after")
    def _reachable(self) -> Self:
        if self.endpoint:
            parse_endpoint(self.endpoint, self.plain_http)  # ValueError: pydantic tells it with the place in the file
        return self


class TraceSettings(Settings):
    """What the trace should know. memory_files: globs of files that are a memory, beside the harnesses' own; memory_tools: globs of MCP
    tools → read, write or delete; reading_tools: globs of MCP tools that only read; part_mb: size of one journal file in megabytes."""

    memory_files: list[str] = Field(default_factory=list)
    memory_tools: dict[str, Literal["read", "write", "delete"]] = Field(default_factory=dict)
    reading_tools: list[str] = Field(default_factory=list)
    part_mb: Limit = 64


def _built(value: Any) -> Any:
    """Who asks for shadow mode wants nothing blocked, and would be held in full."""
    if value == "shadow":
        raise refuse("unsupported", "shadow mode is not built yet", 'set mode to "enforce" or "off"')
    return value


class Config(Settings):
    """scope: whose run it is. activation: who starts it. mode: enforce or off.
    stop: block a stop in a working state once. fsync: after every journal line. ogr: OpenGuardrails, see there.
    trace: what the trace should know, see there."""

    scope: Literal["session", "project"] = "session"
    activation: Literal["auto", "manual"] = "auto"
    mode: Annotated[Literal["enforce", "off"], BeforeValidator(_built)] = "enforce"
    stop: Literal["once", "off"] = "once"
    approval_hours: Limit = 24
    fsync: StrictBool = False
    ogr: Ogr = Ogr()
    trace: TraceSettings = Field(default_factory=TraceSettings)
    schema_: OptText = Field(default=None, alias="$schema")

    def compiled(self) -> dict[str, Any]:
        """The settings as the hook reads them, defaults filled in."""
        used = self.ogr.endpoint or self.ogr.sink
        found = self.model_dump(exclude={"schema_", "trace"} if used else {"schema_", "trace", "ogr"})
        told = self.trace.model_dump(exclude_defaults=True)
        return {**found, "trace": told} if told else found


def read_config(data: bytes | None, file: str) -> tuple[Config, list[Problem]]:
    """The settings in the file's bytes (None: no file), and what is wrong with them."""
    if data is None:
        return Config(), []
    try:
        source = parse(data)
    except BadSource as error:
        return Config(), [Problem("error", "json", str(error), error.mend, file, error.line, json_path(error.path), "load")]
    try:
        return Config.model_validate(source.value), []
    except ValidationError as error:
        return Config(), problems_of(error, source, file, Config)
