"""What is protected: our files, the harnesses' hook settings, the installed product. Data, and the one question about a text."""

# Below a project's root, a home folder or a worktree; True: everything below it too.
TAILS = (
    (".statewright", True),
    (".claude/settings.json", False),
    (".claude/settings.local.json", False),
    (".claude/hooks", True),
    (".claude/managed-settings.json", False),
    (".claude/plugins", True),
    (".mcp.json", False),  # its servers are started with the next session, outside the agent's calls; ours is among them
    (".codex/hooks.json", False),
    (".codex/config.toml", False),
    (".codex/hooks", True),
    (".cursor/hooks.json", False),
    (".cursor/hooks", True),
    (".gemini/settings.json", False),
    (".gemini/trusted_hooks.json", False),
    (".qwen/settings.json", False),
    (".factory/settings.json", False),
    (".factory/hooks.json", False),
    (".clinerules/hooks", True),
    (".github/hooks", True),
    (".opencode/plugin", True),
    (".opencode/plugins", True),
    ("opencode.json", False),
    (".pi/extensions", True),
    (".copilot/config.json", False),
    (".copilot/settings.json", False),
    (".copilot/hooks", True),
    (".windsurf/hooks.json", False),
    (".openhands/hooks.json", False),
    (".amp/plugins", True),
    (".agents/plugins", True),
    (".kiro/hooks", True),
)
# Git's own hooks and what names another folder for them: they run outside the agent's calls, in a person's terminal too.
GIT = (
    (".git/hooks", True),
    (".git/config", False),
    (".git/config.worktree", False),
    (".git/commondir", False),  # names another folder for all of them
)
GIT_FURTHER = (
    (".git", False),
    (".git/commondir", False),
)
HOMES = (
    (".local/share/statewright", True),
    (".local/state/statewright", True),
    ("library/application support/statewright", True),
    ("appdata/local/statewright", True),
    (".local/bin/statewright", False),
    (".local/bin/statewright-hook", False),
    (".config/statewright", True),
    (".claude/session-env", True),
    (".claude/shell-snapshots", True),  # read before every command of a session: a function in it is any program's name
    (".config/opencode/plugin", True),
    (".config/opencode/plugins", True),
    (".config/opencode/opencode.json", False),
    (".config/amp/plugins", True),
    (".codeium/windsurf/hooks.json", False),
    (".local/share/uv/tools/statewright", True),
    (".local/share/pipx/venvs/statewright", True),
    (".local/pipx/venvs/statewright", True),
    (".claude.json", False),
    (".gitconfig", False),
    (".curlrc", False),  # what a later download would be saved as
    (".config/curlrc", False),
    (".wgetrc", False),
    (".config/git/config", False),
)
SYSTEM = (
    ("/etc/claude-code", True),
    ("/library/application support/claudecode", True),
    ("/etc/codex", True),
    ("/etc/gemini-cli", True),
    ("/etc/windsurf", True),
    ("/etc/cursor", True),
    ("/usr/local/bin/statewright", False),
    ("/usr/local/bin/statewright-hook", False),
    ("/usr/bin/statewright", False),
    ("/usr/bin/statewright-hook", False),
    ("/opt/homebrew/bin/statewright", False),
)
DOTS = tuple(sorted({tail.partition("/")[0] for tail, _ in TAILS} | {".git"}))
# A client's own folders, by name: what is made in one of them may be its settings. Not .github, which holds much besides, nor .git (see GIT).
CLIENTS = frozenset(name for name in DOTS if name[:1] == "." and name not in (".github", ".git", ".mcp.json"))
# The same to look up by name.
BELOW = {**dict((*TAILS, *GIT)), ".git": False}  # as a whole: another repository in its place has other settings and hooks
AT_HOME = dict(HOMES)
ROOTED = dict(SYSTEM)
# What a text that names one of them holds, in lower case.
FRAGMENTS = (
    ".statewright",
    ".claude/settings",
    ".claude/hooks",
    ".codex/hooks",
    ".codex/config",
    ".cursor/hooks",
    "managed-settings.json",
    "statewright-hook",
    "site-packages/statewright",
    ".gemini/settings",
    ".qwen/settings",
    ".claude\\settings",
    ".statewright\\",
    "disableallhooks",
    "claude_env_file",
    "share/statewright",
    "session-env",
    "shell-snapshots",
    ".git/hooks",
    ".git/commondir",
    "hookspath",
    "claude-code/managed",
)


def names_one(text: str) -> bool:
    """Whether a program text or a patch names a protected path."""
    low = text.lower()
    return any(fragment in low for fragment in FRAGMENTS)
