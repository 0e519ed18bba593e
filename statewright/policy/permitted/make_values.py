"""Variables that a makefile's recipes run, by custom: PYTHON, PYTEST, TEST_CMD, RUNNER. Their value is a command then.

GNU make manual, Variables Used by Implicit Rules; what the recipes of common projects name.
"""

from statewright.policy.permitted.runners import PYTEST, REWRITES
from statewright.policy.permitted.variables import bad_variable
from statewright.policy.words.calls import program
from statewright.shell.model import HOLE
from statewright.shell.programs import SHELLS
from statewright.shell.variables import BROWSERS, MAKE_PROGRAMS, MAKE_RUNS, PLACE_NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.places import Place

ENDS = ("CMD", "COMMAND", "RUNNER", "RUN", "EXEC", "LAUNCHER", "WRAPPER", "TOOL", "TEST_PREFIX")
_PLAIN = """
    python pypy pytest py.test unittest tox nox jest vitest mocha ava karma cypress playwright node nodejs npm npx pnpm yarn bun deno go cargo
    cargo-nextest nextest rustc ruby rspec rake bundle php phpunit pest java mvn gradle dotnet gcc g++ cc c++ clang clang++ cpp ld ar as uv uvx poetry
    pipenv hatch pdm pip ruff mypy pyright black flake8 pylint isort eslint tsc prettier ctest cmake swift mix elixir perl prove lua zig nim
    lex flex yacc bison tex pdftex xetex latex coverage true : time ccache sccache distcc gofmt golangci-lint shellcheck
"""
PLAIN = frozenset(_PLAIN.split())
FRONTS = ("-m", "run", "exec", "test", "--")  # between a runner and what it runs
SHOWN = "%s may be a command of its own for what make runs"


def sets(name: str, text: str, place: "Place") -> bool:
    """Whether ``NAME=VALUE`` among a program's words changes what runs."""
    key, _, value = text.partition("=")
    key, value = key.rstrip(":+?! "), value.strip()
    if key in PLACE_NAMES and any(place.leaves(part) for part in value.split(":")):
        return True
    if name == "make":
        if key in MAKE_PROGRAMS and "/" in value and program(value.split(" ")[0], place.event.project) == value.split(" ")[0]:
            return True
        if runs(key, value):
            return True
        if key == "BROWSER" and value in BROWSERS:
            return False
    if key == "SHELL" and program(value).rpartition("/")[2] in SHELLS and program(value) != value:
        return False
    return key in MAKE_RUNS or bad_variable(key, None if HOLE in value else value)


def runs(key: str, value: str) -> str:
    """Why a value is no plain program for the variable, or holds options that write; "" when it is."""
    words = value.split()
    for word in words:
        option = word.partition("=")[0]
        if (option in REWRITES and len(option) > 2) or (option in PYTEST and option != "--cov-report"):
            return "%s would hand on %s, which writes" % (key, option)
    if not words or not (key in MAKE_PROGRAMS or key.endswith(ENDS)) or (len(words) == 1 and HOLE in value):
        return ""
    name = words[0].rpartition("/")[2]
    if key in ("RM", "INSTALL") and name == key.lower() and all(word[:1] == "-" for word in words[1:]):
        return ""
    if _bare(name) not in PLAIN:
        return SHOWN % key
    at = next((i for i, word in enumerate(words) if word in ("-c", "-e", "--eval", "-p", "--print", "-r")), 0)
    if (at and _bare(name) not in ("pytest", "go", "cargo")):
        return SHOWN % key
    behind = next((words[i + 1] for i, word in enumerate(words[1:-1], 1) if word in FRONTS), "")
    return "" if not behind or behind[:1] == "-" or _bare(behind) in PLAIN or _bare(name) in ("npm", "pnpm", "yarn", "bun") else SHOWN % key


def _bare(name: str) -> str:
    """``python3.12`` -> ``python``, ``gcc-12`` -> ``gcc``."""
    return name if name in PLAIN else name.rstrip("0123456789.-")
