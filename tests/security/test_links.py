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
    ],
)
def test_a_pattern_that_meets_what_a_link_leads_to_is_refused(place: Place, line: str) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is not None


@pytest.mark.parametrize(
    "line",
    [
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
    ],
)
def test_what_only_stands_beside_a_link_passes(place: Place, line: str) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is None
