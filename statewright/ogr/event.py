"""OGR GuardEvents: the envelope on either wire, the held call as a step/response, and what is wrong with an event.

Two wires, neither valid as the other: 0.8 is the published draft (nine members, ``agent_owner`` among
them); 1.0 dropped that member and may name the reporter and the conversation. The prose and model of a
call's message ride along only where the transcript holds this very call.
"""

from statewright import __version__, fast

try:
    from posix import stat
except ImportError:
    from os import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json

REPORTER = "statewright/" + __version__
WIRES = ("0.8", "1.0")
IDENTITY = ("agent_id", "agent_workspace", "agent_owner", "agent_user")
PROTOCOLS = ("openai.chat", "openai.responses", "anthropic.messages", "canonical")
OPTIONAL = ("integration", "connection", "session_hint")  # 1.0 alone
LONGEST = 128  # letters of an optional member
TAIL = 256 << 10  # bytes of a transcript looked at while a call is held


def envelope(settings: "Json", kind: str, step: str, harness: str, session: str, payload: "Json") -> "Json":
    """An event of the wire the settings name. Identity: from the environment, else the settings, else empty, never guessed."""
    given = {name: fast.getenv("OGR_" + name.upper()) or settings.get(name, "") for name in IDENTITY}
    made: "Json" = {
        "kind": kind,
        "step_id": step,
        "agent_id": given["agent_id"],
        "agent_type": harness,
        "agent_workspace": given["agent_workspace"],
        "agent_user": given["agent_user"],
        "llm_protocol": "canonical",
        "payload": payload,
    }
    if settings.get("wire", "0.8") == "0.8":
        made["agent_owner"] = given["agent_owner"]
    else:
        made["integration"] = REPORTER
        if 0 < len(session) <= LONGEST:
            made["session_hint"] = session
    return made


def held(settings: "Json", event: "Event") -> "Json":
    """The step/response for a call that is held back. Every time with a fresh step id."""
    step = fast.token(16)
    call = {"id": event.call or "hook_" + step, "name": event.raw_tool or event.tool, "arguments": event.input}
    payload = spoken(event)
    payload["tool_calls"] = [call]
    return envelope(settings, "step/response", step, event.harness, event.session, payload)


def encoded(event: "Json") -> bytes:
    """The event's JSON. Lone surrogates become U+FFFD, one for one, so that nobody gets a call past a strict reader by one."""
    data = fast.dumps(event)
    return fast.dumps(_whole(event)) if b"\\ud" in data else data


def _whole(value: "Any") -> "Any":
    if isinstance(value, str):
        return "".join("\ufffd" if "\ud800" <= letter <= "\udfff" else letter for letter in value)
    if isinstance(value, list):
        return [_whole(one) for one in value]
    return {_whole(key): _whole(one) for key, one in value.items()} if isinstance(value, dict) else value


def spoken(event: "Event") -> "Json":
    """Text, reasoning and model of the message that holds this call, {} where the transcript does not hold it yet.

    Only the last ``TAIL`` bytes are read. Never an earlier message's: at this moment the file often ends before this one.
    """
    path = _transcript(event)
    if not path or not event.call:
        return {}
    try:
        size = stat(path).st_size
        start = max(0, size - TAIL)
        data = fast.read_slice(path, start, size - start)
    except OSError:
        return {}
    if start:
        data = data.partition(b"\n")[2]
    found = _lines(data)
    own = next((line["id"] for line in found if event.call in line["calls"]), "")
    if not own or (start and found[0]["id"] == own):  # its beginning may lie before what was read
        return {}
    made: "Json" = {}
    for key in ("text", "reasoning"):
        joined = "\n".join(part for line in found if line["id"] == own for part in line[key])
        if joined:
            made[key] = joined
    model = next((line["model"] for line in found if line["id"] == own and line["model"]), "")
    if model:
        made["model"] = model
    return made


def _transcript(event: "Event") -> str:
    path = event.extra.get("transcript") or ""
    if path and event.agent:  # a subagent's messages are in a file of their own
        return "%s/subagents/agent-%s.jsonl" % (path[: -len(".jsonl")], event.agent) if path.endswith(".jsonl") and "/" not in event.agent else ""
    return str(path)


def _lines(data: bytes) -> "list[Json]":
    """The model's lines: message id, model, texts, reasoning, call ids."""
    found = []
    for raw in data.split(b"\n"):
        if b'"assistant"' not in raw:
            continue
        try:
            line = fast.loads(raw)
        except ValueError:
            continue
        message = line.get("message") if isinstance(line, dict) and line.get("type") == "assistant" else None
        if not isinstance(message, dict) or not isinstance(message.get("id"), str):
            continue
        blocks = [one for one in message.get("content") or () if isinstance(one, dict)] if isinstance(message.get("content"), list) else []
        found.append({
            "id": message["id"],
            "model": message["model"] if isinstance(message.get("model"), str) else "",
            "text": _parts(blocks, "text"),
            "reasoning": _parts(blocks, "thinking"),
            "calls": [one.get("id") for one in blocks if one.get("type") == "tool_use"],
        })
    return found


def _parts(blocks: "list[Json]", kind: str) -> "list[str]":
    return [one[kind] for one in blocks if one.get("type") == kind and isinstance(one.get(kind), str) and one[kind]]


def faults(event: "Any", wire: str) -> "list[str]":
    """What keeps an event from being one of this wire, [] when nothing does. The same as the published schemas say."""
    if not isinstance(event, dict):
        return ["it is no object"]
    required = ["kind", "step_id", "agent_id", "agent_type", "agent_workspace", "agent_user", "llm_protocol", "payload"]
    if wire == "0.8":
        required.append("agent_owner")
    found = ["%s is missing" % name for name in required if name not in event]
    allowed = (*required, *(OPTIONAL if wire == "1.0" else ()))
    found += ["%s is no member of wire %s" % (name, wire) for name in event if name not in allowed]
    for name in allowed:
        if name in event and name != "payload" and not isinstance(event[name], str):
            found.append("%s is no text" % name)
        elif name in OPTIONAL and len(event.get(name, "")) > LONGEST:
            found.append("%s is longer than %d letters" % (name, LONGEST))
    if "payload" in event and not isinstance(event["payload"], dict):
        found.append("payload is no object")
    if not found:
        found += ["kind is none of step/request, step/response"] * (event["kind"] not in ("step/request", "step/response"))
        found += ["step_id is empty"] * (not event["step_id"])
        found += ["llm_protocol is none of %s" % ", ".join(PROTOCOLS)] * (event["llm_protocol"] not in PROTOCOLS)
    return found
