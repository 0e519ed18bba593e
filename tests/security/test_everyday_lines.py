"""The quick look at shell lines (``policy/everyday/first.py``) clears what the rules let through, and most of what agents write."""

# ruff: noqa: E501  (rows of lines)
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from everyday_compounds import compound
from everyday_made import FILTERS, KEYS, TABLE, forms, line
from judging import Place, cleared, compiled, event_for, rules

from statewright.model import Event, new_snapshot
from statewright.policy import commandline
from statewright.policy.everyday import first as everyday
from statewright.policy.limits.changed import changed_files
from statewright.shell.reader import read

EDITING = ["Read", "Edit", "Write", "Bash"]
WIDE: dict[str, Any] = {"allowed_tools": EDITING, "max_edit_lines": 5, "max_files_per_state": 2, "blocked_env": ["TOKEN"], "env_overrides": {"A": "1"}}
READING: dict[str, Any] = {"allowed_tools": ["Read", "Grep", "Bash"]}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("lines"))
    os.makedirs(made.home + "/.local/share/statewright/secrets")
    Path(made.home, ".local/share/statewright/secrets/approval.key").write_text("k")
    made.set_up({"links": {"link": ".statewright", "data": made.home + "/.local/share", "key": made.home + "/.local/share/statewright/secrets/approval.key", "out": "/"}})
    return made


def differs(place: Place, state: dict[str, Any], line: str) -> str:
    """What the quick look gets wrong about a line; "" when it leaves it to the rules, or says what they say."""
    looked = event_for(place, "Bash", place.here({"command": line}))
    quick = everyday.clears(compiled(state), new_snapshot("r1", "s", "claude-code", "p", 0.0), looked)
    if quick is None:
        return ""
    found = rules(place, state, "Bash", {"command": line})
    if found is not None:
        return "%s: %s" % (line, found.reason)
    event = event_for(place, "Bash", place.here({"command": line}))
    event.script = read(line)
    untold = set(changed_files(event)) - set(looked.extra.get("changed", ()))
    if untold:
        return "%s: changes %s" % (line, untold)
    if looked.extra.get("changed") and (state.get("max_edit_lines") or state.get("max_files_per_state")):
        return "%s: changes files where edits are limited" % line
    return "" if commandline.writes(event) == quick else "%s: whether it makes checks stale" % line


@pytest.mark.parametrize("key", KEYS)
def test_each_option_of_a_row_is_fine_to_the_rules(key: str, place: Place) -> None:
    signs = TABLE[key][0]
    states = [
        {"allowed_tools": ["Read", "Bash"], "allowed_commands": [key]}, {"allowed_tools": EDITING, "allowed_commands": key.split()[:1]}, WIDE, READING,
        {"allowed_tools": ["Bash"], "allowed_commands": [" ".join(key.split()[:2])]}, {},
    ]  # fmt: skip
    lines = [one.replace("PROJECT", place.project) for one in forms(key, TABLE[key])]
    tails = (" 2>&1 | tail -3", "", "", "", "", "")
    rounds = [(number + turn) % 6 for number, _ in enumerate(lines) for turn in (0, 3)]
    wrong = [text for at, one in zip(rounds, [one for one in lines for _ in "12"], strict=True) if (text := differs(place, states[at], one + tails[at]))]
    assert wrong == []
    assert "e" in signs or any(cleared(place, states[0], {"command": one}) is not None for one in lines), "the row is never used"


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_passes_unlisted_behind_a_pipe_alone(name: str, place: Place) -> None:
    listed = {"allowed_tools": ["Read", "Bash"], "allowed_commands": ["git log"]}
    for one in forms(name, TABLE["| " + name]):
        one = one.replace("PROJECT", place.project)
        assert cleared(place, listed, {"command": one}) is None
        assert differs(place, listed, "git log | " + one) == ""
    given = {"grep": " x", "sed": " 1p", "awk": " '{print $1}'", "jq": " .a"}.get(name, "")
    assert cleared(place, listed, {"command": "git log | %s%s" % (name, given)}) is not None


def test_random_lines_that_are_cleared_are_let_through_by_the_rules(place: Place) -> None:
    random_ = random.Random(20261130)  # noqa: S311
    states: list[dict[str, Any]] = [
        WIDE, READING, {"allowed_tools": EDITING, "allowed_commands": KEYS}, {"allowed_tools": ["Bash"], "allowed_commands": KEYS[::3]}, {},
        {"allowed_tools": ["Bash"], "allowed_commands": sorted({key.split()[0] for key in KEYS})}, {"allowed_tools": ["Bash", "WebFetch"]},
        {"allowed_tools": EDITING, "allowed_commands": ["git", "npm test", "pytest", "cat ./f"], "blocked_env": ["TOKEN"], "max_edit_lines": 3},
    ]  # fmt: skip
    known = 0
    for _ in range(8600):
        text = line(random_).replace("PROJECT", place.project)
        state = random_.choice(states)
        assert differs(place, state, text) == ""
        known += cleared(place, state, {"command": text}) is not None
    assert known > 1000


