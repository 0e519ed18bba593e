"""Tallies and lists that stay small however long the run was, and say how much they left out."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Ends(Generic[Item]):
    """The first and the last items of a long row."""

    def __init__(self, each: int) -> None:
        self.first: list[Item] = []
        self.last: deque[Item] = deque(maxlen=each)
        self.each = each
        self.count = 0

    def add(self, item: Item) -> None:
        """One more at the end."""
        self.count += 1
        (self.first if len(self.first) < self.each else self.last).append(item)

    @property
    def left_out(self) -> int:
        """How many are neither among the first nor the last."""
        return self.count - len(self.first) - len(self.last)

    def __iter__(self) -> Iterator[Item]:
        yield from self.first
        yield from self.last

    def __len__(self) -> int:
        return len(self.first) + len(self.last)


class Table(Generic[Item]):
    """Rows by name, in the order of their first use; the names after ``most`` share one row called ``(others)``."""

    OTHERS = "(others)"

    def __init__(self, make: Callable[[], Item], most: int) -> None:
        self.rows: dict[str, Item] = {}
        self._make = make
        self._most = most

    def __getitem__(self, name: str) -> Item:
        if name not in self.rows and len(self.rows) >= self._most:
            name = self.OTHERS
        if name not in self.rows:
            self.rows[name] = self._make()
        return self.rows[name]
