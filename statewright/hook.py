"""What every hook executable runs: main(name) answers one hook call and ends the process."""

from statewright import fast
from statewright.harness import claude_code as harness
from statewright.model import Event, Outcome
from statewright.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from statewright.model import Json
    from statewright.store.run import Run

SCHEDULED = "this prompt was scheduled, not typed: the run stays at its end until a person types the next one."
ASKED = ("session-start", "user-prompt")  # hooks that look whether a project lost its folder: never a tool call's


def main(name: str) -> "NoReturn":
    """Read the hook's JSON from stdin, decide, answer on stdout. name: the executable's."""
    project = ""
    event = Event("other", extra={"name": harness.HOOKS.get(name, "")})
    try:
        start = harness.project_dir()
        raw = fast.read_all(0)
        session = harness.session_id()
        if start and session:
            project = layout.find_project(fast.real(start))
            if not project and name not in ASKED and not _marked(session):
                fast.leave(0)
        expecting(name, raw)
        event = _event(name, raw)
        out = None
        if not project:
            where = fast.real(start or event.cwd or fast.getcwd())
            project = layout.find_project(where)
            if not project and not _marked(event.session):
                if name in ASKED:
                    from statewright.store import marks

                    out = marks.hold(where, layout.data_home(), event.session)
                if out is None:
                    fast.leave(0)
        if out is None:
            out = _answer(project, event)
        body, complaint, code = harness.answer(event, out)
        data = fast.dumps(body) if body is not None else b""
    except BaseException as error:
        data, complaint, code = _failed(project, name, event, error)
    if data:
        fast.write(1, data)
    if complaint:
        fast.write(2, fast.encoded(complaint + "\n"))
    fast.leave(code)


def expecting(name: str, raw: bytes) -> None:
    """Told which call is answered before its parts are used: the linked file's loader (setup/linked.py) puts its own here."""


def _marked(session: str) -> bool:
    return bool(session) and fast.kind(layout.marker(layout.data_home(), session)) == "file"


def _event(name: str, raw: bytes) -> Event:
    payload = fast.loads(raw)
    if not isinstance(payload, dict):
        raise ValueError("the hook's input is not a JSON object")
    event = harness.read(payload)
    wanted = harness.HOOKS.get(name)
    if wanted in ("PreToolUse", "PreSkillShellCommand", "ConfigChange") and event.extra["name"] != wanted:
        event.kind = harness.KINDS[wanted]
        event.extra["name"] = wanted
        raise ValueError("the hook's input is not for %s" % wanted)
    return event


def _answer(project: str, event: Event) -> Outcome:
    """The outcome for one event, whatever it is."""
    if event.kind == "other":
        return Outcome()
    event.time = fast.now()
    event.project = project
    event.home = fast.getenv("HOME") or fast.getenv("USERPROFILE")
    event.data = layout.data_home()
    event.sender = _sender
    if event.kind in ("post", "session_start"):
        event.extra["pseudonym"] = lambda text: _pseudonym(event, text)
    event.extra["programs"] = _programs
    inside = fast.getenv("STATEWRIGHT_SHELL")  # our own mark in the agent's shell, see store/environment.py
    event.extra["inside"] = bool(inside) and inside == layout.key_of(event.session)
    event.own = ("statewright", event.data + "/bin/statewright")
    if event.kind == "session_start":
        from statewright.sessions import session_start

        return session_start(event) if project else Outcome()
    from statewright.store import run as store

    run = store.find(project, event.session) if project else None
    if event.kind == "prompt" and project and "statewright" in event.text[:32]:
        from statewright.roads import typed  # cold: few prompts are a person's answer

        answered = typed(project, run, event)
        if answered is not None:
            return answered
    if run is None:
        run = _begun(project, event)
        if run is None:
            return Outcome()
    if event.kind == "config":
        from statewright.harness.claude_code_settings import fault

        event.extra["fault"] = fault(event)
    if event.kind == "prompt":
        return _prompt(run, event)
    if event.kind in ("stop", "subagent_stop", "session_end"):
        from statewright.store import heard

        out = heard.turn_end(run, event)
    else:
        out = run.decide(event)
    if event.kind == "session_end" and not out.data.get("forged") and out.snapshot is not None and out.snapshot["final"]:
        fast.remove(layout.marker(event.data, event.session))  # an unfinished run is missed until it is resumed, ends or is pruned
    elif event.kind == "pre" and run.name[:8] == "project-" and (out.data.get("pinned") or not _marked(event.session)):
        from statewright.store import marks

        marks.note(project, event.data, event.session, run.name)  # a session that joined the run of all
    return out


