"""Claude Code: its hook JSON to our words and back. The only place that knows its key and tool names.

Measured on 2.1.119, 2.1.240 and 2.1.332. A refusal is one JSON object, exit status 2 and the same
text on stderr: every one of those versions blocks on that, garbled or not.
"""

from statewright import fast
from statewright.model import Event
from statewright.trace import shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json, Outcome

NAME = "claude-code"
SESSION_VARIABLE = "CLAUDE_CODE_SESSION_ID"  # set for all the client starts
KINDS = {
    "PreToolUse": "pre",
    "PostToolUse": "post",
    "PostToolUseFailure": "post",
    "PostToolBatch": "batch",
    "Stop": "stop",
    "SubagentStop": "subagent_stop",
    "UserPromptSubmit": "prompt",
    "SessionStart": "session_start",
    "SessionEnd": "session_end",
    "ConfigChange": "config",
    "PreSkillShellCommand": "snippet",
}
# The agent's shell carries the client's messaging token, which could send a person's prompt.
SHELL_SECRETS = ("CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN")
GATES = ("pre", "snippet", "config")  # events that can hold something back
HOOKS = {
    "pre-tool": "PreToolUse",
    "skill-shell": "PreSkillShellCommand",
    "config-change": "ConfigChange",
    "post-tool": "PostToolUse",
    "stop": "Stop",
    "session-start": "SessionStart",
    "session-end": "SessionEnd",
    "user-prompt": "UserPromptSubmit",
}
RENAMED = {"MultiEdit": "Edit", "Task": "Agent", "Monitor": "Bash"}
STOPPERS = ("TaskStop", "KillShell", "KillBash")
SHELLS = ("Bash", "PowerShell")
NODES = 1000  # of a value looked at for its structural hash while the agent waits
PREVIEW = 30000  # longer shell output goes to a file and the model gets a preview
PREVIEW_BYTES = 2500
CRONS = 64  # scheduled prompts that are remembered
TEXTS = {"Bash": ("stdout",), "Read": ("file", "content"), "Grep": ("content",), "WebFetch": ("result",)}  # where a result's text lies


def project_dir() -> str:
    """The folder the harness was started in, "" when it does not say."""
    return fast.getenv("CLAUDE_PROJECT_DIR")


def session_id() -> str:
    """The session this process belongs to, as the environment tells it."""
    return fast.getenv(SESSION_VARIABLE)


def version() -> str:
    """The harness's version as the environment tells it (claude-code_2-1-332_agent), "" when it does not."""
    name, _, rest = fast.getenv("AI_AGENT").partition("_")
    numbers = rest.partition("_")[0].replace("-", ".")
    return numbers if name == NAME and numbers[:1].isdigit() else ""


def env_file() -> str:
    """The file whose text the harness runs before every shell command, "" outside the events that have one."""
    return fast.getenv("CLAUDE_ENV_FILE")


def _text(value: "Any") -> str:
    return value if isinstance(value, str) else ""


def read(payload: "Json") -> Event:
    """The event in our words. Missing or odd fields become empty ones; the rules refuse what they need and do not find."""
    name = _text(payload.get("hook_event_name"))
    event = Event(KINDS.get(name, "other"), harness=NAME, session=_text(payload.get("session_id")), cwd=_text(payload.get("cwd")))
    event.extra["name"] = name
    event.agent = _text(payload.get("agent_id"))
    event.agent_type = _text(payload.get("agent_type"))
    event.source = _text(payload.get("source") or payload.get("reason"))
    event.text = _text(payload.get("prompt"))
    event.file = _text(payload.get("file_path"))
    event.stop_active = payload.get("stop_hook_active") is True
    tasks = payload.get("background_tasks")
    event.extra["tasks_known"] = isinstance(tasks, list)
    event.background = [one for one in tasks if isinstance(one, dict) and one.get("status") == "running"] if isinstance(tasks, list) else []
    crons = payload.get("session_crons")
    if isinstance(crons, list):  # what will wake the session later, with its prompts
        event.extra["crons"] = [spoken(_text(one.get("prompt"))) for one in crons[:CRONS] if isinstance(one, dict)]
    event.extra["transcript"] = _text(payload.get("transcript_path"))
    if "tool_name" in payload:
        _tool(event, payload)
    elif event.kind == "batch":
        calls = payload.get("tool_calls")
        event.calls = (
            [
                {"call": _text(one.get("tool_use_id")), "tool": _text(one.get("tool_name")), "bytes": weight(one.get("tool_response"))}
                for one in calls
                if isinstance(one, dict)
            ]
            if isinstance(calls, list)
            else []
        )
    return event


