"""Is this an AETP 1.0 trace? For anyone's files, read step by step, so that a file may be larger than memory.

Levels of an issue: ``error`` breaks what the specification states or every worked example shows,
``warning`` breaks only our own reading of its lost tables (the schema says which is which), ``advice`` is
the check for personal data of section 7.4, which the specification itself calls advisory. Only errors
make a trace invalid.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from statewright.trace.personal import found_in
from statewright.trace.schema import Schema
from statewright.trace.streaming import NotJson, members

Json = dict[str, Any]
VERSIONS = ("1.0",)
TOO_LONG = 1000  # characters of a summary; beyond that it hardly is one
AT_MOST = 1000  # issues reported


@dataclass(frozen=True)
class Issue:
    """rule: R1 to R15 as our documentation numbers them, or ``json``. path: a JSON pointer into the trace."""

    level: str
    rule: str
    path: str
    message: str


def validate_trace(source: str | Path | Json, *, producer: bool = False, limit: int = AT_MOST) -> list[Issue]:
    """Every issue of a trace, at most ``limit``; a trace is valid when none has level ``error``.

    source: a file's path, or the document itself. producer: hold it to the stricter profile that
    Statewright's own traces keep. Raises OSError when the file cannot be read.
    """
    found: list[Issue] = []
    for issue in issues(source, producer=producer):
        if len(found) == limit:
            found.append(Issue("warning", "json", "", f"more than {limit} issues; the rest is not listed"))
            break
        found.append(issue)
    return found


def valid(found: Iterable[Issue]) -> bool:
    """Whether there is no error among them."""
    return all(issue.level != "error" for issue in found)


@cache
def schema() -> Schema:
    """The schema that ships with the package."""
    return Schema(json.loads((resources.files("statewright.trace") / "data/aetp-v1.0.schema.json").read_text("utf-8")))


def issues(source: str | Path | Json, *, producer: bool = False) -> Iterator[Issue]:
    """The same one by one, without holding the document."""
    check = _Check(producer)
    try:
        for key, index, value in _members(source):
            yield from check.member(key, index, value)
    except NotJson as error:
        yield Issue("error", "json", "", str(error))
        return
    yield from check.end()


def _members(source: str | Path | Json) -> Iterator[tuple[str, int, Any]]:
    if not isinstance(source, dict):
        yield from members(Path(source), "steps")
        return
    for key, value in source.items():
        if key == "steps" and isinstance(value, list):
            yield key, -1, []
            for index, step in enumerate(value):
                yield key, index, step
        else:
            yield key, -1, value


class _Check:
    """What one pass has to remember: ids already used, aliases asked for and offered."""

    def __init__(self, producer: bool) -> None:
        self.producer = producer
        self.head: Json = {}
        self.steps = -1  # -1: there is no such member
        self.number = 0
        self.ids: dict[str, set[int]] = {"step_id": set(), "call_id": set(), "escalation_id": set()}
        self.asked: dict[str, str] = {}

    def member(self, key: str, index: int, value: Any) -> Iterator[Issue]:
        if key != "steps":
            self.head[key] = value
        elif index < 0:
            self.steps = 0
            if not isinstance(value, list):
                self.head[key] = value
        else:
            self.steps += 1
            yield from self.step(value, f"/steps/{index}")

    def step(self, step: Any, path: str) -> Iterator[Issue]:
        definition = "StatewrightProducerStep" if self.producer else "AETPStep"
        broken = False
        for breach in schema().breaches(step, definition):
            broken = broken or not breach.inferred
            yield Issue("warning" if breach.inferred and not self.producer else "error", breach.rule, path + breach.path, breach.message)
        if not isinstance(step, dict):
            return
        yield from self.personal(step, path)
        if not broken:
            yield from self.order(step, path)
            yield from self.calls(step, path)
            yield from self.escalation(step, path)

    def order(self, step: Json, path: str) -> Iterator[Issue]:
        if step["step_number"] <= self.number:
            yield Issue("error", "R4", path + "/step_number", f"{step['step_number']} after {self.number}: steps are not in order")
        self.number = max(self.number, step["step_number"])
        yield from self.once("step_id", step["step_id"], path + "/step_id", "error", "R4")
        if _time(step["started_at"]) > _time(step["completed_at"]):
            yield Issue("error", "R4", path + "/completed_at", "the step was complete before it started")

    def calls(self, step: Json, path: str) -> Iterator[Issue]:
        for kind in ("llm_calls", "tool_calls"):
            for index, call in enumerate(step[kind]):
                yield from self.once("call_id", call["call_id"], f"{path}/{kind}/{index}/call_id", "warning", "R14")
                if kind == "llm_calls":
                    self.asked.setdefault(call["model_alias"], f"{path}/{kind}/{index}/model_alias")

    def escalation(self, step: Json, path: str) -> Iterator[Issue]:
        event = step["output"].get("escalation_event")
        signs = {"step_type is ESCALATION": step["step_type"] == "ESCALATION", "status is escalated": step["status"] == "escalated",
                 "there is an escalation_event": event is not None}
        if len(set(signs.values())) > 1:
            told = ", ".join(sign for sign, there in signs.items() if there)
            yield Issue("warning", "R13", path, f"{told}, but not the other marks of an escalation")
        if event is None:
            return
        if event["trigger_constraint_id"] not in step["output"]["constraints_referenced"]:
            yield Issue("warning", "R12", path + "/output/constraints_referenced", f"does not list the trigger {event['trigger_constraint_id']!r}")
        yield from self.once("escalation_id", event["escalation_id"], path + "/output/escalation_event/escalation_id", "warning", "R14")
        if "approval_deadline" in event and _time(event["approval_deadline"]) < _time(step["completed_at"]):
            yield Issue("warning", "R14", path + "/output/escalation_event/approval_deadline", "lies before the hand-over")

    def once(self, kind: str, value: str, path: str, level: str, rule: str) -> Iterator[Issue]:
        key = hash(value)  # an int is a third of the string; a collision among 2**64 is not worth the memory
        if key in self.ids[kind]:
            yield Issue(level, rule, path, f"{kind} {value!r} is used twice")
        self.ids[kind].add(key)

    def personal(self, value: Any, path: str, key: str = "") -> Iterator[Issue]:
        if isinstance(value, dict):
            for name, inner in value.items():
                yield from self.personal(inner, f"{path}/{name}", name)
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from self.personal(inner, f"{path}/{index}", key)
        elif isinstance(value, str) and key in ("content_summary", "summary", "scope", "key"):
            for kind in found_in(value):
                yield Issue("advice", "R11", path, f"looks like it holds {kind}")
            if len(value) > TOO_LONG and key in ("content_summary", "summary"):
                yield Issue("warning", "R10", path, f"{len(value)} characters: a summary describes, it does not copy")

    def end(self) -> Iterator[Issue]:
        version = self.head.get("aetp_version")
        if isinstance(version, str) and version not in VERSIONS:
            yield Issue("error", "R3", "/aetp_version", f"version {version[:20]!r} is not supported; this is a reader of {', '.join(VERSIONS)}")
        # The steps were checked one by one; here only whether there are any.
        document = {**self.head} if self.steps < 0 or "steps" in self.head else {**self.head, "steps": []}
        for breach in schema().breaches(document, "StatewrightProducer" if self.producer else ""):
            if breach.path == "/aetp_version" and isinstance(version, str):
                continue
            if breach.path == "/steps" and self.steps > 0:
                continue
            yield Issue("warning" if breach.inferred and not self.producer else "error", breach.rule, breach.path, breach.message)
        yield from self.personal({key: value for key, value in self.head.items() if key != "steps"}, "")
        offered = _aliases(self.head.get("agent_system"))
        for alias, path in self.asked.items():
            if alias not in offered:
                yield Issue("error", "R5", path, f"model alias {alias!r} is not among agent_system.models")


def _aliases(system: Any) -> set[str]:
    models = system.get("models") if isinstance(system, dict) else None
    if isinstance(models, dict):
        return set(models)
    found: set[str] = set()
    for model in models if isinstance(models, list) else []:
        if isinstance(model, dict):
            found.update(str(model[key]) for key in ("alias", "model_alias") if key in model)
    return found


_FRACTION = re.compile(r"\.(\d+)")


def _time(text: str) -> float:
    """Seconds since the epoch of an RFC 3339 time that the schema has passed."""
    text = _FRACTION.sub(lambda part: "." + (part[1] + "000000")[:6], text.upper().replace(" ", "T"))
    leap = text[17:19] == "60"
    at = datetime.fromisoformat((text[:17] + "59" + text[19:] if leap else text).replace("Z", "+00:00"))
    return at.timestamp() + leap
