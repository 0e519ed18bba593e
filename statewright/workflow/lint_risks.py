"""Listed commands that can do anything, whatever the rest of the state forbids."""

from collections.abc import Iterator

from statewright.workflow.loader import Machine
from statewright.workflow.problems import Problem

_SHELL = "a shell runs any text it is given"
_CODE = "an interpreter runs any program it is given"
_OTHER = "it runs any other command"
_BARE = {
    **dict.fromkeys(("bash", "sh", "zsh", "dash", "ksh", "fish"), _SHELL),
    **dict.fromkeys(("python", "python3", "node", "deno", "bun", "ruby", "perl", "php", "lua", "osascript", "Rscript"), _CODE),
    **dict.fromkeys(
        ("sudo", "doas", "su", "ssh", "npx", "pnpx", "bunx", "uvx", "busybox", "parallel", "watch", "docker", "kubectl", "eval", "source", "."),
        _OTHER,
    ),
    **dict.fromkeys(
        ("make", "npm", "yarn", "pnpm", "just", "task", "cargo", "go", "gradle", "mvn", "rake", "uv", "poetry"),
        "without a verb it runs and installs whatever its files or arguments say",
    ),
    "git": "without a verb it commits, pushes, and runs programs named in its configuration",
}
_VERBS = {
    **dict.fromkeys(
        (("npm", "exec"), ("yarn", "dlx"), ("pnpm", "dlx"), ("uv", "run"), ("poetry", "run"), ("docker", "run"), ("docker", "exec")), _OTHER
    ),
    **dict.fromkeys((("python", "-c"), ("python3", "-c"), ("node", "-e"), ("perl", "-e"), ("ruby", "-e"), ("bash", "-c"), ("sh", "-c")), _CODE),
    **dict.fromkeys((("python", "-m"), ("python3", "-m")), "it runs any module"),
    ("go", "run"): _CODE,
    ("cargo", "run"): "it runs the project's program with any arguments",
}


def risk(words: list[str]) -> str:
    """Why a listed command can do anything, "" when it cannot as far as is known."""
    if len(words) == 1:
        return _BARE.get(words[0].rsplit("/", 1)[-1], "")
    return _VERBS.get((words[0], words[1]), "") if len(words) == 2 else ""


def check(machine: Machine) -> Iterator[Problem]:
    """A warning for each listed command that opens everything."""
    for name, state in machine.workflow.states.items():
        for index, entry in enumerate(state.allowed_commands or ()):
            words = entry.split()
            reason = risk(words) if words else ""
            if reason:
                text = 'listing "%s" permits anything: %s' % (entry, reason)
                yield machine.problem("warning", "command-risk", ("states", name, "allowed_commands", index), text, "list what follows it too")
