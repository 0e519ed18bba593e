"""The demonstration: a whole bug fix, every step of it through the real hook programs."""

from __future__ import annotations

import shutil
import tempfile
import textwrap
from pathlib import Path

from statewright.cli.ground import No, colour, say
from statewright.cli.stage import Answer, Json, Stage
from statewright.look import BOLD, DIM, GREEN, RED, YELLOW, Paint
from statewright.setup.launchers import SetupError
from statewright.trace.validate import valid, validate_trace

BUGGY = """def total(prices):
    result = 0
    for price in prices[1:]:
        result += price
    return result
"""
TEST = """import unittest

from shop import total


class Totals(unittest.TestCase):
    def test_every_price_counts(self):
        self.assertEqual(total([1, 2, 3]), 6)
"""
TESTS = "python3 -m unittest"


class Play:
    """Tells each step and keeps what came out otherwise."""

    def __init__(self, stage: Stage, paint: Paint) -> None:
        self.stage = stage
        self.paint = paint
        self.wrong: list[str] = []

    def step(self, tool: str, given: Json, shown: str, allowed: bool) -> Answer:
        """One call and whether it has to be allowed."""
        before = (self.stage.project / "shop.py").read_text(encoding="utf-8")
        answer = self.stage.call(tool, given)
        word = self.paint("allowed", GREEN) if answer.allowed else self.paint("refused", RED)
        say("  %s  %-5s %s" % (word, tool, shown))
        text = answer.why if not answer.allowed else _last(answer.output) if tool == "Bash" else ""
        for line in textwrap.wrap(" ".join(text.split()), 110)[:4]:
            say(self.paint("                 " + line, DIM))
        changed = (self.stage.project / "shop.py").read_text(encoding="utf-8") != before
        if answer.allowed != allowed or (not allowed and changed):
            self.wrong.append("%s %s" % (tool, shown))
            say(self.paint("           !! this should have been %s" % ("allowed" if allowed else "refused"), YELLOW))
        return answer

    def chapter(self, title: str) -> None:
        """A headline."""
        say()
        say(self.paint(title, BOLD))

    def read(self) -> None:
        """Look at the file."""
        self.step("Read", {"file_path": self.path}, "shop.py", True)

    def edit(self, old: str, new: str, shown: str, allowed: bool) -> None:
        """Change the file."""
        self.step("Edit", {"file_path": self.path, "old_string": old, "new_string": new}, shown, allowed)

    def shell(self, line: str, allowed: bool) -> None:
        """Run a command."""
        self.step("Bash", {"command": line}, line, allowed)

    @property
    def path(self) -> str:
        """The file with the bug."""
        return str(self.stage.project / "shop.py")


def run(keep: bool) -> int:
    """Play it; 0 when everything came out as it has to, else 1."""
    root = Path(tempfile.mkdtemp(prefix="statewright-demo-")).resolve()
    try:
        return _play(root)
    except SetupError as error:
        raise No(str(error)) from None
    finally:
        if keep:
            say("The folder is left at %s" % root)
        else:
            shutil.rmtree(root, ignore_errors=True)


def _play(root: Path) -> int:
    stage = Stage(root)
    play = Play(stage, Paint(colour()))
    (stage.project / "shop.py").write_text(BUGGY, encoding="utf-8")
    (stage.project / "test_shop.py").write_text(TEST, encoding="utf-8")
    play.chapter("A project with a bug, and the bugfix workflow")
    made = stage.command("init", "--template", "bugfix", "--test-command", TESTS)
    for line in (made.stdout + made.stderr).splitlines():
        say("  " + line.replace(str(root), ""))
    if made.returncode:
        return 1
    _, told = stage.hook("session-start", "SessionStart", source="startup")
    text = str(told.get("hookSpecificOutput", {}).get("additionalContext", ""))
    play.chapter("What the agent is told when its session starts")
    for line in text.splitlines():
        say(textwrap.indent(textwrap.fill(line, 110), "  "))
    story(play)
    stage.hook("stop", "Stop", stop_hook_active=False, background_tasks=[])
    return _end(play)


def story(play: Play) -> None:
    """The calls of the run, in order."""
    one = "    for price in prices[1:]:"
    play.chapter("planning: reading only")
    play.read()
    play.edit(one, "    for price in prices:", "shop.py, at once", False)
    play.shell("echo fixed > shop.py", False)
    play.shell("statewright transition READY", True)
    play.chapter("implementing: small edits")
    play.edit(one, "\n".join("    # line %d" % number for number in range(400)), "shop.py, 400 lines", False)
    play.edit(one, "    for price in prices:", "shop.py, one line", True)
    play.shell("statewright transition DONE", True)
    play.chapter("testing: the test command and nothing else")
    play.shell("pip install requests", False)
    play.shell("statewright transition TESTS_PASSED", False)
    play.shell(TESTS, True)
    play.shell("statewright check tests", True)
    play.shell("statewright transition TESTS_PASSED", True)


def _end(play: Play) -> int:
    """Status, the trace's checks, and the verdict."""
    stage = play.stage
    play.chapter("statewright status")
    status = stage.command("status")
    say(textwrap.indent(status.stdout.rstrip(), "  "))
    play.chapter("The trace")
    whole = stage.command("trace", "verify")
    target = stage.home / "trace.aetp.json"
    exported = stage.command("trace", "export", "--out", str(target))
    found = validate_trace(target, producer=True) if target.exists() else []
    good = not exported.returncode and valid(found)
    say("  journal: %s" % (whole.stdout + whole.stderr).strip())
    say("  exported as AETP 1.0: %s" % ("valid" if good else "not valid: %s" % [issue.message for issue in found]))
    final = '"final": true' in stage.command("status", "--json").stdout.replace('":true', '": true')
    for ok, what in ((status.returncode == 0 and final, "the final state"), (whole.returncode == 0, "a whole journal"), (good, "a valid trace")):
        if not ok:
            play.wrong.append(what)
    say()
    if play.wrong:
        say(play.paint("Not as it has to be: %s" % "; ".join(play.wrong), RED))
        return 1
    say(play.paint("Everything came out as it has to.", GREEN))
    return 0


def _last(output: str) -> str:
    lines = [line for line in output.splitlines() if line.strip()]
    return "" if not lines else lines[0] if lines[0].startswith("statewright: workflow") else lines[-1]
