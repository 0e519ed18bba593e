"""What the model was called with reaches the journal when a turn ends, by the real hook executables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support import SESSION, Place

WORKFLOW = {"id": "talk", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}
AGENT = "a0000000000000001"


def line(message: str, *calls: str, output: int = 20, at: str = "10", **more: Any) -> str:
    """One assistant line of a transcript."""
    content = [{"type": "tool_use", "id": call, "name": "Read", "input": {"file_path": "secret"}} for call in calls]
    usage = {"input_tokens": 5, "output_tokens": output, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 0}
    return json.dumps({"type": "assistant", "timestamp": "2026-01-01T00:00:%s.000Z" % at, "version": "2.1.332", **more,
                       "message": {"id": message, "model": "claude-x-1", "content": content, "usage": usage}}) + "\n"


class Talk:
    """A project with a run, and the transcript of its session."""

    def __init__(self, place: Place) -> None:
        self.place = place.workflow(WORKFLOW)
        folder = place.home / ".claude" / "projects" / "p"
        (folder / SESSION / "subagents").mkdir(parents=True)
        self.main = folder / (SESSION + ".jsonl")
        self.sub = folder / SESSION / "subagents" / ("agent-%s.jsonl" % AGENT)
        place.pre("Read", {"file_path": "a"}, "toolu_1")
        place.post("Read", {"file_path": "a"}, "text", "toolu_1")

    def write(self, *lines: str, file: Path | None = None) -> None:
        """Append to the transcript."""
        with (file or self.main).open("a") as out:
            out.writelines(lines)

    def end(self, event: str = "Stop", **more: Any) -> None:
        """A turn, a subagent or the session ends."""
        name = "session-end" if event == "SessionEnd" else "stop"
        answer = self.place.hook(name, {**self.place.payload(event, **more), "transcript_path": str(self.main)})
        assert (answer.code, answer.err) == (0, "")

    def heard(self) -> list[tuple[str, int, str]]:
        """Message, output tokens and agent of each ``llm`` line."""
        return [(one["message"], one["output_tokens"], one["agent_name"]) for one in self.place.journal() if one["kind"] == "llm"]

    def notes(self) -> list[str]:
        """What the notes in the journal are about."""
        return [one["what"] for one in self.place.journal() if one["kind"] == "note"]


@pytest.fixture
def talk(place: Place) -> Talk:
    """A session under way."""
    return Talk(place)


def test_a_turn_tells_its_messages_once_and_the_next_turn_goes_on(talk: Talk) -> None:
    talk.write(line("m1", "toolu_1"), line("m2"))
    talk.end()
    assert talk.heard() == [("m1", 20, "main"), ("m2", 20, "main")]
    size = (talk.place.run / "trace.jsonl").stat().st_size
    talk.end()
    assert (talk.place.run / "trace.jsonl").stat().st_size == size, "nothing new, nothing written"
    talk.write(line("m3"))
    talk.end()
    assert [name for name, _, _ in talk.heard()] == ["m1", "m2", "m3"]
    assert talk.place.cli("trace", "verify").returncode == 0


def test_a_message_whose_lines_come_late_counts_once_at_its_full_size(talk: Talk) -> None:
    talk.write(line("m1", "toolu_1", output=3))
    talk.end()
    talk.write(line("m1", "toolu_2", output=30))
    talk.end()
    document = json.loads(talk.place.cli("trace", "export").stdout)
    calls = [call for step in document["steps"] for call in step["llm_calls"]]
    assert [(call["call_id"], call["output_tokens"]) for call in calls] == [("llm_m1", 30)]
    assert document["steps"][0]["inputs"]["context_window_tokens"] == 105


def test_a_subagents_messages_are_told_under_its_name_when_it_ends(talk: Talk) -> None:
    talk.write(line("m1"))
    talk.write(line("s1"), file=talk.sub)
    talk.end()
    assert [name for name, _, _ in talk.heard()] == ["m1"], "a subagent that still runs waits for its name"
    talk.end("SubagentStop", agent_id=AGENT, agent_type="finder")
    assert talk.heard()[-1] == ("s1", 20, "finder-a0000000")


def test_export_tells_what_came_after_the_last_turn(talk: Talk) -> None:
    talk.write(line("m1"))
    talk.end()
    talk.write(line("m2"))
    document = json.loads(talk.place.cli("trace", "export").stdout)
    assert {call["call_id"] for step in document["steps"] for call in step["llm_calls"]} == {"llm_m1", "llm_m2"}
    assert [name for name, _, _ in talk.heard()] == ["m1", "m2"]
    assert document["agent_system"]["models"] == [{"alias": "claude-x-1", "model": "claude-x-1"}]


def test_messages_before_the_next_run_are_the_earlier_ones(talk: Talk) -> None:
    talk.write(line("m1"))
    talk.end()
    talk.place.put({**talk.place.state(), "final": True, "state": "done", "slice": None})
    talk.write(line("m2"))
    first = talk.place.run
    talk.place.hook("user-prompt", {**talk.place.payload("UserPromptSubmit", prompt="more"), "transcript_path": str(talk.main)})
    assert talk.place.run != first
    talk.write(line("m3"))
    talk.end()
    assert [name for name, _, _ in talk.heard()] == ["m3"]
    told = [json.loads(one) for one in (first / "trace.jsonl").read_text().splitlines()]
    assert [one["message"] for one in told if one["kind"] == "llm"] == ["m1", "m2"]


def test_what_the_next_run_began_with_is_not_the_last_ones(talk: Talk) -> None:
    talk.write(line("m1"))
    talk.end()
    talk.place.put({**talk.place.state(), "final": True, "state": "done", "slice": None})
    first = talk.place.run
    talk.place.hook("user-prompt", {**talk.place.payload("UserPromptSubmit", prompt="more"), "transcript_path": str(talk.main)})
    talk.write(line("m2"))
    talk.place.cli("trace", "export", str(first))
    assert "m2" not in (first / "trace.jsonl").read_text()
    talk.end()
    assert [name for name, _, _ in talk.heard()] == ["m2"]


def test_a_terminal_with_another_environment_finds_the_harness_folder(talk: Talk) -> None:
    elsewhere = talk.place.home / "elsewhere"
    (talk.place.home / ".claude").rename(elsewhere)
    talk.main = elsewhere / talk.main.relative_to(talk.place.home / ".claude")
    talk.write(line("m1"))
    told = {**talk.place.payload("Stop"), "transcript_path": str(talk.main)}
    talk.place.hook("stop", told, CLAUDE_CONFIG_DIR=str(elsewhere))
    talk.write(line("m2"))
    assert talk.place.cli("trace", "export").returncode == 0
    assert ([name for name, _, _ in talk.heard()], talk.notes()) == (["m1", "m2"], ["harness"])


def test_a_run_switched_off_tells_nothing_and_later_turns_lose_nothing(talk: Talk) -> None:
    snap = talk.place.state()
    talk.place.put({**snap, "status": "off"})
    talk.write(line("m1"))
    talk.end()
    assert talk.heard() == []
    talk.place.put(snap)
    talk.end()
    assert [name for name, _, _ in talk.heard()] == ["m1"]


def test_a_link_for_a_transcript_is_a_note_and_no_failure(talk: Talk) -> None:
    other = talk.place.home / "other.jsonl"
    other.write_text(line("m1"))
    talk.main.symlink_to(other)
    talk.end()
    talk.end()
    assert (talk.heard(), talk.notes()) == ([], ["transcript_refused"])


def test_a_damaged_transcript_and_damaged_places_cost_a_line_each_at_most(talk: Talk) -> None:
    talk.write('{"assistant": \n', line("m1"))
    talk.end()
    assert (talk.notes(), [name for name, _, _ in talk.heard()]) == (["transcript_skipped", "harness"], ["m1"])
    places = talk.place.project / ".statewright" / "runs" / (SESSION + ".heard")
    for broken in ("", "nonsense", "[]", '{"files":[]}', '{"path":%s,"files":{"main":{"offset":"x"}}}' % json.dumps(str(talk.main))):
        places.write_text(broken)
        talk.end()
    document = json.loads(talk.place.cli("trace", "export").stdout)
    assert [call["call_id"] for step in document["steps"] for call in step["llm_calls"]] == ["llm_m1"]
