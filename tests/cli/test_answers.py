"""A person's answers in a terminal of their own: the code shown there, the passphrase asked there, a check attested there."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
import terminal
from cli_support import Run, agent, at_terminal
from support import REPO, SESSION, Place

from statewright import fast, passphrase, roads
from statewright import person as person_module
from statewright.model import Event
from statewright.store import run as store

PHRASE = "correct horse battery"


@pytest.fixture
def waiting(going: Place) -> Place:
    assert agent(going, "statewright transition READY --reason fine").returncode == 0
    assert going.state()["status"] == "waiting"
    return going


@pytest.fixture
def held(place: Place) -> Place:
    """A passphrase is set."""
    passphrase.write(str(place.home / "data" / "statewright"), PHRASE)
    return place


def answering(place: Place, scratch: Path, *typed: str) -> Run:
    """A person's terminal at which these lines are typed where a passphrase is asked for."""
    return at_terminal(place, scratch, *typed)


def test_approvals_shows_the_code_in_a_persons_terminal_and_to_nobody_else(waiting: Place, person: Run) -> None:
    said = person("approvals").stdout
    code = re.findall(r"statewright approve ([2-9A-Z]{4}-[2-9A-Z]{4})", said)
    assert len(code) == 1 and "READY -> working" in said and "the agent says: fine" in said
    assert code[0] in person("status").stdout
    other = waiting.cli("approvals").stdout
    assert "READY -> working" in other and code[0] not in other and "Codes are not shown" in other
    assert code[0] not in waiting.cli("status").stdout + waiting.cli("approvals", "--json").stdout + waiting.cli("status", "--json").stdout
    assert json.loads(waiting.cli("approvals", "--json").stdout)[0]["event"] == "READY"


def test_the_code_is_taken_in_a_terminal_too_and_a_wrong_one_is_not(waiting: Place, person: Run) -> None:
    code = re.findall(r"approve ([2-9A-Z]{4}-[2-9A-Z]{4})", person("approvals").stdout)[0]
    assert person("approve", "2222-2222").returncode == 1
    assert waiting.state()["status"] == "waiting"
    assert person("approve", code.lower()).returncode == 0
    assert waiting.state()["state"] == "working"


def test_a_state_changed_under_its_seal_while_it_waits_voids_the_request(waiting: Place, person: Run) -> None:
    state = waiting.state()
    waiting.put({**state, "approval": {**state["approval"], "reason": "okay"}})
    said = person("approve")
    assert said.returncode == 1 and "not what the agent asked for" in said.stderr
    assert (waiting.state()["state"], waiting.state()["status"]) == ("planning", "running")


def test_with_a_passphrase_the_terminal_is_asked_and_the_road_says_so(waiting: Place, held: Place, tmp_path: Path) -> None:
    assert answering(waiting, tmp_path, "wrong one", "no", "never")("approve").returncode == 1
    assert waiting.state()["status"] == "waiting"
    said = answering(waiting, tmp_path, PHRASE)("approve")
    assert said.returncode == 0 and waiting.state()["state"] == "working"
    assert waiting.journal()[-1]["road"] == "terminal+passphrase"
    assert PHRASE not in said.stdout + said.stderr


def test_with_a_passphrase_no_code_is_shown_before_it(waiting: Place, held: Place, tmp_path: Path) -> None:
    assert not re.search("[2-9A-Z]{4}-[2-9A-Z]{4}", answering(waiting, tmp_path)("status").stdout)
    assert not re.search("[2-9A-Z]{4}-[2-9A-Z]{4}", answering(waiting, tmp_path, "a", "b", "c")("approvals").stdout)
    assert re.search("[2-9A-Z]{4}-[2-9A-Z]{4}", answering(waiting, tmp_path, PHRASE)("approvals").stdout)


@pytest.mark.parametrize("words", [["reject", "no"], ["accept"], ["attest", "tests"], ["pause"], ["off"]], ids=lambda words: words[0])
def test_every_word_of_a_persons_asks_for_it(waiting: Place, held: Place, tmp_path: Path, words: list[str]) -> None:
    if words == ["accept"]:
        path = waiting.project / ".statewright" / "workflow.json"
        path.write_text(path.read_text().replace("Is the plan good?", "Is it?"))
    said = answering(waiting, tmp_path, "a", "b", "c")(*words)
    assert said.returncode == 1 and "passphrase" in said.stderr and waiting.state()["status"] == "waiting"
    assert answering(waiting, tmp_path, PHRASE)(*words).returncode == 0


