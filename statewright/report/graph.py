"""A machine of the workflow as a picture: its states in layers, the way taken drawn strong."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from statewright.report.layout import Box, Line, arrange
from statewright.report.markup import Html, length, many, shown, tag
from statewright.report.plan import State
from statewright.report.story import Story

MOST = 80  # states in one drawing
LONGEST = 26  # characters of a name in a drawing
EVENTS = 3  # events named on one line


@dataclass
class Edge:
    """All ways from one state to another. words: the label's lines, each with True where it is an event's name."""

    source: str
    target: str
    taken: int = 0
    words: list[tuple[str, bool]] = field(default_factory=list)


def machines(story: Story) -> list[str]:
    """The machines to draw: those the run was in, in the workflow's order, or the first one."""
    order = list(dict.fromkeys([*(place.partition("/")[0] for place in (*story.plan.first, *story.plan.states)),
                                *(place.partition("/")[0] for place in story.states.rows)]))
    met = {place.partition("/")[0] for place in story.states.rows}
    return [name for name in order if name in met] or order[:1]


def states(story: Story, machine: str) -> tuple[list[State], int]:
    """The states to draw, the machine's first state first, and how many were left out. Entered ones go before others."""
    known = {place: state for place, state in story.plan.states.items() if place.partition("/")[0] == machine}
    for place in story.states.rows:
        if place.partition("/")[0] == machine and place not in known:
            known[place] = State(place, machine, place.partition("/")[2] or place)
    first = next((place for place in story.plan.first if place in known), next(iter(known), ""))
    order = sorted(known, key=lambda place: (place != first, place not in story.states.rows)) if len(known) > MOST else sorted(
        known, key=lambda place: place != first)
    return [known[place] for place in order[:MOST]], max(len(order) - MOST, 0)


def edges(story: Story, drawn: Sequence[State]) -> list[Edge]:
    """The lines between the states drawn: what the workflow offers and what the trace says was taken."""
    places = {state.place for state in drawn}
    found: dict[tuple[str, str], Edge] = {}
    named: dict[tuple[str, str], list[tuple[str, list[str]]]] = {}
    for way in story.plan.ways:
        if way.source in places and way.target in places:
            found.setdefault((way.source, way.target), Edge(way.source, way.target))
            named.setdefault((way.source, way.target), []).append((way.event, way.notes))
    for pair, events in story.taken.items():
        if pair[0] in places and pair[1] in places:
            found.setdefault(pair, Edge(*pair)).taken = sum(events.values())
            if pair not in named:
                named[pair] = [(event, []) for event in events]
    for pair, edge in found.items():
        for event, notes in named[pair][:EVENTS]:
            edge.words.append((short(event), True))
            edge.words += [(short(note), False) for note in notes[:2]]
        if len(named[pair]) > EVENTS:
            edge.words.append((f"and {len(named[pair]) - EVENTS} more", False))
        if edge.taken > 1:
            edge.words.append((f"{edge.taken} times", False))
    return list(found.values())


def short(name: str, most: int = LONGEST) -> str:
    """A name that fits a drawing."""
    name = shown(name)
    return name if len(name) <= most else name[:most - 1] + "…"


def width(words: str, each: float) -> float:
    """A text's width; each: a plain character's. East Asian wide characters take two."""
    return sum(each * (1.7 if unicodedata.east_asian_width(char) in "WF" else 1.0) for char in words)


def drawing(story: Story, machine: str) -> tuple[Html, int]:
    """The machine as inline SVG, and how many states are not in it."""
    drawn, left_out = states(story, machine)
    lines = edges(story, drawn)
    index = {state.place: number for number, state in enumerate(drawn)}
    boxes = [Box(max(width(short(state.label), 8.3) + 30, width(note(story, state), 6.4) + 26, 96), 46) for state in drawn]
    ways = [Line(index[edge.source], index[edge.target], max((width(words, 6.9) for words, _ in edge.words), default=0) + 10,
                 14.0 * len(edge.words) + 2) for edge in lines]
    for way in ways:
        if way.source == way.target:
            boxes[way.source].right += way.width + 26
    wide, high = arrange(boxes, ways)
    over = 34  # the mark where it starts, above
    parts = [_edge(edge, way, boxes) for edge, way in sorted(zip(lines, ways, strict=True), key=lambda row: row[0].taken > 0)]
    parts += [_label(edge, way, boxes) for edge, way in zip(lines, ways, strict=True)]
    parts += [_node(story, state, box) for state, box in zip(drawn, boxes, strict=True)]
    if drawn and drawn[0].place in story.plan.first:
        parts.append(_start(boxes[0]))
    seen = [state.label for state in drawn if state.place in story.states.rows]
    words = f"State graph of {machine}: {many(len(drawn), 'state')}, {len(seen)} entered: {', '.join(seen[:20]) or 'none'}."
    picture = tag("svg", tag("g", *parts, transform=f"translate(8 {over})"), class_="graph", role="img", aria_label=words,
                  viewBox=f"0 0 {wide + 16:.0f} {high + over + 10:.0f}",
                  style=f"width:100%;max-width:{wide + 16:.0f}px;min-width:min({wide + 16:.0f}px,max(20rem,{0.8 * wide:.0f}px))")
    return picture, left_out


