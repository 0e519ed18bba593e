"""Claude Code's hook JSON as an event in our words."""

from statewright import fast
from statewright.harness.claude_code.results import cutter, estimate, text_at, weight
from statewright.harness.claude_code.words import KINDS, NAME
from statewright.model import Event
from statewright.trace import shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json

RENAMED = {"MultiEdit": "Edit", "Task": "Agent", "Monitor": "Bash"}
STOPPERS = ("TaskStop", "KillShell", "KillBash")
SHELLS = ("Bash", "PowerShell")
NODES = 1000  # of a value looked at for its structural hash while the agent waits
CRONS = 64  # scheduled prompts that are remembered


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
        event.result_bytes = estimate(event.tool, event.result)
        event.extra["output"] = shape.digest(event.result, NODES)
        # A call that went on in the background has not ended: its status is not known.
        unfinished = isinstance(event.result, dict) and (event.result.get("backgroundTaskId") or event.result.get("interrupted"))
        event.extra["exit_code"] = None if unfinished else 0
        _task(event)
        if text_at(event.tool, event.result) is not None:
            event.extra["cut"] = cutter(event.tool, event.result)


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
