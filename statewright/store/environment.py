"""The shell text that makes ``blocked_env`` and ``env_overrides`` true for every command of a session."""

from statewright import fast
from statewright.harness.claude_code import SHELL_SECRETS
from statewright.store import layout

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.model import Json, State

# By path: the agent's shell may have an alias or a function of that name. sed lies in either folder (macOS, NixOS none).
_SWEEP = (
    "_sd=/usr/bin/sed; [ -x \"$_sd\" ] || _sd=/bin/sed\n"
    "for _sw in $(/usr/bin/env | \"$_sd\" -n 's/^\\(%s\\)=.*/\\1/p' 2>/dev/null); do unset \"$_sw\" 2>/dev/null; done; unset _sw _sd"
)
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def script(state: "State", key: str = "") -> str:
    """POSIX shell text; names are checked, values quoted, never interpolated.

    key: the session's, set as a mark on all that the agent's shell starts: a hook that sees it was not started by the harness.
    """
    lines = ["# Written by statewright; read before every command of this session."]
    lines += ["unset %s" % name for name in SHELL_SECRETS]
    lines.append("unalias statewright 2>/dev/null; unset -f statewright 2>/dev/null; :")  # what the shell read before us may call another thing so
    for name in state.get("blocked_env", ()):
        if set(name) <= LETTERS and name and not name[0].isdigit():
            lines.append("unset %s" % name)
        elif set(name) <= LETTERS | {"*", "?"}:
            pattern = name.replace("*", "[A-Za-z0-9_]*").replace("?", "[A-Za-z0-9_]")
            lines.append(_SWEEP % pattern)
    for name, value in state.get("env_overrides", {}).items():
        if set(name) <= LETTERS and name and not name[0].isdigit():
            lines.append("export %s='%s'" % (name, value.replace("'", "'\\''")))
    if key and set(key) <= LETTERS | {"-"}:
        lines.append("export STATEWRIGHT_SHELL='%s'" % key)
    return "\n".join(lines) + "\n"


def write(data: str, session: str, state: "Json") -> None:
    """Rewrite the file that the harness's shell sources before each command of this session."""
    fast.make_dirs(data + "/env")
    fast.replace(layout.env_file(data, session), script(state, layout.key_of(session)).encode("utf-8", "surrogateescape"))
