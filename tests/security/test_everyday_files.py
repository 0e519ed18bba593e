"""The quick look (``policy/everyday/files.py``) at lines that make, copy, move or remove files, or print into them."""

# ruff: noqa: E501  (rows of lines)
import os
import random
from pathlib import Path
from typing import Any

import pytest
from everyday_changes import change
from judging import Place, cleared, compiled, event_for
from test_everyday_lines import differs

from statewright.model import new_snapshot
from statewright.policy.everyday import first as everyday

EDITING = ["Read", "Edit", "Write", "Bash"]
FREE: dict[str, Any] = {"allowed_tools": EDITING}
LISTED = {**FREE, "allowed_commands": ["rm", "cp", "mv", "touch", "tee", "git", "ls", "cat", "echo", "pytest", "npm test", "chmod", "mkdir"]}
STATES: list[dict[str, Any]] = [
    {}, FREE, {**FREE, "blocked_env": ["TOKEN"]}, {**FREE, "blocked_env": ["AWS_*", "*_TOKEN", "x", "FILE"]}, {**FREE, "max_files_per_state": 2}, LISTED,
    {"allowed_tools": ["Read", "Bash"]}, {"allowed_tools": ["Read", "Bash"], "blocked_env": ["*_TOKEN", "TOKEN"]}, {**FREE, "env_overrides": {"A": "1"}},
    {"allowed_tools": ["Bash"], "allowed_commands": ["rm", "cp", "mv", "touch", "tee", "git"]}, {"allowed_tools": ["Edit", "Bash"], "disallowed_tools": ["Write"]},
]  # fmt: skip


