"""A run's model messages: each one's lines repeat in the journal, with growing counts; the fullest is the message."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from statewright.trace.values import count, several, text

Json = dict[str, Any]


@dataclass(frozen=True)
class Message:
    """read, written: tokens, those out of a cache too. calls: ids of the tool calls it asked for."""

    read: int
    written: int
    model: str
    agent: str
    calls: tuple[str, ...]


class Messages:
    """The messages met so far."""

    def __init__(self) -> None:
        self._found: dict[str, Message] = {}

    def take(self, line: Json) -> None:
        """A line of a message."""
        name = text(line["message"])
        before, written = self._found.get(name), count(line, "output_tokens")
        if before is None or written >= before.written:
            read = count(line, "input_tokens") + count(line, "cache_read_tokens") + count(line, "cache_write_tokens")
            calls = tuple(text(call) for call in several(line, "calls"))
            self._found[name] = Message(read, written, text(line.get("model")) or "unknown", text(line.get("agent_name")) or "main", calls)

    def fullest(self) -> Iterable[Message]:
        """Each message as its fullest line has it."""
        return self._found.values()
