"""shfmt, another parser of bash, sees the same simple commands."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from shell_lines import Maker

from statewright.shell.reader import read

SHFMT = shutil.which("shfmt") or shutil.which("shfmt", path=str(Path(sys.executable).parent))


def calls(node: Any) -> int:
    """How many simple commands with words a tree of shfmt holds."""
    if isinstance(node, list):
        return sum(map(calls, node))
    if not isinstance(node, dict):
        return 0
    own = 1 if node.get("Type") in ("CallExpr", "DeclClause", "LetClause") and (node.get("Args") or node["Type"] != "CallExpr") else 0
    return own + sum(map(calls, node.values()))


def test_shfmt_counts_no_more_commands_than_the_reader() -> None:
    assert SHFMT, "shfmt is missing: pip install shfmt-py"
    maker = Maker(77)
    compared = 0
    for line in (maker.program(2) for _ in range(150)):
        script = read(line)
        if script.opaque:
            continue
        done = subprocess.run([str(SHFMT), "--to-json", "-ln", "bash"], input=line.encode(), capture_output=True, check=False)
        if done.returncode:
            continue
        compared += 1
        assert calls(json.loads(done.stdout)) <= sum(bool(c.words) for c in script.commands), line
    assert compared > 50
