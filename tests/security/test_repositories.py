"""Git repositories put together by hand, and programs put under known names: who may make them, and what then runs."""

from typing import Any

import pytest
from judging import Place, judge

LISTED: dict[str, Any] = {
    "allowed_tools": ["Read", "Edit", "Write", "Bash"],
    "allowed_commands": ["git status", "git log", "git diff", "ls", "mkdir", "cp"],
}
READING: dict[str, Any] = {"allowed_tools": ["Read", "Bash"]}
FILES = {
    "planted/HEAD": "ref: refs/heads/x", "planted/config": "[core]", "planted/objects/x": "", "planted/refs/x": "",
    ".git/HEAD": "ref: refs/heads/main", ".git/config": "", ".git/objects/x": "", ".git/refs/x": "",
    ".git/modules/mod/HEAD": "x", ".git/modules/mod/config": "", "mod/.git": "gitdir: ../.git/modules/mod\n", "mod/a": "",
    ".git/worktrees/w/HEAD": "x", "nested/.git/HEAD": "x", "nested/.git/config": "", "nested/a": "",
    "led/.git": "gitdir: ../planted\n", "led/a": "", "docs/x/y": "", "venv/bin/activate": "", ".venv/bin/ls": "", "node_modules/.bin/ls": "",
}  # fmt: skip
TELLING = (
    ".git", "sub/.git", "sub/.GIT", "mod/.git", ".git/commondir", ".git/config.worktree", "nested/.git/config", "nested/.git/hooks/post-checkout",
    ".git/worktrees/w/config.worktree", ".git/worktrees/w/commondir", ".git/worktrees/w/gitdir", ".git/modules/mod/config",
    ".git/modules/a/b/hooks/x",
)  # fmt: skip
KNOWN = (".venv/bin/pytest", "node_modules/.bin/tsc", "pkg/node_modules/.bin/tsc", "venv/bin/activate", "vendor/bin/phpunit")
ORDINARY = (
    ".git/info/exclude", ".git/info/attributes", ".git/objects/info/alternates",
    ".git/COMMIT_EDITMSG", ".git/description", ".gitignore", "sub/.gitignore", ".gitattributes", "src/bin/x.py", "bin/run",
    "src/.gitkeep", "docs/config", "docs/HEAD.md",
)  # fmt: skip


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("repositories"))
    made.set_up({"files": {**FILES, "wt/w/.git": "gitdir: %s/.git/worktrees/w\n" % made.project}})
    return made


def refused(place: Place, state: dict[str, Any], tool: str, given: dict[str, Any], edited: tuple[str, ...] = ()) -> bool:
    return judge(place, state, tool, given, edited) is not None


def shell(place: Place, state: dict[str, Any], command: str, edited: tuple[str, ...] = ()) -> bool:
    return refused(place, state, "Bash", {"command": command}, edited)


def roads(path: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("Write", {"file_path": "/repo/" + path, "content": "x"}),
        ("Edit", {"file_path": path, "old_string": "x", "new_string": "y"}),
        ("mcp__fs__write_file", {"path": path, "content": "x"}),
    ]


def commands(path: str) -> list[tuple[str, dict[str, Any]]]:
    return [("Bash", {"command": form % path}) for form in ("echo x > %s", "echo x | tee %s", "cp f %s", "X=%s; mv f $X", "dd if=f of=%s")]


@pytest.mark.parametrize("path", TELLING)
def test_what_tells_git_what_to_run_is_made_by_git_alone(path: str, place: Place) -> None:
    for tool, given in roads(path) + commands(path):
        assert refused(place, {}, tool, given), (tool, given)


@pytest.mark.parametrize("path", KNOWN)
def test_programs_under_known_names_are_made_by_installers(path: str, place: Place) -> None:
    for tool, given in roads(path):
        assert refused(place, {}, tool, given), (tool, given)


@pytest.mark.parametrize("path", ORDINARY)
def test_other_files_beside_them_are_written_as_ever(path: str, place: Place) -> None:
    for tool, given in roads(path) + commands(path):
        assert not refused(place, {}, tool, given), (tool, given)


@pytest.mark.parametrize(
    "command",
    [
        "mv .git g", "mv g .git", "mv g ./.git", "mv -t . g/.git", "cp -r g .git", "cp -r g/.git .", "ln -s g .git", "ln -s ../g sub/.git",
        "rsync -a g/ .git", "X=.git; mv g $X", "mv g .gi[t]", "mv {g,.git}", "install -m 644 f sub/.git", "ln -sfn g .git", "mv sub/.git .",
        "mv -T g .git", "cp -rT g .git", "mv .git .git.bak", "sudo mv g .git", "bash -c 'mv g .git'", "find . -name g -exec mv {} .git \\;",
        "sed -i s/a/b/ sub/.git", "echo x >> .git/modules/mod/config", "cd nested && echo x > .git/config", "cd .git && echo ../g > commondir",
        "printf x > .git/comm*",
    ],
)  # fmt: skip
def test_a_repository_is_put_in_place_by_git_alone(command: str, place: Place) -> None:
    assert shell(place, {}, command)


