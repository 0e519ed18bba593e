"""From a runtime's answer to what it means for the held call. Pure; nothing a runtime sends is trusted or shown as it is.

A verdict may tighten: block, or replace spans of the call's arguments. Everything that is not plainly a
verdict is none, and the fail mode decides. ``subject``, the detected value itself, is never read.
"""

from statewright import fast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from statewright.model import Json

ROOTS = ("safety", "security", "privacy", "x")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789_.")
_PLAIN = _LETTERS | frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ:-/")
SHOWN = 64  # letters of a name shown
PROSE = ("text", "reasoning", "model", "usage", "timing")  # parts of a step/response that are not the held call


class NoVerdict(Exception):
    """The answer is no verdict; the message says why, in words of ours."""


class Verdict:
    """outcome: ``allow``, ``block``, ``redact`` (``input`` holds the arguments to run instead) or ``misfit`` (spans that cannot be applied).

    categories: of the findings, cleaned. rules: detector names, cleaned. unjudged: the held call itself was not looked at.
    """

    __slots__ = ("categories", "input", "outcome", "rules", "spans", "unjudged", "why")

    def __init__(self, outcome: str) -> None:
        self.outcome = outcome
        self.categories: "list[str]" = []
        self.rules: "list[str]" = []
        self.input: "Json | None" = None
        self.spans = 0
        self.unjudged = False
        self.why = ""


def read(status: int, body: bytes, arguments: "Json") -> Verdict:
    """The verdict in an answer to the call with these arguments; NoVerdict for all else."""
    if status != 200:
        raise NoVerdict(_refused(status, body))
    try:
        told = fast.loads(body)
    except ValueError:
        raise NoVerdict("its answer is not JSON") from None
    if not isinstance(told, dict):
        raise NoVerdict("its answer is no JSON object")
    decision = told.get("decision")
    if decision not in ("allow", "block"):
        raise NoVerdict("its answer holds no decision we know")
    made = Verdict(decision)
    _findings(made, told.get("findings"), decision == "block")
    if decision == "block":
        return made  # whatever else is odd about it
    for name in ("event_id", "provider"):
        if not isinstance(told.get(name), str) or not told[name]:
            raise NoVerdict("its answer is no verdict: %s is missing" % name)
    unjudged = told.get("unjudged")
    if unjudged is not None and not (isinstance(unjudged, list) and all(isinstance(one, str) for one in unjudged)):
        raise NoVerdict("its answer is no verdict: unjudged is no list of paths")
    made.unjudged = any(_place(one) is not None for one in unjudged or ())
    _redacted(made, _spans(told.get("modifications")), arguments)
    return made


def _refused(status: int, body: bytes) -> str:
    """A status that is no 200, in words; of the body only names are taken."""
    if 300 <= status < 400:
        return "HTTP %d, a redirect; redirects are not followed" % status
    words = {401: "the key was refused", 403: "the key was refused", 404: "there is no /v1/evaluate", 429: "rate limited"}.get(status, "")
    try:
        told = fast.loads(body)
    except ValueError:
        told = None
    code = told.get("error") if isinstance(told, dict) else None
    if status == 400 and code == "invalid_event":
        words = "our event was refused%s; does the runtime speak another wire than ogr.wire?" % _members(told)
    elif not words and isinstance(code, str) and _plain(code):
        words = code
    return "HTTP %d%s" % (status, ", " + words if words else "")


def _members(told: "Json") -> str:
    details = told.get("details")
    rows = [one["keys"] for one in details if isinstance(one, dict) and isinstance(one.get("keys"), list)] if isinstance(details, list) else []
    keys = [key for row in rows for key in row]
    known = [key for key in keys if key in ("agent_owner", "integration", "session_hint", "connection")]
    return " because of %s" % ", ".join(dict.fromkeys(known)) if known else ""


def _plain(name: "Any") -> bool:
    return isinstance(name, str) and 0 < len(name) <= SHOWN and _PLAIN.issuperset(name)


def category(name: "Any") -> str:
    """A finding's category as it may be shown and recorded, "" for what is none."""
    if not isinstance(name, str) or not _LETTERS.issuperset(name) or len(name) > SHOWN:
        return ""
    root, dot, rest = name.partition(".")
    return name if root in ROOTS and dot and rest else ""


