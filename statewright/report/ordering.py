"""The order of the places in each layer of a drawing: as few crossings as a few sweeps find."""

from __future__ import annotations

from bisect import bisect_right, insort
from dataclasses import dataclass, field
from itertools import pairwise

SWEEPS = 16


@dataclass
class Place:
    """A box, a label or a passing line in its layer. left, right: how far it reaches."""

    left: float
    right: float
    height: float
    layer: int
    real: bool
    x: float = 0.0
    above: list[int] = field(default_factory=list)
    below: list[int] = field(default_factory=list)


def order(places: list[Place], layers: list[list[int]]) -> None:
    """Put each layer in the order of its neighbours' middles, down and up again; keep the order with the fewest crossings."""
    best, fewest = [list(layer) for layer in layers], _crossings(places, layers)
    for sweep in range(SWEEPS):
        down = sweep % 2 == 0
        for number in range(1, len(layers)) if down else range(len(layers) - 2, -1, -1):
            beside = layers[number - 1 if down else number + 1]
            index = {place: spot for spot, place in enumerate(beside)}
            middles: dict[int, float] = {}
            for spot, place in enumerate(layers[number]):
                near = [index[other] for other in (places[place].above if down else places[place].below)]
                middles[place] = sum(near) / len(near) if near else float(spot)
            layers[number].sort(key=middles.__getitem__)
        count = _crossings(places, layers)
        if count < fewest:
            best, fewest = [list(layer) for layer in layers], count
        if not fewest:
            break
    layers[:] = best


def _crossings(places: list[Place], layers: list[list[int]]) -> int:
    total = 0
    for upper, lower in pairwise(layers):
        index = {place: spot for spot, place in enumerate(lower)}
        seen: list[int] = []
        for place in upper:
            spots = sorted(index[other] for other in places[place].below)
            total += sum(len(seen) - bisect_right(seen, spot) for spot in spots)
            for spot in spots:
                insort(seen, spot)
    return total
