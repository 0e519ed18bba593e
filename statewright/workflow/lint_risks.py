"""Listed commands that permit more than they seem to, whatever the rest of the state forbids."""

from collections.abc import Iterator

from statewright.policy.risks import risks
from statewright.workflow.loader import Machine
from statewright.workflow.problems import Problem

_ANY = "runs any program; name which"
# Two words that are still as wide as the shell.
VERBS = {
    **dict.fromkeys(("npm exec", "yarn dlx", "pnpm dlx", "pnpm exec", "uv run", "poetry run", "go run", "npm run", "yarn run", "pnpm run"), _ANY),
    **dict.fromkeys(("docker run", "docker exec", "kubectl exec"), "runs any command in any container; name which"),
}


def check(machine: Machine) -> Iterator[Problem]:
    """A warning for each listed command that opens more than its name says."""
    for name, state in machine.workflow.states.items():
        entries = [entry for entry in state.allowed_commands or () if entry.strip()]
        limited = state.max_edit_lines is not None or state.max_files_per_state is not None
        found = dict(risks(entries, limited))
        for index, entry in enumerate(state.allowed_commands or ()):
            reason = found.get(entry) or VERBS.get(" ".join(entry.split()))
            if reason:
                path = ("states", name, "allowed_commands", index)
                yield machine.problem("warning", "command-risk", path, '"%s" %s' % (entry, reason), "list the narrowest words that do the work")
