"""The shell text of a state: valid in every sh, values never interpolated, blocked variables really gone."""

from __future__ import annotations

import shutil
import subprocess
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from statewright.store.environment import script

SHELLS = [name for name in ("/bin/dash", "/bin/bash", "/bin/sh", "/usr/bin/zsh") if shutil.which(name)]
TEXT = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"), max_size=20)


def value_in(shell: str, text: str, name: str, **env: str) -> str | None:
    """What a variable is after the text was read; None when it is not set."""
    line = text + '\n[ "${%s+set}" ] && printf "%%s|" "$%s" || printf unset' % (name, name)
    done = subprocess.run([shell, "-c", line], env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **env}, capture_output=True, check=True)
    assert done.stderr == b""
    out = done.stdout.decode()
    return None if out == "unset" else out[:-1]


@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=25, deadline=None)
@given(value=TEXT | st.sampled_from(["$(touch /tmp/x)", "`id`", "'", "''", "a'b\"c", "\\", "\n", "$HOME", "!x", "'; exit 1; '"]))
def test_any_value_arrives_as_it_was_written(shell: str, value: str) -> None:
    assert value_in(shell, script({"env_overrides": {"V": value}}), "V") == value


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(("blocked", "name", "gone"), [
    ("TOKEN", "TOKEN", True), ("TOKEN", "TOKEN_2", False), ("AWS_*", "AWS_SECRET_KEY", True), ("AWS_*", "MY_AWS_KEY", False),
    ("*_TOKEN", "GH_TOKEN", True),
    ("*_TOKEN", "GH_TOKENS", False), ("K?Y", "KEY", True), ("K?Y", "KEEY", False), ("AWS_*", "AWS_", True),
])
def test_blocked_variables_are_gone_and_no_others(shell: str, blocked: str, name: str, gone: bool) -> None:
    assert (value_in(shell, script({"blocked_env": [blocked]}), name, **{name: "x"}) is None) == gone


@pytest.mark.parametrize("shell", SHELLS)
@settings(max_examples=25, deadline=None)
@given(names=st.lists(TEXT | st.sampled_from(["A;touch x", "$(id)", "A B", "1A", "", "*", "A*'B", "a\nb"]), max_size=4))
def test_odd_names_never_become_commands(shell: str, names: list[str]) -> None:
    text = script({"blocked_env": [name for name in names if name != "*"], "env_overrides": dict.fromkeys(names, "x")})
    ours = script({"blocked_env": ["A*"], "env_overrides": {"A": "x"}})  # a blank or a bracket stands there too
    done = subprocess.run([shell, "-n", "-c", text], capture_output=True, check=False)
    assert done.returncode == 0 and done.stderr == b""
    for name in names:
        assert not any(mark in name for mark in ";$() '\n") or name not in text or name in ours


@pytest.mark.parametrize("state", [{}, {"blocked_env": []}])
def test_the_clients_messaging_variables_never_reach_the_shell(state: dict[str, Any]) -> None:
    for name in ("CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN"):
        assert value_in("/bin/sh", script(state), name, **{name: "x"}) is None
