"""The page of tricks says what the tests show."""

from __future__ import annotations

import tricks


def test_the_page_is_made_from_the_tests() -> None:
    page = (tricks.HERE / "README.md").read_text(encoding="utf-8")
    assert page == tricks.table(), "make it anew: python tests/tricks/tricks.py"


def test_there_are_many_and_each_is_another() -> None:
    found = [one for module in tricks.modules() for one in tricks.of_module(module)]
    assert len(found) >= 45 and len({one.title for one in found}) == len(found)


def test_every_test_of_the_folder_is_about_a_trick() -> None:
    for module in tricks.modules():
        tests = [value for name, value in vars(module).items() if name.startswith("test_")]
        assert tests and all(hasattr(test, "trick") or hasattr(module, "ROWS") for test in tests)
