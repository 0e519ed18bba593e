"""The slow events of a session: its start, and the prompt after a final state."""

from statewright import brief, fast
from statewright.harness import claude_code as harness
from statewright.harness.claude_code_settings import remember
from statewright.model import Event, Outcome
from statewright.store import acceptance, environment, layout, marks
from statewright.store import run as store

FIRST = (
    "statewright: this project's workflow (%s) was met for the first time on this machine and is accepted as found; "
    "look at it with: statewright graph"
)
CHANGED = "statewright: the workflow's files changed since a person accepted them (statewright accept); the accepted ones still rule."


def session_start(event: Event) -> Outcome:
    """Let the shell read the state's environment, and tell where the run stands (all sources: resume, clear, compaction)."""
    out = Outcome()
    run = store.find(event.project, event.session)
    config = acceptance.in_force(event.project, event.data)
    if run is None and (config.get("mode") == "off" or config.get("activation") == "manual"):
        if config.get("mode") != "off" and fast.kind(layout.runs_dir(event.project) + "/armed") == "file":
            from statewright.store import start

            run = start.begin(event.project, event.data, event.session, event.harness, event.time)
        else:
            return out
    digest, first = acceptance.current_digest(event.project, event.data)
    if run is None:
        plan = acceptance.ensure_plan(event.project, digest, event.data)
        head = plan.head()
        state = plan.state(head["id"], head["machines"][head["id"]]["initial"])
        snap = None
        _meet(event)
    else:
        why = run.decide(event).data.get("forged")
        if why:
            out.show = "statewright: %s" % why
            _environment(event, run_state(run))
            return out
        snap = run.read()
        if snap["status"] == "off":
            return out
        state = run.plan(snap).state(snap["machine"], snap["state"])
        marks.note(event.project, event.data, event.session, run.name)
    _environment(event, state)
    remember(event)
    out.tell = brief.summary(state, snap, snap["own"] if snap else layout.own_name(event.data))
    out.show = FIRST % state["m"] if first else CHANGED if layout.source_digest(event.project) != digest else ""
    return out


def run_state(run: "store.Run") -> "dict[str, object]":
    """The state a run is in."""
    snap = run.read()
    return {} if snap["status"] == "off" else run.plan(snap).state(snap["machine"], snap["state"])


def _meet(event: Event) -> None:
    """Keep who the session's client is, as early as it can be known: before any script of the agent's can run."""
    if not event.session or event.sender is None:
        return
    found, why = event.sender("", event)
    if not why and not marks.word(event.data, event.session).get("run"):  # a run that is missed stays missed
        marks.leave(event.project, event.data, event.session, found)


def _environment(event: Event, state: "dict[str, object]") -> None:
    """One line in the harness's environment file; what it sources is rewritten on entering a state."""
    environment.write(event.data, event.session, state)
    target = harness.env_file()
    if target:
        ours = layout.env_file(event.data, event.session).replace("'", "'\\''")
        line = ("[ -r '%s' ] && . '%s'\n" % (ours, ours)).encode("utf-8", "surrogateescape")
        fd = fast.open_append(target, follow=True)
        try:
            fast.add(fd, line)
        finally:
            fast.close(fd)


def after_final(run: "store.Run", event: Event) -> "store.Run | None":
    """The person's next prompt after a final state: a new run, or (manual activation) release."""
    config = acceptance.in_force(event.project, event.data)
    if config.get("activation") == "manual" or config.get("mode") == "off":
        key = "project" if config.get("scope") == "project" else layout.key_of(event.session)
        fast.remove(layout.marker(event.data, event.session))  # first: a run without a mark is found again, a mark without a run is not
        fast.remove(layout.pointer(event.project, key))
        return None
    from statewright.store import start

    try:
        return start.begin(event.project, event.data, event.session, event.harness, event.time)
    except start.Dormant:
        return None


def scheduled(run: "store.Run", event: Event) -> bool:
    """Whether these very words are a prompt that the client was told to send later: it said so as the last turn ended, or a file holds them."""
    words = harness.spoken(event.text)
    return words in run.read().get("crons", ()) or any(words in _prompts(data) for data in filed(run.project, event.home))


def filed(project: str, home: str) -> "list[bytes]":
    """The files of prompts that outlive a session."""
    found = []
    for folder in (project, home):
        try:
            data = fast.read_file(folder + "/.claude/scheduled_tasks.json", 1 << 20)
        except OSError:
            continue
        found += [data] if data else []
    return found


def _prompts(data: bytes) -> "set[str]":
    """The prompts in such a file, however deep, as they are remembered."""
    found = set()
    try:
        rest = [fast.loads(data)]
    except ValueError:
        rest = []
    while rest:
        one = rest.pop()
        if isinstance(one, dict):
            if isinstance(one.get("prompt"), str):
                found.add(harness.spoken(one["prompt"]))
            rest += one.values()
        elif isinstance(one, list):
            rest += one
    return found
