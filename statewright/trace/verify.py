"""Does a journal still tell what was written? Names the first line that does not fit.

Every line holds the hash of the one before, and the run's state holds the hash of the last. That shows
any change made later by someone who did not rewrite all that follows; against someone who did, compare
a hash kept elsewhere (``head``, from ``trace receipt``). What the state claims besides is held against where
the journal leads (``agreement``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from statewright.trace import agreement, reading
from statewright.trace.replay import Replay

TRIES = 3


@dataclass
class VerifyResult:
    """line: the first line that does not fit, from 1, 0 when all do. kind: ``changed``, ``missing``, ``reordered``, ``added``, ``unreadable``,
    ``state`` (``state.json`` claims what the journal does not prove) or ``anchor``. differences: with ``state``, a sentence each, the first of
    them the message. notes: what is no fault, such as a torn last line that the next call puts back."""

    ok: bool = True
    line: int = 0
    kind: str = ""
    message: str = ""
    lines: int = 0
    steps: int = 0
    head: str = ""
    notes: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def faults(self) -> list[str]:
        """What is wrong, a sentence each; [] when nothing is."""
        if self.ok:
            return []
        return self.differences or ["line %d (%s): %s" % (self.line, self.kind, self.message) if self.line else self.message]


@dataclass
class _Line:
    number: int
    hash: str
    value: dict[str, Any] | None
    whole: bool
    gap: bool


def verify(path: str | Path, head: str = "") -> VerifyResult:
    """Check a run's folder or its journal. head: a hash noted earlier; some line must still have it. OSError when there is no journal."""
    folder = reading.run_dir(path)
    for _ in range(TRIES):
        snap = reading.snapshot(folder)
        if not any(path.exists() for path in reading.parts(folder, snap)):
            raise FileNotFoundError(f"{folder / reading.JOURNAL}: no such journal")
        result = _verified(folder, snap, head)
        if result.ok or snap is None or (reading.snapshot(folder) or snap).get("head") == snap["head"]:
            break  # else the run went on while it was read
    return result


def _verified(folder: Path, snap: dict[str, Any] | None, head: str) -> VerifyResult:
    result = VerifyResult()
    met = not head
    before = ""
    plan = agreement.plan_of(folder, snap)
    told = Replay(plan, plan.head()["id"] if plan is not None else "")
    for line, after in _pairs(_lines(folder, snap)):
        if not line.whole and after is None:
            _torn(result, line, snap)
            break
        problem = _problem(line, _voucher(line, after, snap), result.lines + 1, before)
        if problem is not None:
            _blame(result, problem, folder, snap, line)
            return result
        result.lines, result.head, before = line.number, line.hash, line.hash
        if line.value is not None:
            told.take(line.hash, line.value)
            _noted(result, line.number, line.value)
        met = met or line.hash == head
    if snap is not None:
        _against_state(result, snap, folder)
    if result.ok:
        _compared(result, snap, told, folder)
    if result.ok and not met:
        result.ok, result.kind, result.message = False, "anchor", f"no line has the hash {head[:12]}… noted earlier: the journal was rewritten or cut"
    return result


def _noted(result: VerifyResult, number: int, line: dict[str, Any]) -> None:
    result.steps += line.get("kind") == "step"
    if line.get("what") == "mended":
        result.notes.append(f"line {number}: before it, what a killed process had left unwritten was put back")
    elif line.get("what") == "rebuilt":
        result.notes.append(f"line {number}: the run's state was lost and put together again from the journal (doctor --repair)")


def _compared(result: VerifyResult, snap: dict[str, Any] | None, told: Replay, folder: Path) -> None:
    """The whole journal is known: what the run's state claims beyond it was written by somebody else."""
    result.differences = told.faults if snap is None else agreement.differences(snap, told)
    for wrong, note in () if snap is None else (agreement.sealed(folder), agreement.compiled(folder, snap, told.start)):
        result.differences += [wrong] if wrong else []
        result.notes += [note] if note else []
    if result.differences:
        result.ok, result.kind, result.message = False, "state", result.differences[0]


