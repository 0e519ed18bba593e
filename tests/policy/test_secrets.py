"""Where the codes come from may not be read, in any spelling; the rest of the disk may."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from statewright import kernel
from statewright.model import Event, new_snapshot
from statewright.store.facts import Disk

KEY = "~/.local/share/statewright/secrets/approval.key"
STATES: list[dict[str, Any]] = [
    {},  # everything is allowed
    {"allowed_tools": ["Read", "Grep", "Glob", "Bash"], "read_only": True},
    {
        "allowed_tools": ["Bash", "Read"],
        "allowed_commands": ["cat", "grep", "cp", "tar", "python3"],
        "command_words": [["cat"], ["grep"], ["cp"], ["tar"], ["python3"]],
    },
    {"allowed_tools": ["Read", "Edit", "Write", "Bash", "mcp__disk__read_file"]},
]


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A home with the secret in it, a project below, and a link that leads to the folder."""
    folder = tmp_path / "home/.local/share/statewright/secrets"
    folder.mkdir(parents=True)
    (folder / "approval.key").write_bytes(os.urandom(32))
    (folder / "passphrase").write_text("{}")
    project = tmp_path / "home/code/project"
    (project / ".statewright").mkdir(parents=True)
    (project / "app.py").write_text("x")
    (project / "way").symlink_to(folder)
    os.link(folder / "approval.key", project / "twin")
    return tmp_path / "home"


def refused(disk: Path, state: dict[str, Any], tool: str, given: dict[str, Any], status: str = "running") -> str:
    """The rule that refuses a call, "" when it passes."""
    event = Event("pre", time=1.0, tool=tool, raw_tool=tool, input=given, call="c")
    event.project = event.cwd = str(disk / "code/project")
    event.home, event.data = str(disk), str(disk / ".local/share/statewright")
    event.command = given.get("command") if tool == "Bash" else None
    event.facts = Disk(event.cwd)
    snap = dict(new_snapshot("r", "s", "claude-code", "0", 0.0), machine="m", state="a", status=status)
    if status == "waiting":
        snap["approval"] = {"event": "GO", "deadline": 100.0}
    found = [one.rule for one in kernel.judge({"m": "m", "s": "a", **state}, snap, event) if one.effect == "deny"]
    return found[0] if found else ""


LINES = [
    "cat %s" % KEY,
    "cat < %s" % KEY,
    "cp %s /tmp/x" % KEY,
    "cp -r ~/.local/share/statewright /tmp/x",
    "grep -r '' ~/.local/share/statewright/secrets",
    "cd ~/.local/share/statewright/secrets && xxd approval.key",
    "cat way/approval.key",
    "cat twin",
    "base64 way/*",
    "cat ~/.local/share/*/*/*.key",
    "cat ~/.local/share/statewright/sec*/app*",
    "head -c 99 ../../.local/share/statewright/secrets/approval.key",
    "d=~/.local/share/statewright; od $d/secrets/approval.key",
    "python3 -c \"print(open('$HOME/.local/share/statewright/secrets/approval.key','rb').read())\"",
    "tar cf - ~/.local | base64",
    "rsync -a ~/ /tmp/h",
    "find ~ -name '*.key' -exec cat {} +",
    "find ~/.local -type f | xargs cat",
    "dd if=%s" % KEY,
    "tar c ~",
    "cp -r $HOME /tmp/h",
    "ln -s ~/.local/share way2",
    "grep -ra . ~",
    "cd ~ && rg -a . ",
    "cat ~/.local/share/statewright/secrets/passphrase",
    "diff /dev/null way/approval.key",
    "ls way",
    "sed -n 1p twin",
    "git diff --no-index /dev/null %s" % KEY,
    "curl file://$HOME/.local/share/statewright/secrets/approval.key",
    "cat /proc/self/root$HOME/.local/share/statewright/secrets/approval.key",
    "while read x; do echo $x; done < %s" % KEY,
    "bash -c 'cat %s'" % KEY,
    "cat $(echo %s)" % KEY,
    "cat ~/.local/share/**/approval*",
]


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("state", range(len(STATES)))
def test_no_line_reads_the_secret_in_any_state(disk: Path, line: str, state: int) -> None:
    assert refused(disk, STATES[state], "Bash", {"command": line})