def test_random_lines_with_more_than_plain_commands_that_are_cleared_are_let_through_by_the_rules(place: Place) -> None:
    random_ = random.Random(20261201)  # noqa: S311
    states: list[dict[str, Any]] = [
        WIDE, READING, {"allowed_tools": EDITING}, {}, {"allowed_tools": EDITING, "max_edit_lines": 1}, {"allowed_tools": ["Bash"], "blocked_env": ["TOKEN"]},
        {"allowed_tools": EDITING, "allowed_commands": ["git", "ls", "grep", "cat", "npm test"]}, {"allowed_tools": ["Bash"], "allowed_commands": sorted({key.split()[0] for key in KEYS})},
    ]  # fmt: skip
    known = 0
    for _ in range(20000):
        text = compound(random_).replace("PROJECT", place.project)
        state = random_.choice(states)
        assert differs(place, state, text) == ""
        known += cleared(place, state, {"command": text}) is not None
    assert known > 500


COMPOUND = r"""
n=$(grep -c TODO f); echo "$n todos"@for f in src/*.py; do grep -n x "$f"; done@for d in a b; do echo "== $d"; ls "$d"; done@diff <(ls src) <(ls tests)@ls; rc=$?; echo "exit $rc"; exit $rc
if git diff --quiet; then echo none; else git diff --stat; fi@if [ -f x ]; then cat x; fi@x=$(git rev-parse HEAD); [ -n "$x" ] && echo "$x"@n=$(wc -l < f); echo $((n + 1))@! grep -q x f && echo none
(git status --short && git log -1)@{ ls; pwd; } 2>/dev/null@echo "now $(git branch --show-current)"@for i in {1..3}; do pytest -q; done
""".strip().replace("\n", "@").split("@")


def test_variables_loops_conditions_and_outputs_of_known_commands_need_no_reading(tmp_path: Path) -> None:
    place = Place(tmp_path)
    assert [one for one in COMPOUND if cleared(place, READING, {"command": one}) is None] == []
    assert differs(place, READING, "break | head; ls src; for f in a b; do break | head; done") == ""
    blocking = {**READING, "blocked_env": ["TOKEN"]}
    assert [cleared(place, blocking, {"command": one}) for one in (COMPOUND[0], 'echo "$n todos"')] == [False, None]


USUAL = """
ls | ls -la src | pwd | cat src/app.py | head -50 src/app.py | tail -n 20 log.txt | wc -l src/app.py | grep -rn "def main" src | grep -n TODO src/app.py
rg -n "class Foo" src | rg --files -g "*.py" | find . -name "*.py" -type f | find src -maxdepth 2 -name "test_*" | sed -n 1,80p src/app.py | sed -n '10,20p' a.py
git status | git status --short | git diff | git diff --stat | git diff --cached --name-only | git diff HEAD -- src/app.py | git log --oneline -10 | git log -5 --stat
git show --stat HEAD | git blame src/app.py | git branch -a | git rev-parse --show-toplevel | git add src/app.py tests/test_app.py | git add -A
git commit -m "Mend the parser" | git commit -am 'wip' | pytest | pytest -q | pytest -x -q tests/test_app.py | pytest tests/test_app.py::test_one -vv | pytest -k "a and not b"
python -m pytest -q tests | mypy src | ruff check . | npm test | npm run lint | npm run build | npm test -- --watch=false | npx tsc --noEmit | npx jest src/a.test.ts
grep -n 'foo\\|bar' src/app.py | rg -n "class \\w+\\(" src | rg TODO -g '!vendor' | git log main..HEAD --oneline | git diff origin/main...HEAD --stat
go test ./... | pytest -q -n 4 | echo "=== done ===" | gh pr view 12 | docker compose ps | pip show requests | git config --get user.name | tr -d x
make test | go test ./pkg/parse -run TestParse | cargo test --lib | cargo check | tsc --noEmit | mkdir -p src/new | which python | command -v node | echo done | node --version
cd src && ls -la | git status --short && npm test 2>&1 ~ tail -20 | pytest -q 2>&1 ~ tail -5 | git log --oneline ~ head -5 | cat a.txt ~ grep -c x ~ sort ~ uniq -c | cat f ~ tr a b ~ sed -n 1,20p
"""


