"""The linter's question: which listed commands permit anything?"""

from statewright.policy.risks import risks


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
