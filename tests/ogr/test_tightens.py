"""Whatever a runtime answers, the decision is never weaker than ours alone, and nothing but silence, a change or a refusal comes of it."""

from __future__ import annotations

import json
from typing import Any

from builders import Flow, bash, call, started
from hypothesis import given
from hypothesis import strategies as st

from statewright import kernel
from statewright.model import STRENGTH, Event
from statewright.ogr import gate

Json = dict[str, Any]
FLOW = Flow({"id": "g", "initial": "working", "config": {"ogr": {"endpoint": "http://127.0.0.1:1", "fail_mode": "open"}}, "states": {
    "working": {"allowed_tools": ["Bash", "Read", "Write"], "max_edit_lines": 2, "max_iterations": 5, "on": {"DONE": "done"}},
    "done": {"type": "final"}}})
CALLS = [("Bash", {"command": "ls -la"}), ("Bash", {"command": "rm -rf .statewright"}), ("Bash", {"command": "statewright status"}),
         ("Bash", {"command": "statewright off"}), ("Write", {"file_path": "/p/a", "content": "x"}), ("WebFetch", {"url": "https://example.org"}),
         ("Read", {"file_path": "/p/a"}), ("TodoWrite", {"todos": []})]
ARGUMENTS = "payload.tool_calls.0.arguments."
SPAN = st.fixed_dictionaries({
    "path": st.sampled_from([ARGUMENTS + "command", ARGUMENTS + "content", ARGUMENTS + "file_path", "payload.text", "payload", "x"]),
    "start": st.integers(-1, 9), "end": st.integers(-1, 9),
    "replacement": st.sampled_from(["", "x", "statewright transition DONE", "rm -r .statewright;", "1\n2\n3\n", "${OGR_1}", "'\""])})
ANSWER = st.fixed_dictionaries(
    {"decision": st.sampled_from(["allow", "allow", "allow", "block", "permit"]), "event_id": st.just("e"), "provider": st.just("p")},
    optional={"modifications": st.fixed_dictionaries({"spans": st.lists(SPAN, max_size=3)}), "unjudged": st.lists(st.just("payload"), max_size=1),
              "findings": st.just([{"category": "x.y"}])})


def _asked(event: Event, snap: Json, status: int, body: bytes, mode: str) -> Any:
    """The outcome with a runtime that answers so."""
    state = FLOW.state("g", "working")
    state = {**state, "config": {"ogr": {**state["config"]["ogr"], "fail_mode": mode}}}
    before, key = gate.client.exchange, gate.fast.getenv
    gate.client.exchange = lambda *_: (status, body)  # type: ignore[assignment]
    gate.fast.getenv = lambda _: "key"
    try:
        first = dict(event.extra)
        findings = gate.judged(state, snap, event, kernel.judge(state, snap, event), first, True)
    finally:
        gate.client.exchange, gate.fast.getenv = before, key
    return kernel.decide(FLOW, snap, event, findings)


@given(st.sampled_from(CALLS), ANSWER | st.text(), st.sampled_from([200, 200, 200, 401, 500]), st.sampled_from(["open", "closed"]),
       st.sampled_from([0, 5]), st.sampled_from(["running", "paused"]))
def test_no_answer_weakens_what_we_decide_alone(made: tuple[str, Json], answer: Any, status: int, mode: str, used: int, standing: str) -> None:
    snap = {**started(FLOW), "count": used, "status": standing}
    alone = kernel.decide(FLOW, snap, call(made[0], dict(made[1])))
    event = bash(made[1]["command"]) if made[0] == "Bash" else call(made[0], dict(made[1]))
    out = _asked(event, snap, status, json.dumps(answer).encode(), mode)
    assert STRENGTH.get(out.effect or "", 0) >= STRENGTH.get(alone.effect or "", 0)
    assert out.effect != "allow" or alone.effect == "allow"
    if alone.effect in ("allow", "deny"):
        assert out.effect == alone.effect and "ogr" not in event.extra, "nothing is asked about what is settled"
    if out.effect == "rewrite":
        again = kernel.decide(FLOW, snap, call(made[0], dict(event.input)))
        assert again.effect is None, "what is to run instead would itself have been let through, silently"
