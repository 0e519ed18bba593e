"""Listed commands that permit more than they seem to, and a shell without any list, whatever the rest of the state forbids."""

from collections.abc import Iterator

from statewright.policy.permitted.risks import risks
from statewright.policy.words.listed import listed
from statewright.workflow.loader import Machine
from statewright.workflow.models import State
from statewright.workflow.problems import Problem

OPEN = "no list binds the shell here: what a script does is not seen, and can reach what this workflow protects"
LISTED = "list allowed_commands, or leave Edit and Write out to have a shell for reading"


def check(machine: Machine) -> Iterator[Problem]:
    """A warning for each listed command that opens more than its name says; a note on a state whose shell no list binds."""
    for name, state in machine.workflow.states.items():
        entries = [entry for entry in state.allowed_commands or () if entry.strip()]
        limited = state.max_edit_lines is not None or state.max_files_per_state is not None
        found = dict(risks(entries, limited, _permits(state, "Edit") or _permits(state, "Write")))
        for index, entry in enumerate(state.allowed_commands or ()):
            reason = found.get(entry)
            if reason:
                path = ("states", name, "allowed_commands", index)
                yield machine.problem("warning", "command-risk", path, '"%s" %s' % (entry, reason), "list the narrowest words that do the work")
        if _open(state):
            yield machine.problem("note", "open-shell", ("states", name), OPEN, LISTED)


def _permits(state: State, tool: str) -> bool:
    return (state.allowed_tools is None or listed(state.allowed_tools, tool)) and not listed(state.disallowed_tools or [], tool)


def _open(state: State) -> bool:
    """Whether a shell is there that neither a list nor reading alone binds. A final state without tools has a shell for reading."""
    if state.allowed_commands is not None or not _permits(state, "Bash"):
        return False
    if state.allowed_tools is None:
        return state.type != "final"
    return listed(state.allowed_tools, "Edit") or listed(state.allowed_tools, "Write")
