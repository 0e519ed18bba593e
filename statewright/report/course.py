"""A run's course in a bounded number of cells: where it was, what was refused, how full its budgets were.

The steps are not counted beforehand: a cell stands for one step until there are too many, then for two, four …
A cell keeps every state met in it and the fullest budgets, so that nothing that happened vanishes by being drawn small.
"""

from __future__ import annotations

from dataclasses import dataclass, field

CELLS = 600  # even, so that a halved course ends at the end of a cell


@dataclass
class Cell:
    """at: seconds since the epoch of its first step. places: the states met, in order. calls, size: the fullest share of the limit,
    -1 where there is none."""

    at: float
    places: list[str] = field(default_factory=list)
    refused: int = 0
    calls: float = -1.0
    size: float = -1.0

    def take(self, other: Cell) -> None:
        """Make this cell stand for the next one's steps too."""
        self.places += [place for place in other.places if place not in self.places]
        self.refused += other.refused
        self.calls, self.size = max(self.calls, other.calls), max(self.size, other.size)


class Course:
    """The cells so far. size: steps a cell stands for."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.size = 1
        self.steps = 0

    def add(self, cell: Cell) -> None:
        """One more step."""
        if self.steps % self.size:
            self.cells[-1].take(cell)
        else:
            if len(self.cells) == CELLS:
                self._halve()
            self.cells.append(cell)
        self.steps += 1

    def _halve(self) -> None:
        kept = self.cells[::2]
        for one, other in zip(kept, self.cells[1::2], strict=True):
            one.take(other)
        self.cells, self.size = kept, self.size * 2
