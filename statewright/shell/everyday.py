# ruff: noqa: E501  (a table reads better a row a line)
"""Well-known programs and the options with which they only do what they are known for: see ``policy/everyday.py``.

A row is ``LETTERS VALUED LONG …``: the short options (digits may follow one; ``#`` where a number alone may stand), those of them that take the
next word as their value, and long options or whole words behind one dash, each followed by ``=`` where it takes the next word.
``-`` stands for none. The tests hold each row, option by option, to the tables of ``programs*.py`` and ``options_*.py``.
"""

# Fine wherever a shell is: builtins that change nothing but the shell itself.
HARMLESS = frozenset(("echo", "pwd", "true", "false", "which", "type", "command -v"))
# They read, with any plain names as operands.
READS = {
    "ls": "lahtrRS1dFAisGpg# - --all --almost-all --human-readable --color --sort --recursive --time --directory --group-directories-first",
    "cat": "nAbsETv - --number --show-all --number-nonblank",
    "head": "qvnc# nc --lines = --bytes = --quiet --verbose",
    "tail": "qvnc# nc --lines = --bytes = --quiet --verbose",
    "wc": "lcwmL - --lines --bytes --words --chars --max-line-length",
    "nl": "ba - -",
    "tac": "- - -",
    "rev": "- - -",
    "grep": "rRnilLHhEFGPovwxcqsIABCme# ABCme --include = --exclude = --exclude-dir = --color --context = --after-context = --before-context ="
            " --count --files-with-matches --line-number --ignore-case --recursive --word-regexp --fixed-strings --extended-regexp --invert-match"
            " --max-count = --only-matching --no-filename --with-filename",
    "rg": "nilLFovwxcqsUNHIABCmetTg ABCmetTg --type = --glob = --files --hidden --no-heading --line-number --context = --count"
          " --files-with-matches --fixed-strings --ignore-case --max-count = --no-ignore --word-regexp --json --stats --sort = --heading --smart-case",
    "diff": "urNqbBwyi - --unified --recursive --brief --ignore-all-space --side-by-side --color --stat",
    "sort": "unrfbhVk k --unique --numeric-sort --reverse --human-numeric-sort --version-sort",
    "uniq": "cdui - --count --repeated --unique",
    "tr": "dsc - --delete --squeeze-repeats --complement",
    "comm": "123 - -",
    "cmp": "s - --silent --quiet",
    "sha256sum": "- - -",
    "md5sum": "- - -",
    "seq": "w - -",
    "id": "ung - --user --name --group",
    "pip list": "- - --outdated --format = --editable --user",
    "pip show": "f - --files",
    "docker ps": "aqn n --all --quiet --filter = --format = --no-trunc",
    "docker logs": "ft - --tail = --since = --timestamps",
    "docker compose ps": "aq - --all --quiet",
    "docker compose logs": "ft - --tail = --since = --timestamps --no-color",
    "gh pr view": "c - --comments --json =",
    "gh pr list": "sL sL --state = --limit = --author = --json =",
    "gh pr diff": "- - --name-only",
    "gh pr checks": "- - -",
    "gh issue view": "c - --comments --json =",
    "gh issue list": "sL sL --state = --limit = --label = --json =",
    "gh run list": "L L --limit = --workflow = --branch =",
    "gh run view": "- - --log --log-failed",
    "git config --get": "- - -",
    "git merge-base": "- - --is-ancestor",
    "cut": "dfcs dfc --delimiter = --fields = --characters =",
    "stat": "L - --dereference",
    "file": "bi - --brief --mime --mime-type",
    "du": "shacd d --summarize --human-readable --max-depth = --all --total",
    "df": "hT - --human-readable",
    "tree": "aLdfhiI LI --gitignore --dirsfirst --noreport",
    "basename": "a - -",
    "dirname": "- - -",
    "realpath": "- - --relative-to",
    "readlink": "fe - -",
    "date": "u - --utc",
    "uname": "asrm - --all",
    "whoami": "- - -",
    "nproc": "- - -",
    "find": "- - -name = -iname = -type = -maxdepth = -mindepth = -path = -size = -not -o -mtime = -empty -print",
    "sed -n": "- - -",
    "node --version": "- - -",
    "python --version": "- - -",
    "python3 --version": "- - -",
    "git branch": "arv - --all --remotes --show-current --list --verbose -vv",
    "git remote": "v - --verbose",
    "git stash list": "- - --stat",
    "git tag": "l - --list",
    "git grep": "nilwEFc - --line-number --ignore-case --files-with-matches --count --",
    "git rev-list": "- - --count --max-count",
    "git status": "sbuvz - --short --branch --porcelain --untracked-files --ignored --long --verbose --show-stash",
    "git diff": "wbU - --stat --cached --staged --name-only --name-status --shortstat --numstat --color --no-color --word-diff --check"
                " --ignore-all-space --unified --summary --no-pager --diff-filter --find-renames --exit-code --quiet -- --minimal",
    "git log": "npSG# nSG --oneline --stat --graph --all --decorate --patch --name-only --name-status --author --since --until --grep"
               " --format --pretty --abbrev-commit --no-merges --merges --reverse --follow --date --shortstat --numstat --max-count --first-parent"
               " --no-color --color -- --topo-order",
    "git show": "sp - --stat --name-only --name-status --oneline --no-patch --format --pretty --color --no-color --shortstat --numstat --",
    "git blame": "wLCM L --date --",
    "git rev-parse": "- - --short --abbrev-ref --show-toplevel --verify --is-inside-work-tree --git-dir",
    "git ls-files": "mod - --modified --others --deleted --exclude-standard --cached --stage",
    "git shortlog": "sne - --summary --numbered --email --no-merges",
    "git describe": "- - --tags --always --dirty --abbrev --long",
}

