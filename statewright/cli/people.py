"""Commands that are a person's alone: accept, pause, resume, off."""

from __future__ import annotations

import json
from typing import Any

import typer

from statewright import agent, fast
from statewright.cli.ground import Json, No, Place, RunName, alive, count, demand, here, named, only_person, pick, runs, say
from statewright.model import Event
from statewright.store import acceptance, environment, layout, marks, programs, seal
from statewright.store import run as store
from statewright.workflow.problems import LoadError


def add(app: typer.Typer) -> None:
    """Put the commands into the application."""
    for command in (accept, pause, resume, off):
        app.command()(command)


def accept() -> None:
    """Accept the workflow's files, and the programs of its checks, as they are now (a person's); until then the ones before rule."""
    from statewright.workflow.compiler import compile_project, write_plan

    place = here()
    only_person("accept", place, pick(place))
    compiled = compile_project(place.project)
    before = accepted_before(place)
    endpoint = compiled.config.ogr.endpoint
    offered = programs.read(place.project, place.data)
    for name, one in offered["offered"].items():
        known = offered["known"].get(name, {}).get("as")
        say("~ program %s of a check: %s (before: %s)" % (name, one["at"], known[0]["at"] if known else "none"))
    if before == compiled.digest and (not endpoint or acceptance.trusted(place.project, place.data, before, endpoint)):
        write_plan(place.project, compiled, place.data)
        if offered["offered"]:
            demand(place)
            _programs(place, list(offered["offered"]))
        else:
            say("Nothing changed since these files were accepted (%s)." % before[:12])
        return
    for line in changes(place, before, compiled.states):
        say(line)
    for problem in compiled.problems:
        say(str(problem))
    if compiled.errors:
        raise No("the workflow has %s; it is not accepted" % count(len(compiled.errors), "error"))
    if endpoint:
        open_to_read = " (not encrypted: anyone on the way can read it)" if compiled.config.ogr.plain_http and endpoint[:5] == "http:" else ""
        say("The content of each tool call leaves this machine for a verdict, before it runs: to %s%s" % (endpoint, open_to_read))
    road = demand(place)  # after it is plain what is accepted
    if layout.source_digest(place.project) != compiled.digest:
        raise No("the files changed again meanwhile; look once more")
    write_plan(place.project, compiled, place.data)
    acceptance.accept(place.project, place.data, compiled.digest, road, endpoint)
    programs.learn(place.project, place.data, [check for state in compiled.states.values() for check in state.get("checks", {}).values()])
    if offered["offered"]:
        _programs(place, list(offered["offered"]))
    say("Accepted: %s (before: %s)." % (compiled.digest[:12], before[:12] or "nothing"))
    going = [name for name, _, snap in alive(place) if snap["plan"] != compiled.digest]
    if going:
        say("Runs that go on keep the workflow they began with: %s. The next run uses the new one." % ", ".join(going))


def _programs(place: Place, names: list[str]) -> None:
    """Believe the programs of checks that were shown."""
    again = programs.accept(place.project, place.data, names)
    if again:
        raise No("%s changed again meanwhile; look once more" % ", ".join(again))
    say("Accepted: the programs of its checks as they are now (%s)." % ", ".join(names))


def accepted_before(place: Place) -> str:
    """The digest a person accepted last, "" where there is none or its record cannot be believed: that is what accept mends."""
    try:
        return str(acceptance.record(place.project, place.data).get("digest", ""))
    except store.Damaged:
        return ""


def changes(place: Place, before: str, states: dict[str, Json]) -> list[str]:
    """What differs from the plan accepted before, a line for each state."""
    try:
        plan = store.Plan(place.project, before, place.data)
        index = plan.head()["index"]
        old = {key: plan.state(*key.split("/", 1)) for key in index}
    except (store.Damaged, KeyError):
        return []
    lines = ["+ state %s" % key for key in states if key not in old]
    lines += ["- state %s" % key for key in old if key not in states]
    for key in states:
        if key in old:
            names = sorted(name for name in {*states[key], *old[key]} if states[key].get(name) != old[key].get(name))
            lines += ["~ state %s: %s" % (key, ", ".join(names))] if names else []
    return lines


def pause(run_name: RunName = "") -> None:
    """Let a run's states bind nothing for now; protection and authority stay (a person's)."""
    place = here()
    only_person("pause", place, pick(place, run_name), asks=True)
    going = alive(place) or [row for row in runs(place) if not row[2]["final"]][:1]  # no session open: the one to be resumed
    changed = _set(place, runs(place) if run_name else going, run_name, "paused", ("running", "waiting"))
    if not changed:
        raise No("no run goes on that could be paused")
    say("Paused: %s. Go on with: statewright resume" % ", ".join(changed))


