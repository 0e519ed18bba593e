"""A run's beginning: in its initial state, on what was accepted, once however many hooks ask at once."""

from statewright import __version__, fast
from statewright.harness.claude_code import version
from statewright.model import new_snapshot
from statewright.store import acceptance, environment, layout, marks, seal
from statewright.store.run import Damaged, Plan, Run, find


class Dormant(Exception):
    """No run is to be started here now (manual activation, mode off)."""


def begin(project: str, data: str, session: str, harness: str, now: float, by_person: bool = False) -> Run:
    """Start a run in its initial state; Dormant when none is to be started here now."""
    config = acceptance.in_force(project, data)
    if config.get("mode", "enforce") == "off":
        raise Dormant
    key = "project" if config.get("scope") == "project" else layout.key_of(session)
    armed = "%s/armed" % layout.runs_dir(project)
    if config.get("activation") == "manual" and not by_person and fast.kind(armed) != "file":
        raise Dormant
    digest, _ = acceptance.current_digest(project, data)
    plan = acceptance.ensure_plan(project, digest, data)
    base = layout.runs_dir(project)
    fast.make_dirs(base)
    held = fast.lock(base + "/lock")
    try:
        now_there = _going(project, session, by_person)
        if now_there is not None:
            return now_there  # another hook of this session was first
        number, left = _earlier(project, data, key, by_person)
        if left is not None:  # its start was cut short, or what named it is gone
            fast.replace(layout.pointer(project, key), left.name.encode())
            if session:
                marks.note(project, data, session, left.name)
            return left
        run = Run(project, "%s-%d" % (key, number), data)
        fast.make_dirs(run.dir)
        seal.prepare(data, project)
        snap = new_snapshot(run.name, session, harness, digest, now)
        head = plan.head()
        first = head["machines"][head["id"]]
        snap["context"] = first.get("context", {})
        snap["own"] = layout.own_name(data)
        snap["data"], snap["where"] = data, seal.where(project)
        told = _learn(project, data, plan)
        if told:
            snap["told"] = told
        if session:
            met = marks.word(data, session)
            if met.get("client") and met.get("project") == project:
                snap["senders"] = {session: met["client"]}
        from statewright.machine.runs import enter

        enter(plan, snap, head["id"], first["initial"], now)
        entry = {"kind": "start", "run": run.name, "plan": digest, "workflow": head["id"], "harness": harness, "session": session}
        entry.update(version=__version__, harness_version=version(), compiled=plan.sum())
        run._put(plan, dict(snap), snap, [entry], now)
        if session:  # before the pointer: a process killed in between must not leave a run that nobody would miss
            marks.note(project, data, session, run.name, begun=False)
        fast.replace(layout.pointer(project, key), run.name.encode())
        if by_person or fast.kind(armed) == "file":
            fast.remove(armed)
    finally:
        fast.unlock(held)
    if session:
        marks.note(project, data, session, run.name)
        environment.write(data, session, plan.state(snap["machine"], snap["state"]))
    return run


def _going(project: str, session: str, by_person: bool) -> "Run | None":
    """The session's run that is not over. One that cannot be believed any more holds up a hook, not a person."""
    try:
        found = find(project, session)
        return None if found is None or found.read()["final"] else found
    except Damaged:
        if not by_person:
            raise
        return None


def _earlier(project: str, data: str, key: str, by_person: bool) -> "tuple[int, Run | None]":
    """The number of a key's next run, and one before it that goes on, though nothing names it.

    Damaged where one is missing or cannot be believed: who deletes a run with all that names it gets no new one. A person lets go of it.
    """
    number = 0
    while True:
        number += 1
        run = Run(project, "%s-%d" % (key, number), data)
        there = fast.kind(run.dir)
        if not there and key == "project":
            return number, None  # no session's own: the folder may be another clone, in a place where one was before
        if fast.kind(seal.place(run)) != "file":
            if not there:
                return number, None
            continue  # it was never begun, or by a version that had no seals
        try:
            if not there:
                raise Damaged(marks.RUN_GONE % run.dir)
            if not run.read()["final"]:
                return number, run
        except Damaged:
            if not by_person:
                raise
            fast.remove(seal.place(run))


def _learn(project: str, data: str, plan: Plan) -> int:
    """Keep which programs the checks run, before an agent can have put one of its own in front; gives the number of the record."""
    head = plan.head()
    states = [plan.state(name, one["initial"]) for name, one in head["machines"].items()]
    checks = [check for state in states for check in state.get("checks", {}).values()]
    if checks or fast.kind(layout.programs(data, project)) != "file":
        from statewright.store import programs

        return int(programs.learn(project, data, checks).get("n", 0))
    return 0
