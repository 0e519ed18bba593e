"""What the reader sees in a line."""

import sys

import pytest

from statewright.shell.cursor import refused
from statewright.shell.model import HOLE
from statewright.shell.reader import read


def names(text: str) -> list[str]:
    script = read(text)
    assert not script.opaque, script.opaque
    return [" ".join(word.text for word in command.words) for command in script.commands if command.words]


@pytest.mark.parametrize(("text", "expected"), [
    ("a; b && c || d | e & f\ng", ["a", "b", "c", "d", "e", "f", "g"]),
    ("( a ); { b; }; ! c; time d", ["a", "b", "c", "d"]),
    ("if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]),
    ("while a; do b; done; until c; do d; done", ["a", "b", "c", "d"]),
    ("for j in $(a); do b; done; for ((i=0; i<$(nproc); i++)); do d; done", ["a", "b", "nproc", "d"]),
    ("case $(a) in (x|$(b)) c;; *) d;& esac", ["a", "b", "c", "d"]),
    ("select x in 1; do a; done; coproc b; coproc { c; }", ["a", "b", "c"]),
    ("f() { a; }; function g { b; }; f", ["a", "b", "f"]),
    ("a \"$(b \"$(c)\")\" `d \\`e\\`` <(f) >(g)", ["a " + HOLE * 1 + " " + HOLE + " " + HOLE + " " + HOLE, "b " + HOLE, "c", "d " + HOLE, "e", "f",
    "g"]),
    ("a ${x:-$(b)} ${y/$(c)/d} $(( 1 + $(nproc) )) ${z[$(wc)]}", ["a " + " ".join([HOLE] * 4), "b", "c", "nproc", "wc"]),
    ("[[ -n $(a) && ( x == $(b) || y =~ ^($(c)|z)$ ) ]]", ["a", "b", "c"]),
    ("x=$(a) y=($(b) c) d[$(nproc)]=f", ["a", "b", "nproc"]),
    ("a <<E\n$(b) `c` \\$(d)\nE\n", ["a", "b", "c"]),
    ("a <<'E'\n$(b)\nE\n", ["a"]),
    ("a <<< \"$(b)\" > \"$(c)\"", ["a", "b", "c"]),
])
def test_every_simple_command_is_an_entry_wherever_it_stands(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(("text", "word"), [
    ('t""ouch', "touch"), ("t\\ouch", "touch"), ("'to'uch", "touch"), ("$'\\x74ouch'", "touch"), ("to\\\nuch", "touch"), ("tou$'c\\150'", "touch"),
    ("t\u00a0x", "t\u00a0x"), ('"a\\$b\\q"', "a$b\\q"),
])
def test_a_word_is_what_is_left_after_quote_removal(text: str, word: str) -> None:
    assert names(text) == [word]


def test_a_dynamic_word_keeps_what_is_known_of_it() -> None:
    word = read('rm "$HOME/.claude"/x').commands[0].words[1]
    assert (word.static, word.text, word.vars) == (False, HOLE + "/.claude/x", [("HOME", "")])
    assert word.parts[0] == ("var", "$HOME", True)


def test_patterns_braces_and_tildes_are_flagged_only_unquoted() -> None:
    flags = [(w.glob, w.brace, w.tilde) for w in read("a * '*' {a,b} {} '{a,b}' ~/x '~' x[1] [ x=~").commands[0].words[1:]]
    assert flags == [(True, False, False), (False, False, False), (False, True, False), (False, False, False), (False, False, False),
                     (False, False, True), (False, False, False), (True, False, False), (False, False, False), (False, False, True)]


def test_redirects_assignments_and_standard_input_are_told() -> None:
    first, second = read("A=1 B+=2 a 2>&1 >> 'f g' | b > /dev/null &").commands
    assert [(a.name, a.value.text, a.append) for a in first.assigns] == [("A", "1", False), ("B", "2", True)]
    assert [(r.op, r.fd, r.target.text if r.target else "") for r in first.redirects] == [(">&", "2", "1"), (">>", "", "f g")]
    assert (first.stdin, second.stdin, second.background, second.place) == ("", "pipe", True, ("pipe:2/2",))


def test_redirects_of_a_group_and_a_loop_variable_are_entries_without_words() -> None:
    commands = read("for PATH in ./x; do a; done > f").commands
    assert [(len(c.words), [a.name for a in c.assigns], [r.op for r in c.redirects]) for c in commands] == [
        (0, ["PATH"], []), (1, [], []), (0, [], [">"])]


@pytest.mark.parametrize(("text", "expected"), [
    ("env A=1 timeout -k 5 9 nice -n 3 a b", "a b"), ("nohup setsid -w stdbuf -oL a", "a"), ("command -p a", "a"), ("exec a", "a"),
    ("bash -euo pipefail -c 'a b' x y", "a b"), ("sh -c \"a b\"", "a b"), ("eval 'a' b", "a b"), ("trap 'a b' EXIT", "a b"),
    ("find . -name x -exec a b \\;", "a b"), ("ls | xargs -0 -n 1 a b", "a b"), ("/usr/bin/env a", "a"), ("time -p a", "a"),
])
def test_what_a_wrapper_runs_is_a_further_entry(text: str, expected: str) -> None:
    assert names(text)[-1] == expected


def test_a_wrapper_is_marked_and_a_runner_is_not() -> None:
    assert [c.wrapper for c in read("env a").commands] == [True, False]
    assert [(c.wrapper, c.behind) for c in read("sudo a").commands] == [(False, ""), (False, "sudo")]
    assert [c.open for c in read("xargs a").commands] == [False, True]


def test_a_shell_fed_by_a_pipe_or_a_heredoc_says_so() -> None:
    assert read("curl x | bash").commands[1].program == "pipe"
    shell, inner = read("bash <<'E'\nrm x\nE\n").commands
    assert (shell.program, shell.wrapper, inner.behind, inner.words[0].text) == ("heredoc", False, "bash", "rm")


@pytest.mark.parametrize("text", [
    "a 'b", 'a "b', "a $(b", "a `b", "a )", "if a; then b", "a <<E\nb", "a && ", "| a", "a ;; b", "case a in b) c", "{ a", "a\0b", "a\x1bb",
    "a\u202eb", "a\rb",
    "${ a; }", "$[1]", "a $\\\n(b)", "a &\\\n& b", "@(a)", "a !(b)", "$'\\c'", "a $'\\0'",
    "[[ 'a[$(b)]' -eq 0 ]]", "let 'a[$(b)]=1'", "declare -i n='a[$(b)]'", "declare -a 'x=($(b))'", "printf -v 'a[$(b)]' x", "unset 'a[$(b)]'",
    "test -v 'a[$(b)]'",
    "x='a[$(b)]'; echo $((x))", "x='a[$(b)]'; echo ${!x}", "read x <<< 'a[$(b)]'; ((x))", "echo ${x@P}", "PS4='$(b)'; set -x", "alias a=b",
    "eval $x", "eval \"$(a)\"", "bash -c \"$x\"", "trap \"$x\" EXIT", "env -S 'a b'", "exec -a x y", "env --unknown a", "xargs -I{} sh -c 'a {}'",
    "compgen -C 'a' b",
    "timeout $t a", "env $x a", "=ls", "{a}>b", "echo x >! y", "a } b", "sh -c 'a &> b c'", "sh -c '((a))'",
])
def test_what_cannot_be_judged_is_opaque(text: str) -> None:
    assert read(text).opaque


@pytest.mark.parametrize("text", [
    "git commit -m \"$(cat <<'EOF'\nfix: `rm -rf` > x; it's (a) \"test\"\n\nEOF\n)\"", "a 2>&1 | tail -40", "a \\\n  --b \\\n  c",
    "a # it's ; \"quoted", "", "# only",
    "while IFS= read -r l; do echo \"$l\"; done < f", "for f in *.txt; do mv \"$f\" \"${f%.txt}.md\"; done",
    "arr=(a b c); echo \"${arr[@]}\" \"${#arr[@]}\"",
    "n=3; echo $((n > 2 ? 1 : 0))", "echo \"${x:-\"a b\"}\"", "[[ v1 =~ ^v[0-9]+(\\.[0-9]+)*$ ]] && a", "a -- '$(b)'", "echo == a",
    "a HEAD@{1} x^ y~2", "a\r\nb\r\n",
    "set -euo pipefail; a", "cat <<-EOF\n\tx\n\tEOF", "echo {1..5}", "diff <(sort a) <(sort b)", "a && (cd b && c) || { echo d; exit 1; }",
    "x=$((x+1)); ((x++))",
])
def test_everyday_lines_are_read_without_doubt(text: str) -> None:
    assert not read(text).opaque


def test_a_carriage_return_may_not_hide_the_end_of_a_heredoc() -> None:
    assert read("cat <<E\r\nx\nE\n").opaque
    assert read("a \\\r\nb\r\n").opaque


def test_expansions_are_listed_with_their_operator() -> None:
    found = [(e.name, e.op) for e in read("a $A ${B:-$C} ${#D} ${!E} $((F + 1)) ${G@Q}; H=$I; : ${J:=x}; ((K=1))").expansions]
    assert found == [("A", ""), ("C", ""), ("B", ":-"), ("D", "length"), ("E", "!"), ("F", "arith"), ("G", "@Q"), ("I", ""), ("J", ":="), ("K",
    "arith=")]


def test_functions_are_named() -> None:
    assert read("f() { a; }; function g() { b; }").functions == ["f", "g"]


def test_what_nobody_sees_is_refused_and_every_other_character_is_read() -> None:
    controls = {chr(c) for c in (*range(32), *range(127, 160)) if c not in (9, 10)}
    halves = {chr(c) for c in range(0xD800, 0xE000)}
    unseen = set("\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff")
    assert refused("".join(map(chr, range(sys.maxunicode + 1)))) == controls | halves | unseen
    for one in controls | halves | unseen:
        assert refused("a\n" + one) == {one}
    assert not refused("a\tb\nc d")
    assert read("echo a\u202eb").opaque
