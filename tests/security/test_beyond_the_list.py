"""Limits, and lists of commands: programs that change files of their own choosing, and filters, editors and workspaces behind a listed command."""

from typing import Any

import pytest
from judging import Place, judge


def listed(*entries: str) -> dict[str, Any]:
    return {"allowed_tools": ["Read", "Grep", "Bash"], "allowed_commands": list(entries)}


LIMITED = {"max_edit_lines": 3, "max_files_per_state": 2}
PIPED = listed("ls", "git log")
LISTED = listed("psql", "gh pr view", "npm test", "go test")
PACKAGES = listed("npm test", "npm run")
PASSES = [
    (LIMITED, "uv run black --check ."),
    (LIMITED, "uv run isort --check-only ."),
    (LIMITED, "uv run isort -c ."),
    (LIMITED, "black --check ."),
    (LIMITED, "isort -c ."),
    (LIMITED, "cargo fmt --check"),
    (LIMITED, "uv run pytest"),
    (LIMITED, "npx tsc --noEmit"),
    (LIMITED, "bash -c 'ls'"),
    (LIMITED, "cargo test"),
    (LIMITED, "uvx ruff check ."),
    (LIMITED, "sg run -p a"),
    (LIMITED, "go test ./..."),
    (LIMITED, "grep -c x f"),
    (PIPED, "ls | sed 's/r/x/'"),
    (PIPED, "ls | sed -n '/r f/p'"),
    (PIPED, "ls | grep -d skip x"),
    (PIPED, "git log | sed 's/^/r /'"),
    (PIPED, "ls | sed -n 's/a r f/b/p'"),
    (PACKAGES, "npm test -w packages/a"),
    (PACKAGES, "npm test --workspace=@scope/a"),
    (PACKAGES, "npm run build -w packages/a"),
    (PACKAGES, "npm test -ws"),
    (PACKAGES, "npm run lint --workspaces"),
    (PACKAGES, "npm test --workspace packages/a -- --watch=false"),
]
REFUSED = [
    (LIMITED, "npx create-react-app x"),
    (LIMITED, "npx create-next-app@latest x"),
    (LIMITED, "sg run -p a -r b -U"),
    (LIMITED, "docformatter -i f"),
    (LIMITED, "erb-lint -a"),
    (LIMITED, "buildifier x"),
    (LIMITED, "crudini --set f a b c"),
    (LIMITED, "dasel put -f x"),
    (LIMITED, "npx husky init"),
    (LIMITED, "uv run black ."),
    (LIMITED, "poetry run black ."),
    (LIMITED, "uvx black ."),
    (LIMITED, "pipx run black ."),
    (LIMITED, "uv run isort ."),
    (LIMITED, "rpl a b f"),
    (LIMITED, "npx lint-staged"),
    (LIMITED, "yes | npx create-next-app x"),
    (PIPED, "ls | sed 1r/etc/passwd"),
    (PIPED, "ls | sed 'rf'"),
    (PIPED, "ls | sed '1r/dev/stdin'"),
    (PIPED, "ls | sed '/x/r f'"),
    (PIPED, "ls | sed 'r../x'"),
    (PIPED, "ls | sed 1rf"),
    (PIPED, "ls | grep -drecurse x"),
    (PIPED, "ls | grep --directories=recurse x"),
    (LISTED, "PSQL_PAGER=./x psql -c 'select 1'"),
    (LISTED, "GH_EDITOR=./x gh pr view"),
    (PACKAGES, "npm test --workspace ../x"),
    (PACKAGES, "npm test -w ../x"),
    (PACKAGES, "npm test --workspace=../x"),
]


@pytest.mark.parametrize(("state", "line"), PASSES)
def test_what_the_state_lets_pass(place: Place, state: dict[str, Any], line: str) -> None:
    assert judge(place, state, "Bash", {"command": line}) is None


@pytest.mark.parametrize(("state", "line"), REFUSED)
def test_what_goes_beyond_it_is_refused(place: Place, state: dict[str, Any], line: str) -> None:
    assert judge(place, state, "Bash", {"command": line}) is not None