# What may stand behind a pipe without being listed, reading nothing but it: no operand, one for grep.
FILTERS = {
    **{name: READS[name] for name in ("head", "tail", "wc", "sort", "uniq", "cut", "cat", "nl", "tac", "rev", "tr", "sed -n")},
    "grep": "nilLHhEFGPovwxcqsABCm# ABCm --color --context = --after-context = --before-context = --count --line-number --ignore-case --word-regexp"
            " --fixed-strings --extended-regexp --invert-match --max-count = --only-matching",
}

OPERANDS = {"grep": 1, "tr": 2, "sed -n": 1}  # of a filter: its pattern, its letters, its script
# They run the project's own code or change files, and so must be listed where there is a list.
RUNS = {
    "pytest": "rqvxslk k --quiet --verbose --exitfirst --tb --lf --last-failed --ff --maxfail --durations --no-header --co --collect-only"
              " --no-cov --strict-markers --showlocals --stepwise --sw --nf --failed-first -rA -ra -rf -rs -m = -n = --ignore = --no-summary --disable-warnings",
    "python -m pytest": "rqvxslk k --quiet --verbose --exitfirst --tb --lf --maxfail --durations --no-header --co --collect-only -ra -rA",
    "python3 -m pytest": "rqvxslk k --quiet --verbose --exitfirst --tb --lf --maxfail --durations --no-header --co --collect-only -ra -rA",
    "uv run pytest": "rqvxslk k --quiet --verbose --exitfirst --tb --lf --maxfail --durations --no-header --co --collect-only -ra -rA",
    "poetry run pytest": "rqvxslk k --quiet --verbose --exitfirst --tb --lf --maxfail --durations --no-header --co --collect-only -ra -rA",
    "uv run ruff check": "q - --output-format --select --ignore --statistics --quiet --diff --no-fix --preview",
    "uv run mypy": "- - --strict --pretty --show-error-codes --ignore-missing-imports",
    "npx tsc --noEmit": "- - --pretty --skipLibCheck",
    "npx eslint": "- - --quiet --ext = --max-warnings = --color --no-color",
    "npx jest": "t t --watch --coverage --bail --ci --runInBand --verbose --silent --testNamePattern = --no-coverage",
    "npx vitest": "t t --run --coverage --bail --silent --no-coverage",
    "pnpm test": "s - -- --silent --watch --coverage --bail --ci --run --verbose",
    "pnpm run": "s - -- --silent --watch --coverage --bail --ci --run --verbose",
    "yarn test": "- - --watch --coverage --bail --ci --silent --verbose",
    "yarn run": "- - --watch --coverage --bail --ci --silent --verbose",
    "mypy": "- - --strict --pretty --show-error-codes --ignore-missing-imports --no-error-summary --show-error-context",
    "ruff check": "q - --output-format --select --ignore --statistics --quiet --diff --no-fix --preview --no-cache",
    "npm test": "s - -- --silent --watch --watchAll --coverage --bail --ci --run --reporter --verbose --grep --testNamePattern -t =",
    "npm run": "s - -- --silent --if-present --watch --watchAll --coverage --bail --ci --run --reporter --verbose --grep --testNamePattern -t =",
    "npm ci": "- - -",
    "make test": "j - -k -s",
    "make check": "j - -k -s",
    "make lint": "j - -k -s",
    "go test": "v - ./... -v -run = -count = -race -cover -short -timeout = -bench =",
    "go build": "v - -v -race",
    "go vet": "- - -v",
    "ruff format --check": "q - --diff --quiet",
    "cargo fmt --check": "- - --all",
    "gofmt -l": "- - -",
    "black --check": "q - --diff --quiet",
    "prettier --check": "- - -",
    "python -m unittest": "v - --verbose",
    "cargo test": "qv - --all --doc --no-run --workspace --release --lib --all-features --no-fail-fast --quiet --verbose -p = -- --nocapture",
    "cargo build": "qv - --release --workspace --all-features --quiet --verbose -p =",
    "cargo check": "qv - --workspace --all-targets --all-features --quiet --verbose -p =",
    "cargo clippy": "qv - --workspace --all-targets --all-features --quiet --verbose -p =",
    "tsc --noEmit": "- - --pretty --skipLibCheck",
    "eslint": "- - --quiet --ext = --max-warnings = --color --no-color",
    "jest": "t t --watch --coverage --bail --ci --runInBand --verbose --silent --testNamePattern = --no-coverage",
    "vitest": "t t --run --coverage --bail --silent --no-coverage",
    "git add": "Au - --all --",
    "git commit": "amqv m --message = --all --quiet --verbose --amend --no-edit --allow-empty",
    "mkdir": "p - --parents",
}
# Behind these, a check that passed before proves nothing.
WRITERS = frozenset((
    "npm ci", "npm run", "pnpm run", "yarn run", "npx eslint", "npx jest", "npx vitest", "uv run pytest", "poetry run pytest", "uv run ruff check",
    "uv run mypy", "go build", "cargo build", "mkdir",
))
REPORTS = ("lint", "test", "typecheck")  # scripts that a read-only shell permits behind npm run and its kin
# These a read-only shell permits too.
CHECKS = frozenset(RUNS) - WRITERS - {"git add", "git commit"}
# No operands: they would set, write or create something.
NAMELESS = frozenset((
    "date", "uniq", "node --version", "python --version", "python3 --version", "git branch", "git remote", "git stash list", "git tag", "npm test", "pnpm test",
    "npm ci", "yarn test", "npx tsc --noEmit", "tsc --noEmit", "make test", "make check", "make lint",
))
# Some operand: without one they only list or print.
NAMED = frozenset(("npm run", "pnpm run", "yarn run", "npx eslint", "npx jest", "npx vitest"))
