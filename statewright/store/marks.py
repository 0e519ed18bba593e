"""What stands outside the project of its sessions: whom a session's start came from, which run it has, and what is missed where nothing is found.

A mark without a run (``begun`` false) is left at a session's start: its client is known before any script of the agent's can run, and a
project whose folder goes away before the first call is missed as well.
"""

from statewright import fast
from statewright.model import Outcome
from statewright.store import layout
from statewright.store.compiled import Damaged, _mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Json

RUN_GONE = "this session has a run, but %s is gone. Restore it (git checkout, backup), or a person runs: statewright off"
GONE = "the workflow that holds this project is gone (%s). Restore it (git checkout, backup), or a person runs: statewright init, or off"


def lost(project: str, data: str, session: str) -> str:
    """What a session misses where no run of it is found, in a sentence; "" when nothing is lost.

    A run that ended and was let go, and one whose start was cut short, are not missed; their marker goes.
    """
    path = layout.marker(data, session)
    raw = fast.read_file(path)
    if raw is None:
        return ""
    word = _mapping(raw, "the mark of this session's run")
    where, name = str(word.get("project", "")), str(word.get("run", ""))
    if word.get("begun") is False and (project or not name):
        return "" if project else GONE % (where + "/" + layout.FOLDER)
    from statewright.store.run import Run

    try:
        snap = Run(where, name).read()
    except Damaged:
        return RUN_GONE % (where + "/" + layout.FOLDER)
    if snap["final"] or where != project:
        if where == project:
            fast.remove(path)
        return ""
    return RUN_GONE % ("the pointer to run %s" % name)


def word(data: str, session: str) -> "Json":
    """What a session's mark says; {} where there is none, or it cannot be read."""
    raw = fast.read_file(layout.marker(data, session), 65536) if session else None
    try:
        found = fast.loads(raw) if raw else {}
    except ValueError:
        found = {}
    return found if isinstance(found, dict) else {}


def went_on(project: str, data: str, session: str, run: str) -> bool:
    """Whether the session has a later run than this one: in a final state alone is it worth something to be led back to an earlier."""
    found = word(data, session)
    (key, _, number), (mine, _, old) = str(found.get("run", "")).rpartition("-"), run.rpartition("-")
    return key == mine and found.get("project") == project and found.get("begun") is not False and number.isdigit() and int(number) > int(old)


def client(data: str, session: str) -> str:
    """Who a session's start came from, as senders.stranger gave it; "" where that is not known."""
    return str(word(data, session).get("client", ""))


def of_project(mark: str, event: "Event") -> bool:
    """Whether a mark in an environment is that of a session of the event's project."""
    return bool(mark) and word(event.data, mark).get("project") == event.project


def note(project: str, data: str, session: str, run: str, begun: bool = True) -> None:
    """Leave word outside the project that this session has a run: deleting the folder is no way out.

    begun: False while the run has no pointer yet; what is lost then was never in force.
    """
    fast.make_dirs(data + "/sessions")
    word = {"project": project, "run": run}
    fast.replace(layout.marker(data, session), fast.dumps(word if begun else dict(word, begun=False)))


def leave(project: str, data: str, session: str, client: str) -> None:
    """Leave the mark of a session that has no run yet. client: what senders.stranger gave, "" where it is not known."""
    fast.make_dirs(data + "/sessions")
    fast.replace(layout.marker(data, session), fast.dumps({"project": project, "run": "", "begun": False, "client": client}))


def forget(data: str, session: str) -> None:
    """Take such a mark away again: the session ended without a run."""
    if not word(data, session).get("run", "-"):
        fast.remove(layout.marker(data, session))


def missing(start: str, data: str) -> str:
    """The nearest folder from ``start`` upwards whose workflow this machine knows and that has it no more; "" when there is none.

    A person who switched it off may well have deleted it.
    """
    here = start.rstrip("/")
    while here:
        raw = fast.read_file(layout.accepted(data, here))
        if raw is not None and b'"road":"off"' not in raw:
            return here
        here = here.rpartition("/")[0]
    return ""


def hold(start: str, data: str, session: str) -> "Outcome | None":
    """Have a session miss the project whose folder is gone; what the person is told then, None where there was none."""
    project = missing(start, data) if session else ""
    if not project:
        return None
    leave(project, data, session, "")
    out = Outcome()
    out.show = "statewright: every tool call will be refused: " + GONE % (project + "/" + layout.FOLDER)
    return out
