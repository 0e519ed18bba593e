"""What the model and the person are told about where a run stands. Pure text."""

from statewright.policy.words.listed import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json, Snapshot, State


def needs(branch: "Json") -> str:
    """What a branch still asks for, in words."""
    parts = []
    if branch.get("guards"):
        parts.append("needs " + " and ".join(branch["guards"]))
    if branch.get("approval"):
        parts.append("needs a person's approval")
    if "invoke" in branch:
        parts.append("runs %s first" % branch["invoke"])
    return "; ".join(parts)


def target(branch: "Json") -> str:
    """Where a branch leads."""
    return str(branch.get("target") or branch.get("on_complete"))


def events(state: "State") -> "list[str]":
    """One line for each event: its name, where it leads, what it needs."""
    lines = []
    for name, branches in state.get("on", {}).items():
        for branch in branches:
            need = needs(branch)
            lines.append("%s -> %s%s" % (name, target(branch), " (%s)" % need if need else ""))
    return lines


def way_out(state: "State", own: str) -> str:
    """One sentence: which command leads on."""
    names = list(state.get("on", {}))
    if not names:
        return (
            "State %s is final: the run is over until the person's next prompt." % state["s"]
            if state.get("final")
            else "No event leads on from here: ask the person."
        )
    if len(names) == 1:
        return "To go on to %s run: %s transition %s" % (target(state["on"][names[0]][0]), own, names[0])
    return "To go on run %s transition EVENT, with one of: %s" % (own, "; ".join(events(state)))


def allowed(state: "State", own: str = "") -> str:
    """The tools and commands of a state in one line. own: what the agent calls us by, where a long list is to be told in short."""
    tools = state.get("allowed_tools")
    refused = state.get("disallowed_tools", ())
    parts = ["Tools: " + ("all" if tools is None else ", ".join(name for name in tools if not listed(refused, name)) or "none") + "."]
    if tools is None and refused:
        parts.append("Not: %s." % ", ".join(refused))
    if own and state.get("commands_told"):
        parts.append("Shell commands (%d, listed by `%s status`): %s." % (len(state["allowed_commands"]), own, state["commands_told"]))
    elif state.get("allowed_commands") is not None:
        parts.append("Shell commands: %s." % (", ".join(state["allowed_commands"]) or "none"))
    elif state.get("read_only"):
        parts.append("The shell is for reading only.")
    return " ".join(parts)


def limits(state: "State", snap: "Snapshot | None") -> "list[str]":
    """The limits of a state with what is used, one phrase each."""
    rows = (
        ("max_iterations", "count", "tool calls"),
        ("max_files_per_state", "files", "files"),
        ("context_budget_bytes", "bytes", "bytes of results"),
    )
    lines = []
    for key, used, word in rows:
        if key in state:
            value = 0 if snap is None else len(snap[used]) if used == "files" else snap[used]
            lines.append("%s: %d of %d used" % (word, value, state[key]))
    if "max_edit_lines" in state:
        lines.append("at most %d lines in one edit" % state["max_edit_lines"])
    return lines


def summary(state: "State", snap: "Snapshot | None", own: str) -> str:
    """The paragraph for session start, prompts, and entering a state: where the run is, what it may do, what leads on."""
    lines = ["statewright: workflow %s, state %s." % (state["m"], state["s"])]
    if snap is not None and snap["stack"]:
        places = " in ".join("%s/%s" % (frame["machine"], frame["state"]) for frame in reversed(snap["stack"]))
        lines.append("It is a sub-machine started from %s; its own events alone lead on, its end leads back there." % places)
    if snap is not None and snap["status"] == "waiting":
        lines.append("Waiting for a person's approval of %s: nothing else can transition; stopping is fine." % snap["approval"]["event"])
    elif snap is not None and snap["status"] in ("paused", "off"):
        return "statewright: the workflow %s is %s by a person; its states bind nothing now." % (state["m"], snap["status"])
    if state.get("instructions"):
        lines.append(state["instructions"])
    lines.append(allowed(state, own))
    bounds = limits(state, snap)
    if bounds:
        lines.append("Limits: %s." % "; ".join(bounds))
    env = state.get("env_overrides")
    if env:
        lines.append("Set for the shell: %s." % ", ".join(env))
    if state.get("blocked_env"):
        lines.append("Not available in the shell: %s." % ", ".join(state["blocked_env"]))
    for key, word in (("model", "model"), ("thinking_level", "thinking level")):
        if state.get(key):
            lines.append("Suggested %s: %s." % (word, state[key]))
    lines.append(way_out(state, own))
    return "\n".join(lines)
