"""Receipt, numbers and timeline of a run: counted from the journal, and silent about everything but names and counts."""

import json

from hypothesis import HealthCheck, given, settings
from trace_entries import call, entries, move, refusal, request, session, start

from statewright.trace import AETPTracer, Issue, valid, validate_trace
from statewright.trace.receipt import receipt
from statewright.trace.stats import lines, stats
from statewright.trace.timeline import timeline
from statewright.trace.verify import verify


def llm(message="msg_1", calls=("toolu_1",), **more):
    return {"kind": "llm", "message": message, "model": "claude-opus-9", "agent_name": "main", "calls": list(calls), "input_tokens": 10,
            "output_tokens": 5, "cache_read_tokens": 100, "cache_write_tokens": 20, "latency_ms": 2500, **more}


def test_the_receipt_counts_what_the_journal_holds(put):
    checked = {"kind": "step", "what": "check", "check": "tests", "result": "passed", "grade": "measured"}
    ended = {"kind": "end", "outcome": "completed", "source": "final"}
    folder = put([*session(), checked, {"kind": "step", "what": "mode", "result": "paused"}, ended])
    facts = receipt(folder)
    assert facts["run"] == "run-1" and facts["workflow"] == "0" * 64
    assert facts["states"] == ["bugfix/planning", "bugfix/fixing", "bugfix/done"]
    assert (facts["final"], facts["outcome"], facts["steps"], facts["refused"], facts["lines"]) == (True, "completed", 9, 1, 11)
    assert facts["checks"] == {"tests": {"status": "passed", "grade": "measured"}} and facts["held_off"] == [10]
    assert facts["approvals"] == [{"event": "SHIP", "answer": "approved", "road": "terminal"}]
    assert facts["head"] == verify(folder).head


def test_a_receipt_of_a_part_ends_at_its_head(put):
    folder = put([start(), call(), refusal()])
    head = receipt(folder)["head"]
    more = put([start(), call(), refusal(), move(), call("Edit", "toolu_3")])
    assert receipt(more, head) == {**receipt(more), "steps": 2, "lines": 3, "states": ["bugfix/planning"], "head": head}
    assert receipt(more, "f" * 64)["head"] == ""


def test_each_state_has_its_calls_refusals_bytes_tokens_and_time(put):
    told = [start(), call(), refusal(), llm(), move(started=1_767_225_610.0, completed=1_767_225_610.0),
            call("Edit", "toolu_3", 500, state="fixing", completed=1_767_225_613.0), llm("msg_2", ("toolu_3",)),
            llm("msg_2", ("toolu_3",), output_tokens=50), llm("msg_3", ())]
    found = stats(put(told))
    planning, fixing = found["bugfix/planning"], found["bugfix/fixing"]
    assert (planning["calls"], planning["failed"], planning["refused"], planning["bytes"], planning["messages"]) == (1, 0, {"tools": 1}, 10, 1)
    assert (fixing["calls"], fixing["failed"], fixing["transitions"], fixing["messages"]) == (1, 1, 1, 2)
    assert (fixing["input_tokens"], fixing["output_tokens"], fixing["cache_read_tokens"], fixing["cache_write_tokens"]) == (20, 55, 200, 40)
    assert (planning["seconds"], fixing["seconds"]) == (8.0, 3.0)  # the journal begins two seconds in
    assert len(list(lines(found))) == 4


def test_the_timeline_shows_states_calls_and_tokens(put):
    page = "\n".join(timeline(put([start(), call(to_agents=["helper-1"]), refusal(), llm(), move(), request()])))
    for words in ("── bugfix/planning", "── bugfix/fixing", "Read 200", "Edit 403", "rule tools", "to helper-1", "GO -> fixing",
                  "tokens 30 in, 100 from cache, 5 out", "1000 ms"):
        assert words in page, words
    assert "\033" not in page and "\033[31m" in "\n".join(timeline(put([refusal()], name="red"), colour=True))


CANARY = "canary 7f3a/é"


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(entries)
def test_no_raw_value_reaches_receipt_numbers_or_timeline(put, made):
    planted = {key: CANARY if isinstance(value, str) and key not in ("kind", "what") else value for key, value in made.items()}
    folder = put([start(run=CANARY, session=CANARY, harness=CANARY, workflow=CANARY), planted,
                  llm(CANARY, (CANARY,), model=CANARY, agent_name=CANARY),
                  {"kind": "note", "what": CANARY, "reason": CANARY}, {"kind": "end", "outcome": CANARY, "source": CANARY}], name="canary")
    told = json.dumps([receipt(folder), stats(folder), list(timeline(folder))], ensure_ascii=False)
    assert CANARY not in told and "canary 7f3a" not in told


def test_the_public_names_are_there():
    assert AETPTracer.__module__ == "statewright.trace.tracer"
    assert not valid(validate_trace({})) and isinstance(validate_trace({})[0], Issue)
