"""Workflow files into models, with every problem's place. Nothing here raises for what a file may hold."""

import re
from dataclasses import dataclass, field
from pathlib import Path as File

from pydantic import ValidationError

from statewright.workflow import program_kinds
from statewright.workflow.explain import problems_of
from statewright.workflow.models import Invoke, Workflow
from statewright.workflow.problems import Path, Problem, json_path
from statewright.workflow.source import BadSource, Source, parse

MACHINE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._ -]{0,99}\Z")  # plain file names: an invoke reaches no other folder
MAX_MACHINES = 200


@dataclass
class Machine:
    """One file's machine. name: what it is invoked by, the main machine's ``id``."""

    name: str
    file: str
    workflow: Workflow
    source: Source

    def problem(self, severity: str, code: str, path: Path, message: str, mend: str = "", stage: str = "lint") -> Problem:
        """A problem at a path of this file."""
        return Problem(severity, code, message, mend, self.file, self.source.line(path), json_path(path), stage)

    def invokes(self) -> list[tuple[Path, str]]:
        """Where this machine invokes another, and its name."""
        return [(("states", name, "on", event, "invoke"), form.invoke) for name, state in self.workflow.states.items()
                for event, form in (state.on or {}).items() if isinstance(form, Invoke)]


@dataclass
class Loaded:
    """A workflow with the machines it reaches. main: None when its file could not be read."""

    file: str
    main: Machine | None = None
    machines: dict[str, Machine] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)  # machine name: the file that is not there
    unused: list[str] = field(default_factory=list)  # files in workflows/ that nothing invokes
    problems: list[Problem] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether there are rules to enforce."""
        return self.main is not None and not self.problems


def load(path: str | File) -> Loaded:
    """A workflow file and the machines beside it in ``workflows/``; ``problems`` holds the load errors."""
    file = File(path)
    found: dict[str, bytes] = {}
    loaded = Loaded(str(path))
    try:
        if file.is_dir():
            file = file / ".statewright" / "workflow.json" if (file / ".statewright").is_dir() else file / "workflow.json"
            loaded.file = str(file)
        found["workflow.json"] = file.read_bytes()
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else str(error)) or "cannot be read"
        loaded.problems.append(Problem("error", "file", why, "statewright init writes one", loaded.file, stage="load"))
        return loaded
    folder = file.parent / "workflows"
    try:
        for item in sorted(folder.glob("*.json")):
            found["workflows/" + item.name] = item.read_bytes()
    except OSError as error:
        loaded.problems.append(Problem("error", "file", error.strerror or "cannot be read", "", str(error.filename or folder), stage="load"))
    return load_sources(found, loaded, str(file), str(folder))


def load_sources(found: dict[str, bytes], loaded: Loaded, file: str, folder: str) -> Loaded:
    """The same from bytes: ``workflow.json`` and ``workflows/<id>.json``. file, folder: what problems call them."""
    loaded.main = _machine(found["workflow.json"], file, None, loaded)
    if loaded.main is None:
        return loaded
    loaded.machines[loaded.main.name] = loaded.main
    todo = [loaded.main]
    while todo:
        for _, name in todo.pop().invokes():
            if name in loaded.machines or name in loaded.missing:
                continue
            data = found.get("workflows/%s.json" % name) if MACHINE_NAME.match(name) else None
            place = "%s/%s.json" % (folder, name)
            if data is None or len(loaded.machines) >= MAX_MACHINES:
                loaded.missing[name] = place
                continue
            machine = _machine(data, place, name, loaded)
            if machine is None:
                loaded.missing[name] = ""  # it is there, its own problems are told
                continue
            loaded.machines[name] = machine
            todo.append(machine)
    reached = {"workflows/%s.json" % name for name in (*loaded.machines, *loaded.missing)}
    loaded.unused = [name for name in found if name.startswith("workflows/") and name not in reached]
    return loaded


def _machine(data: bytes, file: str, name: str | None, loaded: Loaded) -> Machine | None:
    try:
        source = parse(data)
    except BadSource as error:
        loaded.problems.append(Problem("error", "json", str(error), error.mend, file, error.line, json_path(error.path), "load"))
        return None
    try:
        workflow = Workflow.model_validate(source.value)
    except ValidationError as error:
        loaded.problems += problems_of(error, source, file)
        return None
    machine = Machine(workflow.id if name is None else name, file, workflow, source)
    if workflow.initial not in workflow.states:
        names = ", ".join(workflow.states) or "none"
        loaded.problems.append(machine.problem(
            "error", "initial", ("initial",), 'the initial state "%s" is not defined' % workflow.initial, "the states are: %s" % names, "load"))
    loaded.problems += program_kinds.problems(machine)
    return machine
