"""The page in real Chromium: quiet, offline, as wide as the window, light and dark, usable by keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import report_runs as runs
from browser import Browser

from statewright.report.page import page

TAB = 9
ALL: dict[str, Any] = {"bugfix": runs.bugfix, "release": runs.release, "wandering": runs.wandering, "long": lambda root: runs.long(root, 3000)}


def written(root: Path, folder: Path) -> Path:
    file = root / "report.html"
    file.write_text(page(folder), "utf-8")
    return file


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
@pytest.mark.parametrize("width", [320, 360, 1280])
def test_nothing_is_logged_or_fetched_and_the_page_is_no_wider_than_the_window(chromium: Browser, root: Path, make: Any, width: int) -> None:
    file = written(root, make(root))
    chromium.log.clear()
    chromium.fetched.clear()
    chromium.open(file, width, mobile=width < 500)
    assert chromium.value("document.documentElement.scrollWidth") == width == chromium.value("innerWidth")
    assert chromium.log == [] and chromium.fetched == [file.resolve().as_uri()]


def test_no_text_is_cut_off_on_a_phone(chromium: Browser, root: Path) -> None:
    chromium.open(written(root, runs.bugfix(root)), 360, mobile=True)
    wide = "[...document.querySelectorAll('main *:not(.wide *), header *')].filter(e => e.getBoundingClientRect().right > 361"
    assert chromium.value(wide + " && !e.closest('thead')).map(e => e.outerHTML.slice(0, 80))") == []
    assert chromium.value("getComputedStyle(document.querySelector('main p')).fontSize") == "15.5px"


@pytest.mark.parametrize("template", sorted(path.name for path in runs.TEMPLATES.iterdir()))
def test_the_words_of_every_templates_graph_fit_their_boxes(chromium: Browser, root: Path, template: str) -> None:
    chromium.open(written(root, runs.Maker(root, template).call("Read").finish()))
    assert misfits(chromium) == []


def test_the_words_of_thirty_states_fit_their_boxes_and_stay_readable(chromium: Browser, root: Path) -> None:
    chromium.open(written(root, runs.wandering(root)))
    assert misfits(chromium) == [] and chromium.value("document.querySelectorAll('.node').length") == 30
    for width, mobile in ((1280, False), (360, True)):
        chromium.open(root / "report.html", width, mobile=mobile)
        assert chromium.value("Math.min(...[...document.querySelectorAll('.graph .name')].map(e => e.getBoundingClientRect().height))") > 11


def misfits(chromium: Browser) -> Any:
    """Texts of a graph that are wider than the box they stand in."""
    return chromium.value("""[...document.querySelectorAll('.node, .label')].flatMap(group => {
        const box = group.querySelector('rect').getBBox();
        return [...group.querySelectorAll('text')].filter(text => text.getBBox().width > box.width).map(text => text.textContent);
    })""")


def test_dark_is_dark_and_both_have_enough_contrast(chromium: Browser, root: Path) -> None:
    file = written(root, runs.release(root))
    seen = []
    for dark in (False, True):
        chromium.open(file, dark=dark)
        paper = chromium.value("getComputedStyle(document.body).backgroundColor")
        seen.append(light(paper))
        for selector in ("body", ".lead", "a", ".mark", ".mark.good", ".mark.bad", ".mark.warn", "th", "summary"):
            words, behind = chromium.value(f"""(() => {{ const e = document.querySelector({selector!r}); const s = getComputedStyle(e);
                return [s.color, s.backgroundColor]; }})()""")
            assert contrast(words, paper if "0, 0, 0, 0" in behind else behind) >= 4.5, (selector, dark)
    assert seen[0] > 0.8 and seen[1] < 0.05


def light(colour: str) -> float:
    """Relative luminance, as WCAG 2 defines it."""
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1:-1].split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_tab_reaches_every_control_in_order_and_shows_where_it_is(chromium: Browser, root: Path) -> None:
    chromium.open(written(root, runs.bugfix(root)))
    wanted = chromium.value("""[...document.querySelectorAll('a, summary, [tabindex="0"]')].map(e => e.textContent.slice(0, 20))""")
    met = []
    for _ in wanted:
        chromium.press("Tab", TAB)
        name, outline = chromium.value("""(() => { const e = document.activeElement; const s = getComputedStyle(e);
            return [e.textContent.slice(0, 20), s.outlineStyle + s.outlineWidth]; })()""")
        met.append(name)
        assert outline == "solid2px", name
    assert met == wanted and met[0] == "Skip to the report" and len(met) > 10


def test_the_skip_link_shows_itself_and_a_folded_part_opens_by_keyboard(chromium: Browser, root: Path) -> None:
    chromium.open(written(root, runs.bugfix(root)))
    assert chromium.value("document.querySelector('.skip').getBoundingClientRect().right") < 0
    chromium.press("Tab", TAB)
    assert chromium.value("document.activeElement.getBoundingClientRect().left") >= 0
    assert chromium.value("document.querySelector('#refusals details').open") is False
    chromium.value("document.querySelector('#refusals summary').focus()")
    chromium.ask("Input.dispatchKeyEvent", type="char", text=" ")
    chromium.press(" ", 32)
    assert chromium.value("document.querySelector('#refusals details').open") is True


def test_a_picture_can_be_taken_on_a_desk_on_a_phone_and_in_the_dark(chromium: Browser, root: Path) -> None:
    file = written(root, runs.bugfix(root))
    taken = [chromium.open(file, width, dark=dark, mobile=width < 500).picture(root / f"{width}{dark}.png").read_bytes()
             for width, dark in ((1280, False), (360, False), (1280, True))]
    assert all(data.startswith(b"\x89PNG") and len(data) > 20_000 for data in taken) and len(set(taken)) == 3
