"""Our decision in Claude Code's words. A refusal is one JSON object, exit status 2 and the same text on stderr: every version that was measured
blocks on that, garbled or not."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Json, Outcome


def answer(event: "Event", out: "Outcome") -> "tuple[Json | None, str, int]":
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
