"""The second opinion on a held call: asked before the lock is taken, joined to the kernel's findings, able to refuse alone.

Asked only where the project names an endpoint, a person accepted that endpoint on this machine, and our own rules
have not refused the call already. What comes of it travels in ``event.extra["ogr"]`` to the one decision path.
"""

from statewright import fast, kernel
from statewright.model import DENY, REWRITE, Finding
from statewright.ogr import client, endpoint, verdict
from statewright.ogr import event as wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Event, Json, Snapshot, State

RULE = "ogr"
KEY = "OGR_API_KEY"
TIMEOUT_MS = 2500
REWRITING = (("claude-code", "pre"),)  # where the harness lets a hook change a call's input
COUNTS = ("asked", "allowed", "flagged", "blocked", "redacted", "unfit", "unjudged", "none", "keyless")
UNACCEPTED = "no person accepted this endpoint on this machine; a person runs: statewright accept"


class Told:
    """What the kernel needs of an answer. findings: to join its own. categories: for the trace. outcome, status, why: for the tally."""

    __slots__ = ("categories", "findings", "host", "mode", "outcome", "status", "tell", "warn", "why")

    def __init__(self, host: str, mode: str) -> None:
        self.host, self.mode = host, mode
        self.findings: "list[Finding]" = []
        self.categories: "list[str]" = []
        self.outcome, self.why, self.tell, self.warn = "allowed", "", "", ""
        self.status = 0

    def tally(self, old: "Json | None", now: float) -> "tuple[Json, str]":
        """The run's numbers with this answer in them, and what the person is to be shown: verdicts failing, or coming back."""
        new = dict(old or {}, http=dict((old or {}).get("http", ())))
        for name in ("asked", self.outcome):
            new[name] = new.get(name, 0) + 1
        if self.outcome == "keyless":
            return new, ""
        if self.status and self.status != 200:
            new["http"][str(self.status)] = new["http"].get(str(self.status), 0) + 1
        down = self.outcome == "none"
        was, new["down"] = new.get("down", False), down
        if down:
            new["last"] = {"at": now, "why": self.why}
            passing = "every call is refused" if self.mode == "closed" else "calls pass without its verdict"
            return new, "" if was else "statewright: no verdict from %s (%s); %s until it answers." % (self.host, self.why, passing)
        return new, "statewright: %s answers again." % self.host if was else ""


def judged(state: "State", snap: "Snapshot", event: "Event", findings: "list[Finding]", given: "Json", accepted: bool) -> "list[Finding]":
    """The findings to go on with; sets ``event.extra["ogr"]`` where the runtime was asked.

    given: ``event.extra`` as it was before the rules first saw the call. accepted: whether a person accepted the endpoint.
    """
    settings = state["config"]["ogr"]
    if not _asks(state, snap, event, findings):
        return findings
    told, changed = ask(settings, event, accepted)
    if changed is not None:
        event.extra = given  # what the rules worked out from the old call goes
        findings = _rewritten(state, snap, event, changed, told)
    event.extra["ogr"] = told
    return findings


def _asks(state: "State", snap: "Snapshot", event: "Event", findings: "list[Finding]") -> bool:
    """Whether the call is one to ask about: not our own command, nothing that always passes, nothing refused already."""
    from statewright.policy import order
    from statewright.policy.tools import always_passes

    if event.extra.get("own") or always_passes(event.tool) or not (event.raw_tool or event.tool):
        return False
    found = [*findings, *(check(state, snap, event) for check in order.COUNTED)]
    free = snap["status"] == "paused"  # a person's pause: the states bind nothing, a guard does
    return not any(one is not None and one.effect == DENY and (not free or one.rule in kernel.ALWAYS) for one in found)


def ask(settings: "Json", event: "Event", accepted: bool) -> "tuple[Told, Json | None]":
    """One question. What was told, and the input to run instead of the call's own, None when it stays."""
    told = Told("the endpoint", settings.get("fail_mode", "open"))
    try:
        where = endpoint.parse(settings["endpoint"], settings.get("plain_http", False))
        told.host = where.name
        if not accepted:
            raise client.Unreachable(UNACCEPTED)
        key = fast.getenv(KEY)
        if not key:
            told.outcome = "keyless"
            return told, None
        said = wire.held(settings, event)
        wrong = wire.faults(said, settings.get("wire", "0.8"))
        if wrong:
            raise client.Unreachable("our own event would not be valid: %s" % wrong[0])
        seconds = settings.get("timeout_ms", TIMEOUT_MS) / 1000
        told.status, body = client.exchange(where, "POST", "/v1/evaluate", key, wire.encoded(said), seconds)
        found = verdict.read(told.status, body, event.input)
    except (client.Unreachable, verdict.NoVerdict, ValueError) as error:
        return _none(told, str(error)), None
    except Exception as error:
        return _none(told, "an error of our own (%s)" % type(error).__name__), None
    return _heard(told, found, (event.harness, event.kind) in REWRITING)


def _none(told: Told, why: str) -> Told:
    """No verdict: the fail mode decides. Any word but ``open`` is closed."""
    told.outcome, told.why = "none", why
    told.warn = "statewright: no verdict from %s: %s" % (told.host, why)
    if told.mode != "open":
        reason = "No verdict from the guard at %s, and without one nothing runs here (fail mode closed): %s." % (told.host, why)
        told.findings = [Finding(DENY, RULE, reason, "Tell the person; stop or wait.")]
    return told


def _heard(told: Told, found: "verdict.Verdict", rewritable: bool) -> "tuple[Told, Json | None]":
    told.categories = found.categories
    about = ", ".join(found.categories[:5]) or "no category given"
    if found.rules:
        about += "; rule %s" % ", ".join(found.rules[:3])
    if found.outcome == "block":
        told.outcome = "blocked"
        told.findings = [Finding(DENY, RULE, "The guard at %s blocks this call (%s)." % (told.host, about), _OTHER)]
    elif found.outcome == "misfit" or (found.outcome == "redact" and not rewritable):
        told.outcome = "unfit"
        why = found.why or "this harness cannot change a call"
        reason = "The guard at %s wants a part of this call replaced (%s), which cannot be done: %s." % (told.host, about, why)
        told.findings = [Finding(DENY, RULE, reason, _OTHER)]
    elif found.unjudged and told.mode != "open":
        told.outcome = "unjudged"
        told.findings = [Finding(DENY, RULE, "The guard at %s could not look at this call (fail mode closed)." % told.host, _OTHER)]
    elif found.outcome == "redact":
        told.outcome = "redacted"
        told.tell = "statewright: the guard at %s replaced %d passage%s of this call before it ran (%s)." % (
            told.host, found.spans, "" if found.spans == 1 else "s", about)
        return told, found.input
    elif found.unjudged:
        told.outcome = "unjudged"
    elif found.categories:
        told.outcome = "flagged"
    return told, None


_OTHER = "Go on without it, or ask the person."


def _rewritten(state: "State", snap: "Snapshot", event: "Event", changed: "Json", told: Told) -> "list[Finding]":
    """The call as it would run is judged by our own rules like any other: a runtime can take away, not permit."""
    event.input = changed
    if event.command is not None:
        given: "Any" = changed.get("command")
        event.command = given if isinstance(given, str) else ""
        event.script = None
    findings = kernel.judge(state, snap, event)
    if event.extra.get("own"):
        event.extra["own"] = None
        told.outcome = "unfit"
        told.findings = [Finding(DENY, RULE, "The guard at %s would turn this call into a command of statewright's." % told.host, _OTHER)]
        return []
    told.findings = [Finding(REWRITE, RULE, told.tell)]
    return findings
