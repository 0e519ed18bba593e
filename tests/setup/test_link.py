"""The linked modules answer as the plain ones do, are read a slice at a time, and step aside when they are stale or damaged."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support import REPO, Place

from statewright.setup import launchers, link
from statewright.setup.rehearsal import HOOKS, rehearse

PACKAGE = Path(link.__file__).resolve().parent.parent
WORKFLOW = {"id": "w", "initial": "on", "states": {
    "on": {"allowed_tools": ["Read", "Edit", "Bash"], "allowed_commands": ["git status", "grep"], "on": {"DONE": "off"}}, "off": {"type": "final"}}}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("Read", {"file_path": "a"}), ("WebFetch", {"url": "https://example.com"}), ("Bash", {"command": "git status | grep -n x"}),
    ("Bash", {"command": "rm -rf ."}), ("Edit", {"file_path": "a", "old_string": "x", "new_string": "y"}),
    ("Bash", {"command": "case x in (a) ls;; esac"}),
    ("NotebookEdit", {"notebook_path": ".statewright/workflow.json", "new_source": "x"}),
    ("Bash", {"command": "statewright transition DONE"}),
    ("mcp__files__write", {"path": ".statewright/x", "content": ""}), ("Bash", {"command": "for i in 1 2; do ((i++)); [[ $i == 2 ]] && ls; done"}),
]
SHOW = """
import sys
file = open({code!r}, "rb", 0)
exec(__import__("marshal").loads(file.read({head})))
lengths = []
def read(place, before=read):
    lengths.append(place[1])
    return before(place)
def leave(*_):
    import posix
    plain = [name for name, one in modules.items() if name.startswith("statewright") and name not in MADE]
    posix.write(1, b"%d %d %d" % (len(plain), sum(lengths), len(lengths)))
    posix._exit(0)
def image(place, before=image):
    before(place)
    need("statewright.hook").main = leave