def _begun(project: str, event: Event) -> "Run | None":
    """The run of a session that had none until this call; None where none is to be started."""
    if event.kind in harness.GATES and _marked(event.session):
        from statewright.store.compiled import Damaged
        from statewright.store.marks import lost  # only here: a mark without its run is rare

        missing = lost(project, event.data, event.session)
        if missing:
            raise Damaged(missing)
    if event.kind == "session_end" and project and not _sender("", event)[1]:
        from statewright.store import marks

        marks.forget(event.data, event.session)
    if event.kind not in ("pre", "snippet", "config") or not project:
        return None
    from statewright.store import start

    try:
        return start.begin(project, event.data, event.session, event.harness, event.time)
    except start.Dormant:
        return None


def _pseudonym(event: Event, text: str) -> str:
    """The keyed hash a trace may hold of a name, "" where no key can be kept."""
    from statewright.store import pseudonym

    try:
        return pseudonym.of(event.data, event.project, text)
    except OSError:
        return ""


def _programs(event: Event, check: "Json", since: str, least: int) -> "tuple[str, str, int]":
    from statewright.store import programs

    return programs.seen(event.project, event.data, check, since, least)


def _sender(pinned: str, event: Event) -> "tuple[str, str]":
    """See senders.stranger. Who is new to the run may have been met at the session's start."""
    from statewright.senders import stranger

    event.extra["ours"] = _ours
    if not pinned:
        from statewright.store import marks

        pinned = marks.client(event.data, event.session)
    return stranger(pinned, event)


def _ours(mark: str, event: Event) -> bool:
    from statewright.store import marks

    return marks.of_project(mark, event)


def _prompt(run: "Run", event: Event) -> Outcome:
    """A person's prompt; after a final state it starts the next run or lets go."""
    if harness.synthetic(event):
        event.kind, event.extra["tasks_ended"] = "tasks", harness.finished(event)
        return run.decide(event)
    snap = run.read()
    if snap["final"] and snap["status"] != "off":
        out = run.decide(event)
        if out.data.get("forged"):
            return Outcome()
        from statewright.sessions import after_final, scheduled

        if scheduled(run, event):
            run.decide(Event("tried", time=event.time, session=event.session, extra={"verb": "prompt", "why": SCHEDULED}))
            out.tell = "statewright: " + SCHEDULED
            return out
        from statewright.store import heard

        # What the transcript wrote late is this run's, not the next one's.
        heard.catch_up(run, heard.places_file(run.project, event.session), event.time, event.extra.get("transcript", ""))
        again = after_final(run, event)
        if again is None:
            return Outcome()
        run = again
    return run.decide(event)


def _failed(project: str, name: str, event: Event, error: BaseException) -> "tuple[bytes, str, int]":
    """The one handler of "could not decide": no while a run is or may be active, silence elsewhere."""
    wanted = harness.HOOKS.get(name, "")
    if not project:  # the input that names the folder may be what is broken
        try:
            project = layout.find_project(fast.real(harness.project_dir() or fast.getcwd()))
        except OSError:
            pass
    gate = harness.KINDS.get(event.extra.get("name") or wanted) in harness.GATES or harness.KINDS.get(wanted) in harness.GATES
    known = type(error).__name__ in ("Damaged", "Busy", "ValueError")
    reason = (str(error) or "the run is locked by another process for too long") if known else "an error of its own (%s)" % type(error).__name__
    if not known:
        _note(project, error)
    # What names its own way out is mended by nothing else.
    text = reason.replace("\n", " ")[:500] + ("" if "a person " in reason else ". A person can repair it with: statewright doctor --repair")
    # Said before the first refusal, to the one who can mend it.
    if type(error).__name__ == "Damaged" and project and harness.KINDS.get(wanted) == "session_start":
        told = Outcome()
        told.show = "statewright cannot decide here, so every tool call will be refused: " + text
        return fast.dumps(harness.answer(Event("other", extra={"name": wanted}), told)[0]), "", 0
    if not gate or not (project or _marked(event.session or harness.session_id())):
        return b"", "", 0
    _undecided(project, event)
    text = "statewright could not decide, so the answer is no: " + text
    body, complaint, code = harness.refusal(wanted or event.extra["name"], text)
    return fast.dumps(body), complaint, code


def _undecided(project: str, event: Event) -> None:
    """Put the refusal into the journal, where there is a run whose state can be read."""
    try:
        from statewright.store import run as store

        run = store.find(project, event.session or harness.session_id()) if project else None
        if run is not None:
            run.decide(Event("undecided", time=fast.now(), tool=event.tool, call=event.call, agent=event.agent, agent_type=event.agent_type))
    except Exception:  # noqa: BLE001, S110, RUF100 - the refusal stands with or without its record
        pass


def _note(project: str, error: BaseException) -> None:
    """A crash note for the person; where it cannot be written, none."""
    try:
        import traceback

        where = project + "/.statewright/runs" if project else layout.data_home()
        fast.make_dirs(where)
        text = "%s\n%s" % (fast.iso(fast.now()), "".join(traceback.format_exception(error)))
        fast.replace(where + "/crash.txt", text.encode("utf-8", "replace"))
    except Exception:  # noqa: BLE001, S110, RUF100 - the note is a courtesy, the refusal is what counts
        pass
