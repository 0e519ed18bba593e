"""A state by itself: tools, commands, environment, names."""

import re
from collections.abc import Iterator

from statewright.model import ALWAYS_PASS
from statewright.policy.permitted.variables import bad_variable
from statewright.policy.words.listed import listed
from statewright.shell.variables import PLACE_NAMES
from statewright.workflow.loader import Machine
from statewright.workflow.models import State
from statewright.workflow.problems import Path, Problem, close, json_path

TOOLS = (
    "Read",
    "Edit",
    "MultiEdit",
    "Write",
    "NotebookEdit",
    "NotebookRead",
    "Bash",
    "BashOutput",
    "KillShell",
    "Monitor",
    "Grep",
    "Glob",
    "LS",
    "WebFetch",
    "WebSearch",
    "Agent",
    "Task",
    "TaskOutput",
    "TaskStop",
    "Skill",
    "SlashCommand",
    "apply_patch",
    "EnterPlanMode",
    "ListMcpResourcesTool",
    "ReadMcpResourceTool",
    *sorted(ALWAYS_PASS),
)
FOREIGN = {
    "run_shell_command": "Bash",
    "shell": "Bash",
    "exec_command": "Bash",
    "execute_command": "Bash",
    "terminal": "Bash",
    "run_terminal_cmd": "Bash",
    "replace": "Edit",
    "edit_file": "Edit",
    "str_replace": "Edit",
    "write_file": "Write",
    "create_file": "Write",
    "write_to_file": "Write",
    "read_file": "Read",
    "read_many_files": "Read",
    "search_file_content": "Grep",
    "grep_search": "Grep",
    "search_files": "Grep",
    "list_directory": "LS",
    "list_files": "LS",
    "web_fetch": "WebFetch",
    "google_web_search": "WebSearch",
    "web_search": "WebSearch",
    "fetch": "WebFetch",
    "subagent": "Agent",
}
EVENT = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*\Z")
LEVELS = ("off", "none", "minimal", "low", "medium", "high", "xhigh", "max")
SYNTAX = re.compile(r"[|;&<>`(){}]|\$\(")


def check(machine: Machine) -> Iterator[Problem]:
    """All findings about a machine's names and its states, each by itself."""
    workflow = machine.workflow
    if not workflow.id.strip():
        yield machine.problem("error", "name", ("id",), "the id is empty", "give the workflow a name")
    elif machine.name != workflow.id:
        text = 'the file is invoked as "%s" and its id is "%s"' % (machine.name, workflow.id)
        yield machine.problem("warning", "name", ("id",), text, "give both one name")
    for name, state in workflow.states.items():
        path: Path = ("states", name)
        if not name.strip() or not name.isprintable():
            yield machine.problem("error", "name", path, "a state's name must be printable text", "give it a name")
        yield from _events(machine, path, state)
        yield from _tools(machine, path, state)
        yield from _commands(machine, path, state)
        yield from _environment(machine, path, state)
        if state.thinking_level is not None and state.thinking_level not in LEVELS:
            text = 'unknown level "%s"; it is advice, nothing enforces it' % state.thinking_level
            yield machine.problem("warning", "thinking-level", (*path, "thinking_level"), text, "one of: %s" % ", ".join(LEVELS))


def _events(machine: Machine, path: Path, state: State) -> Iterator[Problem]:
    folded: dict[str, str] = {}
    for event in state.on or {}:
        place = (*path, "on", event)
        if not EVENT.match(event):
            text = 'the event "%s" cannot be typed as one plain word' % event
            yield machine.problem("error", "event-name", place, text, "letters, digits, _ - . and :, such as TESTS_PASSED")
        other = folded.setdefault(event.casefold(), event)
        if other != event:
            yield machine.problem("warning", "event-name", place, '"%s" and "%s" differ in case alone' % (other, event), "rename one")


def has(state: State, *tools: str) -> bool:
    """Whether the state permits one of the tools."""

    def permitted(tool: str) -> bool:
        aliases = {"Edit": "MultiEdit", "Agent": "Task"}
        names = [tool, aliases[tool]] if tool in aliases else [tool]
        allowed = state.allowed_tools is None or any(listed(state.allowed_tools, name) for name in names)
        return allowed and not any(listed(state.disallowed_tools or [], name) for name in names)

    return any(permitted(tool) for tool in tools)


