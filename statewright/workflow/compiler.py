"""From a project's files to the plan the hook reads: one JSON line a state, and an index.

``.statewright/runs/plans/<digest>.plan`` holds the lines; ``<digest>.json`` says where each lies. The index is
written last: a plan without one is not there.
"""

import hashlib
import json
import os
import re
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from statewright.policy.words.listed import listed
from statewright.store import layout, seal
from statewright.store.compiled import SUM
from statewright.workflow import shortlist
from statewright.workflow.config import Config, read_config
from statewright.workflow.linter import lint
from statewright.workflow.loader import Loaded, Machine, load_sources
from statewright.workflow.models import Branch, Guarded, Invoke, State
from statewright.workflow.problems import LoadError, Problem

ALIASES = {"MultiEdit": "Edit", "Task": "Agent"}
FINAL_TOOLS = ["Read", "Grep", "Glob", "Bash"]
FAILURES = frozenset(("failed", "failure", "error", "blocked", "aborted", "cancelled", "canceled", "rejected"))
_BLANKS = re.compile(r"[ \t\r\n]+")


@dataclass
class Compiled:
    """lines: the states, a JSON line each with its newline. head: the index file. problems: lint errors and warnings."""

    digest: str
    lines: list[bytes]
    head: dict[str, Any]
    states: dict[str, dict[str, Any]]
    loaded: Loaded
    config: Config
    problems: list[Problem]

    @property
    def errors(self) -> list[Problem]:
        """What keeps ``start`` from starting."""
        return [problem for problem in self.problems if problem.severity == "error"]


def compile_project(root: str | Path) -> Compiled:
    """Compile the project at ``root`` (the folder with ``.statewright/``). LoadError when its files give no rules."""
    project = str(root)
    for _ in range(3):  # an editor may save between reading and hashing
        digest = layout.source_digest(project)
        compiled = _compile(project, digest)
        if layout.source_digest(project) == digest:
            return compiled
    raise LoadError([Problem("error", "file", "the workflow's files keep changing while they are read", "try again", project, stage="load")])


def _compile(project: str, digest: str) -> Compiled:
    base = "%s/%s" % (project, layout.FOLDER)
    found = dict(layout.sources(project))
    config, problems = read_config(found.pop("config.json", None), base + "/config.json")
    loaded = Loaded(base + "/workflow.json")
    if "workflow.json" not in found:
        raise LoadError([Problem("error", "file", "there is no workflow", "statewright init writes one", loaded.file, stage="load")])
    load_sources(found, loaded, loaded.file, base + "/workflows")
    loaded.problems[:0] = problems
    if not loaded.ok or loaded.main is None:
        raise LoadError(loaded.problems)
    settings = config.compiled()
    states: dict[str, dict[str, Any]] = {}
    for machine in loaded.machines.values():
        for name in machine.workflow.states:
            key = "%s/%s" % (machine.name, name)  # a machine's name holds no slash: no two states share a key
            states[key] = compile_state(machine, name, settings)
    lines = [json.dumps(state, separators=(",", ":")).encode() + b"\n" for state in states.values()]
    index: dict[str, list[int | str]] = {}
    offset = 0
    for key, line in zip(states, lines, strict=True):
        index[key] = [offset, len(line), hashlib.sha256(line).hexdigest()[:SUM]]
        offset += len(line)
    machines = {name: {"initial": one.workflow.initial, "context": one.workflow.context or {}} for name, one in loaded.machines.items()}
    head = {"v": 1, "digest": digest, "id": loaded.main.name, "machines": machines, "index": index, "config": settings,
            "sum": hashlib.sha256(b"".join(lines)).hexdigest()}
    return Compiled(digest, lines, head, states, loaded, config, lint(loaded))


