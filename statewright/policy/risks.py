"""Entries of ``allowed_commands`` that permit anything: interpreters, build tools and wide prefixes. For linters; cold.

Listing wins: a listed program may do what it does. Whoever lists one of these should know that it is as wide as the shell.
"""

from statewright.policy.beyond import base, same
from statewright.policy.follow import GIT_RUNS
from statewright.shell.program_options import rows
from statewright.shell.programs import SHELLS, row

# One word too few: the program has subcommands, and some of them run or change anything.
WIDE = {
    "git": "lists every git command, pushes, resets and hooks among them; name the subcommand, such as git status",
    "npm": "lists npm install, npm exec and every script; name the script, such as npm test",
    "npx": "downloads and runs any package; name the program, such as npx jest",
    "pnpm": "lists install, exec and every script; name the script",
    "yarn": "lists install, exec and every script; name the script",
    "docker": "runs any image with any folder mounted; name the subcommand, such as docker ps",
    "kubectl": "changes the cluster and runs commands in it; name the subcommand, such as kubectl get",
    "gh": "changes the repository on its host; name the subcommand, such as gh pr view",
    "cargo": "lists cargo install, run and publish; name the subcommand, such as cargo test",
    "go": "lists go run and go generate; name the subcommand, such as go test",
    "uv": "installs and runs any program; name what it runs, such as uv run pytest",
    "poetry": "installs and runs any program; name what it runs, such as poetry run pytest",
    "terraform": "changes infrastructure; name the subcommand, such as terraform plan",
}
EDITORS = (
    "sed",
    "gsed",
    "perl",
    "ed",
    "ex",
    "vim",
    "vi",
    "nvim",
    "emacs",
    "tee",
    "dd",
    "cp",
    "mv",
    "rm",
    "install",
    "patch",
    "truncate",
    "rsync",
    "awk",
    "gawk",
)
WRAPPERS = ("env", "xargs", "timeout", "nice", "nohup", "time", "command", "exec", "stdbuf", "setsid", "ionice", "builtin")


def risks(entries: "list[str]", limited: bool = False) -> "list[tuple[str, str]]":
    """``(entry, reason)`` for each entry that permits more than it seems to. limited: the state has an edit or file limit."""
    out = []
    for entry in entries:
        words = entry.split()
        reason = _reason(words, limited) or _open(words) if words else "is blank and permits nothing"
        if reason:
            out.append((entry, reason))
    return out


def _reason(words: "list[str]", limited: bool) -> str:
    name = words[0].rpartition("/")[2]
    if name in SHELLS or name in ("eval", "source", "."):
        return "is a shell: every script it is given runs" if len(words) == 1 or words[1][:1] == "-" else ""
    if " ".join(words[1:3]) in GIT_RUNS and name == "git":
        return ""  # what it runs is judged as a command of its own
    if len(words) == 1 and name in WIDE:
        return WIDE[name]
    if name in WRAPPERS and len(words) == 1:
        return "needs no entry: what it runs is judged by itself"
    kind, details, _ = row(name) or ("", {}, "")
    if (
        kind == "interpreter"
        and (len(words) == 1 or words[1] in ("-c", "-e", "-p", "-r", "-", "--eval", "-m"))
        and not (len(words) > 2 and words[1] == "-m")
    ):
        return "is an interpreter: it runs any program, which can do whatever the user can"
    if name in ("sudo", "doas", "su", "ssh", "watch", "parallel", "strace", "script", "busybox") and len(words) == 1:
        return "runs any command that follows it"
    if (
        name in ("make", "gmake", "just", "rake", "gulp", "grunt", "ant", "mvn", "gradle", "tox", "nox", "invoke", "bazel", "ninja")
        and len(words) == 1
    ):
        return "is a build tool: it runs whatever the project's build files say; name the target"
    if limited and (name in EDITORS or kind in ("remover", "mover")) and not (name in ("sed", "gsed") and words[1:] == ["-n"]):  # it may print only
        return "gets round this state's limits on lines and files: listing it wins over them"
    if kind == "runner" and not details.get("tests") and len(words) == 1 and name not in WIDE:
        return "runs other programs; name what it is to run"
    return ""


def _open(words: "list[str]") -> str:
    """An entry that ends in an option whose value is code, a command or a place: any value passes."""
    last = words[-1]
    if last[:1] != "-" or len(words) < 2:
        return ""
    for word in words[:-1]:
        found, facts = rows(base(word))
        for kind, listed, what in found:
            if kind in ("code", "place") and any(one[:1] == "-" and same(last, one, facts) for one in listed):
                return "ends in %s, which %s: whatever value follows is permitted; write it out" % (last, what)
    return ""
