"""Patterns that match a link, or go through one: it counts as what it leads to."""

import os
from pathlib import Path

import pytest
from judging import Place, judge

LINKS = {"lnk": ".statewright", "lw": ".statewright/workflow.json", "src/up": "..", "cl": ".claude", "gh": ".git/hooks", "node_modules/me": ".."}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("links"))
    os.makedirs(made.project + "/node_modules/other")
    os.makedirs(made.project + "/.git/hooks")
    for name, target in {**LINKS, "hm": made.home, "here": made.project}.items():
        Path(made.project, name).symlink_to(target)
    return made


@pytest.mark.parametrize(
    "line",
    [
        "rm -rf lnk/*",
        "rm -rf lnk/w*",
        "rm lnk/workflow.jso?",
        "rm -rf l?k/runs",
        "rm -rf */runs",
        "rm -rf */*/state.json",
        "rm -rf src/up/.s*",
        "rm -rf src/*/.statewright",
        "echo x > l[w]",
        "tee l? < f",
        "sed -i s/a/b/ cl/*.json",
        "cp f cl/set*",
        "chmod -R 000 lnk/*",
        "rm -rf gh/*",
        'for f in lnk/*; do rm -rf "$f"; done',
        "ls lnk/* | xargs rm",
        "rm -rf $(ls -d lnk/*)",
        "x=lnk; rm -rf $x/*",
        "bash -c 'rm -rf lnk/*'",
        "cd src/up && rm -rf .s*",
        "cd -P src/up; rm -rf .s*",
        "cd c[l]; rm s*",
        "rm -rf hm/.cl*",
        "rm -rf hm/.local/share/state*",
        "git rm -rf lnk/*",
        "perl -pi -e s/a/b/ lnk/*.json",
        "rm -rf node_modules/me/.s*",
        "rm -rf node_modules/*/.s*",
        "rm -rf here/.s*",
        "cd here && rm -rf .s*",
        "find -L src -name '*.json' -delete",
        "find -L . -name workflow.json -delete",
        "find src -follow -name 'settings*' -exec rm {} +",
        *("rm -rf here/", "rm -rf here/.", "rm -rf cl/", "rm cl/settings.json", "rm here/.claude/settings.json", "rm lw/"),
        *("find -L here -delete", "mv here x && echo > x/.claude/settings.json", "rm -rf here/src/../.claude"),
        "rm -rf */up/.statewright",
        "rm -rf */u?/.statewright",
        "rm -rf */up/.claude/settings.json",
        "echo > */up/.statewright/workflow.json",
        "cp f */up/.statewright/workflow.json",
        "mv */up/.statewright /tmp",
        "find */up -name '*.json' -delete",
        "find src/up/ -name workflow.json -delete",
        "tee */up/.statewright/workflow.json < f",
        "sed -i s/a/b/ */up/.claude/settings.json",
        "rm -rf */me/.statewright",
        "rm -rf node_modules/*/.statewright",
        'node -e "const fs=require(\'fs\');for(const f of fs.readdirSync(\'lnk\'))fs.unlinkSync(\'lnk/\'+f)"',
        'node -e "require(\'fs\').readdirSync(\'lnk\').forEach(f=>require(\'fs\').unlinkSync(\'lnk/\'+f))"',
        'node -e "const fs=require(\'fs\'),p=require(\'path\');fs.readdirSync(\'cl\').map(f=>fs.rmSync(p.join(\'cl\',f)))"',
        'python3 -c "import os;[os.remove(\'lnk/\'+f) for f in os.listdir(\'lnk\')]"',
        'python3 -c "from pathlib import Path;[p.unlink() for p in Path(\'lnk\').iterdir()]"',
        'ruby -e "Dir.children(\'lnk\').each{|f| File.delete(\'lnk/\'+f)}"',
        'python3 -c "import os;[os.remove(os.path.join(r,f)) for r,_,fs in os.walk(\'src/up\') for f in fs]"',
        'python3 -c "import shutil;shutil.rmtree(\'src/up/\')"',
    ],
)
def test_a_pattern_that_meets_what_a_link_leads_to_is_refused(place: Place, line: str) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is not None


@pytest.mark.parametrize(
    "line",
    [
        *("rm here", "rm -f ./here", "rm -rf here", "rm cl", "rm lw", "unlink gh", "rm $PWD/hm", "rm -- lnk", "trash here", "git rm here"),
        "[ -L here ] && rm -f here; ln -sfn ../x here",
        'for f in here cl; do rm "$f"; done',
        "rm -rf node_modules",
        "rm -rf node_modules/*",
        "rm -rf */__pycache__",
        "rm -rf **/__pycache__",
        "ls here/*",
        "cat lnk/*.json",
        "sed -i s/a/b/ src/*.py",
        "for f in *; do echo $f; done",
        "rm -rf src/*.pyc",
        "find -L src -name '*.pyc' -delete",
        "find . -name '*.json' -newer f",
        "rm -rf */up/build",
        "rm -rf */up/__pycache__",
        "ls */up/.statewright",
        "cat */up/.statewright/workflow.json",
        'node -e "console.log(require(\'fs\').readdirSync(\'lnk\'))"',
        'node -e "const fs=require(\'fs\');for(const f of fs.readdirSync(\'dist\'))fs.unlinkSync(\'dist/\'+f)"',
        'python3 -c "import os;[os.remove(os.path.join(r,f)) for r,_,fs in os.walk(\'src\') for f in fs]"',
        'python3 -c "import os;print(os.listdir(\'src/up\'))"',
        "find */up -name '*.pyc' -delete",
    ],
)
def test_what_only_stands_beside_a_link_passes(place: Place, line: str) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is None


def test_a_protected_folder_that_is_a_link_is_not_taken_away(tmp_path: Path) -> None:
    made = Place(tmp_path)
    os.rename(made.project + "/.claude", made.root / "elsewhere")
    Path(made.project, ".claude").symlink_to(made.root / "elsewhere")
    Path(made.root, "elsewhere", "settings.local.json").symlink_to("/etc/hosts")
    Path(made.project, "here").symlink_to(".")
    for line in ("rm .claude", "rm -rf ./.claude", "unlink .claude", "git rm .claude", "rm here/.claude", "rm .claude/settings.local.json"):
        assert judge(made, {}, "Bash", {"command": line}) is not None, line
    assert judge(made, {}, "Bash", {"command": "rm here"}) is None