def _lines(folder: Path, snap: dict[str, Any] | None) -> Iterator[_Line]:
    for number, (raw, whole) in enumerate(reading.raw_lines(folder, snap, mend=_mendable(folder, snap)), 1):
        yield _Line(number, hashlib.sha256(raw).hexdigest(), reading.parsed(raw), whole, b"\0" in raw)


def _mendable(folder: Path, snap: dict[str, Any] | None) -> bool:
    """Whether the next call would put back what is missing; a longer journal is not cut for being looked at."""
    if snap is None:
        return False
    last = reading.parts(folder, snap)[-1]
    size = last.stat().st_size if last.exists() else 0
    return bool(snap["length"] - len(snap["tail"]) <= size < snap["length"])


def _pairs(lines: Iterator[_Line]) -> Iterator[tuple[_Line, _Line | None]]:
    """Each line with the one after it: which of two neighbours was changed shows only there."""
    line = next(lines, None)
    while line is not None:
        after = next(lines, None)
        yield line, after
        line = after


def _voucher(line: _Line, after: _Line | None, snap: dict[str, Any] | None) -> str:
    """The hash this line should have, as the next line tells, or the run's state; with neither, its own."""
    if after is not None and after.value is not None:
        return str(after.value.get("prev"))
    return line.hash if snap is None else str(snap["head"])


def _problem(line: _Line, voucher: str, seq: int, before: str) -> tuple[int, str, str] | None:
    if line.value is None:
        text = "lines were lost here; the gap was filled" if line.gap else "is not a line of a journal"
        return line.number, "missing" if line.gap else "unreadable", text
    found = line.value.get("seq")
    if not isinstance(found, int) or isinstance(found, bool):
        return line.number, "changed", "has no number"
    if found != seq:
        return line.number, "missing" if found > seq else "reordered", f"has number {found} where {seq} should be"
    if line.value.get("prev") == before:
        return None
    if voucher == line.hash and line.number > 1:  # what comes later vouches for this line, so it is its predecessor
        return line.number - 1, "changed", "does not have the hash that the next line notes"
    return line.number, "changed", "does not note the hash of the line before"


def _blame(result: VerifyResult, problem: tuple[int, str, str], folder: Path, snap: dict[str, Any] | None, line: _Line) -> None:
    number, kind, message = problem
    wanted = result.lines + 1
    if kind == "missing" and not line.gap and _occurs(folder, snap, wanted):
        kind = "reordered"
    if kind == "missing" and not line.gap and line.value is not None:
        last = line.value["seq"] - 1
        message = f"line {wanted} is missing" if last == wanted else f"lines {wanted} to {last} are missing"
    result.ok, result.line, result.kind, result.message = False, number, kind, message


def _occurs(folder: Path, snap: dict[str, Any] | None, seq: int) -> bool:
    return any(line.value is not None and line.value.get("seq") == seq for line in _lines(folder, snap))


def _torn(result: VerifyResult, line: _Line, snap: dict[str, Any] | None) -> None:
    result.notes.append(f"line {line.number} is torn: a process was killed while it wrote"
                        + ("" if snap is None else "; the next call mends it"))


def _against_state(result: VerifyResult, snap: dict[str, Any], folder: Path) -> None:
    """The run's own state knows how the journal ends."""
    if not result.ok:
        return
    if _mendable(folder, snap):
        result.notes.append("the last write was not finished by a killed process; the next call puts it back")
    if result.lines < snap["seq"]:
        result.ok, result.line, result.kind = False, result.lines + 1, "missing"
        result.message = f"the journal ends before line {snap['seq']}, which the run's state knows"
    elif result.lines > snap["seq"]:
        result.ok, result.line, result.kind = False, snap["seq"] + 1, "added"
        result.message = f"the run's state knows {snap['seq']} lines only"
    elif result.head != snap["head"]:
        result.ok, result.line, result.kind = False, result.lines, "changed"
        result.message = "does not have the hash that the run's state notes"
