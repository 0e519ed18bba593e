"""What else holds in the real client: the environment, our own settings, subagents, calls side by side, the budget."""

from __future__ import annotations

from collections.abc import Callable

from guarded import BYPASS, Guarded, bash

DONE = {"done": {"type": "final"}}


def test_a_blocked_variable_is_really_gone_and_an_override_there(guarded: Callable[..., Guarded]) -> None:
    workflow = {"id": "env", "initial": "working", "states": {
        "working": {"blocked_env": ["DEPLOY_KEY", "CLOUD_*"], "env_overrides": {"STAGE": "it's a test"}, "on": {"NEXT": "free"}},
        "free": {"on": {"DONE": "done"}}, **DONE}}
    here = guarded(workflow, DEPLOY_KEY="d-secret", CLOUD_TOKEN="c-secret", HARMLESS="fine")
    look = "sh -c 'set' | grep -c -e secret; sh look.sh"
    (here.project / "look.sh").write_text('tr "\\0" "\\n" < /proc/$$/environ | sed -n -e "/secret/p" -e "/^STAGE=/p" -e "/^HARMLESS=/p"\n')
    ran = here.run([{"tools": [bash("sh look.sh", "look")]}, {"tools": [bash("echo $DEPLOY_KEY", "named")]}, {"tools": [bash(look, "dump")]},
                    {"tools": [bash("statewright transition NEXT", "next")]}, {"tools": [bash("sh look.sh", "later")]}, {"text": "done"}],
                   args=BYPASS)
    assert "HARMLESS=fine" in ran.told("look") and "STAGE=it's a test" in ran.told("look")
    assert ran.refused("named") and "DEPLOY_KEY" in ran.told("named")
    assert "d-secret" not in ran.told("look") + ran.told("dump") and "c-secret" not in ran.told("look") + ran.told("dump")
    assert "d-secret" in ran.told("later"), "a state without the rule has the variable again"


def test_an_agent_that_rewrites_the_settings_through_an_interpreter_stays_bound(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "bound", "initial": "working", "states": {
        "working": {"allowed_tools": ["Bash", "Read"], "allowed_commands": ["python3 tool.py"], "on": {"DONE": "done"}}, **DONE}})
    settings = here.home / ".claude" / "settings.json"
    (here.project / "tool.py").write_text("import time\nopen(%r, 'w').write('{}')\ntime.sleep(4)\nprint('rewritten')\n" % str(settings))
    ran = here.run([{"tools": [bash("python3 tool.py", "tool")]}, {"tools": [bash("touch made", "touch")]}, {"text": "done"}], args=BYPASS)
    assert "rewritten" in ran.told("tool") and settings.read_text() == "{}"
    assert ran.refused("touch") and ran.file("made") is None


def test_settings_are_not_to_be_written_by_a_tool_call(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "bound", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, **DONE}})
    before = (here.home / ".claude" / "settings.json").read_text()
    ran = here.run([
        {"tools": [["Write", {"file_path": str(here.project / ".claude/settings.json"), "content": '{"disableAllHooks": true}'}, "write"]]},
        {"tools": [bash("echo '{}' > ~/.claude/settings.json", "echo")]},
        {"tools": [bash("rm -r .statewright", "rm")]},
        {"tools": [bash("statewright off", "off")]}, {"text": "done"}], args=BYPASS)
    assert all(ran.refused(name) for name in ("write", "echo", "rm", "off"))
    assert (here.home / ".claude" / "settings.json").read_text() == before and (here.project / ".statewright" / "workflow.json").is_file()
    assert ran.file(".claude/settings.json") is None


def test_a_subagent_is_bound_by_the_same_state_and_counted_in_the_same_run(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "sub", "initial": "planning", "states": {"planning": {"allowed_tools": ["Read", "Agent"], "on": {"DONE": "done"}}, **DONE}},
                   {"notes.txt": "one\n"})
    task = {"description": "Look", "prompt": "SUB-A look into notes", "subagent_type": "general-purpose", "run_in_background": False}
    ran = here.run({
        "": [{"tools": [["Agent", task, "agent"]]}, {"text": "done"}],
        "SUB-A": [{"tools": [here.read("notes.txt", "sub_read"), bash("touch made", "sub_touch")]}, {"text": "seen"}],
    }, args=BYPASS)
    assert not ran.refused("sub_read") and ran.refused("sub_touch") and ran.file("made") is None
    names = {line["step"]["agent_name"] for line in here.journal(ran.session) if line["kind"] == "step" and line["step"]["tool_calls"]}
    assert len(names) == 2, names


def test_calls_of_one_message_are_judged_one_by_one_and_their_bytes_are_the_models(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "many", "initial": "working", "states": {
        "working": {"allowed_tools": ["Bash"], "max_iterations": 3, "context_budget_bytes": 100000, "on": {"DONE": "done"}}, **DONE}})
    large = "head -c 90000 /dev/zero | tr '\\0' x"
    calls = [bash("echo one", "one"), ["Read", {"file_path": "/etc/hostname"}, "read"], bash(large, "large")]
    ran = here.run([{"tools": calls}, {"text": "done"}], args=BYPASS)
    assert (ran.refused("one"), ran.refused("read"), ran.refused("large")) == (False, True, False)
    used = here.status(ran.session)["used"]
    received = len(ran.told("one").encode()) + len(ran.told("large").encode())
    assert used["calls"] == 2 and abs(used["bytes"] - received) < 200, (used, received)


def test_the_fourth_call_meets_a_limit_of_three_and_only_a_transition_leads_on(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "many", "initial": "working", "states": {"working": {"max_iterations": 3, "on": {"DONE": "done"}}, **DONE}})
    ran = here.run([{"tools": [bash("echo %d" % n, "n%d" % n)]} for n in range(4)] + [
        {"tools": [bash("statewright transition DONE", "move")]}, {"text": "done"}], args=BYPASS)
    assert [ran.refused("n%d" % n) for n in range(4)] == [False, False, False, True]
    assert "DONE" in ran.told("n3") and not ran.refused("move")
    assert here.status(ran.session)["final"]


def test_stopping_in_the_middle_after_an_edit_is_questioned_once(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "stop", "initial": "working", "states": {"working": {"on": {"DONE": "done"}}, **DONE}})
    ran = here.run([{"tools": [["Write", {"file_path": str(here.project / "a.txt"), "content": "one\n"}, "write"]]}, {"text": "I stop."},
                    {"text": "I really stop."}, {"text": "never asked"}], args=BYPASS)
    assert ran.exit == 0 and "DONE" in ran.seen() and "never asked" not in str(ran.stream)


def test_a_shell_snippet_in_a_slash_command_is_held_to_the_state(guarded: Callable[..., Guarded]) -> None:
    here = guarded({"id": "snip", "initial": "planning", "states": {"planning": {"allowed_tools": ["Read", "Bash"], "on": {"DONE": "done"}}, **DONE}})
    folder = here.project / ".claude" / "commands"
    folder.mkdir(parents=True)
    for name, command in (("harm", "touch made"), ("look", "cat hello.txt")):
        (folder / (name + ".md")).write_text("---\nallowed-tools: Bash(touch *), Bash(cat *)\n---\nOutput: !`%s`\n" % command)
    (here.project / "hello.txt").write_text("read by a snippet\n")
    here.run([{"text": "done"}], prompt="/harm", args=BYPASS)
    assert not (here.project / "made").exists()
    seen = here.run([{"text": "done"}], prompt="/look", args=BYPASS)
    assert "read by a snippet" in seen.seen()
