"""What an archive would unpack is looked at before it is unpacked over a project, in each format and on each road; what it cannot tell is said."""

import io
import os
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from judging import Place, judge

EDITING: dict[str, Any] = {"allowed_tools": ["Read", "Edit", "Write", "Bash"]}
LISTED: dict[str, Any] = {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["tar", "unzip", "cpio", "cat"]}
BAD = {
    "hooked": ".claude/settings.json",
    "state": "./.statewright/runs/r1/state.json",
    "fresh": ".claude/settings.local.json",
    "hook": ".git/hooks/pre-commit",
}

# Repositories that somebody has put together: their settings and hooks are run by whoever uses git there.
NESTED = {"nested-hook": "sub/.git/hooks/post-checkout", "nested-settings": "sub/.git/config", "nested-deep": "pkg-1.0/vendor/x/.git/config"}

# Names that lead elsewhere: a repository's settings by a file or a link, another name for a file of ours.
POINTING = (
    ("pointer", "v/.git", ""), ("linked", "v/.git", "../w"), ("hard", "v", ".statewright/workflow.json"),
    ("hard-deep", "p/v", "p/.statewright/workflow.json"), ("hard-good", "v/b", "w/config"), ("ignore", "v/.gitignore", ""),
)


def add(archive: tarfile.TarFile, name: str, link: str = "", kind: bytes = tarfile.SYMTYPE) -> None:
    one = tarfile.TarInfo(name)
    one.size = 0 if link else 2
    if link:
        one.type, one.linkname = kind, link
    archive.addfile(one, None if link else io.BytesIO(b"x\n"))


def cpio(path: Path, names: list[str]) -> None:
    out = b""
    for name in [*names, "TRAILER!!!"]:
        head = b"070701" + b"".join(b"%08X" % n for n in (1, 0o100644, 0, 0, 1, 0, 0, 0, 0, 0, 0, len(name) + 1, 0)) + name.encode() + b"\0"
        out += head + b"\0" * (-len(head) % 4)
    path.write_bytes(out)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("archives"))
    root = Path(made.project)
    for name, member in {**BAD, "good": "src/new.py", "deep": "pkg-1.0/.claude/settings.json"}.items():
        for end, mode in (("tar", "w"), ("tgz", "w:gz"), ("txz", "w:xz"), ("tbz", "w:bz2")):
            with tarfile.open(str(root / ("%s.%s" % (name, end))), mode) as archive:  # type: ignore[call-overload]
                add(archive, "README.md")
                add(archive, member)
        with zipfile.ZipFile(root / (name + ".zip"), "w") as packed:
            packed.writestr("README.md", "x")
            packed.writestr(member.removeprefix("./"), "x")
        cpio(root / (name + ".cpio"), ["README.md", member])
    with tarfile.open(root / "link.tar", "w") as archive:
        add(archive, "d", ".statewright")
        add(archive, "d/state.json")
    with tarfile.open(root / "harmless-link.tar", "w") as archive:
        add(archive, "lib/current", "v1")
    for name, member, link in POINTING:
        with tarfile.open(root / (name + ".tar"), "w") as archive:
            add(archive, member, link, tarfile.LNKTYPE if name[:4] == "hard" else tarfile.SYMTYPE)
            add(archive, "w/config")
    (root / "broken.tar").write_bytes(b"no archive")
    for name, member in NESTED.items():
        with tarfile.open(root / (name + ".tgz"), "w:gz") as archive:
            add(archive, "README.md")
            add(archive, member)
        with zipfile.ZipFile(root / (name + ".zip"), "w") as packed:
            packed.writestr("README.md", "x")
            packed.writestr(member, "x")
    os.makedirs(root / "vendor")
    os.makedirs(root / "other" / ".statewright")
    (root / "other" / ".statewright" / "workflow.json").write_text("{}")
    return made


