"""What a trace is worth to others: receipts bound to commits, and pull requests held against them."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from cli_support import Run, agent, ended
from support import Place

IDENTITY = {"GIT_AUTHOR_NAME": "t", "GIT_AUTHOR_EMAIL": "t@example.org", "GIT_COMMITTER_NAME": "t", "GIT_COMMITTER_EMAIL": "t@example.org"}


def git(place: Place, *words: str) -> str:
    """git in the project, with an identity that it needs to commit."""
    env = {"PATH": os.environ["PATH"], "HOME": str(place.home), **IDENTITY}
    return subprocess.run(["git", "-C", str(place.project), *words], env=env, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def done(going: Place) -> Place:
    """A run that came to its end, in a repository with a commit."""
    git(going, "init", "-q")
    git(going, "add", "-A")
    git(going, "commit", "-q", "-m", "work")
    return ended(going)


def note(place: Place) -> None:
    """Bind the run's receipt to the commit."""
    said = place.cli("trace", "receipt", "--git-note", **IDENTITY)
    assert said.returncode == 0 and "refs/notes/statewright" in said.stdout, said.stderr


def gaps(place: Place, *words: str) -> list[str]:
    """What ``verify --ci`` complains about."""
    said = place.cli("trace", "verify", "--ci", "--json", *words)
    found = json.loads(said.stdout)
    assert said.returncode == (1 if found["gaps"] else 0) and found["ok"] == (not found["gaps"]), said
    return list(found["gaps"])


def test_a_run_that_ended_well_and_its_note_leave_no_gap(done: Place) -> None:
    note(done)
    (line,) = git(done, "notes", "--ref", "statewright", "show", "HEAD").splitlines()
    facts = json.loads(line)
    assert facts["states"] == ["fix/working", "fix/done"] and facts["checks"] == {"tests": {"status": "passed", "grade": "measured"}}
    assert facts["final"] and facts["outcome"] == "completed" and len(facts["workflow"]) == len(facts["head"]) == 64
    assert gaps(done) == []
    assert "vouched for, no gap" in done.cli("trace", "verify", "--ci").stdout


def test_what_comes_after_the_note_changes_nothing(done: Place) -> None:
    note(done)
    done.hook("session-end", done.payload("SessionEnd", reason="other"))
    assert gaps(done) == []
    note(done)
    assert len(git(done, "notes", "--ref", "statewright", "show", "HEAD").splitlines()) == 1, "one receipt for each run"


def test_a_commit_without_a_note_is_a_gap(done: Place) -> None:
    (why,) = gaps(done)
    assert "no receipt is anchored" in why


def test_a_changed_a_cut_and_a_rewritten_journal_are_gaps(done: Place) -> None:
    note(done)
    journal = done.run / "trace.jsonl"
    whole = journal.read_text()
    lines = whole.splitlines(keepends=True)
    journal.write_text(whole.replace('"SKIP"', '"SKOP"', 1))
    assert "line" in gaps(done)[0]
    journal.write_text("".join(lines[:-2]))
    (done.run / "state.json").unlink()
    assert "journal was rewritten or cut" in gaps(done)[0]
    journal.write_bytes(lines[0].encode() + b"\0" * (len(lines[1]) - 1) + b"\n" + "".join(lines[2:]).encode())
    assert ": line 2 (missing): lines were lost here; the gap was filled" in gaps(done)[0]
    journal.write_text(whole)
    assert gaps(done) == []


def test_a_state_that_claims_more_than_the_journal_proves_is_a_gap_for_each_difference(done: Place) -> None:
    note(done)
    done.put({**done.state(), "state": "working", "final": False})
    found = gaps(done)
    assert any("state: the journal says fix/done, state.json says fix/working" in why for why in found) and len(found) >= 2


def test_a_note_that_says_more_than_the_journal_is_a_gap(done: Place) -> None:
    note(done)
    facts = json.loads(git(done, "notes", "--ref", "statewright", "show", "HEAD"))
    facts["checks"]["audit"] = {"status": "passed", "grade": "attested"}
    git(done, "notes", "--ref", "statewright", "add", "-f", "-m", json.dumps(facts), "HEAD")
    (why,) = gaps(done)
    assert "differ in checks" in why
    git(done, "notes", "--ref", "statewright", "add", "-f", "-m", "nonsense", "HEAD")
    assert "cannot be read" in gaps(done)[0]


def test_a_journal_that_is_not_here_is_a_gap_and_may_be_given(done: Place) -> None:
    note(done)
    elsewhere = done.home / "kept"
    done.run.rename(elsewhere)
    assert "not here" in gaps(done)[0]
    assert gaps(done, str(elsewhere)) == []


def test_a_run_that_did_not_end_failed_a_check_or_was_not_held_is_a_gap(going: Place, person: Run) -> None:
    git(going, "init", "-q")
    git(going, "add", "-A")
    git(going, "commit", "-q", "-m", "work")
    agent(going, "statewright transition SKIP")
    agent(going, "statewright check tests")
    assert person("pause").returncode == 0
    note(going)
    found = " ".join(gaps(going))
    for words in ("had not reached a final state", "check tests had not passed", "enforcement was off or paused"):
        assert words in found
    workflow = going.project / ".statewright" / "workflow.json"
    workflow.write_text(workflow.read_text() + " ")
    assert "another workflow" in " ".join(gaps(going))


def test_no_repository_is_a_no_in_one_line(going: Place) -> None:
    said = going.cli("trace", "receipt", "--git-note", GIT_CEILING_DIRECTORIES=str(going.project.parent))
    assert said.returncode == 1 and said.stderr.count("\n") == 1 and "no note was written" in said.stderr