def _tools(machine: Machine, path: Path, state: State) -> Iterator[Problem]:
    for key in ("allowed_tools", "disallowed_tools"):
        severity = "error" if key == "disallowed_tools" else "warning"  # an unknown name in a ban bans nothing
        for index, tool in enumerate(getattr(state, key) or ()):
            place = (*path, key, index)
            if tool in TOOLS or ("*" in tool and "(" not in tool) or tool.startswith("mcp__"):
                if tool in ALWAYS_PASS and key == "disallowed_tools":
                    yield machine.problem("warning", "tool-name", place, "%s always passes: it changes nothing" % tool, "remove it")
                continue
            if "(" in tool:
                text = '"%s" matches no tool: patterns of arguments are not read here' % tool
                yield machine.problem("error", "tool-name", place, text, 'list "%s", and put commands into allowed_commands' % tool.split("(")[0])
            else:
                near = FOREIGN.get(tool) or close(tool, TOOLS)
                if near or not tool.strip():
                    hint = 'did you mean "%s"?' % near if near else "remove it"
                    yield machine.problem(severity, "tool-name", place, '"%s" is no known tool' % tool, hint)
    both = [tool for tool in state.allowed_tools or () if tool in (state.disallowed_tools or ())]
    if both:
        text = "%s is allowed and disallowed: disallowed wins" % ", ".join(both)
        yield machine.problem("warning", "tool-both", (*path, "disallowed_tools"), text, "keep it in one list")
    if not has(state, "Edit", "Write", "NotebookEdit", "apply_patch", "Bash"):
        for key in ("max_edit_lines", "max_files_per_state"):
            if getattr(state, key) is not None:
                yield machine.problem(
                    "warning", "limit-idle", (*path, key), "%s limits nothing: no tool here edits" % key, "remove it, or allow Edit"
                )


def _commands(machine: Machine, path: Path, state: State) -> Iterator[Problem]:
    if state.allowed_commands is None:
        return
    place = (*path, "allowed_commands")
    if not has(state, "Bash"):
        text = "allowed_commands has no effect: Bash is not allowed in this state"
        yield machine.problem("warning", "commands-without-bash", place, text, "add Bash to allowed_tools, or remove the commands")
    for index, entry in enumerate(state.allowed_commands):
        if not entry.strip():
            yield machine.problem("warning", "command", (*place, index), "a blank entry matches nothing", "remove it")
        elif SYNTAX.search(entry):
            text = '"%s" matches nothing: an entry is one command\'s first words, not a shell line' % entry
            yield machine.problem("warning", "command", (*place, index), text, "list each command by itself")
        elif "*" in entry or "?" in entry:
            text = '"%s": * and ? are no wildcards here' % entry
            yield machine.problem("warning", "command", (*place, index), text, "write the first words alone: whatever follows them is permitted")


def _environment(machine: Machine, path: Path, state: State) -> Iterator[Problem]:
    for name, value in state.overrides().items():
        key = "env_overrides" if name in (state.env_overrides or {}) else "env"
        place = (*path, key, name)
        if bad_variable(name, value):
            text = "setting %s loads code or changes which programs run" % name
            yield machine.problem("error", "env-code", place, text, "set it in the person's own environment, if at all")
        elif name in PLACE_NAMES and any(part[:1] in ("/", "~") or ".." in part.split("/") for part in value.split(":")):
            text = "%s takes code or configuration from outside the project" % name
            yield machine.problem("warning", "env-code", place, text, "name a folder of the project")
        elif re.search(r"\$[A-Za-z_{(]|`", value):
            text = "the value of %s is set as written: nothing in it is expanded" % name
            yield machine.problem("warning", "env-literal", place, text, "write the value itself")
        if listed(state.blocked(), name):
            yield machine.problem("error", "env-both", place, "%s is blocked and set" % name, "keep one: %s or blocked_env" % json_path((key,))[2:])
