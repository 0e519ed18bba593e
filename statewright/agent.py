"""The agent-facing verbs: transition, status, statusline. Hot: no typer, no pydantic."""

import sys

from statewright import brief, fast
from statewright.harness import claude_code as harness
from statewright.model import Event
from statewright.store import environment, layout
from statewright.store import run as store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json, Outcome

USAGE = "usage: statewright transition EVENT [--set key=value]... [--reason TEXT]"
READ_ONLY = 30  # EROFS, on Linux and macOS: the client's sandbox lets a shell write in the project alone


class WrongUse(Exception):
    """The command line makes no sense; the message says why."""


def say(text: str) -> None:
    """One text to standard output."""
    fast.write(1, fast.encoded(text + "\n"))


def complain(text: str) -> None:
    """One line to standard error."""
    fast.write(2, fast.encoded("statewright: %s\n" % text))


def main(argv: "list[str]") -> int:
    """Run one verb; gives the exit status: 0 fine, 1 the answer is no, 2 wrong use, 3 our bug."""
    try:
        return {"transition": transition, "status": status, "statusline": statusline}[argv[0]](argv[1:])
    except WrongUse as error:
        complain(str(error))
        return 2
    except store.Damaged as error:
        complain("%s%s" % (error, "" if "a person " in str(error) else "; try: statewright doctor --repair"))
        return 1
    except fast.Busy:
        complain("the run is locked by another process; try again")
        return 1
    except OSError as error:
        if error.errno == READ_ONLY:
            from statewright.senders import APART

            complain(APART)
        else:
            complain("%s" % error)
        return 1
    except Exception as error:  # whoever reads this is often the model: no traceback
        complain("an error of its own (%s: %s); a person can look with: statewright doctor" % (type(error).__name__, str(error)[:200]))
        return 3


def here() -> "tuple[str, str, str]":
    """Project, data folder and session of this process; WrongUse when it stands in no project."""
    start = harness.project_dir() or fast.getcwd()
    project = layout.find_project(fast.real(start))
    if not project:
        raise WrongUse("no .statewright folder here or above; start with: statewright init")
    return project, layout.data_home(), harness.session_id()


def current(project: str, session: str, want: "list[str] | None" = None, strict: bool = False) -> "store.Run | None":
    """The run this process belongs to: its session's, the one with a matching ticket, or the only one that goes on.

    strict: Damaged where none goes on that can be believed, but one is there that cannot.
    """
    if session:
        found = store.find(project, session)
        if found:
            return found
    runs, lost = [], None
    for name in store.names(project):
        one = store.Run(project, name)
        try:
            snap = one.read()
        except store.Damaged as error:
            lost = error
            continue
        runs.append((snap, one))
        if want is not None and snap["ticket"] and snap["ticket"]["words"] == want:
            return one
    alive = [one for snap, one in runs if snap["ended"] is None]
    if len(alive) == 1:
        return alive[0]
    if strict and not alive and lost is not None:
        raise lost
    runs.sort(key=lambda pair: pair[0]["entered"])
    return runs[-1][1] if runs and want is None else None


def own_names() -> "tuple[str, ...]":
    """How our command is called in what we tell: by name."""
    return ("statewright",)


def options(argv: "list[str]") -> "tuple[str, Json, str, Json]":
    """Event, data, reason and flags of a transition command."""
    event, reason = "", ""
    data: Json = {}
    flags: Json = {}
    words = list(argv)
    while words:
        word = words.pop(0)
        name, eq, inline = word.partition("=")
        if word in ("-h", "--help"):
            flags["help"] = True
        elif word == "--json":
            flags["json"] = True
        elif name in ("--set", "--reason", "--session", "--run"):
            if not eq and not words:
                raise WrongUse("%s needs a value; %s" % (name, USAGE))
            value = inline if eq else words.pop(0)
            if name == "--set":
                key, found, text = value.partition("=")
                if not found or not key:
                    raise WrongUse("--set wants key=value, not %s" % value)
                data[key] = parsed(text)
            elif name == "--reason":
                reason = value
            else:
                flags[name[2:]] = value
        elif word.startswith("-") and len(word) > 1:
            raise WrongUse("unknown option %s; %s" % (word, USAGE))
        elif event:
            raise WrongUse("one event at a time; %s" % USAGE)
        else:
            event = word
    if not event and not flags.get("help"):
        raise WrongUse(USAGE)
    return event, data, reason, flags


