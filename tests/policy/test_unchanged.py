"""What makes a green check stale: a command that may have changed a file of the project, and nothing else."""

from __future__ import annotations

import json
import subprocess

import pytest
from builders import PROJECT, Json, Run, bash, call, edit, ended, event, move
from support import Place

FLOW: Json = {
    "id": "m", "initial": "work", "checks": {"tests": {"command": "pytest -q"}},
    "guards": {"green": {"field": "checks.tests.status", "op": "eq", "value": "passed"}},
    "states": {"work": {"on": {"GREEN": {"target": "done", "guard": "green"}}}, "done": {"type": "final"}}}
GIT = {PROJECT + "/.git/config": "[core]\n\tbare = false\n", PROJECT + "/.git/hooks/pre-commit.sample": ""}
FRESH = """
git add -A
git add -p src
git add -A && git commit -m done
git add -A && git commit -m 'a b' && git push -u origin HEAD
cd src && git commit -qam x
git --no-pager commit --amend --no-edit
git tag v1 && git push origin v1
git branch topic
git branch -d topic
git reset
git reset --soft HEAD~1
git reset HEAD a.py
git rm --cached a.py
git fetch origin
git stash list
git stash drop
git notes add -m x
git status && git diff --stat
git log --oneline -3
gh pr create --fill
gh issue comment 3 --body x
kill %1
ls > /dev/null
pytest -q tests/test_a.py > /tmp/out.txt 2>&1
black --check .
ruff check
prettier --check .
cat a.py | grep x
""".strip().splitlines()
STALE = """
git checkout main
git checkout -b x
git checkout -- a.py
git switch main
git stash
git stash push
git stash pop
git stash apply
git restore a.py
git merge topic
git rebase main
git pull
git apply a.patch
git am a.patch
git cherry-pick abc
git revert HEAD
git reset --hard
git reset --har HEAD
git reset --merge
git rm a.py
git mv a.py b.py
git submodule update
git worktree add x
git bisect start
git config user.name x
git -c core.editor=./x commit
git -C other commit -m x
git fetch --upload-pack=./x origin
git fetch ext::./x
git push --receive-pack=./x origin
GIT_EDITOR=./x git commit
export GIT_EDITOR=./x; git commit
git add -A && git checkout main
git add $X
gh pr checkout 3
gh pr merge 3
black .
ruff format
ruff check --fix
isort .
npx prettier --write .
eslint --fix .
gofmt -w a.go
cargo fmt
go generate ./...
protoc x.proto
npm run build
npm install
make
make generate
python gen.py
python -c 'print(1)'
node gen.js
./gen.sh
sed -i s/a/b/ a.py
touch a.py
cp a.py b.py
echo x > a.py
pytest -q > out.txt
pytest -q | tee out.txt
patch -p1 < a.patch
""".strip().splitlines()


def status(line: str, files: dict[str, str] | None = None) -> str:
    """What is known of a green check after a command."""
    run = Run(FLOW)
    run.take(event("checked", extra={"name": "tests", "exit_code": 0, "grade": "measured", "clock": 0}))
    shell = bash(line, files=GIT if files is None else files)
    assert run.passes(shell), line
    run.take(ended(shell))
    out = run.take(move("GREEN"))
    return "stale" if '"stale"' in out.reason else "fresh" if out.effect != "deny" else out.reason


@pytest.mark.parametrize("line", FRESH)
def test_what_changes_no_file_leaves_a_check_fresh(line: str) -> None:
    assert status(line) == "fresh"


@pytest.mark.parametrize("line", STALE)
def test_what_may_change_a_file_makes_it_stale(line: str) -> None:
    assert status(line) == "stale"


