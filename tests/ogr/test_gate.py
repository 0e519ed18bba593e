"""When a runtime is asked and when not, and what its answer does to the run: the state, the trace, what the person sees."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from builders import bash, event
from ogr_asking import Asking
from ogr_runtime import ALLOW, BLOCK, Runtime

from statewright import kernel
from statewright.model import new_snapshot
from statewright.ogr import event as wire
from statewright.ogr import gate

SECRET = "hunter2-the-plain-value"
FINDING = {"category": "security.secret_leak", "detector": "gitleaks", "subject": SECRET, "path": "payload.tool_calls.0.arguments.command"}


def _spans(replacement: str, end: int, **more: Any) -> dict[str, Any]:
    path = "payload.tool_calls.0.arguments.command"
    return {**ALLOW, "modifications": {"spans": [{"path": path, "start": 0, "end": end, "replacement": replacement}]}, **more}


def test_a_block_is_refused_with_category_and_rule_and_the_value_is_nowhere(asking: Asking) -> None:
    with Runtime({**BLOCK, "findings": [FINDING]}) as runtime:
        asking.set(runtime.url)
        answer = asking.ask(given={"command": "echo %s" % SECRET})
    assert answer.denied and "security.secret_leak" in answer.reason and "gitleaks" in answer.reason
    assert "[ogr, state working]" in answer.reason and SECRET not in answer.reason
    step = asking.steps()[-1]
    assert "OGR:security.secret_leak" in step["output"]["constraints_referenced"] and step["status"] == "failed"
    assert SECRET not in (asking.run / "trace.jsonl").read_text() + (asking.run / "state.json").read_text()
    assert not runtime.violations


def test_what_our_own_rules_refuse_is_never_sent(asking: Asking) -> None:
    working = {"allowed_tools": ["Bash", "Read"], "allowed_commands": ["ls"], "max_iterations": 1, "on": {"DONE": "done"}}
    flow = {"id": "guarded", "initial": "working", "states": {"working": working, "done": {"type": "final"}}}
    with Runtime() as runtime:
        asking.set(runtime.url, workflow=flow)
        assert asking.ask("Write", {"file_path": "a", "content": "b"}, "one").denied
        assert asking.ask(given={"command": "rm -r x"}, call="two").denied
        assert asking.ask(given={"command": "statewright off"}, call="three").denied
        assert not runtime.events
        assert not asking.ask(given={"command": "ls"}, call="four").denied
        assert asking.ask(given={"command": "ls"}, call="five").denied, "the limit of one call"
        assert len(runtime.events) == 1 and not runtime.violations


def test_our_own_plain_commands_and_what_always_passes_are_not_asked_about(asking: Asking) -> None:
    with Runtime({"status": 500, "body": {}}) as runtime:
        asking.set(runtime.url, fail_mode="closed")
        assert not asking.ask("TodoWrite", {"todos": []}, "one").denied
        assert not asking.ask(given={"command": "statewright status"}, call="two").denied
        assert not asking.ask(given={"command": "statewright transition DONE"}, call="three").denied
        assert not runtime.events


def test_an_allow_never_opens_what_a_state_holds_shut(asking: Asking) -> None:
    with Runtime() as runtime:
        asking.set(runtime.url)
        assert asking.ask("WebFetch", {"url": "https://example.org", "prompt": "x"}).denied
        answer = asking.ask(call="two")
        assert answer.code == 0 and not answer.out, "silence, so that the harness's own rules go on"


def test_a_redaction_is_told_to_the_model_and_judged_by_our_own_rules(asking: Asking) -> None:
    with Runtime(_spans("${OGR_X_1}", 4, findings=[FINDING]), _spans("rm -r .statewright #", 2), _spans("statewright off #", 2),
                 _spans("statewright transition DONE", 6)) as runtime:
        asking.set(runtime.url)
        good = asking.ask(given={"command": "echo hello", "description": "Say"}, call="one")
        said = (good.body or {})["hookSpecificOutput"]
        assert said["updatedInput"] == {"command": "${OGR_X_1} hello", "description": "Say"} and "permissionDecision" not in said
        assert "security.secret_leak" in said["additionalContext"] and SECRET not in json.dumps(good.body)
        for name in ("two", "three", "four"):
            answer = asking.ask(call=name)
            assert answer.denied, (name, answer.out)
        assert asking.state()["state"] == "working" and not asking.state()["ticket"]
        assert not runtime.violations


CORPUS = Path(__file__).parents[1] / "data" / "corpus" / "shell.jsonl"


@pytest.mark.parametrize("more", [{}, {"allowed_tools": ["Bash"], "allowed_commands": ["pytest", "ls"], "command_words": [["pytest"], ["ls"]]}],
                         ids=["a wide state", "a list of commands"])
def test_whatever_a_call_is_turned_into_meets_the_same_rules_as_if_it_had_been_made(more: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    state = {"m": "g", "s": "working", "on": {}, "config": {"ogr": {"endpoint": "x"}}, **more}
    snap = new_snapshot("r", "s", "claude-code", "0", 0.0)
    lines = [row["input"]["command"] for row in map(json.loads, CORPUS.read_text().strip().split("\n")) if row["tool"] == "Bash"]
    assert len(lines) > 1000
    for line in lines[::3]:
        if not isinstance(line, str):
            continue
        fresh = bash(line)
        meant = kernel.judge(state, snap, fresh)
        held = bash("ls -la")
        monkeypatch.setattr(gate, "ask", lambda *_: (gate.Told("h", "open"), {"command": line}))  # noqa: B023
        given = dict(held.extra)
        found = gate.judged(state, snap, held, kernel.judge(state, snap, held), given, True) + held.extra["ogr"].findings
        refused = {one.rule for one in found if one.effect == "deny"}
        assert refused == ({"ogr"} if fresh.extra["own"] else {one.rule for one in meant if one.effect == "deny"}), line
        assert not [one for one in found if one.effect == "allow"], line


def test_where_the_harness_cannot_change_a_call_a_redaction_refuses_it(asking: Asking) -> None:
    with Runtime(_spans("X", 1)) as runtime:
        asking.set(runtime.url)
        payload = asking.payload("PreSkillShellCommand", "Bash", {"command": "ls"})
        answer = asking.hook("skill-shell", payload, **asking.key)
    assert answer.denied and "cannot change" in answer.reason


def test_a_change_of_the_working_call_reaches_the_limits_by_what_it_became(asking: Asking) -> None:
    flow = {"id": "g", "initial": "working", "states": {
        "working": {"allowed_tools": ["Edit", "Write"], "max_edit_lines": 2, "on": {"DONE": "done"}}, "done": {"type": "final"}}}
    span = {"path": "payload.tool_calls.0.arguments.content", "start": 0, "end": 1, "replacement": "1\n2\n3\n4\n"}
    with Runtime({**ALLOW, "modifications": {"spans": [span]}}) as runtime:
        asking.set(runtime.url, workflow=flow)
        answer = asking.ask("Write", {"file_path": str(asking.project / "a"), "content": "x"})
    assert answer.denied and "edits" in answer.reason


def test_losing_and_finding_the_runtime_is_said_once_each(asking: Asking) -> None:
    bad = {"status": 503, "body": {}}
    with Runtime(bad, bad, ALLOW, ALLOW) as runtime:
        asking.set(runtime.url)
        shown = [(asking.ask(call="c%d" % n).body or {}).get("systemMessage", "") for n in range(4)]
    assert "no verdict" in shown[0] and "503" in shown[0] and not shown[1]
    assert "answers again" in shown[2] and not shown[3]
    assert asking.state()["ogr"]["none"] == 2 and asking.state()["ogr"]["allowed"] == 2


def test_a_cloned_projects_endpoint_gets_nothing_before_a_person_agrees(asking: Asking) -> None:
    with Runtime() as runtime:
        asking.set(runtime.url, accepted=False)
        opened = asking.ask(call="one")
        assert not opened.denied and "statewright accept" in opened.err
        digest = asking.state()["plan"]
        asking.ask(call="two", env={**asking.key, "STATEWRIGHT_ACCEPT": "0" * 64})
        assert not runtime.asked
        asking.ask(call="three", env={**asking.key, "STATEWRIGHT_ACCEPT": digest})
        assert runtime.asked == 1, "an unattended fleet names the digest"
    other = Asking(asking.home.parent / "other")
    with Runtime() as runtime:
        assert other.set(runtime.url, accepted=False, fail_mode="closed").ask().denied
        assert not runtime.asked


def test_an_endpoint_other_than_the_accepted_one_gets_nothing(asking: Asking) -> None:
    with Runtime() as meant, Runtime() as other:
        asking.set(meant.url)
        asking.ask(call="one")
        asking.set(other.url, accepted=False)
        asking.ask(call="two", session_id="00000000-0000-4000-8000-000000000002")
        assert (meant.asked, other.asked) == (2, 0), "the rules last accepted still hold"


def test_the_key_is_gone_from_the_agents_shell(asking: Asking) -> None:
    with Runtime() as runtime:
        asking.set(runtime.url)
        asking.hook("session-start", asking.payload("SessionStart", source="startup"), **asking.key)
        asking.ask(call="one")
        assert asking.ask(given={"command": "echo $OGR_API_KEY"}, call="two").denied
    script = next((asking.home / "data" / "statewright" / "env").glob("*.sh"))
    ran = subprocess.run(["sh", "-c", '. "$1"; echo "${OGR_API_KEY-gone}"', "sh", str(script)], env=asking.env(**asking.key), capture_output=True,
                         text=True, check=True)
    assert ran.stdout.strip() == "gone"


def test_a_paused_run_is_still_guarded_and_one_that_is_off_is_not(asking: Asking) -> None:
    with Runtime(ALLOW, BLOCK) as runtime:
        asking.set(runtime.url)
        asking.ask(call="one")
        for status, denied in (("paused", True), ("off", False)):
            asking.put({**asking.state(), "status": status})
            assert asking.ask(call=status).denied is denied
        assert runtime.asked == 2


def test_a_lone_surrogate_is_no_way_past_a_strict_reader(asking: Asking) -> None:
    with Runtime(BLOCK) as runtime:
        asking.set(runtime.url)
        assert asking.ask("Write", {"file_path": str(asking.project / "a"), "content": "x\ud800y", "k\udfffey": ["\udc00"]}).denied
    given = runtime.events[0]["payload"]["tool_calls"][0]["arguments"]
    assert given == {"file_path": str(asking.project / "a"), "content": "x\ufffdy", "k\ufffdey": ["\ufffd"]}


def test_an_error_of_our_own_is_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("statewright.ogr.gate.fast.getenv", lambda _: "key")
    monkeypatch.setattr("statewright.ogr.gate.wire.held", lambda *_: 1 / 0)
    told, _ = gate.ask({"endpoint": "http://127.0.0.1:1", "fail_mode": "closed"}, event("pre"), True)
    assert told.outcome == "none" and "ZeroDivisionError" in told.why and told.findings[0].effect == "deny"


@pytest.mark.parametrize("word", ["closed", "Closed", "", "opened"])
def test_a_fail_mode_that_is_not_open_is_closed(word: str) -> None:
    told, _ = gate.ask({"endpoint": "nonsense", "fail_mode": word}, event("pre"), True)
    assert told.findings[0].effect == "deny"


def test_nothing_of_a_long_transcript_but_its_end_is_read_for_a_held_call(asking: Asking) -> None:
    line = {"type": "assistant", "message": {"id": "m", "model": "m-1", "usage": {}, "content": [{"type": "text", "text": "x" * 1000}]}}
    call = {"type": "assistant", "message": {"id": "m", "model": "m-1", "usage": {}, "content": [{"type": "tool_use", "id": "t", "name": "Bash"}]}}
    path = asking.home / "long.jsonl"
    with path.open("w") as file:
        file.writelines(json.dumps(one) + "\n" for one in [line] * 10_000 + [call])
    held = event("pre", call="t", extra={"transcript": str(path)})
    assert wire.spoken(held) == {}, "a message whose beginning may lie before the part read is left out"
    with path.open("a") as file:
        other = {**line, "message": {**line["message"], "id": "n", "content": [{"type": "text", "text": "whole"}]}}
        mine = {**call, "message": {**call["message"], "id": "n", "content": [{"type": "tool_use", "id": "u", "name": "Bash"}]}}
        file.writelines(json.dumps(one) + "\n" for one in (other, mine))
        file.write('{"type": "assistant", torn')
    held.call = "u"
    assert wire.spoken(held) == {"text": "whole", "model": "m-1"}


def test_a_subagents_words_come_from_its_own_transcript(asking: Asking) -> None:
    folder = asking.home / "s" / "subagents"
    folder.mkdir(parents=True)
    content = [{"type": "text", "text": "mine"}, {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}]
    (folder / "agent-a1.jsonl").write_text(json.dumps({"type": "assistant", "message": {"id": "m", "model": "m-1", "content": content}}) + "\n")
    held = event("pre", call="t", agent="a1", extra={"transcript": str(asking.home / "s.jsonl")})
    assert wire.spoken(held)["text"] == "mine"
    held.agent = "../../etc"
    assert wire.spoken(held) == {}