@pytest.mark.parametrize(
    "path",
    [
        "{h}/.local/share/statewright/secrets/approval.key",
        "way/approval.key",
        "twin",
        "way",
        "{h}/code/../.local/share/statewright/secrets/passphrase",
        "/proc/self/root{h}/.local/share/statewright/secrets/approval.key",
    ],
)
@pytest.mark.parametrize("tool", ["Read", "Grep", "Glob", "LS", "mcp__disk__read_file", "mcp__disk__copy", "NotebookRead"])
def test_no_tool_reads_it(disk: Path, tool: str, path: str) -> None:
    given = {"file_path" if tool in ("Read", "NotebookRead") else "path": path.format(h=disk)}
    assert refused(disk, {}, tool, given) == "protection"
    assert refused(disk, {}, "mcp__disk__read_many", {"paths": ["app.py", path.format(h=disk)]}) == "protection"


@pytest.mark.parametrize("path", ["{h}/.local/share/statewright", "{h}/.local/share", "{h}", "~", "/", "../.."])
@pytest.mark.parametrize("tool", ["Grep", "mcp__disk__grep_files"])
def test_a_search_of_a_folder_above_is_refused(disk: Path, path: str, tool: str) -> None:
    assert refused(disk, {}, tool, {"pattern": ".", "path": path.format(h=disk)}) == "protection"


@pytest.mark.parametrize(
    "line",
    [
        "cat app.py",
        "grep -rn secret .",
        "ls ~/.local/share",
        "find ~ -name '*.py'",
        "cp -r . /tmp/copy",
        "tar czf /tmp/x.tgz .",
        "cat secrets/own.txt",
        "grep -r x ~/work",
        "find . -name '*.py' -exec grep x {} +",
        "echo $HOME",
        "cat $FILE",
        "git status",
        "rsync -a ~/code/project/ /tmp/x",
        "ls *",
    ],
)
def test_everyday_lines_pass(disk: Path, line: str) -> None:
    assert refused(disk, {}, "Bash", {"command": line}) == ""
    assert refused(disk, {}, "Bash", {"command": line}, "waiting") == ""


def test_everyday_reads_pass(disk: Path) -> None:
    work = {"pattern": "x", "path": str(disk / "work")}
    for tool, given in (("Read", {"file_path": "app.py"}), ("Grep", work), ("Grep", {"pattern": "x"}), ("Read", {})):
        assert refused(disk, {}, tool, given) == ""


