"""What is shown of a run: ``statewright status``, its page for people and its data for programs."""

from statewright import brief, fast
from statewright.machine.guards import explain, failing
from statewright.machine.runs import facts
from statewright.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json, Snapshot, State
    from statewright.store.run import Run

BOLD, DIM, RED, GREEN, YELLOW = "1", "2", "31", "32", "33"
READY = "No run is active. It starts with the next session's first tool call."
CHANGED = "The workflow's files changed since a person accepted them; the accepted ones still rule. To use the new ones: statewright accept"
APART = "The run's state and its journal disagree (%s); all of it: statewright trace verify"
LIMITS = (("max_iterations", "calls", "tool calls"), ("max_files_per_state", "files", "files"), ("context_budget_bytes", "bytes", "bytes of results"))


def view(project: str, home: str, run: "Run | None") -> "Json":
    """What ``status --json`` prints. home: the user's data folder."""
    accepted, changed = "", False
    record = fast.read_file(layout.accepted(home, project))
    if record:
        accepted = fast.loads(record).get("digest", "")
        changed = accepted != layout.source_digest(project)
    if run is None:
        return {"project": project, "run": None, "workflow_changed": changed, "accepted": accepted}
    snap = run.read()
    state = run.plan(snap).state(snap["machine"], snap["state"])
    settings = state.get("config", {}).get("ogr")
    if settings:
        from statewright.ogr.report import summary
        from statewright.store import acceptance

        ogr = summary(run.dir, settings, snap, acceptance.trusted(project, home, snap["plan"], settings["endpoint"]))
    return {
        "project": project, "run": run.name, "workflow": snap["machine"], "state": snap["state"], "status": snap["status"], "final": snap["final"],
        "stack": ["%s/%s" % (frame["machine"], frame["state"]) for frame in snap["stack"]],
        "steps": snap["step"], "pending": len(snap["pending"]),
        **_rules(state),
        "used": {"calls": snap["count"], "files": len(snap["files"]), "bytes": snap["bytes"]},
        "events": brief.events(state), "approval": _asked(snap),
        "checks": {name: dict(rec, stale=rec["clock"] < snap["clock"]) for name, rec in snap["checks"].items()},
        "context": snap["context"], "refusals": snap["refusals"], "plan": snap["plan"], **({"ogr": ogr} if settings else {}),
        "workflow_changed": changed, "accepted": accepted,
    }  # fmt: skip


def _rules(state: "State") -> "Json":
    limits = {key: state[key] for key in ("max_iterations", "max_edit_lines", "max_files_per_state", "context_budget_bytes") if key in state}
    return {"allowed_tools": state.get("allowed_tools"), "allowed_commands": state.get("allowed_commands"),
            "read_only": bool(state.get("read_only")), "limits": limits}  # fmt: skip


def _asked(snap: "Snapshot") -> "Json | None":
    ask = snap["approval"]
    if not ask:
        return None
    return {
        "id": ask["id"], "event": ask["event"], "target": brief.target(ask["branch"]), "message": ask["message"], "asked": fast.iso(ask["asked"]),
        "expires": fast.iso(ask["deadline"]),
    }  # fmt: skip


class Paint:
    """Colours, or none."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, code: str) -> str:
        return "\033[%sm%s\033[0m" % (code, text) if self.colour else text


def text(seen: "Json", run: "Run | None", colour: bool, now: "float | None" = None) -> str:
    """The status page. seen: what ``view`` gave for this run; now: seconds since the epoch, for ages."""
    paint = Paint(colour)
    lines: "list[str]" = []
    if run is None or seen.get("run") is None:
        lines.append(READY)
    else:
        if seen.get("journal_differs"):
            lines += [paint(APART % seen["journal_differs"], RED), ""]
        lines += _run(seen, run, paint, fast.now() if now is None else now)
    if seen.get("workflow_changed"):
        lines += ["", paint(CHANGED, YELLOW)]
    return "\n".join(lines)


def _run(seen: "Json", run: "Run", paint: "Paint", now: float) -> "list[str]":
    snap = run.read()
    state = run.plan(snap).state(snap["machine"], snap["state"])
    note = {"running": "", "waiting": "waiting for an approval", "paused": "paused by a person", "off": "switched off by a person"}[snap["status"]]
    if snap["final"]:
        note = "final: the person's next prompt starts a new run"
    head = "%s / %s" % (paint(seen["workflow"], BOLD), paint(seen["state"], BOLD))
    lines = [head + ("  (%s)" % paint(note, YELLOW) if note else "")]
    for frame in reversed(seen["stack"]):
        lines.append("  started from %s" % frame)
    lines.append(paint("  run %s, %d steps, in this state for %s" % (seen["run"], seen["steps"], age(now - snap["entered"])), DIM))
    if state.get("instructions"):
        lines += ["", *("  " + line for line in str(state["instructions"]).splitlines())]
    lines += ["", paint("Allowed", BOLD), "  " + brief.allowed(state)]
    lines += _environment(state)
    lines += _limits(seen, paint)
    lines += _approval(snap, paint, now, _code(run, snap["approval"]))
    lines += _events(state, snap, paint)
    lines += _checks(state, snap, paint, now)
    if seen.get("ogr"):
        from statewright.ogr import report

        lines += ["", paint("OpenGuardrails", BOLD), *("  " + line for line in report.lines(seen["ogr"]))]
        lines += ["  " + paint(line, RED) for line in report.troubles(seen["ogr"])]
    lines += _refusals(seen["refusals"], paint, now)
    return lines


def _environment(state: "Json") -> "list[str]":
    lines = []
    if state.get("blocked_env"):
        lines.append("  Not in the shell: %s." % ", ".join(state["blocked_env"]))
    if state.get("env_overrides"):
        lines.append("  Set for the shell: %s." % ", ".join(state["env_overrides"]))
    return lines


def _limits(seen: "Json", paint: "Paint") -> "list[str]":
    limits, used = seen["limits"], seen["used"]
    lines = []
    for key, name, words in LIMITS:
        if key in limits:
            left = max(limits[key] - used[name], 0)
            row = "  %d of %d %s used, %d left" % (used[name], limits[key], words, left)
            lines.append(paint(row, RED) if not left else row)
    if "max_edit_lines" in limits:
        lines.append("  at most %d lines in one edit" % limits["max_edit_lines"])
    return ["", paint("Limits", BOLD), *lines] if lines else []


def _code(run: "Run", ask: "Json | None") -> str:
    """The one-time code, in a person's own terminal alone."""
    if not ask:
        return ""
    from statewright.roads import in_terminal  # cold: only while something waits
    from statewright.store import codes, layout

    data = layout.data_home()
    return codes.shown(data, run.name, ask) if in_terminal(data) else ""


