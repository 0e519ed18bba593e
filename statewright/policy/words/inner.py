"""A shell text within another call, as a call of its own: what is piped into a shell, what a tool of another server runs."""

from statewright.model import Event
from statewright.policy.words.calls import TOO_MANY

DEEPEST = 4  # texts within texts that are judged as calls of their own; one that lies deeper is refused


def inner(event: Event, text: str) -> Event:
    """The event of a shell call with this text, in the same place."""
    from statewright.shell.reader import read

    made = Event(
        event.kind,
        harness=event.harness,
        session=event.session,
        project=event.project,
        cwd=event.cwd,
        home=event.home,
        data=event.data,
        facts=event.facts,
        own=event.own,
        tool="Bash",
        raw_tool=event.raw_tool,
        input={"command": text},
        command=text,
        time=event.time,
    )
    made.script = read(text)
    made.extra["depth"] = event.extra.get("depth", 0) + 1
    if made.extra["depth"] > DEEPEST:
        made.script.opaque.append(TOO_MANY)
    return made
