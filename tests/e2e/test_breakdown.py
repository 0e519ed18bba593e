"""What the real client does when a hook of ours is gone, killed or too slow: the call is refused."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from guarded import BYPASS, Guarded, bash

ANYTHING = {"id": "wide", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, "done": {"type": "final"}}}
TOUCH = [{"tools": [bash("touch made", "touch")]}, {"text": "done"}]


def _launcher(here: Guarded, text: str) -> None:
    """Put another program in the place of the pre-tool hook."""
    path = here.data / "hooks" / "pre-tool"
    path.write_text(text)
    path.chmod(0o755)


def test_the_same_call_passes_while_the_hook_is_whole(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING)
    ran = here.run(TOUCH, args=BYPASS)
    assert not ran.refused("touch") and ran.file("made") == ""


def test_a_hook_whose_interpreter_is_gone_lets_nothing_through(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING)
    path = here.data / "hooks" / "pre-tool"
    body = path.read_text().partition("\n")[2]
    _launcher(here, "#!/nowhere/bin/python3 -IS\n" + body)
    ran = here.run(TOUCH, args=BYPASS)
    assert ran.refused("touch") and ran.file("made") is None


def test_a_hook_that_is_gone_itself_lets_nothing_through(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING)
    (here.data / "hooks" / "pre-tool").unlink()
    ran = here.run(TOUCH, args=BYPASS)
    assert ran.refused("touch") and ran.file("made") is None


@pytest.mark.parametrize("signal", ["KILL", "SEGV", "TERM"])
def test_a_killed_hook_lets_nothing_through(guarded: Callable[..., Guarded], signal: str) -> None:
    here = guarded(ANYTHING)
    _launcher(here, "#!/bin/sh\nkill -%s $$\nsleep 5\n" % signal)
    ran = here.run(TOUCH, args=BYPASS)
    assert ran.refused("touch") and ran.file("made") is None


def test_a_hook_that_is_too_slow_lets_nothing_through(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING)
    settings = here.home / ".claude" / "settings.json"
    entries = json.loads(settings.read_text())
    entries["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = 1
    settings.write_text(json.dumps(entries))
    _launcher(here, "#!/bin/sh\nexec sleep 4\n")
    ran = here.run(TOUCH, args=BYPASS)
    assert ran.refused("touch") and ran.file("made") is None


def test_a_package_that_cannot_be_imported_is_refused_with_the_mend(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING)
    start = here.data / "hooks" / "start.py"
    start.write_text(start.read_text().replace("from statewright.hook import main", "from statewright.nothing import main"))
    for linked in start.parent.glob("statewright.*.code"):
        linked.unlink()  # else start.py is not needed
    ran = here.run(TOUCH, args=BYPASS)
    assert ran.refused("touch") and ran.file("made") is None
    assert "install.sh" in ran.told("touch") and "Traceback" not in ran.seen()


def test_a_damaged_state_is_refused_with_the_mend(guarded: Callable[..., Guarded]) -> None:
    here = guarded(ANYTHING)
    first = here.run([{"tools": [bash("true", "first")]}, {"text": "done"}], args=BYPASS)
    assert not first.refused("first")
    runs = here.project / ".statewright" / "runs"
    (runs / (runs / (first.session + ".current")).read_text() / "state.json").write_text("{")
    ran = here.run(TOUCH, args=(*BYPASS, "--resume", first.session))
    assert ran.refused("touch") and ran.file("made") is None
    assert "doctor --repair" in ran.told("touch") and "Traceback" not in ran.seen()