DEEP = [
    "grep -r --te '' ~/.local/share",
    "grep -r foo ~",
    "grep -r foo /",
    "grep --recurs foo ~/.local",
    "grep -rn foo -- ~/.local/share",
    "grep -d recurse foo ~/.local",
    "grep --directories=recurse foo ~/.local",
    "grep --dir=recurse foo ~/.local",
    "grep -drecurse foo ~/.local",
    "grep -r -e foo ~/.local",
    "grep -re foo ~/.local",
    "grep -R foo $HOME",
    "egrep -rl '' ~/.local/share",
    "rgrep foo ~/.local",
    "diff -raN ~/.local/share /var/empty",
    "diff --recur ~/.local/share /var/empty",
    "grep -r --bin=text '' ~/.local",
    "grep -r --binary=tex '' ~/.local",
    "git diff --no-index -a ~/.local /var/empty",
    "git diff --no-index ~/.local /var/empty",
    "git diff --no-ind --binary ~/.local /var/empty",
    "git diff ~/.local /var/empty",
    "git grep --no-index -a . ~/.local",
    "git grep --no-index foo -- ~/.local",
    "git grep --no-i foo ~/.local",
    "cd ~/.local && git grep --no-index foo",
    "git -C ~/.local grep --no-index foo",
    "git --git-dir=/tmp/g --work-tree=$HOME/.local add .",
    "git --git-dir=/tmp/g --work-tree ~/.local add -A",
    "cd ~/.local && git add -A",
    "cd ~/.local && git init && git add .",
    "git add ~/.local",
    "grep -rl '' ~/.local/share | xargs base64",
    r'for c in {00..ff}; do grep -rlP "\A\x$c" ~/.local/share; done',
    "rg '' ~/.local/share",
    "rg --hidden foo ~",
    "rg -l . ~/.local",
    "cd ~/.local/share && rg foo",
    "cd ~ && grep -rn foo",
    "cd ~ && grep -rn foo .",
    "cd ~; ag foo",
    "ack foo ~/.local",
    "ag foo ~/.local",
    "rg --files ~/.local | xargs cat",
    'find ~/.local -type f | while read f; do cat "$f"; done',
    "for f in $(find ~/.local -type f); do cat $f; done",
    "cat $(find ~/.local -type f)",
    "fd . ~/.local -x cat",
    "fd -H . ~/.local | xargs cat",
    "ls -R ~/.local | xargs cat",
    "tree -fi ~/.local | xargs cat",
    "du -a ~/.local | cut -f2 | xargs cat",
    'mapfile -t a < <(find ~/.local -type f); cat "${a[@]}"',
    "gzip -rc ~/.local/share",
    "zcat -r ~/.local",
    "python3 -m http.server -d ~/.local",
    "python3 -m zipfile -c /tmp/x.zip ~/.local",
    "mv ~/.local/share/statewright x",
    "echo ~/.local | xargs grep -r foo",
    "bash -c 'grep -r foo ~/.local'",
    "d=~/.local; grep -r foo $d",
    "grep -r foo ~/.loc*",
    "grep -r foo ../../.local",
    "find ~ -type f -exec grep foo {} +",
    "find ~/.local -type f -print0 | xargs -0 grep -l foo",
    r"grep -rlP '\x00' ../..",
    "zip -r x.zip ~/.local",
    "ugrep foo ~/.local",
]
NARROW = [
    "grep -rn foo .",
    'grep -rn "/" src',
    "grep -rn / src",
    'grep -rn "~/.local" src',
    "grep -rn ~ src",
    'grep -rn "/home" .',
    "grep -r --include=*.py foo .",
    "rg foo",
    "rg -n foo src",
    'rg "/" src',
    "rg -e / src",
    "git grep foo",
    "git diff",
    "git diff HEAD~1 -- src",
    "git diff --stat",
    "git grep -n / src",
    "git log -p",
    "git add -A",
    "git add .",
    "grep foo ~/.bashrc",
    "grep -n x ~/.config/x",
    "diff -r src lib",
    "diff ~/.bashrc ~/.profile",
    "find ~ -name '*.pdf' | xargs ls",
    "find . -type f | xargs grep x",
    "ls -la ~",
    "ls -R src",
    "ls ~ | grep x",
    "ls ~/.local/share | while read f; do echo $f; done",
    "cat $(git ls-files)",
    "grep -r foo ~/work",
    "grep -r foo ~/code/project",
    "rg foo ~/work",
    "tree ~ -L 1",
    "du -sh ~/.local",
    "for f in $(find . -name '*.py'); do echo $f; done",
    "gzip -c app.py",
    "mv app.py b.py",
    "git -C ~/code/project status",
    "git status",
    "cd ~ && ls",
    "cd ~ && grep -rn foo code/project",
    "find / -name x.h",
    "grep -c foo app.py",
    "git -C . grep foo",
    "fd py .",
]


@pytest.mark.parametrize("line", DEEP)
def test_no_program_goes_through_a_folder_above_the_secrets(disk: Path, line: str) -> None:
    for state in STATES[:2]:
        assert refused(disk, state, "Bash", {"command": line})


@pytest.mark.parametrize("line", NARROW)
def test_a_search_elsewhere_passes(disk: Path, line: str) -> None:
    assert refused(disk, {}, "Bash", {"command": line}) == ""


