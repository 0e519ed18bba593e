"""The roads by which a person's word comes: a one-time code typed as a prompt, or a terminal of their own.

A typed prompt alone proves nothing: scheduled prompts, wake-ups, messages and resumed sessions arrive by the same event. What
counts is the code, which the person reads from the status line or in a terminal, and which reaches neither the model nor a file
that an agent may read.
"""

from __future__ import annotations

from typing import Any

from statewright import fast, passphrase, person, sessions
from statewright.model import Event, Outcome
from statewright.store import acceptance, codes, environment, layout, seal
from statewright.store import run as store

Json = dict[str, Any]
HEADS = ("/statewright:", "statewright ")
VERBS = ("approve", "reject", "accept")
TRIES = 3


def spoken(text: str) -> tuple[str, str, str] | None:
    """(verb, code, reason) of a prompt that is an answer of a person's, None for any other."""
    line = text.strip()
    for head in HEADS:
        if line.startswith(head):
            verb, _, rest = line[len(head) :].strip().partition(" ")
            if verb in VERBS and "\n" not in verb:
                code, _, reason = rest.strip().partition(" ")
                return verb, code, reason.strip()
    return None


def typed(project: str, run: store.Run | None, event: Event) -> Outcome | None:
    """What a typed answer does; None when the prompt is none."""
    said = spoken(event.text)
    if said is None:
        return None
    verb, code, reason = said
    why = person.at_client("user-prompt") or _scheduled(project, run, event)
    if verb == "accept":
        return _no(why) if why else _accept(project, event, code)
    if run is None or run.read()["status"] != "waiting":
        return None if run is None else _no("no approval is pending")
    if why:
        run.decide(Event("tried", time=event.time, extra={"verb": verb, "why": why}))
        return _no("%s by a prompt needs a person at this client: %s. A terminal of your own: statewright %s" % (verb, why, verb))
    if not code:
        return _no("the code is missing; it stands in the status line, and a terminal of your own shows it: statewright approvals")
    answer = {"approved": verb == "approve", "reason": reason, "road": "typed code", "code": code, "inside": event.extra.get("inside")}
    out = run.decide(Event("approve", time=event.time, session=event.session, sender=event.sender, extra=answer))
    if out.data.get("forged"):
        return _no("this prompt was not sent by the program the session runs in")
    if out.effect == "deny":
        return _no(out.reason)
    snap = run.read()
    if snap["session"]:
        environment.write(event.data, snap["session"], run.plan(snap).state(snap["machine"], snap["state"]))
    return None  # the prompt goes on as any other, and tells the model what was said


def _no(why: str) -> Outcome:
    """The prompt is dropped and the person told why: no model sees a code that was not taken."""
    out = Outcome()
    out.block = True
    out.reason = "statewright: %s" % why
    return out


def _scheduled(project: str, run: store.Run | None, event: Event) -> str:
    """Whether this text is a prompt that the client was told to send later, or a file of such holds it in whatever shape."""
    if run is not None and sessions.scheduled(run, event):
        return "this text stands in a scheduled prompt"
    code = " ".join(event.text.split())
    for data in sessions.filed(project, event.home):
        if code.encode("utf-8", "surrogatepass") in b" ".join(data.split()):
            return "this text stands in a scheduled prompt"
    return ""


# Accepting changed files ---------------------------------------------------------------------------


def offer(project: str, data: str) -> str:
    """What a changed workflow's acceptance is bound to, "" when nothing changed."""
    found = layout.source_digest(project)
    try:
        before = acceptance.record(project, data).get("digest", found)
    except store.Damaged:
        before = ""
    return "" if before == found else "accept\0%s\0%s\0%s" % (fast.real(project), before, found)


def accept_code(project: str, data: str) -> str:
    """The code that accepts the files as they are now, "" when there is nothing to accept or the code is void."""
    what = offer(project, data)
    if not what or _tries(data, what) >= TRIES:
        return ""
    return codes.code_of(seal.secret(data), what, "")


def _tries_file(data: str, what: str) -> str:
    return "%s/tries-%s" % (layout.secrets(data), fast.sha256(what.encode("utf-8", "surrogateescape"))[:32])


def _tries(data: str, what: str) -> int:
    return len(fast.read_file(_tries_file(data, what), 16) or b"")


def _accept(project: str, event: Event, code: str) -> Outcome:
    what = offer(project, event.data)
    if not what:
        return _no("nothing changed since the workflow's files were accepted")
    if not code:
        return _no("the code is missing; the status line shows it, and a terminal of your own: statewright approvals")
    tries = _tries(event.data, what)
    key = seal.secret(event.data)
    if tries >= TRIES or not codes.same(codes.plain(code), codes.plain(codes.code_of(key, what, ""))):
        fast.replace(_tries_file(event.data, what), b"x" * (tries + 1))
        left = TRIES - tries - 1
        return _no(
            "that is not the code; "
            + ("%d tries are left" % left if left > 0 else "the code is void now, use a terminal of your own: statewright accept")
        )
    digest = layout.source_digest(project)
    acceptance.compile_now(project, event.data)
    if what != offer(project, event.data):
        return _no("the files changed again meanwhile; look at them and use the new code")
    acceptance.accept(project, event.data, digest, "typed code")
    fast.remove(_tries_file(event.data, what))
    out = Outcome()
    out.show = "statewright: the workflow's files are accepted as they are now (%s). Runs that go on keep theirs." % digest[:12]
    out.tell = "statewright: a person accepted the changed workflow; the next run uses it."
    return out


# Showing codes -------------------------------------------------------------------------------------


def in_terminal(data: str) -> bool:
    """Whether codes may be shown here without more ado: a person's terminal, and no passphrase stands before it."""
    return not passphrase.is_set(data) and not person.at_terminal()


def in_status_line() -> bool:
    """Whether the client itself draws its status line with what we say."""
    return not person.at_client("statusline")


def pending(project: str, data: str) -> list[tuple[str, Json, str]]:
    """(run, request, code) of every run that waits."""
    found = []
    for name in store.names(project):
        try:
            snap = store.Run(project, name).read()
        except store.Damaged:
            continue
        if snap["status"] == "waiting" and snap["approval"]:
            found.append((name, snap["approval"], codes.shown(data, name, snap["approval"])))
    return found


def demand(data: str) -> str:
    """Ask for the passphrase where one is set; gives the road, "" when it is not given."""
    if not passphrase.is_set(data):
        return "terminal"
    return "terminal+passphrase" if passphrase.ask(data) else ""
