"""The kept events: valid on their wire, each model call once, a request only where the transcript really holds it, for their owner alone."""

from __future__ import annotations

import hashlib
import json
import shutil
import stat
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from ogr_asking import Asking
from ogr_runtime import wrong
from support import SESSION

from statewright.harness import claude_code_messages as messages
from statewright.ogr.event import envelope

Json = dict[str, Any]
FIXTURES = sorted((Path(__file__).parents[1] / "data" / "fixtures" / "claude-code").glob("*/*transcript.sample.jsonl"))


class Transcript:
    """A session's file, written as a newer client does: the conversation, and beside it what each request was made of."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.sent: list[Json] = []
        self.known: set[str] = set()
        self.before = ""
        self.number = 0

    def put(self, **line: Any) -> None:
        """One line."""
        with self.path.open("a") as file:
            file.write(json.dumps(line) + "\n")

    def person(self, content: Any, **line: Any) -> None:
        """A line of the person's side."""
        self.put(type="user", message={"role": "user", "content": content}, **line)

    def ask(self, *new: Json, stored: bool = True) -> None:
        """A request with these messages more. stored: written out too; else they must follow from the lines."""
        self.number += 1
        hashes = []
        for message in new:
            text = json.dumps(message, separators=(",", ":"), ensure_ascii=False, sort_keys=True)
            hashes.append(hashlib.sha256(text.encode()).hexdigest())
            if stored:
                self.put(type="api-request-blob", hash=hashes[-1], message=message)
        if not self.before:
            shape = {"system": [{"type": "text", "text": "SYSTEM"}], "tools": [{"name": "Bash", "input_schema": {}}]}
            self.put(type="api-request-shape", shapeHash="shape", shape=shape)
        name = "r%d" % self.number
        self.put(type="api-request", id=name, base=self.before or None, keep=len(self.sent), tail=hashes, shapeHash="shape")
        self.sent += new
        self.before = name

    def answer(self, name: str, *blocks: Json) -> None:
        """The model's message, a line a block."""
        usage = {"input_tokens": 7, "output_tokens": 3, "cache_read_input_tokens": 2, "output_tokens_details": {"thinking_tokens": 1}}
        for block in blocks:
            self.put(type="assistant", message={"id": name, "role": "assistant", "model": "m-1", "content": [block], "usage": usage})


def text(words: str) -> Json:
    """A block of text."""
    return {"type": "text", "text": words}


def call(name: str) -> Json:
    """A tool call."""
    return {"type": "tool_use", "id": name, "name": "Bash", "input": {"command": "ls"}}


def result(name: str) -> Json:
    """What a tool gave."""
    return {"type": "tool_result", "tool_use_id": name, "content": "out of " + name}


@pytest.fixture
def session(asking: Asking) -> Transcript:
    """A conversation of two model calls, the first with two tool calls whose results go back in one message."""
    told = Transcript(asking.home / (SESSION + ".jsonl"))
    told.person("go")
    told.ask({"role": "user", "content": [text("reminder"), text("go")]}, {"role": "system", "content": [text("context")]})
    told.answer("msg_1", {"type": "thinking", "thinking": "HM", "signature": "s"}, text("I look."), call("t1"), call("t2"))
    told.person([result("t1")])
    told.person([result("t2")])
    said = {"role": "assistant", "content": [{"type": "thinking", "thinking": "HM", "signature": "s"}, text("I look."), call("t1"), call("t2")]}
    told.ask(said, {"role": "user", "content": [result("t1"), result("t2")]}, stored=False)
    told.answer("msg_2", text("Done."))
    return told


def end(asking: Asking, session: Transcript, event: str = "Stop", name: str = "stop") -> None:
    """The end of a turn or of the session."""
    answer = asking.hook(name, asking.payload(event, transcript_path=str(session.path), stop_hook_active=False))
    assert answer.code == 0 and "Traceback" not in answer.err


def kept(asking: Asking) -> list[Json]:
    """The file of events."""
    path = asking.run / "ogr.jsonl"
    return [json.loads(line) for line in path.read_bytes().splitlines()] if path.exists() else []


