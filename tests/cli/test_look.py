"""The status page tells what a person needs to know."""

from __future__ import annotations

import json

from cli_support import agent, workflow
from support import Place

from statewright.look import age, supplier, text, view
from statewright.store.run import Run as StoreRun


def test_before_the_first_call_status_says_that_no_run_is_active(project: Place) -> None:
    said = project.cli("status")
    assert said.returncode == 0 and "No run is active" in said.stdout


def test_status_shows_state_limits_events_and_what_they_need(going: Place) -> None:
    going.pre("Write", {"file_path": "x", "content": ""})
    page = going.cli("status").stdout
    assert page.startswith("fix / planning")
    assert "1 of 9 tool calls used, 8 left" in page
    assert "READY -> working (needs a person's approval)" in page and "SKIP -> working" in page
    assert "tests: unknown, not run yet" in page
    assert "Write in planning [tools]" in page


def test_a_failing_guard_is_explained_with_the_command_that_supplies_the_fact(going: Place) -> None:
    agent(going, "statewright transition SKIP")
    page = going.cli("status").stdout
    assert 'guard tests_pass wants checks.tests.status eq "passed", it is "unknown"' in page
    assert "supplied by: statewright check tests" in page


def test_a_stale_check_is_called_stale(going: Place) -> None:
    (going.project / "ok").write_text("")
    agent(going, "statewright check tests")
    agent(going, "statewright transition SKIP")
    assert "tests: passed, measured" in going.cli("status").stdout
    going.pre("Edit", {"file_path": str(going.project / "ok"), "old_string": "a", "new_string": "b"}, "e1")
    page = going.cli("status").stdout
    assert "tests: stale, was passed; something was edited since" in page and "held back" in page


def test_a_pending_approval_says_how_to_answer(going: Place) -> None:
    agent(going, "statewright transition READY --reason because")
    page = going.cli("status").stdout
    assert "waiting for an approval" in page and "Is the plan good?" in page and "the agent says: because" in page
    assert "statewright approve" in page and "expires in 23 h" in page


def test_changed_files_are_named_until_they_are_accepted(going: Place) -> None:
    going.workflow(workflow(description="changed"))
    assert "statewright accept" in going.cli("status").stdout


def test_the_stack_of_a_sub_machine_is_shown(place: Place) -> None:
    place.workflow({"id": "outer", "initial": "a", "states": {"a": {"on": {"GO": {"invoke": "inner", "on_complete": "b"}}}, "b": {"type": "final"}}})
    folder = place.project / ".statewright" / "workflows"
    folder.mkdir()
    inner = {"id": "inner", "initial": "x", "states": {"x": {"on": {"END": "y"}}, "y": {"type": "final"}}}
    (folder / "inner.json").write_text(json.dumps(inner))
    place.pre("Read", {"file_path": "f"})
    assert agent(place, "statewright transition GO").returncode == 0
    page = place.cli("status").stdout
    assert page.startswith("inner / x") and "started from outer/a" in page


def test_a_final_state_says_so(going: Place) -> None:
    (going.project / "ok").write_text("")
    agent(going, "statewright transition SKIP")
    agent(going, "statewright check tests")
    assert agent(going, "statewright transition DONE").returncode == 0
    assert "final" in going.cli("status").stdout.splitlines()[0]


def test_colour_is_for_terminals_alone(going: Place) -> None:
    assert "\033[" not in going.cli("status").stdout
    run = StoreRun(str(going.project), going.run.name)
    seen = view(str(going.project), str(going.home / "data/statewright"), run)
    assert "\033[1m" in text(seen, run, True) and "\033[" not in text(seen, run, False)


def test_status_as_json_has_the_same_facts(going: Place) -> None:
    seen = json.loads(going.cli("status", "--json").stdout)
    assert (seen["workflow"], seen["state"], seen["used"]["calls"], seen["limits"]["max_iterations"]) == ("fix", "planning", 1, 9)


def test_the_supplier_of_a_plain_field_is_the_transition_itself() -> None:
    assert supplier({"field": "plan.ok"}, {}) == "statewright transition EVENT --set plan.ok=VALUE"
    assert supplier({"field": "run.steps"}, {}) == "" and supplier(None, {}) == ""


def test_ages_are_told_in_their_largest_unit() -> None:
    assert [age(seconds) for seconds in (-1, 59, 61, 7300, 200000)] == ["0 s", "59 s", "1 min", "2 h", "2 d"]