UNPACKING = [
    "tar xf {0}.tar",
    "tar -xf {0}.tar",
    "tar --extract --file={0}.tar",
    "tar --extr --fil {0}.tar",
    "tar xzf {0}.tgz",
    "tar xvf {0}.txz -C .",
    "tar -xjf {0}.tbz",
    "tar -C . -xf {0}.tar",
    "tar xfC {0}.tar .",
    "tar --directory=$PWD -xf {0}.tar",
    "tar x < {0}.tar",
    "tar xf - < {0}.tar",
    "cat {0}.tar | tar x",
    "gzip -dc {0}.tgz | tar xf -",
    "zcat {0}.tgz | tar x",
    "cat {0}.tgz | gzip -d | tar x",
    "bsdtar xf {0}.zip",
    "bsdtar -xf {0}.tar",
    "tar xf ./{0}.tar",
    "cd src && tar xf ../{0}.tar -C ..",
    "unzip {0}.zip",
    "unzip -o {0}.zip",
    "unzip -n {0}.zip",
    "unzip {0}.zip -d .",
    "unzip -qo {0}.zip -d $PWD",
    "unzip {0}",
    "cpio -id < {0}.cpio",
    "cpio -idmu -F {0}.cpio",
    "cat {0}.cpio | cpio -i",
    "cpio -i -D . < {0}.cpio",
    "7z x {0}.zip",
    "7zz x {0}.zip",
    "jar -x -f {0}.zip",
    "jar --extract --file={0}.zip",
    "tar xf {0}.t?r",
    "tar xf {0}*.tgz",
    "for f in {0}.t[a]r; do tar xf \"$f\"; done",
    "unzip '{0}.z*'",
    "unzip {0}.z\\?p",
    "mkdir -p x && tar xf {0}.tar && npm install",
    "7z x -o. {0}.zip",
    "jar xf {0}.zip",
    "python3 -m zipfile -e {0}.zip .",
    "python3 -m tarfile -e {0}.tar",
    "sh -c 'tar xf {0}.tar'",
    "sudo tar xf {0}.tar",
    "env -C . tar xf {0}.tar",
    "(cd . && tar xf {0}.tar)",
    "f={0}.tar; tar xf $f",
    "echo {0}.tar | xargs tar xf",
    "parallel tar xf ::: {0}.tar",
    "find . -name {0}.tar -exec tar xf {{}} \\;",
]


@pytest.mark.parametrize("line", UNPACKING)
def test_an_archive_that_holds_a_protected_file_is_not_unpacked_over_the_project(line: str, place: Place) -> None:
    if "find" not in line:
        for name in BAD:
            assert judge(place, {}, "Bash", {"command": line.format(name)}) is not None, line.format(name)
    if "find" not in line and " -o " not in line and "-qo" not in line and "-idmu" not in line:
        assert judge(place, EDITING, "Bash", {"command": line.format("good")}) is None, line.format("good")


@pytest.mark.parametrize("line", [
    "tar xf hooked.tar -C vendor",
    "tar xf hooked.tar README.md",
    "tar xf hooked.tar --exclude=.claude",
    "unzip hooked.zip README.md",
    "unzip hooked.zip -d vendor",
    "tar tf hooked.tar",
    "unzip -l hooked.zip",
    "tar cf hooked.tar src",
    "cpio -it < hooked.cpio",
    "tar xf deep.tar",
    "7z l hooked.zip",
    "tar xf harmless-link.tar",
    "curl -sL https://example.com/a.tgz | tar xz -C vendor",
    "wget -q https://example.com/a.tgz && tar xzf a.tgz -C vendor",
    "curl -o good.tar https://example.com/a.tgz; cd vendor && tar xf ../good.tar",
    "d=$(mktemp -d); curl -sL https://example.com/a.tgz | tar xz -C \"$d\"",
    "ssh host tar c x | tar x -C vendor",
    "git archive HEAD | tar x",
    "git archive HEAD | tar x -C vendor",
    "tar c src | tar x -C vendor",
    "cd vendor && tar xf ../hooked.tar",
    "mkdir -p out && tar xf hooked.tar -C out",
    "tar c . | tar x -C vendor",
    "tar xf broken.tar -C vendor",
    "unzip -p hooked.zip .claude/settings.json",
])
def test_unpacking_elsewhere_or_other_members_passes(line: str, place: Place) -> None:
    found = judge(place, EDITING, "Bash", {"command": line})
    assert found is None, found and found.reason


