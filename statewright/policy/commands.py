"""Commands: ``allowed_commands``, the read-only shell, redirects, and where commands run.

``allowed_commands`` present: every simple command of a line starts with the words of an entry, or is harmless, or a stdin
filter at the end of a pipe. Read-only shell: every command is known to be reading. In both a ``cd`` out of the project
is refused, and so is a variable that loads code. Redirects to files need Edit or Write in ``allowed_tools``.

Here stands what a call without shell text needs; ``commandline.py`` and what it imports are loaded for one with it.
"""

from statewright.model import CLIENT_TOOLS, DENY, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Event, Snapshot, State

RULE = "commands"
FOREIGN_SHELLS = ("PowerShell", "Powershell", "powershell", "Cmd", "cmd", "CMD")


def check(state: "State", snap: "Snapshot", event: "Event") -> "Finding | None":
    """Judge the shell text of a call; calls without one are no business of this rule."""
    if event.tool in FOREIGN_SHELLS and (state.get("allowed_tools") is None) and ("allowed_commands" in state or state.get("read_only")):
        return Finding(DENY, RULE, "%s is another shell than the one whose commands this state lists." % event.tool, "Use Bash.")
    if event.command is None:
        if event.tool in ("Bash", "Monitor") and event.kind == "pre":
            return Finding(DENY, RULE, "The call has no command text to judge.")
        if event.tool in CLIENT_TOOLS or not ("allowed_commands" in state or state.get("read_only")):
            return None
        from statewright.policy import commands_tools

        return commands_tools.check(state, event)
    from statewright.policy import commandline

    event.extra["edited"] = snap["files"]
    return commandline.judge(state, event)
