"""Work that goes on behind a call: a background shell, a monitor, a command ended by ``&``. Pure.

A state's limits are worth little when a command started in it goes on in the next, so a transition waits for it
unless the target state permits that command too. Entries are noted at a call's end, and go when the harness tells
their end (a notification, a stopped task, the list at a turn's end), when a session begins anew, and, where the
system tells, when no process of that time and session is alive. A person's own transition waits for nothing.
"""

from statewright.model import DENY, Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json, Snapshot, State

MOST = 32  # entries kept; the oldest is given up first
LONGEST = 4000  # characters of a command that are kept; a longer one is permitted nowhere
RULE = "background"


def noted(entries: "Json", call: "Json", event: Event) -> "Json":
    """The entries after a call's end: one more when something of it still runs, fewer when it ended some."""
    task = event.extra.get("task")
    gone = event.extra.get("tasks_ended", ())
    if gone:
        entries = {name: one for name, one in entries.items() if name not in gone}
    if event.command is None or not (task or call.get("behind")):
        return entries
    entry = {
        "tool": event.raw_tool,
        "command": event.command if len(event.command) <= LONGEST else "",
        "cwd": event.cwd,
        "session": event.session,
        "task": bool(task),
        "since": call["at"],
        "until": event.time,
    }
    kept = dict(list(entries.items())[1 - MOST :])
    kept[task or event.call] = entry
    return kept


def running(entries: "Json", event: Event) -> "Json":
    """The entries after a turn: the harness lists the tasks that still run; what the shell left behind is in no list."""
    if not event.extra.get("tasks_known"):
        return entries
    alive = [one.get("id") for one in event.background]
    return {name: one for name, one in entries.items() if name in alive or not one["task"]}


def holds(snap: "Snapshot", target: "State", event: Event) -> "tuple[list[str], str]":
    """(entries known to be over, why the transition has to wait or "")."""
    entries = snap["background"]
    if not entries or event.extra.get("ticket") is True:
        return [], ""
    over = event.extra["over"](entries) if event.extra.get("over") else []
    for name, one in entries.items():
        if name in over or permits(snap, target, one, event):
            continue
        text = one["command"] if len(one["command"]) <= 80 else one["command"][:77] + "..."
        return over, (
            "background work of this state still runs (%s), and %s does not permit it. Wait for its end, or stop it (TaskStop, or kill), "
            "then run the transition again; if it has ended unseen, ending this turn makes that known" % (text or "a long command", target["s"])
        )
    return over, ""


def permits(snap: "Snapshot", target: "State", entry: "Json", event: Event) -> bool:
    """Whether a state would let the command be started in it."""
    from statewright.policy import order
    from statewright.shell.reader import read

    if not entry["command"]:
        return False
    probe = Event("pre", tool="Bash", raw_tool=entry["tool"], input={"command": entry["command"]}, command=entry["command"], cwd=entry["cwd"])
    probe.project, probe.home, probe.data, probe.facts, probe.own = event.project, event.home, event.data, event.facts, event.own
    probe.session, probe.script = entry["session"], read(entry["command"])
    found = [check(target, snap, probe) for check in order.STATIC]
    return not any(one is not None and one.effect == DENY for one in found)
