"""What Claude Code calls things, and what it tells those it starts by their environment."""

from statewright import fast

NAME = "claude-code"
SESSION_VARIABLE = "CLAUDE_CODE_SESSION_ID"  # set for all the client starts
KINDS = {
    "PreToolUse": "pre",
    "PostToolUse": "post",
    "PostToolUseFailure": "post",
    "PostToolBatch": "batch",
    "Stop": "stop",
    "SubagentStop": "subagent_stop",
    "UserPromptSubmit": "prompt",
    "SessionStart": "session_start",
    "SessionEnd": "session_end",
    "ConfigChange": "config",
    "PreSkillShellCommand": "snippet",
}
# The agent's shell carries the client's messaging token, which could send a person's prompt.
SHELL_SECRETS = ("CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN")
GATES = ("pre", "snippet", "config")  # events that can hold something back
HOOKS = {
    "pre-tool": "PreToolUse",
    "skill-shell": "PreSkillShellCommand",
    "config-change": "ConfigChange",
    "post-tool": "PostToolUse",
    "stop": "Stop",
    "session-start": "SessionStart",
    "session-end": "SessionEnd",
    "user-prompt": "UserPromptSubmit",
}


def project_dir() -> str:
    """The folder the harness was started in, "" when it does not say."""
    return fast.getenv("CLAUDE_PROJECT_DIR")


def session_id() -> str:
    """The session this process belongs to, as the environment tells it."""
    return fast.getenv(SESSION_VARIABLE)


def version() -> str:
    """The harness's version as the environment tells it (claude-code_2-1-332_agent), "" when it does not."""
    name, _, rest = fast.getenv("AI_AGENT").partition("_")
    numbers = rest.partition("_")[0].replace("-", ".")
    return numbers if name == NAME and numbers[:1].isdigit() else ""


def env_file() -> str:
    """The file whose text the harness runs before every shell command, "" outside the events that have one."""
    return fast.getenv("CLAUDE_ENV_FILE")
