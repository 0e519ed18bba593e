"""Which calls use up an iteration, as far as a trace tells."""

from __future__ import annotations

from collections import deque
from typing import Any

from statewright.model import ALWAYS_PASS
from statewright.trace.step import ENGINE

LEFT_BEHIND = ("transition", "fallback", "transition_refused", "approval_request")


class OwnCalls:
    """The trace does not say that a shell call was one of our own commands; what such a command brought about stands within its time."""

    def __init__(self) -> None:
        self._moments: deque[float] = deque(maxlen=16)

    def note(self, what: str, line: dict[str, Any], at: float) -> None:
        """Remember a step that an agent's own command may have brought about; a person's stands alone."""
        if (what in LEFT_BEHIND and not line.get("road")) or (what == "check" and line.get("grade") == "measured"):
            self._moments.append(at)

    def counts(self, tool: str, server: str, start: float, end: float) -> bool:
        """Whether a call that ended counts: not the always-passing tools, not our own."""
        if tool in ALWAYS_PASS or server == ENGINE:
            return False
        moment = next((moment for moment in self._moments if start <= moment <= end), None) if tool == "Bash" else None
        if moment is not None:
            self._moments.remove(moment)
        return moment is None
