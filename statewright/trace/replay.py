"""Where a journal's lines lead: the run as they tell it, taken one after the other.

Told by the lines: the place with the machines that wait below it, the mode, a pending request and its answers, the
results of checks, how often calls were counted, how it ended. Not told: the data given to transitions (each machine
has its first context), which files were edited, and what the client said of the bytes of a message's results.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from statewright import fast
from statewright.machine.runs import enter, invoke
from statewright.model import new_snapshot
from statewright.store.compiled import Damaged
from statewright.trace import step as steps

if TYPE_CHECKING:
    from statewright.model import Workflow

Json = dict[str, Any]
MODES = ("running", "paused", "off")


class Replay:
    """snap: the run so far, as ``new_snapshot`` shapes it. place: where it is, in the trace's names. asked: the pending request
    ({"id", "event", "target", "deadline": ISO 8601, "tries"}). checks: ``{name: {"status", "grade", "record"}}``. calls, writes: as counted
    in this state, and since the run began. start: the first line. outcome: the last line of an end tells it, "" before.
    faults: what no run could have done, a sentence each; misfit: why the lines do not fit the workflow, "" while they do.

    workflow: None where the compiled one is not at hand; then the place is known by name alone.
    """

    def __init__(self, workflow: Workflow | None, main: str) -> None:
        self.workflow = workflow
        self.main = main
        self.snap: Json = {}
        self.start: Json = {}
        self.place = self.outcome = self.misfit = ""
        self.asked: Json | None = None
        self.checks: dict[str, Json] = {}
        self.calls = self.size = self.writes = self.lines = 0
        self.rebuilt = False
        self.faults: list[str] = []
        self._passed: list[str] = []

    def take(self, digest: str, line: Json) -> None:
        """One more line. digest: its hash."""
        if not self.start:
            self._begin(line)
        self.snap["seq"], self.snap["head"] = line.get("seq"), digest
        self.lines += 1
        kind = line.get("kind")
        if kind == "step":
            self.snap["step"] += 1
            known = _STEPS.get(str(line.get("what")))
            if known is not None:
                try:
                    known(self, line)
                except (KeyError, Damaged) as error:
                    self._lost("line %s: the compiled workflow cannot tell where it leads (%s)" % (line.get("seq"), error))
            self.place = str(line.get("state") or self.place)
        elif kind == "end":
            self.outcome = str(line.get("outcome"))
        elif kind == "note" and line.get("what") == "rebuilt":
            self._again()

    def _begin(self, line: Json) -> None:
        self.start = line
        snap = new_snapshot(str(line.get("run", "")), str(line.get("session", "")), str(line.get("harness", "")), str(line.get("plan", "")), 0.0)
        self.snap = snap
        if self.workflow is None:
            return
        try:
            first = self.workflow.machine(self.main)
            snap["context"] = first.get("context", {})
            enter(self.workflow, snap, self.main, first["initial"], 0.0)
            self.place = steps.place(snap["machine"], snap["state"])
        except (KeyError, ValueError, Damaged) as error:
            self._lost("the compiled workflow cannot be read: %s" % error)

    def _again(self) -> None:
        """The state was put together again from the journal: what that does not bring back."""
        self.asked, self.checks, self.writes, self.rebuilt = None, {}, 1, True
        if self.snap["status"] == "waiting":
            self.snap["status"] = "running"

    def _lost(self, why: str) -> None:
        """From here on the place is known by name alone."""
        self.misfit = self.misfit or why
        self.workflow, self._passed = None, []

    def _call(self, line: Json) -> None:
        if line.get("what") == "call" and not line.get("late"):
            self.calls += not line.get("free")
            self.size += line.get("bytes", 0)
        self.writes += int(line.get("wrote", 0))

    def _move(self, line: Json) -> None:
        if line["what"] == "fallback" and not self._passed and self._stays():
            return  # it stayed, its limits as they were
        if not self._passed:  # what else a move passed through has a line each
            self._approved(line)
            self._passed = self._way(line)
        if self.workflow is not None and (not self._passed or self._passed.pop(0) != line.get("state")):
            self._lost("line %s: the workflow has no such way" % line.get("seq"))
        self.snap["status"], self.asked = "running", None
        self.calls = self.size = 0

    def _stays(self) -> bool:
        if self.workflow is None:
            return False
        here = self.snap["state"]
        return bool(self.workflow.state(self.snap["machine"], here).get("safe_next") == here)

    def _approved(self, line: Json) -> None:
        """A person's word by a road answers a request, and a way that needs one is not taken without."""
        asked = self.asked is not None and self.asked["event"] == line.get("event")
        given = bool(line.get("road")) and asked
        if line.get("road") and not asked:
            self.faults.append("line %s: an approval of %s is told, but it was not asked for" % (line.get("seq"), line.get("event")))
        elif not given and self.workflow is not None and line["what"] == "transition":
            ways = [way for way in self._ways(line) if self._leads(way, line)]
            if ways and all(way.get("approval") for way in ways):
                self.faults.append("line %s: %s needs a person's approval, and none is told" % (line.get("seq"), line.get("event")))

    def _leads(self, way: Json, line: Json) -> bool:
        return bool(self._try(way, line)[0])

    def _way(self, line: Json) -> list[str]:
        """Take the way that a line tells of; the places passed as the trace names them, [] when there is no such way."""
        if self.workflow is None:
            return []
        for way in self._ways(line):
            named, trial = self._try(way, line)
            if named:
                self.snap.update(trial)
                return named
        return []

    def _try(self, way: Json, line: Json) -> tuple[list[str], Json]:
        assert self.workflow is not None  # noqa: S101 - for the type checker
        trial = dict(self.snap)
        try:
            machine = self.snap["machine"]
            found = invoke(self.workflow, trial, way, 0.0) if "invoke" in way else enter(self.workflow, trial, machine, way["target"], 0.0)
        except (KeyError, ValueError, Damaged):
            return [], trial
        named = [steps.place(*one.split("/", 1)) for one in found]
        return (named, trial) if named[0] == line.get("state") else ([], trial)

    def _ways(self, line: Json) -> list[Json]:
        """The branches of an event; the trace may have cleaned its name."""
        assert self.workflow is not None  # noqa: S101 - for the type checker
        state = self.workflow.state(self.snap["machine"], self.snap["state"])
        if line["what"] == "fallback":
            return [{"target": str(state.get("safe_next", ""))}]
        return [way for name, branches in state.get("on", {}).items() if steps.authored(name) == line.get("event") for way in branches]

    def _mode(self, line: Json) -> None:
        if line.get("result") in MODES:
            waits = line["result"] == "running" and self.asked is not None
            self.snap["status"] = "waiting" if waits else line["result"]

    def _asked(self, line: Json) -> None:
        about = line.get("step", {}).get("output", {}).get("escalation_event", {})
        self.asked = {"id": about.get("escalation_id"), "event": line.get("event"), "target": line.get("target"),
                      "deadline": about.get("approval_deadline"), "tries": 0}
        self.snap["status"] = "waiting"

    def _answered(self, line: Json) -> None:
        if self.asked is None:
            self.faults.append("line %s: an answer on %s is told, but it was not asked for" % (line.get("seq"), line.get("event")))
        self.asked = None
        self.snap["status"] = "running"

    def _refused(self, line: Json) -> None:
        if line.get("rule") == "code" and self.asked is not None:
            self.asked["tries"] += 1

    def _checked(self, line: Json) -> None:
        told = {"status": line.get("result"), "grade": line.get("grade")} if line["what"] == "check" else {"status": "unknown", "grade": "none"}
        if line.get("check"):
            self.checks[line["check"]] = {**told, "record": line.get("record")}


_STEPS = {
    "call": Replay._call, "release": Replay._call, "transition": Replay._move, "fallback": Replay._move, "mode": Replay._mode,
    "approval_request": Replay._asked, "approval_answer": Replay._answered, "transition_refused": Replay._refused,
    "check": Replay._checked, "forgery": Replay._checked,
}  # fmt: skip


def replay(workflow: Workflow, main: str, lines: list[tuple[bytes, Json]]) -> Json | None:
    """The snapshot that the journal's lines lead to, None where they do not fit the workflow.

    What they do not tell is on the side of refusing: no request is pending, nothing checked counts.
    """
    told = Replay(workflow, main)
    for raw, line in lines:
        told.take(fast.sha256(raw), line)
    if told.misfit:
        return None
    told._again()
    snap = told.snap
    snap["slice"] = None
    snap["count"], snap["bytes"], snap["clock"] = told.calls, told.size, told.writes
    return snap
