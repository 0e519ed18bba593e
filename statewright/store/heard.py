"""What the harness's transcript tells goes into the journal when a turn ends: the journal is the truth, the export merges.

The places to read on from are kept for each session, beside the runs: a session may have several runs
after each other, and a message belongs to the run that was current when its turn ended. They are written after
the journal, so that a killed process tells a message twice (the export takes it once) and never not at all.
"""

from statewright import fast
from statewright.harness import claude_code_transcript as transcript
from statewright.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Json, Outcome
    from statewright.store.run import Run

PATIENCE = 0.2  # seconds; who does not get the lock leaves the reading to who has it


def places_file(project: str, session: str) -> str:
    """Where the places of a session's transcript are kept."""
    return "%s/%s.heard" % (layout.runs_dir(project), layout.key_of(session))


def turn_end(run: "Run", event: "Event") -> "Outcome":
    """Decide on the end of a turn, with what is new in the transcript."""
    limit = transcript.SESSION if event.kind == "session_end" else transcript.TURN
    types = {event.agent: event.agent_type} if event.agent else {}
    path = places_file(run.project, event.session)
    told = event.extra.get("transcript", "")
    held = _hold(path) if told.endswith("/%s.jsonl" % event.session) else -1  # another session's file is not ours to count
    try:
        before = _places(path)
        after = before
        event.extra["moved"] = held >= 0 and told != before.get("path")
        if held >= 0:
            event.extra["heard"], after = _read(told, before, types, limit, event.kind == "session_end")
        out = run.decide(event)
        heard = event.extra.get("heard")
        taken = not heard or (out.entries and out.entries[0] is heard[0])
        if taken and not out.data.get("forged"):  # switched off, or a made-up event: told another time
            _keep(path, before, dict(after, run=run.name))
    finally:
        if held >= 0:
            fast.unlock(held)
    over = event.kind == "session_end"
    if out.snapshot is not None and not out.data.get("forged") and (over or out.snapshot["final"]):
        from statewright.store import finish

        finish.begin(run.dir, finish.SESSION_END if over else 0.0)
    return out


def refresh(run: "Run", now: float) -> int:
    """Catch up on every session whose current run this is; gives how many entries are new. Errors as ``catch_up``."""
    base = layout.runs_dir(run.project)
    return sum(catch_up(run, "%s/%s" % (base, name), now) for name in fast.names(base) if name[-6:] == ".heard")


def catch_up(run: "Run", path: str, now: float, told: str = "") -> int:
    """Put into the journal what a session's transcript has more; gives how many entries are new.

    path: the session's places. told: its transcript, where an event names it. Nothing for a run that is no more its
    session's current one. OSError, Damaged and Busy as the store raises them.
    """
    held = _hold(path)
    if held < 0:
        return 0
    try:
        before = _places(path)
        pointer = fast.read_file(path[:-6] + ".current", 256) or fast.read_file(layout.pointer(run.project, "project"), 256)
        owner = pointer.decode("utf-8", "replace").strip() if pointer else before.get("run", run.name)
        if owner != run.name or not (told or before.get("path")):
            return 0
        snap = run.read()
        found, after = _read(told or before["path"], before, snap.get("agents", {}), -1, True)
        if found and snap["status"] != "off":
            run.record(found, now)
        if not found or snap["status"] != "off":
            _keep(path, before, dict(after, run=run.name))
        return len(found)
    finally:
        fast.unlock(held)


def _read(told: str, before: "Json", types: "dict[str, str]", limit: int, every: bool) -> "tuple[list[Json], Json]":
    try:
        return transcript.read_session(told, before, types, limit, every)
    except Exception as error:  # a foreign file, whatever stands in it, is no reason to stop
        return [{"kind": "note", "what": "transcript_failed", "reason": type(error).__name__}], {"path": told}


def _hold(path: str) -> int:
    try:
        return fast.lock(path + ".lock", PATIENCE)
    except (fast.Busy, OSError):
        return -1


def _places(path: str) -> "Json":
    data = fast.read_file(path)
    try:
        found = fast.loads(data) if data else {}
    except ValueError:
        found = {}
    return found if isinstance(found, dict) and isinstance(found.get("files", {}), dict) and isinstance(found.get("types", {}), dict) else {}


def _keep(path: str, before: "Json", after: "Json") -> None:
    if after != before and after.get("path"):
        fast.replace(path, fast.dumps(after))
