"""The course of a run: a lane for each state, what was refused, and how full the budgets were, step by step.

Shapes stretch with the page, words do not: a lane is an SVG without a fixed width, its name is text beside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from statewright.report.course import Cell
from statewright.report.markup import Html, join, many, moment, number, tag
from statewright.report.story import Story

LANES = 40
HIGH = 100  # the height of a budget's drawing, for the whole limit and a little more
TOP = 108.0


def course(story: Story) -> Html:
    """The lanes and the budgets as one grid; the same steps stand above each other."""
    cells = story.course.cells
    met = dict.fromkeys(place for cell in cells for place in cell.places)
    order = [place for place in (*story.plan.states, *met) if place in met]
    parts: list[Html] = []
    for place in list(dict.fromkeys(order))[:LANES]:
        parts += _lane(story, place, cells)
    if len(met) > LANES:
        parts.append(tag("p", f"{len(met) - LANES} more states are not drawn.", class_="small", style="grid-column:1/-1"))
    parts += [tag("div", class_="gap"), *_refused(cells)]
    parts += _budget("Tool calls", "the state's limit of calls", [cell.calls for cell in cells])
    parts += _budget("Result bytes", "the state's limit of result bytes", [cell.size for cell in cells])
    parts.append(_axis(story))
    return tag("div", *parts, class_="course")


def _svg(cells: int, label: str, *shapes: Html, tall: bool = False) -> Html:
    high = TOP if tall else 10
    return tag("svg", *shapes, viewBox=f"0 0 {max(cells, 1)} {high:g}", preserveAspectRatio="none", role="img", aria_label=label,
               class_="tall" if tall else None)


def _lane(story: Story, place: str, cells: list[Cell]) -> Iterator[Html]:
    state = story.plan.states.get(place)
    several = len({one.partition("/")[0] for cell in cells for one in cell.places}) > 1
    name = state.label if state is not None and not several else place
    spans = list(_runs([place in cell.places for cell in cells]))
    shapes = [tag("rect", x=first, y=1.5, width=last - first, height=7, class_="lane") for first, last in spans]
    yield tag("div", name, class_="what")
    yield _svg(len(cells), f"{name}: {many(len(spans), 'stretch', 'stretches')} of the run", *shapes)


def _runs(flags: list[bool]) -> Iterator[tuple[int, int]]:
    """First and one past the last of each stretch of True."""
    first = -1
    for number_, flag in enumerate([*flags, False]):
        if flag and first < 0:
            first = number_
        elif not flag and first >= 0:
            yield first, number_
            first = -1


def _refused(cells: list[Cell]) -> Iterator[Html]:
    total = sum(cell.refused for cell in cells)
    most = max((cell.refused for cell in cells), default=0)
    shapes = [tag("line", x1=spot + 0.5, x2=spot + 0.5, y1=f"{9.5 - 8 * max(cell.refused / most, 0.4):.1f}", y2=9.5, class_="refused")
              for spot, cell in enumerate(cells) if cell.refused]
    yield tag("div", "Refused", class_="what")
    yield _svg(len(cells), f"{many(total, 'refusal')}", *shapes)


def _budget(name: str, of: str, shares: list[float]) -> Iterator[Html]:
    """An area for each stretch with a limit; the dashed line is the limit."""
    if all(share < 0 for share in shares):
        return
    shapes = []
    for first, last in _runs([share >= 0 for share in shares]):
        points = [f"{first},{TOP:g}"]
        for spot in range(first, last):
            y = TOP - min(shares[spot] * HIGH, TOP - 1)
            points += [f"{spot},{y:.1f}", f"{spot + 1},{y:.1f}"]
        shapes.append(tag("polygon", points=" ".join([*points, f"{last},{TOP:g}"]), class_="area"))
    limit = tag("line", x1=0, x2=max(len(shares), 1), y1=TOP - HIGH, y2=TOP - HIGH, class_="limit")
    fullest = max(shares)
    yield tag("div", join(name, tag("br"), tag("span", "dashed: the limit", class_="small")), class_="what")
    yield _svg(len(shares), f"{name}, at most {fullest:.0%} of {of}", *shapes, limit, tall=True)


def _axis(story: Story) -> Html:
    cells = story.course.cells
    ends = [join("step 1", ", ", moment(cells[0].at)), join(f"step {number(story.steps)}", ", ", moment(story.ended))] if cells else []
    return tag("div", *(tag("span", end) for end in ends), class_="axis")