@pytest.mark.parametrize("wire", ["0.8", "1.0"])
def test_both_halves_of_each_model_call_are_kept_once_and_valid(asking: Asking, session: Transcript, wire: str) -> None:
    asking.set("", accepted=False, sink=True, wire=wire, agent_owner="o", agent_workspace="w").ask()
    for _ in range(2):
        end(asking, session)
    end(asking, session, "SessionEnd", "session-end")
    events = kept(asking)
    assert [event["kind"] for event in events] == ["step/request", "step/response"] * 2
    assert not [fault for event in events for fault in wrong(event, wire)]
    assert events[0]["step_id"] == events[1]["step_id"] != events[2]["step_id"] == events[3]["step_id"]
    assert [message["role"] for message in events[2]["payload"]["messages"]] == ["system", "user", "system", "assistant", "tool", "tool"]
    assert events[0]["payload"]["tools"] == [{"name": "Bash", "input_schema": {}}]
    assert events[0]["payload"]["messages"][:2] == [{"role": "system", "content": "SYSTEM"}, {"role": "user", "content": "reminder\ngo"}]
    assert events[1]["payload"] == {
        "text": "I look.", "reasoning": "HM", "model": "m-1",
        "tool_calls": [{"id": name, "name": "Bash", "arguments": {"command": "ls"}} for name in ("t1", "t2")],
        "usage": {"input_tokens": 7, "cache_read_tokens": 2, "output_tokens": 3, "reasoning_tokens": 1}}
    assert {event["llm_protocol"] for event in events} == {"canonical"}
    assert events[0]["agent_workspace"] == "w" and events[0].get("agent_owner") == ("o" if wire == "0.8" else None)


def test_the_file_is_its_owners_alone_and_status_says_what_it_holds(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False, sink=True).ask()
    (asking.run / "ogr.jsonl").write_text("")
    (asking.run / "ogr.jsonl").chmod(0o644)
    end(asking, session, "SessionEnd", "session-end")
    assert stat.S_IMODE((asking.run / "ogr.jsonl").stat().st_mode) == 0o600
    said = asking.cli("status").stdout
    assert "4 events kept" in said and "raw content" in said and "owner" in said


def test_it_is_off_unless_a_person_turns_it_on(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False).ask()
    end(asking, session, "SessionEnd", "session-end")
    assert not [path for path in asking.run.iterdir() if path.name.startswith("ogr")]
    assert "OpenGuardrails" not in asking.cli("status").stdout


def test_a_request_of_which_one_message_is_not_there_is_not_made_up(asking: Asking, session: Transcript) -> None:
    session.ask({"role": "user", "content": [text("of which no line tells")]}, stored=False)
    session.answer("msg_3", text("An answer."))
    session.ask({"role": "user", "content": [text("stored again")]})
    session.answer("msg_4", text("Another."))
    session.answer("msg_5", text("To no request at all."))
    halves = [one["request"] is not None for one in messages.exchanges(session.path)]
    assert halves == [True, True, False, False, False], "what builds on a lost message is lost too"


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: "%s %s" % (file.parent.name, file.name))
def test_recorded_transcripts_without_requests_give_replies_alone(file: Path) -> None:
    found = list(messages.exchanges(file))
    assert found and all(one["request"] is None for one in found)
    assert len({one["message"] for one in found}) == len(found)
    for one in found:
        event = envelope({}, "step/response", "s", "claude-code", "", one["response"])
        assert not wrong(event, "0.8")


def test_subagents_are_kept_from_their_own_files(asking: Asking, session: Transcript) -> None:
    folder = session.path.with_suffix("") / "subagents"
    folder.mkdir(parents=True)
    shutil.copy(session.path, folder / "agent-a1.jsonl")
    asking.set("", accepted=False, sink=True).ask()
    end(asking, session, "SessionEnd", "session-end")
    assert len(kept(asking)) == 8 and len({event["step_id"] for event in kept(asking)}) == 4


