"""Protection and authority judge plain tools without their shell halves: those cost time at every call."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from statewright.model import Event
from statewright.policy import authority, protection
tool, given = sys.argv[1:3]
event = Event("pre", project="/p", cwd="/p", home="/h", tool=tool, raw_tool=tool, input={"file_path": given})
print([bool(rule.check({}, {}, event)) for rule in (protection, authority)])
print(*sorted(name for name in sys.modules if name.startswith("statewright.")))
"""
PLAIN = {"statewright.model", "statewright.policy"}
PLAIN |= {"statewright.policy." + name for name in ("authority", "protection", "protecting", "protecting.refused")}
FAST = {"statewright.fast"} | {"statewright.fast." + name for name in ("coding", "files", "locks", "paths", "system")}
PATHS = PLAIN | FAST | {"statewright.policy.words"} | {"statewright.policy.words." + name for name in ("paths", "patches", "protected")}


def _loaded(tool: str, path: str) -> tuple[str, set[str]]:
    done = subprocess.run([sys.executable, "-c", PROGRAM, tool, path], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    verdicts, modules = done.stdout.strip().split("\n")
    return verdicts, set(modules.split())


def test_reading_loads_the_two_rules_alone() -> None:
    verdicts, modules = _loaded("Read", ".statewright/workflow.json")
    assert verdicts == "[False, False]"
    assert modules <= PLAIN, sorted(modules - PLAIN)


@pytest.mark.parametrize(("path", "refused"), [("src/app.py", "[False, False]"), (".statewright/workflow.json", "[True, False]")])
def test_an_edit_loads_the_protected_paths_besides(path: str, refused: str) -> None:
    verdicts, modules = _loaded("Edit", path)
    assert verdicts == refused
    assert modules <= PATHS, sorted(modules - PATHS)