def _tool(event: Event, payload: "Json") -> None:
    raw = _text(payload.get("tool_name"))
    event.raw_tool = raw
    event.tool = RENAMED.get(raw, raw)
    event.call = _text(payload.get("tool_use_id"))
    given = payload.get("tool_input")
    event.input = given if isinstance(given, dict) else {}
    event.extra["digest"] = shape.held(given, NODES)
    if raw[:5] == "mcp__":
        event.mcp_server = raw[5:].partition("__")[0]
    if event.tool in SHELLS and isinstance(event.input.get("command"), str):
        event.command = event.input["command"]
    if event.kind != "post":
        return
    took = payload.get("duration_ms")
    event.duration_ms = int(took) if isinstance(took, (int, float)) and not isinstance(took, bool) and took >= 0 else None
    if event.extra["name"] == "PostToolUseFailure":
        event.ok = False
        event.error = _text(payload.get("error"))
        event.result_bytes = len(event.error.encode("utf-8", "surrogatepass"))
        event.extra["output"] = shape.NULL_DIGEST
        event.extra["status_code"] = _code(event.error, payload.get("is_interrupt") is True)
        event.extra["exit_code"] = _exit_code(event.error)
    else:
        event.result = payload.get("tool_response")
        if event.tool == "Agent" and isinstance(event.result, dict) and _text(event.result.get("agentId")):
            kind = _text(event.result.get("agentType")) or _text(event.input.get("subagent_type")) or "general-purpose"  # the harness's default
            event.extra["spawned"] = [{"agent": event.result["agentId"], "type": kind}]
        event.result_bytes = _estimate(event.tool, event.result)
        event.extra["output"] = shape.digest(event.result, NODES)
        # A call that went on in the background has not ended: its status is not known.
        unfinished = isinstance(event.result, dict) and (event.result.get("backgroundTaskId") or event.result.get("interrupted"))
        event.extra["exit_code"] = None if unfinished else 0
        _task(event)
        if _place(event.tool, event.result) is not None:
            event.extra["cut"] = _cutter(event.tool, event.result)


def _task(event: Event) -> None:
    """The background task that a call began or ended."""
    result = event.result if isinstance(event.result, dict) else {}
    if event.tool == "Bash":
        event.extra["task"] = _text(result.get("backgroundTaskId") or (event.raw_tool == "Monitor" and result.get("taskId")))
    elif event.tool in STOPPERS:
        event.extra["tasks_ended"] = [_text(event.input[key]) for key in ("task_id", "shell_id", "bash_id") if key in event.input]


def _code(error: str, interrupted: bool) -> int:
    if interrupted:
        return 499
    head = error[:200].lower()
    return 408 if "timed out" in head or "timeout" in head else 429 if "rate limit" in head else 500


def _exit_code(error: str) -> "int | None":
    digits = error[10:].partition("\n")[0] if error[:10] == "Exit code " else ""
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else None


def weight(value: "Any") -> int:
    """UTF-8 bytes of what the model is given: a text, or content blocks."""
    if isinstance(value, str):
        return len(value.encode("utf-8", "surrogatepass"))
    if isinstance(value, list):
        return sum(
            weight(one.get("text")) if isinstance(one, dict) and "text" in one else weight(one) if isinstance(one, (str, list)) else 0
            for one in value
        )
    return 0 if value is None else len(fast.dumps(value))


