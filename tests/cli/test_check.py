"""Checks: the command is run by us, and its exit status is the fact."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from cli_support import Run, agent
from support import Place

from statewright.store import layout


def test_a_check_let_through_by_the_hook_is_recorded_as_measured(going: Place) -> None:
    (going.project / "ok").write_text("")
    said = agent(going, "statewright check tests")
    assert said.returncode == 0 and "tests: passed" in said.stdout
    record = going.state()["checks"]["tests"]
    assert (record["status"], record["grade"], record["exit_code"]) == ("passed", "measured", 0)


def test_a_failed_check_exits_with_1_and_is_recorded(going: Place) -> None:
    said = agent(going, "statewright check tests")
    assert said.returncode == 1 and going.state()["checks"]["tests"]["status"] == "failed"


def test_a_check_that_nobody_let_through_is_run_but_not_recorded(going: Place) -> None:
    (going.project / "ok").write_text("")
    said = going.cli("check", "tests")
    assert said.returncode == 0 and "Not recorded" in said.stdout
    assert going.state()["checks"] == {}


def test_a_ticket_for_one_check_is_none_for_another(going: Place) -> None:
    going.pre("Bash", {"command": "statewright check tests"}, "own")
    assert "Not recorded" in going.cli("check", "slow").stdout


def test_a_person_may_run_a_check(going: Place, person: Run) -> None:
    (going.project / "ok").write_text("")
    assert person("check", "tests").returncode == 0
    assert going.state()["checks"]["tests"]["grade"] == "measured"


def test_a_check_that_takes_too_long_is_stopped_and_has_failed(going: Place) -> None:
    said = agent(going, "statewright check slow")
    assert said.returncode == 1 and "longer than 1 s" in said.stderr
    assert going.state()["checks"]["slow"]["exit_code"] == 124


def test_all_checks_run_on_one_ticket(going: Place) -> None:
    (going.project / "ok").write_text("")
    said = agent(going, "statewright check --all --json")
    results = json.loads(said.stdout)
    assert said.returncode == 1 and results["recorded"]
    assert {name: row["status"] for name, row in results["checks"].items()} == {"tests": "passed", "slow": "failed"}
    assert set(going.state()["checks"]) == {"tests", "slow"}


def test_an_edit_while_the_check_ran_makes_it_stale(place: Place) -> None:
    """Staleness counts from the start of the check: its clock is the one read before the command ran."""
    from statewright.cli import checks
    from statewright.store.run import Run as StoreRun

    place.workflow({"id": "w", "initial": "a", "checks": {"t": {"command": "true"}}, "states": {"a": {"on": {"GO": "b"}}, "b": {"type": "final"}}})
    place.pre("Read", {"file_path": "x"})
    run = StoreRun(str(place.project), place.run.name)
    clock = run.read()["clock"]
    place.pre("Write", {"file_path": str(place.project / "x"), "content": "y"}, "w1")
    assert checks.record(run, "t", 0, clock, 1.0, 2.0)["status"] == "stale"


def test_an_unknown_check_names_those_there_are(going: Place) -> None:
    said = going.cli("check", "nope")
    assert said.returncode == 2 and "tests, slow" in said.stderr
    assert going.cli("check").returncode == 2


def test_without_a_run_a_check_runs_all_the_same(project: Place) -> None:
    (project.project / "ok").write_text("")
    said = project.cli("check", "tests", "--json")
    assert said.returncode == 0 and json.loads(said.stdout)["recorded"] is False


def test_a_ticket_is_used_up_before_the_check_runs(going: Place) -> None:
    """A script that waits for the ticket while the check runs gets nothing."""
    (going.project / "ok").write_text("")
    going.pre("Bash", {"command": "statewright check tests"}, "own")
    assert "Not recorded" not in going.cli("check", "tests").stdout
    assert "Not recorded" in going.cli("check", "tests").stdout


PYTEST = "%s -m pytest -q -p no:cacheprovider" % sys.executable


def _flow(command: str, **more: str) -> dict[str, Any]:
    return {"id": "w", "initial": "a", "checks": {"t": {"command": command, **more}}, "states": {"a": {"on": {"GO": "b"}}, "b": {"type": "final"}}}


def test_deleted_and_newly_skipped_tests_are_noticed(place: Place) -> None:
    tests = place.project / "test_it.py"
    place.workflow(_flow(PYTEST))
    place.pre("Read", {"file_path": "x"})
    full = "def test_a(): pass\n\n\ndef test_b(): pass\n"
    skipped = "import pytest\n" + full.replace("def test_b", "@pytest.mark.skip\ndef test_b")
    for text, weakened in ((full, False), ("def test_a(): pass\n", True), (skipped, True), (full, False)):
        tests.write_text(text)
        said = agent(place, "statewright check t")
        record = place.state()["checks"]["t"]
        assert record["weakened"] is weakened, (text, record, said.stdout)
        assert ("fewer tests" in said.stdout) is weakened


def test_a_junit_report_counts_only_when_this_run_wrote_it(place: Place) -> None:
    report = '<testsuite name="a" tests="3" failures="0" errors="0" skipped="1"/>'
    place.workflow(_flow("true", parse="junit:report.xml"))
    (place.project / "report.xml").write_text(report)
    os.utime(place.project / "report.xml", (1, 1))
    assert "passed" not in json.loads(place.cli("check", "t", "--json").stdout)["checks"]["t"]
    place.workflow(_flow("printf '%s' '" + report + "' > report.xml", parse="junit:report.xml"))
    said = place.cli("check", "t", "--json", STATEWRIGHT_ACCEPT=layout.source_digest(str(place.project)))
    assert json.loads(said.stdout)["checks"]["t"]["total"] == 3


def test_what_a_stopped_check_started_ends_with_it(place: Place) -> None:
    place.workflow({"id": "w", "initial": "a", "checks": {"t": {"command": "(sleep 2; touch late) & sleep 30", "timeout_s": 1}},
                    "states": {"a": {"on": {"GO": "b"}}, "b": {"type": "final"}}})
    assert place.cli("check", "t").returncode == 1
    time.sleep(2)
    assert not (place.project / "late").exists()
