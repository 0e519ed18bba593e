"""What a story is told in. Times are seconds since the epoch, lengths of time seconds, sizes bytes."""

from __future__ import annotations

from dataclasses import dataclass, field

from statewright.report.bounded import Ends


@dataclass
class Tally:
    """calls, failed: tool calls that ran, and those of them that failed. held: refused by the workflow. seconds: of the tools, or in the state."""

    entered: int = 0
    calls: int = 0
    failed: int = 0
    held: int = 0
    size: int = 0
    seconds: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    role: str = ""

    def add(self, other: Tally) -> None:
        """Count the other's too."""
        for name in ("entered", "calls", "failed", "held", "size", "seconds", "tokens_in", "tokens_out"):
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass
class Stay:
    """One stay in a state. event: what led there. ended: 0 while it goes on. used: calls that count."""

    place: str
    event: str
    began: float
    first: int
    ended: float = 0.0
    calls: int = 0
    used: int = 0
    size: int = 0
    held: int = 0


@dataclass
class Row:
    """A step in the timeline."""

    number: int
    at: float
    seconds: float
    place: str
    stay: int
    agent: str
    what: str
    name: str
    detail: str
    failed: bool


@dataclass
class Refusal:
    """One refusal. name: the tool or the event. guards: of a transition."""

    number: int
    at: float
    place: str
    rule: str
    name: str
    agent: str
    guards: list[str]


@dataclass
class Check:
    """The results of one declared check."""

    passed: int = 0
    failed: int = 0
    runs: Ends[tuple[int, float, str, str]] = field(default_factory=lambda: Ends(10))


@dataclass
class Approval:
    """An approval asked for. answer: "" while it is open."""

    number: int
    name: str
    event: str
    source: str  # places
    target: str
    asked: float
    deadline: float
    answer: str = ""
    answered: float = 0.0
    road: str = ""