def _findings(made: Verdict, found: "Any", lenient: bool) -> None:
    if found is not None and not isinstance(found, list):
        if lenient:
            return
        raise NoVerdict("its answer is no verdict: findings is no list")
    for one in found or ():
        if not isinstance(one, dict) or not isinstance(one.get("category"), str):
            if lenient:
                continue
            raise NoVerdict("its answer is no verdict: a finding has no category")
        name = category(one["category"]) or "x.unnamed"
        if name not in made.categories:
            made.categories.append(name)
        rule = one.get("detector")
        subject = one.get("subject")  # looked at only to keep it out of what is shown
        if isinstance(rule, str) and _plain(rule) and rule not in made.rules and not (isinstance(subject, str) and subject and subject in rule):
            made.rules.append(rule)


def _spans(given: "Any") -> "list[Json]":
    if given is None:
        return []
    spans = given.get("spans") if isinstance(given, dict) else 0
    if spans is None:
        return []
    if not isinstance(spans, list):
        raise NoVerdict("its answer is no verdict: modifications holds no list of spans")
    for one in spans:
        good = isinstance(one, dict) and isinstance(one.get("path"), str) and isinstance(one.get("replacement"), str)
        if not good or not all(isinstance(one.get(end), int) and not isinstance(one.get(end), bool) for end in ("start", "end")):
            raise NoVerdict("its answer is no verdict: a span has no path, start, end or replacement")
    return spans


def _place(path: str) -> "list[str] | None":
    """The parts of a path behind ``payload``; None where it lies in prose that was shown already."""
    parts = path.replace("[", ".").replace("]", "").split(".")
    if parts[0] == "payload":
        parts = parts[1:]
    return None if parts and parts[0] in PROSE else parts


def _redacted(made: Verdict, spans: "list[Json]", arguments: "Json") -> None:
    """Apply the spans of the held call, the last first; offsets count code points. What does not fit must not run unredacted."""
    wanted: "dict[tuple[str, ...], list[Json]]" = {}
    for span in spans:
        parts = _place(span["path"])
        if parts is None:
            continue
        found = _ways(arguments, parts[3:], ()) if parts[:3] == ["tool_calls", "0", "arguments"] else []
        if len(found) != 1:
            made.outcome, made.why = "misfit", "a passage to be replaced is not in the call"
            return
        wanted.setdefault(found[0], []).append(span)
    for way, group in wanted.items():
        text = _at(arguments, way)
        last = len(text)
        for span in sorted(group, key=lambda one: -one["start"]):
            if not 0 <= span["start"] <= span["end"] <= last:
                made.outcome, made.why = "misfit", "a passage to be replaced lies outside its text"
                return
            text = text[: span["start"]] + span["replacement"] + text[span["end"] :]
            last = span["start"]
        arguments = _with(arguments, way, text)
        made.outcome, made.input, made.spans = "redact", arguments, made.spans + len(group)


def _ways(value: "Any", parts: "list[str]", way: "tuple[str, ...]") -> "list[tuple[str, ...]]":
    """Every way a dotted path can be read down to a text: keys may hold dots themselves."""
    if not parts:
        return [way] if isinstance(value, str) else []
    if isinstance(value, list):
        index = parts[0]
        good = index.isascii() and index.isdigit() and len(index) < 9 and int(index) < len(value)
        return _ways(value[int(index)], parts[1:], (*way, index)) if good else []
    if not isinstance(value, dict):
        return []
    found = []
    for size in range(1, min(len(parts), 16) + 1):
        key = ".".join(parts[:size])
        if key in value:
            found += _ways(value[key], parts[size:], (*way, key))
    return found


def _at(value: "Any", way: "tuple[str, ...]") -> str:
    for key in way:
        value = value[int(key)] if isinstance(value, list) else value[key]
    return str(value)


def _with(value: "Any", way: "tuple[str, ...]", text: str) -> "Any":
    """A copy with another text at that place."""
    if not way:
        return text
    if isinstance(value, list):
        at = int(way[0])
        return [*value[:at], _with(value[at], way[1:], text), *value[at + 1 :]]
    return dict(value, **{way[0]: _with(value[way[0]], way[1:], text)})