def test_what_agents_write_all_day_needs_no_reading(place: Place) -> None:
    lines = [one.strip().replace("~", "|") for row in USUAL.strip().split("\n") for one in row.split(" | ")]
    state = {"allowed_tools": EDITING, "allowed_commands": [*KEYS, "cd"]}
    assert [one for one in lines if cleared(place, state, {"command": one}) is None] == []
    assert len(lines) == 74
    assert cleared(place, state, {"command": "git show HEAD~1"}) is False


@pytest.mark.parametrize(
    "line",
    ["npm run x -- 'a\\b'", "npx jest -t 'a\\(b'", "grep '$HOME' f", 'grep "a\\$b" f', "echo \"$x\"", "ls ~", "cat x:~", "ls a/../b", "grep '-f\\x' y", "cat '.\\x'", "make test 'a[b]'"],
)
def test_a_pattern_is_a_readers_word_alone(line: str, place: Place) -> None:
    assert cleared(place, WIDE, {"command": line}) is None


@pytest.mark.parametrize("line", ["npm run lint", "npm run typecheck", "yarn run test", "pnpm run lint -- --silent"])
def test_a_script_that_reports_needs_no_reading_where_nothing_is_written(line: str, place: Place) -> None:
    assert cleared(place, READING, {"command": line}) is not None
    assert cleared(place, READING, {"command": line.replace("lint", "fix").replace("typecheck", "build").replace("test", "dev")}) is None


@pytest.mark.parametrize("line", ["cat key", "grep x key", "head -n 5 ./key", "diff --color key x", "cd src && cat ../key", "grep -r x data", "rg x data", "cat data/statewright/secrets/approval.key"])
def test_a_link_into_the_secrets_is_left_to_the_rules(line: str, place: Place) -> None:
    assert cleared(place, WIDE, {"command": line}) is None


@pytest.mark.parametrize(
    "line",
    ["tsc --noEmit false", "npx tsc --noEmit x", "pytest | cut -f1 -dc x", "pytest | cut -df x", "pytest | head -nc f", "pytest | grep -Am x y", "sed -n 5 f", "make test evil"],
)
def test_what_only_looks_like_an_option_or_its_value_is_left_to_the_rules(line: str, place: Place) -> None:
    listed = {"allowed_tools": EDITING, "allowed_commands": ["pytest", "tsc", "npx tsc", "sed", "make"]}
    assert cleared(place, listed, {"command": line}) is None


NAMED = ["head 5", "sort 5", "tail -q 5", "uniq 1", "ls | head 5", "find . -name x | sort -n 5"]


@pytest.mark.parametrize("front", NAMED)
def test_a_file_with_a_number_for_its_name_is_read_and_no_option(front: str, tmp_path: Path) -> None:
    place = Place(tmp_path)  # without links, so that it is the number alone that tells
    assert cleared(place, {}, {"command": front + " | xargs cat"}) is None
    assert cleared(place, {}, {"command": "ls | head -n 5 | sort -k 2 | tail -3 | xargs cat"}) is not None


def test_with_the_secrets_below_the_project_every_line_is_left_to_the_rules(place: Place) -> None:
    event = event_for(place, "Bash", {"command": "ls src"})
    event.project = event.cwd = place.home
    assert everyday.clears(compiled(WIDE), new_snapshot("r1", "s", "claude-code", "p", 0.0), event) is None


def at(place: Place, cwd: str, line: str) -> bool | None:
    event = event_for(place, "Bash", {"command": line})
    event.cwd = cwd
    return everyday.clears(compiled(WIDE), new_snapshot("r1", "s", "claude-code", "p", 0.0), event)


def test_only_a_folder_of_the_project_is_known(place: Place) -> None:
    assert at(place, place.project, "ls") is False
    assert at(place, place.project + "/src", "ls") is False
    assert [at(place, place.project + end, "ls") for end in ("/..", "/out", "/link", "/none", "/src/../..", "2")] == [None] * 6
    assert at(place, place.home, "cd %s && ls" % place.project) is False
    assert [at(place, place.project, line) for line in ("cd out && ls", "cd / && ls", "cd .. && ls", "cd none && ls", "cd", "ls && cd src")] == [None] * 6


