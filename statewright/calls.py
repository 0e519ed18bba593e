"""The part of the kernel that follows a tool call: reserved when it is let through, confirmed or released when its end is known. Pure."""

from statewright import brief, moves
from statewright.model import CLIENT_TOOLS, EDIT_TOOLS, MEMORY_FILES, Outcome
from statewright.policy import budget, iterations
from statewright.policy.words.listed import matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json, Snapshot, State, Workflow

PENDING = 256  # calls remembered at most; the oldest is given up first
AGENTS = 64  # subagents remembered at most


def reserve(out: Outcome, nxt: "Snapshot", state: "State", event: "Event") -> None:
    """Count a call that was let through, and remember it until its end is known."""
    counted = iterations.counts(event)
    changed = event.extra.get("changed") or []
    if event.mcp_server or event.tool not in CLIENT_TOOLS:
        from statewright.policy.limits import served

        changed = served.changed(state, event)  # the edits of other servers, known by their schema
    fresh = []
    if changed:
        from statewright.policy.files import fresh as among

        fresh = among(event, changed, nxt["files"])
    nxt["refused"] = {"rule": "", "n": 0}
    if counted:
        nxt["count"] += 1
    if fresh:
        nxt["files"] = nxt["files"] + fresh
    writes = event.tool in EDIT_TOOLS or bool(changed)
    if event.extra.get("everyday") is not None:
        writes = event.extra["everyday"]
    elif event.command is not None and not event.extra.get("own"):
        from statewright.policy import commandline

        writes = commandline.writes(event)
    check, seen = _check_run(state, event), None
    if check:
        from statewright import observed

        seen = observed.begun(state, event, check, nxt)
    call = {
        "at": event.time, "params": event.extra.get("digest"), "tool": event.tool, "server": event.mcp_server, "agent": event.agent,
        "type": event.agent_type, "counted": counted, "files": fresh, "entry": nxt["entry"], "edit": writes,
    }  # fmt: skip
    if (writes and not (seen and "check" in seen)) or (bool(event.mcp_server) and not event.extra.get("own") and _changes(state, event)):
        nxt["clock"] += 1  # whatever was checked before is stale now
        call["wrote"] = 1  # how often the clock was moved for it: again at its end, for a check that began meanwhile
    if seen:
        call.update(seen, clock=nxt["clock"])
    _describe(call, state, event)
    _await(out, nxt, event, call)


def _describe(call: "Json", state: "State", event: "Event") -> None:
    """What else a call's end wants to know: the runtime's word, what it leaves running, what the trace is to tell of it."""
    told = event.extra.get("ogr")
    if told is not None and told.categories:
        call["ogr"] = told.categories
    if event.script is not None and any(command.background for command in event.script.commands):
        call["behind"] = True  # it leaves something running
    settings = state.get("config", {}).get("trace")
    path = event.input.get("file_path")
    usual = isinstance(path, str) and path[path.rfind("/") + 1 :] in MEMORY_FILES
    if usual or settings:
        _for_the_trace(call, event, settings or {}, usual)


def _await(out: Outcome, nxt: "Snapshot", event: "Event", call: "Json") -> None:
    """Keep a call until its end, and its ticket where it is one of ours; one whose end nobody will tell has ended now."""
    words = event.extra.get("own")
    if words and words[0] in ("transition", "check"):
        until = event.time + moves.TICKET_SECONDS
        nxt["ticket"] = {"words": words, "agent": event.agent, "call": event.call, "session": event.session, "until": until}
    if event.kind == "snippet":  # the harness tells no end for these
        out.entries.append(call_step(nxt, call, event, 200))
        return
    waiting = dict(nxt["pending"])
    if event.call in waiting:  # asked about twice: the end of one is never told
        out.entries.append(call_step(nxt, waiting[event.call], event, 499, event.call))
    waiting[event.call or "call-%d-%d" % (nxt["seq"], len(waiting))] = call
    while len(waiting) > PENDING:
        oldest = next(iter(waiting))
        out.entries.append(call_step(nxt, waiting.pop(oldest), event, 499, oldest))
    nxt["pending"] = waiting


