# ruff: noqa: E501  (a table reads better a row a line)
"""What programs do: the one table behind every rule about shell commands.

Kinds: ``reader`` (changes nothing), ``writer``, ``remover``, ``mover``, ``network``, ``interpreter`` (runs a
program text), ``runner`` (runs other commands or the project's own code) and ``harmless`` (shell builtins).
A row is ``(kind, details, source)``. The large tables are loaded when a program outside this module is met.

Details of a row, all optional:
``v`` the short options that take a value, ``lv`` the long ones; ``w`` options that make it write or run
something; ``max`` how many operands it may have before one of them is written to; ``need`` an option without
which it is no reader; ``say`` what it does, for the refusal; ``how`` the name of a closer look in
``policy/readonly.py``; ``subs`` for programs with subcommands, see ``programs_sub.py``.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = tuple[str, dict[str, Any], str]

KINDS = ("reader", "writer", "remover", "mover", "network", "interpreter", "runner", "harmless")

# bash(1), SHELL BUILTIN COMMANDS; without the forms that policy/harmless.py refuses.
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

# Variables that load code or change what runs (ld.so(8), bash(1), git(1), python(1), perlrun(1), npm config, cargo's
# and go's environment references). A name ending in * stands for every name that begins so.
LOADERS = (
    "LD_*", "DYLD_*", "PATH", "HOME", "SHELL", "BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "PS4", "PS0", "PROMPT_COMMAND", "IFS", "CDPATH", "ZDOTDIR", "FPATH",
    "BASH_FUNC_*", "BASH_LOADABLES_PATH", "NULLCMD", "READNULLCMD", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONBREAKPOINT", "PYTHONUSERBASE", "PYTEST_PLUGINS",
    "PERL5*", "RUBYOPT", "RUBYLIB", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "GOFLAGS", "GOROOT", "GOTOOLDIR", "RUSTC", "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER", "RUSTDOC", "CARGO_HOME", "CARGO_TARGET_*_RUNNER", "CARGO_TARGET_*_LINKER", "CARGO_BUILD_RUSTC*", "MAKEFLAGS", "GNUMAKEFLAGS",
    "MAKEFILES", "npm_config_*", "NPM_CONFIG_*", "LESSOPEN", "LESSCLOSE", "XDG_CONFIG_HOME", "BROWSER", "MANPAGER", "SSH_ASKPASS", "SUDO_ASKPASS",
    "RSYNC_RSH", "TAR_OPTIONS", "RIPGREP_CONFIG_PATH", "WGETRC", "CURL_HOME", "LUA_INIT*", "PHPRC", "PHP_INI_SCAN_DIR", "DOTNET_STARTUP_HOOKS", "OPENSSL_CONF",
    "GCONV_PATH", "R_PROFILE*", "R_ENVIRON*", "JULIA_LOAD_PATH", "ERL_FLAGS", "ERL_AFLAGS", "CORECLR_PROFILER*", "COR_PROFILER*", "HGRCPATH", "GNUPGHOME",
)
QUIET = ("cat", "true", ":", "")  # what a pager or an editor may be set to
QUIET_NAMES = ("PAGER", "GIT_PAGER", "EDITOR", "GIT_EDITOR", "VISUAL", "GIT_SEQUENCE_EDITOR", "GH_PAGER", "BAT_PAGER", "SYSTEMD_PAGER", "AWS_PAGER", "LESSEDIT")
GIT_FINE = (
    "GIT_AUTHOR_*", "GIT_COMMITTER_*", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "GIT_MERGE_AUTOEDIT", "GIT_LFS_SKIP_SMUDGE", "GIT_ADVICE",
    "GIT_LITERAL_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_FLUSH", "GIT_REFLOG_ACTION",
)
# Options inside a value that load code: (variable, words of the value).
LOADING_VALUES = {
    "NODE_OPTIONS": ("--require", "-r", "--import", "--loader", "--experimental-loader"),
    "MAVEN_OPTS": ("-javaagent", "-agentpath", "-agentlib"),
    "GRADLE_OPTS": ("-javaagent", "-agentpath", "-agentlib"),
    "JAVA_OPTS": ("-javaagent", "-agentpath", "-agentlib"),
    "SBT_OPTS": ("-javaagent", "-agentpath", "-agentlib"),
    "RUSTFLAGS": ("linker",),
    "PYTEST_ADDOPTS": ("-p", "-c", "--rootdir", "--confcutdir", "--config-file"),
}


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