@pytest.mark.parametrize(
    "command",
    [
        "rm -rf nested/.git", "rm -f .git/index.lock", "cp -r .git /tmp/backup", "git init new", "cat .git/HEAD", "cat .git/config",
        "tar czf /tmp/x.tgz .git", "ls -la .git", "rm -rf .git/modules/mod", "cp -r /tmp/a/.git /tmp/b/", "touch .gitignore",
        "sed -i s/a/b/ .gitignore", "cp .gitignore sub/.gitignore", "mv a/.gitignore .", "git clone https://github.com/a/b && rm -rf b/.git",
        "echo '*.log' >> .git/info/exclude", "mv src/a src/b", "rm -rf .git/rebase-merge",
    ],
)  # fmt: skip
def test_everyday_work_around_repositories_passes(command: str, place: Place) -> None:
    assert not shell(place, {}, command)


@pytest.mark.parametrize("state", [LISTED, READING], ids=["listed", "reading"])
@pytest.mark.parametrize(
    "command",
    [
        "cd planted && git status", "git -C planted status", "cd planted; git status", "(cd planted && git log)", "X=planted; git -C $X status",
        "git -C ./planted/. log", "git -C led status", "cd led && git diff", "pushd planted && git status", "git -C docs/../planted status",
        "env -C planted git status", "git --no-pager -C planted log", "git -C . -C planted log", "cd planted/refs && git status",
        "for d in */; do git -C $d status; done", "git -C p* status", "timeout 5 git -C planted status", "read X < absent; git -C \"$X\" log",
        "git -C $(ls | tail -1) log",
    ],
)  # fmt: skip
def test_git_does_not_run_in_a_repository_put_together_by_hand(command: str, state: dict[str, Any], place: Place) -> None:
    assert shell(place, state, command)


@pytest.mark.parametrize("state", [LISTED, READING], ids=["listed", "reading"])
@pytest.mark.parametrize(
    "command",
    [
        "git status", "cd docs && git status", "git -C docs log", "cd mod && git status", "git -C mod log", "cd wt/w && git status",
        "cd nested && git log", "git -C nested log", "cd docs/x && git diff", 'git -C "$PWD" status', "git -C .git/modules/mod log", "git log HEAD",
        "git -C /repo status", 'git -C "$CLAUDE_PROJECT_DIR" log', 'git -C "$REPO" log', "for d in docs/*; do git -C $d status; done",
        "cd docs && git log --oneline | head -5", "source venv/bin/activate", "source venv/bin/activate && ls", ".venv/bin/ls",
    ],
)  # fmt: skip
def test_git_runs_in_what_git_made(command: str, state: dict[str, Any], place: Place) -> None:
    assert not shell(place, state, command)


@pytest.mark.parametrize("state", [LISTED, READING], ids=["listed", "reading"])
@pytest.mark.parametrize(
    ("command", "edited"),
    [
        ("source venv/bin/activate", "venv/bin/activate"), (". ./venv/bin/activate", "venv/bin/activate"),
        ("source /repo/venv/bin/activate && ls", "venv/bin/activate"), (".venv/bin/ls", ".venv/bin/ls"), ("./.venv/bin/ls", ".venv/bin/ls"),
        ("timeout 5 .venv/bin/ls", ".venv/bin/ls"), ("node_modules/.bin/ls", "node_modules/.bin/ls"), ("/repo/.venv/bin/ls", ".venv/bin/ls"),
    ],
)  # fmt: skip
def test_a_program_changed_in_this_state_is_not_the_one_of_its_name(command: str, edited: str, state: dict[str, Any], place: Place) -> None:
    assert shell(place, state, command, (edited,))
    assert not shell(place, state, command, ("src/app.py",))


@pytest.mark.parametrize(
    "command",
    [
        "mkdir -p docs/objects docs/refs; echo x > docs/HEAD; cd docs; git status", "cp f docs/HEAD; cd docs; git status",
        "echo x > venv/bin/activate; source venv/bin/activate", "cp f .venv/bin/ls; .venv/bin/ls",
    ],
)  # fmt: skip
def test_a_line_does_not_make_what_it_then_runs(command: str, place: Place) -> None:
    assert shell(place, LISTED, command)