def _changes(state: "State", event: "Event") -> bool:
    """Whether a server's tool may change files: an unknown one counts as what it could do at most."""
    from statewright.policy.words.given import reads_by_name

    return not reads_by_name(event.tool) and not reads(state.get("config", {}).get("trace", {}), event.tool)


def _for_the_trace(call: "Json", event: "Event", settings: "Json", usual: bool) -> None:
    """Whether the call touches a memory, and whether a server's tool only reads, as config.json says."""
    from statewright.trace import memory

    touched = memory.operation(event.tool, event.mcp_server, event.input.get("file_path"), settings, event.project, event.home, usual)
    if touched:
        call["memory"] = touched
    if event.mcp_server and reads(settings, event.tool):
        call["reading"] = True


def reads(settings: "Json", tool: str) -> bool:
    """Whether a person named this tool of an MCP server as one that only reads."""
    return any(matches(pattern, tool) for pattern in settings.get("reading_tools", ()))


def received(nxt: "Snapshot", agent: str, agent_type: str) -> "list[Json]":
    """What an agent was handed since its last step: a subagent its task, the main agent what its subagents ended with."""
    if not agent:
        back = nxt.get("returned")
        if not back:
            return []
        nxt["returned"] = []
        return [dict(one, summary="finished") for one in back]
    known = nxt.get("agents", {})
    if agent in known:
        return []
    nxt["agents"] = dict(list(known.items())[1 - AGENTS :], **{agent: agent_type})
    return [{"from": "main", "summary": "task given"}]


def _memory(call: "Json", event: "Event") -> "list[Json]":
    touched, named = call.get("memory"), event.extra.get("pseudonym")
    return [dict(touched, key=named(touched["touched"]))] if touched and named else []


def _check_run(state: "State", event: "Event") -> str:
    """The declared check that this call runs, word for word in its folder and in the foreground; "" when none."""
    if event.kind != "pre" or event.command is None or event.input.get("run_in_background"):
        return ""
    text = event.command.strip()
    for name, check in state.get("checks", {}).items():
        if text == check["command"].strip() and event.facts.real(event.cwd) == event.facts.real(event.project + "/" + check.get("cwd", "")):
            return str(name)
    return ""


def call_step(nxt: "Snapshot", call: "Json", event: "Event", code: int, name: str = "") -> "Json":
    """The journal's entry for a call's end. free, late, wrote: what the counters made of it, where that is not the usual."""
    return moves.entry(
        "call", nxt, event, tool=call["tool"], mcp_server=call["server"], call=name or event.call, agent=call["agent"], agent_type=call["type"],
        started=min(call["at"], event.time), duration_ms=None if name else event.duration_ms,
        params=call["params"], output=None if name else event.extra.get("output"),
        status_code=code, bytes=0 if name else event.result_bytes, ogr=call.get("ogr"),
        from_agents=received(nxt, call["agent"], call["type"]), to_agents=[] if name else event.extra.get("spawned", []),
        memory=_memory(call, event) if code == 200 else [], reading=call.get("reading", False),
        free=not call.get("counted"), late=call["entry"] != nxt["entry"], wrote=call.get("wrote", 0),
    )  # fmt: skip


