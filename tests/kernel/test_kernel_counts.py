"""What a call uses up: reserved when let through, confirmed at its end, given back when it never ran."""

from __future__ import annotations

from typing import Any

from builders import Json, Run, bash, call, edit, ended, event, move


def one_state(**limits: Any) -> Run:
    return Run({"id": "m", "initial": "work", "states": {"work": {"on": {"NEXT": "work", "DONE": "done"}, **limits}, "done": {"type": "final"}}})


def batch(*calls: tuple[Any, int]) -> Any:
    rows: list[Json] = [{"call": one.call, "tool": one.tool, "bytes": size} for one, size in calls]
    return event("batch", calls=rows)


def test_n_calls_at_the_limit_never_become_one_more() -> None:
    run = one_state(max_iterations=3)
    assert [run.passes(call("Read")) for _ in range(6)] == [True, True, True, False, False, False]
    assert run.snap["count"] == 3


def test_always_pass_tools_and_our_own_command_pass_at_the_limit_uncounted() -> None:
    run = one_state(max_iterations=1)
    for tool in ("TodoWrite", "AskUserQuestion", "ToolSearch", "mcp__statewright__get_state"):
        assert run.passes(call(tool))
    assert run.snap["count"] == 0
    assert run.passes(call("Read")) and not run.passes(call("Read"))
    moved = call("mcp__statewright__transition", {"event": "NEXT"})
    for one in (bash("statewright transition NEXT"), bash("statewright status"), call("TodoWrite"), moved):
        assert run.passes(one)
    assert run.snap["count"] == 1


def test_a_refused_call_costs_nothing() -> None:
    run = one_state(max_iterations=1, allowed_tools=["Read"])
    assert not run.passes(edit("a.py"))
    assert run.snap["count"] == 0 and run.snap["pending"] == {} and run.passes(call("Read"))


def test_a_call_refused_by_others_is_given_back_when_the_batch_ends() -> None:
    run = one_state(max_iterations=1, max_files_per_state=1)
    refused = edit("a.py")
    assert run.passes(refused) and run.snap["count"] == 1 and run.snap["files"] == ["/p/a.py"]
    run.take(batch((refused, 20)))
    assert run.snap["count"] == 0 and run.snap["files"] == [] and run.snap["pending"] == {} and run.whats() == ["release"]
    assert run.passes(edit("b.py"))


def test_a_call_that_ended_is_one_step_and_stays_counted() -> None:
    run = one_state(max_iterations=1)
    done = call("Read")
    run.take(done)
    run.take(ended(done, 10))
    run.take(batch((done, 12)))
    assert run.whats() == ["call"] and run.snap["count"] == 1 and run.snap["bytes"] == 12 and run.snap["pending"] == {}


def test_a_call_of_an_earlier_state_gives_nothing_back_to_this_one() -> None:
    run = one_state(max_iterations=2)
    old = call("Read")
    run.take(old)
    run.take(move("NEXT"))
    run.take(call("Read"))
    run.take(batch((old, 5)))
    assert run.snap["count"] == 1 and run.snap["bytes"] == 0


def test_entering_a_state_starts_all_counters_anew_the_same_state_too() -> None:
    run = one_state(max_iterations=1, context_budget_bytes=5, max_files_per_state=1)
    first = edit("a.py")
    run.take(first)
    run.take(ended(first, 9))
    assert not run.passes(call("Read"))
    run.take(move("NEXT"))
    assert (run.snap["count"], run.snap["bytes"], run.snap["files"]) == (0, 0, []) and run.passes(edit("b.py"))


def test_the_budget_is_corrected_by_what_the_model_really_got() -> None:
    run = one_state(context_budget_bytes=100)
    big = call("Read")
    run.take(big)
    run.take(ended(big, 100))
    assert not run.passes(call("Read"))
    run.take(batch((big, 10)))
    assert run.snap["bytes"] == 10 and run.passes(call("Read"))
    run.take(batch((big, 10)))
    assert run.snap["bytes"] == 10