def _place(tool: str, result: "Any") -> "tuple[str, ...] | None":
    """The keys that lead to a result's text, None when there is none to cut."""
    where: tuple[str, ...] | None = TEXTS.get(tool)
    for key in where or ():
        result = result.get(key) if isinstance(result, dict) else None
    return where if where and isinstance(result, str) else None


def _estimate(tool: str, result: "Any") -> int:
    """Bytes the model will get, as far as the result tells; a batch event corrects it."""
    where = _place(tool, result)
    if where is None:
        return weight(result)
    for key in where:
        result = result[key]
    size = weight(result)
    return PREVIEW_BYTES if tool == "Bash" and len(result) > PREVIEW else size


def _cutter(tool: str, result: "Json") -> "Any":
    def cut(left: int) -> "tuple[Json, int]":
        where = TEXTS[tool]
        copy = place = dict(result)
        for key in where[:-1]:
            place[key] = dict(place[key])
            place = place[key]
        data = place[where[-1]].encode("utf-8", "surrogatepass")
        kept = data[:left].decode("utf-8", "ignore")
        note = "\n[statewright: cut here, %d of %d bytes left out: the context budget of this state is used up]" % (len(data) - left, len(data))
        place[where[-1]] = kept + note
        return copy, left

    return cut


def answer(event: Event, out: "Outcome") -> "tuple[Json | None, str, int]":
    """(JSON for stdout or None, text for stderr, exit status) in the harness's words."""
    name = event.extra["name"]
    if event.kind == "pre":
        if out.effect == "deny":
            return refusal(name, out.reason)
        if out.effect == "allow":
            return {"hookSpecificOutput": {"hookEventName": name, "permissionDecision": "allow", "permissionDecisionReason": "statewright"}}, "", 0
        if out.effect == "rewrite":
            changed: Json = {"hookEventName": name, "updatedInput": event.input}  # no decision: the harness's own rules judge what it has become
            if out.tell:
                changed["additionalContext"] = out.tell[:9900]
            return dict({"systemMessage": out.show} if out.show else {}, hookSpecificOutput=changed), "", 0
        return {"systemMessage": out.show} if out.show else None, out.data.get("warn", ""), 0
    if (event.kind == "snippet" and out.effect == "deny") or (event.kind == "config" and out.block):
        return refusal(name, out.reason)
    if event.kind == "prompt" and out.block:  # dropped before any request; only the person is told
        return {"decision": "block", "reason": out.reason[:20000]}, "", 0
    own: Json = {}
    if event.kind == "stop" and out.block:
        own["additionalContext"] = out.reason
    elif out.tell:
        own["additionalContext"] = out.tell[:9900]  # longer text goes to a file and the model gets its path
    if out.replace is not None:
        own["updatedToolOutput"] = out.replace
    whole: Json = {}
    if own:
        whole["hookSpecificOutput"] = dict(own, hookEventName=name)
    if out.show:
        whole["systemMessage"] = out.show
    return whole or None, out.data.get("warn", ""), 0


def refusal(name: str, reason: str) -> "tuple[Json, str, int]":
    """How a no looks, for each event that can hold something back."""
    reason = reason[:20000]
    if name == "PreToolUse":
        return {"hookSpecificOutput": {"hookEventName": name, "permissionDecision": "deny", "permissionDecisionReason": reason}}, reason, 2
    return {"decision": "block", "reason": reason}, reason, 2


def spoken(text: str) -> str:
    """A prompt as it is remembered: a hash of its words."""
    return fast.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass"))[:16]


def synthetic(event: Event) -> bool:
    """Whether a prompt was made by the harness, not typed."""
    return event.text.lstrip().startswith("<task-notification>")


def finished(event: Event) -> "list[str]":
    """The background task that a made prompt reports as over."""
    status = event.text.partition("<status>")[2].partition("</status>")[0]
    task = event.text.partition("<task-id>")[2].partition("</task-id>")[0]
    return [task] if status in ("completed", "failed", "killed", "stopped") and task else []
