"""``.statewright/config.json``: how the workflow binds here. Every key may be left out."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, ValidationError, model_validator

from statewright.workflow.explain import problems_of
from statewright.workflow.models import Limit, Object, OptText
from statewright.workflow.problems import Problem, json_path
from statewright.workflow.source import BadSource, parse


class Config(BaseModel):
    """scope: whose run it is. activation: who starts it. mode: enforce, shadow (record, block nothing) or off.
    stop: block a stop in a working state once. fsync: after every journal line. ogr: settings of the OGR export."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    scope: Literal["session", "project"] = "session"
    activation: Literal["auto", "manual"] = "auto"
    mode: Literal["enforce", "shadow", "off"] = "enforce"
    stop: Literal["once", "off"] = "once"
    approval_hours: Limit = 24
    fsync: StrictBool = False
    ogr: Object = Field(default_factory=dict)
    schema_: OptText = Field(default=None, alias="$schema")

    @model_validator(mode="before")
    @classmethod
    def _free_keys(cls, value: Any) -> Any:
        return {key: item for key, item in value.items() if not key.startswith("x-")} if isinstance(value, dict) else value

    def compiled(self) -> dict[str, Any]:
        """The settings as the hook reads them, defaults filled in."""
        return self.model_dump(exclude={"schema_"}, exclude_defaults=False) if self.ogr else self.model_dump(exclude={"schema_", "ogr"})


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
