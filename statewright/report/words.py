"""Plain words for what a trace says in ids. The reasons that people and agents typed are not in a trace."""

from __future__ import annotations

from statewright.report.nouns import Row
from statewright.report.story import Story
from statewright.trace.values import text

RULES = {
    "protection": "It would have touched statewright's own files, hooks or settings.",
    "authority": "Only a person may do this.",
    "lifecycle": "The run was not in a condition to take calls.",
    "tools": "The state does not list this tool.",
    "commands": "The state does not list this command, or lets the shell only read.",
    "environment": "It would have used a variable that the state blocks.",
    "edits": "The edit changed more lines than the state allows at once.",
    "files": "It would have been one file more than the state allows.",
    "iterations": "The state's limit of tool calls was reached.",
    "budget": "The state's budget of result bytes was used up.",
    "guard": "A guard of this event did not hold.",
    "event": "The state has no such event.",
    "safe_next": "The fallback would have gone round a guard or an approval.",
    "approval": "An approval was pending; nothing else may transition.",
    "mode": "A person had paused the run or switched it off.",
    "final": "The run had ended.",
    "fact": "It tried to set a fact that only checks and counters may set.",
    "ticket": "The command was not let through as a plain one of its own.",
    "workflow": "The workflow could not go there.",
    "program": "A program of the check is not the one that was there before.",
    "sender": "The event did not come from the agent program.",
    "ogr": "The project's guardrail runtime blocked it.",
}
WHATS = {
    "call": "{name}", "refusal": "{name} refused", "release": "{name} did not run: a person or the agent program refused it",
    "transition": "to {place}", "fallback": "fallback to {place}", "transition_refused": "event {name} refused",
    "approval_request": "approval of {name} asked for", "approval_answer": "a person's answer on {name}", "check": "check {name}",
    "config": "a change of the agent program's settings refused", "forgery": "an event refused that the agent program did not send",
    "doubt": "a run of check {name} not counted", "compaction": "the agent program compacted the context",
    "stop": "stopped here and was sent back once",
    "mode": "set by a person to {detail}", "other": "recorded",
}
ROADS = {"typed code": "by a code typed as a prompt", "terminal": "in a terminal", "terminal+passphrase": "in a terminal, with the passphrase"}
CHAIN = {"changed": "a line was changed", "missing": "lines are missing", "reordered": "lines are out of order", "added": "lines were added",
         "unreadable": "a line cannot be read", "anchor": "the journal was rewritten or cut"}


def rule(name: str) -> str:
    """What a rule's refusal means."""
    return RULES.get(name, "Refused by a rule this page does not know.")


def said(row: Row, label: str) -> str:
    """A step in words. label: the state it is in."""
    form = WHATS.get(row.what) or row.what.replace("_", " ").replace("{", "").replace("}", "")
    return form.format(name=row.name or "unnamed", place=label or "an unnamed state", detail=row.detail or "another mode")


def workflow(story: Story) -> str:
    """The workflow's name, in its own spelling where the compiled workflow is there."""
    first = story.plan.states.get(story.plan.first[0]) if story.plan.first else None
    return first.machine if first is not None else text(story.start.get("workflow")) or text(story.snap.get("machine")) or "run"


def status(story: Story) -> tuple[str, str, str]:
    """Where the run stands: a word, its colour, and the rest of the sentence."""
    snap = story.snap
    here = label(story, story.at.place) if story.at else ""
    if not snap:
        return "Unknown", "warn", f"The run's state cannot be read; the journal ends in {here or 'no state'}."
    if snap.get("final"):
        state = story.plan.states.get(story.at.place) if story.at else None
        if state is not None and state.failure:
            return "Failed", "bad", f"The run ended in {here}."
        return "Completed", "good", f"The run ended in {here}."
    if snap.get("approval"):
        return "Waiting", "warn", f"A person's approval is asked for in {here}."
    if snap.get("status") in ("paused", "off"):
        return ("Paused" if snap["status"] == "paused" else "Switched off"), "warn", f"A person did so while the run was in {here}."
    if snap.get("ended") is not None:
        return "Left open", "warn", f"The session ended while the run was in {here}, which is not its end."
    return "Going on", "", f"The run was in {here} at its last recorded step."


def event(story: Story, name: str) -> str:
    """An event's name as the workflow has it."""
    return story.plan.events.get(name, name)


def label(story: Story, place: str) -> str:
    """A state's name as the workflow has it, with its machine where there are several."""
    state = story.plan.states.get(place)
    machine, _, name = place.partition("/")
    name = state.label if state is not None else name or place
    several = len({one.partition("/")[0] for one in story.states.rows}) > 1
    return f"{state.machine if state is not None else machine}/{name}" if several and machine else name
