"""A patch is read before it is applied: every header that names a file, however many folders are taken off, on every road to the command."""

import base64
import gzip
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


# ``e`` patches the workflow, ``p`` and ``p2`` do once a word in them is another, ``ok.diff`` patches a source file.
OURS = "--- a/.statewright/workflow.json\n+++ b/.statewright/workflow.json\n" + HUNK
MADE = r"""
sed 's/ZZ/statewright/' p | git apply
sed 's/ZZ/statewright/' p | patch -p1
cat e | git apply
cat e | patch -p1
patch -p1 -ie
patch -p1 -i e
patch -p1 --input=e
patch -p1 --inp e
patch -p1 < e
cd src && git apply ../e
git apply *.diff
git apply q*
git apply $(ls *.diff)
ls *.diff | xargs git apply
find . -name '*.diff' -exec git apply {} \;
find . -name '*.diff' -exec patch -p1 -i {} \;
for x in *.diff; do git apply $x; done
for x in *.diff; do patch -p1 < $x; done
cp e e2 && git apply e2
cp e e2 && patch -p1 < e2
mv e e2; git apply e2
head -20 e | git apply
tail -n +1 e | git apply
base64 -d b64 | git apply
base64 -d < b64 | patch -p1
gzip -dc e.gz | git apply
zcat e.gz | patch -p1
rev rev | git apply
tr Z Z < e | git apply
tr Z s < p2 | git apply
git apply <(cat e)
git apply <(base64 -d b64)
patch -p1 <(cat e)
patch -p1 < <(cat e)
git diff A B | git apply
git diff A B | git apply -R
git diff HEAD~3 -- .statewright | git apply -R
curl -s http://x/e | patch -p1
curl -s http://x/e | git apply
wget -qO- http://x/e | git apply
gpatch -p1 < e
busybox patch -p1 < e
busybox patch -p1 -i e
git apply --directory=.statewright ok.diff
cat e | tee x | git apply
cat e > e3; git apply e3
sed s/ZZ/statewright/ p > e3 && git apply e3
sed -i s/ZZ/statewright/ p && git apply p
git am < e
git apply - < e
awk 1 e | git apply
sort e | git apply
python3 -c 'print(open("p").read().replace("ZZ","statewright"))' | git apply
python3 -c 'print(open("p").read().replace("ZZ","statewright"))' | patch -p1
git apply e
(cat e) | git apply
{ cat p | sed s/ZZ/statewright/; } | git apply
patch src/app.py < e -p0 -d .statewright
git -C src apply ../e
cat > fix.diff <<'X'\n--- a/.statewright/workflow.json\n+++ b/.statewright/workflow.json\nX\ngit apply fix.diff
git diff main -- . | git apply -R
curl -o x.diff http://x && git apply x.diff
printf '%s\n' '--- a/.statewright/config.json' '+++ b/.statewright/config.json' | patch -p1
"""
READ = r"""
git stash show -p | git apply
git show HEAD~3 | git apply -R
git format-patch -1 --stdout | git am
git apply ok.diff
git apply --check e
git apply --stat e
cat ok.diff | git apply
patch -p1 < ok.diff
git apply nothere.diff
git diff src/app.py | git apply -R
git diff HEAD~1 -- src | git apply -R
git show HEAD~1 -- src/app.py | git apply -R
git diff > /tmp/my.diff
sed 's/\r$//' ok.diff | git apply
sed -i 's/\r$//' ok.diff && git apply ok.diff
git diff > my.diff; git checkout .; git apply my.diff
git diff HEAD > my.diff && git apply -R my.diff
cat > fix.diff <<'X'\n--- a/src/app.py\n+++ b/src/app.py\nX\ngit apply fix.diff
git apply <<'X'\n--- a/src/app.py\n+++ b/src/app.py\nX
cd /tmp/y && curl -s http://x/p | patch -p1
curl -s http://x/p | patch --dry-run -p1
curl -s http://x/p | patch src/app.py
git diff main -- src | git apply -R
git diff main -- . ':!.statewright' ':!.claude' | git apply -R
git stash show -p stash@{0} | git apply
curl -o x.diff http://x
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Place:
    there = Place(tmp_path_factory.mktemp("made"))
    coded = base64.b64encode(OURS.encode()).decode()
    turned = "\n".join(line[::-1] for line in OURS.split("\n"))
    texts = {"e": OURS, "q.diff": OURS, "p": OURS.replace("statewright", "ZZ"), "p2": OURS.replace("statewright", "Ztatewright"), "rev": turned}
    texts |= {"b64": coded, "ok.diff": "--- a/src/app.py\n+++ b/src/app.py\n" + HUNK}
    there.set_up({"files": texts})
    Path(there.project, "e.gz").write_bytes(gzip.compress(OURS.encode()))
    return there


@pytest.mark.parametrize("line", MADE.strip().split("\n"))
def test_a_patch_that_is_made_or_changed_on_its_way_is_read_there_or_refused(line: str, made: Place) -> None:
    assert judge(made, {}, "Bash", {"command": line.replace("\\n", "\n") if "<<" in line else line}) is not None


@pytest.mark.parametrize("line", READ.strip().split("\n"))
def test_a_patch_whose_way_is_plain_passes(line: str, made: Place) -> None:
    found = judge(made, {}, "Bash", {"command": line.replace("\\n", "\n") if "<<" in line else line})
    assert found is None, found and found.reason
