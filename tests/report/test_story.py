"""What a journal tells, counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import report_runs as runs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from statewright.report.nouns import Row
from statewright.report.page import page, render
from statewright.report.story import read
from statewright.report.words import RULES, said, status
from statewright.trace.journal import part_name


def test_states_agents_tools_and_models_are_counted(root: Path) -> None:
    story = read(runs.bugfix(root))
    states = story.states.rows
    assert {place: (row.entered, row.calls, row.failed, row.held) for place, row in states.items()} == {
        "bugfix/planning": (1, 13, 0, 2), "bugfix/implementing": (2, 10, 1, 2), "bugfix/testing": (2, 4, 1, 1), "bugfix/done": (1, 1, 0, 0)}
    assert (states["bugfix/planning"].tokens_in, states["bugfix/planning"].tokens_out) == (37_480, 1210)
    assert {name: row.calls for name, row in story.agents.rows.items()} == {"main": 26, "explorer-a1b2c3d4": 2}
    assert story.tools.rows["files: search"].calls == 1 and story.tools.rows["Edit"].held == 2
    assert (story.models.rows["claude-opus-9"].calls, story.held, story.calls) == (2, 5, 28)


def test_a_stay_uses_up_what_was_let_through_in_it_and_not_our_own_commands(root: Path) -> None:
    first, second, third, *_ = list(read(runs.bugfix(root)).stays)
    assert (first.place, first.event, first.used, first.size) == ("bugfix/planning", "", 12, 210_000)
    assert (second.event, second.used) == ("READY", 6)  # the transition's own command is neither's
    assert (third.event, third.used, third.held) == ("DONE", 1, 1)


def test_the_ways_taken_are_counted_by_event(root: Path) -> None:
    assert read(runs.bugfix(root)).taken == {
        ("bugfix/planning", "bugfix/implementing"): {"READY": 1}, ("bugfix/implementing", "bugfix/testing"): {"DONE": 2},
        ("bugfix/testing", "bugfix/implementing"): {"TESTS_FAILED": 1}, ("bugfix/testing", "bugfix/done"): {"TESTS_PASSED": 1}}


def test_a_sub_machine_is_a_way_of_its_parent(root: Path) -> None:
    inner = {"id": "inner", "initial": "x", "states": {"x": {"on": {"END": "y"}}, "y": {"type": "final"}}}
    outer = {"id": "outer", "initial": "a", "states": {"a": {"on": {"GO": {"invoke": "inner", "on_complete": "b"}}}, "b": {"type": "final"}}}
    run = runs.Maker(root, outer, inner=inner)
    run.call("Read").go("GO", "x", "inner").call("Read").go("END", "y", "inner").go("done", "b", "outer")
    story = read(run.finish(final=True))
    assert story.taken == {("inner/x", "inner/y"): {"END": 1}, ("outer/a", "outer/b"): {"done": 1}}
    shown = page(run.folder)
    assert "State graph of outer" in shown and "State graph of inner" in shown


def test_approvals_have_their_answers(root: Path) -> None:
    asked = list(read(runs.release(root)).approvals)
    assert [(one.event, one.answer, one.road) for one in asked] == [
        ("SHIP", "denied", "terminal"), ("SHIP", "approved", "terminal+passphrase"), ("PUBLISH", "", "")]
    assert asked[0].answered - asked[0].asked == 1800 and asked[2].deadline > asked[2].asked


def test_a_guards_refusal_names_the_guard(root: Path) -> None:
    last = list(read(runs.bugfix(root)).refusals)[-1]
    assert (last.rule, last.name, last.guards) == ("guard", "TESTS_PASSED", ["tests_pass"])


@pytest.mark.parametrize(("changes", "word"), [
    ({"final": True, "ended": 1.0}, "Completed"), ({"approval": {"event": "X"}}, "Waiting"), ({"status": "paused"}, "Paused"),
    ({"status": "off"}, "Switched off"), ({"ended": 1.0}, "Left open"), ({}, "Going on"),
])
def test_the_first_word_tells_where_the_run_stands(root: Path, changes: runs.Json, word: str) -> None:
    run = runs.Maker(root, "bugfix").call("Read")
    assert status(read(run.finish(**changes)))[0] == word


def test_a_run_that_failed_says_so(root: Path) -> None:
    assert status(read(runs.Maker(root, "bugfix").go("GIVE_UP", "failed").finish(final=True)))[0] == "Failed"


def test_every_rule_of_the_policy_has_words() -> None:
    from statewright.policy import order

    assert {check.__module__.rpartition(".")[2] for check in (*order.STATIC, *order.COUNTED)} <= RULES.keys()


def test_what_is_known_later_about_the_agent_program_is_shown(root: Path) -> None:
    run = runs.Maker(root, "bugfix").call("Read").say("msg_1", ["toolu_1"])
    run.put([{"kind": "note", "what": "harness", "version": "2.1.999"}, {"kind": "note", "what": "transcript_skipped", "count": 3}])
    shown = page(run.finish())
    assert "claude-code 2.1.999" in shown and "3 places in the agent program's transcript could not be read." in shown


def test_forged_events_and_refused_settings_are_refusals(root: Path) -> None:
    run = runs.Maker(root, "bugfix").call("Read")
    run.put([run.step("forgery", rule="sender", status_code=403), run.step("config", rule="protection", status_code=403)])
    story = read(run.finish())
    assert [(one.rule, one.name) for one in story.refusals] == [("sender", "forged event"), ("protection", "settings")] and story.held == 2
    shown = page(run.folder)
    assert "The event did not come from the agent program." in shown and "an event refused that the agent program did not send" in shown


def test_hand_overs_and_memory_are_told_in_the_timeline(root: Path) -> None:
    run = runs.Maker(root, "bugfix").call("Agent", to_agents=["explorer-a1b2c3d4"], took=2.0)
    key = "hmac-sha256:" + "0" * 64
    run.call("Read", memory=[{"operation": "read", "memory_type": "key-value", "scope": "project", "key": key}])
    first, second = read(run.finish()).rows
    assert (first.detail, second.detail) == ("to explorer-a1b2c3d4", "memory read")


def test_a_kind_of_step_that_is_new_is_called_by_its_name(root: Path) -> None:
    row = Row(1, 0.0, 0.0, "", 0, "", "brand_new_{thing}", "", "", False)
    assert said(row, "planning") == "brand new thing"


def test_a_subagent_whose_type_shows_later_is_one_agent(root: Path) -> None:
    run = runs.Maker(root, "bugfix").say("msg_1", agent_name="agent-a1b2c3d4").call("Read", agent="a1b2c3d4e5f6", agent_type="explorer")
    rows = read(run.finish()).agents.rows
    assert {name: (row.calls, row.tokens_out) for name, row in rows.items()} == {"explorer-a1b2c3d4": (1, 310)}


@pytest.mark.parametrize("tool", ["TodoWrite", "AskUserQuestion"])
def test_calls_that_always_pass_use_nothing_up(root: Path, tool: str) -> None:
    (stay,) = read(runs.Maker(root, "bugfix").call(tool).call("Read").finish()).stays
    assert (stay.calls, stay.used) == (2, 1)


def test_a_run_without_its_compiled_workflow_is_told_from_the_trace(root: Path) -> None:
    folder = runs.bugfix(root)
    for file in (folder.parent / "plans").iterdir():
        file.unlink()
    shown = page(folder)
    assert "compiled workflow of this run is gone" in shown and "TESTS_FAILED" in shown and "implementing" in shown


def test_a_run_without_its_state_is_told_from_the_journal(root: Path) -> None:
    folder = runs.bugfix(root)
    (folder / "state.json").write_text("{")
    assert "The run's state cannot be read" in page(folder)


def test_a_folder_without_a_run_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        page(tmp_path)


anything = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
                        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3), max_leaves=6)
MEMBERS = ("step", "what", "state", "rule", "event", "source", "target", "check", "grade", "result", "answer", "road", "bytes", "at", "message",
           "model", "calls", "output_tokens", "workflow", "plan", "run", "session")
OF_A_STEP = ("step_id", "agent_name", "started_at", "completed_at", "tool_calls", "output", "status")
WHATS = st.sampled_from(["call", "refusal", "transition", "fallback", "transition_refused", "approval_request", "approval_answer", "check", "mode"])
times = st.sampled_from(["2026-01-01T10:00:00.000Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "soon"])
steps = st.builds(lambda what, rest, step, at: {"kind": "step", **rest, "what": what, "step": {**step, "completed_at": at}}, WHATS | anything,
                  st.dictionaries(st.sampled_from(MEMBERS), anything), st.dictionaries(st.sampled_from(OF_A_STEP), anything), times | anything)
others = st.builds(lambda kind, rest: {"kind": kind, **rest}, st.sampled_from(["start", "end", "llm", "note"]),
                   st.dictionaries(st.sampled_from(MEMBERS), anything))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(steps | others, max_size=8))
def test_a_journal_that_others_wrote_gives_a_page_all_the_same(tmp_path: Path, found: list[runs.Json]) -> None:
    folder = tmp_path / "run"
    folder.mkdir(exist_ok=True)
    (folder / "trace.jsonl").write_text("".join(json.dumps(line) + "\n" for line in found))
    assert render(read(folder)).encode().endswith(b"</html>\n")


def test_the_road_of_an_answer_is_said(root: Path) -> None:
    shown = page(runs.release(root))
    assert "30 min, in a terminal<" in shown and "10 min 1 s, in a terminal, with the passphrase<" in shown


def test_a_journal_in_several_files_is_one_story(root: Path) -> None:
    folder = runs.bugfix(root)
    whole = page(folder)
    rows = (folder / "trace.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "trace.jsonl").write_bytes(b"".join(rows[:20]))
    (folder / part_name(2)).write_bytes(b"".join(rows[20:]))
    state = json.loads((folder / "state.json").read_text().splitlines()[-1])
    state.update(part=2, length=sum(map(len, rows[20:])))
    (folder / "state.json").write_text(json.dumps(state))
    assert page(folder) == whole
    (folder / "trace.jsonl").unlink()
    assert "hash chain is broken at line 1: lines are missing." in page(folder)
