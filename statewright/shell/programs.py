# ruff: noqa: E501  (a table reads better a row a line)
"""What programs do: the one table behind every rule about shell commands.

Kinds: ``reader`` (changes nothing), ``writer``, ``remover``, ``mover``, ``network``, ``interpreter`` (runs a
program text), ``runner`` (runs other commands or the project's own code) and ``harmless`` (shell builtins).
A row is ``(kind, details, source)``. The large tables are loaded when a program outside this module is met.

Details of a row, all optional:
``v`` the short options that take a value, ``lv`` the long ones; ``w`` options that make it write or run
something; ``max`` how many operands it may have before one of them is written to; ``need`` an option without
which it is no reader; ``say`` what it does, for the refusal; ``how`` the name of a closer look in
``policy/permitted/readonly.py``; ``subs`` for programs with subcommands, see ``programs_sub.py``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = tuple[str, dict[str, Any], str]

KINDS = ("reader", "writer", "remover", "mover", "network", "interpreter", "runner", "harmless")

# bash(1), SHELL BUILTIN COMMANDS; without the forms that policy/permitted/harmless.py refuses.
HARMLESS = frozenset((
    "cd", "pushd", "popd", "dirs", "pwd", "echo", "printf", "true", "false", ":", "test", "[", "[[", "((", "let", "export", "unset", "set", "shopt",
    "declare", "local", "readonly", "typeset", "read", "mapfile", "readarray", "wait", "sleep", "exit", "return", "break", "continue", "shift", "getopts",
    "type", "command", "which", "times", "umask", "hash", "builtin", "exec", "jobs", "fg", "bg", "disown", "ulimit", "logout",
))

# What reads nothing but its pipe when it has no file operand.
FILTERS = frozenset((
    "head", "tail", "grep", "egrep", "fgrep", "wc", "sort", "uniq", "cut", "tr", "sed", "awk", "gawk", "mawk", "cat", "tac", "rev", "nl", "fold", "fmt",
    "column", "paste", "jq",
))

SHELLS = frozenset(("bash", "sh", "dash", "zsh", "ksh", "mksh", "ash", "fish", "rbash", "csh", "tcsh", "yash"))

# A program in one of these folders is the program of that name.
TRUSTED = ("/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/")
TRUSTED_PROJECT = (".venv/bin/", "venv/bin/", "node_modules/.bin/")

def row(name: str) -> "Row | None":
    """The program's row, None when it is not known. ``python3.12`` and the like go by their family's name."""
    from statewright.shell.programs_read import READERS

    found = READERS.get(name)
    if found is not None:
        return found
    from statewright.shell.programs_sub import TOOLS

    found = TOOLS.get(name)
    if found is not None:
        return found
    from statewright.shell.programs_write import OTHERS

    return OTHERS.get(name) or TOOLS.get(family(name)) or OTHERS.get(family(name))


def family(name: str) -> str:
    """``python3.12`` -> ``python``, ``gcc-13`` -> ``gcc``, ``node18`` -> ``node``."""
    end = len(name)
    while end and (name[end - 1].isdigit() or name[end - 1] in ".-"):
        end -= 1
    return name[:end] or name


def every() -> "dict[str, Row]":
    """The whole table, for printing."""
    from statewright.shell.programs_read import READERS
    from statewright.shell.programs_sub import TOOLS
    from statewright.shell.programs_write import OTHERS

    table: "dict[str, Row]" = {name: ("harmless", {}, "bash(1)") for name in sorted(HARMLESS)}
    table.update(OTHERS)
    table.update(TOOLS)
    table.update(READERS)
    return table
