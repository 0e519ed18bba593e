"""Drawings: nothing on top of anything else, every line from its box to its box, the same every time."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from statewright.report.layout import Box, Line, arrange

graphs = st.integers(1, 9).flatmap(lambda count: st.tuples(st.just(count), st.lists(
    st.tuples(st.integers(0, count - 1), st.integers(0, count - 1), st.integers(0, 90)), max_size=16, unique_by=lambda row: row[:2])))


def drawn(count: int, ways: list[tuple[int, int, int]]) -> tuple[list[Box], list[Line], float, float]:
    boxes = [Box(80 + 7 * number, 46, 60 if any(way[:2] == (number, number) for way in ways) else 0) for number in range(count)]
    lines = [Line(source, target, width, 16) for source, target, width in ways]
    return boxes, lines, *arrange(boxes, lines)


def areas(boxes: list[Box], lines: list[Line]) -> list[tuple[float, float, float, float]]:
    """Left, top, right, bottom of every box and label."""
    found = [(box.x - box.width / 2, box.y - box.height / 2, box.x + box.width / 2 + box.right, box.y + box.height / 2) for box in boxes]
    return found + [(line.x - line.width / 2, line.y - line.height / 2, line.x + line.width / 2, line.y + line.height / 2)
                    for line in lines if line.source != line.target and line.width]


@settings(max_examples=300, deadline=None)
@given(graphs)
def test_no_box_and_no_label_lies_on_another_and_all_lie_in_the_drawing(graph: tuple[int, list[tuple[int, int, int]]]) -> None:
    boxes, lines, width, height = drawn(*graph)
    found = areas(boxes, lines)
    for (left, top, right, bottom), (left2, top2, right2, bottom2) in combinations(found, 2):
        assert right <= left2 + 0.01 or right2 <= left + 0.01 or bottom <= top2 + 0.01 or bottom2 <= top + 0.01
    assert all(left >= -0.01 and top >= -0.01 and right <= width + 0.01 and bottom <= height + 0.01 for left, top, right, bottom in found)


@settings(max_examples=300, deadline=None)
@given(graphs)
def test_every_line_goes_from_its_box_to_its_box(graph: tuple[int, list[tuple[int, int, int]]]) -> None:
    boxes, lines, _, _ = drawn(*graph)
    for line in lines:
        if line.source == line.target:
            assert line.points == []
            continue
        assert len(line.points) % 2 == 0
        for end, box in ((line.points[0], boxes[line.source]), (line.points[-1], boxes[line.target])):
            assert abs(end[0] - box.x) <= box.width / 2 and abs(abs(end[1] - box.y) - box.height / 2) < 0.01
        heights = [point[1] for point in line.points]
        assert heights == sorted(heights, reverse=line.up)


@settings(deadline=None)
@given(graphs)
def test_the_same_graph_is_drawn_the_same(graph: tuple[int, list[tuple[int, int, int]]]) -> None:
    assert drawn(*graph) == drawn(*graph)


def test_a_chain_goes_straight_down() -> None:
    boxes, lines, _, _ = drawn(4, [(0, 1, 40), (1, 2, 40), (2, 3, 40)])
    assert [box.y for box in boxes] == sorted(box.y for box in boxes)
    assert max(box.x for box in boxes) - min(box.x for box in boxes) < 1 and not any(line.up for line in lines)


@pytest.mark.parametrize(("ways", "up"), [([(0, 1, 40), (1, 0, 40)], [False, True]), ([(0, 1, 40), (1, 2, 40), (2, 0, 40)], [False, False, True])])
def test_the_way_back_is_drawn_upwards(ways: list[tuple[int, int, int]], up: list[bool]) -> None:
    assert [line.up for line in drawn(3, ways)[1]] == up


def test_the_beginning_does_not_stand_far_to_the_right() -> None:
    boxes, _, width, _ = drawn(6, [(0, 1, 90), (0, 2, 90), (1, 3, 90), (3, 4, 90), (3, 5, 90), (0, 5, 90)])
    assert boxes[0].x <= 0.62 * width


def test_nothing_is_a_drawing_too() -> None:
    assert arrange([], []) == (0.0, 0.0)
