"""Entering states: counters anew, sub-machines begun and ended."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json, Snapshot, State, Workflow

DEPTH = 8  # of nested sub-machines


def facts(snap: "Snapshot", context: "Json", declared: "Json | None" = None) -> "Json":
    """What guards see: the context, and over it the facts that nobody may set. declared: the checks of the machine the run is in."""
    seen = dict(context)
    seen["checks"] = {name: _check(snap, snap["checks"].get(name), check) for name, check in (declared or {}).items()}
    seen["run"] = {"steps": snap["step"], "depth": len(snap["stack"])}
    seen["state"] = {"name": snap["state"], "count": snap["count"], "bytes": snap["bytes"], "files": len(snap["files"]), "entry": snap["entry"]}
    return seen


def _check(snap: "Snapshot", rec: "Json | None", declared: "Json") -> "Json":
    """What is known of a declared check; another machine's result under the same name, of another command, tells nothing of it."""
    if rec is None or rec.get("command") != declared["command"]:
        return {"status": "unknown", "previous_status": "unknown", "weakened": False}
    if rec["clock"] < snap["clock"] and rec["status"] != "unknown":
        return dict(rec, status="stale")
    return rec


def enter(workflow: "Workflow", snap: "Snapshot", machine: str, name: str, now: float) -> "list[str]":
    """Put the run into a state, ending sub-machines whose final state it is. Gives the states passed, ``machine/state``."""
    passed = []
    while True:
        state = workflow.state(machine, name)
        _place(snap, state, now)
        passed.append("%s/%s" % (machine, name))
        if not state.get("final") or not snap["stack"]:
            return passed
        frame = snap["stack"][-1]
        snap["stack"] = snap["stack"][:-1]
        failed = state.get("outcome") == "failure"
        outer = dict(frame["context"])
        outer[frame["invoke"]] = dict(snap["context"], outcome="failure" if failed else "success")
        snap["context"] = outer
        machine = frame["machine"]
        # A failure with no on_fail goes back to where the sub-machine was started: it must not pass for success.
        name = (frame["on_fail"] or frame["state"]) if failed else frame["on_complete"]


def others(workflow: "Workflow", machine: str, data: "Json") -> "list[str]":
    """The first words of offered keys that name another machine of the workflow: its result stands there."""
    found = []
    for key in data:
        root = key.partition(".")[0]
        try:
            if root != machine and workflow.machine(root):
                found.append(root)
        except KeyError:
            continue
    return found


def target(workflow: "Workflow", snap: "Snapshot", branch: "Json") -> "State":
    """The state a branch leads into first; KeyError when the workflow has none of that name."""
    if "invoke" in branch:
        return workflow.state(branch["invoke"], workflow.machine(branch["invoke"])["initial"])
    return workflow.state(snap["machine"], branch["target"])


def invoke(workflow: "Workflow", snap: "Snapshot", branch: "Json", now: float) -> "list[str]":
    """Suspend the machine and start the named one with its defaults plus ``input``. ValueError past the depth."""
    if len(snap["stack"]) >= DEPTH:
        raise ValueError("sub-machines nest at most %d deep" % DEPTH)
    inner = workflow.machine(branch["invoke"])
    frame = {
        "machine": snap["machine"],
        "state": snap["state"],
        "context": snap["context"],
        "invoke": branch["invoke"],
        "on_complete": branch["on_complete"],
        "on_fail": branch.get("on_fail", ""),
    }
    snap["stack"] = [*snap["stack"], frame]
    snap["context"] = dict(inner.get("context", {}), **branch.get("input", {}))
    return enter(workflow, snap, branch["invoke"], inner["initial"], now)


def _place(snap: "Snapshot", state: "State", now: float) -> None:
    snap["machine"] = state["m"]
    snap["state"] = state["s"]
    snap["final"] = bool(state.get("final"))
    snap["slice"] = None  # the store fills in where the state lies in the plan
    snap["entered"] = now
    snap["entry"] += 1
    snap["count"] = snap["bytes"] = 0
    snap["files"] = []
    snap["estimates"] = {}
    snap["warned"] = False
    snap["status"] = "running"
    snap["approval"] = None