@pytest.mark.parametrize(("line", "said"), [
    ("tar xf broken.tar", "broken.tar cannot be looked into"),
    ("7z x broken.tar", "cannot be looked into"),
    ("tar xf good.tar --transform=s/src/x/", "renames what it holds"),
    ("tar xf deep.tar --strip-components=1", ".claude/settings.json"),
    ("tar xf deep.tar --strip=1", ".claude/settings.json"),
    ("tar xf link.tar", "is a link to .statewright"),
    ("base64 -d x | tar x", "is hidden"),
    ("curl -sL https://example.com/a.tgz | tar xz", "what curl pipes into it cannot be looked into"),
    ("ssh host tar c x | tar x", "what ssh pipes into it cannot be looked into"),
    ("wget -q https://example.com/a.tgz && tar xzf a.tgz", "a call of its own"),
    ("curl -o good.tar https://example.com/a.tgz && tar xf good.tar", "a call of its own"),
    ("unzip good.zip && unzip new.zip", "a call of its own"),
    ("(sleep 1; tar xf good.tar) & curl -o good.tar https://example.com/a", "a call of its own"),
    ("tar xf \"$1\"", "not plain to see"),
    ("git archive HEAD:src | tar x", "puts a folder's content elsewhere"),
    ("git archive --remote=o HEAD | tar x", "cannot be looked into"),
    ("tar c -C other . | tar x", ".statewright"),
    ("tar xf hooked.tar .claude", ".claude"),
    ("tar xf hooked.tar '*.json'", ".claude/settings.json"),
    ("tar xf hooked.tar .", ".claude/settings.json"),
    ("unzip hooked.zip '.c*/*'", ".claude"),
    ("tar xf hooked.tar -C other", ".claude/settings.json"),
    ("tar xf hooked.tar --exclude=README.md", ".claude/settings.json"),
])
def test_a_refusal_says_what_is_wrong_with_the_archive(line: str, said: str, place: Place) -> None:
    found = judge(place, EDITING, "Bash", {"command": line})
    assert found is not None
    assert said in found.reason, found.reason


def test_an_entry_does_not_lift_it(place: Place) -> None:
    for line in ("tar xf hooked.tar", "unzip hooked.zip", "cpio -id < hooked.cpio", "cat hooked.tar | tar x"):
        assert judge(place, LISTED, "Bash", {"command": line}) is not None
    assert judge(place, LISTED, "Bash", {"command": "tar xf good.tar"}) is None


@pytest.mark.parametrize("name", NESTED)
@pytest.mark.parametrize("line", ["tar xzf {0}.tgz", "tar xzf {0}.tgz -C vendor", "zcat {0}.tgz | tar x -C vendor", "cd vendor && tar xzf ../{0}.tgz",
                                  "unzip {0}.zip", "unzip {0}.zip -d vendor", "bsdtar xf {0}.tgz -C vendor", "7z x {0}.zip -ovendor"])
def test_a_repository_with_settings_of_its_own_does_not_arrive_anywhere_in_the_project(line: str, name: str, place: Place) -> None:
    assert judge(place, EDITING, "Bash", {"command": line.format(name)}) is not None


@pytest.mark.parametrize("line", ["tar xzf nested-hook.tgz -C /tmp/x", "unzip nested-hook.zip -d /tmp/x", "unzip nested-hook.zip README.md",
                                  "tar xzf nested-hook.tgz --exclude=.git", "tar xzf nested-hook.tgz --exclude='*/.git' -C vendor",
                                  "tar tzf nested-hook.tgz", "unzip -l nested-settings.zip"])
def test_it_may_arrive_elsewhere_or_without_its_repository(line: str, place: Place) -> None:
    found = judge(place, EDITING, "Bash", {"command": line})
    assert found is None, found and found.reason


@pytest.mark.parametrize("line", ["tar xf pointer.tar", "tar xf pointer.tar -C vendor", "tar xf pointer.tar v", "tar xf linked.tar",
                                  "tar xf linked.tar -C vendor", "tar xf hard.tar", "tar xf hard.tar -C .", "cat hard.tar | tar x",
                                  "tar xf hard-deep.tar --strip-components=1"])
def test_a_member_that_stands_for_another_file_or_folder_is_judged_as_that(line: str, place: Place) -> None:
    assert judge(place, EDITING, "Bash", {"command": line}) is not None


@pytest.mark.parametrize("line", ["tar xf pointer.tar -C /tmp/x", "tar xf linked.tar w", "tar xf pointer.tar --exclude=.git",
                                  "tar xf hard.tar -C vendor",
                                  "tar xf hard-deep.tar", "tar xf hard-good.tar", "tar xf hard-good.tar -C vendor",
                                  "tar xf ignore.tar"])
def test_one_that_leads_to_nothing_of_ours_passes(line: str, place: Place) -> None:
    found = judge(place, EDITING, "Bash", {"command": line})
    assert found is None, found and found.reason
