"""What a loaded workflow would do wrong: errors keep ``start`` from starting, warnings do not."""

from pathlib import PurePath

from statewright.workflow import lint_graph, lint_guards, lint_risks, lint_state, lint_stuck
from statewright.workflow.loader import Loaded
from statewright.workflow.problems import Problem


def lint(loaded: Loaded) -> list[Problem]:
    """The findings about every machine that could be read, a file after the other, each in the order of its lines."""
    found: list[Problem] = []
    for machine in loaded.machines.values():
        sub = machine is not loaded.main
        found += lint_graph.check(machine, sub)
        found += lint_stuck.check(machine)
        found += lint_guards.check(machine)
        found += lint_state.check(machine)
        found += lint_risks.check(machine)
    found += lint_graph.check_invokes(loaded)
    for name in loaded.unused:
        file = str(PurePath(loaded.file).parent / name)
        found.append(Problem("warning", "machine-unused", "no transition invokes this machine", "invoke it or remove the file", file, 1))
    order = {machine.file: number for number, machine in enumerate(loaded.machines.values())}
    return sorted(dict.fromkeys(found), key=lambda problem: (order.get(problem.file, len(order)), problem.file, problem.line))
