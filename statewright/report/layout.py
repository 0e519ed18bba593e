"""A graph in layers, top to bottom: who stands above whom, in which order, and where every line bends.

The usual way of drawing a state machine: cycles are broken along a walk from the first vertex, each vertex gets the
layer of its longest way from there, lines that pass a layer get a place in it, neighbours are put in an order with few
crossings, then pulled into line with each other. A line's label takes a place of its own in a layer between, so that
no label lies on a box or on another label. Same input, same drawing; units are pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from statewright.report.ordering import SWEEPS, Place, order

GAP = 18.0  # between neighbours in a layer
RISE = 19.0  # between layers
LINE = 9.0  # the room of a line that passes a layer


@dataclass
class Box:
    """A vertex. width, height: of the box; right: further room beside it, for a line from the vertex to itself."""

    width: float
    height: float
    right: float = 0.0
    x: float = 0.0  # centre, once laid out
    y: float = 0.0


@dataclass
class Line:
    """An edge from one box to another, by index. width, height: of its label.

    points: where it bends, from the source's edge to the target's, in pairs: it is straight down within a pair. up: it goes against the layers.
    """

    source: int
    target: int
    width: float = 0.0
    height: float = 0.0
    x: float = 0.0  # the label's centre
    y: float = 0.0
    up: bool = False
    points: list[tuple[float, float]] = field(default_factory=list)


def arrange(boxes: Sequence[Box], lines: Sequence[Line]) -> tuple[float, float]:
    """Give every box and line its coordinates; the drawing's width and height. Lines of a box to itself are left alone."""
    moving = [line for line in lines if line.source != line.target]
    _turn(len(boxes), moving)
    ranks = _ranks(len(boxes), moving)
    places = [Place(box.width / 2, box.width / 2 + box.right, box.height, 2 * rank, True) for box, rank in zip(boxes, ranks, strict=True)]
    chains = [_chain(places, line) for line in moving]
    layers = _layers(places)
    order(places, layers)
    _pull(places, layers)
    if boxes and _far_right(places):
        for layer in layers:  # turned over, so that a narrow window shows the beginning
            layer.reverse()
        _pull(places, layers)
    tops = _tops(places, layers)
    left = min((place.x - place.left for place in places), default=0.0)
    for place in places:
        place.x -= left
    for box, place in zip(boxes, places, strict=False):
        box.x, box.y = place.x, tops[place.layer][0] + tops[place.layer][1] / 2
    for line, chain in zip(moving, chains, strict=True):
        _bend(line, chain, places, tops, boxes)
    width = max((place.x + place.right for place in places), default=0.0)
    return width, sum(tops[-1]) if tops else 0.0


def _far_right(places: list[Place]) -> bool:
    """Whether the first box stands well in the right half."""
    left, right = min(place.x - place.left for place in places), max(place.x + place.right for place in places)
    return places[0].x - left > 0.62 * (right - left)


def _turn(count: int, lines: list[Line]) -> None:
    """Mark the lines that close a cycle, on a walk in the given order; they are drawn upwards."""
    out: list[list[Line]] = [[] for _ in range(count)]
    for line in lines:
        out[line.source].append(line)
    state = [0] * count  # 1 on the way, 2 done
    for first in range(count):
        if state[first]:
            continue
        state[first] = 1
        walk = [(first, iter(out[first]))]
        while walk:
            at, rest = walk[-1]
            for line in rest:
                if state[line.target] == 1:
                    line.up = True
                elif state[line.target] == 0:
                    state[line.target] = 1
                    walk.append((line.target, iter(out[line.target])))
                    break
            else:
                state[at] = 2
                walk.pop()


def _ends(line: Line) -> tuple[int, int]:
    """The upper and the lower box."""
    return (line.target, line.source) if line.up else (line.source, line.target)


def _ranks(count: int, lines: list[Line]) -> list[int]:
    ranks = [0] * count
    waiting = [0] * count
    for line in lines:
        waiting[_ends(line)[1]] += 1
    ready = [number for number in range(count) if not waiting[number]]
    while ready:
        at = ready.pop(0)
        for line in lines:
            upper, lower = _ends(line)
            if upper == at:
                ranks[lower] = max(ranks[lower], ranks[at] + 1)
                waiting[lower] -= 1
                if not waiting[lower]:
                    ready.append(lower)
    return ranks


