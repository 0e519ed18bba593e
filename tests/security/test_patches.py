"""A patch is read before it is applied: every header that names a file, however many folders are taken off, on every road to the command."""

from pathlib import Path

import pytest
from judging import Place, judge

HUNK = "@@ -1 +1 @@\n-{}\n+{ }\n"
PATCHES = {
    "plain": "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n" + HUNK,
    "deep": "--- x/y/z/.statewright/config.json\n+++ x/y/z/.statewright/config.json\n" + HUNK,
    "renamed": "diff --git a/src/x b/.claude/settings.local.json\nsimilarity index 100%\nrename from src/x\nrename to .claude/settings.local.json\n",
    "copied": "diff --git a/src/x b/.git/hooks/pre-push\nsimilarity index 100%\ncopy from src/x\ncopy to .git/hooks/pre-push\n",
    "empty": "diff --git a/.claude/hooks/x b/.claude/hooks/x\nnew file mode 100755\nindex 0000000..e69de29\n",
    "context": "*** .statewright/config.json\t2026\n--- .statewright/config.json\t2026\n***************\n*** 1 ****\n! {}\n--- 1 ----\n! { }\n",
    "index": "Index: .claude/settings.json\n===================================================================\n" + HUNK,
    "padded": "--- a/src/x\n+++ b/src/x\n" + HUNK * 6000 + "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n" + HUNK,
}
ROADS = [
    "git apply {}",
    "git apply < {}",
    "cat {} | git apply",
    "git apply -p3 {}",
    "git am {}",
    "git am < {}",
    "patch -p1 < {}",
    "patch -p1 -i {}",
    "patch -i{}",
    "patch --input={}",
    "cat {} | patch -p1",
    "patch < {}",
    "env -C . git apply {}",
    "sudo patch -p4 -i {}",
    "echo {} | xargs git apply",
    "cd src && git apply ../{} --directory=..",
]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("patches"))
    for name, text in PATCHES.items():
        Path(made.project, name + ".patch").write_text(text)
    Path(made.project, "good.patch").write_text("--- a/src/app.py\n+++ b/src/app.py\n" + HUNK + "+ see .statewright/config.json\n")
    return made


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("name", PATCHES)
def test_a_patch_of_a_protected_file_is_refused(name: str, road: str, place: Place) -> None:
    assert judge(place, {}, "Bash", {"command": road.format(name + ".patch")}) is not None


@pytest.mark.parametrize("road", ROADS)
def test_a_patch_of_other_files_passes(road: str, place: Place) -> None:
    found = judge(place, {}, "Bash", {"command": road.format("good.patch")})
    assert found is None, found and found.reason