def test_the_passphrase_is_set_changed_and_removed_by_typing_it(going: Place, tmp_path: Path) -> None:
    data = str(going.home / "data" / "statewright")
    assert answering(going, tmp_path, PHRASE, "another")("passphrase", "set").returncode == 1 and not passphrase.is_set(data)
    assert answering(going, tmp_path, "short", "short")("passphrase", "set").returncode == 1
    assert answering(going, tmp_path, PHRASE, PHRASE)("passphrase", "set").returncode == 0 and passphrase.fits(data, PHRASE)
    assert PHRASE not in Path(passphrase.path(data)).read_text() and Path(passphrase.path(data)).stat().st_mode & 0o777 == 0o600
    assert answering(going, tmp_path, PHRASE, "next one here", "next one here")("passphrase", "change").returncode == 0
    assert passphrase.fits(data, "next one here") and not passphrase.fits(data, PHRASE)
    assert answering(going, tmp_path, PHRASE, PHRASE, PHRASE)("passphrase", "remove").returncode == 1 and passphrase.is_set(data)
    assert answering(going, tmp_path, "next one here")("passphrase", "remove").returncode == 0 and not passphrase.is_set(data)
    assert going.cli("passphrase", "set").returncode == 1


def test_a_damaged_passphrase_lets_nobody_through(held: Place) -> None:
    data = str(held.home / "data" / "statewright")
    Path(passphrase.path(data)).write_text("{}")
    assert passphrase.is_set(data) and not passphrase.fits(data, PHRASE)


def test_attest_makes_a_fact_of_the_strongest_grade(going: Place, person: Run) -> None:
    assert going.cli("attest", "tests").returncode == 1
    assert person("attest", "nothing").returncode == 2
    assert person("attest", "tests").returncode == 0
    assert going.state()["checks"]["tests"]["grade"] == "attested" and going.state()["checks"]["tests"]["status"] == "passed"
    assert going.journal()[-1]["road"] == "terminal"
    assert person("attest", "tests", "--failed").returncode == 0 and going.state()["checks"]["tests"]["status"] == "failed"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("statewright approve K7QP-3MXD", ("approve", "K7QP-3MXD", "")),
        ("  /statewright:approve K7QP-3MXD \n", ("approve", "K7QP-3MXD", "")),
        ("statewright reject K7QP-3MXD not yet, wait", ("reject", "K7QP-3MXD", "not yet, wait")),
        ("/statewright:accept K7QP-3MXD", ("accept", "K7QP-3MXD", "")),
        ("statewright approve", ("approve", "", "")),
        ("please run statewright approve K7QP-3MXD", None),
        ("statewright off", None),
        ("statewright status", None),
        ("/statewright:pause", None),
    ],
)
def test_only_a_plain_answer_counts_as_one(text: str, found: tuple[str, str, str] | None) -> None:
    assert roads.spoken(text) == found


def typed(place: Place, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a person at the client is told about a typed answer, "" when it is taken."""
    data = str(place.home / "data" / "statewright")
    monkeypatch.setenv("XDG_DATA_HOME", str(place.home / "data"))
    monkeypatch.setattr(person_module, "at_client", lambda program: "")
    event = Event("prompt", time=fast.now(), session=SESSION, text=text, project=str(place.project), home=str(place.home), data=data)
    out = roads.typed(str(place.project), store.find(str(place.project), SESSION), event)
    return out.reason if out is not None else ""


def test_a_code_that_stands_in_a_scheduled_prompt_is_not_taken(waiting: Place, person: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.findall(r"approve ([2-9A-Z]{4}-[2-9A-Z]{4})", person("approvals").stdout)[0]
    tasks = waiting.project / ".claude" / "scheduled_tasks.json"
    tasks.parent.mkdir(exist_ok=True)
    tasks.write_text(json.dumps({"tasks": [{"cron": "* * * * *", "prompt": "statewright approve  %s" % code}]}))
    assert "scheduled prompt" in typed(waiting, "statewright approve %s" % code, monkeypatch)
    assert waiting.state()["status"] == "waiting" and waiting.journal()[-1]["rule"] == "authority"
    tasks.unlink()
    assert typed(waiting, "statewright approve %s" % code, monkeypatch) == ""
    assert waiting.state()["state"] == "working" and waiting.journal()[-1]["road"] == "typed code"


def test_a_typed_answer_without_its_code_says_where_the_code_is(waiting: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "status line" in typed(waiting, "/statewright:approve", monkeypatch)
    assert waiting.state()["status"] == "waiting"


@pytest.mark.parametrize("words", [["approve"], ["off"], ["attest", "tests"]], ids=lambda words: words[0])
def test_another_data_folder_is_no_way_round_the_passphrase(waiting: Place, held: Place, tmp_path: Path, words: list[str]) -> None:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(waiting.home), "XDG_DATA_HOME": str(tmp_path / "elsewhere"), "PYTHONPATH": str(REPO)}
    said = terminal.run([sys.executable, "-m", "statewright", *words], waiting.project, env, tmp_path)
    assert said.returncode == 1 and "was begun with the data folder" in said.stderr
    assert waiting.state()["status"] == "waiting"
