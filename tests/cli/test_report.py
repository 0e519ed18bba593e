"""statewright report."""

from __future__ import annotations

from cli_support import agent
from support import Place


def test_the_report_is_a_file_for_its_owner(going: Place) -> None:
    said = going.cli("report")
    written = going.project / "report.html"
    assert (said.returncode, said.stdout) == (0, "Wrote %s\n" % written) and written.stat().st_mode & 0o777 == 0o600
    assert written.read_text().startswith("<!doctype html>") and "planning" in written.read_text()


def test_a_page_of_somebody_elses_stays_unless_forced_and_an_earlier_report_is_replaced(going: Place) -> None:
    page = going.project / "report.html"
    page.write_text("<!doctype html>mine")
    said = going.cli("report")
    assert said.returncode == 1 and "--force" in said.stderr and str(page) in said.stderr and page.read_text() == "<!doctype html>mine"
    assert going.cli("report", "--force").returncode == 0
    assert "planning" in page.read_text() and going.cli("report").returncode == 0


def test_a_run_can_be_named_and_the_page_go_to_a_pipe(going: Place) -> None:
    agent(going, "statewright transition SKIP")
    first = going.cli("report", going.run.name, "-o", "-")
    assert first.returncode == 0 and first.stdout == going.cli("report", str(going.run), "-o", "-").stdout
    assert "The run was in working at its last recorded step." in first.stdout


def test_a_run_that_is_not_there_is_one_line(project: Place) -> None:
    for words in (("report",), ("report", "nobody"), ("report", "/nowhere/run")):
        said = project.cli(*words)
        assert said.returncode == 1 and said.stderr.count("\n") == 1 and not said.stdout
    assert not (project.project / "report.html").exists()


def test_a_broken_chain_is_reported_and_no_error(going: Place) -> None:
    agent(going, "statewright transition SKIP")
    journal = going.run / "trace.jsonl"
    journal.write_bytes(journal.read_bytes().replace(b'"event":"SKIP"', b'"event":"JUMP"'))
    assert going.cli("report").returncode == 0
    assert "hash chain is broken" in (going.project / "report.html").read_text()


def test_an_agent_writes_no_file_by_way_of_a_report(going: Place) -> None:
    for command in ("statewright report", "statewright report -o app.py", "statewright report -o .statewright/workflow.json",
                    "statewright trace export --out app.py", "statewright trace export --otlp http://127.0.0.1:9"):
        assert going.pre("Bash", {"command": command}, command).denied
