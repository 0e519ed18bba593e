"""Does a run's state claim what its journal proves? The journal is the truth; each difference is one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from statewright import fast
from statewright.moves import outcome
from statewright.store import layout, seal
from statewright.store.compiled import Damaged, Plan
from statewright.store.run import Run
from statewright.trace.replay import Replay
from statewright.trace.step import authored, foreign, place

Json = dict[str, Any]
FRAME = ("machine", "state", "invoke", "on_complete", "on_fail")
DIFFERS = "%s: the journal says %s, state.json says %s"


def plan_of(folder: Path, snap: Json | None) -> Plan | None:
    """The compiled workflow of a run that lies in its project, None where it is not at hand."""
    project = _project(folder)
    if not project or snap is None or not isinstance(snap.get("plan"), str):
        return None
    plan = Plan(project, snap["plan"], layout.data_home())
    try:
        plan.head()
    except (Damaged, OSError):
        return None
    return plan


def _project(folder: Path) -> str:
    runs = folder.resolve().parent
    return str(runs.parent.parent) if runs.name == "runs" and runs.parent.name == layout.FOLDER else ""


def differences(snap: Json, told: Replay) -> list[str]:
    """What ``state.json`` holds and the journal does not prove, [] when they agree. snap: the state; told: the journal's lines, all taken."""
    found = [told.misfit] if told.misfit else []
    found += told.faults
    for rows in (_whose, _where, _request, _ended, _counts, _checks):
        try:
            found += [DIFFERS % (what, _shown(one), _shown(other)) for what, one, other in rows(snap, told) if one != other]
        except (KeyError, TypeError, AttributeError, ValueError):
            found.append("state.json is damaged: its %s cannot be compared" % rows.__name__[1:].replace("_", " "))
    return found


def _shown(value: object) -> str:
    if value is None or value == "" or value == []:
        return "nothing"
    if isinstance(value, list):
        return " in ".join(str(one) for one in value)
    return str(value)[:200]


def _whose(snap: Json, told: Replay) -> Iterator[tuple[str, object, object]]:
    for key, word in (("run", "run"), ("session", "session"), ("harness", "harness"), ("plan", "pinned workflow")):
        if key in told.start:
            yield word, told.start[key], foreign(snap[key], key)
    yield "steps", told.snap["step"], snap["step"]


def _where(snap: Json, told: Replay) -> Iterator[tuple[str, object, object]]:
    yield "state", told.place or None, place(snap["machine"], snap["state"]) if told.place else None
    yield "status", told.snap["status"], snap["status"]
    if told.workflow is None:
        return
    yield "machines waiting below", _stack(told.snap), _stack(snap)
    yield "states entered", told.snap["entry"], snap["entry"]
    if isinstance(told.workflow, Plan) and snap["slice"] is not None and told.start.get("compiled") == told.workflow.sum():
        yield "place in the compiled workflow", told.workflow.place(told.snap["machine"], told.snap["state"]), list(snap["slice"])


def _stack(snap: Json) -> list[str]:
    return ["%s/%s (%s -> %s or %s)" % tuple(frame[key] for key in FRAME) for frame in reversed(snap["stack"])]


def _request(snap: Json, told: Replay) -> Iterator[tuple[str, object, object]]:
    held, asked = snap["approval"], told.asked
    if asked is None or held is None:
        yield "approval waited for", asked and asked["id"], held and held["id"]
        return
    yield "approval waited for", asked["id"], foreign(held["id"], "escalation")
    yield "approval's event", asked["event"], authored(held["event"])
    yield "approval's target", asked["target"], authored(held["branch"].get("target") or held["branch"].get("on_complete"))
    yield "approval's end", asked["deadline"], fast.iso(max(held["asked"], held["deadline"]))
    yield "wrong codes", asked["tries"], held["tries"]


def _ended(snap: Json, told: Replay) -> Iterator[tuple[str, object, object]]:
    if told.workflow is not None:
        yield "final", told.snap["final"], snap["final"]
        if told.snap["final"]:
            wanted = outcome(told.workflow.state(told.snap["machine"], told.snap["state"]))
            yield "outcome", told.outcome, wanted
    if snap["ended"] is not None and not told.outcome:
        yield "end", None, "ended"


def _counts(snap: Json, told: Replay) -> Iterator[tuple[str, object, object]]:
    """What is let through and not ended yet is known to the state alone."""
    if "compiled" not in told.start:
        return  # a journal from before its lines told what counts
    waiting = snap["pending"].values()
    yield "tool calls", told.calls, snap["count"] - sum(bool(one["counted"]) for one in waiting if one["entry"] == snap["entry"])
    yield "writes", told.writes, snap["clock"] - sum(one.get("wrote", 0) for one in waiting)


def _checks(snap: Json, told: Replay) -> Iterator[tuple[str, object, object]]:
    held = {authored(name): record for name, record in snap["checks"].items()}
    for name in sorted({*held, *told.checks}):
        known, record = told.checks.get(name), held.get(name)
        one, other = (found and "%s, %s" % (found["status"], found["grade"]) for found in (known, record))
        yield "check %s" % name, one, other
        if known and record and one == other and known["record"]:
            yield "check %s as a whole" % name, known["record"][:16], fast.sha256(fast.dumps(record))[:16]


def sealed(folder: Path) -> tuple[str, str]:
    """(difference, note) on who wrote the run's state; "" where there is nothing to say. Of a folder elsewhere nothing can be told."""
    project = _project(folder)
    if not project:
        return "", ""
    try:
        Run(project, folder.resolve().name).read()
    except Damaged as error:
        why = str(error).partition("; a person ")[0]
        return ("", why) if error.word in ("keyless", "headless") else (why, "")
    return "", ""


def compiled(folder: Path, snap: Json, start: Json) -> tuple[str, str]:
    """(difference, note) on the compiled workflow that the run's rules are read from; "" where there is nothing to say."""
    project = _project(folder)
    if not project:
        return "", ""
    base = layout.plan_base(project, snap["plan"])
    index = fast.read_file(base + ".json")
    index = index and (seal.bare(index) or index)
    lines = fast.read_file(base + ".plan")
    if index is None or lines is None:
        return "", "the compiled workflow is not here: the place is compared by name alone"
    try:
        whole = fast.loads(index).get("sum") == fast.sha256(lines)
    except (ValueError, AttributeError):
        whole = False
    if whole and start.get("compiled") == fast.sha256(index):
        return "", ""
    if layout.source_digest(project) != snap["plan"]:
        if not whole or start.get("compiled"):
            return "compiled workflow: it is not the one the run began with", ""
        return "", "the workflow's files changed since: whether the compiled one was theirs cannot be told"
    return _again(project, index, lines)


def _again(project: str, index: bytes, lines: bytes) -> tuple[str, str]:
    """Compile the pinned workflow once more, in memory."""
    from statewright.workflow.compiler import compile_project, index_text
    from statewright.workflow.problems import LoadError

    try:
        made = compile_project(project)
    except LoadError as error:
        return "", "the workflow's files cannot be compiled to compare them: %s" % error
    if (index_text(made), b"".join(made.lines)) == (index, lines):
        return "", ""
    return "compiled workflow: it is not what the pinned workflow compiles to", ""
