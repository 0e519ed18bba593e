"""Words behind a program that starts others which start nothing: names of tests, files, containers and terminals."""

# Programs whose operands are patterns, tests and files, though a runner of packages started them.
TOLD = frozenset((
    "jest", "vitest", "mocha", "ava", "tap", "playwright", "cypress", "eslint", "stylelint", "prettier", "biome", "tsc", "pytest", "ruff", "mypy",
    "pyright", "black", "flake8", "pylint", "isort", "depcheck", "knip", "madge", "cspell", "markdownlint", "rimraf",
))  # fmt: skip
SCRIPTS = ("test", "lint", "type", "check", "unit", "e2e", "format", "fmt")  # what scripts of a project are called that take such operands
# Verbs of programs that start others.
VERBS = {
    "docker": frozenset((
        "logs", "inspect", "ps", "stop", "start", "rm", "restart", "port", "stats", "top", "wait", "pause", "unpause", "images", "rmi", "pull",
        "push", "build", "tag", "history", "diff", "events", "volume", "network", "rename", "search",
    )),
    "tmux": frozenset((
        "attach", "attach-session", "a", "at", "ls", "list-sessions", "kill-session", "has-session", "has", "switch-client", "list-windows",
        "list-panes", "capture-pane", "rename-session", "detach-client", "kill-window", "kill-pane",
    )),
    "screen": frozenset(("-r", "-x", "-ls", "-list", "-wipe", "-rd", "-dr", "-RR")),
    "kubectl": frozenset(("logs", "get", "describe", "delete", "scale", "rollout", "top")),
    "pm2": frozenset(("logs", "stop", "delete", "list", "ls", "show", "describe", "monit")),
}  # fmt: skip
VERBS["podman"] = VERBS["docker"]


def idle(name: str, texts: "list[str]") -> bool:
    """Whether what stands behind a program starts nothing. texts: all words behind it; tmux takes several commands, screen sends texts."""
    return texts[:1] != [] and texts[0] in VERBS.get(name, ()) and not any(text in (";", "\\;", "-X") or text[-1:] == ";" for text in texts)
