"""Copies that put a folder's own ``.statewright`` over the project's: a folder ``o`` that holds one, and ``safe`` that holds none."""

from pathlib import Path

import pytest
from judging import Place, judge

FILES = {
    "o/.statewright/workflow.json": "[]",
    "o/.claude/settings.json": "{}",
    "o/.claude/commands/x.md": "",
    "safe/x.txt": "x",
    "safe/sub/y.txt": "y",
}
REFUSED = """
cp -rT o .
cp -r -T o .
cp -r --no-target-directory o .
cp -r --no-targ o ./
cp -aT o $PWD
cd o && cp -r . ..
cd o && cp -r ./ ../
cd o && cp -r --parents .statewright ..
cd o && cp -r --par .statewright ..
cd o && cp --parents .statewright/workflow.json ..
cd o && cp -r .statewright ..
tar cf - -C o . | tar xf -
tar -C o -cf - . | tar -xf - -C .
(cd o && tar cf - .) | tar xf -
(cd o; tar c .) | tar x
tar c -C o . | (cd . && tar x)
cd o && tar cf - . | tar xf - -C ..
cd o && find . | cpio -pdmu ..
cd o && find . -print0 | cpio -0pdu ..
cd o && find . -depth | cpio --pass-through -du ..
cd o && pax -rw . ..
cd o && rsync -a . ..
rsync -a o/ .
rsync -a o/ ./
rsync -aR o/./.statewright .
cd o && rsync -aR .statewright ..
cp -r o/. .
cp -r o/.* .
cp -r o/.s* .
rclone copy o .
ditto o .
install -D o/.statewright/workflow.json -t .statewright
mv -T o/.statewright .statewright
cp -al o/. .
shopt -s dotglob; cp -r o/* .
cd o && for x in .*; do cp -r $x ..; done
cd o && cp -rt .. .
cp -rt . o/.
(cd o && cp -r . "$OLDPWD")
cp -r o/.statewright/.. .
cd o/.statewright && cp -r .. ../..
pushd o && cp -r . ..
cp -r o/.claude .
cp -a o/.claude ./
cp -r o/.claude/. .claude
mv o/.claude .
mv o/.claude/settings.json .claude
mv -t .claude o/.claude/settings.json
find o -mindepth 1 -maxdepth 1 -exec cp -r {} . \\;
./gen.sh && cp -r safe/. .
git -C safe checkout x && rsync -a safe/ .
cd o && cp --pa .statewright/workflow.json ..
cd o && cp --parents -t .. .statewright/workflow.json
cd o && cp --parents --target-directory=.. .statewright/workflow.json
cd o && ls -d .statewright/* | xargs -I{} cp --parents {} ..
cd o && find . -name '*.json' -exec cp --parents {} .. \\;
cd o && cp --parents $(find . -name '*.json') "$OLDPWD"
git worktree add /tmp/wt2 x && cp --parents .statewright/workflow.json /tmp/wt2
"""
PASSES = """
cp -rT safe copy
cp -rT safe .
cp -r safe/. .
cd safe && cp -r . ..
cd safe && cp -r . ../copy
cd o && cp -r . ../o3
tar cf - -C safe . | tar xf -
tar cf - src | tar xf - -C /tmp/x
cd safe && find . | cpio -pdmu ..
cd safe && find . | cpio -pdmu ../o4
cp --parents src/app.py /tmp/x
cp --parents src/app.py safe
rsync -a safe/ .
cp -r . ../backup
cp -r o /tmp/o
cp -r o/.claude/commands .
mv safe/x.txt .
mv safe/* .
mv -t . safe/sub
git mv safe/x.txt .
find safe -name '*.txt' -exec cp {} . \\;
mkdir -p deep && cp -r safe/. .
cp -r safe/. . && npm test
./gen.sh && cp -r safe/. ../copy
cp --parents .statewright/workflow.json /tmp/x
cp --parents -t /tmp/x .statewright/workflow.json
rsync -aR .statewright /tmp/x/
git diff --name-only HEAD~2 | xargs -I{} cp --parents {} /tmp/x
git ls-files | xargs cp --parents -t /tmp/x
find . -name '*.json' -exec cp --parents {} /tmp/x \\;
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(Path(tmp_path_factory.mktemp("copies")))
    made.set_up({"files": FILES})
    return made


@pytest.mark.parametrize("line", REFUSED.strip().split("\n"))
def test_a_copy_that_would_replace_the_workflow_is_refused(line: str, place: Place) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is not None


@pytest.mark.parametrize("line", PASSES.strip().split("\n"))
def test_a_copy_that_brings_nothing_of_ours_passes(line: str, place: Place) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is None