def compile_state(machine: Machine, name: str, settings: dict[str, Any]) -> dict[str, Any]:
    """One state as the rules see it. An absent key restricts nothing."""
    workflow = machine.workflow
    state = workflow.states[name]
    final = state.type == "final"
    out: dict[str, Any] = {"m": machine.name, "s": name, "final": final}
    if final:
        out["outcome"] = state.outcome or ("failure" if name.casefold() in FAILURES else "success")
    _permissions(out, state, final)
    for key in ("max_iterations", "max_edit_lines", "max_files_per_state", "context_budget_bytes", "instructions", "model", "thinking_level"):
        value = getattr(state, key)
        if value is not None:
            out[key] = value
    if state.blocked_env is not None or state.deny_env is not None:
        out["blocked_env"] = state.blocked()
    if state.overrides():
        out["env_overrides"] = state.overrides()
    if state.safe_next and not final:
        out["safe_next"] = state.safe_next
    on = {} if final else {event: [_branch(item) for item in branches] for event, branches in state.transitions().items()}
    out["on"] = on
    used = [guard for branches in on.values() for branch in branches for guard in branch.get("guards", ())]
    defined = workflow.guards or {}
    out["guards"] = {
        guard: defined[guard].model_dump(exclude_unset=True, exclude={"description"}) for guard in dict.fromkeys(used) if guard in defined
    }
    if workflow.checks:
        out["checks"] = {key: check.model_dump(exclude_none=True, exclude={"description"}) for key, check in workflow.checks.items()}
    programs = (workflow.meta or {}).get("commands")
    if programs:
        out["programs"] = programs
    out["config"] = settings
    if settings.get("ogr", {}).get("endpoint"):  # the key in it is the hook's alone
        out["blocked_env"] = list(dict.fromkeys([*out.get("blocked_env", ()), "OGR_API_KEY"]))
    return out


def _permissions(out: dict[str, Any], state: State, final: bool) -> None:
    tools = None if state.allowed_tools is None else canonical(state.allowed_tools)
    if tools is None and final:
        tools = list(FINAL_TOOLS)
    refused = canonical(state.disallowed_tools or [])
    if tools is not None:
        out["allowed_tools"] = tools
    if refused:
        out["disallowed_tools"] = refused
    if state.allowed_commands is not None:
        out["allowed_commands"] = state.allowed_commands
        out["command_words"] = [words for words in map(command_words, state.allowed_commands) if words]
        short = shortlist.told(state.allowed_commands)
        if short:
            out["commands_told"] = short
        return

    def granted(tool: str) -> bool:
        return (tools is None or listed(tools, tool)) and not listed(refused, tool)

    if granted("Bash") and not granted("Edit") and not granted("Write"):
        out["read_only"] = True


def canonical(names: list[str]) -> list[str]:
    """Tool names without aliases and repetitions, order kept."""
    return list(dict.fromkeys(ALIASES.get(name, name) for name in names))


def command_words(entry: str) -> list[str]:
    """The words an ``allowed_commands`` entry must match; quotes and backslashes are the shell's."""
    if "'" in entry or '"' in entry or "\\" in entry:
        try:
            return shlex.split(entry)
        except ValueError:
            pass  # an open quote: as written it matches no command, which the linter says
    return [word for word in _BLANKS.split(entry) if word]


def _branch(item: Guarded | Branch | Invoke) -> dict[str, Any]:
    if isinstance(item, Invoke):
        out: dict[str, Any] = {"invoke": item.invoke, "on_complete": item.on_complete}
        if item.on_fail:
            out["on_fail"] = item.on_fail
        if item.input:
            out["input"] = item.input
        return out
    out = {"target": item.target}
    if item.guard_names():
        out["guards"] = item.guard_names()
    if isinstance(item, Guarded) and item.requires_approval:
        out["approval"] = True
        if item.approval_message:
            out["message"] = item.approval_message
    return out


def write_plan(root: str | Path, compiled: Compiled, data: str) -> str:
    """Write the plan's two files, owner-only, each replaced in one step; the path without endings. data: whose user's seal it gets."""
    base = layout.plan_base(str(root), compiled.digest)
    os.makedirs(os.path.dirname(base), mode=0o700, exist_ok=True)
    _replace(base + ".plan", b"".join(compiled.lines))
    _replace(base + ".json", seal.signed(data, str(root), "plan " + compiled.digest, index_text(compiled)))
    return base


def index_text(compiled: Compiled) -> bytes:
    """The index without its seal, in bytes; they hold the sum of the lines, so their own sum stands for the whole plan."""
    return json.dumps(compiled.head, separators=(",", ":")).encode()


def _replace(path: str, data: bytes) -> None:
    fd, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".plan-")  # made for the owner alone
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        try:
            os.unlink(temporary)
        except OSError:
            pass
        raise


def compile_for_hook(project: str, data: str) -> str:
    """Compile and write on the hook's slow path, under the seal of the user of that data folder; "" or one line that says why it cannot be done."""
    try:
        write_plan(project, compile_project(project), data)
    except LoadError as error:
        more = len(error.problems) - 1
        return "the workflow cannot be used: %s%s; a person mends it, then runs: statewright accept" % (
            error.problems[0], " and %d more" % more if more > 0 else "")
    except OSError as error:
        return "the compiled workflow cannot be written: %s" % (error.strerror or error)
    return ""
