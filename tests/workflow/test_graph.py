"""The pictures name every state and every way, and survive odd names."""

import json

from statewright.workflow import templates
from statewright.workflow.graph import mermaid, text
from statewright.workflow.models import Workflow


def test_mermaid_shows_states_events_and_what_they_need() -> None:
    picture = mermaid(Workflow.model_validate(json.loads(templates.read("release"))))
    assert picture.startswith("stateDiagram-v2\n")
    assert "[*] --> s0" in picture and "s3 --> [*]" in picture
    assert "s1 --> s2: VERIFIED [tests_pass and tests_whole and a person's approval]" in picture


def test_names_cannot_break_the_diagram() -> None:
    odd = Workflow.model_validate({"id": "x", "initial": 'a"; b', "states": {'a"; b': {"on": {"E:\nF": "c"}}, "c": {"type": "final"}}})
    lines = mermaid(odd).splitlines()
    assert len(lines) == 6
    assert lines[1] == '    state "a#34;#59; b" as s0'


def test_plain_text_lists_tools_limits_and_ways() -> None:
    shown = text(Workflow.model_validate(json.loads(templates.read("bugfix"))))
    assert "planning  (initial)" in shown and "done  (final)" in shown
    assert "  limits: max_iterations 80, max_edit_lines 60, max_files_per_state 5" in shown
    assert "  TESTS_PASSED -> done  [tests_pass and tests_whole]" in shown


def test_sub_machines_and_fallbacks_are_ways_too() -> None:
    shown = text(Workflow.model_validate({"id": "x", "initial": "a", "states": {
        "a": {"safe_next": "b", "on": {"E": {"invoke": "m", "on_complete": "b", "on_fail": "a"}}}, "b": {"type": "final"}}}))
    assert "  E -> b  [after m]\n  E -> a  [m failed]\n  any other event -> b" in shown
