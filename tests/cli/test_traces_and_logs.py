"""trace, log, prune."""

from __future__ import annotations

import json
import os
import time

from cli_support import Run, ended
from support import SESSION, Place

from statewright.trace.validate import valid, validate_trace


def test_the_exported_trace_is_valid_by_our_own_and_the_stricter_profile(going: Place) -> None:
    ended(going)
    said = going.cli("trace", "export")
    assert said.returncode == 0
    assert valid(validate_trace(json.loads(said.stdout), producer=True))
    assert going.cli("trace", "export", "--out", "t.json").returncode == 0
    checked = going.cli("trace", "validate", "t.json", "--producer", "--json")
    assert checked.returncode == 0 and json.loads(checked.stdout)["t.json"]["valid"]


def test_a_run_without_a_step_has_nothing_to_export(project: Place) -> None:
    said = project.cli("trace", "export")
    assert said.returncode == 1 and "Traceback" not in said.stderr


def test_a_foreign_file_that_is_no_trace_is_a_no(project: Place) -> None:
    (project.project / "x.json").write_text("{}")
    said = project.cli("trace", "validate", "x.json")
    assert said.returncode == 1 and "not valid" in said.stdout


def test_what_looks_like_personal_data_is_advice_with_an_exit_status_of_its_own_on_demand(going: Place) -> None:
    ended(going)
    document = json.loads(going.cli("trace", "export").stdout)
    path = going.project / "t.json"
    path.write_text(json.dumps(document))
    assert [going.cli("trace", "validate", "t.json", *more).returncode for more in ([], ["--personal"])] == [0, 0]
    document["steps"][0]["output"]["content_summary"] = "Mailed eve@example.org."
    path.write_text(json.dumps(document))
    said = going.cli("trace", "validate", "t.json")
    assert said.returncode == 0 and "advice R11 at /steps/0/output/content_summary" in said.stdout and "eve@" not in said.stdout
    assert going.cli("trace", "validate", "t.json", "--personal").returncode == 3
    document["aetp_version"] = "1.1"
    path.write_text(json.dumps(document))
    assert going.cli("trace", "validate", "t.json", "--personal").returncode == 1
    assert going.cli("trace", "validate", "none.json").returncode == 2


def test_a_changed_line_is_found(going: Place) -> None:
    ended(going)
    assert going.cli("trace", "verify").returncode == 0
    path = going.run / "trace.jsonl"
    path.write_text(path.read_text().replace('"SKIP"', '"SKOP"', 1))
    said = going.cli("trace", "verify")
    assert said.returncode == 1 and "Broken at line" in said.stdout
    assert json.loads(going.cli("trace", "verify", "--json").stdout)["kind"] == "changed"


def test_a_head_noted_earlier_is_found_again(going: Place) -> None:
    head = json.loads(going.cli("trace", "receipt", "--json").stdout)["head"]
    ended(going)
    assert going.cli("trace", "verify", "--head", head).returncode == 0
    assert going.cli("trace", "verify", "--head", "f" * 64).returncode == 1


def test_stats_count_by_state_and_rule(going: Place) -> None:
    going.post("Read", {"file_path": str(going.project / "a.py")}, {"type": "text", "file": {"content": "abc"}})
    going.pre("Write", {"file_path": "x", "content": ""})
    ended(going)
    found = json.loads(going.cli("trace", "stats", "--json").stdout)
    assert found["fix/planning"]["calls"] == 1 and found["fix/planning"]["refused"] == {"tools": 1}
    assert "refused: tools 1" in going.cli("trace", "stats").stdout


def test_the_receipt_names_state_checks_and_head(going: Place) -> None:
    ended(going)
    page = going.cli("trace", "receipt").stdout
    assert "fix/done" in page and "tests passed (measured)" in page and "head" in page


def test_log_and_show_tell_the_run_in_lines(going: Place) -> None:
    ended(going)
    page = going.cli("log").stdout
    assert "SKIP -> working" in page and "check tests" in page and "start" in page
    assert len(going.cli("log", "-n", "2").stdout.splitlines()) == 2
    raw = [json.loads(line) for line in going.cli("log", "--json").stdout.splitlines()]
    assert raw == going.journal()
    shown = going.cli("trace", "show").stdout
    assert "── fix/working" in shown and "SKIP -> working" in shown and "check tests" in shown
    assert len(json.loads(going.cli("trace", "show", "--json").stdout)) == len(going.steps())
    assert going.cli("log", "--run", "nope").returncode == 1


def test_prune_removes_old_runs_with_what_points_at_them(going: Place) -> None:
    folder = ended(going).run
    then = time.time() - 40 * 86400
    os.utime(folder / "state.json", (then, then))
    assert json.loads(going.cli("prune", "--dry-run", "--json").stdout)["removed"] == [SESSION + "-1"] and folder.exists()
    said = going.cli("prune", CLAUDE_CODE_SESSION_ID="")
    assert said.returncode == 1 and folder.exists(), "the variable is there, so it is an agent's shell"


def test_a_person_prunes_and_the_session_begins_anew(going: Place, person: Run) -> None:
    folder = ended(going).run
    assert "Removed 0 runs" in person("prune").stdout
    assert "Removed 1 runs" in person("prune", "--keep", "0").stdout
    assert not folder.exists()
    assert going.pre("Write", {"file_path": "x", "content": ""}).denied
    assert going.state()["state"] == "planning"


def test_a_run_that_goes_on_is_never_pruned_by_number(going: Place, person: Run) -> None:
    assert "Removed 0 runs" in person("prune", "--keep", "0").stdout and going.run.exists()
