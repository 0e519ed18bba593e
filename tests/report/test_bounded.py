"""However long a run was, what is kept stays small, and nothing vanishes unsaid."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from statewright.report.bounded import Ends, Table
from statewright.report.course import CELLS, Cell, Course


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(1, 9))
def test_the_ends_of_a_row_are_its_first_and_last_items(count: int, each: int) -> None:
    row: Ends[int] = Ends(each)
    for number in range(count):
        row.add(number)
    assert list(row) == [number for number in range(count) if number < each or number >= count - each]
    assert row.left_out == max(count - 2 * each, 0) == row.count - len(row)


def test_names_beyond_the_most_share_a_row() -> None:
    table: Table[list[str]] = Table(list, 2)
    for name in "abcda":
        table[name].append(name)
    assert table.rows == {"a": ["a", "a"], "b": ["b"], Table.OTHERS: ["c", "d"]}


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("xyz"), st.integers(0, 2), st.floats(-1, 2)), min_size=1, max_size=40), st.integers(1, 60))
def test_a_course_keeps_every_state_every_refusal_and_the_fullest_budget(steps: list[tuple[str, int, float]], times: int) -> None:
    course = Course()
    for place, refused, share in steps * times:
        course.add(Cell(0.0, [place], refused, share, share))
    cells = course.cells
    assert len(cells) <= CELLS and len(cells) == -(-course.steps // course.size)
    assert sum(cell.refused for cell in cells) == times * sum(step[1] for step in steps)
    assert max(cell.calls for cell in cells) == max(cell.size for cell in cells) == max(step[2] for step in steps)
    assert {place for cell in cells for place in cell.places} == {step[0] for step in steps}


def test_a_short_course_has_a_cell_for_each_step() -> None:
    course = Course()
    for number in range(CELLS):
        course.add(Cell(float(number)))
    assert course.size == 1 and [cell.at for cell in course.cells] == list(range(CELLS))
