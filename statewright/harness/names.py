"""How agent programs show themselves in a process list and in their children's environment. Plain data.

Only variables that a harness sets for the commands it runs count; settings that a person may keep in a
shell profile (CODEX_HOME, GEMINI_API_KEY, ANTHROPIC_API_KEY …) do not.
"""

from statewright.policy.words import agents

PROCESSES = agents.PROGRAMS  # names of processes, as the kernel or the command line tells them
PACKAGES = agents.PACKAGES  # folders of packages, for harnesses that run as a script of node, bun or python
INTERPRETERS = frozenset(("node", "nodejs", "bun", "deno", "python", "python3", "MainThread"))

# Set for the commands a harness runs, each by its own documentation or source.
MARKERS = (
    "STATEWRIGHT_SHELL", "CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_MESSAGING_TOKEN", "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI", "GEMINI_CLI", "QWEN_CODE",
    "COPILOT_CLI", "COPILOT_AGENT_SESSION_ID", "OPENCODE", "CLINE_ACTIVE", "CURSOR_AGENT",
    "PI_CODING_AGENT", "DROID_SESSION_ID", "GOOSE_TERMINAL",
)

# The client tells its children whether a person sits at it: 1 or 0 (measured; older clients say nothing).
ATTENDED = "CLAUDE_CODE_SESSION_ATTENDED"
UNATTENDED = ("-p", "--print", "--bg", "--background", "exec")  # words of a command line that starts a client without a person
SHELLS = ("sh", "dash", "bash", "zsh", "ash", "ksh", "busybox")
