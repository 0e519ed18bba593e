"""The judge as the corpus's fuzzer wants it: ``judge(command, state)`` is True for "let through"."""

import tempfile
from pathlib import Path
from typing import Any

from judging import Place
from judging import judge as judged

PLACE = Place(Path(tempfile.mkdtemp()))


def judge(command: str, state: dict[str, Any]) -> bool:
    return judged(PLACE, state, "Bash", {"command": command}) is None
