"""The linter's question: which listed commands permit anything?"""

from statewright.policy.permitted.risks import risks


def test_interpreters_shells_and_build_tools_are_named() -> None:
    named = {entry for entry, _ in risks(["python", "bash", "make", "git", "npm", "node -e", "sudo"])}
    assert named == {"python", "bash", "make", "git", "npm", "node -e", "sudo"}


def test_tight_entries_are_not() -> None:
    assert risks(["git status", "npm test", "pytest", "make test", "python -m pytest", "cargo test"]) == []


def test_writers_get_round_limits_only_where_there_are_limits() -> None:
    assert risks(["sed -i"]) == []
    assert risks(["sed -i"], limited=True)


def test_sed_that_is_listed_to_print_gets_round_no_limit() -> None:
    assert risks(["sed -n"], limited=True) == []
    assert risks(["sed"], limited=True) and risks(["sed -n -i"], limited=True)


def test_an_option_without_its_value_permits_any() -> None:
    named = {entry for entry, _ in risks(["pytest -c", "python -m pytest -p", "make test -f", "npx eslint --config", "mvn test -f"])}
    assert named == {"pytest -c", "python -m pytest -p", "make test -f", "npx eslint --config", "mvn test -f"}
    assert risks(["pytest -c ci/pytest.ini", "pytest -q", "npm test --", "git log --oneline", "tsc --noEmit", "ruff check --fix"]) == []


ANYTHING = """
    python|/usr/bin/python3|python -c|python3 -X dev -c|python -m|python -m pip|node -e|node -r|perl -ne|perl -pi -e|ruby -ne|Rscript -e
    java -jar|deno run|bun run|bun
    bash|sh -c|bash -lc|env python|timeout 60 python|sudo npm|sudo -u|strace -f|script -c|su -c|watch -n1|git|git -C|npm|npm run|npm run --
    npm --prefix x
    npx|npx --yes|npx -p|npx tsx|uv run|uv run --|uv run python|poetry run python|docker|docker run|docker exec web|docker compose run
    kubectl exec pod --
    ssh|ssh host|make|make -j4|mvn|gradle|rake|just|task|terraform|ansible|psql|psql -c|sqlite3|mysql|vim|less|man|gdb -ex|crontab -e|at now
    tmux new|fzf
    pip|pip install|npm install|cargo install|gem install|go run|go generate|bazel run|nix run|mise run|bundle exec|rails runner|python manage.py
    aws|gh api
"""
TIGHT = """
    pytest|python -m pytest|python3 -m unittest|python scripts/gen.py|node --test|node --check|bash scripts/test.sh|npm test|npm run lint
    npx jest|uv run pytest
    git status|git commit -m|make test|cargo test|cargo build|go test|mvn test|gradle test|rake test|tox -e|nox -s|terraform plan|kubectl get
    docker ps
    docker compose ps|gh pr view|ssh deploy uptime|pip list|bundle exec rspec|dotnet test|env -i pytest|timeout 60 pytest|java -version|sed -n
    find .|jq .
"""


def entries(table: str) -> list[str]:
    return [one.strip() for one in table.replace("\n", "|").split("|") if one.strip()]


def test_whatever_runs_anything_is_named_with_its_reason() -> None:
    found = dict(risks(entries(ANYTHING)))
    assert [entry for entry in entries(ANYTHING) if entry not in found] == []
    assert all(len(reason) > 15 for reason in found.values())


def test_what_says_which_program_target_or_subcommand_is_not() -> None:
    assert risks(entries(TIGHT)) == []


def test_a_writer_is_named_where_no_tool_that_writes_is_listed() -> None:
    assert [entry for entry, _ in risks(["tar", "curl", "rsync", "find", "tar -tf", "find . -name"], edits=False)] == ["tar", "curl", "rsync",
    "find"]
    assert risks(["tar", "curl", "rsync", "find"]) == []
