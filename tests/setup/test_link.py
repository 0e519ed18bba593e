"""The linked modules answer as the plain ones do, are read a slice at a time, and step aside when they are stale or damaged."""

from __future__ import annotations

import ast
import importlib
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
from statewright.setup.companies import gather
from statewright.setup.rehearsal import ASKED, FOLLOW, HOOKS, LINES, VERBS, numbered, rehearse
from statewright.setup.source import parse
from statewright.setup.tables import TABLES, tabled
from statewright.shell.rows import Words

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
    found = link.modules(PACKAGE)
    names = {*found, *(part for one in found.values() for part in one.parts)}
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
    first = {kind for tools in HOOKS.values() for kind in tools.values()} | set(VERBS.values())
    later = {kind for kinds in FOLLOW.values() for kind in kinds}
    lines = ["line %s %d" % (name, number) for name, some in LINES.items() for number in range(len(some))]
    assert set(runs) == first | later - {"core"} | {"dormant"} | set(lines)
    assert set(FOLLOW) <= set(runs)
    known = [one for one in lines if "statewright.shell.whole" not in runs[one] and "statewright.shell.reader" not in runs[one]]
    assert len(known) < 5 and len(numbered(runs)) == len(lines) - len(known), "the table knows most of these lines now: rehearse others"
    for kind in ("everyday", "unusual"):
        assert "statewright.shell.reader" not in runs[kind], "a line that was rehearsed is not known from the table any more"
    assert runs["stop"]["statewright.turns"] - runs["read"]["statewright.turns"]
    assert "statewright.kernel" not in runs["dormant"]
    refusing = runs["refused line"]["statewright.kernel"] - runs["line free 2"]["statewright.kernel"]
    refused = [one for one in lines if runs[one]["statewright.kernel"] & refusing]
    assert len(refused) > 3, "what a refusal runs is rehearsed too"


def test_a_line_reads_the_images_it_needs_and_what_was_fetched_before_one_stays(tmp_path: Path) -> None:
    code, head = link.link(PACKAGE, tmp_path)
    script = """
import sys
code, head = sys.argv[1:]
file = open(code, "rb", 0)
exec(__import__("marshal").loads(file.read(int(head))))
assert use(file)
image(FRONT)
expecting("pre-tool", b'{"tool_name": "Bash"}')
def asked(further):
    return [list(one) for one, _ in missing().kept(further)] if further else []
(_, (_, after)), = missing().kept(NEXT[0])
print(asked(after))
room = need("statewright.shell.room")
read = getattr(room, words["reader read"])
print(asked(NEXT[0]), bool(missing().BROUGHT))
first, stood = getattr(room, words["cursor Unreadable"]), getattr(room, words["plain plain"])("ls") is not None
before = set(missing().BROUGHT)
whole = getattr(room, words["whole read_whole"])
script = whole("for a in 1 2; do echo $a; done")
print([one.words[0].text for one in script.commands if one.words], len(missing().BROUGHT - before) > 0)
print(getattr(room, words["cursor Unreadable"]) is first, stood, not whole("echo )").opaque == [])
"""
    called = link.modules(PACKAGE)["statewright.shell.room"].called
    words = {"%s %s" % (module.rpartition(".")[2], name): new for (module, name), new in called.items()}
    command = [sys.executable, "-I", "-S", "-c", "words = %r\n%s" % (words, script), str(code), str(head)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    core, refused = ["statewright.shell.room"], [ASKED["refused line"][0]]
    assert done.stdout.splitlines() == [str([core, refused]), "[] True", "['echo'] True", "True True True"]


def test_every_function_that_a_rehearsed_line_ran_is_in_the_core_or_in_one_company() -> None:
    sources = link.modules(PACKAGE)
    runs = numbered(rehearse(PACKAGE.parent))
    core, companies = gather(sources, runs)
    assert 3 < len(companies) < 250
    parts = [part for one in companies for part in one.parts]
    assert len(parts) == len(set(parts)) > 100
    assert core["statewright.kernel"] and ("statewright.kernel", "_refuse") in parts
    room = sources["statewright.shell.room"]
    assert (room.name, room.called["statewright.shell.whole", "read_whole"]) in parts
    for module in ("statewright.policy.room", room.name, "statewright.fast"):
        held = core[module].union(*(one.lines[module] for one in companies))
        assert held, module


def test_sets_that_are_only_asked_for_a_word_are_packed_and_answer_alike() -> None:
    sources = link.modules(PACKAGE)
    found = 0
    for name, source in sources.items():
        made: dict[str, Any] = {"__words__": Words}
        plain = {new: old for old, new in source.called.items()}
        for one in source.statements:
            value = getattr(one.node, "value", None)
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "__words__":
                exec(compile(ast.Module([one.node], []), name, "exec"), made)  # noqa: S102
                (key,) = one.binds
                module, there = plain.get(key, (name, key))
                words = getattr(importlib.import_module(module), there)
                odd = ["", "no such word", "\n".join(sorted(words)[:2]), "\n" + min(words), min(words) + "\n", min(words)[1:] or "x", None, 1]
                assert all(word in made[key] for word in words)
                assert [word for word in odd if (word in made[key]) != (word in words)] == [], key
                found += 1
    assert found > 10


@pytest.mark.parametrize("module", TABLES)
def test_a_packed_table_gives_the_rows_of_the_table(module: str) -> None:
    path = PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")
    made: dict[str, Any] = {}
    for one in tabled(parse(module, path)).statements:
        exec(compile(ast.Module([one.node], []), str(path), "exec"), made)  # noqa: S102
    packed, table = made[TABLES[module]], getattr(importlib.import_module(module), TABLES[module])
    assert len(table) > 10
    assert {name: packed.get(name) for name in table} == table
    name, row = next(iter(table.items()))
    assert packed.get(name) is packed.get(name, 1) and packed.get(name) == row
    for odd in ("", "no such", name + "\t0", name[:-1] or "?", "\n" + name, "0", "\0", "\n".join(list(table)[:2])):
        assert packed.get(odd, table) == table.get(odd, table)


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