def _approval(snap: "Json", paint: "Paint", now: float, code: str = "") -> "list[str]":
    ask = snap["approval"]
    if not ask:
        return []
    lines = ["", paint("Approval asked for", YELLOW), "  %s -> %s" % (ask["event"], brief.target(ask["branch"]))]
    for word in (ask["message"], ask["reason"] and "the agent says: %s" % ask["reason"]):
        if word:
            lines.append("  " + word)
    left = ask["deadline"] - now
    lines.append("  asked %s ago, %s" % (age(now - ask["asked"]), "expires in %s" % age(left) if left > 0 else "expired"))
    lines.append("  In a terminal of your own: statewright approve, or statewright reject REASON")
    if code:
        lines.append("  As a prompt: statewright approve %s, or statewright reject %s REASON" % (code, code))
    return lines


def _events(state: "Json", snap: "Json", paint: "Paint") -> "list[str]":
    """Each event, each branch: open, or what holds it back now and what would supply it."""
    lines: "list[str]" = []
    known = facts(snap, snap["context"], state.get("checks", ()))
    defined = state.get("guards", {})
    for event, branches in state.get("on", {}).items():
        for branch in branches:
            failed = failing(branch.get("guards", []), defined, known)
            row = "  %s -> %s" % (event, brief.target(branch))
            if "invoke" in branch:
                row += " after %s" % branch["invoke"]
            if branch.get("approval"):
                row += " (needs a person's approval)"
            lines.append(row if failed else paint(row, GREEN))
            for name in failed:
                lines.append("      held back: " + explain(name, defined.get(name), known))
                command = supplier(defined.get(name), state)
                if command:
                    lines.append("      supplied by: " + command)
    if state.get("safe_next"):
        lines.append("  any other event -> %s" % state["safe_next"])
    return ["", paint("Events", BOLD), *lines] if lines else []


def supplier(guard: "Json | None", state: "Json") -> str:
    """The command that supplies a guard's fact: a declared check's, or the ``--set`` that a transition takes."""
    field = str((guard or {}).get("field", ""))
    root, _, rest = field.partition(".")
    if root == "checks":
        name = rest.partition(".")[0]
        check = state.get("checks", {}).get(name)
        return "statewright check %s  (%s)" % (name, check["command"]) if check else ""
    return "statewright transition EVENT --set %s=VALUE" % field if field and root not in ("run", "state") else ""


def _checks(state: "Json", snap: "Json", paint: "Paint", now: float) -> "list[str]":
    lines = []
    for name, check in state.get("checks", {}).items():
        seen = snap["checks"].get(name)
        if not seen:
            lines.append("  %s: unknown, not run yet  (%s)" % (name, check["command"]))
            continue
        status = "stale" if seen["clock"] < snap["clock"] else seen["status"]
        words = "  %s: %s" % (name, paint(status, {"passed": GREEN, "failed": RED}.get(status, YELLOW)))
        was = "was %s; something was edited since, " % seen["status"] if status == "stale" else ""
        none = "; no test ran" if seen.get("empty") else ""
        lines.append("%s, %s%s %s ago, exit status %s%s" % (words, was, seen["grade"], age(now - seen["at"]), seen["exit_code"], none))
    return ["", paint("Checks", BOLD), *lines] if lines else []


def _refusals(rows: "list[Json]", paint: "Paint", now: float) -> "list[str]":
    line = "  %s ago, %s in %s [%s]: %s"
    lines = [line % (age(now - row["time"]), row["tool"] or "call", row["state"], row["rule"], row["reason"]) for row in rows]
    return ["", paint("Last refusals", BOLD), *reversed(lines)] if lines else []


def age(seconds: float) -> str:
    """A length of time in its largest unit."""
    seconds = max(seconds, 0)
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return "%d %s" % (seconds // size, unit)
    return "%d s" % seconds
