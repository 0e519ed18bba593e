"""The commands about OpenGuardrails, and what status and doctor tell of it."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from cli_support import at_terminal
from ogr_asking import Asking
from ogr_runtime import ALLOW, BLOCK, KEY, Runtime
from support import SESSION


class Keyed(Asking):
    """A project whose every process has the key."""

    def env(self, session: str = SESSION, **more: str) -> dict[str, str]:
        return {**super().env(session), "OGR_API_KEY": KEY, **more}


@pytest.fixture
def asking(tmp_path: Path) -> Asking:
    """A project that asks a runtime."""
    return Keyed(tmp_path)


@pytest.mark.parametrize("wire", ["0.8", "1.0"])
def test_the_endpoint_is_proved_by_one_harmless_call(asking: Asking, tmp_path: Path, wire: str) -> None:
    with Runtime(ALLOW, {**BLOCK, "findings": [{"category": "x.test"}]}, wire=wire) as runtime:
        asking.set(runtime.url, wire=wire)
        person = at_terminal(asking, tmp_path)
        first, second = person("ogr", "test"), person("ogr", "test", "--json")
    assert first.returncode == 0 and "verdict allow" in first.stdout and "wire " + wire in first.stdout, first
    assert json.loads(second.stdout)["ok"] and "x.test" in second.stdout
    assert not runtime.violations and len(runtime.events) == 2 and KEY not in first.stdout + second.stdout


@pytest.mark.parametrize(("answer", "why"), [
    ({"status": 401, "body": {}}, "the key was refused"), ({"status": 400, "body": {"error": "invalid_event", "details": []}}, "ogr.wire"),
    ({"raw": b"nonsense\r\n\r\n"}, "no HTTP"), ({"body": b"<html>"}, "not JSON"),
])
def test_an_endpoint_that_gives_no_verdict_is_not_proved(asking: Asking, tmp_path: Path, answer: dict[str, object], why: str) -> None:
    with Runtime(answer) as runtime:
        asking.set(runtime.url)
        said = at_terminal(asking, tmp_path)("ogr", "test")
    assert said.returncode == 1 and why in said.stdout and "Traceback" not in said.stdout + said.stderr


def test_an_agent_may_not_prove_and_a_person_not_before_agreeing(asking: Asking, tmp_path: Path) -> None:
    with Runtime() as runtime:
        asking.set(runtime.url, accepted=False)
        person = at_terminal(asking, tmp_path)
        assert asking.ask(given={"command": "statewright ogr test"}, call="one").denied
        assert asking.cli("ogr", "test").returncode == 1 and not runtime.asked
        refused = person("ogr", "test")
        assert refused.returncode == 1 and "statewright accept" in refused.stderr
        agreed = person("accept")
        assert agreed.returncode == 0 and "leaves this machine" in agreed.stdout and runtime.url in agreed.stdout, agreed
        assert "Nothing changed" in person("accept").stdout
        assert person("ogr", "test").returncode == 0
        asking.ask(call="two")
    assert len(runtime.events) == 2


def test_pausing_a_project_does_not_forget_what_was_agreed(asking: Asking, tmp_path: Path) -> None:
    with Runtime() as runtime:
        asking.set(runtime.url)
        person = at_terminal(asking, tmp_path)
        assert person("off").returncode == 0 and person("resume").returncode == 0
        asking.ask()
    assert runtime.asked == 1


def test_status_and_doctor_tell_who_is_asked_and_shout_about_refused_questions(asking: Asking) -> None:
    with Runtime(ALLOW, {"status": 400, "body": {"error": "invalid_event", "details": [{"keys": ["agent_owner"]}]}},
                 {"status": 429, "body": {}}) as runtime:
        asking.set(runtime.url)
        asking.ask(call="one")
        said = asking.cli("status").stdout
        assert "OpenGuardrails" in said and "fail mode open" in said and "127.0.0.1" in said and "refused" not in said.split("OpenGuardrails")[1]
        asking.ask(call="two")
        asking.ask(call="three")
    said = asking.cli("status").stdout
    assert "refused 2 questions: 1 with status 400, 1 with status 429" in said and "no verdict at the last call: HTTP 429" in said
    seen = json.loads(asking.cli("status", "--json").stdout)["ogr"]
    assert seen["counts"]["asked"] == 3 and seen["http"] == {"400": 1, "429": 1} and seen["down"]
    rows = json.loads(asking.cli("doctor", "--json").stdout)["checks"]
    mine = [row for row in rows if row["name"] == "ogr"]
    assert [row["verdict"] for row in mine] == ["fail"] and "status 400" in mine[0]["detail"]


def test_status_tells_when_there_was_no_key_or_no_agreement(asking: Asking) -> None:
    with Runtime() as runtime:
        asking.set(runtime.url, accepted=False)
        asking.ask(env={"OGR_API_KEY": ""})
        assert "no person accepted this endpoint" in asking.cli("status").stdout
        asking.set(runtime.url)
        asking.ask(env={"OGR_API_KEY": ""}, call="two")
        assert "OGR_API_KEY was not set" in asking.cli("status").stdout
    assert not runtime.asked


def test_a_session_can_be_exported_and_the_file_validated(asking: Asking, tmp_path: Path) -> None:
    transcript = asking.home / (SESSION + ".jsonl")
    message = {"id": "m", "role": "assistant", "model": "m-1", "usage": {}, "content": [{"type": "text", "text": "Hello."}]}
    transcript.write_text(json.dumps({"type": "assistant", "message": message}) + "\n")
    asking.set("", accepted=False).ask()
    person = at_terminal(asking, tmp_path)
    out = tmp_path / "events.jsonl"
    out.write_text("older\n")
    unknown = person("ogr", "export", "--out", str(out))
    assert unknown.returncode == 1 and "--transcript" in unknown.stderr and out.read_text() == "older\n"
    assert "--out" in person("ogr", "export", "--transcript", str(transcript)).stderr
    said = person("ogr", "export", "--out", str(out), "--transcript", str(transcript))
    assert said.returncode == 0 and "Wrote 1 events" in said.stdout, said
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert asking.cli("ogr", "validate", str(out)).returncode == 0
    other = asking.cli("ogr", "validate", str(out), "--wire", "1.0", "--json")
    assert other.returncode == 1 and "agent_owner" in other.stdout
    with out.open("a") as file:
        file.write("[]\nnot JSON\n")
    wrong = asking.cli("ogr", "validate", str(out))
    assert wrong.returncode == 1 and "events.jsonl:2" in wrong.stdout and "events.jsonl:3" in wrong.stdout and "Traceback" not in wrong.stderr
    assert asking.cli("ogr", "export", "--out", str(out)).returncode == 1, "not for an agent"


def test_prune_takes_kept_events_and_all_word_of_them_along(asking: Asking, tmp_path: Path) -> None:
    transcript = asking.home / (SESSION + ".jsonl")
    message = {"id": "m", "role": "assistant", "model": "m-1", "usage": {}, "content": [{"type": "text", "text": "Hello."}]}
    transcript.write_text(json.dumps({"type": "assistant", "message": message}) + "\n")
    asking.set("", accepted=False, sink=True).ask()
    asking.hook("session-end", asking.payload("SessionEnd", reason="other", transcript_path=str(transcript)))
    assert (asking.run / "ogr.jsonl").stat().st_size
    said = at_terminal(asking, tmp_path)("prune", "--days", "0", "--keep", "0")
    assert said.returncode == 0, said
    assert not [path.name for path in (asking.project / ".statewright" / "runs").rglob("*") if "ogr" in path.name]