def resume(run_name: RunName = "") -> None:
    """Undo pause and off; with neither, let the sessions go on in another agent program (a person's)."""
    place = here()
    only_person("resume", place, pick(place, run_name), asks=True)
    was_off = acceptance.settings(place.project).get("mode") == "off"
    if was_off:
        note = _unaccepted(place)
        _mode(place, None)
        say("The mode is enforce again.%s" % note)
    changed = _set(place, runs(place), run_name, "running", ("paused", "off"))
    if not changed and not was_off:  # nothing rests: then the session is to go on in another program
        changed = _set(place, alive(place), run_name, "running", ("running", "waiting"))
        if changed:
            say("The agent program that speaks next for a session of these runs is believed.")
    for name in changed:
        session = store.Run(place.project, name).read()["session"]
        if session:
            marks.note(place.project, place.data, session, name)
    if changed:
        say("Resumed: %s." % ", ".join(changed))
    elif not was_off:
        raise No("nothing is paused or off, and no run goes on")


def off() -> None:
    """Switch enforcement off in this project (a person's), also where its folder was lost."""
    try:
        place = here()
    except agent.WrongUse:
        only_person("off", asks=True)
        data, where = layout.data_home(), fast.real(fast.getcwd())
        where = marks.missing(where, data) or where
        known = fast.remove(layout.accepted(data, where))
        seal.forget(data, where)
        lost = _unmark(data, where)
        if not lost and not known:
            raise
        say("%s is not held any more; the marks of %s that had a run here are gone." % (where, count(lost, "session")))
        return
    only_person("off", place, pick(place), asks=True)
    note = _unaccepted(place)
    _mode(place, "off")
    changed = _set(place, runs(place), "", "off", ("running", "waiting", "paused"))
    _unmark(place.data, place.project)
    seal.forget(place.data, place.project)
    say("Off: this project binds nothing%s. Back with: statewright resume%s" % (" (runs: %s)" % ", ".join(changed) if changed else "", note))


def _set(place: Place, among: list[tuple[str, store.Run, Json]], run_name: str, wanted: str, those: tuple[str, ...]) -> list[str]:
    """Give runs another status; their names. those: the statuses that change. What the session's shell reads follows.

    A run whose session has ended may be resumed, and one in a final state still holds its session: off and resume mean them too.
    """
    if run_name:
        named(place, run_name)
    changed = []
    for name, run, snap in among:
        if run_name not in ("", name) or snap["status"] not in those:
            continue
        run.decide(Event("mode", time=fast.now(), extra={"status": wanted}))
        if snap["session"]:
            binding = run.plan(snap).state(snap["machine"], snap["state"]) if wanted == "running" else {}
            environment.write(place.data, snap["session"], binding)
        changed.append(name)
    return changed


def _mode(place: Place, mode: str | None) -> None:
    """Write the mode into config.json (None: the default), and accept what results."""
    config = acceptance.settings(place.project)
    config.pop("mode", None)
    if mode:
        config["mode"] = mode
    write_config(place, config)
    digest = layout.source_digest(place.project)
    acceptance.accept(place.project, place.data, digest, mode or "resume")
    from statewright.workflow.compiler import compile_project, write_plan

    try:
        write_plan(place.project, compile_project(place.project), place.data)
    except LoadError as error:
        if mode != "off":  # a broken workflow must not keep anyone from switching it off
            say("The workflow cannot be used as it is: %s" % error)


def write_config(place: Place, config: dict[str, Any]) -> None:
    """Replace config.json."""
    fast.replace(place.folder + "/config.json", (json.dumps(config, indent=2, ensure_ascii=False) + "\n").encode())


def _unaccepted(place: Place) -> str:
    """A word on changed files, which the new mode takes along."""
    changed = accepted_before(place) not in ("", layout.source_digest(place.project))
    return " The workflow's files had changed since they were accepted; they count as accepted now." if changed else ""


def _unmark(data: str, project: str) -> int:
    """Forget the sessions that had a run in this folder."""
    gone = 0
    folder = data + "/sessions"
    for name in fast.names(folder):
        try:
            mark = fast.loads(fast.read_file("%s/%s" % (folder, name)) or b"{}")
        except ValueError:
            continue
        if isinstance(mark, dict) and mark.get("project") == project:
            gone += fast.remove("%s/%s" % (folder, name))
    return gone