def test_a_file_that_grows_gives_each_call_once_however_it_is_cut(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False, sink=True).ask()
    whole = session.path.read_bytes()
    for size in range(0, len(whole), len(whole) // 7):
        session.path.write_bytes(whole[:size])
        end(asking, session)
    session.path.write_bytes(whole)
    end(asking, session, "SessionEnd", "session-end")
    assert [event["kind"] for event in kept(asking)] == ["step/request", "step/response"] * 2


def test_what_a_killed_process_left_half_written_is_cut_off(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False, sink=True).ask()
    end(asking, session)
    first = kept(asking)
    with (asking.run / "ogr.jsonl").open("a") as file:
        file.write('{"kind": "step/requ')
    end(asking, session, "SessionEnd", "session-end")
    assert kept(asking)[: len(first)] == first and len(kept(asking)) == 4


def test_a_call_is_kept_once_though_its_session_goes_on_in_another_run(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False, sink=True).ask()
    end(asking, session)
    first = asking.run
    asking.put({**asking.state(), "final": True})
    asking.hook("user-prompt", asking.payload("UserPromptSubmit", prompt="more", transcript_path=str(session.path)))
    assert asking.run != first
    session.person("more")
    session.answer("msg_3", text("Still here."))
    end(asking, session, "SessionEnd", "session-end")
    both = [json.loads(line) for folder in (first, asking.run) for line in (folder / "ogr.jsonl").read_bytes().splitlines()]
    assert [event["payload"].get("text") for event in both if event["kind"] == "step/response"] == ["I look.", "Done.", "Still here."]

@pytest.mark.parametrize("text", ["{", "[]", '{"files": 3, "length": "x"}', '{"files": {"a": 1}}', '{"files": {"a": {"written": "x"}}}'])
def test_damaged_word_of_how_far_it_came_is_no_reason_to_stop(asking: Asking, session: Transcript, text: str) -> None:
    asking.set("", accepted=False, sink=True).ask()
    (asking.run / "ogr-sink.json").write_text(text)
    (asking.run.parent / (SESSION + ".ogr")).write_text(text)
    end(asking, session, "SessionEnd", "session-end")
    assert [event["kind"] for event in kept(asking)] == ["step/request", "step/response"] * 2


def test_an_end_that_cannot_be_kept_still_does_what_it_is_for(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False, sink=True).ask("Write", {"file_path": str(asking.project / "a"), "content": "x"}, "w")
    asking.post("Write", {"file_path": str(asking.project / "a"), "content": "x"}, {"filePath": "a"}, "w")
    (asking.run / "ogr.jsonl").mkdir()
    payload = asking.payload("Stop", transcript_path=str(session.path), stop_hook_active=False)
    assert "DONE" in json.dumps(asking.hook("stop", payload).body), "the reminder that the work is not done"
    assert "events are not being kept: " in asking.cli("status").stdout


def test_a_run_a_person_switched_off_keeps_nothing(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False, sink=True).ask()
    asking.put({**asking.state(), "status": "off"})
    end(asking, session, "SessionEnd", "session-end")
    assert not kept(asking)


def test_another_sessions_transcript_is_not_kept_and_status_says_so(asking: Asking, session: Transcript) -> None:
    asking.set("", accepted=False, sink=True).ask()
    session.path = session.path.rename(session.path.with_name("other.jsonl"))
    end(asking, session)
    assert not kept(asking) and "events are not being kept" in asking.cli("status").stdout


def test_lines_of_any_kind_are_no_reason_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    odd: list[Any] = [1, [], {"type": "user"}, {"type": "assistant", "message": 3}, {"type": "api-request", "keep": "x"},
                      {"type": "api-request", "id": "r", "keep": 3, "tail": ["h"], "shapeHash": "s"}, {"type": "api-request-shape", "shape": 1},
                      {"type": "user", "message": {"content": [1, {"type": "tool_result"}]}},
                      {"type": "assistant", "message": {"id": "m", "model": "m-1", "usage": {}, "content": [None, {"type": "tool_use"}]}}]
    path.write_text("\n".join(json.dumps(one) for one in odd) + "\nnot JSON\n\n")
    assert list(messages.exchanges(path)) == [{"message": "m", "request": None, "response": {"model": "m-1"}}]
    assert list(messages.exchanges(tmp_path / "absent.jsonl")) == []


def test_a_long_session_is_read_in_memory_of_its_own_size(asking: Asking) -> None:
    told = Transcript(asking.home / (SESSION + ".jsonl"))
    new: list[Json] = [{"role": "user", "content": [text("go")]}]
    for number in range(400):
        told.ask(*new)
        told.answer("msg_%d" % number, text("x" * 500))
        new = [{"role": "assistant", "content": [text("x" * 500)]}, {"role": "user", "content": [text("y" * 500)]}]
    tracemalloc.start()
    count = sum(len(one["request"]["messages"]) for one in messages.exchanges(told.path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == sum(2 * number + 2 for number in range(400)), "each request holds all that was said before"
    assert peak < 12 << 20, peak