def post(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A call ended: one step, its bytes, and the budget's word when it is due."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    waiting = dict(nxt["pending"])
    call = waiting.pop(event.call, None)
    if call is None:
        call = _unannounced(out, nxt, event)
    elif "wrote" in call:
        call = dict(call, wrote=2)
        nxt["clock"] += 1
    nxt["pending"] = waiting
    out.entries.append(call_step(nxt, call, event, 200 if event.ok else event.extra.get("status_code", 500)))
    if call.get("behind") or event.extra.get("task") or event.extra.get("tasks_ended"):
        from statewright.background import noted  # here only: few calls leave something behind

        nxt["background"] = noted(nxt["background"], call, event)
    if call.get("check") or call.get("doubt"):
        from statewright import observed

        nxt = out.snapshot = observed.ended(out, workflow, nxt, call, event)
    if call["edit"]:
        nxt["turn"] = dict(nxt["turn"], edits=nxt["turn"]["edits"] + 1)
    ticket = nxt["ticket"]
    if ticket and ticket["call"] == event.call:
        nxt["ticket"] = None  # a ticket not redeemed by its own call is void
    if call["entry"] != nxt["entry"]:
        return out  # what it returned belongs to the state it was let through in
    state = workflow.state(nxt["machine"], nxt["state"])
    limit = state.get("context_budget_bytes")
    size = event.result_bytes
    left = None if limit is None else limit - nxt["bytes"]
    if left is not None and size > left and event.extra.get("cut"):
        out.replace, size = event.extra["cut"](max(left, 0))
    nxt["bytes"] += max(0, size - nxt["estimates"].get(event.call, 0))  # the same end may be told twice
    nxt["estimates"] = dict(list(nxt["estimates"].items())[-63:], **{event.call: size})
    _warn(out, nxt, state, limit)
    return out


def _unannounced(out: Outcome, nxt: "Snapshot", event: "Event") -> "Json":
    """What is known of a call that ended and was not waited for: none was announced, or its end is told once more."""
    if nxt["checks"]:
        from statewright import observed

        observed.ended_again(out, nxt, event)
    return {
        "at": event.time - (event.duration_ms or 0) / 1000, "params": event.extra.get("digest"), "tool": event.tool, "server": event.mcp_server,
        "agent": event.agent, "type": event.agent_type, "entry": nxt["entry"], "edit": event.tool in EDIT_TOOLS,
    }  # fmt: skip


def _warn(out: Outcome, nxt: "Snapshot", state: "State", limit: "int | None") -> None:
    """The budget's word, once a state, when most of it is used."""
    if limit is not None and nxt["bytes"] >= limit * budget.WARN and not nxt["warned"]:
        nxt["warned"] = True
        out.tell = "statewright: %d of %d bytes of this state's context budget are used. %s" % (nxt["bytes"], limit, brief.way_out(state, nxt["own"]))


def batch(workflow: "Workflow", snap: "Snapshot", event: "Event", _: "Any") -> Outcome:
    """A model message's calls are all answered: true sizes; a call still pending was refused by others."""
    out = Outcome()
    nxt = out.snapshot = dict(snap)
    estimates = dict(nxt["estimates"])
    waiting = dict(nxt["pending"])
    for one in event.calls:
        guess = estimates.pop(one["call"], None)
        if guess is not None:
            nxt["bytes"] += one["bytes"] - guess
        call = waiting.pop(one["call"], None)
        if call is not None:
            _release(out, nxt, one["call"], call, event)
    nxt["estimates"] = estimates
    nxt["pending"] = waiting
    if not out.entries and nxt["estimates"] == snap["estimates"]:
        out.snapshot = None
        return out
    state = workflow.state(nxt["machine"], nxt["state"])
    _warn(out, nxt, state, state.get("context_budget_bytes"))
    return out


def _release(out: Outcome, nxt: "Snapshot", name: str, call: "Json", event: "Event") -> None:
    """Give back what a call reserved that never ran."""
    if call["entry"] == nxt["entry"]:
        if call["counted"]:
            nxt["count"] -= 1
        nxt["files"] = [path for path in nxt["files"] if path not in call["files"]]
    if nxt["ticket"] and nxt["ticket"]["call"] == name:
        nxt["ticket"] = None
    out.entries.append(dict(call_step(nxt, call, event, 403, name), what="release"))
