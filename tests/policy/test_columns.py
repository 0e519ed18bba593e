"""What listings print beside names, and what formats print of their own, counts where lines become names."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent / "security"))

from judging import Place, judge

from statewright.policy.outputs.columns import listed
from statewright.policy.outputs.own_text import timed
from statewright.policy.words.patterns import UNTOLD
from statewright.shell.model import HOLE


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("columns"))
    made.set_up({"files": {".git/HEAD": "ref: refs/heads/main", ".git/config": "", "clean.sh": 'while read x; do rm -rf "$x"; done\n'}})
    return made


@pytest.mark.parametrize("line", [
    "git ls-files -s | grep 100644 | cut -f2 | xargs rm -f",
    "git ls-files -v | grep ^H | cut -c3- | xargs rm -f",
    "git ls-files -t | grep H | cut -c3- | xargs rm",
    "git diff --name-status HEAD~1 | grep ^M | cut -f2 | xargs rm -f",
    "git ls-tree HEAD | grep tree | cut -f2 | xargs rm -rf",
    "git stash show --stat | grep '|' | awk '{print $1}' | xargs rm -f",
    "git diff --stat HEAD~1 | grep + | awk '{print $1}' | xargs rm -f",
])  # fmt: skip
def test_a_pattern_that_a_column_may_hold_leaves_our_names_too(line: str, place: Place) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is not None


@pytest.mark.parametrize("line", [
    "git diff --name-only | grep '\\.py$' | xargs rm",
    "git status --porcelain | grep '^ D' | cut -c4- | xargs git rm",
    "git status -s | grep src/ | awk '{print $2}' | xargs git checkout --",
    "git diff --name-status main | grep src | cut -f2 | xargs git checkout main --",
    "git ls-files | grep '\\.orig$' | xargs git rm",
    "rm -rf build-$(git log -1 --format=%h)",
    "git branch --format='%(refname:short)' | grep feature | xargs git branch -D",
])  # fmt: skip
def test_a_pattern_that_only_other_names_hold_passes(line: str, place: Place) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is None


@pytest.mark.parametrize("line", [
    "echo .s* | bash clean.sh", "ls -d .s* | bash clean.sh", "bash clean.sh < <(ls -d .s*)", "printf '%s\\n' .s* | sh clean.sh",
])  # fmt: skip
def test_a_script_that_removes_what_it_reads_is_not_handed_our_names(line: str, place: Place) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is not None


@pytest.mark.parametrize("line", [
    "ls | bash clean.sh", "find src -name '*.o' | bash clean.sh", "ls -d src/* | sh clean.sh", "echo build | bash clean.sh",
])  # fmt: skip
def test_a_script_is_handed_other_names(line: str, place: Place) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is None


def test_names_alone_have_no_columns() -> None:
    assert listed("ls", ["ls", "-A1"], []) == []
    assert listed("ls", ["ls", "-la"], []) == ["long"]
    assert listed("git", ["git", "ls-files"], ["ls-files"]) == []
    assert listed("git", ["git", "status", "-s"], ["status", "-s"]) == ["status"]


def test_a_date_is_numbers_and_its_zone_is_any_text() -> None:
    assert timed("%Y-%m") == HOLE + "-" + HOLE
    assert timed(".st%Z") == ".st" + UNTOLD
