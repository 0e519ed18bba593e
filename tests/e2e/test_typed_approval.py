"""An approval typed as a prompt, in the real client: the code is on the person's screen and nowhere the agent looks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from guarded import BYPASS, Guarded, bash
from terminal_client import Seated

WORKFLOW: dict[str, Any] = {
    "id": "ship", "initial": "draft",
    "states": {
        "draft": {"on": {"SHIP": {"target": "live", "requires_approval": True, "approval_message": "Is it good?"}}},
        "live": {"on": {"END": "done"}},
        "done": {"type": "final"},
    },
}
ACCEPT = re.compile(r"statewright\s+accept\s+([2-9A-Z]{4}-[2-9A-Z]{4})")
ASKING = {"tools": [bash("statewright transition SHIP --set version=7 --reason 'all is ready'", "ship")]}
SECRET = ".local/share/statewright/secrets"


def steps(here: Guarded, session: str) -> list[dict[str, Any]]:
    return [line for line in here.journal(session) if line["kind"] == "step" and line["what"] not in ("call", "stop")]


def holding(code: str, root: Path) -> list[str]:
    """Files below a folder that hold the code in any spelling."""
    spellings = (code.encode(), code.replace("-", "").encode(), code.lower().encode())
    return [str(path) for path in root.rglob("*") if path.is_file() and any(one in path.read_bytes() for one in spellings)]


def test_the_code_reaches_neither_the_model_nor_a_file_and_answers_once(guarded: Callable[..., Guarded]) -> None:
    here = guarded(WORKFLOW)
    turns = [ASKING, {"text": "It waits for you."}, {"tools": [bash("statewright status", "look")]}, {"text": "Shipped."}, {"text": "Nothing more."}]
    with Seated(here, turns, *BYPASS) as seat:
        seat.ask("ship it")
        code = seat.code()
        assert code not in json.dumps([one["body"] for one in seat.model.requests])
        assert holding(code, here.home) == [] and holding(code, here.project) == []
        seat.ask("statewright approve %s" % code)
        assert here.status(seat.session)["state"] == "live"
        ran, session = seat.result(), seat.session
        assert "SHIP was approved by a person" in ran.seen() and "state live" in ran.seen()
        seat.type("statewright approve %s" % code)
        seat.wait(lambda: "no approval is pending" in " ".join(seat.screen.split()), "the second use's refusal")
    asked, given = steps(here, session)
    assert asked["what"] == "approval_request" and asked["step"]["step_type"] == "ESCALATION"
    assert given["what"] == "transition" and given["road"] == "typed code"
    assert given["step"]["inputs"]["from_agents"][0]["from"] == "human-approver"
    assert here.status(session)["context"]["version"] == 7


def test_a_wrong_code_never_reaches_the_model_and_the_third_voids_it(guarded: Callable[..., Guarded]) -> None:
    here = guarded(WORKFLOW)
    with Seated(here, [ASKING, {"text": "It waits."}, {"text": "I go on."}], *BYPASS) as seat:
        seat.ask("ship it")
        code = seat.code()
        session = seat.session
        for n, wrong in enumerate(("2222-2222", "3333-3333", "4444-4444")):
            seat.type("statewright approve " + wrong)
            seat.wait(lambda n=n: here.status(session) and len(steps(here, session)) == n + 2, "a refusal of a wrong code")  # type: ignore[misc]
            seat.rest(0.5)
        seat.type("statewright approve %s" % code)
        seat.wait(lambda: len(steps(here, session)) == 5, "the refusal of a void code")
        seat.rest(0.5)
        sent = json.dumps([one["body"] for one in seat.model.requests])
        assert "2222-2222" not in sent and code not in sent
        seat.ask("what now?")
        assert code not in json.dumps([one["body"] for one in seat.model.requests])
    assert here.status(session)["status"] == "waiting"
    assert [line["rule"] for line in map(json.loads, (here.journal_text(session)).splitlines()) if line.get("rule")] == ["code"] * 4


def test_reject_as_a_slash_command_gives_the_agent_the_reason(guarded: Callable[..., Guarded]) -> None:
    here = guarded(WORKFLOW)
    with Seated(here, [ASKING, {"text": "It waits."}, {"text": "I see."}], *BYPASS) as seat:
        seat.ask("ship it")
        seat.ask("/statewright:reject %s name the version first" % seat.code())
        seen, session = seat.result().seen(), seat.session
    assert "SHIP was refused by a person: name the version first" in seen
    assert (here.status(session)["state"], here.status(session)["status"]) == ("draft", "running")
    assert steps(here, session)[-1]["answer"] == "denied" and steps(here, session)[-1]["road"] == "typed code"
    assert "name the version first" not in here.journal_text(session)


def test_nobody_sits_at_a_headless_client_so_no_prompt_of_it_is_a_persons(guarded: Callable[..., Guarded]) -> None:
    here = guarded(WORKFLOW)
    first = here.run([ASKING, {"text": "It waits."}], args=BYPASS)
    again = here.run([{"text": "no"}], prompt="statewright approve 2222-2222", args=("--resume", first.session, *BYPASS))
    assert again.requests == [] and here.status(first.session)["status"] == "waiting"
    assert steps(here, first.session)[-1]["rule"] == "authority"


def test_the_agent_can_neither_draw_the_status_line_nor_read_the_secret(guarded: Callable[..., Guarded]) -> None:
    here = guarded(WORKFLOW, {"sly.sh": "statewright statusline < /dev/null; statewright approvals; statewright status\n"})
    lines = {"bar": "statewright statusline", "ask": "statewright approvals", "sly": "sh sly.sh", "cat": "cat ~/%s/approval.key" % SECRET,
             "copy": "cp -r ~/.local/share/statewright /tmp/x", "glob": "base64 ~/.local/share/*/sec*/*", "pane": "tmux capture-pane -p"}
    calls = [{"tools": [bash(line, name)]} for name, line in lines.items()]
    calls += [{"tools": [["Read", {"file_path": "%s/%s/approval.key" % (here.home, SECRET)}, "read"]]}]
    with Seated(here, [ASKING, *calls, {"text": "It waits."}], *BYPASS) as seat:
        seat.ask("ship it")
        code = seat.code()
        ran = seat.result()
        assert code not in json.dumps([one["body"] for one in seat.model.requests])
    assert {name for name in (*lines, "read") if ran.refused(name)} == {"bar", "ask", "cat", "copy", "glob", "pane", "read"}
    assert "in a terminal of your own" in ran.told("sly") and "Codes are not shown" in ran.told("sly")


def test_a_changed_workflow_is_accepted_by_a_code_of_its_own(guarded: Callable[..., Guarded]) -> None:
    here = guarded(WORKFLOW)
    path = here.project / ".statewright" / "workflow.json"
    with Seated(here, [{"tools": [bash("echo one", "one")]}, {"text": "done"}, {"text": "again"}, {"text": "taken"}], *BYPASS) as seat:
        seat.ask("begin")
        before = here.status(seat.session)["accepted"]
        path.write_text(path.read_text().replace("Is it good?", "Is it really good?"))
        seat.ask("look again")  # the status line is drawn anew
        code = seat.wait(lambda: ACCEPT.findall(seat.screen), "a code for the changed files")[-1]
        assert code not in json.dumps([one["body"] for one in seat.model.requests])
        seat.type("statewright accept 2222-2222")
        seat.wait(lambda: "not the code" in " ".join(seat.screen.split()), "the refusal of a wrong code")
        assert here.status(seat.session)["accepted"] == before
        seat.ask("/statewright:accept %s" % code)
        assert "a person accepted the changed workflow" in seat.result().seen()
        assert here.status(seat.session)["accepted"] != before and not here.status(seat.session)["workflow_changed"]