@pytest.mark.parametrize(("line", "files", "wanted"), [
    ("git commit -m x", {"/.git/hooks/pre-commit": ""}, "stale"),
    ("git commit -m x", {"/.git/hooks/post-commit": ""}, "stale"),
    ("git commit -m x", {"/.git/hooks/pre-push": ""}, "fresh"),
    ("git push", {"/.git/hooks/pre-push": ""}, "stale"),
    ("git add -A", {"/.git/hooks/pre-commit": ""}, "fresh"),
    ("git add -A", {"/.git/hooks/post-index-change": ""}, "stale"),
    ("git commit -m x", {"/.git/config": "[core]\n\thooksPath = .husky\n"}, "stale"),
    ("git commit -m x", {"/.git/config": "[include]\n\tpath = other\n"}, "stale"),
    ("git add -A", {"/.git/config": "[include]\n\tpath = other\n"}, "fresh"),
    ("git commit -m x", {"/.git/hooks/pre-auto-gc": ""}, "stale"),
    ("git fetch", {"/.git/hooks/pre-auto-gc": ""}, "stale"),
    ("git push", {"/.git/hooks/post-receive": ""}, "stale"),
    ("git push . HEAD:x", {"/.git/hooks/update": ""}, "stale"),
    ("git stash drop", {"/.git/hooks/reference-transaction": ""}, "stale"),
    ("git reset -q", {"/.git/hooks/post-index-change": ""}, "stale"),
    ("git rm -q --cached f", {"/.git/hooks/post-index-change": ""}, "stale"),
    ("git commit -m x", {"/.git/config": "[hook \"x\"]\n\tcommand = make\n\tevent = pre-commit\n"}, "stale"),
    ("git add -A", {"/.git/config": "[core]\n\tfsmonitor = make\n"}, "stale"),
    ("git add -A", {"/.git/config": "[core]\n\tfsmonitor = true\n"}, "fresh"),
    ("git add -A", {"/.git/config": "[core]\n\tfsmonitor = .git/hooks/fsmonitor-watchman\n"}, "fresh"),
    ("git push", {"/mirror/HEAD": "", "/.git/config": "[remote \"origin\"]\n\turl = ./mirror\n"}, "stale"),
    ("git push mirror main", {"/mirror/HEAD": ""}, "stale"),
    ("git push origin feature/x", {"/.git/config": "[remote \"origin\"]\n\turl = git@host:a/b.git\n"}, "fresh"),
    ("git push", {"/.git/config": "[remote \"origin\"]\n\turl = https://host/a.git\n"}, "fresh"),
    ("git push", {"/.git/config": "[remote \"origin\"]\n\turl = /srv/a.git\n"}, "fresh"),
])  # fmt: skip
def test_a_hook_of_git_may_change_files(line: str, files: dict[str, str], wanted: str) -> None:
    assert status(line, {**GIT, **{PROJECT + name: text for name, text in files.items()}}) == wanted


def test_a_persons_own_settings_and_the_repository_above_or_behind_a_worktree_are_looked_at() -> None:
    assert status("git commit -m x", {**GIT, "/h/.gitconfig": "[core]\nhookspath=~/hooks\n"}) == "stale"
    assert status("git commit -m x", {"/.git/hooks/pre-commit": ""}) == "stale"
    tree = {PROJECT + "/.git": "gitdir: /r/.git/worktrees/p\n", "/r/.git/worktrees/p/commondir": "../..\n", "/r/.git/config": ""}
    assert status("git commit -m x", tree) == "fresh"
    assert status("git commit -m x", {**tree, "/r/.git/hooks/commit-msg": ""}) == "stale"


@pytest.mark.parametrize(("tool", "wanted"), [
    ("mcp__files__write_file", 1), ("mcp__any__apply", 1), ("mcp__git__sync", 1), ("mcp__files__read_file", 0), ("mcp__any__list_issues", 0),
])  # fmt: skip
def test_a_servers_tool_that_does_not_say_it_reads_makes_checks_stale(tool: str, wanted: int) -> None:
    run = Run(FLOW)
    assert run.passes(call(tool, {"path": "a.py"})) and run.snap["clock"] == wanted
    told = Run({**FLOW, "config": {"trace": {"reading_tools": ["mcp__any__*", "mcp__git__*"]}}})
    assert told.passes(call(tool, {"path": "a.py"})) and told.snap["clock"] == (wanted if "files" in tool else 0)


def test_a_check_that_began_while_an_edit_was_under_way_is_stale_after_it() -> None:
    run = Run(FLOW)
    change = edit("a.py")
    run.take(change)
    tests = bash("pytest -q")
    run.take(tests)
    run.take(ended(change))
    run.take(ended(tests, extra={"exit_code": 0}))
    assert '"stale"' in run.take(move("GREEN")).reason
    again = bash("pytest -q")
    run.take(again)
    run.take(ended(again, extra={"exit_code": 0}))
    assert run.take(move("GREEN")).effect != "deny"


def test_in_a_real_repository_adding_and_committing_keep_a_check_and_checking_out_does_not(place: Place) -> None:
    place.workflow({**FLOW, "checks": {"tests": {"command": "true"}}})
    subprocess.run(["git", "init", "-q", str(place.project)], check=True, capture_output=True)
    assert not place.pre("Bash", {"command": "true"}, "t0").denied
    place.post("Bash", {"command": "true"}, {"stdout": "", "stderr": "", "interrupted": False}, "t0")

    def stale() -> bool:
        return bool(json.loads(place.cli("status", "--json").stdout)["checks"]["tests"]["stale"])

    for number, line in enumerate(("git add -A", "git commit -qm x", "git push origin main")):
        assert not place.pre("Bash", {"command": line}, "g%d" % number).denied
        assert not stale(), line
    hook = place.project / ".git/hooks/pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\n")
    assert not place.pre("Bash", {"command": "git commit -qm y"}, "h").denied and stale()
