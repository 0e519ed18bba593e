"""A run on disk: begun once, its snapshot appended or put anew, mended after a kill at any moment; damage is one line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from builders import Json
from support import REPO, SESSION, Place

from statewright import fast
from statewright.model import Event
from statewright.store import acceptance, layout, start
from statewright.store import run as store
from statewright.trace import journal, state_file

FLOW: Json = {"id": "m", "initial": "work", "states": {"work": {"allowed_tools": ["Read"], "on": {"DONE": "done"}}, "done": {"type": "final"}}}


@pytest.fixture
def data(place: Place) -> str:
    return str(place.home / "data" / "statewright")


def begun(place: Place, data: str, session: str = SESSION) -> store.Run:
    if not (place.project / ".statewright").exists():
        place.workflow(FLOW)
    return start.begin(str(place.project), data, session, "claude-code", 1.0)


def read_call(place: Place, number: int = 1) -> Event:
    made = Event("pre", time=2.0, tool="Read", raw_tool="Read", call="c%d" % number, session=SESSION)
    made.project = made.cwd = str(place.project)
    made.input = {"file_path": "a"}
    return made


def refused_call(place: Place, number: int = 1) -> Event:
    made = read_call(place, number)
    made.tool = made.raw_tool = "WebSearch"
    return made


def lines(run: store.Run) -> list[Json]:
    return [json.loads(line) for line in Path(run.dir, "trace.jsonl").read_bytes().splitlines()]


def chained(run: store.Run) -> bool:
    """Every line numbered and tied to the one before."""
    previous = ""
    for number, line in enumerate(Path(run.dir, "trace.jsonl").read_bytes().splitlines(), 1):
        if json.loads(line)["seq"] != number or json.loads(line)["prev"] != previous:
            return False
        previous = fast.sha256(line)
    return previous == run.read()["head"]


def test_a_run_begins_in_the_initial_state_owner_only(place: Place, data: str) -> None:
    run = begun(place, data)
    assert run.read()["state"] == "work" and lines(run)[0]["kind"] == "start"
    assert os.stat(run.dir + "/state.json").st_mode & 0o077 == 0 and os.stat(run.dir).st_mode & 0o077 == 0


def test_beginning_twice_is_one_run_with_or_without_a_session_id(place: Place, data: str) -> None:
    for session in (SESSION, "", "odd/../id"):
        assert begun(place, data, session).name == begun(place, data, session).name
    assert len(store.names(str(place.project))) == 3


def test_two_processes_at_once_begin_one_run(place: Place, data: str) -> None:
    place.workflow(FLOW)
    code = "import sys; sys.path.insert(0, %r); from statewright.store import start; print(start.begin(%r, %r, %r, 'claude-code', 1.0).name)" % (
        str(REPO), str(place.project), data, SESSION)
    both = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=place.env()) for _ in range(4)]
    names = {one.communicate(timeout=60)[0] for one in both}
    assert names == {(SESSION + "-1\n").encode()} and len(store.names(str(place.project))) == 1


ASKING = """
import sys
from statewright.store import acceptance, layout
project, data, told = sys.argv[1:]
true = acceptance.compile_now
def compile_now(*given):
    with open(told, "a") as file:
        file.write("x")
    true(*given)
