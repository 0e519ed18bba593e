"""Nothing personal gets out: words planted in inputs, outputs, prompts, paths, user and host names, through the real hooks, and never found again."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import SESSION, Json, Place

from statewright.report.page import page
from statewright.trace.otlp import lines
from statewright.trace.spans import spans

WORKFLOW: Json = {
    "id": "fix", "initial": "planning", "checks": {"tests": {"command": "true"}},
    "states": {"planning": {"allowed_tools": ["Read", "Bash", "Agent", "mcp__files__*"], "max_iterations": 40, "context_budget_bytes": 90_000,
                            "on": {"READY": {"target": "working", "requires_approval": True}, "SKIP": "working"}},
               "working": {"allowed_tools": ["Read", "Edit", "Bash"], "max_edit_lines": 3, "on": {"DONE": "done"}}, "done": {"type": "final"}}}
ROOM = itertools.count()
# Planted words: long enough never to stand in a page by chance, in the shapes that secrets and names have.
words = st.builds("{}-{}-canary{}".format, st.sampled_from(["zaphod", "s3cr3t", "Ünïcode", "host-77", "alice.example", "sk-live"]),
                  st.integers(10**6, 10**7), st.sampled_from(["", "@corp.example", "/deep/path", " with blanks", "<b>", "\\n"]))


def everything(run: Path) -> str:
    """All that a report and its OpenTelemetry form say."""
    return page(run) + "".join(lines(spans(run)))


def traces(planted: str) -> set[str]:
    """The forms in which a planted word may show: whole, by its core, escaped."""
    core = planted.partition("-canary")[0]
    return {core, core.encode("unicode_escape").decode(), json.dumps(core)[1:-1]}


def play(place: Place, one: str, two: str, three: str) -> None:
    """A small session with planted words wherever a harness can put them."""
    home = str(place.home)
    told = {"cwd": f"{home}/{one}", "transcript_path": f"{home}/{two}.jsonl"}
    place.hook("session-start", place.payload("SessionStart", source="startup", **told))
    place.hook("user-prompt", place.payload("UserPromptSubmit", prompt=f"please {one} {two}", **told))
    given = {"file_path": f"/home/{one}/{two}.py"}
    place.pre("Read", given, "toolu_1")
    place.post("Read", given, {"file": {"content": f"{three} {one}", "filePath": f"/home/{two}"}}, "toolu_1")
    place.pre("Edit", {**given, "old_string": one, "new_string": f"{two}\n{three}"}, "toolu_2")
    for number, command in enumerate((f"cat {one} > {two}", f"echo {three}", f"statewright transition {three}")):
        call = f"toolu_b{number}"
        place.pre("Bash", {"command": command, "description": two}, call)
        place.hook("post-tool", place.payload("PostToolUseFailure", "Bash", {"command": command}, call, error=f"{one}: {three}"))
    mcp = {"query": one, three.strip()[:40]: {"nested": [two, {"host": three}]}}
    place.pre("mcp__files__search", mcp, "toolu_3")
    place.post("mcp__files__search", mcp, [{"type": "text", "text": three}], "toolu_3")
    place.pre("Agent", {"prompt": one, "description": two, "subagent_type": "explorer"}, "toolu_4")
    place.post("Agent", {"prompt": one, "description": two, "subagent_type": "explorer"}, {"content": [{"type": "text", "text": three}]}, "toolu_4")
    place.cli("transition", "READY", "--set", f"note={one}", "--reason", two, USER=one, HOSTNAME=two, LOGNAME=three)
    place.hook("stop", place.payload("Stop", stop_hook_active=False, last_assistant_message=three))


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(words, min_size=3, max_size=3, unique=True))
def test_no_word_planted_in_a_session_is_in_the_report_or_the_spans(tmp_path: Path, planted: list[str]) -> None:
    place = Place(tmp_path / f"alice-canary-{next(ROOM)}").workflow(WORKFLOW)
    play(place, *planted)
    said = everything(place.run)
    assert "execute_tool Read" in said and SESSION in said and "Refusals" in said  # the session is in them
    for word in planted:
        assert not [form for form in traces(word) if form in said]
    assert "alice-canary" not in said and str(place.home) not in said


def test_reasons_typed_by_the_agent_and_by_a_person_are_in_neither(place: Place) -> None:
    place.workflow(WORKFLOW).pre("Read", {"file_path": "a"})
    place.pre("Bash", {"command": "statewright transition READY --reason zaphod-reason"}, "own")
    assert place.cli("transition", "READY", "--reason", "zaphod-reason").returncode == 0
    assert "zaphod-reason" in json.dumps(place.state())  # it is kept for the person, in the state
    said = everything(place.run)
    assert "zaphod" not in said and "approval of READY asked for" in said


def test_the_last_refusals_words_stay_in_the_state(place: Place) -> None:
    place.workflow(WORKFLOW).pre("Bash", {"command": "rm zaphod-file"}, "t1")
    assert "zaphod" in json.dumps(place.state()["refusals"])
    assert "zaphod" not in everything(place.run)


@pytest.mark.parametrize("folder", ["zaphod-copy", "zaphod user"])
def test_a_run_looked_at_in_another_folder_does_not_name_it(place: Place, tmp_path: Path, folder: str) -> None:
    place.workflow(WORKFLOW).pre("Write", {"file_path": "a", "content": ""})
    copy = tmp_path / folder
    place.run.rename(copy)
    assert "zaphod" not in everything(copy)