hook("pre-tool", file)
"""


@pytest.fixture(scope="session")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return launchers.write(tmp_path_factory.mktemp("installed"))


def _answers(place: Place, hooks: Path) -> list[tuple[int, bytes]]:
    """What the executables of a folder say to each call, names of runs and paths of theirs apart."""
    place.workflow(WORKFLOW)
    shutil.rmtree(place.home)
    place.home.mkdir()
    shutil.rmtree(place.project / ".statewright" / "runs", ignore_errors=True)
    said = []
    for number, (tool, given) in enumerate(CALLS):
        for event in ("PreToolUse", "PostToolUse"):
            name = {"PreToolUse": "pre-tool", "PostToolUse": "post-tool"}[event]
            payload = place.payload(event, tool, given, "toolu_%d" % number, tool_response={"stdout": "x"})
            done = subprocess.run([str(hooks / name)], input=json.dumps(payload).encode(), env=place.env(), cwd=place.project, capture_output=True,
                                  check=False, timeout=60)
            said.append((done.returncode, done.stdout))
    return said


def test_linked_and_plain_modules_say_the_same(place: Place, hooks: Path) -> None:
    linked = _answers(place, hooks)
    assert linked == _answers(place, REPO / "hooks")
    assert {code for code, _ in linked} == {0, 2}


def _copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGE, tmp_path / "copy" / "statewright", ignore=shutil.ignore_patterns("__pycache__")))


def _ask(code: Path, head: int) -> list[str]:
    script = SHOW.format(code=str(code), head=head)
    return subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True).stdout.split()


def test_everything_a_hook_may_load_is_linked_and_nothing_cold() -> None:
    names = set(link.modules(PACKAGE))
    assert {"statewright.hook", "statewright.kernel", "statewright.policy.commands", "statewright.shell.reader", "statewright.sessions"} <= names
    assert not {name for name in names if name.split(".")[1:2] in (["cli"], ["setup"], ["workflow"])}


def test_a_room_that_gathers_the_names_of_its_modules_is_linked_as_one(tmp_path: Path) -> None:
    found = link.modules(PACKAGE)
    assert {"read_file", "loads", "lock", "real", "getenv"} <= set(found["statewright.fast"].bound)
    assert not [name for name in found if name.startswith("statewright.fast.")]
    copy = _copy(tmp_path)
    paths, brief = copy / "fast" / "paths.py", copy / "brief.py"
    text = paths.read_text()
    paths.write_text(text + "\n\ndef loads() -> None: ...\n")
    with pytest.raises(ValueError, match=r"statewright.fast: loads stands for two things"):
        link.modules(copy)
    paths.write_text(text)
    brief.write_text(brief.read_text() + "\nfrom statewright.fast.paths import kind\n")
    with pytest.raises(ValueError, match="is its room's alone"):
        link.modules(copy)


def test_a_hook_begins_with_a_small_image_and_no_plain_module(tmp_path: Path) -> None:
    plain, read, pieces = map(int, _ask(*link.link(PACKAGE, tmp_path)))
    assert (plain, pieces) == (0, 1)
    assert 0 < read < 20_000


def test_a_changed_source_makes_the_linked_file_stale(tmp_path: Path) -> None:
    copy = _copy(tmp_path)
    code, head = link.link(copy, tmp_path, {})
    assert len(_ask(code, head)) == 3
    os.utime(copy / "fast" / "files.py", (1, 1))
    assert _ask(code, head) == []  # it steps aside and runs nothing


def test_an_installed_package_that_was_replaced_makes_it_stale(tmp_path: Path) -> None:
    copy = _copy(tmp_path / "site-packages")
    code, head = link.link(copy, tmp_path, {})
    assert len(_ask(code, head)) == 3
    first = copy / "__init__.py"
    text, times = first.read_bytes(), first.stat()
    (copy / "new").write_bytes(text)
    os.utime(copy / "new", ns=(times.st_atime_ns, times.st_mtime_ns))
    os.replace(copy / "new", first)  # an installer writes the same text, and some give it the same time
    assert _ask(code, head) == []


def test_a_linked_file_that_is_cut_or_not_ours_leaves_the_plain_modules(place: Place, tmp_path: Path) -> None:
    place.workflow(WORKFLOW)
    hooks = launchers.write(tmp_path)
    (file,) = hooks.glob("statewright.*.code")
    whole = file.read_bytes()
    for damaged in (b"", whole[:100], whole[: len(whole) // 3], b"\0" * 60000):
        file.write_bytes(damaged)
        payload = place.payload("PreToolUse", "Bash", {"command": "rm -rf ."}, "toolu_1")
        done = subprocess.run([str(hooks / "pre-tool")], input=json.dumps(payload).encode(), env=place.env(), capture_output=True, check=False)
        assert done.returncode == 2 and (b"protection" in done.stdout or b"doctor --repair" in done.stdout), done
    file.unlink()
    done = subprocess.run([str(hooks / "pre-tool")], input=json.dumps(payload).encode(), env=place.env(), capture_output=True, check=False)
    assert done.returncode == 2 and b"protection" in done.stdout


def test_the_rehearsal_tells_what_each_kind_of_call_runs() -> None:
    runs = rehearse(PACKAGE.parent)
    assert set(runs) == {kind for tools in HOOKS.values() for kinds in tools.values() for kind in kinds} | {"dormant", "status", "statusline"}
    assert runs["shell"]["statewright.shell.whole"] and "statewright.shell.whole" not in runs["everyday"]
    assert runs["stop"]["statewright.turns"] - runs["read"]["statewright.turns"]
    assert "statewright.kernel" not in runs["dormant"]


def test_what_was_linked_for_the_same_sources_is_copied_and_a_changed_source_is_linked_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "root" / "statewright"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    made: list[Path] = []
    real = link.link

    def counted(package: Path, folder: Path) -> tuple[Path, int]:
        made.append(folder)
        return real(package, folder, {})

    monkeypatch.setattr(link, "link", counted)
    first, second = link.put(copy, tmp_path / "one"), link.put(copy, tmp_path / "two")
    assert made == [tmp_path / "one"] and first[1] == second[1] and first[0].read_bytes() == second[0].read_bytes()
    (copy / "brief.py").write_text((copy / "brief.py").read_text() + "\n# changed\n")
    link.put(copy, tmp_path / "three")
    kept = next((copy / "__pycache__").glob("*.code"))
    kept.write_bytes(b"damaged")
    link.put(copy, tmp_path / "four")
    assert made == [tmp_path / "one", tmp_path / "three", tmp_path / "four"]