def test_failed_calls_count_against_the_budget() -> None:
    run = one_state(context_budget_bytes=10)
    failed = call("Bash", {"command": "ls"})
    run.take(failed)
    run.take(ended(failed, 10, ok=False))
    assert run.snap["bytes"] == 10 and not run.passes(call("Read"))


def test_the_model_is_told_once_at_80_percent() -> None:
    run = one_state(context_budget_bytes=100)
    tells = []
    for size in (79, 1, 5):
        one = call("Read")
        run.take(one)
        tells.append(run.take(ended(one, size)).tell)
    assert tells[0] == "" and "80 of 100 bytes" in tells[1] and tells[2] == ""


def test_the_result_that_crosses_the_line_is_cut_to_what_is_left() -> None:
    run = one_state(context_budget_bytes=100)
    small, large = call("Read"), call("Read")
    for one in (small, large):
        run.take(one)
    run.take(ended(small, 60))
    out = run.take(ended(large, 500, extra={"cut": lambda left: ("cut to %d" % left, left)}))
    assert out.replace == "cut to 40" and run.snap["bytes"] == 100


def test_distinct_files_are_counted_once_however_they_are_spelt() -> None:
    run = one_state(max_files_per_state=2)
    assert run.passes(edit("a.py")) and run.passes(edit("./x/../a.py")) and run.passes(edit("b.py"))
    assert not run.passes(edit("c.py")) and run.passes(edit("a.py"))
    assert run.snap["files"] == ["/p/a.py", "/p/b.py"]


def test_an_edit_by_a_tool_of_another_server_counts_like_the_edit_tools() -> None:
    run = one_state(max_files_per_state=2)
    clock = run.snap["clock"]
    write = {"path": "a.py", "content": "x"}
    assert run.passes(call("mcp__fs__write_file", write)) and run.passes(edit("a.py"))
    assert run.snap["files"] == ["/p/a.py"] and run.snap["clock"] == clock + 2  # what was checked before is stale
    assert run.passes(call("mcp__fs__read_file", {"path": "z.py"})) and run.passes(call("mcp__fs__write_file", dict(write, path="b.py")))
    assert not run.passes(call("mcp__fs__write_file", dict(write, path="c.py"))) and not run.passes(edit("d.py"))
    assert run.snap["files"] == ["/p/a.py", "/p/b.py"] and run.snap["clock"] == clock + 3


def test_a_terminal_of_another_server_counts_like_the_shell() -> None:
    run = one_state(max_files_per_state=1)
    assert run.passes(call("mcp__term__run_command", {"command": "echo x > a.py"})) and run.snap["files"] == ["/p/a.py"]
    assert not run.passes(call("mcp__term__run_command", {"command": "echo x > b.py"}))
    assert not run.passes(call("mcp__term__run_command", {"command": "sed -i s/a/b/ c.py"}))
    assert run.passes(call("mcp__term__run_command", {"command": "ls"}))


def test_from_the_sixth_refusal_by_one_rule_in_a_row_the_person_is_to_be_asked() -> None:
    run = one_state(allowed_tools=["Read"])
    reasons = [run.take(call("WebSearch")).reason for _ in range(6)]
    assert all("ask the person" not in one for one in reasons[:5]) and "ask the person" in reasons[5]
    run.take(call("Read"))
    assert "ask the person" not in run.take(call("WebSearch")).reason


def test_a_refusal_names_the_tools_allowed_and_the_way_on_and_is_one_step() -> None:
    run = one_state(allowed_tools=["Read", "Grep"])
    out = run.take(edit("a.py"))
    assert "Read, Grep" in out.reason and "statewright transition" in out.reason and run.whats() == ["refusal"]
    assert run.snap["refusals"][-1]["tool"] == "Edit"


def test_no_more_calls_are_remembered_than_a_bound() -> None:
    run = one_state()
    for _ in range(300):
        run.take(call("Read"))
    assert len(run.snap["pending"]) == 256 and run.whats() == ["call"] * 44


def test_a_snippet_has_no_end_and_is_a_step_at_once() -> None:
    run = one_state()
    assert run.passes(bash("ls", kind="snippet")) and run.snap["pending"] == {} and run.whats() == ["call"]