def note(story: Story, state: State) -> str:
    """The small line in a box."""
    row = story.states.rows.get(state.place)
    if row is None:
        return "not entered"
    entered = f"{row.entered}×" if row.entered != 1 else "once"
    return entered if state.final else f"{entered}, {length(row.seconds)}"


def _node(story: Story, state: State, box: Box) -> Html:
    seen = state.place in story.states.rows
    now = story.at is not None and story.at.place == state.place
    kind = "node" + (" seen" if seen else "") + (" now" if now else "") + (" bad" if state.failure else " end" if state.final else "")
    left, top = box.x - box.width / 2, box.y - box.height / 2
    parts = [tag("title", f"{state.label}: {note(story, state)}"), _rect(left, top, box.width, box.height, 9)]
    if state.final:
        parts.append(_rect(left + 4, top + 4, box.width - 8, box.height - 8, 6))
    parts.append(tag("text", short(state.label), x=f"{box.x:.1f}", y=f"{box.y - 3:.1f}", class_="name"))
    parts.append(tag("text", note(story, state), x=f"{box.x:.1f}", y=f"{box.y + 13:.1f}", class_="note"))
    return tag("g", *parts, class_=kind)


def _rect(x: float, y: float, wide: float, high: float, round_: int) -> Html:
    return tag("rect", x=f"{x:.1f}", y=f"{y:.1f}", width=f"{wide:.1f}", height=f"{high:.1f}", rx=round_)


def _start(box: Box) -> Html:
    top = box.y - box.height / 2
    return tag("g", tag("circle", cx=f"{box.x:.1f}", cy=f"{top - 27:.1f}", r=4.5),
               tag("path", d=f"M{box.x:.1f} {top - 22:.1f}V{top - 7:.1f}"), _arrow(box.x, top, 1), class_="edge taken")


def _edge(edge: Edge, way: Line, boxes: Sequence[Box]) -> Html:
    kind = "edge taken" if edge.taken else "edge"
    if way.source == way.target:
        box = boxes[way.source]
        x, y = box.x + box.width / 2, box.y
        path = f"M{x:.1f} {y - 9:.1f}C{x + 22:.1f} {y - 20:.1f} {x + 22:.1f} {y + 20:.1f} {x + 6:.1f} {y + 10:.1f}"
        return tag("g", tag("path", d=path), tag("polygon", points=f"{x:.1f},{y + 8:.1f} {x + 9:.1f},{y + 7:.1f} {x + 5:.1f},{y + 15:.1f}"),
                   class_=kind)
    points = way.points
    stop = -7.0 if points[-1][1] > points[-2][1] else 7.0
    end = (points[-1][0], points[-1][1] + stop)
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    at = points[0]
    for enter, leave in zip(points[1:-1:2], points[2:-1:2], strict=True):
        path += _curve(at, enter) + f"L{leave[0]:.1f} {leave[1]:.1f}"
        at = leave
    path += _curve(at, end)
    return tag("g", tag("path", d=path), _arrow(points[-1][0], points[-1][1], 1 if stop < 0 else -1), class_=kind)


def _curve(one: tuple[float, float], other: tuple[float, float]) -> str:
    middle = (one[1] + other[1]) / 2
    return f"C{one[0]:.1f} {middle:.1f} {other[0]:.1f} {middle:.1f} {other[0]:.1f} {other[1]:.1f}"


def _arrow(x: float, y: float, down: int) -> Html:
    return tag("polygon", points=f"{x:.1f},{y:.1f} {x - 4:.1f},{y - 8 * down:.1f} {x + 4:.1f},{y - 8 * down:.1f}")


def _label(edge: Edge, way: Line, boxes: Sequence[Box]) -> Html:
    x, y = way.x, way.y
    if way.source == way.target:
        box = boxes[way.source]
        x, y = box.x + box.width / 2 + 22 + way.width / 2, box.y
    top = y - way.height / 2
    lines = [tag("text", words, x=f"{x:.1f}", y=f"{top + 12 + 14 * number:.1f}", class_="event" if named else "guard")
             for number, (words, named) in enumerate(edge.words)]
    return tag("g", _rect(x - way.width / 2, top, way.width, way.height, 3), *lines, class_="label taken" if edge.taken else "label")