@pytest.fixture(scope="module")
def open_(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A project whose person has no secrets."""
    made = Place(tmp_path_factory.mktemp("open"))
    made.set_up({"links": {"link": ".statewright", "out": "/usr"}, "files": {"script": "rm -rf .stat*\n"}, "hard": {"hard": ".statewright/state.json"}})
    return made


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("changes"))
    secrets = made.home + "/.local/share/statewright/secrets"
    os.makedirs(secrets)
    Path(secrets, "approval.key").write_text("k")
    made.set_up({
        "links": {"link": ".statewright", "data": made.home + "/.local/share", "key": secrets + "/approval.key", "out": "/", "src/l": "../.statewright/state.json",
                  "d/deep/l": "../../.statewright"},
        "files": {"a.txt": "a", "d/f": "x", "d/x": "y", "wt/.statewright/workflow.json": "{}", "nested/.git/HEAD": "x", "venv/bin/x": "#", "run.sh": "x", "opencode.json": "{}", "script": "rm -rf .stat*\n"},
        "hard": {"hard": ".statewright/state.json", "d/hard": ".claude/settings.json", "twin": "a.txt"},
    })  # fmt: skip
    return made


USUAL = """
rm f@rm -rf build dist@touch src/new.py && git add src/new.py@mkdir -p a/b && touch a/b/c@cp f g@cp f src/@mv src/app.py src/two.py@chmod +x run.sh@cd src && rm app.py
pytest > out.txt; tail -5 out.txt@pytest 2>&1 | tee out.txt@echo hi > a.md@echo "x y" >> notes.md@jq .a f > g && mv g f@for f in c e; do touch $f.txt; done
if [ -f f ]; then rm f; fi@git diff > change.patch@rm -rf node_modules && npm ci@npm run build > build.log 2>&1 || tail -20 build.log@git status > list 2>/dev/null@rmdir build
sed -i 's/a/b/g' f src/app.py && git diff@sed -i -E 's/a+/b/' f@sed -i '/x/d' src/app.py@sed -i "s|a|b|" f
""".strip().replace("\n", "@").split("@")


def test_plainly_named_files_are_changed_without_a_reading_where_they_need_not_be_counted(place: Place) -> None:
    assert [line for line in USUAL if cleared(place, FREE, {"command": line}) is not True] == []
    assert [line for line in USUAL if differs(place, FREE, line)] == []
    limited = [{**FREE, "max_files_per_state": 2}, {**FREE, "max_edit_lines": 9}, {"allowed_tools": ["Read", "Bash"]}]
    assert [line for line in USUAL for state in limited if cleared(place, state, {"command": line}) is not None] == []
    assert cleared(place, LISTED, {"command": "rm f"}) and cleared(place, {**LISTED, "allowed_commands": ["git rm"]}, {"command": "rm f"}) is None


def test_what_such_a_line_changes_is_told(place: Place) -> None:
    event = event_for(place, "Bash", {"command": "cp f src/ && mv f g && rm -f h; echo x > i; touch j"})
    assert everyday.clears(compiled(FREE), new_snapshot("r1", "s", "claude-code", "p", 0.0), event) is True
    assert {os.path.relpath(path, place.project) for path in event.extra["changed"]} == {"src", "src/f", "f", "g", "h", "i", "j"}


def test_a_file_below_tmp_leaves_checks_as_they_are(place: Place) -> None:
    assert cleared(place, FREE, {"command": "npm test > /tmp/no-such.log 2>&1; tail -20 /tmp/no-such.log"}) is False
    for other in ("echo x > /tmp/../x", "echo x > /tmp/a/b", "echo x > /tmp", "echo x > /etc/x"):
        assert cleared(place, FREE, {"command": other}) is None


LEFT = """
sed -i 's/a/b/e' f@sed -i 's/a/b/w x' f@sed -i 's/a/b/' hard@sed -i 's/a/b/' link/state.json@sed -i.bak 's/a/b/' f@sed -i '' 's/a/b/' f@sed -n -i p f@sed -i 1e f@sed -i -f x f@sed -i "s/a/$x/" f@sed -i 's/a/b/' src/*.py@sed -i 's/a/b/' -- f
sed --in-place 's/a/b/' f@sed -i s/a/b/ .env@sed -i 's/a/b/;w x' f@sed -i 'r key' f@sed -i@sed -i f@sed -i 's/a/b/' venv/bin/x@rm *.py@rm -rf .@rm .env@rm ../x@rm /x@rm -rf src/*@rm link/x@rm hard@touch hard@touch twin@cp f link@cp f key@cp key g@mv link g@mv d e@cp -r d e@cp f d/hard@cp f .statewright/x@mv f opencode.json
echo x > hard@echo x > link/state.json@echo x > src/l@echo x > src/opencode.json@echo x > venv/bin/x@cp f venv/bin/x@mv f sub/HEAD@touch config@echo x > .git/config@echo x > $F@echo x > "a b"@echo x >| f@echo x >& f
echo x 12> f@echo x > f&@rm "$f"@rm -i f@rm --force f@cp -t d f@chmod 777 f@chmod +x link@tee -i f@touch -r a b@sudo rm f@ls | xargs rm@cp f g h@cp f@mv f@rm@rm -rf@touch@chmod +x@echo x > sub.git/hooks/y@mv none d/z@cp none x
""".strip().replace("\n", "@").split("@")


@pytest.mark.parametrize("line", LEFT)
def test_whatever_else_is_left_to_the_rules(line: str, place: Place) -> None:
    assert cleared(place, FREE, {"command": line}) is None


RUN = """
echo 'rm -rf .stat*' > gradlew; ./gradlew build@cp script gradlew && ./gradlew build@mv script mvnw; ./mvnw test@cat script | tee gradlew; ./gradlew test@cp script Makefile && make build
echo 'rm -rf .stat*' >> gradlew && ./gradlew test@cd src && cp ../script gradlew; ./gradlew build@for f in gradlew; do cp script $f; done; ./gradlew build@echo "{}" > package.json && npm run build
""".strip().replace("\n", "@").split("@")


@pytest.mark.parametrize("line", RUN)
def test_what_a_line_puts_where_it_is_run_is_left_to_the_rules(line: str, place: Place) -> None:
    assert cleared(place, FREE, {"command": line}) is None
    assert cleared(place, FREE, {"command": "rm -rf dist && touch new && npm run build > build.log"}) is True
    assert cleared(place, FREE, {"command": "cp f script && git add script && git commit -m x | tail -1; ls"}) is True


@pytest.mark.parametrize("line", ["git checkout hard", "mkdir -p d/hard", "npm run build hard"])
def test_one_more_name_of_a_protected_file_is_left_to_the_rules(line: str, place: Place) -> None:
    assert cleared(place, FREE, {"command": line}) is None


def test_where_variables_are_blocked_a_line_may_tell_its_own(place: Place) -> None:
    blocking = {**FREE, "blocked_env": ["AWS_*", "*_TOKEN", "TAG", "x"]}
    for line in ('n=$(grep -c x f); echo "$n"', "for one in a b; do cat $one; done", "npm test; code=$?; exit $code"):
        assert cleared(place, blocking, {"command": line}) is False
    for line in ('echo "$n"', "n=$(ls); echo $m", "TAG=1; echo $TAG", "x=1; echo $x", "for x in a b; do cat $x; done", 'echo "${AWS_KEY}"', "echo $(cat $f)"):
        assert cleared(place, blocking, {"command": line}) is None


def test_with_the_home_folder_below_the_project_every_such_line_is_left_to_the_rules(place: Place) -> None:
    event = event_for(place, "Bash", {"command": "rm -rf build"})
    event.home = place.project + "/home"
    assert everyday.clears(compiled(FREE), new_snapshot("r1", "s", "claude-code", "p", 0.0), event) is None


def test_random_lines_that_change_files_and_are_cleared_are_let_through_by_the_rules(place: Place, open_: Place) -> None:
    random_ = random.Random(20261202)  # noqa: S311
    known = 0
    for number in range(12000):
        where = place if number % 2 else open_
        text = change(random_).replace("PROJECT", where.project)
        state = random_.choice(STATES)
        assert differs(where, state, text) == ""
        known += cleared(where, state, {"command": text}) is not None
    assert known > 180


READING = r"""
git ls-files | while read -r one; do wc -l "$one"; done@while IFS= read -r one; do echo "$one"; done < f@while read -r a b; do grep -n x "$b"; done < <(git ls-files)@for one in $(git ls-files); do head -3 $one; done
one=$(ls | head -1); cat "$one"@cat f | while read one; do echo "$one" | wc -c; done | sort
""".strip().replace("\n", "@").split("@")


def test_loops_that_read_and_names_that_are_told_need_no_reading(open_: Place, place: Place) -> None:
    assert [line for line in READING if cleared(open_, {"allowed_tools": ["Read", "Bash"]}, {"command": line}) is not False] == []
    assert [line for line in READING if differs(open_, FREE, line)] == []
    told = [line for line in READING if "echo" not in line]
    assert [line for line in told if cleared(place, FREE, {"command": line}) is not None] == [], "a link leads to the secrets"
    assert [line for line in told if cleared(open_, {**FREE, "blocked_env": ["TOKEN"]}, {"command": line}) is not None] == []
    os.makedirs(open_.home + "/.local/share/statewright/secrets", exist_ok=True)
    lists = [READING[0], READING[3], READING[4].replace("head -1", "head -n 1")]
    assert [line for line in lists if cleared(open_, FREE, {"command": line}) is not False or differs(open_, FREE, line)] == []
    for line in ('cat f | while read x; do cat "$x"; done', 'echo /x | while read x; do cat "$x"; done', 'x=$(cat f); cat "$x"', 'ls | while read x; do echo "/$x" | cat - "$x"; done'):
        assert cleared(open_, FREE, {"command": line}) is None
    assert [line for line in READING[:3] if cleared(open_, {**FREE, "allowed_commands": ["git ls-files", "wc", "echo", "grep"]}, {"command": line}) is not None] == []


TEXTS = r"""
cat > notes.md <<'EOF'\n# it's\n$(x) `y`\nEOF@cat <<EOF > a.md\nx\nEOF\ngit status@tee c.txt <<"END"\nx\nEND@for f in c e; do cat > $f.txt <<EOF\nhello $f\nEOF\ndone
cat >> notes.md <<'EOF'\nEOF@cat > c.py <<'EOF' && git add c.py\nimport os\nEOF
""".strip().replace("\n", "@").replace("\\n", "\n").split("@")
OTHERS = r"""
cd src > hard && ls@cd src 2>> hard; ls@cat > f <<'EOF\nx\nEOF\necho 'b; rm -rf .stat*; echo "'" "'" c@sh <<EOF\nrm -rf .stat*\nEOF@cat <<EOF | sh\nx\nEOF@cat > f <<EOF\n$(rm f)\nEOF@cat > f <<EOF\n`rm f`\nEOF@cat > f <<-EOF\nx\nEOF@cat > f <<EOF\nx@cat > gradlew <<EOF\nx\nEOF\n./gradlew test
cat > .env <<EOF\nx\nEOF@cat > f <<'EOF' <<'END'\nx\nEOF\ny\nEND@cat > f << EOF # x\nx\nEOF@python3 - <<'EOF'\nx\nEOF@cat > f <<'EOF'\nx\nEOF x\nrm -rf .stat*@cat f | while read x; do sh; done
while read -r path; do cat f; done < f@while read -r x; do cat "$x"; done < $F@while read x; do rm "$x"; done < f@cat f | while read x; do pytest; done@while true; do ls; done@cat "a$x"@x=$(ls); git log "$x"; sh "$x"
""".strip().replace("\n", "@").replace("\\n", "\n").split("@")


def test_texts_for_a_file_need_no_reading(open_: Place) -> None:
    assert [line for line in TEXTS if cleared(open_, FREE, {"command": line}) is not True] == []
    assert [line for line in TEXTS if differs(open_, FREE, line)] == []
    assert [line for line in TEXTS if cleared(open_, {**FREE, "max_edit_lines": 5}, {"command": line}) is not None] == []


@pytest.mark.parametrize("line", OTHERS)
def test_other_texts_and_loops_are_left_to_the_rules(line: str, open_: Place) -> None:
    assert cleared(open_, FREE, {"command": line}) is None


@pytest.mark.parametrize("line", ["timeout 5 grep -R x", "CI=1 grep -R x", "timeout 5 rg -L x", "time grep -n x -R"])
def test_a_search_through_links_to_the_secrets_is_left_to_the_rules_whatever_stands_in_front(line: str, place: Place) -> None:
    assert cleared(place, FREE, {"command": line}) is None


def test_what_git_is_told_by_a_command_may_be_anything_of_gits(place: Place) -> None:
    assert cleared(place, FREE, {"command": "git push origin $(stat -c %s f)"}) is None
    assert cleared(place, FREE, {"command": 'n=3; git commit -m "$n"'}) is True and cleared(place, FREE, {"command": 'git commit -m "now $(nproc)"'}) is False
