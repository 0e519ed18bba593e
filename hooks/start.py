"""What each hook executable does first: find the package, run the hook, and refuse when even that fails.

No import of ours is certain here, so the refusal is written by hand. An installer's copy has ROOT filled in.
"""

import sys

ROOT = ""
REFUSALS = {
    "pre-tool": '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}',
    "skill-shell": '{"decision":"block","reason":"%s"}',
    "config-change": '{"decision":"block","reason":"%s"}',
}
TEXT = "statewright is damaged and cannot decide, so the answer is no. A person can repair it: run its install.sh again, then statewright doctor"


def run(name: str) -> None:
    """Answer one hook call; never returns."""
    try:
        sys.path.insert(0, ROOT or _root())
        from statewright.hook import main
    except BaseException:
        _refuse(name)
    else:
        main(name)


def _root() -> str:
    import os

    return os.path.dirname(os.path.dirname(os.path.realpath(__file__)))


def _refuse(name: str) -> None:
    """Silence where no project of ours is, a refusal where one is or where nobody can tell."""
    import os

    try:
        here = os.path.realpath(os.environ.get("CLAUDE_PROJECT_DIR") or os.getcwd())
        while not os.path.isdir(os.path.join(here, ".statewright")):
            parent = os.path.dirname(here)
            if parent == here:
                os._exit(0)
            here = parent
    except OSError:
        pass  # the working folder was removed
    if name not in REFUSALS:
        os._exit(0)
    os.write(1, (REFUSALS[name] % TEXT).encode())
    os.write(2, (TEXT + "\n").encode())
    os._exit(2)
