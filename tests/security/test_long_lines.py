"""However much stands before it in a line, what must not run is refused: a bound is a reason to refuse, never to stop looking."""

from collections.abc import Callable
from shlex import quote

import pytest
from judging import Place, judge

HARMS = ["statewright approve", "rm -rf .statewright", "claude -p hi", "rm -rf .s*"]
COUNTS = [3, 17, 70, 1100]


def _rows(form: str, count: int) -> str:
    return "\n".join(form % n for n in range(count))


def _words(form: str, count: int) -> str:
    return " ".join(form % n for n in range(count))


LINES: dict[str, Callable[[int, str], str]] = {
    "a loop's commands": lambda n, x: "for i in %s '%s'; do $i; done" % (_words("ls%d", n), x),
    "a loop's texts": lambda n, x: "for i in %s '%s'; do eval \"$i\"; done" % (_words("ls%d", n), x),
    "a list's texts": lambda n, x: "a=(%s '%s'); for i in \"${a[@]}\"; do bash -c \"$i\"; done" % (_words("'ls %d'", n), x),
    "lines read": lambda n, x: "while read -r l; do eval \"$l\"; done <<'E'\n%s\n%s\nE" % (_rows("ls %d", n), x),
    "xargs and a shell": lambda n, x: "xargs -I{} sh -c '{}' <<'E'\n%s\n%s\nE" % (_rows("ls %d", n), x),
    "printf, xargs and a shell": lambda n, x: "printf '%%s\\n' %s '%s' | xargs -I{} sh -c '{}'" % (_words("a%d", n), x),
    "parallel": lambda n, x: "parallel <<'E'\n%s\n%s\nE" % (_rows("ls %d", n), x),
    "a database's commands": lambda n, x: "sqlite3 x %s '.shell %s'" % (_words("'.shell ls %d'", n), x),
    "a database's input": lambda n, x: "sqlite3 x <<'E'\n%s\n.shell %s\nE" % (_rows(".shell ls %d", n), x),
    "an editor's commands": lambda n, x: "vim -es %s -c '!%s'" % (_words("-c '!ls %d'", n), x),
    "a program's calls": lambda n, x: "node -e \"const s=require('child_process').execSync;%ss('%s')\"" % (_words("s('ls %d');", n), x),
    "a schedule": lambda n, x: "crontab - <<'E'\n%s\n* * * * * %s\nE" % (_rows("* * * * * ls %d", n), x),
    "a makefile": lambda n, x: "cat > Makefile <<'E'\n%s\nx:\n\t%s\nE\nmake x" % (_rows("t%d:\n\tls", n), x),
    "a text that grows": lambda n, x: "s=; for c in %s %s; do s=$s$c; done; eval \"$s\"" % ("'' " * n, " ".join(map(quote, x))),
}
NESTS: dict[str, Callable[[str], str]] = {
    "sqlite": lambda x: "sqlite3 x " + quote(".shell " + x),
    "vim": lambda x: "vim -es -c " + quote("!" + x),
    "gdb": lambda x: "gdb -batch -ex " + quote("shell " + x),
    "ed": lambda x: "ed -s f <<< " + quote("!" + x),
    "bash": lambda x: "bash -c " + quote(x),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("long"))


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", LINES)
def test_what_stands_behind_many_others_is_refused(place: Place, kind: str, count: int, harm: str) -> None:
    assert judge(place, {}, "Bash", {"command": LINES[kind](count, harm)}) is not None


@pytest.mark.parametrize("kind", sorted(set(LINES) - {"a schedule"}))
def test_as_many_that_do_no_harm_pass(place: Place, kind: str) -> None:
    assert judge(place, {}, "Bash", {"command": LINES[kind](40, "ls z")}) is None


@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("depth", [1, 3, 5, 7])
@pytest.mark.parametrize("kind", NESTS)
def test_what_stands_within_many_texts_is_refused(place: Place, kind: str, depth: int, harm: str) -> None:
    line = harm
    for _ in range(depth):
        line = NESTS[kind](line)
    assert judge(place, {}, "Bash", {"command": line}) is not None


@pytest.mark.parametrize(
    "line",
    [
        "x='src .s*'; rm -rf $x",
        "x='.s* src'; rm -rf $x",
        "for f in 'a .s*'; do rm -rf $f; done",
        "x=('src .s*'); rm -rf ${x[@]}",
        "x=a; x+=' .s*'; rm -rf $x",
        "y='.s*'; z=\"src $y\"; rm -rf $z",
        "f() { rm -rf $1; }; f 'a .s*'",
        "set -- 'a .s*'; rm -rf $@",
        "x='a '; rm -rf $x.s*",
        "x='a .s*'; mv $x /tmp",
        "x='a .s*'; find $x -delete",
        "x='a .s*/workflow.json'; sed -i s/a/b/ $x",
        "rm -rf $(printf 'a .s*')",
    ],
)
def test_a_value_of_several_words_is_each_of_them_a_pattern_too(place: Place, line: str) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is not None


@pytest.mark.parametrize(
    "line",
    [
        "x='a b'; rm -rf $x",
        "x='*.pyc *.o'; rm -f $x",
        "x='src/*.py tests/*.py'; sed -i s/a/b/ $x",
        "x=('a b' '.s*'); ls \"${x[@]}\"",
        "o='-l -a'; ls $o",
    ],
)
def test_patterns_that_meet_nothing_of_ours_pass(place: Place, line: str) -> None:
    assert judge(place, {}, "Bash", {"command": line}) is None
