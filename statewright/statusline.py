"""The line for the harness's status bar: where the run stands, and for a person's eyes alone the code that answers a request.

The harness shows what this prints and gives it neither to the model nor to a file (measured, Claude Code 2.1.332). The code stands in
it only when the client itself draws the line, with a person in front of it.
"""

from statewright import brief, fast
from statewright.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json
    from statewright.store.run import Run


def line(project: str, home: str, run: "Run | None") -> str:
    """The whole line. home: the user's data folder."""
    if run is None:
        return " ".join(("statewright: ready", *_changed(project, home)))
    snap = run.read()
    state = run.plan(snap).state(snap["machine"], snap["state"])
    used = "; ".join(brief.limits(state, snap))
    extra = " (%s)" % snap["status"] if snap["status"] != "running" else ""
    text = "%s/%s%s%s" % (snap["machine"], snap["state"], extra, "  " + used if used else "")
    if snap["status"] == "waiting":
        text += _waiting(run, home, snap["approval"])
    return " ".join((text, *_changed(project, home)))


def _waiting(run: "Run", home: str, ask: "Json") -> str:
    """How a person answers, behind the status line."""
    from statewright.roads import in_status_line
    from statewright.store import codes

    about = "  %s -> %s: " % (ask["event"], brief.target(ask["branch"]))
    code = codes.shown(home, run.name, ask) if in_status_line() else ""
    if not code:
        return about + "in a terminal of your own: statewright approvals"
    return about + "type  statewright approve %s  or  statewright reject %s REASON" % (code, code)


def _changed(project: str, home: str) -> "list[str]":
    """A word on files that changed since a person accepted them."""
    record = fast.read_file(layout.accepted(home, project))
    if not record or fast.loads(record).get("digest") == layout.source_digest(project):
        return []
    from statewright.roads import accept_code, in_status_line

    code = accept_code(project, home) if in_status_line() else ""
    return ["[workflow changed: statewright accept%s]" % (" " + code if code else "")]