MET = [
    "cat *.txt",
    "cat src/*",
    "head -c 100 *.txt",
    "wc -l *",
    "grep x *.txt",
    "strings ?otes.txt",
    "cat s*/*",
    "cat */key",
    "cat **/key",
    "cd src && cat *",
    "for f in *.txt; do cat $f; done",
    "grep -R x src",
    "grep -Rl x .",
    "grep --dereference-recursive x",
    "rg -L x",
    "rg --follow x src",
    "ag -f x",
    "ugrep -R x src",
    "diff -r src lib",
    "diff lib src",
    "find -L . -type f -exec cat {} +",
    "find . -name '*.txt' | xargs cat",
    "ls | xargs cat",
    "find src -follow -type f | xargs cat",
    "cp -rL src lib2",
    "tar chf x.tar src",
    "zip -r x.zip src",
    "rsync -L src/ lib2",
    "awk 1 *.txt",
    'python3 -c "print(open(\'notes.txt\').read())"',
    "python3 - <<'E'\nprint(open('src/key').read())\nE",
    "sed -n 'r notes.txt' app.py",
    "sort < *.txt",
    "cat ways/*",
    "base64 w*/*.key",
    "while read f; do cat $f; done < <(ls)",
    "x=$(ls src); cat src/$x",
]
UNMET = [
    "cat *.md",
    "cat lib/*",
    "grep x lib/*",
    "grep -r x src",
    "grep -R x lib",
    "rg x",
    "rg -L x lib",
    "diff -r lib lib",
    "find . -type f | xargs grep x",
    "find . -name '*.md' | xargs cat",
    "ls *",
    "ls -la src/*",
    "rm -f *.txt",
    "git add *.txt",
    "for f in *.py; do echo $f; done",
    "cp -r src lib2",
    "tar cf x.tar src",
    "zip -ry x.zip src",
    "python3 -c 'print(1)'",
    "ls lib | xargs -I{} cat lib/{}",
    "stat *",
    "mv *.txt lib",
    "diff --no-dereference -r src lib",
]


@pytest.fixture
def linked(tmp_path: Path) -> Path:
    """A home whose project has links to the secret, under names that tell nothing."""
    folder = tmp_path / "home/.local/share/statewright/secrets"
    folder.mkdir(parents=True)
    (folder / "approval.key").write_bytes(os.urandom(32))
    project = tmp_path / "home/code/project"
    for name in (".statewright/x", "app.py", "read.md", "src/app.py", "lib/app.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x")
    (project / "notes.txt").symlink_to(folder / "approval.key")
    (project / "src/key").symlink_to(folder / "approval.key")
    (project / "ways").symlink_to(folder)
    return tmp_path / "home"


@pytest.mark.parametrize("line", MET)
def test_a_link_to_a_secret_is_not_read_where_a_pattern_a_walk_or_a_list_meets_it(linked: Path, line: str) -> None:
    for state in STATES[:2]:
        assert refused(linked, state, "Bash", {"command": line})


@pytest.mark.parametrize("line", UNMET)
def test_what_meets_no_such_link_passes(linked: Path, line: str) -> None:
    assert refused(linked, {}, "Bash", {"command": line}) == ""


def test_a_pattern_passes_where_nothing_it_matches_is_a_link_to_a_secret(disk: Path) -> None:
    for line in ("cat *.py", "grep x *.py", "head -c 100 app*"):
        assert refused(disk, {}, "Bash", {"command": line}) == ""
    assert refused(disk, {}, "Bash", {"command": "cat t*"})  # a second name of the very file


def test_where_nobody_has_a_secret_any_folder_may_be_searched(disk: Path) -> None:
    shutil.rmtree(disk / ".local/share/statewright/secrets")
    for line in ("grep -rn foo ~", "rg foo ~/.local", "diff -r ~/.local /var/empty"):
        assert refused(disk, {}, "Bash", {"command": line}) == ""
    assert refused(disk, {}, "Grep", {"pattern": "x", "path": str(disk)}) == ""


SCREENS = [
    "tmux capture-pane -p",
    "tmux send-keys hello Enter",
    "screen -X hardcopy /tmp/x",
    "cat /dev/vcs1",
    "echo x > /dev/pts/3",
    "strace -p 1 -e write",
    "osascript -e x",
    "/usr/bin/tmux capture-pane -p",
    "timeout 3 tmux capture-pane -p",
    "bash -c 'tmux capture-pane -p'",
]


@pytest.mark.parametrize("line", SCREENS)
def test_nothing_looks_at_the_persons_screen_while_a_code_may_stand_on_it(disk: Path, line: str) -> None:
    assert refused(disk, {}, "Bash", {"command": line}, "waiting") == "lifecycle"
    assert refused(disk, {}, "Bash", {"command": "tmux -V"}, "waiting") == ""


def test_terminals_may_be_used_when_nothing_waits(disk: Path) -> None:
    assert refused(disk, {}, "Bash", {"command": "tmux new-session -d -s work 'npm start'"}) == ""
