"""The harness's version as its environment tells it."""

import pytest

from statewright.harness.claude_code import version


@pytest.mark.parametrize(("told", "found"), [
    ("claude-code_2-1-332_agent", "2.1.332"), ("claude-code_2-1-332", "2.1.332"), ("", ""), ("claude-code", ""), ("codex_1-2-3_agent", ""),
    ("claude-code__agent", ""), ("claude-code_x-y_agent", "")])
def test_only_a_version_of_this_harness_is_one(monkeypatch: pytest.MonkeyPatch, told: str, found: str) -> None:
    monkeypatch.setenv("AI_AGENT", told)
    assert version() == found
