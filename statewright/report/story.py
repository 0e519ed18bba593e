"""What a run's journal tells, gathered in one reading and in bounded room, whoever wrote the journal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from statewright.report.bounded import Ends, Table
from statewright.report.course import Cell, Course
from statewright.report.messages import Messages
from statewright.report.nouns import Approval, Check, Refusal, Row, Stay, Tally
from statewright.report.own import OwnCalls
from statewright.report.plan import Plan
from statewright.report.plan import read as read_plan
from statewright.trace import reading
from statewright.trace.values import REFUSED, count, nanoseconds, one_name, part, several, text
from statewright.trace.verify import VerifyResult, verify

Json = dict[str, Any]
EACH = 150  # rows of the timeline kept at each end
NAMELESS = {"config": "settings", "forgery": "forged event"}  # what they refuse has no name of its own
MOVES = ("transition", "fallback")


class Story:
    """The gathered facts; ``read`` makes one."""

    def __init__(self, folder: Path, plan: Plan, snap: Json | None, chain: VerifyResult | None) -> None:
        self.folder, self.plan, self.snap, self.chain = folder, plan, snap or {}, chain
        self.start: Json = {}
        self.version = ""  # of the agent program
        self.unread = 0  # places in the agent program's transcript that could not be read
        self.began = self.ended = 0.0
        self.steps = 0
        self.states: Table[Tally] = Table(Tally, 400)
        self.agents: Table[Tally] = Table(Tally, 60)
        self.tools: Table[Tally] = Table(Tally, 60)
        self.models: Table[Tally] = Table(Tally, 20)
        self.checks: Table[Check] = Table(Check, 60)
        self.rules: Table[Tally] = Table(Tally, 400)
        self.taken: dict[tuple[str, str], dict[str, int]] = {}
        self.stays: Ends[Stay] = Ends(40)
        self.refusals: Ends[Refusal] = Ends(50)
        self.approvals: Ends[Approval] = Ends(40)
        self.rows: Ends[Row] = Ends(EACH)
        self.course = Course()
        self.at: Stay | None = None
        self._before = ""
        self._under: list[str] = []  # places of suspended parents
        self._open: Approval | None = None
        self._own = OwnCalls()
        self._messages = Messages()
        self._calls: dict[str, str] = {}

    @property
    def calls(self) -> int:
        """Tool calls that ran."""
        return sum(row.calls for row in self.states.rows.values())

    @property
    def held(self) -> int:
        """What the workflow refused."""
        return sum(row.held for row in self.states.rows.values())

    def take(self, line: Json) -> None:
        """One line of the journal."""
        kind = line.get("kind")
        if kind == "start" and not self.start:
            self.start = line
            if self.plan.first:
                self._enter(self.plan.first[0], "", _at(line.get("at")), 1)
            self.version = text(line.get("harness_version"))
        elif kind == "note":
            self.version = text(line.get("version")) or self.version
            self.unread += max(count(line, "count"), 1) if text(line.get("what")).startswith("transcript_") else 0
        elif kind == "step" and isinstance(line.get("step"), dict):
            self._step(line, line["step"])
        elif kind == "llm" and text(line.get("message")):
            self._messages.take(line)
        moment = _at(line.get("at")) or _at(part(line, "step").get("completed_at"))
        self.began = min(self.began or moment, moment or self.began)
        self.ended = max(self.ended, moment)

    def _step(self, line: Json, step: Json) -> None:
        self.steps += 1
        end = _at(step.get("completed_at"))
        start = _at(step.get("started_at")) or end
        what, here = text(line.get("what")) or "other", text(line.get("state"))
        if self.at is None and here and what not in MOVES:
            self._enter(here, "", start, self.steps)
        call = next((one for one in several(step, "tool_calls") if isinstance(one, dict)), {})
        self._own.note(what, line, end)
        if what in MOVES:
            self._move(line, here, end)
        row = Row(self.steps, end, max(end - start, 0.0), self.at.place if self.at else here, self.stays.count, text(step.get("agent_name")), what,
                  "", "", step.get("status") == "failed")
        held = what in REFUSED
        if what in ("call", "refusal", "release"):
            self._call(line, call, row, start)
            row.detail = ", ".join(filter(None, (row.detail, *_besides(step))))
        elif what in REFUSED:
            self._refused(line, step, row)
        elif what == "check":
            self._check(line, row)
        elif what in ("approval_request", "approval_answer"):
            self._approval(line, step, row)
        row.name = row.name or text(line.get("event"))
        row.detail = row.detail or text(line.get("result"))
        self.rows.add(row)
        self.course.add(self._cell(row, held))

    def _enter(self, place: str, event: str, at: float, first: int) -> None:
        if self.at is not None:
            self._before = self.at.place
            self.at.ended = at
            self.states[self.at.place].seconds += max(at - self.at.began, 0.0)
        self.at = Stay(place, event, at, first)
        self.stays.add(self.at)
        self.states[place].entered += 1

    def _move(self, line: Json, here: str, at: float) -> None:
        event = text(line.get("event"))
        if line.get("road"):
            self._answer("approved", at, text(line["road"]))
        source = before = self.at.place if self.at else ""
        if before and before.partition("/")[0] != here.partition("/")[0]:
            machine = here.partition("/")[0]
            parents = [place.partition("/")[0] for place in self._under]
            if machine in parents:  # back from a sub-machine: drawn as its parent's way on
                source = self._under[parents.index(machine)]
                del self._under[parents.index(machine):]
            else:
                self._under.append(before)
                source = ""
        if source and (len(self.taken) < 600 or (source, here) in self.taken):
            events = self.taken.setdefault((source, here), {})
            if len(events) < 20 or event in events:
                events[event] = events.get(event, 0) + 1
        self._enter(here, event, at, self.steps)

    def _call(self, line: Json, call: Json, row: Row, start: float) -> None:
        server = text(call.get("mcp_server"))
        name = text(call.get("tool_name"))
        row.name = f"{server}: {name}" if server else name
        code = count(call, "status_code")
        late = self.at is not None and start < self.at.began  # let through in the state before, so it belongs there
        home = self._before if late and self._before else row.place
        tally = (self.states[home], self.agents[row.agent], self.tools[row.name])
        self._calls[text(call.get("call_id"))] = home
        if row.what == "refusal":
            self._note(Refusal(row.number, row.at, row.place, text(line.get("rule")), row.name, row.agent, []), tally)
            row.detail = text(line.get("rule"))
            return
        if row.what == "release":
            return
        row.detail = "" if code == 200 else str(code)
        size = count(line, "bytes")
        for one in tally:
            one.calls += 1
            one.failed += row.failed
            one.size += size
        self.tools[row.name].seconds += row.seconds
        counted = self._own.counts(name, server, start, row.at)
        if self.at is not None and not late:
            self.at.calls += 1
            self.at.size += size
            self.at.used += counted

    def _note(self, refusal: Refusal, tallies: tuple[Tally, ...]) -> None:
        for one in tallies:
            one.held += 1
        if self.at is not None:
            self.at.held += 1
        self.rules[f"{refusal.rule or 'other'} {refusal.place} {refusal.name}"].held += 1
        self.refusals.add(refusal)

    def _refused(self, line: Json, step: Json, row: Row) -> None:
        named = [text(one) for one in several(part(step, "output"), "constraints_referenced")]
        guards = [one.rpartition("/guard/")[2] for one in named if "/guard/" in one]
        row.name, row.detail = text(line.get("event") or line.get("check")) or NAMELESS.get(row.what, ""), text(line.get("rule"))
        self._note(Refusal(row.number, row.at, row.place, row.detail, row.name, row.agent, guards[:8]), (self.states[row.place],))

    def _check(self, line: Json, row: Row) -> None:
        row.name, result, grade = text(line.get("check")), text(line.get("result")), text(line.get("grade"))
        check = self.checks[row.name]
        check.passed += result == "passed"
        check.failed += result == "failed"
        check.runs.add((row.number, row.at, result, grade))
        row.detail = f"{result}, {grade}" if grade else result

    def _approval(self, line: Json, step: Json, row: Row) -> None:
        if row.what == "approval_answer":
            row.detail = text(line.get("answer"))
            self._answer(row.detail, row.at, text(line.get("road")))
            return
        event = part(part(step, "output"), "escalation_event")
        machine = row.place.partition("/")[0]
        source, target = (f"{machine}/{text(line.get(key))}" for key in ("source", "target"))
        self._open = Approval(row.number, text(event.get("escalation_id")), text(line.get("event")), source, target, row.at,
                              _at(event.get("approval_deadline")))
        self.approvals.add(self._open)

    def _answer(self, answer: str, at: float, road: str) -> None:
        if self._open is not None:
            self._open.answer, self._open.answered, self._open.road = answer, at, road
            self._open = None

    def _cell(self, row: Row, held: bool) -> Cell:
        cell = Cell(row.at, [row.place] if row.place else [], int(held))
        limits = self.plan.states.get(row.place)
        if self.at is not None and limits is not None:
            cell.calls = self.at.used / limits.calls if limits.calls else -1.0
            cell.size = self.at.size / limits.size if limits.size else -1.0
        return cell

    def close(self) -> None:
        """After the last line: what only then is known."""
        if self.at is not None:
            self.states[self.at.place].seconds += max(self.ended - self.at.began, 0.0)
        for message in self._messages.fullest():
            place = next((self._calls[call] for call in message.calls if call in self._calls), "")
            for one in (self.models[message.model], self.agents[message.agent], *((self.states[place],) if place else ())):
                one.tokens_in += message.read
                one.tokens_out += message.written
            self.models[message.model].calls += 1
        for name, other in one_name(self.agents.rows).items():
            self.agents[other].add(self.agents.rows.pop(name))


def _besides(step: Json) -> list[str]:
    """What a call was besides: a hand-over, an operation on a memory."""
    handed = [f"to {text(name)}" for name in several(part(step, "output"), "to_agents")[:3]]
    return handed + [f"memory {text(one.get('operation'))}" for one in several(step, "memory_ops")[:2] if isinstance(one, dict)]


def _at(value: Any) -> float:
    """Seconds since the epoch, 0 when it is no time."""
    return nanoseconds(value) / 1e9


def read(folder: Path) -> Story:
    """Gather a run's story. FileNotFoundError when there is neither a journal nor a state."""
    snap = reading.snapshot(folder)
    try:
        chain = verify(folder)
    except FileNotFoundError:
        chain = None
    if chain is None and snap is None:
        raise FileNotFoundError(f"{folder}: no run is here")
    first = next(iter(reading.lines(folder, snap)), {})
    story = Story(folder, read_plan(folder, text((snap or {}).get("plan")) or text(first.get("plan"))), snap, chain)
    for line in reading.lines(folder, snap):
        story.take(line)
    story.close()
    return story
