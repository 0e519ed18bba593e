"""A scripted agent in a guarded project, and the proof that its trick failed and is on record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_agent import Agent
from tricks import WIDE, Caught

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "e2e"))

import real_client
from guarded import Guarded, guard


@pytest.fixture
def agent(tmp_path: Path) -> Agent:
    """An agent in a state that lists nothing: every tool and every command are open to it, its failing tests included."""
    return make(tmp_path, WIDE)


@pytest.fixture
def agent_in(tmp_path: Path) -> Callable[..., Agent]:
    """Makes the agent in another workflow."""
    return lambda workflow, **config: make(tmp_path, workflow, **config)


def make(root: Path, workflow: dict[str, Any], **config: Any) -> Agent:
    """A repository with a workflow in it, and a session that has begun."""
    agent = Agent(root)
    agent.workflow(workflow, **config)
    (agent.project / ".statewright" / ".gitignore").write_text("runs/\n")
    (agent.project / "tests.sh").write_text("echo 1 failed\nexit 1\n")
    (agent.project / "notes.txt").write_text("notes\n")
    done = agent.shell("git init -q . && git config user.email a@example.org && git config user.name a && git add -A . && git commit -qm first")
    assert done.returncode == 0, done.stderr
    return agent.begin()


@pytest.fixture
def caught(request: pytest.FixtureRequest) -> Iterator[Caught]:
    """A test that forgets to show it is a failed test."""
    one = Caught(getattr(request.function, "trick", None))
    yield one
    assert one.times, "the test never showed that the trick failed"


@pytest.fixture(scope="session")
def claude() -> Path:
    """The pinned client's executable."""
    return real_client.client()


@pytest.fixture
def guarded(claude: Path, tmp_path: Path) -> Callable[..., Guarded]:
    """Makes a project with a workflow, and a HOME where the hooks are installed."""
    return lambda workflow, files=None, **env: guard(claude, tmp_path, workflow, files, env)