acceptance.compile_now = compile_now
plan = acceptance.ensure_plan(project, layout.source_digest(project), data)
assert plan.whole() and plan.head()["id"] == "m"
"""


def test_of_many_that_need_the_compiled_workflow_at_once_one_compiles_it(place: Place, data: str, tmp_path: Path) -> None:
    place.workflow(FLOW)
    told = tmp_path / "told"
    command = [sys.executable, "-c", ASKING, str(place.project), data, str(told)]
    for _ in range(2):  # one that was rewritten is compiled once as well
        started = [subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(REPO)}) for _ in range(6)]
        assert [one.wait(60) for one in started] == [0] * 6
        assert told.read_text() == "x"
        told.unlink()
        (plan,) = Path(layout.runs_dir(str(place.project)), "plans").glob("*.plan")
        plan.write_bytes(plan.read_bytes().replace(b"Read", b"Edit"))


def test_who_waits_too_long_for_another_that_compiles_is_refused(place: Place, data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place.workflow(FLOW)
    monkeypatch.setattr(acceptance, "PATIENCE", 0.2)
    holding = "import sys; from statewright import fast; fast.lock(sys.argv[1]); print(1, flush=True); sys.stdin.read()"
    Path(layout.runs_dir(str(place.project))).mkdir(parents=True)
    command = [sys.executable, "-c", holding, layout.runs_dir(str(place.project)) + "/compiling"]
    other = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(REPO)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout and other.stdout.readline()
    with pytest.raises(fast.Busy):
        begun(place, data)
    other.communicate()
    assert begun(place, data).read()["state"] == "work"


def test_a_session_leaves_a_marker_outside_the_project(place: Place, data: str) -> None:
    begun(place, data)
    marker = Path(layout.marker(data, SESSION))
    assert place.project not in marker.parents and json.loads(marker.read_text())["project"] == str(place.project)


@pytest.mark.parametrize("content", [None, b"", b"{", b"[]", b"null", b'{"v": 2}', b'{"v": 1}', b"\xff\xfe", b"[" * 100000])
def test_a_damaged_state_is_one_line_and_never_a_run(place: Place, data: str, content: bytes | None) -> None:
    run = begun(place, data)
    path = Path(run.dir, "state.json")
    path.unlink() if content is None else path.write_bytes(content)
    with pytest.raises(store.Damaged) as found:
        run.decide(read_call(place))
    assert "\n" not in str(found.value) and "state of run" in str(found.value)


def test_a_missing_or_damaged_plan_is_compiled_anew_or_said_so(place: Place, data: str) -> None:
    run = begun(place, data)
    base = layout.plan_base(str(place.project), run.read()["plan"])
    plan, index = Path(base + ".plan"), Path(base + ".json")
    whole, named = plan.read_bytes(), index.read_bytes()
    harms: list[Callable[[], object]] = [
        lambda: plan.write_bytes(b"x" + whole[1:]), plan.unlink, lambda: (plan.unlink(), index.unlink()),
        lambda: (plan.write_bytes(b"x" + whole[1:]), index.write_bytes(b"{}")),
    ]  # fmt: skip
    for number, harm in enumerate(harms):
        harm()
        assert store.Run(str(place.project), run.name).decide(read_call(place, number)).effect != "deny"
        assert (plan.read_bytes(), index.read_bytes()) == (whole, named)
    source = Path(place.project, ".statewright", "workflow.json")
    source.write_text(source.read_text() + " ")
    for number, harm in enumerate(harms):
        harm()
        with pytest.raises(store.Damaged, match="a person runs: statewright accept"):
            store.Run(str(place.project), run.name).decide(read_call(place, number))
        plan.write_bytes(whole)
        index.write_bytes(named)


class Killed(BaseException):
    """The process ends here."""


@pytest.mark.parametrize("anew", [False, True], ids=["appended", "anew"])  # how the snapshot is written
@pytest.mark.parametrize("step", ["open_append", "repair", "snapshot", "half snapshot", "line", "half line"])
def test_after_a_kill_at_any_step_the_next_call_finds_every_line_once(
    place: Place, data: str, monkeypatch: pytest.MonkeyPatch, step: str, anew: bool
) -> None:
    run = begun(place, data)
    run.decide(refused_call(place, 1))
    if step == "repair":  # a line is missing already when this one is killed
        killed(monkeypatch, fast, "add", lambda *_: None, after=1)
        with pytest.raises(Killed):
            run.decide(refused_call(place, 9))
    snapshots = (fast, "replace", 0) if anew else (fast, "add", 0)
    kills: dict[str, tuple[Any, str, int, Callable[..., Any]]] = {
        "open_append": (fast, "open_append", 0, lambda *_: None),
        "repair": (journal, "extend", 0, lambda *_: None),
        "snapshot": (*snapshots, lambda *_: None),
        "half snapshot": (*snapshots, lambda to, content, *_: Path(to + ".1.new").write_bytes(content[:20]) if anew else os.write(to, content[:20])),
        "line": (fast, "add", 0 if anew else 1, lambda *_: None),
        "half line": (fast, "add", 0 if anew else 1, lambda fd, content, *_: os.write(fd, content[:25])),
    }
    with monkeypatch.context() as patch:
        if anew:
            patch.setattr(state_file, "MOST", 0)
        room, name, after, does = kills[step]
        killed(patch, room, name, does, after)
        with pytest.raises(Killed):
            run.decide(refused_call(place, 2))
    monkeypatch.undo()
    store.Run(str(place.project), run.name).decide(refused_call(place, 3))
    assert chained(run) and len(lines(run)) == run.read()["seq"]
    seen = [line["seq"] for line in lines(run)]
    assert seen == list(range(1, len(seen) + 1))


def killed(patch: pytest.MonkeyPatch, room: Any, name: str, before: Callable[..., Any], after: int = 0) -> None:
    """Make a function do what ``before`` does, then end the process; the first ``after`` calls go through."""
    left, true = [after], getattr(room, name)

    def dies(*given: Any, **more: Any) -> Any:
        if left[0]:
            left[0] -= 1
            return true(*given, **more)
        before(*given)
        raise Killed
    patch.setattr(room, name, dies)


def test_a_process_that_decides_often_leaves_nothing_open(place: Place, data: str) -> None:
    run = begun(place, data)
    there = len(os.listdir("/proc/self/fd"))
    for number in range(5):
        run.decide(read_call(place, number))
        run.decide(refused_call(place, number))
        run.record([{"kind": "note", "what": "x"}], 1.0)
        run.read()
    state = Path(run.dir, "state.json")
    state.write_text("{}")
    for _ in range(3):
        with pytest.raises(store.Damaged):
            run.decide(read_call(place, 9))
    assert len(os.listdir("/proc/self/fd")) == there


def test_what_a_person_accepted_binds_and_a_changed_file_does_not(place: Place, data: str) -> None:
    place.workflow(FLOW)
    project = str(place.project)
    first, met = acceptance.current_digest(project, data)
    assert met and acceptance.current_digest(project, data) == (first, False)
    acceptance.ensure_plan(project, first, data)
    changed = json.loads(json.dumps(FLOW))
    changed["states"]["work"]["allowed_tools"] = ["Read", "Bash", "Edit"]
    place.workflow(changed)
    assert acceptance.current_digest(project, data) == (first, False)
    run = begun(place, data)
    assert run.read()["plan"] == first and run.decide(refused_call(place)).effect == "deny"
    second = layout.source_digest(project)
    acceptance.accept(project, data, second, "terminal")
    assert acceptance.current_digest(project, data) == (second, False)


def test_a_fleet_may_name_the_digest_in_the_environment(place: Place, data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place.workflow(FLOW)
    project = str(place.project)
    old, _ = acceptance.current_digest(project, data)
    place.workflow({**FLOW, "id": "other"})
    monkeypatch.setenv("STATEWRIGHT_ACCEPT", "0" * 64)
    assert acceptance.current_digest(project, data)[0] == old
    monkeypatch.setenv("STATEWRIGHT_ACCEPT", layout.source_digest(project))
    assert acceptance.current_digest(project, data)[0] == layout.source_digest(project)


def test_a_changed_workflow_whose_accepted_form_is_lost_is_not_used(place: Place, data: str) -> None:
    place.workflow(FLOW)
    acceptance.current_digest(str(place.project), data)
    place.workflow({**FLOW, "id": "other"})
    shutil.rmtree(place.project / ".statewright" / "runs", ignore_errors=True)
    with pytest.raises(store.Damaged, match="accept"):
        begun(place, data)


def test_line_endings_do_not_make_another_workflow(place: Place, data: str) -> None:
    place.workflow(FLOW)
    path = place.project / ".statewright" / "workflow.json"
    before = layout.source_digest(str(place.project))
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert layout.source_digest(str(place.project)) == before


@pytest.mark.parametrize("config", [{"mode": "off"}, {"activation": "manual"}])
def test_a_dormant_project_starts_nothing_and_writes_nothing(place: Place, data: str, config: Json) -> None:
    place.workflow(FLOW, **config)
    with pytest.raises(start.Dormant):
        begun(place, data)
    assert not (place.project / ".statewright" / "runs").exists() and not Path(data).exists()


def test_unlike_session_ids_have_unlike_keys_and_none_leaves_the_folder() -> None:
    ids = ["a/b", "a_b", "a.b", "../x", "", "x" * 200, "x" * 201, "é", "a b"]
    keys = [layout.key_of(one) for one in ids]
    assert len(set(keys)) == len(ids) and all("/" not in key and "." not in key and len(key) <= 80 and key for key in keys)
