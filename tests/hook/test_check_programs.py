"""A check counts only when its program is the one that was there: through the real hooks and our own command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import REPO, Place

from statewright.store import programs

FLOW: dict[str, Any] = {
    "id": "m", "initial": "work", "checks": {"tests": {"command": "runtests -q"}},
    "guards": {"green": {"field": "checks.tests.status", "op": "eq", "value": "passed"}},
    "states": {"work": {"on": {"DONE": {"target": "done", "guard": "green"}}}, "done": {"type": "final"}}}
RUN = {"command": "runtests -q"}
PASSED = {"stdout": "5 passed", "stderr": "", "interrupted": False, "isImage": False}
PERSON = """
import sys
from statewright import person
person.at_terminal = lambda *_, **__: ""
from statewright.cli.app import run
sys.exit(run(%r))
"""


class Tools(Place):
    """A project whose check's program lies in the second of two folders of the PATH."""

    @property
    def early(self) -> Path:
        return self.home / "early"

    @property
    def late(self) -> Path:
        return self.home / "late"

    def env(self, session: str = "00000000-0000-4000-8000-000000000001", **more: str) -> dict[str, str]:
        plain = super().env(session)
        return {**plain, "PATH": "%s:%s:%s" % (self.early, self.late, plain["PATH"]), **more}

    def program(self, where: Path, code: int) -> Path:
        where.mkdir(exist_ok=True)
        (where / "runtests").write_text("#!/bin/sh\nexit %d\n" % code)
        (where / "runtests").chmod(0o755)
        return where / "runtests"

    def ends(self, call: str) -> str:
        """The check is run as the agent does and ends well; what the model is told then."""
        assert not self.pre("Bash", RUN, call).denied
        return json.dumps(self.post("Bash", RUN, PASSED, call).body)

    def status(self) -> str:
        return str(self.state()["checks"].get("tests", {}).get("status", "unknown"))

    def check(self, call: str) -> subprocess.CompletedProcess[str]:
        """Our own command, let through and run."""
        assert not self.pre("Bash", {"command": "statewright check tests"}, call).denied
        done = self.cli("check", "tests")
        self.post("Bash", {"command": "statewright check tests"}, PASSED, call)
        return done

    def person(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {key: value for key, value in self.env().items() if not key.startswith("CLAUDE")}
        return subprocess.run([sys.executable, "-c", PERSON % (list(words),)], cwd=self.project, env={**env, "PYTHONPATH": str(REPO)},
                              capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def tools(tmp_path: Path) -> Tools:
    made = Tools(tmp_path)
    made.workflow(FLOW)
    made.early.mkdir()
    made.program(made.late, 0)
    assert not made.pre("Read", {"file_path": "a"}, "toolu_first").denied
    return made


def test_the_true_program_proves_something_observed_and_measured(tools: Tools) -> None:
    tools.ends("toolu_1")
    assert tools.status() == "passed"
    done = tools.check("toolu_2")
    assert done.returncode == 0 and tools.state()["checks"]["tests"]["grade"] == "measured"


def test_a_fake_before_it_on_the_path_proves_nothing_and_is_on_record(tools: Tools) -> None:
    tools.program(tools.late, 1)
    tools.person("accept")
    fake = tools.program(tools.early, 0)
    said = tools.ends("toolu_1")
    assert "this run of check tests is not counted" in said and str(fake) in said and "statewright accept" in said
    assert tools.status() == "unknown" and tools.journal()[-1]["what"] == "doubt" and tools.journal()[-1]["rule"] == "program"
    done = tools.check("toolu_2")
    assert done.returncode == 1 and "not counted" in done.stdout and tools.status() == "unknown"
    assert tools.cli("trace", "verify").returncode == 0
    assert "is not what it was" in tools.cli("status").stdout


def test_a_fake_in_place_of_the_program_while_it_runs_proves_nothing(tools: Tools) -> None:
    assert not tools.pre("Bash", RUN, "toolu_1").denied
    tools.program(tools.early, 0).unlink()
    assert "changed while it ran" in json.dumps(tools.post("Bash", RUN, PASSED, "toolu_1").body)
    assert tools.status() == "unknown" and tools.journal()[-1]["what"] == "doubt"
    tools.ends("toolu_2")
    assert tools.status() == "passed"
    assert tools.cli("trace", "verify").returncode == 0


def test_an_earlier_result_stays_what_it_was(tools: Tools) -> None:
    tools.ends("toolu_1")
    tools.program(tools.early, 1)
    tools.ends("toolu_2")
    assert tools.status() == "passed"


def test_a_person_accepts_a_new_program_and_sees_which(tools: Tools) -> None:
    new = tools.program(tools.early, 0)
    assert "not counted" in tools.ends("toolu_1")
    done = tools.person("accept")
    assert done.returncode == 0 and "program runtests of a check: %s (before: %s)" % (new, tools.late / "runtests") in done.stdout
    assert tools.ends("toolu_2") == "null" and tools.status() == "passed"
    assert "Nothing changed" in tools.person("accept").stdout


def test_an_agent_accepts_nothing(tools: Tools) -> None:
    tools.program(tools.early, 0)
    tools.ends("toolu_1")
    assert tools.cli("accept").returncode == 1
    assert "not counted" in tools.ends("toolu_2")


def test_a_project_set_up_anew_meets_its_programs_anew(tools: Tools) -> None:
    tools.program(tools.early, 0)
    for name in ("workflow.json", "config.json"):
        (tools.project / ".statewright" / name).unlink(missing_ok=True)
    assert tools.person("init", "--test-command", "runtests -q", "--template", "tdd").returncode == 0
    kept = programs.read(str(tools.project), str(tools.home / "data" / "statewright"))
    assert kept["at"] > 0 and not kept["lines"] and not kept["known"]
