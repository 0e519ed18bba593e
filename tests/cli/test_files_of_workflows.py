"""validate, templates, graph, import-xstate, commands."""

from __future__ import annotations

import json

from cli_support import workflow
from support import Place


def test_a_sound_workflow_is_valid(project: Place) -> None:
    said = project.cli("validate")
    assert said.returncode == 0 and ("Valid: 3 states" in said.stdout or "0 errors" in said.stdout)


def test_errors_are_named_with_file_line_path_and_mend(project: Place) -> None:
    broken = workflow()
    broken["states"]["working"]["on"] = {"DONE": "nowhere"}
    project.workflow(broken)
    said = project.cli("validate")
    assert said.returncode == 1 and "workflow.json:" in said.stdout and "nowhere" in said.stdout
    found = json.loads(project.cli("validate", "--json").stdout)
    assert not found["ok"] and found["errors"] >= 1
    one = next(row for row in found["problems"] if "nowhere" in row["message"])
    assert one["line"] > 1 and one["path"].startswith("$.states.working") and {"code", "mend", "message", "stage", "file"} <= one.keys()


def test_a_file_that_does_not_load_is_a_no_and_no_traceback(project: Place) -> None:
    (project.project / "bad.json").write_text('{"id": "x",\n')
    said = project.cli("validate", "bad.json")
    assert said.returncode == 1 and "bad.json" in said.stdout and "Traceback" not in said.stderr
    assert json.loads(project.cli("validate", "bad.json", "--json").stdout)["ok"] is False


def test_templates_are_listed_and_printed(place: Place) -> None:
    rows = json.loads(place.cli("templates", "--json").stdout)
    assert {row["name"] for row in rows} >= {"bugfix", "feature", "tdd", "refactor", "code-review", "investigation", "release", "docs"}
    assert all(row["description"] and row["states"] for row in rows)
    assert json.loads(place.cli("templates", "tdd").stdout)["id"] == "tdd"
    assert "bugfix" in place.cli("templates").stdout


def test_the_graph_is_drawn_as_text_and_as_mermaid(going: Place) -> None:
    text = going.cli("graph").stdout
    assert "planning" in text and "READY -> working" in text and "is in fix/planning" in text
    assert going.cli("graph", "--mermaid").stdout.startswith("stateDiagram-v2")


def test_a_workflow_goes_to_xstate_and_back(project: Place) -> None:
    out = project.cli("graph", "--xstate")
    (project.project / "machine.json").write_text(out.stdout)
    assert project.cli("import-xstate", "machine.json", "--out", "back.json").returncode == 0
    back = json.loads((project.project / "back.json").read_text())
    assert back["states"] == workflow()["states"] and back["guards"] == workflow()["guards"]
    again = project.cli("import-xstate", "machine.json", "--out", "back.json")
    assert again.returncode == 1 and "there already" in again.stderr


def test_an_xstate_machine_beyond_the_subset_is_refused(project: Place) -> None:
    (project.project / "machine.json").write_text('{"id": "m", "initial": "a", "states": {"a": {"states": {"b": {}}}}}')
    said = project.cli("import-xstate", "machine.json")
    assert said.returncode == 1 and "states" in said.stderr and said.stdout == ""


def test_the_table_of_programs_can_be_asked(place: Place) -> None:
    assert json.loads(place.cli("commands", "cat", "--json").stdout)[0]["kind"] == "reader"
    assert len(json.loads(place.cli("commands", "--json").stdout)) > 100
    said = place.cli("commands", "no-such-program")
    assert said.returncode == 1 and "refused" in said.stderr


def test_a_programs_options_and_their_sources_are_told(place: Place) -> None:
    said = place.cli("commands", "pytest").stdout
    assert "-p" in said and "refused unless listed" in said and "source of the options: https://docs.pytest.org" in said
    found = json.loads(place.cli("commands", "make", "--json").stdout)[0]
    assert any(row["kind"] == "place" and "--makefile" in row["words"] for row in found["options"])


def test_the_workflows_own_kinds_are_in_the_table(project: Place) -> None:
    file = project.project / ".statewright" / "workflow.json"
    definition = json.loads(file.read_text())
    definition["meta"] = {"commands": {"mytool": {"kind": "reader", "why": "lists things"}, "jq": "writer"}}
    file.write_text(json.dumps(definition))
    said = project.cli("commands", "mytool").stdout
    assert "reader" in said and "lists things" in said and "meta.commands" in said
    assert json.loads(project.cli("commands", "jq", "--json").stdout)[0]["kind"] == "writer"
