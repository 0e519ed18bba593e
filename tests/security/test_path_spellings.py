"""However a path is spelled, by whatever tool: what is protected stays so, what is not passes, and a counted file counts once."""

import json
import random
from typing import Any

import pytest
from judging import Place, judge

PROTECTED = (
    ".claude/settings.json", ".claude/settings.local.json", ".statewright/config.json", ".statewright/new/deep", ".claude/hooks/x.sh",
    ".codex/config.toml", ".cursor/hooks.json",
)  # fmt: skip
FREE = (
    "docs/new.md", ".claude/agents/x.md", ".claude/settings.json.bak", ".statewrightx/y", ".codex/prompts/x", "src/hooks/a.ts", "settings.json",
    ".cursor/rules/a.mdc",
)  # fmt: skip
ROUNDS = 1500


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("spelled"))
    links = {"lp": ".", "ld": ".claude", "ls": ".statewright", "lh": made.home, "src/lu": "..", "ok": "docs"}
    made.set_up({"files": {"docs/a.md": "x", "docs/b.md": "x"}, "links": links})
    return made


def spelled(path: str, project: str, dice: random.Random) -> str:
    """The same file by a longer way: dots, slashes, links, variables and roads through a process."""
    for _ in range(dice.randrange(1, 5)):
        relative = path[0] not in "/~$"
        front = dice.choice(("./", "src/../", project + "/", "lp/", "src/lu/", "/proc/self/cwd/", "lh/../../repo/"))
        kind = dice.randrange(6)
        if kind < 3 and relative:
            path = front + path
        elif kind == 3:
            at = path.rfind("/")
            path = path[:at] + "//" + path[at + 1 :] if at > 0 else path
        elif kind == 4 and not relative and path[0] == "/":
            path = dice.choice(("/proc/self/root", "/..", "/.", "/")) + path
        elif kind == 5:
            path = path.replace(".claude/", "ld/", 1) if path.startswith(".claude/") else path.replace("/", "/./", 1)
    return path


def call(path: str, dice: random.Random, named: bool = False) -> tuple[str, Any]:
    """A call of some tool that changes the file. named: by a key that says it is a path."""
    head = dice.choice(("Update", "Add", "Delete"))
    shapes: list[tuple[str, Any]] = [
        ("Write", {"file_path": path, "content": "x"}),
        ("Edit", {"file_path": path, "old_string": "a", "new_string": "b"}),
        ("MultiEdit", {"file_path": path, "edits": [{"old_string": "a", "new_string": "b"}]}),
        ("NotebookEdit", {"notebook_path": path, "new_source": "x"}),
        ("apply_patch", {"input": "*** Begin Patch\n*** %s File: %s\n*** End Patch" % (head, path)}),
        ("mcp__fs__write_file", {dice.choice(("path", "file", "uri", "dest")): path, "content": "x"}),
        ("mcp__fs__apply", {"args": json.dumps({"path": path, "content": "x"})}),
    ]
    more: list[tuple[str, Any]] = [
        ("apply_patch", {"input": "*** Begin Patch\n*** Update File: docs/q\n*** Move to: %s\n@@\n-a\n+b\n*** End Patch" % path}),
        ("mcp__x__do", {"a": [{"b": {"c": [path]}}]}),
    ]
    return dice.choice(shapes if named else shapes + more)


@pytest.mark.parametrize(("paths", "refused"), [(PROTECTED, True), (FREE, False)])
def test_protection_knows_a_file_by_any_spelling(paths: tuple[str, ...], refused: bool, place: Place) -> None:
    dice = random.Random(7)  # noqa: S311 - a test's dice
    wrong = []
    for _ in range(ROUNDS):
        path = spelled(dice.choice(paths), place.project, dice)
        tool, given = call("$PWD/" + path if path[0] not in "/~" and dice.random() < 0.2 else path, dice)
        found = judge(place, {}, tool, given)
        if bool(found) != refused:
            wrong.append((tool, given, found and found.reason))
    assert wrong == []


@pytest.mark.parametrize(("file", "refused"), [("docs/a.md", False), ("docs/b.md", True)])
def test_a_file_counts_once_by_any_spelling(file: str, refused: bool, place: Place) -> None:
    dice = random.Random(8)  # noqa: S311
    state = {"max_files_per_state": 1}
    for _ in range(ROUNDS // 3):
        tool, given = call(spelled(file, place.project, dice), dice, named=True)
        found = judge(place, state, tool, given, ("docs/a.md",))
        assert bool(found) == refused, (tool, given, found and found.reason)