def parsed(text: str) -> "object":
    """A --set value: JSON where it is JSON, else the text itself."""
    try:
        value = fast.loads(text.encode("utf-8", "surrogatepass"))
        fast.dumps(value)  # 1e999 reads as infinity, which no JSON can hold
        return value
    except ValueError:
        return text


def by_person() -> bool:
    """Whether a person's terminal stands behind this process (slow: looks at ancestors)."""
    from statewright.person import at_terminal

    return not at_terminal()  # a reason, or "" when a person is there


def transition(argv: "list[str]") -> int:
    """Take a transition; works as the command the hook let through, or from a person's terminal."""
    event, data, reason, flags = options(argv)
    if flags.get("help"):
        say(USAGE)
        return 0
    project, home, session = here()
    run = current(project, flags.get("session") or session, ["transition", *argv])
    if run is None:
        complain("no run is active here; it starts with the session's first tool call")
        return 1
    words = ["transition", *argv]
    now = fast.now()
    ticket = run.read()["ticket"]
    ticketed = bool(ticket) and ticket["words"] == words and ticket["until"] >= now
    moved = Event(
        "transition",
        time=now,
        own=own_names(),
        extra={"event": event, "data": data, "reason": reason, "ticket": words if ticketed else by_person(), "nonce": fast.token(6)},
    )
    out = run.decide(moved)
    return answer(run, home, out, bool(flags.get("json")))


def answer(run: "store.Run", home: str, out: "Outcome", as_json: bool) -> int:
    """Tell what came of a transition, and make the new state's environment true."""
    came, hint = settle(run, home, out)
    if as_json:
        say(fast.dumps(came).decode())
    elif came["ok"]:
        say(out.tell)
    else:
        complain("refused: %s" % out.reason)
        if hint:
            say(hint)
    return 0 if came["ok"] else 1


def settle(run: "store.Run", home: str, out: "Outcome") -> "tuple[Json, str]":
    """What came of a transition, for programs, and the way on where it was refused; the new state's environment is made true."""
    snap = run.read()
    state = run.plan(snap).state(snap["machine"], snap["state"])
    if snap["session"] and out.effect != "deny":
        environment.write(home, snap["session"], state)
    came = {"ok": out.effect != "deny", **{key: snap[key] for key in ("machine", "state", "status", "final")}, "reason": out.reason}
    return came, brief.way_out(state, "statewright") if out.rule in ("guard", "event", "safe_next") else ""


def status(argv: "list[str]") -> int:
    """Where the run stands; --json for programs."""
    flags = [word for word in argv if word.startswith("-")]
    if any(word not in ("--json", "--help", "-h") for word in flags) or len(argv) > len(flags):
        raise WrongUse("usage: statewright status [--json]")
    if "--help" in flags or "-h" in flags:
        say("usage: statewright status [--json]")
        return 0
    project, home, session = here()
    run = current(project, session, strict=True)
    from statewright import look

    seen = look.view(project, home, run)
    if run is not None:
        from statewright.trace.glance import of

        seen["journal_differs"] = of(run)
    if "--json" in flags:
        say(fast.dumps(seen).decode())
        return 0
    colour = sys.stdout.isatty() and not fast.getenv("NO_COLOR")
    say(look.text(seen, run, colour))
    return 0


def statusline(argv: "list[str]") -> int:
    """One line for the harness's status bar."""
    from statewright.statusline import line

    fast.read_all(0) if not sys.stdin.isatty() else b""
    try:
        project, home, session = here()
    except WrongUse:
        return 0
    try:
        say(line(project, home, current(project, session, strict=True)))
    except store.Damaged as error:  # the line is where a person looks
        say("statewright: every call is refused: %s" % error)
    return 0
