#!/bin/sh
# The whole test suite: style, types, import contracts, tests. Makes its own environment in .venv.
# Arguments go to pytest: sh tests/run.sh tests/policy -k redirect
set -eu
cd "$(dirname "$0")/.."

real_python() { # the interpreter behind a name, not a version manager's shim; it must be able to make environments
    "$1" -c 'import sys, os, ensurepip, venv; print(os.path.realpath(sys.executable)) if sys.version_info >= (3, 11) else sys.exit(1)' 2>/dev/null
}

python=""
for name in python3.11 python3.12 python3.13 python3.14 python3 python /usr/bin/python3; do
    if python=$(real_python "$name") && [ -n "$python" ]; then break; fi
    python=""
done
if [ -z "$python" ]; then
    echo "tests/run.sh: no Python 3.11 or newer with venv and ensurepip found" >&2
    exit 1
fi

if [ ! -x .venv/bin/python ] || ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    rm -rf .venv
    "$python" -m venv .venv
fi
# The requirements decide whether anything is to be installed.
stamp=.venv/.installed
if [ ! -f "$stamp" ] || ! cmp -s pyproject.toml "$stamp"; then
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-input -e '.[dev]'
    cp pyproject.toml "$stamp"
fi
PATH="$PWD/.venv/bin:$PATH"
export PATH

if [ "${CI:-}" = true ]; then
    : "${STATEWRIGHT_FUZZ:=10000}"
    : "${STATEWRIGHT_EXAMPLES:=400}"
    export STATEWRIGHT_FUZZ STATEWRIGHT_EXAMPLES
fi

failed=0
ruff check . || failed=1
mypy || failed=1
lint-imports || failed=1
if [ "$failed" != 0 ]; then
    echo "tests/run.sh: style, types or import contracts failed; the tests run all the same" >&2
fi
pytest -q -n 2 --dist worksteal "$@" || failed=$? # no test collected is a failure too: pytest says 5
exit "$failed"