def test_a_waiting_run_a_table_of_ones_own_and_a_remote_judge_need_the_whole_reading(place: Place) -> None:
    snap = new_snapshot("r1", "s", "claude-code", "p", 0.0)
    event = event_for(place, "Bash", {"command": "ls"})
    assert everyday.clears(compiled(WIDE), snap, event) is False
    assert everyday.clears(compiled(WIDE), dict(snap, status="waiting"), event) is None
    assert everyday.clears(compiled({**WIDE, "programs": {"ls": "writer"}}), snap, event) is None
    assert everyday.clears(compiled({**WIDE, "config": {"ogr": {"endpoint": "http://127.0.0.1:1"}}}), snap, event) is None
    assert everyday.clears(compiled(WIDE), snap, Event("snippet", tool="Bash", command="ls", cwd=place.project, project=place.project)) is None


SIGNS = ("$", "`", "for ", "while ", "until ", "if ", "case ", "(", "{", "<<", "*", " > ", ">>", "declare", "alias", "#", "/etc/")  # of what is no plain line


def test_most_of_the_plain_lines_that_agents_type_are_known(place: Place) -> None:
    known: dict[bool, list[bool]] = {True: [], False: []}
    for row in (json.loads(text) for text in (Path(__file__).parent.parent / "data" / "everyday.jsonl").read_text(encoding="utf-8").splitlines()):
        if row["mode"] not in ("listed", "reading"):
            continue
        state: dict[str, Any] = {"allowed_tools": ["Bash"], **({"allowed_commands": row["allowed"]} if row["mode"] == "listed" else {})}
        command = row["command"]
        if command.startswith("cd "):
            os.makedirs(os.path.join(place.project, command.split()[1]), exist_ok=True)
        bare = command.replace("2>/dev/null", "").replace("> /dev/null", "")
        known[not any(sign in bare for sign in SIGNS)].append(cleared(place, state, {"command": command}) is not None)
    assert len(known[True]) > 450
    assert sum(known[True]) / len(known[True]) > 0.7
    assert sum(known[True] + known[False]) / len(known[True] + known[False]) > 0.5


FORMS = r"""
git status 2>/dev/null | head -5@git log --oneline > /dev/null@cat src/app.py &>/dev/null@CI=1 NODE_ENV=test npm test@timeout 30 pytest -q@time go test ./...
git --no-pager log -3@git ls-files | xargs wc -l@find . -name '*.py' | xargs -r grep -n x@[ -f f ] && cat f@[[ -d src ]] || echo none@test -x f@wc -l src/*.py
grep -n x src/**/*.py@sed -n '5,$p' f@sed 's/a/b/g' f | head@awk '{print $1}' f@awk -F: '$3 > 5' f@jq -r '.a[] | .b' f@ls; echo "exit $?"@cat src/{a,b}.py@grep -c '' f
cat PROJECT/src/app.py@ls -la PROJECT@cat /tmp/out.log@cat .gitignore@make -j4 test@curl -s http://localhost:3000/x@pytest -p no:cacheprovider --cov-report=term
git log --oneline -S'x' -- src@git branch -r --merged origin/main@kubectl get pods -n x@docker logs --tail 5 web@npm run test:unit -- --silent
""".strip().replace("\n", "@").split("@")


def test_the_usual_forms_of_a_line_need_no_reading(place: Place) -> None:
    state = {"allowed_tools": EDITING, "allowed_commands": [key for key in KEYS if "." not in key]}
    lines = [one.replace("PROJECT", place.project) for one in FORMS] + ["git log \\\n  --oneline\nls src"]
    assert [one for one in lines if cleared(place, state, {"command": one}) is None] == []


MESSAGE = "git commit -m \"$(cat <<'EOF'\nfix: don't break `ls`, #12\n\nRun statewright off; claude -p x; $HOME \N{ROBOT FACE}\nEOF\n)\""


def test_a_commit_with_its_message_in_a_heredoc_needs_no_reading(place: Place) -> None:
    state = {"allowed_tools": EDITING, "allowed_commands": ["git add", "git commit", "git push"]}
    assert cleared(place, state, {"command": MESSAGE}) is False
    assert cleared(place, state, {"command": "git add -A && %s && git push" % MESSAGE}) is False
    assert cleared(place, state, {"command": "git commit -m \"fix: x\n\nIt's done.\" -m 'more [y] $z'"}) is False
    for other in (MESSAGE.replace("'EOF'", "EOF"), MESSAGE.replace("\n)", "\nrm x\n)"), MESSAGE.replace("cat <<", "tee x <<"), MESSAGE + " $(x)", MESSAGE.replace("commit -m", "commit -F"), "claude -p && " + MESSAGE):
        assert cleared(place, state, {"command": other}) is None, other
