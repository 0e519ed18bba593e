"""What a loaded workflow would do wrong: errors keep ``start`` from starting, warnings do not."""

from statewright.workflow.loader import Loaded
from statewright.workflow.problems import Problem


def lint(loaded: Loaded) -> list[Problem]:
    """All findings of the rule families, in the files' order."""
    return []