def _chain(places: list[Place], line: Line) -> list[int]:
    """The places a line takes between its boxes, the label's next to the source."""
    upper, lower = _ends(line)
    first, last = places[upper].layer + 1, places[lower].layer - 1
    labelled = last if line.up else first
    chain = [upper]
    for layer in range(first, last + 1):
        half = line.width / 2 if layer == labelled and line.width else LINE / 2
        places.append(Place(half, half, line.height if layer == labelled else 0.0, layer, False))
        chain.append(len(places) - 1)
    chain.append(lower)
    for one, other in pairwise(chain):
        places[one].below.append(other)
        places[other].above.append(one)
    return chain


def _layers(places: list[Place]) -> list[list[int]]:
    layers: list[list[int]] = [[] for _ in range(1 + max((place.layer for place in places), default=-1))]
    for number, place in enumerate(places):
        layers[place.layer].append(number)
    return layers


def _pull(places: list[Place], layers: list[list[int]]) -> None:
    """Move every place towards its neighbours, as far as its own layer leaves room."""
    for layer in layers:
        _settle(places, layer, [0.0] * len(layer), [1.0] * len(layer))
    for sweep in range(2 * SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            wanted, weights = [], []
            for number in layer:
                place = places[number]
                both = sweep >= 2 * SWEEPS - 2
                near = [*(place.above if down or both else ()), *(place.below if both or not down else ())]
                pulls = [1.0 if place.real or places[other].real else 30.0 for other in near]
                weights.append(max(sum(pulls), 0.1))
                wanted.append(sum(places[other].x * pull for other, pull in zip(near, pulls, strict=True)) / sum(pulls) if near else place.x)
            _settle(places, layer, wanted, weights)


def _settle(places: list[Place], layer: list[int], wanted: list[float], weights: list[float]) -> None:
    """The positions nearest to the wanted ones that keep the order and the room (pool adjacent violators)."""
    offsets, at = [], 0.0
    for spot, number in enumerate(layer):
        if spot:
            at += places[layer[spot - 1]].right + GAP + places[number].left
        offsets.append(at)
    groups: list[list[float]] = []  # weighted sum, weight, members
    for want, weight, offset in zip(wanted, weights, offsets, strict=True):
        groups.append([(want - offset) * weight, weight, 1])
        while len(groups) > 1 and groups[-2][0] / groups[-2][1] > groups[-1][0] / groups[-1][1]:
            last = groups.pop()
            groups[-1] = [one + other for one, other in zip(groups[-1], last, strict=True)]
    spot = 0
    for total, weight, members in groups:
        for _ in range(int(members)):
            places[layer[spot]].x = total / weight + offsets[spot]
            spot += 1


def _tops(places: list[Place], layers: list[list[int]]) -> list[tuple[float, float]]:
    """Each layer's top and height."""
    tops, at = [], 0.0
    for layer in layers:
        height = max((places[number].height for number in layer), default=0.0)
        tops.append((at, height))
        at += height + RISE
    return tops


def _bend(line: Line, chain: list[int], places: list[Place], tops: list[tuple[float, float]], boxes: Sequence[Box]) -> None:
    upper, lower = chain[0], chain[-1]
    points = [(_port(places, upper, chain[1], True, boxes), boxes[upper].y + boxes[upper].height / 2)]
    for number in chain[1:-1]:
        top, height = tops[places[number].layer]
        points += [(places[number].x, top), (places[number].x, top + height)]
    points.append((_port(places, lower, chain[-2], False, boxes), boxes[lower].y - boxes[lower].height / 2))
    named = places[chain[-2] if line.up else chain[1]]
    line.x, line.y = named.x, tops[named.layer][0] + tops[named.layer][1] / 2
    line.points = points[::-1] if line.up else points


def _port(places: list[Place], box: int, neighbour: int, below: bool, boxes: Sequence[Box]) -> float:
    """Where on a box's edge the line to a neighbour leaves: side by side in the neighbours' order."""
    near = sorted(places[box].below if below else places[box].above, key=lambda other: (places[other].x, other))
    room = boxes[box].width * 0.7
    step = min(room / max(len(near) - 1, 1), 26.0)
    return places[box].x + (near.index(neighbour) - (len(near) - 1) / 2) * step
