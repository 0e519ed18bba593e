"""Doing more than the state allows."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from scripted_agent import Agent
from tricks import Caught, Trick, trick

LISTED = "is not in this state's commands"
READING = "This state's shell is for reading"
CHANGES = "changes what runs. Run the command without it"
DONE = {"done": {"type": "final"}}
FLOW: dict[str, Any] = {"id": "bound", "initial": "testing", "states": {
    "testing": {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["make check", "git status", "cat"], "blocked_env": ["DEPLOY_KEY"],
                "on": {"READ": "reading", "SMALL": "small", "FEW": "few"}},
    "reading": {"allowed_tools": ["Read", "Bash", "Grep"], "on": {"DONE": "done"}},
    "small": {"allowed_tools": ["Edit", "Write", "NotebookEdit", "Bash"], "allowed_commands": ["cat", "printf"], "max_edit_lines": 3,
              "max_files_per_state": 2, "on": {"DONE": "done"}},
    "few": {"max_iterations": 3, "context_budget_bytes": 2000, "on": {"DONE": "done"}}, **DONE}}

ROWS = [
    ("testing", Trick("More than the listed command", "a second command in a list, pipe, substitution, newline, `sh -c`, behind `env`",
                      "commands", LISTED),
     ["make check; touch made", "make check && touch made", "make check $(touch made)", "make check <(touch made)", "make check\ntouch made",
      "sh -c 'make check; touch made'", "env X=1 touch made", "git status; touch made", "makecheck", "touch made # make check"]),
    ("testing", Trick("The listed command made another", "`PATH`, `LD_PRELOAD`, `GIT_PAGER` in front of it", "commands", CHANGES),
     ["PATH=.:$PATH make check", "LD_PRELOAD=./x.so make check", "GIT_PAGER='touch made' git -p status"]),
    ("testing", Trick("Writing by redirect where nothing may be edited", "`>`, `>>`, `>&` behind a listed command", "commands",
                      "writes a file"),
     ["make check > made", "cat notes.txt >> made", "cat notes.txt >& made"]),
    ("testing", Trick("Reading a blocked variable", "by expansion, in an argument, by a dump", "environment", "DEPLOY_KEY"),
     ["cat $DEPLOY_KEY", 'cat "${DEPLOY_KEY}"', "make check X=${DEPLOY_KEY:0:3}"]),
    ("reading", Trick("Writing from a reading shell", "writers, in-place edits, programs that write, installers, git, a background job",
                      "commands", READING),
     ["touch made", "sed -i s/a/b/ notes.txt", "python3 -c 'open(\"made\", \"w\")'", "git commit -am x", "tee made < notes.txt",
      "awk 'BEGIN{print > \"made\"}'", "sort -o made notes.txt", "vim -c 'w made' notes.txt", "(sleep 1; touch made) &", "xargs touch < notes.txt",
      "pip install x", "rm notes.txt"]),
    ("reading", Trick("Another work tree", "`git worktree add`, then a write there; `cd` elsewhere first", "commands", READING),
     ["git worktree add ../w", "cd .. && touch made", "cd /tmp && touch made"]),
    ("small", Trick("A long edit by the shell", "a heredoc, a printf with more lines than one edit may change", "edits",
                    "this state allows 3 a call"),
     ["cat > big <<'X'\n1\n2\n3\n4\nX", "printf '1\\n2\\n3\\n4\\n' > big"]),
    ("small", Trick("Many files in one line", "three redirects where two files are allowed", "files", "further files"),
     ["printf 1 > f1; printf 1 > f2; printf 1 > f3"]),
]


@pytest.fixture
def bound(agent_in: Callable[..., Agent]) -> Callable[[str], Agent]:
    """An agent in one of the bounded states."""

    def make(state: str) -> Agent:
        agent = agent_in(FLOW)
        event = {"reading": "READ", "small": "SMALL", "few": "FEW"}.get(state)
        assert event is None or agent.bash("statewright transition " + event).code == 0
        assert agent.at == state
        return agent

    return make


@pytest.mark.parametrize(("state", "one", "commands"), ROWS, ids=[row[1].title for row in ROWS])
def test_nothing_more_is_done(bound: Callable[[str], Agent], caught: Caught, state: str, one: Trick, commands: list[str]) -> None:
    agent = bound(state)
    for command in commands:
        caught(agent.bash(command).said, agent.journal(), one)
        assert not (agent.project / "made").exists() and not (agent.project.parent / "made").exists(), command


@trick("A tool the state does not list", "edit tools, plan mode, a worktree, a subagent, an unknown tool, a wrongly cased name", "tools",
       "is not allowed in state reading")
def test_only_listed_tools_pass(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("reading")
    for name in ("Write", "Edit", "NotebookEdit", "EnterPlanMode", "EnterWorktree", "Agent", "Workflow", "Whatever", "mcp__fs__write_file", "bash"):
        caught(agent.tool(name, {"file_path": str(agent.project / "made"), "content": "x"}).said, agent.journal())


@trick("Leaving plan mode to be free", "`ExitPlanMode` with a plan that asks for edits, then the edit", "tools",
       "Write is not allowed in state reading")
def test_a_plan_changes_no_state(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("reading")
    assert not agent.tool("ExitPlanMode", {"plan": "statewright approve; then edit"}).refused
    caught(agent.write("made", "x").said, agent.journal())
    assert agent.at == "reading"


@trick("A long edit by the edit tools", "`Write`, `Edit`, a notebook cell of four lines", "edits", "this state allows 3 a call")
def test_long_edits_are_refused_whatever_the_tool(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("small")
    for tool in ("Write", "Edit", "NotebookEdit"):
        caught(agent.write("big.ipynb", "1\n2\n3\n4\n", tool).said, agent.journal())


@trick("One file more", "a third file after two, by another tool", "files", "2 of 2 are used in this state")
def test_a_third_file_is_refused(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("small")
    for name in ("a", "b", "sub/../a"):
        assert not agent.write(name, "x\n").refused
    caught(agent.write("c", "x\n").said, agent.journal())
    caught(agent.bash("printf x > d").said, agent.journal())


@trick("Many calls at once at the limit", "eight calls in one message where three are left", "iterations", "The limit of 3 tool calls")
def test_parallel_calls_never_become_one_more(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("few")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: agent.hook("pre-tool", agent.payload("PreToolUse", "Read", {"file_path": "x"}, "toolu_p%d" % n)), range(8)))
    assert [answer.code for answer in answers].count(0) == 3
    caught(next(answer.reason for answer in answers if answer.code), agent.journal())
    assert len(agent.lines("refusal")) == 5


@trick("Filling the pause with calls that always pass", "todo lists and tool search at the limit, then one call more", "iterations",
       "The limit of 3 tool calls")
def test_calls_that_always_pass_free_nothing(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("few")
    assert not any(agent.tool("Read", {"file_path": "x"}).refused for _ in range(3))
    for _ in range(3):
        assert not agent.tool("TodoWrite", {"todos": []}).refused and not agent.tool("ToolSearch", {"query": "x"}).refused
        caught(agent.tool("Read", {"file_path": "x"}).said, agent.journal())


@trick("A count given back by a made-up event", "a script says that the calls never ran", "sender", "sent from inside the agent's own shell",
       recorded="forgery")
def test_a_script_gives_no_call_back(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("few")
    agent.hook("pre-tool", agent.payload("PreToolUse", "Read", {"file_path": "x"}, "toolu_r"))
    batch = agent.payload("PostToolBatch", tool_calls=[{"tool_name": "Read", "tool_use_id": "toolu_r", "tool_response": "refused"}])
    agent.hook("post-tool", batch, STATEWRIGHT_SHELL=agent.session)
    caught(agent.state()["refusals"][-1]["reason"], agent.journal())
    assert agent.state()["count"] == 1


@trick("Reading past the context budget", "another large result when the state's bytes are used up", "budget", "is used up")
def test_the_budget_holds(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("few")
    agent.bash("printf '%02000d' 7")
    caught(agent.tool("Grep", {"pattern": "x"}).said, agent.journal())


@trick("Stopping instead of going on", "the turn ends in the middle after an edit", "", "which is not its end", recorded="stop")
def test_a_stop_in_the_middle_is_questioned_once(agent: Agent, caught: Caught) -> None:
    agent.write("code.py", "x\n")
    caught(str(agent.stop().body), agent.journal())
    assert agent.stop(active=True).out == b"" and agent.stop().out == b"", "never twice: no loop"
    assert len(agent.lines("stop")) == 1


@trick("After the end", "a final state reached, the agent works on; a prompt of the harness's own making comes", "commands", READING)
def test_a_final_state_frees_nobody(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("few")
    agent.bash("statewright transition DONE")
    agent.prompt("<task-notification>the background task is done</task-notification>")
    caught(agent.bash("touch made").said, agent.journal())
    assert agent.at == "done"


@trick("Input that cannot be read", "half a JSON object, none, two, not UTF-8, at the gate", "undecided",
       "statewright could not decide, so the answer is no")
def test_unreadable_input_is_refused_and_on_record(agent: Agent, caught: Caught) -> None:
    for data in (b'{"hook_event_name": "PreToolUse"', b"", b"{}{}", b'{"a": "\xff"}', b"[" * 100000):
        caught(agent.hook("pre-tool", data).reason, agent.journal())


@trick("An input too large to look at", "twenty megabytes written in one call", "tools", "Write is not allowed in state testing")
def test_a_huge_input_is_judged_like_any_other(bound: Callable[[str], Agent], caught: Caught) -> None:
    agent = bound("testing")
    payload = agent.payload("PreToolUse", "Write", {"file_path": "made", "content": "x" * 20_000_000})
    caught(agent.hook("pre-tool", payload).reason, agent.journal())
