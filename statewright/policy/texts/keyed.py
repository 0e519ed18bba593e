"""Texts whose own key says that they are run: ``--password-command=X``, ``config set pager X``, ``--config ui.editor=X``.

Whatever the program: its manual calls such a value a command, a pager, an editor, a helper that asks for a password. And what an address of
git's ``ext::`` runs where another program hands it to git. git-remote-ext(1), gh and glab manuals, hgrc(5), svn(1), restic, rclone,
cargo's config.toml. A guess, judged for what must never run. Loaded for lines with such a key alone.
"""

from statewright.policy.words.agents import PROGRAMS as AGENTS
from statewright.policy.words.given import PROSE, words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from statewright.policy.words.calls import Call
    from statewright.policy.words.resolve import Names
# Pieces of a key's name.
RUN = frozenset((
    "command", "cmd", "pager", "editor", "askpass", "browser", "viewer", "helper", "hook", "hooks", "alias", "wrapper", "launcher", "runner",
    "shell", "exec", "passcommand", "passwordeval", "passcmd", "toolexec", "external", "tunnels", "ssh", "rsh", "visual", "merge", "proxycommand",
    "difftool", "mergetool", "prog", "program", "sudoedit", "lessopen", "lessclose", "credential_process", "passwdcmd", "opener", "process",
))
PLAINLY = frozenset(("pager", "editor", "askpass", "browser", "viewer", "wrapper", "launcher", "shell", "rsh", "visual", "passcommand"))
ABOUT = frozenset(("name", "timeout", "path", "id", "type", "count", "not", "found", "no", "args", "title", "description", "prefix", "message"))
# What sets something to be kept.
SETS = ("set", "config", "configure", "alias", "add", "env", "set-option", "import")
# Words of theirs are data: texts, patterns, messages.
QUIET = frozenset((
    "echo", "printf", "grep", "egrep", "fgrep", "rg", "ag", "ack", "cat", "sed", "test", "[", "[[", "cd", "read", "export", "declare", "local",
    "readonly", "jq", "yq", "diff", "ls", "which", "type", "touch", "mkdir",
))
SHELLS = ("sh", "bash", "zsh", "dash", "ksh", "fish", "ash", "pwsh", "powershell", "cmd.exe", "cmd", "bash.exe", "pwsh.exe")
SCRIPT_SHELL = ("script-shell", "scriptshell", "config.script-shell")


def says(key: str) -> bool:
    """Whether a key's name says that its value is run."""
    pieces = words_in(key.strip("-"))
    return not RUN.isdisjoint(pieces) and ABOUT.isdisjoint(pieces)


def says_variable(name: str, alone: bool = False) -> bool:
    """The same of a variable: its last piece says it, ``BORG_PASSCOMMAND``, ``AWS_PAGER``. alone: the value is a word, which ``RUNNER`` may name."""
    pieces = name.lower().split("_")
    if alone and pieces[0] != "cargo" and not PLAINLY.intersection(pieces[-1:]):
        return False
    return pieces[-1] in RUN or pieces[-2:] in (["external", "diff"], ["rustc", "wrapper"], ["password", "command"]) or pieces[-1] == "hgmerge"


def runs(value: str) -> bool:
    """Whether a value may be a whole command, or an agent's name."""
    return " " in value.strip() or value.strip(" !'\"").replace("\\", "/").rpartition("/")[2] in AGENTS


def marked(call: "Call", text: str) -> bool:
    """Whether a call has such a key, or an address of git's, among its words."""
    if call.name in QUIET or not call.name:
        return False
    return "ext::" in text or call.texts[1:2] == ["alias"] or any(says(word.partition("=")[0]) for word in call.texts[1:])


def texts(call: "Call", names: "Names") -> "list[str]":
    """The shell texts that a call is given under such keys."""
    from statewright.policy.texts.escapes import shown

    if call.name in QUIET or not call.name:
        return []
    out: "list[str]" = []
    aliased = call.texts[1:3] in (["alias", "set"], ["alias", "add"])
    setting = any(text in SETS for text in call.texts[1:5])
    for i, word in enumerate(call.words[1:], 1):
        before = call.texts[i - 1] if i > 1 else ""
        keyed = bool(before) and "=" not in before and " " not in before and (before[:1] == "-" or setting) and says(before)
        for text in shown(word, names):
            value = text if keyed or (aliased and i > 3) else ""
            key, sign, rest = text.partition("=")
            if not value and sign and " " not in key and says(key) and not _told(before):
                value = rest
            if value and runs(value):
                out.append(_bare(value) + ("" if " " in value.strip() else " x"))  # it is given a file, a question, an address
            out += addressed(text) if not (call.name == "git" and word.static) else []
    return out


def _told(before: str) -> bool:
    """Whether the option before a word says that the word is somebody's text: ``--body 'editor=…'``."""
    return before[:2] == "--" and before[2:] in PROSE


def _bare(value: str) -> str:
    """A value less the sign that makes it a shell's and the quotes of a settings file."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    return value.lstrip("!")


def addressed(text: str) -> "list[str]":
    """What git's ``ext::`` address runs."""
    if text[:5] != "ext::" and text[:9] != "git+ext::":
        return []
    from statewright.policy.texts.follow_git import external

    return [external(text.partition("ext::")[2])]


def script_shell(call: "Call") -> bool:
    """Whether a package manager is told of another program to run every script with, the checks' own among them: no plain shell."""
    texts = call.texts[1:]
    if "get" in texts[:2] or "delete" in texts[:2]:
        return False
    for i, text in enumerate(texts):
        key, sign, value = text.partition("=")
        if key.lstrip("-").lower() in SCRIPT_SHELL:
            given = value if sign else "".join(texts[i + 1 : i + 2])
            if (sign or given) and given.strip("'\"").replace("\\", "/").rpartition("/")[2].lower() not in SHELLS:
                return True
    return False
