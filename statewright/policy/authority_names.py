"""Verbs, programs and options the authority rule knows by name. Data alone."""

PERSONS = frozenset((
    "approve", "reject", "off", "on", "pause", "install", "uninstall", "reset", "resume", "start", "stop", "accept", "attest", "prune", "mode",
    "init", "enforce", "shadow", "force", "unpause", "doctor", "setup", "config", "edit", "set", "migrate", "export", "serve", "disable",
    "enable",
))
# Programs of agents, and the packages they come in.
HARNESSES = frozenset((
    "claude", "codex", "gemini", "qwen", "opencode", "aider", "cursor-agent", "copilot", "goose", "crush", "droid", "cline", "amp", "auggie",
    "kiro-cli", "openhands",
))
PACKAGES = frozenset((
    "@anthropic-ai/claude-code", "@openai/codex", "@google/gemini-cli", "@qwen-code/qwen-code", "opencode-ai", "@github/copilot",
    "@sourcegraph/amp", "@augmentcode/auggie",
))
HARMLESS_USES = frozenset(("--version", "-v", "-V", "--help", "-h", "help", "version", "doctor"))
ESCAPES = (
    "--settings", "--setting-sources", "--bare", "disableallhooks", "--no-hooks", "--disable-hooks", "--managed-settings",
    "--dangerously-bypass-hooks", "--safe-mode", "hooks=",
)
# Programs that hand a text to a terminal, a scheduler, another shell or an interpreter.
CARRIERS = frozenset((
    "tmux", "screen", "zellij", "script", "at", "batch", "crontab", "expect", "osascript", "xdotool", "ydotool", "wezterm", "kitty", "ssh",
    "watch", "parallel", "systemd-run", "su", "sudo", "doas", "nohup", "python", "node", "perl", "ruby", "php", "lua", "deno", "bun", "java",
    "make", "tcl", "tclsh", "busybox", "socat", "nc", "ncat", "launchctl", "dtach", "unbuffer", "pwsh", "bash", "sh", "zsh", "dash", "ksh",
    "fish", "eval", "source", ".", "awk", "gawk", "sed", "vim", "vi", "ex", "emacs", "gdb", "curl", "git", "claude", "codex", "just", "npm",
    "env", "open", "xterm", "gnome-terminal", "alacritty", "konsole", "flock", "entr", "nodemon", "npx", "uv", "uvx", "pipx",
))
DATA_GIT = frozenset((
    "commit", "tag", "log", "grep", "notes", "show", "diff", "add", "blame", "stash", "merge", "rev-parse", "branch", "checkout", "switch",
    "status", "push",
))
INSTALLERS = frozenset((
    "uninstall", "remove", "install", "upgrade", "reinstall", "inject", "uninject", "rm", "purge", "autoremove", "add",
))
INSTALLING = frozenset((
    "pip", "pip3", "uv", "pipx", "brew", "apt", "apt-get", "conda", "poetry", "pdm", "npm", "dnf", "yum", "pacman", "port", "nix-env", "python",
    "python3", "hatch", "rye",
))
