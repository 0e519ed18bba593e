"""A run's life across sessions, with the real hook executables: nothing that is cut short, pulled in or deleted is a way out."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import REPO, SESSION, Json, Place

from statewright.store import layout

FLOW: Json = {
    "id": "m",
    "initial": "work",
    "states": {"work": {"allowed_tools": ["Read", "Bash"], "on": {"DONE": "done"}}, "done": {"type": "final"}},
}
OTHER = "00000000-0000-4000-8000-000000000002"
WRITE = {"file_path": "x", "content": ""}


def marker(place: Place, session: str = SESSION) -> Path:
    return Path(layout.marker(str(place.home / "data" / "statewright"), session))


def write(place: Place, session: str = SESSION) -> Any:
    """Try what no state of the workflow allows."""
    return place.hook("pre-tool", place.payload("PreToolUse", "Write", WRITE, session_id=session))


def finish(place: Place) -> None:
    place.pre("Bash", {"command": "statewright transition DONE"}, "own")
    assert place.cli("transition", "DONE").returncode == 0


def end(place: Place, session: str = SESSION) -> None:
    place.hook("session-end", place.payload("SessionEnd", reason="other", session_id=session))


@pytest.fixture
def running(place: Place) -> Place:
    place.workflow(FLOW)
    assert write(place).denied
    return place


def test_an_unfinished_run_is_missed_after_its_session_ended(running: Place) -> None:
    end(running)
    assert marker(running).exists()
    (running.project / ".statewright").rename(running.home / "away")
    said = write(running)
    assert said.denied and ".statewright is gone" in said.reason
    (running.home / "away").rename(running.project / ".statewright")
    assert "Read, Bash" in write(running).reason


def test_a_finished_run_is_missed_until_its_session_ends_and_no_longer(running: Place) -> None:
    finish(running)
    assert marker(running).exists()
    end(running)
    assert not marker(running).exists()


def test_a_run_whose_session_ended_goes_on_after_a_resume(running: Place) -> None:
    end(running)
    assert running.state()["ended"] is not None
    running.hook("session-start", running.payload("SessionStart", source="resume"))
    assert running.state()["ended"] is None and write(running).denied
    end(running)
    assert write(running).denied and running.state()["ended"] is None


def test_a_start_that_was_cut_short_is_begun_again(running: Place) -> None:
    """Killed between the mark and the pointer."""
    (running.project / ".statewright" / "runs" / (SESSION + ".current")).unlink()
    marker(running).write_text(json.dumps({"project": str(running.project), "run": SESSION + "-1", "begun": False}))
    said = write(running)
    assert said.denied and "Read, Bash" in said.reason and running.run.name == SESSION + "-1"
    assert "begun" not in json.loads(marker(running).read_text())


def test_a_pointer_that_was_deleted_is_missed(running: Place) -> None:
    (running.project / ".statewright" / "runs" / (SESSION + ".current")).unlink()
    said = write(running)
    assert said.denied and "is gone" in said.reason


@pytest.mark.parametrize("settings", [{"mode": "off"}, {"activation": "manual"}, {"scope": "project", "activation": "manual"}])
def test_settings_that_nobody_accepted_free_no_session(running: Place, settings: Json) -> None:
    (running.project / ".statewright" / "config.json").write_text(json.dumps(settings))
    assert write(running).denied and write(running, OTHER).denied
    said = running.hook("session-start", running.payload("SessionStart", source="startup", session_id="third"))
    assert "state work" in json.dumps(said.body) and "changed since a person accepted" in json.dumps(said.body)
    assert write(running, "third").denied


def test_every_session_of_a_shared_run_misses_it(place: Place) -> None:
    place.workflow(FLOW, scope="project")
    assert write(place).denied and write(place, OTHER).denied
    assert place.project.joinpath(".statewright/runs/project.current").read_text() == "project-1"
    (place.project / ".statewright").rename(place.home / "away")
    assert write(place).denied and write(place, OTHER).denied


def test_a_shared_run_does_not_end_with_one_of_its_sessions(place: Place) -> None:
    place.workflow(FLOW, scope="project")
    assert write(place).denied and write(place, OTHER).denied
    end(place)
    runs = place.project / ".statewright" / "runs"
    assert json.loads((runs / "project-1" / "state.json").read_text().splitlines()[-1])["ended"] is None
    assert write(place, OTHER).denied


def test_a_run_let_go_locks_nobody_out(place: Place) -> None:
    place.workflow(FLOW, scope="project", activation="manual")
    assert not write(place).denied
    (place.project / ".statewright" / "runs").mkdir(exist_ok=True)
    (place.project / ".statewright" / "runs" / "armed").write_text("now")
    assert write(place).denied and write(place, OTHER).denied
    place.pre("Bash", {"command": "statewright transition DONE"}, "own")
    assert place.cli("transition", "DONE").returncode == 0
    place.hook("user-prompt", place.payload("UserPromptSubmit", prompt="next"))
    assert not write(place).denied and not write(place, OTHER).denied


def test_after_a_final_state_the_persons_next_prompt_starts_a_new_run(running: Place) -> None:
    finish(running)
    assert write(running).denied
    said = running.hook("user-prompt", running.payload("UserPromptSubmit", prompt="and now"))
    assert "state work" in json.dumps(said.body) and running.run.name == SESSION + "-2"


def test_a_new_run_does_not_start_by_a_made_up_prompt(running: Place) -> None:
    finish(running)
    running.hook("user-prompt", running.payload("UserPromptSubmit", prompt="<task-notification>done</task-notification>"))
    assert running.run.name == SESSION + "-1"


def git(folder: Path, *words: str) -> None:
    name = ["-c", "user.name=me", "-c", "user.email=me@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *name, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def trees(running: Place) -> tuple[Place, Path]:
    """A repository with the workflow in it, and a second worktree of it beside the first."""
    (running.project / ".statewright" / ".gitignore").write_text("runs/\n")
    (running.project / ".claude").mkdir()
    (running.project / ".claude" / "settings.json").write_text("{}")
    git(running.project, "init")
    git(running.project, "add", "-A")
    git(running.project, "commit", "-m", "all")
    git(running.project, "worktree", "add", str(running.home / "other"))
    return running, running.home / "other"


def test_each_worktree_has_its_own_run(trees: tuple[Place, Path]) -> None:
    here, there = trees
    other = Place(here.home.parent)
    other.project = there
    assert write(other, OTHER).denied
    assert (there / ".statewright" / "runs" / (OTHER + ".current")).exists()
    assert not (here.project / ".statewright" / "runs" / (OTHER + ".current")).exists()
    finish(here)
    assert json.loads((there / ".statewright" / "runs" / (OTHER + "-1") / "state.json").read_text().splitlines()[-1])["state"] == "work"


@pytest.mark.parametrize(
    "path", [".statewright/workflow.json", ".statewright/config.json", ".statewright/runs/x/state.json", ".claude/settings.json"]
)
def test_another_worktrees_files_are_as_protected_as_ones_own(trees: tuple[Place, Path], path: str) -> None:
    here, there = trees
    said = here.pre("Write", {"file_path": str(there / path), "content": "{}"})
    assert said.denied and "protect" in said.reason
    said = here.pre("Bash", {"command": "cp x %s" % (there / path)})
    assert said.denied
    said = here.pre("Bash", {"command": "rm -rf %s" % (there / ".statewright")})
    assert said.denied


def test_a_session_that_moved_to_another_project_is_held_there_and_not_locked(running: Place, tmp_path: Path) -> None:
    second = Place(tmp_path)
    second.project = tmp_path / "second"
    shutil.copytree(running.project / ".statewright", second.project / ".statewright", ignore=shutil.ignore_patterns("runs"))
    said = write(second)
    assert said.denied and "Read, Bash" in said.reason


# The whole folder gone, and a session that never had a run --------------------------------------------

PERSON = """
import sys
from statewright import person
person.at_terminal = lambda *_, **__: ""
from statewright.cli.app import run
sys.exit(run(%r))
"""
NEW = "00000000-0000-4000-8000-00000000000a"


def start(place: Place, session: str = NEW, **more: Any) -> str:
    said = place.hook("session-start", place.payload("SessionStart", source="startup", session_id=session, **more))
    return json.dumps(said.body)


def person(place: Place, *words: str) -> subprocess.CompletedProcess[str]:
    """A person runs our command in a terminal of their own (the test stands in for the terminal)."""
    env = {key: value for key, value in place.env().items() if not key.startswith("CLAUDE")}
    return subprocess.run([sys.executable, "-c", PERSON % (list(words),)], cwd=place.project, env={**env, "PYTHONPATH": str(REPO)},
                          capture_output=True, text=True, check=False, timeout=60)


@pytest.fixture
def emptied(running: Place) -> Place:
    """A script has deleted the folder of a project whose workflow this machine knows."""
    shutil.rmtree(running.project / ".statewright")
    return running


@pytest.mark.parametrize("source", ["startup", "clear", "fork", "resume"])
def test_a_new_session_is_held_where_the_folder_was_deleted(emptied: Place, source: str) -> None:
    said = emptied.hook("session-start", emptied.payload("SessionStart", source=source, session_id=NEW))
    assert "the workflow that holds this project is gone" in json.dumps(said.body)
    refused = emptied.hook("pre-tool", emptied.payload("PreToolUse", "Read", {"file_path": "a"}, session_id=NEW))
    assert refused.denied and "statewright init" in refused.reason and "off" in refused.reason


def test_a_session_that_was_dormant_is_held_from_its_next_prompt_on(emptied: Place) -> None:
    said = emptied.hook("user-prompt", emptied.payload("UserPromptSubmit", prompt="go on", session_id=NEW))
    assert "is gone" in json.dumps(said.body) and write(emptied, NEW).denied
    assert emptied.hook("user-prompt", emptied.payload("UserPromptSubmit", prompt="again", session_id=NEW)).out == b""


def test_a_session_that_began_before_the_folder_went_is_held_without_having_had_a_run(running: Place) -> None:
    start(running)
    shutil.rmtree(running.project / ".statewright")
    assert write(running, NEW).denied


def test_a_session_in_a_folder_below_is_held_as_well(emptied: Place) -> None:
    (emptied.project / "sub").mkdir()
    env = {"CLAUDE_PROJECT_DIR": str(emptied.project / "sub")}
    assert "is gone" in json.dumps(emptied.hook("session-start", emptied.payload("SessionStart", source="startup", session_id="below"), **env).body)
    assert emptied.hook("pre-tool", emptied.payload("PreToolUse", "Write", WRITE, session_id="below"), **env).denied


def test_a_folder_that_comes_back_holds_as_before(emptied: Place) -> None:
    start(emptied)
    emptied.workflow(FLOW)
    said = write(emptied, NEW)
    assert said.denied and "Read, Bash" in said.reason
    assert not emptied.hook("pre-tool", emptied.payload("PreToolUse", "Read", {"file_path": "a"}, session_id=NEW)).denied


def test_a_person_frees_such_a_project_by_off(emptied: Place) -> None:
    start(emptied)
    (emptied.project / "sub").mkdir()
    done = person(emptied, "off")
    assert done.returncode == 0 and "is not held any more" in done.stdout
    assert not write(emptied, NEW).denied and not write(emptied).denied
    assert start(emptied, "later") == "null" and not write(emptied, "later").denied


def test_a_person_begins_anew_by_init(emptied: Place) -> None:
    start(emptied)
    assert person(emptied, "init", "--test-command", "make test").returncode == 0
    said = write(emptied, NEW)
    assert said.denied and "planning" in said.reason


def test_a_folder_deleted_after_off_holds_nobody(running: Place) -> None:
    assert person(running, "off").returncode == 0
    shutil.rmtree(running.project / ".statewright")
    assert start(running) == "null" and not write(running, NEW).denied


def test_an_agent_frees_nothing(emptied: Place) -> None:
    start(emptied)
    done = emptied.cli("off")
    assert done.returncode == 1 and write(emptied, NEW).denied


def test_a_start_that_is_told_again_frees_no_session_that_misses_its_run(running: Place) -> None:
    shutil.rmtree(running.project / ".statewright" / "runs")
    start(running, SESSION)
    assert write(running).denied and "is gone" in write(running).reason


# Prompts that nobody typed ----------------------------------------------------------------------------


def stop(place: Place, *prompts: str) -> None:
    crons = [{"id": "9984c8e2", "schedule": "* * * * *", "recurring": False, "prompt": text} for text in prompts]
    place.hook("stop", place.payload("Stop", stop_hook_active=False, session_crons=crons, background_tasks=[]))


def prompt(place: Place, text: str) -> str:
    return json.dumps(place.hook("user-prompt", place.payload("UserPromptSubmit", prompt=text)).body)


@pytest.mark.parametrize("settings", [{}, {"activation": "manual"}], ids=["auto", "manual"])
def test_a_scheduled_prompt_ends_no_final_state(place: Place, settings: Json) -> None:
    place.workflow(FLOW, **settings)
    if settings:
        (place.project / ".statewright" / "runs").mkdir()
        (place.project / ".statewright" / "runs" / "armed").write_text("")
    assert write(place).denied
    stop(place, "go on with the  next one")
    assert "next one" not in json.dumps(place.state())
    finish(place)
    assert "was scheduled, not typed" in prompt(place, "go on with\nthe next one") and write(place).denied
    assert place.run.name == SESSION + "-1" and place.state()["final"]
    assert "scheduled" not in prompt(place, "go on")
    assert write(place).denied != bool(settings)  # a person's prompt: a new run, or nothing holds any more


def test_a_prompt_that_is_scheduled_no_more_is_a_persons(running: Place) -> None:
    stop(running, "go on")
    stop(running)
    finish(running)
    assert "state work" in prompt(running, "go on") and running.run.name == SESSION + "-2"


def test_a_prompt_in_a_file_of_scheduled_ones_is_no_persons(running: Place) -> None:
    finish(running)
    (running.project / ".claude").mkdir()
    (running.project / ".claude" / "scheduled_tasks.json").write_text(json.dumps({"tasks": [{"prompt": "go on with it", "cron": "* * * * *"}]}))
    assert "was scheduled" in prompt(running, "go on with it") and running.run.name == SESSION + "-1"
    prompt(running, "go on")  # a part of it is another prompt
    assert running.run.name == SESSION + "-2"
