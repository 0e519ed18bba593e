"""The page: whole, self-contained, escaped, bounded, the same every time."""

from __future__ import annotations

import json
import re
import tracemalloc
from itertools import pairwise
from pathlib import Path

import pytest
import report_runs as runs
from html_tree import Tree
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from statewright.report.markup import length, many, number, shown, size, tag
from statewright.report.page import page

ALL = {"bugfix": runs.bugfix, "release": runs.release, "wandering": runs.wandering}


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_a_page_is_whole_and_self_contained(root: Path, make: object) -> None:
    tree = Tree(page(make(root)))  # type: ignore[operator]
    assert not tree.named("script") and not tree.named("link") and not tree.named("img") and not tree.named("iframe")
    assert "url(" not in tree.style and "@import" not in tree.style
    policy = next(meta["content"] for meta in tree.named("meta") if meta.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'")
    assert not [name for _, attributes in tree.elements for name in attributes if name.startswith("on") or name in ("src", "srcset", "action")]
    ids = [attributes["id"] for _, attributes in tree.elements if "id" in attributes]
    assert len(set(ids)) == len(ids) and {link["href"] for link in tree.named("a")} <= {f"#{name}" for name in ids}
    assert {attributes["aria-labelledby"] for _, attributes in tree.elements if "aria-labelledby" in attributes} <= set(ids)
    assert tree.named("html") == [{"lang": "en"}] and all(svg["role"] == "img" and svg["aria-label"] for svg in tree.named("svg"))


def test_headings_stand_in_order_and_the_way_past_the_head_comes_first(root: Path) -> None:
    tree = Tree(page(runs.bugfix(root)))
    levels = [int(tag[1]) for tag, _ in tree.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1 and all(after - before <= 1 for before, after in pairwise(levels))
    body = [tag for tag, _ in tree.elements]
    assert body[body.index("body") + 1] == "a" and tree.named("a")[0]["href"] == "#report"


def test_the_same_journal_gives_the_same_bytes(root: Path, tmp_path: Path) -> None:
    assert page(runs.bugfix(root)) == page(runs.bugfix(tmp_path / "again"))


def test_the_page_names_what_happened(root: Path) -> None:
    words = " ".join(Tree(page(runs.bugfix(root))).text.split())
    for part in ("Completed The run ended in done.", "The state does not list this tool.", "12 of 60", "210 kB of 600 kB", "44 lines",
                 "event TESTS_PASSED refused", "check tests passed, observed", "No approval was asked for.", "to implementing READY"):
        assert part in words.replace("  ", " "), part


def test_a_check_that_went_stale_says_so(root: Path) -> None:
    folder = runs.bugfix(root)
    state = json.loads((folder / "state.json").read_text().splitlines()[-1])
    state["clock"] = 4
    (folder / "state.json").write_text(json.dumps(state))
    assert "stale since" in page(folder)


def test_a_fault_of_the_chain_is_said_before_anything_else(root: Path) -> None:
    folder = runs.bugfix(root)
    journal = folder / "trace.jsonl"
    rows = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join([*rows[:5], rows[5].replace(b'"bytes":12000', b'"bytes":12001'), *rows[6:]]))
    tree = Tree(page(folder))
    assert tree.text.index("hash chain is broken at line 6: a line was changed.") < tree.text.index("Run report")
    assert [at["role"] for _, at in tree.elements if at.get("class") == "alert"] == ["note"] and "Hash chain whole" not in tree.text


@pytest.mark.parametrize(("cut", "said"), [(-300, "lines are missing"), (None, "The journal is gone.")])
def test_lines_lost_and_a_journal_lost_are_said(root: Path, cut: int | None, said: str) -> None:
    folder = runs.bugfix(root)
    journal = folder / "trace.jsonl"
    if cut is None:
        journal.unlink()
    else:
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-5]))
    assert said in Tree(page(folder)).text


def test_a_torn_last_line_is_a_note_and_no_fault(root: Path) -> None:
    folder = runs.bugfix(root)
    journal = folder / "trace.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])
    shown_ = Tree(page(folder)).text
    assert "Hash chain whole: 44 lines" in shown_ and "Note: the last write was not finished" in shown_


def test_a_run_without_a_step_has_a_page(root: Path) -> None:
    shown_ = Tree(page(runs.Maker(root, "bugfix").finish())).text
    assert "The run has no step yet." in shown_ and "Nothing was refused." in shown_


def test_a_long_run_stays_small_and_says_what_it_left_out(root: Path) -> None:
    folder = runs.long(root, 6000)
    tracemalloc.start()
    made = page(folder)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    tree = Tree(made)
    assert len(made) < 300_000 and peak < 24_000_000, (len(made), peak)
    assert "5,700 steps in between are left out here" in tree.text and "A column stands for 16 steps" in tree.text
    assert "refusals in between are left out here" in tree.text and "6,000 steps. Times are UTC." in tree.text


def test_a_run_through_very_many_states_draws_some_and_says_so(root: Path) -> None:
    names = [f"s{number}" for number in range(300)]
    states: runs.Json = {name: {"on": {"NEXT": after}} for name, after in zip(names, [*names[1:], "end"], strict=True)}
    run = runs.Maker(root, {"id": "many", "initial": "s0", "states": {**states, "end": {"type": "final"}}})
    for name in names[1:50]:
        run.go("NEXT", name)
    tree = Tree(page(run.finish()))
    assert "221 states of this machine are left out here." in tree.text and "s49" in tree.text and "9 more states are not drawn." in tree.text


HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</style></title></svg>", "' onload='x", "&lt;b&gt;", "\u202egnp.exe",
           "\x00\x1b[31m", "javascript:alert(1)", "<!--", "]]>", "日本語", "a" * 400]
names = st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=40)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.data())
def test_no_name_of_a_workflow_becomes_markup(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    first, second = data.draw(st.lists(names.filter(lambda name: name < "\ud800" or name > "\udfff"), min_size=2, max_size=2, unique=True))
    event, tool = data.draw(names), data.draw(names)
    root = tmp_path_factory.mktemp("hostile")
    workflow = {"id": "w", "initial": first, "states": {first: {"on": {event: second}}, second: {"on": {"BACK": first}}}}
    try:
        run = runs.Maker(root, workflow)
    except Exception as error:  # a name that the loader refuses
        assert type(error).__name__ == "LoadError"
        return
    run.call(tool).go(event, second).refuse(tool).call("mcp__x__y", mcp_server=tool)
    made = page(run.finish())
    tree = Tree(made)
    assert not tree.named("script") and not tree.named("img") and len(tree.named("title")) == 1 + 2 and len(tree.named("style")) == 1
    assert all(char.isprintable() or char == "\n" for char in made)


def test_text_cannot_become_markup() -> None:
    assert tag("p", "<b>", title='"x"') == '<p title="&quot;x&quot;">&lt;b&gt;</p>' and shown("a\u202eb\n") == "a\\u202eb\\u000a"


def test_numbers_are_written_for_people() -> None:
    assert [number(value) for value in (0, 999, 1000, 1234567)] == ["0", "999", "1,000", "1,234,567"]
    assert [many(value, "step") for value in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]
    assert [size(value) for value in (0, 999, 1500, 250_000, 7_000_000_000_000)] == ["0 B", "999 B", "1.5 kB", "250 kB", "7000 GB"]
    assert [length(value) for value in (-1, 0.25, 5, 65, 3600, 90_000)] == ["0 ms", "250 ms", "5.0 s", "1 min 5 s", "1 h", "1 d 1 h"]
