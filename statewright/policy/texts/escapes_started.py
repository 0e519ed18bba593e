"""Texts that are commands, or an agent by its name alone: what terminals and queues start, what keys are bound to, what a tape types."""

from statewright.policy.texts.recipes import in_quotes
from statewright.policy.words.agents import PROGRAMS

TYPE_CHECKING = False
if TYPE_CHECKING:
    Found = list[tuple[str, bool]]


def started(text: str) -> "Found":
    """What a terminal or a queue starts: a command, or an agent by its name alone."""
    alone = text.strip().rpartition("/")[2] in PROGRAMS
    return [(text.strip() + " x", False)] if alone else [(text, False)] if " " in text.strip() else []


def quoted(text: str) -> "Found":
    """Texts in quotes that are typed: a tape's ``Type "X"``."""
    return [found for one in in_quotes(text) for found in started(one)]


def bound(text: str) -> "Found":
    """What a key is bound to: ``"\\C-a": "X"``, ``"a": X``. bash(1), bind; zshzle(1), bindkey -s."""
    key, _, value = text.partition(":")
    value = value if key.strip()[:1] in ("'", '"') else text
    value = value.strip().strip("'\"").replace("\\n", "\n").replace("\\C-m", "\n").replace("^M", "\n").replace("\\r", "\n")
    return [found for line in value.split("\n") for found in started(line)]
